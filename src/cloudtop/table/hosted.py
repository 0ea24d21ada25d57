"""A table in the house: a game, its seats and its log, rebuilt from events. No input or output."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.record import Move, Record
from cloudtop.core.state import State
from cloudtop.games import game as game_named
from cloudtop.table.events import (
    Event,
    Lent,
    Linked,
    Opened,
    Played,
    Reclaimed,
    Renamed,
    SatDown,
    TakenBack,
    read_event,
)
from cloudtop.table.seats import Seat


class BrokenTable(CloudtopError):
    """The log of a table cannot be replayed."""


class Stale(CloudtopError):
    """Something was asked about a position that is no longer the present one."""


class Entry(NamedTuple):
    """A move in the log."""

    seq: int
    seat: int
    action: int
    secret: bool
    """Hidden from the other seats until the game is over."""
    commits: bool
    """Ends a turn or reveals something: among people it stands."""


class HostedTable:
    """One game being played by people and bots. It changes by `apply` alone, one event after the other."""

    def __init__(self, name: str, opened: Opened) -> None:
        game = game_named(opened.game)
        if game.rules_version != opened.rules:
            raise BrokenTable(
                f"table {name} follows rules version {opened.rules} of {game.name}; this is {game.rules_version}"
            )
        self.name = name
        self.opened = opened
        self.game: Game = game
        self.seats = [Seat.laid_out(number, place) for number, place in enumerate(opened.places)]
        self.terms = game.terms(len(opened.places), opened.options)
        self.seq = 0
        self.log: list[Entry] = []
        self.state: State = self._start()
        self.due = [0] * len(self.seats)
        """For each seat, since which event its decision is what it is."""
        self._secrets: tuple[int, bool] = (-1, False)
        self.nonces: dict[tuple[int, str], int] = {}

    @classmethod
    def rebuilt(cls, name: str, rows: list[str]) -> HostedTable:
        """The table that the rows of a log lead to; `BrokenTable` if they do not, whatever the reason."""
        table = None
        for number, row in enumerate(rows):
            try:
                event = read_event(row)
                if table is not None:
                    table.apply(event)
                elif isinstance(event, Opened):
                    table = cls(name, event)
            except Exception as error:
                raise BrokenTable(f"event {number} of table {name} cannot be replayed: {error}") from error
            if table is None:
                break
        if table is None:
            raise BrokenTable(f"the log of table {name} does not begin with its opening")
        return table

    def _start(self) -> State:
        return self.game.deal(len(self.seats), self.opened.seed, self.opened.options)

    # ------------------------------------------------------------------ what happens

    def apply(self, event: Event) -> None:
        """Let an event happen; one that cannot raises and changes nothing."""
        if isinstance(event, Played):
            self._play(event)
        elif isinstance(event, TakenBack):
            self._take_back(event)
        elif isinstance(event, Opened):
            raise BrokenTable(f"table {self.name} was opened twice")
        else:
            self._seat_change(event)
        self.seq += 1

    def check(self, event: Event) -> None:
        """Raise what `apply` would raise for a move, before it is written down."""
        if isinstance(event, Played):
            self.game.parse(self.state, event.seat, event.move)

    def _play(self, event: Played) -> None:
        seat = event.seat
        action = self.game.parse(self.state, seat, event.move)
        secret, commits = self.state.secret(seat, action), self.state.commits(seat, action)
        before = [self.state.legal(other) for other in range(self.state.players)]
        self.state.play(seat, action)
        number = self.seq + 1
        self.log.append(Entry(number, seat, action, secret, commits))
        for other in range(self.state.players):
            # A choice that stays hidden does not disturb those who are still choosing.
            undisturbed = secret and other != seat and before[other] and before[other] == self.state.legal(other)
            if not undisturbed:
                self.due[other] = number
        if event.nonce:
            self.nonces[seat, event.nonce] = number

    def _take_back(self, event: TakenBack) -> None:
        if not 0 <= event.keep <= len(self.log):
            raise BrokenTable(f"{event.keep} moves cannot stand: there are {len(self.log)}")
        del self.log[event.keep :]
        self.state = self.position(event.keep)
        self.due = [self.seq + 1] * len(self.seats)
        if event.nonce:
            self.nonces[event.seat, event.nonce] = self.seq + 1

    def _seat_change(self, event: SatDown | Linked | Lent | Reclaimed | Renamed) -> None:
        self.state.check_seat(event.seat)
        seat = self.seats[event.seat]
        if isinstance(event, SatDown):
            seat.holders.add(event.holder)
            seat.key = seat.level = ""
        elif isinstance(event, Linked):
            seat.key = event.key
        elif isinstance(event, Lent):
            seat.level = event.level
        elif isinstance(event, Reclaimed):
            seat.level = ""
        else:
            seat.name = event.name

    # ------------------------------------------------------------------ what may be asked

    def position(self, moves: int) -> State:
        """The position after so many moves of the log."""
        state = self._start()
        for entry in self.log[:moves]:
            state.apply(entry.seat, entry.action)
        return state

    def imagined(self, seat: int, chance: int = 0) -> State:
        """A position that may be the true one for all the seat knows."""
        return self.state.imagine(seat, Random(chance))

    def fresh(self, seat: int, seq: int) -> bool:
        """Whether the seat's decision is still the one it was at that event."""
        return self.due[seat] <= seq <= self.seq

    def held_by(self, holder: str) -> list[int]:
        """The seats that a browser holds."""
        return [seat.number for seat in self.seats if holder in seat.holders]

    def seat_of_key(self, key: str) -> int | None:
        """The seat that a link, known by the hash of its key, leads to; None if it is used or was never one."""
        return next((seat.number for seat in self.seats if key and seat.key == key), None)

    def bot_to_play(self) -> int | None:
        """A seat that has to decide and is played by a bot; None if there is none."""
        return next((seat for seat in self.state.turn() if self.bot_plays(seat)), None)

    def bot_plays(self, seat: int) -> bool:
        """Whether the seat has to decide and is played by a bot."""
        return bool(self.seats[seat].level) and seat in self.state.turn()

    def undo_keeps(self, seat: int) -> int | None:
        """How many moves would stand if the seat took back its last decision; None if it may not.

        Against bots alone everything may be taken back. Among people only what the seat did since the last
        move that ended a turn or revealed something.
        """
        line = 0
        if any(other.human and other.number != seat for other in self.seats):
            standing = (i for i, entry in enumerate(self.log, 1) if entry.seat != seat or entry.commits)
            line = max(standing, default=0)
        return max((i for i in range(line, len(self.log)) if self.log[i].seat == seat), default=None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.turn()

    def has_secrets(self) -> bool:
        """Whether seats see different things."""
        if self._secrets[0] != self.seq:
            spectator = self.state.view(None).facts
            differ = any(self.state.view(seat).facts != spectator for seat in range(self.state.players))
            self._secrets = (self.seq, differ)
        return self._secrets[1]

    def record(self) -> Record:
        """The game as a record, complete."""
        moves = tuple(Move(entry.seat, entry.action) for entry in self.log)
        names = {seat.number: seat.name for seat in self.seats if seat.name}
        return Record(self.game, len(self.seats), self.terms.options, self.opened.seed, moves=moves, names=names)
