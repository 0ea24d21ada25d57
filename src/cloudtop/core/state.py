"""A position in a game: whose turn it is, what is legal, what a move does, how it ends.

This module is compiled. A game's own state is a subclass, in the room's `state.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sized
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mypy_extensions import mypyc_attr

from cloudtop.core.errors import BadDeal, BadPosition, BadSeat, ContractBreach, IllegalMove, NotAMove
from cloudtop.core.view import encoded, plain

if TYPE_CHECKING:
    from cloudtop.core.game import Game


class Terms:
    """What was agreed before the deal: the game, the number of players, every option, the rules it follows."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], rules: int) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.rules = rules
        """The version of the rules; a game goes on under the one it began with."""
        self._observer: Any = None

    def observer(self) -> Any:
        """Writes what a seat knows as numbers, made once for these terms. It needs the extra `lab`."""
        if self._observer is None:
            made = self.game.observer(self)
            made.terms = self
            self._observer = made
        return self._observer

    def __reduce__(self) -> tuple[Any, ...]:
        return Terms, (self.game, self.players, self.options, self.rules)

    def dealt_seat(self, key: str, seat: object) -> int:
        """A seat that a deal names under a key; `BadDeal` for one that is not at this table."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise BadDeal(f"{key!r} is a seat from 0 to {self.players - 1}, not {seat!r}")
        return seat

    def written_seat(self, key: str, seat: int) -> int:
        """A seat that a written position names under a key; `BadPosition` for one that is not at this table."""
        if not 0 <= seat < self.players:
            raise BadPosition(f"{key!r} is a seat from 0 to {self.players - 1}, not {seat!r}")
        return seat

    def check_rows(self, key: str, rows: Sized) -> None:
        """Refuse a list of a written position that has not one entry for each seat."""
        if len(rows) != self.players:
            raise BadPosition(f"{key!r} has one entry for each of {self.players} seats, not {len(rows)}")


class Outcome(NamedTuple):
    """How a game ended."""

    scores: tuple[int, ...]
    """Points per seat."""
    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats that share a place, the best first; nobody is ever left out."""
    winners: tuple[int, ...]
    """The seats that won; several share the win, none means a draw for all."""
    reason: str
    """The rule by which it ended, as `game/rule`."""
    verdict: str = ""
    """A key of the game's words that comments the result, where the rules have one."""


class ScoreLine(NamedTuple):
    """One line of a score sheet."""

    rule: str
    """The rule that gives the points, as `game/rule`."""
    key: str
    """The key of the line's text in the game's words."""
    fields: dict[str, Any]
    """What fills the text."""
    points: int


class ScoreSheet(NamedTuple):
    """What a seat scores, line by line, as if the game ended now."""

    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


