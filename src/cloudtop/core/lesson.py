"""Lessons: a game learned by playing prepared positions, one task after the other. No input or output.

A room writes them in `lessons.toml`: a position, a sentence, one task or several, and answers to typical slips; and the
tips that the coach gives at a table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec

from cloudtop.core.errors import CloudtopError, IllegalMove, NotAMove
from cloudtop.core.state import State
from cloudtop.core.words import LANGUAGES, check_language

if TYPE_CHECKING:
    from cloudtop.core.game import Game


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language."""

    en: str
    fr: str
    ja: str

    def by(self, language: str) -> str:
        """The text in one of them."""
        return {"en": self.en, "fr": self.fr, "ja": self.ja}[check_language(language)]


class BadLesson(CloudtopError):
    """A lesson that cannot be taught, with the file, the step and what is wrong."""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody else does after a task is done."""

    seat: int
    move: str


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do."""

    task: Said
    accept: list[str]
    """Moves in notation that fulfil it; * and ? stand for anything."""
    play: str
    """The move that "Show me" makes."""
    good: Said
    """What is said when it is done."""
    gain: int | None = None
    """The move has to bring so many points at least."""
    replies: list[Reply] = []


class Slip(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"task": "in"}):
    """A typical slip and what is said to it."""

    move: str
    """In notation; * and ? stand for anything."""
    say: Said
    rule: str = ""
    """The rule that refuses it; without one it is legal, but not what was asked."""
    task: int = 1
    """In which task of the step."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson: a prepared position, one sentence, and tasks."""

    id: str
    title: Said
    rules: list[str]
    """The rules it teaches, the first one the most."""
    coach: Said
    other: Said
    """What is said to whatever else is tried."""
    position: dict[str, Any]
    do: list[Task]
    again: list[Slip] = []
    seat: int = 0
    wins: int | None = None
    """The seat that has won in the end."""
    ends_with: int | None = None
    """The points of the learner in the end."""


class Tip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach says at somebody's first tables, when such a move can be made for the first time."""

    step: str
    """What it is about; a step of a turn, where the game has steps. Every tip has another one."""
    moves: list[str]
    """Moves in notation that it is about; * and ? stand for anything."""
    text: Said


class Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All steps of a game's lesson, and the coach's tips."""

    minutes: int = 4
    """How long all of it takes."""
    steps: list[Step] = []
    tips: list[Tip] = []
    file: str = ""
    """Where it is written."""


class Answer(NamedTuple):
    """What is said to a try."""

    kind: Literal["good", "again", "refused", "other"]
    """Done; a typical slip; against a rule; legal, but not what was asked."""
    text: str
    rule: str = ""
    """The id of the rule that refuses the move."""


class Attempt:
    """A step being learned: the position so far and the task at hand. A try that is not asked for changes nothing."""

    def __init__(self, game: Game, step: Step) -> None:
        self.game = game
        self.step = step
        self.state: State = game.load(step.position)
        self.number = 0
        """How many tasks are done."""
        self.found: dict[int, list[int]] = {}
        """By the number of the task: the moves that it asks for."""

    @property
    def task(self) -> Task | None:
        """What is to be done now; None when the step is done."""
        return self.step.do[self.number] if self.number < len(self.step.do) else None

    def accepts(self, action: int) -> bool:
        """Whether a legal move is what the task asks for."""
        return action in self.accepted()

    def accepted(self) -> list[int]:
        """The legal moves that the task asks for."""
        if self.number not in self.found:
            self.found[self.number] = [
                action
                for action in self.state.legal(self.step.seat)
                if fulfils(self.game, self.state, self.step, self.number, action)
            ]
        return self.found[self.number]

    def shown(self) -> int:
        """The move that "Show me" makes: the one that is written, or another where it is no longer possible."""
        assert self.task is not None
        written = [action for action in self.accepted() if self.game.text(action) == self.task.play]
        return (written or self.accepted())[0]

    def answer(self, action: int, language: str) -> Answer:
        """What is said to a move, legal or not; nothing changes yet."""
        assert self.task is not None
        rule = self.state.why_not(self.step.seat, action)
        if rule is not None:
            return self.refusal(rule, [self.game.text(action)], language)
        if self.accepts(action):
            return Answer("good", self.task.good.by(language))
        said = self.slip("", [self.game.text(action)])
        return Answer("other", self.step.other.by(language)) if said is None else Answer("again", said.by(language))

    def refusal(self, rule: str, texts: Sequence[str], language: str) -> Answer:
        """What is said where a rule, named as `game/rule`, refuses what may be any of some moves in notation."""
        broken = rule.partition("/")[2]
        said = self.slip(broken, texts)
        if said is not None:
            return Answer("again", said.by(language), broken)
        return Answer("refused", self.game.guide(language).rules[broken].statement, broken)

    def slip(self, rule: str, texts: Sequence[str]) -> Said | None:
        """What the step says to the first of some moves that is a typical slip against a rule; without one, none."""
        for slip in self.step.again:
            if (slip.task, slip.rule) == (self.number + 1, rule) and any(
                fnmatchcase(text, slip.move) for text in texts
            ):
                return slip.say
        return None

    def make(self, action: int) -> list[tuple[int, int]]:
        """Make an accepted move, and what the others reply; returns all moves with their seats."""
        task, seat = self.task, self.step.seat
        assert task is not None
        made = [(seat, action)]
        self.state.play(seat, action)
        for reply in task.replies:
            made.append((reply.seat, self.game.parse(self.state, reply.seat, reply.move)))
            self.state.play(*made[-1])
        self.number += 1
        return made


def fulfils(game: Game, state: State, step: Step, number: int, action: int) -> bool:
    """Whether a legal move does a task of a step, and leaves the next one possible."""
    task, text = step.do[number], game.text(action)
    if not any(fnmatchcase(text, pattern) for pattern in task.accept):
        return False
    after = state.copy()
    after.apply(step.seat, action)
    if task.gain is not None and after.scores()[step.seat] - state.scores()[step.seat] < task.gain:
        return False
    try:
        for reply in task.replies:
            after.play(reply.seat, game.parse(after, reply.seat, reply.move))
    except CloudtopError:
        return False
    if number + 1 == len(step.do):
        return True
    return any(fulfils(game, after, step, number + 1, then) for then in after.legal(step.seat))


# ---------------------------------------------------------------------------------------------- files


@cache
def lessons_of(package: str) -> Lessons:
    """The lessons of a game's package; none where it has no file of them."""
    if not package or not (source := files(package) / "lessons.toml").is_file():
        return Lessons()
    return read_lessons(source.read_text(encoding="utf-8"), f"{package.replace('.', '/')}/lessons.toml")


def read_lessons(text: str, name: str) -> Lessons:
    """Lessons from their text; `BadLesson` names the file, the step and what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{name}: {error}") from None
    if unknown := set(data) - {"minutes", "step", "tip"}:
        raise BadLesson(f"{name}: there is no such key as {min(unknown)}; expected minutes, step and tip")
    steps = [
        converted(step, Step, f"{name}: {named(step, 'id', number)}")
        for number, step in enumerate(listed(data, "step"))
    ]
    tips = [converted(tip, Tip, f"{name}: tip {number}") for number, tip in enumerate(listed(data, "tip"), 1)]
    for kind, ids in (("steps", [step.id for step in steps]), ("tips", [tip.step for tip in tips])):
        for one in ids:
            if ids.count(one) > 1:
                raise BadLesson(f"{name}: two {kind} are called {one}")
    for step in steps:
        if not step.do:
            raise BadLesson(f"{name}: step {step.id} has no task: [[step.do]] is missing")
    return Lessons(converted(data.get("minutes", 4), int, f"{name}: minutes"), steps, tips, name)


T = TypeVar("T")


def converted(data: object, kind: type[T], where: str) -> T:
    """Plain data as a type; `BadLesson` says where it is no such thing."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadLesson(f"{where}: {error}") from None


def listed(data: Mapping[str, Any], key: str) -> list[Any]:
    """A list of tables, written as `[[key]]`; none is an empty one."""
    found = data.get(key, [])
    return found if isinstance(found, list) else [found]


def named(step: object, key: str, number: int) -> str:
    """What to call a step that may be wrong in any way."""
    name = step.get(key) if isinstance(step, Mapping) else None
    return f"step {name}" if isinstance(name, str) else f"step {number + 1}"


# ------------------------------------------------------------------------------------- whether they can be taught

COACH, TASK, TITLE = (110, 56), (64, 32), (32, 17)
"""So many letters a text has at most, and so many in Japanese."""
PLACE = re.compile(r"(?<![A-Za-z0-9])[a-z][0-9]{1,2}(?![A-Za-z0-9])")
"""The name of a place, which nobody has learned yet."""


