"""What a game tells the search: in a module `cloudtop.bots.search_NAME` with a `GUIDE` and an `EXPLORATION`.

Most need none. A game from another package calls `register`; a game that tells nothing is searched all the same.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from cloudtop.bots.search import Guide

EXPLORATION = 0.4
"""How far the search strays from what looks best, where a game does not say."""

_known: dict[str, tuple[Guide, float]] = {}


def register(game: str, guide: Guide, exploration: float = EXPLORATION) -> None:
    """Tell the search about a game."""
    _known[game] = (guide, exploration)


def guide_of(game: str) -> tuple[Guide, float]:
    """The guide of a game and its exploration."""
    if game not in _known:
        name = f"cloudtop.bots.search_{game.replace('-', '_')}"
        if find_spec(name) is None:
            register(game, Guide())
        else:
            module = import_module(name)
            register(game, module.GUIDE, module.EXPLORATION)
    return _known[game]
