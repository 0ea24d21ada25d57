"""The log of a table in words and pictures: a line is made once for each language, and then only followed by others."""

from __future__ import annotations

from cloudtop.core.state import State
from cloudtop.core.teller import Deed
from cloudtop.table import Entry, Table
from cloudtop.web.levels import level_name
from cloudtop.web.render.gallery import sent_picture
from cloudtop.web.render.moment import Memory, Moment, Standing
from cloudtop.web.render.phrases import move_in_words, server_words
from cloudtop.web.socket.messages import Brought, LogEntry


def told(table: Table, entry: Entry, before: Moment, after: Moment, language: str) -> LogEntry:
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
        points=after.scores()[seat] - before.scores()[seat] if table.points else 0,
        panel=deed.panel,
        marks=deed.marks,
        brings=tuple([Brought(told.text, told.good, told.marks) for told in deed.brings]),
        round=round_of(before),
    )


def by_stand_in(entry: Entry, words: str, language: str) -> str:
    """What was done, marked where a bot did it for somebody who was away."""
    if not entry.stand_in:
        return words
    return server_words(language)("log.stand-in", words=words, bot=level_name(entry.stand_in, language))


def hidden(entry: Entry, before: Moment, language: str) -> LogEntry:
    """A move of which only its seat knows what it is."""
    words = server_words(language)("log.secret")
    return LogEntry(entry.seq, entry.seat, None, words, round=round_of(before))


def round_of(moment: Moment) -> int:
    """The round that a position is in, as everybody knows; 0 where rounds are not counted."""
    progress = moment.counted()
    return 0 if progress is None else progress.now


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
        self.read: dict[tuple[int | None, str, bool], list[LogEntry]] = {}
        """What somebody has read so far in a language, while the game went on or after it."""
        self.memory = Memory()
        """What is known from the moments before."""
        self.seated = table.seated
        self.present: Moment | None = None
        """The position that was the last one when somebody looked."""
        self.reached: dict[int, tuple[int, Moment]] = {}
        """The positions that were looked at last, by the number of moves before them, with the event they came by."""

    def read_by(self, you: int | None, language: str) -> list[LogEntry]:
        """The whole log as somebody may know it.

        It is the same list from move to move, which only grows; where something was taken back, or comes to be
        known when the game is over, it is another one.
        """
        log, over = self.table.log, self.table.over
        # Nothing is hidden from anybody any more then.
        reader = (None if over else you, language, over)
        read = self.read.get(reader)
        if read is None or len(read) > len(log) or (read and read[-1].seq != log[len(read) - 1].seq):
            read = self.read[reader] = []
        for number in range(len(read), len(log)):
            read.append(self.line(number, you, language))
        return read

    def line(self, number: int, you: int | None, language: str) -> LogEntry:
        """One line of it."""
        entry = self.table.log[number]
        if is_hidden(self.table, entry, you):
            return self._hidden(number, language)
        found = self.lines.get((number, language))
        # What was taken back is gone, or has another number by now.
        if found is None or found.seq != entry.seq:
            before, after = self.after(number), self.after(number + 1)
            found = self.lines[number, language] = told(self.table, entry, before, after, language)
            progress = before.counted()
            self.memory.standings[entry.seq] = Standing(None if progress is None else progress.now, after.scores())
        return found

    def _hidden(self, number: int, language: str) -> LogEntry:
        entry = self.table.log[number]
        found = self.secrets.get((number, language))
        if found is None or found.seq != entry.seq:
            found = self.secrets[number, language] = hidden(entry, self.after(number), language)
        return found

    def now(self) -> Moment:
        """The table as it is; what happens there later does not change the position."""
        found = self.present
        if found is None or found.seq != self.table.seq:
            found = self.after(len(self.table.log))
            if found.seq != self.table.seq:
                found = self._moment(found.state)
                self._keep(len(self.table.log), found)
            self.present = found
        return found

    def shown(self) -> None:
        """Everybody has been shown the table as it is: what was found for that is let go of at once."""
        if self.present is not None:
            self.present.rest()

    def after(self, moves: int) -> Moment:
        """The table after so many moves."""
        table = self.table
        known = self.reached.get(moves)
        if known is not None and known[0] == seq_after(table, moves):
            return known[1]
        state = table.lasting() if moves == len(table.log) else table.position(moves)
        found = self._moment(state)
        self._keep(moves, found)
        return found

    def _moment(self, state: State) -> Moment:
        if self.seated != self.table.seated:
            self.seated, self.memory.lasting = self.table.seated, {}
        return Moment(self.table, state, memory=self.memory)

    def _keep(self, moves: int, found: Moment) -> None:
        for count in [*self.reached]:
            if count < moves - 1:
                del self.reached[count]
        self.reached[moves] = seq_after(self.table, moves), found


def seq_after(table: Table, moves: int) -> int:
    """The event after which so many moves had been made; it tells a position from one that was taken back."""
    return table.log[moves - 1].seq if moves else 0
