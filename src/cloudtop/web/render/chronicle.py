"""The log of a table in words and pictures: a line is made once for each language, and then only followed by others."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.core.state import State
from cloudtop.core.teller import Deed
from cloudtop.table import Entry, Table
from cloudtop.web.levels import level_name
from cloudtop.web.render.gallery import sent_picture
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.phrases import move_in_words, server_words
from cloudtop.web.socket.messages import Brought, LogEntry


class Reached(NamedTuple):
    """A position on the way, with what everybody knows of it: found once, however many hear of the moves around it."""

    seq: int
    """The event it came by."""
    state: State
    scores: tuple[int, ...]
    round: int
    """In which round it is; 0 where rounds are not counted."""


def told(table: Table, entry: Entry, before: Reached, after: Reached, language: str) -> LogEntry:
    """A move that somebody may know, by which one position became another."""
    game, words, seat = table.game, table.game.words(language), entry.seat
    deed = game.tell(before.state, seat, game.moves[entry.action], after.state, words) or Deed("")
    return LogEntry(
        seq=entry.seq,
        seat=seat,
        text=game.text(entry.action),
        words=by_stand_in(entry, move_in_words(game, entry.action, language), language),
        deed=by_stand_in(entry, deed.text, language) if deed.text else "",
        picture=sent_picture(deed.picture) if deed.picture.box[2] else None,
        points=after.scores[seat] - before.scores[seat],
        panel=deed.panel,
        marks=deed.marks,
        brings=tuple(Brought(*brings) for brings in deed.brings),
        round=before.round,
    )


def by_stand_in(entry: Entry, words: str, language: str) -> str:
    """What was done, marked where a bot did it for somebody who was away."""
    if not entry.stand_in:
        return words
    return server_words(language)("log.stand-in", words=words, bot=level_name(entry.stand_in, language))


def hidden(entry: Entry, before: Reached, language: str) -> LogEntry:
    """A move of which only its seat knows what it is."""
    words = server_words(language)("log.secret")
    return LogEntry(entry.seq, entry.seat, None, words, round=before.round)


def is_hidden(table: Table, entry: Entry, you: int | None) -> bool:
    """Whether somebody may not know a move: what others chose in secret is told when the game is over."""
    return entry.secret and entry.seat != you and not table.over


class Chronicle:
    """What has happened at a table, told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: dict[tuple[int, str], LogEntry] = {}
        """By the number of the move and the language."""
        self.secrets: dict[tuple[int, str], LogEntry] = {}
        """The same for those who may not know a move."""
        self.reached: dict[int, Reached] = {}
        """The positions that were looked at last, by the number of moves before them."""

    def note(self, moment: Moment) -> None:
        """Take what is known of the table's present position from the moment that shows it."""
        moves = len(self.table.log)
        if self._known(moves) is None:
            self._keep(moves, moment.state.copy(), moment)

    def read_by(self, you: int | None, language: str) -> tuple[LogEntry, ...]:
        """The whole log as somebody may know it."""
        return tuple(self.line(number, you, language) for number in range(len(self.table.log)))

    def line(self, number: int, you: int | None, language: str) -> LogEntry:
        """One line of it."""
        entry = self.table.log[number]
        if is_hidden(self.table, entry, you):
            return self._hidden(number, language)
        found = self.lines.get((number, language))
        # What was taken back is gone, or has another number by now.
        if found is None or found.seq != entry.seq:
            before, after = self._position(number), self._position(number + 1)
            found = self.lines[number, language] = told(self.table, entry, before, after, language)
        return found

    def _hidden(self, number: int, language: str) -> LogEntry:
        entry = self.table.log[number]
        found = self.secrets.get((number, language))
        if found is None or found.seq != entry.seq:
            found = self.secrets[number, language] = hidden(entry, self._position(number), language)
        return found

    def _position(self, moves: int) -> Reached:
        known = self._known(moves)
        if known is not None:
            return known
        table = self.table
        state = table.state.copy() if moves == len(table.log) else table.position(moves)
        return self._keep(moves, state, Moment(table, state))

    def _known(self, moves: int) -> Reached | None:
        known = self.reached.get(moves)
        return known if known is not None and known.seq == seq_after(self.table, moves) else None

    def _keep(self, moves: int, state: State, moment: Moment) -> Reached:
        counted = moment.counted()
        found = Reached(seq_after(self.table, moves), state, moment.scores(), 0 if counted is None else counted.now)
        kept = {count: other for count, other in self.reached.items() if count >= moves - 1}
        self.reached = {**kept, moves: found}
        return found


def seq_after(table: Table, moves: int) -> int:
    """The event after which so many moves had been made; it tells a position from one that was taken back."""
    return table.log[moves - 1].seq if moves else 0
