"""A table of people and bots: its seats, its log, what may be taken back. No input or output."""

from __future__ import annotations

from cloudtop.table.faults import BrokenTable, NotDealt, Stale, TableClosed, UnknownRules
from cloudtop.table.table import Entry, Table

__all__ = ["BrokenTable", "Entry", "NotDealt", "Stale", "Table", "TableClosed", "UnknownRules"]
