"""Lessons: a game learned by playing prepared positions, one task after the other. No input or output.

A room writes them in `lessons.toml`: a position, a sentence, one task or several, and answers to typical slips.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from cloudtop.core.errors import CloudtopError, IllegalMove, NotAMove
from cloudtop.core.state import State

if TYPE_CHECKING:
    from cloudtop.core.game import Game

Said = dict[Literal["en", "fr", "ja"], str]
"""A text in every language."""


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


class Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """All steps of a game's lesson."""

    minutes: int = 4
    """How long all of it takes."""
    steps: list[Step] = []


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

    @property
    def task(self) -> Task | None:
        """What is to be done now; None when the step is done."""
        return self.step.do[self.number] if self.number < len(self.step.do) else None

    def accepts(self, action: int) -> bool:
        """Whether a legal move is what the task asks for."""
        task, seat, text = self.task, self.step.seat, self.game.text(action)
        if task is None or not any(fnmatchcase(text, pattern) for pattern in task.accept):
            return False
        if task.gain is None:
            return True
        after = self.state.copy()
        after.apply(seat, action)
        return after.scores()[seat] - self.state.scores()[seat] >= task.gain

    def accepted(self) -> list[int]:
        """The legal moves that the task asks for."""
        return [action for action in self.state.legal(self.step.seat) if self.accepts(action)]

    def shown(self) -> int:
        """The move that "Show me" makes."""
        assert self.task is not None
        return self.game.parse(self.state, self.step.seat, self.task.play)

    def answer(self, action: int, language: str) -> Answer:
        """What is said to a move, legal or not; nothing changes yet."""
        task, text = self.task, self.game.text(action)
        assert task is not None
        rule = self.state.why_not(self.step.seat, action)
        if rule is None and self.accepts(action):
            return Answer("good", task.good[spoken(language)])
        broken = "" if rule is None else rule.partition("/")[2]
        for slip in self.step.again:
            if slip.task == self.number + 1 and slip.rule == broken and fnmatchcase(text, slip.move):
                return Answer("again", slip.say[spoken(language)], broken)
        if broken:
            return Answer("refused", self.game.guide(language).rules[broken].statement, broken)
        return Answer("other", self.step.other[spoken(language)])

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


def spoken(language: str) -> Literal["en", "fr", "ja"]:
    """A language as texts are kept."""
    return "fr" if language == "fr" else "ja" if language == "ja" else "en"


# ---------------------------------------------------------------------------------------------- files


@cache
def lessons_of(package: str) -> Lessons:
    """The lessons of a game's package; none where it has no file of them."""
    source = files(package) / "lessons.toml"
    if not source.is_file():
        return Lessons()
    return read_lessons(source.read_text(encoding="utf-8"), f"{package}/lessons.toml")


def read_lessons(text: str, name: str) -> Lessons:
    """Lessons from their text; `BadLesson` names the file and what is wrong with it."""
    try:
        found = msgspec.convert(tomllib.loads(text), Lessons)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLesson(f"{name}: {error}") from None
    ids = [step.id for step in found.steps]
    if len(set(ids)) < len(ids):
        raise BadLesson(f"{name}: two steps have the same id")
    return found


def faults(game: Game, step: Step) -> Iterator[str]:
    """What is wrong with a step, tried in the engine: its position, its tasks, its slips, its texts and its end."""
    try:
        attempt = Attempt(game, step)
    except CloudtopError as error:
        yield f"the position cannot be loaded: {error}"
        return
    yield from (f"there is no rule {rule}" for rule in step.rules if rule not in game.rule_ids)
    for number, task in enumerate(step.do, 1):
        yield from wrong_slips(attempt, [slip for slip in step.again if slip.task == number])
        try:
            action = attempt.shown()
        except CloudtopError as error:
            yield f"task {number} cannot be played: {error}"
            return
        if not attempt.accepts(action):
            yield f"task {number} does not accept the move that it shows, {task.play}"
        try:
            attempt.make(action)
        except CloudtopError as error:
            yield f"a reply of task {number} cannot be played: {error}"
            return
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


def texts_of(step: Step) -> Iterator[tuple[str, Mapping[Any, str], int]]:
    """Every text of a step: what it is, in all languages, and how many letters it may have at most (0: any number)."""
    yield "title", step.title, 32
    yield "coach", step.coach, 110
    yield "other", step.other, 0
    for task in step.do:
        yield "task", task.task, 64
        yield "good", task.good, 0
    for slip in step.again:
        yield "say", slip.say, 0