def ranked(scores: list[int]) -> tuple[tuple[int, ...], ...]:
    """Seats grouped by score, the highest first.

    >>> ranked([3, 9, 3])
    ((1,), (0, 2))
    """
    groups: list[tuple[int, ...]] = []
    for score in sorted(set(scores), reverse=True):
        groups.append(tuple([seat for seat in range(len(scores)) if scores[seat] == score]))
    return tuple(groups)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of a game. All chance lies behind it: from here on moves decide everything."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return self.terms.game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.terms.players

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return self.terms.options

    # ------------------------------------------------------------------ what a game defines

    @abstractmethod
    def mover(self) -> int:
        """The first seat that has to decide now, -1 when the game is over."""

    @abstractmethod
    def choices(self, seat: int) -> list[int]:
        """What `legal` answers for a seat of this table: a new list, ascending; empty if it has nothing to decide."""

    @abstractmethod
    def apply(self, seat: int, action: int) -> None:
        """Make a move that is known to be legal. Nothing is checked: for search and replay."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent state in the same position."""

    @abstractmethod
    def imagined(self, seat: int, rng: Random) -> Self:
        """What `imagine` answers for a seat of this table; where nothing is hidden, a copy."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Points per seat, as if the game ended now."""

    @abstractmethod
    def sheet(self, seat: int) -> ScoreSheet:
        """What `score_sheet` answers for a seat of this table."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""

    # ------------------------------------------------------------------ what follows from it

    def turn(self) -> list[int]:
        """The seats that may decide now: several where all choose at once, none when the game is over."""
        seat = self.mover()
        return [] if seat < 0 else [seat]

    def legal(self, seat: int) -> list[int]:
        """The moves the seat may make now, in ascending order; empty when it has nothing to decide."""
        if not 0 <= seat < self.terms.players:
            self.check_seat(seat)
        return self.choices(seat)

    def imagine(self, seat: int, rng: Random) -> Self:
        """A position that may be the true one for all the seat knows: everything hidden is drawn anew."""
        self.check_seat(seat)
        return self.imagined(seat, rng)

    def score_sheet(self, seat: int) -> ScoreSheet:
        """The seat's points line by line, as if the game ended now."""
        self.check_seat(seat)
        return self.sheet(seat)

    def commits(self, seat: int, action: int) -> bool:
        """Whether the move ends the turn or reveals something: undo is free only back to the last such move."""
        return True

    def secret(self, seat: int, action: int) -> bool:
        """Whether the move, made now, stays hidden from the others, as a choice does that all make at once."""
        return False

    def why_not(self, seat: int, action: int) -> str | None:
        """The rule, as `game/rule`, that forbids the move; None for a legal one. The game's rulebook answers."""
        self.check_seat(seat)
        self.check_action(action)
        game = self.terms.game
        rule: str | None = game.rulebook.why_not(self, seat, game.moves[action])
        return rule

    def play(self, seat: int, action: int) -> None:
        """Make a move, or raise `IllegalMove` with the rule it breaks and change nothing."""
        if action not in self.legal(seat):
            rule = self.why_not(seat, action)
            if rule is None:
                raise ContractBreach(f"{self.game.name}: no rule forbids {self.game.text(action)}, but it is not legal")
            raise IllegalMove(rule, self.game.text(action))
        self.apply(seat, action)

    def view(self, seat: int | None) -> Any:
        """The knowledge of a seat (None: a spectator): a `View`, or the `Board` of the game's room."""
        if seat is not None:
            self.check_seat(seat)
        return self.terms.game.view(self, seat)

    def observe(self, seat: int) -> tuple[Any, Any]:
        """What a seat knows, for learners: a row of numbers and a mask with a 1 for every legal move.

        Both are NumPy arrays, as environments hand them out; it needs the extra `lab`.
        """
        self.check_seat(seat)
        from cloudtop.core.arrays import observed

        return observed(self, seat)

    def dump(self) -> dict[str, Any]:
        """The whole position as plain JSON-able data, secrets included: for the trusted side only."""
        terms = self.terms
        head: dict[str, Any] = {
            "game": terms.game.name,
            "rules": terms.rules,
            "players": terms.players,
            "options": dict(terms.options),
        }
        if terms.game.box_data is not None:
            head["box"] = plain(terms.game.box_data)
        head.update(plain(terms.game.position(self)))
        return head

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not at this table."""
        if not 0 <= seat < self.terms.players:
            last = self.terms.players - 1
            raise BadSeat(f"there is no seat {seat}; this game has seats 0 to {last}")

    def check_action(self, action: int) -> None:
        """Refuse a number that names no move of this game."""
        count = self.terms.game.actions
        if not 0 <= action < count:
            raise NotAMove(f"{action} is no move of {self.terms.game.name}; moves are numbered 0 to {count - 1}")

    def __eq__(self, other: object) -> bool:
        """Whether it is the same position, secrets included, of the same game on the same terms."""
        if self is other:
            return True
        if not isinstance(other, State):
            return False
        mine, theirs = self.terms, other.terms
        if mine.game.name != theirs.game.name or mine.players != theirs.players or mine.rules != theirs.rules:
            return False
        if mine.options != theirs.options or mine.game.box_data != theirs.game.box_data:
            return False
        return bool(mine.game.position(self) == theirs.game.position(other))

    def __hash__(self) -> int:
        """The hash of the position as it is now: a state that goes on is to be looked up by a copy."""
        return hash(encoded(self.terms.game.position(self)))

    def __str__(self) -> str:
        return self.terms.game.board_text(self.view(None))

    def __repr__(self) -> str:
        return f"<{self.terms.game.name}, {self.terms.players} players, seats to decide: {self.turn()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return self.terms.game.load, (self.dump(),)

    def _repr_svg_(self) -> str:
        return self.terms.game.picture(self.view(None))
