"""The log of a table in words and pictures: a line is made once for each language, and then only followed by others."""

from __future__ import annotations

from cloudtop.core.state import State
from cloudtop.table import Entry, Table
from cloudtop.web.render.gallery import sent_picture
from cloudtop.web.render.phrases import move_in_words, server_words
from cloudtop.web.socket.messages import Brought, LogEntry


def told(table: Table, entry: Entry, before: State, language: str) -> LogEntry:
    """A move that everybody may know, made in a position that is thereby changed."""
    game, words, seat = table.game, table.game.words(language), entry.seat
    after = before.copy()
    after.apply(seat, entry.action)
    deed = game.tell(before, seat, game.moves[entry.action], after, words)
    progress = game.progress(before.view(None))
    line = LogEntry(
        seq=entry.seq,
        seat=seat,
        text=game.text(entry.action),
        words=move_in_words(game, entry.action, language),
        deed="" if deed is None else deed.text,
        picture=None if deed is None or not deed.picture.box[2] else sent_picture(deed.picture),
        points=after.scores()[seat] - before.scores()[seat],
        panel="" if deed is None else deed.panel,
        marks=() if deed is None else deed.marks,
        brings=() if deed is None else tuple(Brought(*brings) for brings in deed.brings),
        round=0 if progress is None else progress.now,
    )
    before.apply(seat, entry.action)
    return line


def hidden(entry: Entry, language: str) -> LogEntry:
    """A move of which only its seat knows what it is."""
    return LogEntry(entry.seq, entry.seat, None, server_words(language)("log.secret"))


def is_hidden(table: Table, entry: Entry, you: int | None) -> bool:
    """Whether somebody may not know a move: what others chose in secret is told when the game is over."""
    return entry.secret and entry.seat != you and not table.over


class Chronicle:
    """What has happened at a table, told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: dict[str, list[LogEntry]] = {}
        self.reached: dict[str, State] = {}
        """By language, the position after the last line that was told in it."""

    def read_by(self, you: int | None, language: str) -> tuple[LogEntry, ...]:
        """The whole log as somebody may know it."""
        lines, log = self._up_to_date(language), self.table.log
        secret = [number for number, entry in enumerate(log) if is_hidden(self.table, entry, you)]
        if not secret:
            return tuple(lines)
        seen = list(lines)
        for number in secret:
            seen[number] = hidden(log[number], language)
        return tuple(seen)

    def line(self, number: int, you: int | None, language: str) -> LogEntry:
        """One line of it."""
        entry = self.table.log[number]
        return hidden(entry, language) if is_hidden(self.table, entry, you) else self._up_to_date(language)[number]

    def _up_to_date(self, language: str) -> list[LogEntry]:
        lines, log = self.lines.setdefault(language, []), self.table.log
        # What was taken back is gone, or has another number by now.
        if len(lines) > len(log) or (lines and lines[-1].seq != log[len(lines) - 1].seq):
            while lines and (len(lines) > len(log) or lines[-1].seq != log[len(lines) - 1].seq):
                lines.pop()
            self.reached.pop(language, None)
        if len(lines) < len(log):
            if language not in self.reached:
                self.reached[language] = self.table.position(len(lines))
            state = self.reached[language]
            lines += [told(self.table, entry, state, language) for entry in log[len(lines) :]]
        return lines
