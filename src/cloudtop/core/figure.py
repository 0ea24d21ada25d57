"""Figures of a guide: positions in which a rule is seen to allow and to refuse, played before they are drawn.

A room keeps them in `figures.toml`, beside its guide: for each rule either examples or the reason why none would help.
What an example claims is asked of the engine whenever it is played. Where a move is refused by another rule, or a score
is counted differently, there is an error and no picture.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cloudtop.core.errors import BadFigure, CloudtopError
from cloudtop.core.view import plain
from cloudtop.core.words import check_language

if TYPE_CHECKING:
    from cloudtop.core.game import Game
    from cloudtop.core.state import ScoreLine, State
    from cloudtop.core.teller import Where

MARKS = ("allowed", "refused", "good", "bad")
"""What an example can say of its move: the rule allows or refuses it; or it is legal, and ends well or badly."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture of a figure: a position, perhaps a move, and what is to be seen there, in every language."""

    en: str
    fr: str
    ja: str
    position: str = ""
    """The name of a position; without one, that of the example before."""
    change: dict[str, Any] = {}
    """Keys of the position that are different here."""
    first: tuple[str, ...] = ()
    """Moves that are made before anything is shown, each by whoever is to move."""
    seat: int | None = None
    """Who makes the move and who is looking; without one, whoever is to move."""
    allowed: str = ""
    refused: str = ""
    good: str = ""
    bad: str = ""
    """One of `MARKS` at most names a move, as it is written."""
    then: dict[str, Any] = {}
    """What holds afterwards at places of the written position (`worlds.0.land.d5`), of `scores` and of `outcome`.

    False also stands for nothing, which TOML cannot write.
    """
    points: tuple[tuple[int, ...], ...] = ()
    """What is counted: a row of numbers for each line of the score sheet that the rule gives."""
    sheet: bool = False
    """Whether all lines of the score sheet are meant, not only those of the rule."""
    panel: str = ""
    """Which panel is shown; without one, the first."""
    form: str = ""
    """How the panel is to be drawn, where it has forms."""
    around: tuple[str, ...] = ()
    """Items (patterns of ids) that have to be seen; without any, those that the room's look names."""
    cross: tuple[str, ...] = ()
    """Items in the middle of which a cross stands."""
    line: tuple[str, ...] = ()
    """Two items that a dotted line joins."""

    @property
    def mark(self) -> str:
        """Which of `MARKS` it carries; none where only a position is shown."""
        return next((mark for mark in MARKS if getattr(self, mark)), "")

    @property
    def move(self) -> str:
        """The move that is shown, as it is written."""
        return getattr(self, self.mark) if self.mark else ""

    def caption(self, language: str) -> str:
        """What is to be seen, in a language."""
        text: str = getattr(self, check_language(language))
        return text


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The examples of one rule, or why none would help."""

    rule: str
    example: tuple[Example, ...] = ()
    none: str = ""
    """Why the rule has no figure; said to those who work on the game alone."""


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a room's figures are cut out of its panels, and how high its things stand."""

    around: tuple[str, ...] = ()
    """Items that have to be seen; without any, the whole panel is."""
    pad: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Room left, above, right and below the places of these items."""
    lift: dict[str, float] = {}
    """By pattern of sprites: how far above an item's place its marks stand."""
    cross: tuple[str, ...] = ()
    """Where the cross of a refused move stands: the first of these patterns that fits an item of its ghost."""


class Icon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small drawing among the words of the guide."""

    sprites: tuple[str, ...]
    box: tuple[float, float, float, float]
    """What is seen of them: left, top, width, height."""


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All figures of a game."""

    look: Look = Look()
    icon: dict[str, Icon] = {}
    """By the name that the guide writes as `{=name}`."""
    position: dict[str, dict[str, Any]] = {}
    """Positions by name: what the game loads; `like` names one of which only some keys are changed."""
    figure: tuple[Figure, ...] = ()
    card: tuple[str, ...] = ()
    """The rules on the page that sums the game up, in its order."""

    def of(self, rule: str) -> Figure | None:
        """The figure of a rule that has examples."""
        return next((figure for figure in self.figure if figure.rule == rule and figure.example), None)

    def written(self, name: str) -> dict[str, Any]:
        """A position by its name, with what it shares with another."""
        if name not in self.position:
            raise BadFigure(f"there is no position {name!r}")
        keys = dict(self.position[name])
        like = keys.pop("like", None)
        return self.written(like) | keys if like else keys

    def placed(self, rule: str) -> Iterator[tuple[Example, dict[str, Any]]]:
        """The examples of a rule, each with its position."""
        figure = self.of(rule)
        name = ""
        for example in figure.example if figure else ():
            name = example.position or name
            yield example, self.written(name) | example.change


