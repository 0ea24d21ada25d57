"""A table: a game, its seats and its log, rebuilt from events. No input or output."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import NamedTuple

from cloudtop.core.chance import new_seed
from cloudtop.core.errors import BadSeat, ContractBreach, IllegalMove, NotAMove, UnknownGame
from cloudtop.core.fair import NO_BOTS, seed_of
from cloudtop.core.game import Game
from cloudtop.core.printed import OtherBox, edition, is_printed
from cloudtop.core.record import Move, Record
from cloudtop.core.state import State
from cloudtop.games import game as game_named
from cloudtop.games import of_the_house
from cloudtop.table.cutting import Cutting
from cloudtop.table.events import (
    AllSealed,
    Closed,
    Cut,
    Dealt,
    Event,
    Opened,
    Place,
    Played,
    Sealed,
    SentAway,
    TakenBack,
    UnknownEvent,
    read_event,
)
from cloudtop.table.faults import BrokenTable, NotDealt, UnknownRules
from cloudtop.table.kept import Kept
from cloudtop.table.seats import Seat

TAKE_BACKS = 5000
"""Take-backs at one table: more than any game needs. A log with as many moves and take-backs is read in 0.3 s."""


class Entry(NamedTuple):
    """A move in the log."""

    seq: int
    seat: int
    action: int
    secret: bool
    """Hidden from the other seats until the game is over."""
    commits: bool
    """Ends a turn or reveals something: among people it stands."""
    comment: str = ""
    before: tuple[str, ...] = ()
    stand_in: str = ""
    """The bot that played for the seat's person."""


