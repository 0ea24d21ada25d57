"""Reasons for which a table cannot be replayed, or something cannot be done at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloudtop.core.errors import CloudtopError

if TYPE_CHECKING:
    from cloudtop.table.kept import Kept
    from cloudtop.table.table import Table


class BrokenTable(CloudtopError):
    """The log of a table cannot be replayed."""

    salvaged: Table | None = None
    """The table before the event that cannot be replayed, if there is such a thing."""


class UnknownRules(BrokenTable):
    """The table follows rules that are not here: of another version, or of a game that is not installed."""

    kept: Kept
    """The part of the table that can be read without its rules."""


class Stale(CloudtopError):
    """Something was asked about a position that is no longer the present one."""


class TableClosed(CloudtopError):
    """The host closed the table."""


class NotDealt(CloudtopError):
    """The table waits for players, and nothing lies on it yet."""
