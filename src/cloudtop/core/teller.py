"""What a game may tell people besides its rules: the steps of a turn, what a move brings about, what counted where.

Everything here has a default, so that a game can be played without it. A room's own is in its `telling.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from typing_extensions import TypeVar

from cloudtop.core.scene import Picture
from cloudtop.core.state import ScoreLine, State
from cloudtop.core.words import Words

S = TypeVar("S", bound=State, default=Any)
V = TypeVar("V", default=Any)
M = TypeVar("M", default=Any)


class Progress(NamedTuple):
    """How far a game has come: round 6 of 8."""

    now: int
    of: int
    unit: str = "round"
    """Words: `progress.UNIT` with `now` and `of`."""
    last: bool = False
    """Whether these are the last turns."""
    notice: str = ""
    """Said once while these are the last turns: what that means. Words: `notice.NOTICE`."""


class Brings(NamedTuple):
    """Something that a move brings about, besides points."""

    text: str
    """In words: "Devoured: it touches water"."""
    good: bool | None = None
    """For whoever makes the move; None is neither."""
    marks: tuple[str, ...] = ()
    """Items of the deed's panel that it is about."""
    chance: bool = False
    """Whether it is only made possible: of a draft that has gone on from there it is not told any more."""


class Deed(NamedTuple):
    """A move as it is told to others: a verb, a small picture, and where it is seen."""

    text: str
    """A short phrase without coordinates: "built a walkway"."""
    picture: Picture = Picture()
    panel: str = ""
    """Where it happened."""
    marks: tuple[str, ...] = ()
    """Items of that panel, after the move, that show it."""
    brings: tuple[Brings, ...] = ()


class Counted(NamedTuple):
    """A part of a score line: these items brought so many points."""

    items: tuple[str, ...]
    points: int


class Where(NamedTuple):
    """Where a score line comes from: on one panel, in parts that add up to the line."""

    panel: str
    counted: tuple[Counted, ...]


class About(NamedTuple):
    """A piece, card or token, seen close."""

    title: str
    text: str
    """What it is and what it does."""
    rule: str = ""
    """The id of the rule that tells more."""
    picture: Picture = Picture()


class Sign(NamedTuple):
    """What a player is known by on the board, besides the mark of the seat: a colour, a family."""

    sprite: str
    title: str


class Tie(NamedTuple):
    """How equal scores were told apart."""

    rule: str
    """The id of the rule."""
    title: str
    """What was compared, in words."""
    values: tuple[int | None, ...]
    """By seat; None for those it did not concern."""


class Thing(NamedTuple):
    """Something of a game that statistics can be kept of: a kind of piece, card or score line."""

    kind: str
    """Words: `things.KIND`, what such things are called together."""
    name: str
    """In writing, as in the box."""


class Rung(NamedTuple):
    """A step of the scale on which a lone player's result stands."""

    points: int
    """The least that reaches it."""
    text: str


class Teller(Generic[S, V, M]):
    """What the house asks a game to tell; a game answers what it can."""

    # ------------------------------------------------------------------ a turn

    def steps(self, view: V, /) -> tuple[str, ...]:
        """The steps of the turn that the looking seat is in, in order; none where a turn is one move.

        Words: `step.NAME`, its title, and `step.NAME.ask`, what there is to do in a few words.
        """
        return ()

    def step(self, move: M) -> str:
        """The step that a move belongs to; words: `end.STEP`, the button that makes it."""
        return ""

    def ask(self, view: V, /, words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
        """One sentence: what a tap would do next, and what it is for; by default words for such targets.

        The key is made from the kinds of targets: `ask.cell-hand`. No text is found where the game has none.
        """
        key = "ask." + "-".join(sorted({target.partition(":")[0] for target in targets}))
        return words(key) if targets and key in words else ""

    def progress(self, view: V, /) -> Progress | None:
        """How far the game has come; None where nothing is counted."""
        return None

    # ------------------------------------------------------------------ a move

    def tell(self, before: S, seat: int, move: M, after: S, words: Words) -> Deed | None:
        """A move that leads from one position to another, as anybody may hear of it; None: only its words are known.

        It names nothing that the seat could not know before the move, nor what the others may not know after it: told
        of an imagined position it is the same.
        """
        return None

    # ------------------------------------------------------------------ points and pieces

    def where(self, view: V, /, seat: int, line: ScoreLine) -> Where | None:
        """Where a line of a seat's score sheet comes from; None where nothing on the table shows it."""
        return None

    def about(self, view: V, /, words: Words, panel: str, item: str) -> About | None:
        """An item (or slot) of a panel, seen close; None for what there is nothing to say about."""
        return None

    def used(self, move: M) -> tuple[Thing, ...]:
        """The pieces and cards that a move puts to use, for reports on what they are worth."""
        return ()

    def scored(self, line: ScoreLine) -> Thing:
        """What a line of a score sheet is for, whoever has it and however much it is."""
        return Thing("score", line.key.partition(".")[2] or line.key)

    def say_thing(self, thing: Thing, words: Words) -> str:
        """What a thing is called."""
        return thing.name

    def signs(self, players: int, options: Mapping[str, Any], seat: int, words: Words) -> Sequence[Sign]:
        """What a seat is known by on the board; none where the seat's own mark is all."""
        return ()

    # ------------------------------------------------------------------ the end

    def tie(self, view: V, /, words: Words) -> Tie | None:
        """How equal scores at the top were told apart; None where there were none."""
        return None

    def trace(self, view: V, /) -> tuple[str, tuple[str, ...]]:
        """What won the game: a panel and its items in order, such as a road; no panel where points won."""
        return "", ()

    def scale(self, players: int, options: Mapping[str, Any], words: Words) -> Sequence[Rung]:
        """The steps on which a lone player's result stands, the lowest first."""
        return ()
