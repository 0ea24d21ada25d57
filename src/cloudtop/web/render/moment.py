"""A table at one moment: what several guests see of it is found once, each part from what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache, wraps
from itertools import chain, repeat
from operator import attrgetter, itemgetter
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cloudtop.core.game import Game
from cloudtop.core.scene import Item, Part, Slot, Staging
from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State
from cloudtop.core.teller import Progress, Rung, Sign
from cloudtop.table import Table
from cloudtop.web.render.gallery import PanelCache
from cloudtop.web.render.phrases import move_in_words, names_seen, rule_in_words, server_words
from cloudtop.web.socket.messages import (
    Decision,
    LegalMove,
    Panel,
    ProgressTold,
    SeatStatus,
    Sheet,
    SheetLine,
    StepState,
    TurnStep,
)

P = ParamSpec("P")
T = TypeVar("T")
Targets = tuple[str, ...]
UNKNOWN: Any = object()
"""What was not asked yet."""
BY_NAME = ("scores", "counted")
"""What is asked of the position before a move when the move is told."""
TOTAL = itemgetter(ScoreSheet._fields.index("total"))
RULE = itemgetter(ScoreLine._fields.index("rule"))
TARGETS = attrgetter("targets")
ITEM_TARGET = itemgetter(Item._fields.index("target"))
SLOT_TARGET = itemgetter(Slot._fields.index("target"))


class Sight(NamedTuple):
    """From where a guest looks: whose eyes, which language, which side of the board, in which form, told or not."""

    you: int | None
    lang: str
    side: int
    form: str = ""
    told: bool = False
    """Whether the position is told in words as well."""


class Shown(Struct, frozen=True):
    """The panels and the decision of one viewpoint."""

    panels: dict[str, Panel]
    decision: Decision | None


class Standing(NamedTuple):
    """How the players stood after a move, and in which round it was made; None where rounds are not counted."""

    round: int | None
    scores: tuple[int, ...]


def once(method: Callable[Concatenate[Moment, P], T]) -> Callable[Concatenate[Moment, P], T]:
    """A question that is answered once for each way to ask it."""
    ask: Callable[..., T] = method
    name = method.__name__

    # Some sixty are asked at a move: to gather arguments in order to look them up would take longer than to look.
    def plain(self: Moment) -> T:
        known: T = self.found.get(name, UNKNOWN)
        if known is UNKNOWN:
            known = self.found[name] = ask(self)
        return known

    def about(self: Moment, what: Hashable) -> T:
        known: T = self.found.get((name, what), UNKNOWN)
        if known is UNKNOWN:
            known = self.found[name, what] = ask(self, what)
        return known

    def about_both(self: Moment, what: Hashable, other: Hashable) -> T:
        known: T = self.found.get((name, what, other), UNKNOWN)
        if known is UNKNOWN:
            known = self.found[name, what, other] = ask(self, what, other)
        return known

    answered: Callable[..., T] = (plain, about, about_both)[method.__code__.co_argcount - 1]
    return wraps(method)(answered)


class Memory:
    """What is known of a table from the moments before: the next one is hardly ever all new."""

    def __init__(self) -> None:
        self.standings: dict[int, Standing] = {}
        """How the players stood after each move that was told, by its event."""
        self.lasting: dict[tuple[object, str], Any] = {}
        """What is the same from move to move, as long as nobody sits down, leaves or takes another name."""
        self.sheets: dict[tuple[str, int], tuple[ScoreSheet, Sheet]] = {}
        """The score sheets that were put in words last, by language and seat: most stay from move to move."""
        self.panels = PanelCache()
        """Panels drawn for this position and the one before."""


class Moment:
    """A table in one position. It is of use until something happens at the table."""

    def __init__(self, table: Table, state: State, plan: Sequence[int] = (), memory: Memory | None = None) -> None:
        self.table = table
        self.state = state
        self.plan = plan
        """Moves of a turn that are decided but not made: the position is the one after them."""
        self.game = table.game
        self.seq = table.seq
        self.found: dict[object, Any] = {}
        self.memory = Memory() if memory is None else memory

    def rest(self) -> None:
        """Let go of what was found, but for what the next move is told by; it can be found again."""
        found, kept = self.found, dict[object, Any]()
        for name in BY_NAME:
            if name in found:
                kept[name] = found[name]
        self.found = kept
        self.memory.panels.begin()

    # ------------------------------------------------------------------ what depends on nobody

    @once
    def turn(self) -> list[int]:
        """The seats that may decide now."""
        return self.state.turn()

    @once
    def scores(self) -> tuple[int, ...]:
        """Points per seat, as if the game ended now."""
        return tuple(map(TOTAL, self.score_sheets()))

    @once
    def score_sheets(self) -> tuple[ScoreSheet, ...]:
        """Everybody's score sheet, as if the game ended now."""
        return tuple(map(self.state.score_sheet, range(self.state.players)))

    @once
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.outcome()

    @once
    def counted(self) -> Progress | None:
        """How far the game has come, as everybody knows; None where nothing is counted."""
        return self.game.progress(self.view(None))

    @once
    def secrets(self) -> bool:
        """Whether seats that share a browser see different things."""
        if not self.shared_device():
            return False
        everybody = self.known(None).known
        return any(self.known(seat).known != everybody for seat in range(self.state.players))

    def shared_device(self) -> bool:
        """Whether one browser holds several seats."""
        found: bool | None = self.memory.lasting.get(("device", ""))
        if found is None:
            holders = [holder for seat in self.table.seats for holder in seat.holders]
            found = self.memory.lasting["device", ""] = len(holders) != len(set(holders))
        return found

    def shared(self, find: Callable[Concatenate[Moment, P], T], *about: P.args, **named: P.kwargs) -> T:
        """What others find about the moment, once for all who ask about the same."""
        found: T = self.found.get((find, about), UNKNOWN)
        if found is UNKNOWN:
            found = self.found[find, about] = find(self, *about, **named)
        return found

    # ------------------------------------------------------------------ what depends on the language

    def line(self, line: ScoreLine, language: str) -> SheetLine:
        """A line of a score sheet."""
        try:
            fields = line.fields
            return line_told(self.game, language, line.rule, line.key, line.points, (*fields,), *fields.values())
        except TypeError:
            # A game may fill in what cannot be looked up.
            return SheetLine(self.game.say_score(line, self.game.words(language)), line.points, line.rule)

    @once
    def sheets(self, language: str) -> tuple[Sheet, ...]:
        """Everybody's score sheet in words."""
        return tuple(map(self.sheet, self.score_sheets(), repeat(language)))

    def sheet(self, sheet: ScoreSheet, language: str) -> Sheet:
        """A score sheet in words."""
        sheets = self.memory.sheets
        known = sheets.get((language, sheet.seat))
        if known is None or known[0] != sheet:
            lines = tuple(map(self.line, sheet.lines, repeat(language)))
            known = sheets[language, sheet.seat] = sheet, Sheet(sheet.seat, sheet.total, lines)
        return known[1]

    @once
    def titles(self, language: str) -> dict[str, str]:
        """What the rules are called by which points are given now."""
        rules: list[str] = []
        for sheet in self.score_sheets():
            rules += map(RULE, sheet.lines)
        return titles_of(self.game, tuple(rules), language)

    @once
    def progress(self, language: str) -> ProgressTold | None:
        """How far the game has come, in words; None where nothing is counted."""
        found = self.counted()
        return None if found is None else progress_told(self.game, found, language)

    @once
    def scale(self, language: str) -> tuple[Rung, ...]:
        """For one player alone: the steps on which a result stands."""
        if self.state.players > 1:
            return ()
        return tuple(self.game.scale(1, self.state.options, self.game.words(language)))

    @once
    def seats(self, language: str, here: frozenset[int]) -> tuple[SeatStatus, ...]:
        """Who sits where, who is here, and how they stand."""
        signs = self.signs(language)
        chosen = self.chosen()
        return seats_seen(self.table, self.names(None, language), here, self.turn(), self.scores(), chosen, signs)

    def signs(self, language: str) -> tuple[tuple[Sign, ...], ...]:
        """What the seats are known by on the board, besides their marks."""
        found: tuple[tuple[Sign, ...], ...] | None = self.memory.lasting.get(("signs", language))
        if found is None:
            words, options, players = self.game.words(language), self.state.options, self.state.players
            found = tuple([tuple(self.game.signs(players, options, seat, words)) for seat in range(players)])
            self.memory.lasting["signs", language] = found
        return found

    def chosen(self) -> set[int]:
        """The seats that have chosen in secret, while others still do."""
        found: set[int] = set()
        turn = self.turn()
        for entry in reversed(self.table.log):
            if not entry.secret or not turn:
                break
            if entry.seat not in turn:
                found.add(entry.seat)
        return found

    # ------------------------------------------------------------------ what depends on whose eyes

    @once
    def view(self, you: int | None) -> Any:
        """All that a page shows a seat, or a spectator: what it knows, less what it has to keep in mind itself."""
        view = self.known(you)
        if not self.table.opened.forget or self.table.over:
            return view
        return replace(view, facts=self.game.forgotten(view.facts))

    @once
    def known(self, you: int | None) -> Any:
        """All that a seat knows, or a spectator: what everybody knows is found once for all."""
        if you is None:
            return self.state.view(None)
        return self.game.view(self.state, you, self.known(None))

    def names(self, you: int | None, language: str) -> list[str]:
        """What the players are called, as one of them sees them."""
        found: list[str] | None = self.memory.lasting.get((you, language))
        if found is None:
            found = self.memory.lasting[you, language] = names_seen(self.table, you, language)
        return found

    @once
    def text(self, you: int | None, language: str) -> str:
        """The position in words."""
        return self.game.board_text(self.view(you), language)

    @once
    def legal(self, seat: int) -> list[int]:
        """The moves a seat may make now."""
        return self.state.legal(seat)

    def touched(self, seat: int, action: int) -> Targets:
        """What a seat touches to make a move, legal or not."""
        return self.game.targets(self.view(seat), action)

    @once
    def touches(self, seat: int) -> list[Targets]:
        """What a seat touches for each of the moves it may make now."""
        return self.game.touching(self.view(seat), [*map(self.game.moves.__getitem__, self.legal(seat))])

    @once
    def targets(self, seat: int) -> Targets:
        """Every target of the moves a seat may make now."""
        return tuple(dict.fromkeys(chain.from_iterable(self.touches(seat))))

    @once
    def choices(self, seat: int, language: str) -> tuple[LegalMove, ...]:
        """The moves a seat may make now, in words."""
        legal, game = self.legal(seat), self.game
        return tuple(map(legal_move, repeat(game), [0, *legal], legal, self.touches(seat), repeat(language)))

    @once
    def may_undo(self, seat: int) -> bool:
        """Whether a seat may take something back."""
        return self.table.undo_keeps(seat) is not None

    # ------------------------------------------------------------------ what depends on all of it

    @once
    def shown(self, sight: Sight) -> Shown:
        """The table as panels, with targets lit, and the decision to be made."""
        you = sight.you
        # Who decides here, or may take something back.
        deciding = you is not None and not self.table.seats[you].level and bool(self.legal(you) or self.may_undo(you))
        if you is None or not deciding:
            return Shown(self.panels(sight), None)
        panels = self.panels(sight, self.targets(you))
        return Shown(panels, self.asked(you, sight.lang, panels))

    def panels(
        self, sight: Sight, targets: Collection[str] = (), chosen: Collection[str] = (), ghost: int | None = None
    ) -> dict[str, Panel]:
        """The panels by name, with these targets lit, these picked, and a considered move as a ghost."""
        cache, words = self.memory.panels, self.game.words(sight.lang)
        return {part.name: cache.panel(part, words) for part in self.parts(sight, targets, chosen, ghost)}

    def parts(
        self, sight: Sight, targets: Collection[str] = (), chosen: Collection[str] = (), ghost: int | None = None
    ) -> Sequence[Part]:
        """What there is to see, with these targets to pick, these picked, and a move that is considered."""
        game, names = self.game, self.names(sight.you, sight.lang)
        considered = None if ghost is None else game.moves[ghost]
        drafted = [game.moves[action] for action in self.plan] if self.plan else ()
        staging = Staging(sight.side, names, targets, chosen, considered, drafted, sight.form)
        return game.parts(self.view(sight.you), game.words(sight.lang), staging)

    def asked(self, seat: int, language: str, panels: Mapping[str, Panel]) -> Decision:
        """What a seat has to decide, or to take back, with these panels before it."""
        choices = self.choices(seat, language)
        prompt, steps = self.prompt(seat, language), self.steps(seat, language)
        return Decision(prompt, steps, choices, self.labels(choices, language, panels), self.may_undo(seat))

    def prompt(self, seat: int, language: str, chosen: Collection[str] = ()) -> str:
        """What to do now, in the game's words if it has some."""
        targets, words = self.targets(seat), server_words(language)
        if not targets and not self.legal(seat):
            return words("waiting")
        return self.game.ask(self.view(seat), self.game.words(language), targets, chosen) or words("prompt")

    def steps(self, seat: int, language: str, last: int | None = None) -> tuple[TurnStep, ...]:
        """The steps of the seat's turn: what is drafted, what is to be done, what comes later.

        With a last move, which completes it, nothing is left to be done.
        """
        names = tuple(self.game.steps(self.view(seat)))
        plan = self.plan if last is None else (*self.plan, last)
        legal = self.legal(seat) if last is None else ()
        return steps_told(self.game, names, frozenset(steps_of(self.game, legal)), tuple(plan), language)

    def labels(self, choices: Collection[LegalMove], language: str, panels: Mapping[str, Panel]) -> dict[str, str]:
        """What to call the targets that no item of these panels answers to: they become buttons."""
        words = self.game.words(language)
        off_stage = {*chain.from_iterable(map(TARGETS, choices))}
        for panel in panels.values():
            if not off_stage:
                break
            off_stage.difference_update(map(ITEM_TARGET, panel.items))
            off_stage.difference_update(map(SLOT_TARGET, panel.slots))
        found: dict[str, str] = {}
        if not off_stage:
            return found
        for choice in choices:
            for target in choice.targets:
                if target not in off_stage or target in found:
                    continue
                facet, _, value = target.partition(":")
                key = next((key for key in (f"target.{target}", f"target.{facet}") if key in words), None)
                if key is not None:
                    found[target] = words(key, value=value)
                else:
                    found[target] = choice.words if len(choice.targets) == 1 else value or facet
        return found


