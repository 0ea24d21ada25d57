"""What one seat knows, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class View(NamedTuple):
    """All that a seat (or, with seat None, a spectator) knows of a game, as plain JSON-able facts.

    It is the only thing that leaves a game: pictures, messages, logs and bots are made from views. Its keys
    are the game's own; every game's page in the documentation lists them.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    seat: int | None
    facts: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data."""
        return {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "seat": self.seat,
            "facts": dict(self.facts),
        }
