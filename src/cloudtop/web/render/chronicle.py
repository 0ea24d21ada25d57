"""The log of a table in words: a line is made once for each language, and then only followed by others."""

from __future__ import annotations

from cloudtop.table import Entry, Table
from cloudtop.web.levels import level_name
from cloudtop.web.render.phrases import move_in_words, server_words
from cloudtop.web.socket.messages import LogEntry


def told(table: Table, entry: Entry, language: str) -> LogEntry:
    """A move that everybody may know."""
    words = move_in_words(table.game, entry.action, language)
    if entry.stand_in:
        words = server_words(language)("log.stand-in", words=words, bot=level_name(entry.stand_in, language))
    return LogEntry(entry.seq, entry.seat, table.game.text(entry.action), words)


def hidden(entry: Entry, language: str) -> LogEntry:
    """A move of which only its seat knows what it is."""
    return LogEntry(entry.seq, entry.seat, None, server_words(language)("log.secret"))


def is_hidden(table: Table, entry: Entry, you: int | None) -> bool:
    """Whether somebody may not know a move: what others chose in secret is told when the game is over."""
    return entry.secret and entry.seat != you and not table.over


def entry_for(table: Table, entry: Entry, you: int | None, language: str) -> LogEntry:
    """A move as somebody may know it."""
    return hidden(entry, language) if is_hidden(table, entry, you) else told(table, entry, language)


class Chronicle:
    """What has happened at a table, in words."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: dict[str, list[LogEntry]] = {}

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

    def _up_to_date(self, language: str) -> list[LogEntry]:
        lines, log = self.lines.setdefault(language, []), self.table.log
        # What was taken back is gone, or has another number by now.
        while lines and (len(lines) > len(log) or lines[-1].seq != log[len(lines) - 1].seq):
            lines.pop()
        lines += [told(self.table, entry, language) for entry in log[len(lines) :]]
        return lines
