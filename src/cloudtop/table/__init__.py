"""A table of people and bots: its seats, its log, what may be taken back. No input or output."""

from __future__ import annotations

from cloudtop.table.table import BrokenTable, Entry, NotDealt, Stale, Table, TableClosed, UnknownRules

__all__ = ["BrokenTable", "Entry", "NotDealt", "Stale", "Table", "TableClosed", "UnknownRules"]
