"""A table: people and bots at a game, what they played, and what may be taken back. No input or output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from cloudtop.bots import Bot, Perspective
from cloudtop.bots.careful import careful_choice
from cloudtop.core.chance import new_seed
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.core.state import State


class Table:
    """One game being played; every move goes through `play`."""

    def __init__(self, record: Record, bots: Mapping[int, Bot] | None = None) -> None:
        self.record = record
        self.bots = dict(bots or {})
        self.state: State = record.end()

    @classmethod
    def open(
        cls,
        game: Game,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        names: Mapping[int, str] | None = None,
        bots: Mapping[int, Bot] | None = None,
    ) -> Table:
        """A new table; without a seed, one that nobody can guess."""
        terms = game.terms(players, options)
        chosen = new_seed() if seed is None else seed
        return cls(Record(game, terms.players, terms.options, chosen, names=dict(names or {})), bots)

    @property
    def people(self) -> list[int]:
        """The seats that no bot holds."""
        return [seat for seat in range(self.state.players) if seat not in self.bots]

    def play(self, seat: int, action: int, comment: str = "") -> None:
        """Make a move; an illegal one raises `IllegalMove` and changes nothing."""
        self.state.play(seat, action)
        self.record = self.record.with_move(seat, action, comment)

    def bot_to_play(self) -> int | None:
        """A seat that has to decide and is held by a bot; None if there is none."""
        return next((seat for seat in self.state.turn() if seat in self.bots), None)

    def play_bot(self, rng: Random) -> tuple[int, int, bool]:
        """Let a bot that has to decide do so; returns its seat, its move, and whether that stays secret."""
        seat = self.bot_to_play()
        assert seat is not None
        action = careful_choice(self.bots[seat], Perspective(self.state, seat), rng)
        secret = self.state.secret(seat, action)
        self.play(seat, action)
        return seat, action, secret

    def undo(self, seat: int) -> int:
        """Take back to the seat's last decision; returns how many moves were taken back, 0 if none may be.

        Against bots alone everything may be taken back. Among people only what the seat did since the last
        move that ended a turn or revealed something.
        """
        keep = self._free_line(seat)
        moves = self.record.moves
        last = max((i for i in range(keep, len(moves)) if moves[i].seat == seat), default=None)
        if last is None:
            return 0
        self.record = replace(self.record, moves=moves[:last])
        self.state = self.record.end()
        return len(moves) - last

    def _free_line(self, seat: int) -> int:
        """How many moves must stand."""
        if self.people == [seat]:
            return 0
        line = 0
        state = self.record.start()
        for number, move in enumerate(self.record.moves, 1):
            if move.seat != seat or state.commits(move.seat, move.action):
                line = number
            state.apply(move.seat, move.action)
        return line