@lru_cache(maxsize=1 << 15)
def step_of(game: Game, action: int) -> str:
    """The step of a turn that a move belongs to."""
    return game.step(game.moves[action])


def steps_of(game: Game, actions: Sequence[int]) -> list[str]:
    """The steps that moves belong to."""
    return [*map(step_of, repeat(game), actions)]


@lru_cache(maxsize=1 << 11)
def steps_told(
    game: Game, names: tuple[str, ...], open_now: frozenset[str], plan: tuple[int, ...], language: str
) -> tuple[TurnStep, ...]:
    """The steps of a turn in words, some of which are open now; most turns have the same ones."""
    words = game.words(language)
    reached = {*open_now, *steps_of(game, plan)}
    made = names[: next((number for number, name in enumerate(names) if name in reached), 0)]
    found: list[TurnStep] = []
    for name in names:
        drafted = tuple([action for action in plan if step_of(game, action) == name])
        done = tuple([move_in_words(game, action, language) for action in drafted])
        first = not any(step.state in ("now", "open") for step in found)
        here: StepState = "now" if len(open_now) == 1 or first else "open"
        state: StepState = here if name in open_now else "done" if done or name in made else "next"
        found.append(TurnStep(name, words(f"step.{name}"), words(f"step.{name}.ask"), state, done, drafted))
    return tuple(found)