class Line(NamedTuple):
    """A line of a score sheet that an example counts."""

    line: ScoreLine
    where: Where | None
    points: tuple[int, ...]
    """What adds up to it."""


class Played(NamedTuple):
    """An example that the engine has confirmed."""

    rule: str
    example: Example
    seat: int
    state: State
    """What is shown: after an allowed move, before a refused one."""
    move: Any
    """The move of the example, a value; None without one."""
    counted: tuple[Line, ...]


def played(game: Game, rule: str) -> tuple[Played, ...]:
    """The examples of a rule, played; `BadFigure` where the engine sees it differently."""
    found = []
    for number, (example, position) in enumerate(game.figures().placed(rule), 1):
        try:
            found.append(play(game, rule, example, position))
        except CloudtopError as error:
            raise BadFigure(f"{game.name}/{rule}, example {number}: {error}") from error
    return tuple(found)


def play(game: Game, rule: str, example: Example, position: Mapping[str, Any]) -> Played:
    """One example of a rule, played."""
    state = game.load(position)
    for text in example.first:
        seat = state.turn()[0]
        state.play(seat, game.parse(state, seat, text))
    turn = state.turn()
    seat = example.seat if example.seat is not None else turn[0] if turn else 0
    move = meant(game, state, seat, example.move) if example.move else None
    refusal = None if move is None else game.rulebook.why_not(state, seat, move)
    if example.mark == "refused" and refusal != f"{game.name}/{rule}":
        raise BadFigure(f"{example.move} is to be refused by this rule, but the engine says {refusal}")
    if move is not None and example.mark != "refused":
        if refusal is not None:
            raise BadFigure(f"{example.move} is to be allowed, but {refusal} forbids it")
        state.play(seat, game.moves.number(move))
    for place, value in example.then.items():
        if (is_so := found_at(state, place)) != value and not (value is False and is_so is None):
            raise BadFigure(f"{place} is {is_so!r} there, not {value!r}")
    return Played(rule, example, seat, state, move, counted(game, rule, example, state, seat))


def meant(game: Game, state: State, seat: int, text: str) -> Any:
    """The move that a text means, legal or not, with a number or without."""
    exact = game.moves.written(text)
    readings: Sequence[Any] = game.read(state, seat, text) if exact is None else [exact]
    if not readings:
        raise BadFigure(f"{text!r} is no move of {game.name}")
    return readings[0]


def found_at(state: State, place: str) -> Any:
    """What stands at a place of a written position, or of how it ended; None where nothing does."""
    outcome = state.outcome()
    found = plain(state.dump() | {"scores": state.scores(), "outcome": outcome and outcome._asdict()})
    for step in place.split("."):
        if isinstance(found, Mapping):
            found = found.get(step)
        elif isinstance(found, list) and step.isdigit() and int(step) < len(found):
            found = found[int(step)]
        else:
            return None
    return found


def counted(game: Game, rule: str, example: Example, state: State, seat: int) -> tuple[Line, ...]:
    """The lines of the score sheet that an example counts, its numbers compared with the engine's."""
    if not example.points:
        return ()
    sheet, view = state.score_sheet(seat), state.view(seat)
    lines = [line for line in sheet.lines if example.sheet or line.rule == f"{game.name}/{rule}"]
    found = []
    for line in lines:
        where = game.where(view, seat, line)
        parts = tuple(part.points for part in where.counted) if where else ()
        if parts and sum(parts) != line.points:
            raise BadFigure(f"{line.key} is worth {line.points}, but what is counted on the board makes {sum(parts)}")
        found.append(Line(line, where, parts or (line.points,)))
    if (parts_found := tuple(line.points for line in found)) != example.points:
        raise BadFigure(f"the engine counts {parts_found}, not {example.points}")
    return tuple(found)


def read_figures(text: str) -> Figures:
    """Figures from their TOML; `BadFigure` says what is wrong with it."""
    try:
        return msgspec.convert(tomllib.loads(text), Figures)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadFigure(f"these are no figures: {error}") from None


@cache
def figures_of(package: str) -> Figures:
    """The figures of the room whose package this is; a room that has none draws none, nor does a lone module."""
    if not package:
        return Figures()
    source = files(package) / "figures.toml"
    return read_figures(source.read_text(encoding="utf-8")) if source.is_file() else Figures()
