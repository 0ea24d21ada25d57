"""A game one can hold: a position with its past, that goes on, goes back and is written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self

from cloudtop.core.chance import new_seed
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.record import Move, Record
from cloudtop.core.state import Outcome, State
from cloudtop.games import game as game_of
from cloudtop.games import read_record

if TYPE_CHECKING:
    from cloudtop.bots.own import AnyBot


class Play:
    """One play of a game, from the deal to where it stands.

    >>> from cloudtop.games import games
    >>> play = Play(games()[2], players=2, seed=7)
    >>> play.seat, len(play.legal()), play.over
    (0, 36, False)
    >>> play.push("c3@b2")
    Move(seat=0, action=4, comment='', before=(), hidden=False)
    >>> play.push(play.legal()[0]).seat, len(play)
    (1, 2)
    >>> play.pop().seat, play.text(play.peek().action)
    (1, 'c3@b2')
    >>> Play.from_record(play.record()) == play
    True
    """

    __hash__ = None  # type: ignore[assignment]  # A play goes on; its positions have hashes.

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        deal: Mapping[str, Any] | None = None,
        rules: int | None = None,
    ) -> None:
        """Deal a game, from a seed, from an explicit deal or, with neither, from a seed nobody knows before."""
        found = game_of(game) if isinstance(game, str) else game
        terms = found.terms(players, options, rules)
        if seed is None and deal is None:
            seed = new_seed()
        self.begin(Record(found, terms.players, terms.options, seed, deal, rules=terms.rules))

    @classmethod
    def from_record(cls, record: Record | str | Path) -> Self:
        """The play of a record: itself, its text, or a file; every move is checked again."""
        if isinstance(record, Path):
            record = record.read_text(encoding="utf-8")
        if isinstance(record, str):
            record = read_record(record)
        play = cls.__new__(cls)
        play.begin(replace(record, moves=(), closing=()))
        for move in record.moves:
            play.push(move.action, move.seat)
            # What was said about the move stays with it.
            play.past[-1] = (move, play.past[-1][1])
        return play

    def begin(self, start: Record) -> None:
        """Stand at the deal of a record without moves."""
        self.start = start
        """How the game was dealt, and what is noted of it."""
        self.state: State = start.start()
        """The present position. To try moves that are not pushed, copy it."""
        self.past: list[tuple[Move, State]] = []
        """The moves so far, each with the position before it."""

    # ------------------------------------------------------------------ the present

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.state.players

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option with its value."""
        return self.state.options

    @property
    def seat(self) -> int | None:
        """The seat that has to decide, the first of several that choose at once; None when the game is over."""
        mover = self.state.mover()
        return None if mover < 0 else mover

    def turn(self) -> list[int]:
        """All seats that may decide now."""
        return self.state.turn()

    def legal(self, seat: int | None = None) -> list[int]:
        """The moves, as numbers, that the seat that has to decide may make, or another one."""
        chosen = self.seat if seat is None else seat
        return [] if chosen is None else self.state.legal(chosen)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.mover() < 0

    @property
    def result(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.state.outcome()

    @property
    def scores(self) -> list[int]:
        """Points per seat, as if the game ended now."""
        return self.state.scores()

    def view(self, seat: int | None) -> Any:
        """All that a seat, or with None a spectator, knows."""
        return self.state.view(seat)

    def observe(self, seat: int | None = None) -> tuple[Any, Any]:
        """The numbers and the mask of moves of the seat that has to decide, or of another one."""
        return self.state.observe(self.decider(seat))

    def text(self, move: int) -> str:
        """A move in notation; `push` reads it."""
        return self.game.text(move)

    def say(self, move: int, language: str = "en") -> str:
        """A move in the words of a language."""
        return self.game.say(move, self.game.words(language))

    def why_not(self, move: int | str, seat: int | None = None) -> str | None:
        """The rule, as `game/rule`, that forbids a move; None for a legal one."""
        chosen = self.decider(seat)
        action = self.game.parse(self.state, chosen, move, checked=False) if isinstance(move, str) else move
        return self.state.why_not(chosen, action)

    # ------------------------------------------------------------------ there and back

    def push(self, move: int | str, seat: int | None = None, comment: str = "") -> Move:
        """Make a move: a number, or a text that can mean one legal move. An illegal one changes nothing."""
        chosen = self.decider(seat)
        action = self.game.parse(self.state, chosen, move) if isinstance(move, str) else int(move)
        after = self.state.copy()
        after.play(chosen, action)
        made = Move(chosen, action, comment)
        self.past.append((made, self.state))
        self.state = after
        return made

    def pop(self) -> Move:
        """Take the last move back; `IndexError` where there is none."""
        if not self.past:
            raise IndexError("no move has been made that could be taken back")
        move, self.state = self.past.pop()
        return move

    def peek(self) -> Move:
        """The last move; `IndexError` where there is none."""
        if not self.past:
            raise IndexError("no move has been made yet")
        return self.past[-1][0]

    def choose(self, bot: AnyBot = "gale", rng: Random | None = None) -> int:
        """The move of a bot, by name or itself, for the seat that has to decide; `push` makes it."""
        # Whoever only plays does not wait for the bots to be loaded.
        from cloudtop.bots.own import checked_choice, find_bot

        found = find_bot(bot) if isinstance(bot, str) else bot
        return checked_choice(found, self.state, self.decider(None), rng or Random())

    def decider(self, seat: int | None) -> int:
        """The seat, or the one that has to decide."""
        chosen = self.seat if seat is None else seat
        if chosen is None:
            raise CloudtopError("this game is over: there is nothing left to decide")
        return chosen

    # ------------------------------------------------------------------ the past

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return tuple(move for move, _ in self.past)

    def positions(self) -> Iterator[State]:
        """Every position from the deal to the present, each its own copy."""
        for _, before in self.past:
            yield before.copy()
        yield self.state.copy()

    def record(self) -> Record:
        """The play as a record, which has its text (`write`) and can be played again by anybody."""
        return replace(self.start, moves=self.moves)

    def copy(self) -> Self:
        """A play of its own, as far as this one has come."""
        other = type(self).__new__(type(self))
        other.start, other.state, other.past = self.start, self.state.copy(), list(self.past)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __len__(self) -> int:
        """How many moves have been made."""
        return len(self.past)

    def __bool__(self) -> bool:
        """A play is something, also before its first move."""
        return True

    def __iter__(self) -> Iterator[Move]:
        """The moves so far."""
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        """Whether the same moves were made from the same deal."""
        return isinstance(other, Play) and self.record() == other.record()

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.seat} to decide"
        moves = "1 move" if len(self) == 1 else f"{len(self)} moves"
        return f"<play of {self.game.name}, {self.players} players, {moves}, {now}>"

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()