def check_lessons(game: Game) -> None:
    """Raise `BadLesson` with the file, the step and what is wrong, if a lesson cannot be taught as it is written."""
    lessons = game.lessons()
    for step in lessons.steps:
        for fault in (*faults(game, step), *wrong_texts(step)):
            raise BadLesson(f"{lessons.file}: step {step.id}: {fault}")
    for tip in lessons.tips:
        if not any(fnmatchcase(game.text(action), move) for action in range(game.actions) for move in tip.moves):
            raise BadLesson(f"{lessons.file}: tip {tip.step}: no move of the game is one of {', '.join(tip.moves)}")
        for fault in wrong_text("text", tip.text, COACH):
            raise BadLesson(f"{lessons.file}: tip {tip.step}: {fault}")


def faults(game: Game, step: Step) -> Iterator[str]:
    """What is wrong with a step, tried in the engine: its position, its tasks, its slips, its texts and its end."""
    try:
        attempt = Attempt(game, step)
    except CloudtopError as error:
        yield f"the position cannot be loaded: {error}"
        return
    if not 0 <= step.seat < attempt.state.players:
        yield f"there is no seat {step.seat}"
        return
    yield from (f"there is no rule {rule}" for rule in step.rules if rule not in game.rule_ids)
    yield from (f"a slip is in task {slip.task}" for slip in step.again if not 1 <= slip.task <= len(step.do))
    unasked: list[str] = []
    for number, task in enumerate(step.do, 1):
        yield from wrong_slips(attempt, [slip for slip in step.again if slip.task == number])
        try:
            action = game.parse(attempt.state, step.seat, task.play)
        except CloudtopError as error:
            yield f"task {number} cannot be played: {error}"
            return
        try:
            accepted = attempt.accepts(action)
            attempt.make(action)
        except CloudtopError as error:
            yield f"a reply of task {number} cannot be played: {error}"
            return
        if not accepted:
            unasked.append(f"task {number} does not accept the move that it shows, {task.play}")
    yield from unasked
    outcome, scores = attempt.state.outcome(), attempt.state.scores()
    if step.wins is not None and (outcome is None or step.wins not in outcome.winners):
        yield f"seat {step.wins} has not won in the end"
    if step.ends_with is not None and scores[step.seat] != step.ends_with:
        yield f"it ends with {scores[step.seat]} points, not with {step.ends_with}"


def wrong_slips(attempt: Attempt, slips: Sequence[Slip]) -> Iterator[str]:
    """The slips that are not what they are said to be."""
    game, state, seat = attempt.game, attempt.state, attempt.step.seat
    others = [game.text(action) for action in state.legal(seat) if not attempt.accepts(action)]
    for slip in slips:
        if not slip.rule:
            if not any(fnmatchcase(text, slip.move) for text in others):
                yield f"{slip.move} is no legal move besides those that are asked for"
            continue
        broken = refusal(game, state, seat, slip.move)
        if broken != slip.rule:
            yield f"{slip.move} is refused by {broken or 'nothing'}, not by {slip.rule}"


def refusal(game: Game, state: State, seat: int, text: str) -> str:
    """The rule that refuses a move; empty for a legal one, and for what is no move."""
    try:
        rule = state.why_not(seat, game.parse(state, seat, text, checked=False))
    except IllegalMove as error:
        rule = error.rule
    except NotAMove:
        return ""
    return "" if rule is None else rule.partition("/")[2]


def wrong_texts(step: Step) -> Iterator[str]:
    """The texts of a step that are missing, too long, or speak of places by their names."""
    yield from wrong_text("title", step.title, TITLE)
    yield from wrong_text("coach", step.coach, COACH)
    yield from wrong_text("other", step.other, COACH)
    for task in step.do:
        yield from wrong_text("task", task.task, TASK)
        yield from wrong_text("good", task.good, COACH)
    for slip in step.again:
        yield from wrong_text("say", slip.say, COACH)


def wrong_text(name: str, said: Said, most: tuple[int, int]) -> Iterator[str]:
    """What is wrong with a text that may have so many letters."""
    for language in LANGUAGES:
        text, limit = said.by(language), most[language == "ja"]
        if not text:
            yield f"{name} is missing in {language}"
        if len(text) > limit:
            yield f"{name} has {len(text)} letters in {language}, {limit} are the most: {text}"
        if place := PLACE.search(text):
            yield f"{name} names the place {place[0]} in {language}: {text}"
