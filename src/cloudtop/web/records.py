"""The record of a game that still goes on, as one who plays it may have it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cloudtop.core.game import written
from cloudtop.core.record import FIRST_LINE, UNFINISHED
from cloudtop.table.hosted import HostedTable
from cloudtop.web.tokens import commitment


def partial_record(table: HostedTable, mine: Collection[int], names: Mapping[int, str]) -> str:
    """A record without the seed, which is sealed, and without what others chose in secret.

    It cannot be played again before the game is over; the header `partial` says so.
    """
    lines = [
        FIRST_LINE,
        f"game: {table.game.name}",
        f"rules: {table.game.rules_version}",
        f"players: {len(table.seats)}",
        *(f"option {name}: {written(value)}" for name, value in table.terms.options.items()),
        *(f"seat {seat}: {name}" for seat, name in sorted(names.items())),
        "partial: the game goes on, the seed is sealed and secret moves are left out",
        f"commitment: sha256 {commitment(table.opened.seed, table.opened.salt)}",
        f"result: {UNFINISHED}",
        "",
    ]
    for number, entry in enumerate(table.log, 1):
        hidden = entry.secret and entry.seat not in mine
        text = "; a secret move" if hidden else table.game.text(entry.action)
        lines.append(f"{number} {entry.seat} {text}")
    return "\n".join(lines) + "\n"