class Table:
    """One game being played by people and bots. It changes by `apply` alone, one event after the other."""

    def __init__(self, name: str, opened: Opened, game: Game | None = None) -> None:
        """A table just opened; the game is that of the library unless another one of its name is given."""
        known = (game or game_named(opened.game)).with_box(opened.box)
        if not 1 <= opened.rules <= known.rules_version:
            raise UnknownRules(
                f"table {name} follows rules version {opened.rules} of {known.name}; this is {known.rules_version}"
            )
        try:
            self.game: Game = edition(known, opened.rules, opened.printed)
        except OtherBox as error:
            raise UnknownRules(f"table {name} cannot be played here: {error}") from None
        self.name = name
        self.opened = opened
        self.seats = [Seat.laid_out(number, place, opened.at) for number, place in enumerate(opened.places)]
        self.terms = self.game.terms(len(opened.places), opened.options, opened.rules)
        self.points = self.game.bounds(self.terms.players, self.terms.options).points
        """Whether points are counted; in a race they are not."""
        self.seq = 0
        self.seated = 0
        """How often a seat has changed hands, or its player's name."""
        self.log: list[Entry] = []
        self.taken_back = 0
        """How often moves were taken back."""
        self.cutting = Cutting(opened.cuts == "sealed", len(self.seats))
        """The players' parts of the deal."""
        self.bots_at_deal: tuple[int, ...] = ()
        """The seats that bots played when it was dealt, and that could not cut."""
        self.seed = opened.seed
        """What the deal follows from; None before it, and where the deal was given."""
        self._state: State | None = None if opened.shuffle else self._start()
        self._looked_at = False
        """Whether somebody looks at the position, who counts on its staying as it is."""
        self.due = [0] * len(self.seats)
        """For each seat, since which event its decision is what it is."""
        self.nonces: dict[tuple[int, str], int] = {}
        self.closed = False
        """Whether nothing is played here any more, as whoever runs the server decided."""
        self.closing: tuple[str, ...] = ()
        """What is said at the end of the record."""

    @classmethod
    def open(
        cls,
        game: Game,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        names: Mapping[int, str] | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> Table:
        """A new table on one device, with bots of these levels; without a seed, from one that nobody can guess."""
        terms = game.terms(players, options)
        chosen = new_seed() if seed is None else seed
        return cls.of_record(Record(game, terms.players, terms.options, chosen, names=dict(names or {})), bots)

    @classmethod
    def of_record(cls, record: Record, bots: Mapping[int, str] | None = None) -> Table:
        """A table on one device that goes on from a record, with bots of these levels."""
        levels = bots or {}
        places = [
            Place("bot" if seat in levels else "here", record.names.get(seat, ""), levels.get(seat, ""))
            for seat in range(record.players)
        ]
        game = record.game
        opened = Opened(
            game=game.name,
            rules=record.rules,
            options=dict(record.options),
            places=places,
            seed=record.seed,
            deal=None if record.deal is None else dict(record.deal),
            notes=dict(record.notes),
            box=None if is_printed(game, record.rules) else dict(game.box_data or {}),
            printed=record.printed or "",
        )
        table = cls("", opened, game)
        for move in record.moves:
            table.play(move.seat, move.action, move.comment, move.before)
        table.closing = record.closing
        return table

    @classmethod
    def rebuilt(cls, name: str, rows: list[str]) -> Table:
        """The table that the rows of a log lead to; `BrokenTable` if they do not, whatever the reason.

        Its `salvaged` is the table as far as it could be rebuilt.
        """
        table = None
        for number, row in enumerate(rows):
            try:
                event = read_event(row)
                if table is not None:
                    table.apply(event)
                elif isinstance(event, Opened):
                    table = cls(name, event)
            except (UnknownRules, UnknownGame, UnknownEvent) as error:
                unknown = UnknownRules(str(error))
                unknown.kept = Kept(rows)
                raise unknown from error
            except Exception as error:
                broken = BrokenTable(f"event {number} of table {name} cannot be replayed: {error}")
                broken.salvaged = table
                raise broken from error
            if table is None:
                break
        if table is None:
            raise BrokenTable(f"the log of table {name} does not begin with its opening")
        return table

    def _start(self) -> State:
        opened = self.opened
        state: State = self.game.deal(len(self.seats), self.seed, opened.options, opened.deal, opened.rules)
        return state

    # ------------------------------------------------------------------ before the first move

    @property
    def dealt(self) -> bool:
        """Whether the game can be played."""
        return self._state is not None

    @property
    def state(self) -> State:
        """The position; `NotDealt` before there is one."""
        if self._state is None:
            raise NotDealt(f"table {self.name} waits for players to cut")
        return self._state

    @property
    def cuts(self) -> dict[int, str]:
        """The opened cuts, by seat."""
        return self.cutting.cuts

    @property
    def awaited(self) -> list[int]:
        """The seats whose players have not sealed yet, or not opened; none after the deal. A bot adds nothing."""
        return [] if self.dealt else self.cutting.awaited(self.seats)

    def _deal(self) -> None:
        if self.dealt:
            raise BrokenTable(f"table {self.name} was dealt twice")
        unopened = self.cutting.unopened
        if any(not self.seats[seat].level for seat in unopened):
            raise BrokenTable(f"table {self.name} cannot be dealt: cuts of seats {unopened} are still sealed")
        self.seed = seed_of(self.opened.shuffle, self.cuts)
        self._state = self._start()
        for seat in unopened:
            self.seats[seat].given_up = True
        parts = self.cutting.seals if self.cutting.sealed else self.cuts
        self.bots_at_deal = tuple(seat.number for seat in self.seats if seat.level and seat.number not in parts)
        self.due = [self.seq + 1] * len(self.seats)

    def _prepare(self, event: Sealed | AllSealed | Cut) -> None:
        if self.dealt:
            raise BrokenTable(f"nobody can cut any more at table {self.name}: it was dealt")
        self.cutting.apply(event)

    # ------------------------------------------------------------------ what happens

    def apply(self, event: Event, action: int | None = None) -> None:
        """Let an event happen; one that cannot raises and changes nothing.

        The number of a move that `check` has allowed is given with it; without it the move is read and checked here.
        """
        if isinstance(event, Played):
            read = self.game.parse(self.state, event.seat, event.move) if action is None else action
            self._make(event, read)
        elif isinstance(event, TakenBack):
            self._take_back(event)
        elif isinstance(event, Opened):
            raise BrokenTable(f"table {self.name} was opened twice")
        elif isinstance(event, Sealed | AllSealed | Cut):
            self._prepare(event)
        elif isinstance(event, Dealt):
            self._deal()
        elif isinstance(event, Closed):
            self.closed = not event.again
        else:
            self.seat(event.seat).change(event)
            if isinstance(event, SentAway):
                self.cutting.forget(event.seat, event.holder)
            self.seated += 1
        self.seq += 1

    def still(self) -> Table:
        """The table as it is now; what happens there later does not change it."""
        seen = copy(self)
        seen._state = None if self._state is None else self._state.copy()
        seen.seats = [replace(seat, holders=dict(seat.holders)) for seat in self.seats]
        seen.log, seen.due, seen.cutting = list(self.log), list(self.due), self.cutting.copy()
        return seen

    def lasting(self) -> State:
        """The position as it is now and stays: the next move is made on a copy.

        What a game keeps with a position that was looked at is still there, and of use, after that move.
        """
        self._looked_at = True
        return self.state

    def seat(self, number: int) -> Seat:
        """The seat of that number; `BadSeat` if there is none."""
        if number not in range(len(self.seats)):
            raise BadSeat(f"there is no seat {number}; this table has seats 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def check(self, seat: int, actions: Sequence[int]) -> None:
        """Raise `NotAMove` or `IllegalMove` if the seat may not play these now, one after the other.

        The rule is found on an imagined position, so that it cannot give anything away; for the same reason no move
        may follow one that ends the turn or reveals something.
        """
        state = self.state if len(actions) == 1 else self.state.copy()
        for number, action in enumerate(actions):
            state.check_action(action)
            if action not in state.legal(seat):
                imagined = self.imagined(seat)
                for earlier in actions[:number]:
                    imagined.apply(seat, earlier)
                rule = imagined.why_not(seat, action)
                if rule is None:
                    raise ContractBreach(
                        f"{self.game.name}: no rule forbids {self.game.text(action)}, but it is not legal"
                    )
                raise IllegalMove(rule, self.game.text(action))
            if number < len(actions) - 1:
                if state.commits(seat, action):
                    raise NotAMove(f"{self.game.text(action)} ends the turn or shows something: nothing can follow")
                state.apply(seat, action)

    def rehearse(self, seat: int, actions: Sequence[int]) -> None:
        """Make allowed moves aside and ask what follows: what a faulty game raises, it raises before they are kept.

        The house's own games are proved never to: only installed ones are rehearsed.
        """
        if of_the_house(self.game):
            return
        after = self.state.copy()
        for action in actions:
            after.apply(seat, action)
        for deciding in after.turn():
            after.legal(deciding)
        after.outcome()

    def play(self, seat: int, action: int, comment: str = "", before: tuple[str, ...] = ()) -> None:
        """Make a move that need not be written down first."""
        self.check(seat, [action])
        self.rehearse(seat, [action])
        self.apply(Played(seat, self.game.text(action), comment=comment, before=before), action)

    def undo(self, seat: int) -> int:
        """Take back to the seat's last decision; returns how many moves were taken back, 0 if none may be."""
        before, keep = len(self.log), self.undo_keeps(seat)
        if keep is None:
            return 0
        self.apply(TakenBack(seat, keep))
        return before - keep

    def _make(self, event: Played, action: int) -> None:
        seat, number, state = event.seat, self.seq + 1, self.state
        secret, commits = state.secret(seat, action), state.commits(seat, action)
        # A choice that stays hidden does not disturb those who are still choosing.
        choosing = {other: state.legal(other) for other in state.turn() if other != seat} if secret else {}
        if self._looked_at:
            state = self._state = state.copy()
            self._looked_at = False
        state.apply(seat, action)
        due = [number] * len(self.seats)
        for other, before in choosing.items():
            if state.legal(other) == before:
                due[other] = self.due[other]
        self.due = due
        stand_in = self.seats[seat].stand_in
        self.log.append(Entry(number, seat, action, secret, commits, event.comment, event.before, stand_in))
        if event.nonce:
            self.nonces[seat, event.nonce] = number

    def _take_back(self, event: TakenBack) -> None:
        if not 0 <= event.keep <= len(self.log):
            raise BrokenTable(f"{event.keep} moves cannot stand: there are {len(self.log)}")
        del self.log[event.keep :]
        self.taken_back += 1
        self._state, self._looked_at = self.position(event.keep), False
        self.due = [self.seq + 1] * len(self.seats)
        if event.nonce:
            self.nonces[event.seat, event.nonce] = self.seq + 1

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

    @property
    def people(self) -> list[int]:
        """The seats that no bot plays."""
        return [seat.number for seat in self.seats if not seat.level]

    def bot_to_play(self) -> int | None:
        """A seat that has to decide and is played by a bot; None if there is none."""
        if not self.dealt or self.closed:
            return None
        return next((seat for seat in self.state.turn() if self.seats[seat].level), None)

    def bot_plays(self, seat: int) -> bool:
        """Whether the seat has to decide and is played by a bot."""
        return bool(self.seats[seat].level) and seat in self.state.turn()

    def undo_keeps(self, seat: int) -> int | None:
        """How many moves would stand if the seat took back its last decision; None if it may not.

        Against bots alone everything may be taken back. Among people only what the seat did since the last
        move that ended a turn or revealed something.
        """
        if self.taken_back >= TAKE_BACKS:
            return None
        log = self.log
        number = len(log) - 1
        if number >= 0 and log[number].seat == seat and not log[number].commits:
            return number
        # The last move is somebody else's, or stands: among people nothing can be taken back.
        for other in self.seats:
            if other.human and other.number != seat:
                return None
        while number >= 0 and log[number].seat != seat:
            number -= 1
        return number if number >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.dealt and not self.state.turn()

    def has_secrets(self) -> bool:
        """Whether seats see different things."""
        spectator = self.state.view(None).known
        return any(self.state.view(seat).known != spectator for seat in range(self.state.players))

    # ------------------------------------------------------------------ records

    def record(self) -> Record:
        """The game as a record, complete; `NotDealt` before there is one."""
        if not self.dealt:
            raise NotDealt(f"table {self.name} has no record yet: it waits for players to cut")
        moves = tuple(Move(entry.seat, entry.action, said(entry), entry.before) for entry in self.log)
        names = {seat.number: seat.name for seat in self.seats if seat.name}
        return Record(
            self.game,
            len(self.seats),
            self.terms.options,
            self.seed,
            self.opened.deal,
            moves,
            names,
            self.opened.notes,
            self.closing,
            rules=self.opened.rules,
            printed=None if self.opened.box is None else "",
        )

    def record_for(self, seats: Collection[int]) -> Record:
        """The game as those who hold these seats may have it.

        While it goes on, the seed is sealed and what others chose in secret is left out.
        """
        if not self.over:
            return self.sealed_record(seats)
        record = self.record()
        return replace(record, notes={**record.notes, **self.shown_of_deal()})

    def sealed_record(self, seats: Collection[int]) -> Record:
        """The game as those who hold these seats may have it while it goes on; nothing is asked of the game."""
        record = self.record()
        moves = tuple(
            replace(move, hidden=entry.secret and entry.seat not in seats)
            for move, entry in zip(record.moves, self.log, strict=True)
        )
        notes = {**record.notes, **self.shown_of_deal(sealed=True)}
        return replace(record, seed=None, deal=None, sealed=True, moves=moves, notes=notes)

    def shown_of_deal(self, sealed: bool = False) -> dict[str, str]:
        """How it was dealt, as headers of a record: seals, bots and cuts, and after the end what the house sealed."""
        opened = self.opened
        if not opened.commitment:
            return {}
        notes = {"commitment": f"sha256 {opened.commitment}"}
        if self.cutting.sealed:
            notes["bots"] = " ".join(str(seat) for seat in self.bots_at_deal) or NO_BOTS
            notes |= {f"seal {seat}": seal for seat, seal in sorted(self.cutting.seals.items())}
        if not sealed and self.over:
            notes |= {"shuffle": opened.shuffle} if opened.shuffle else {"salt": opened.salt}
        return notes | {f"cut {seat}": cut for seat, cut in sorted(self.cuts.items())}


def said(entry: Entry) -> str:
    """What a record says about a move: the comment, and which bot made it for a person."""
    if not entry.stand_in:
        return entry.comment
    return f"{entry.comment} ({entry.stand_in} standing in)".strip()