@lru_cache(maxsize=1 << 14, typed=True)
def line_told(
    game: Game, language: str, rule: str, key: str, points: int, names: tuple[str, ...], *values: object
) -> SheetLine:
    """A line of a score sheet, by all that it is; most of a sheet stays from move to move."""
    line = ScoreLine(rule, key, dict(zip(names, values, strict=True)), points)
    return SheetLine(game.say_score(line, game.words(language)), points, rule)


@lru_cache(maxsize=1 << 10)
def progress_told(game: Game, progress: Progress, language: str) -> ProgressTold:
    """How far a game has come, in words; it is the same for many moves."""
    words = game.words(language)
    text = words(f"progress.{progress.unit}", now=progress.now, of=progress.of)
    notice = words(f"notice.{progress.notice}") if progress.notice else ""
    return ProgressTold(progress.now, progress.of, text, progress.last, notice)


@lru_cache(maxsize=1 << 10)
def titles_of(game: Game, rules: tuple[str, ...], language: str) -> dict[str, str]:
    """What rules are called; some of them may be named twice."""
    return {rule: rule_in_words(game, rule, language).title for rule in rules}


@lru_cache(maxsize=1 << 14)
def legal_move(game: Game, before: int, action: int, touched: Targets, language: str) -> LegalMove:
    """A move of a decision, after another one; steps from number to number are shorter than the numbers."""
    return LegalMove(action - before, touched, game.text(action), move_in_words(game, action, language))


def seats_seen(
    table: Table,
    names: Sequence[str],
    here: frozenset[int],
    turn: Collection[int],
    scores: Sequence[int],
    chosen: Collection[int] = (),
    signs: Sequence[tuple[Sign, ...]] = (),
) -> tuple[SeatStatus, ...]:
    """Who sits where, who is here, who has to decide, and how they stand."""
    found: list[SeatStatus] = []
    for number, seat in enumerate(table.seats):
        status = SeatStatus(
            seat=number,
            name=names[number],
            kind=seat.kind,
            level=seat.level,
            here=bool(seat.level) or number in here,
            free=seat.free,
            deciding=number in turn,
            chosen=number in chosen,
            score=scores[number],
            signs=signs[number] if signs else (),
        )
        found.append(status)
    return tuple(found)
