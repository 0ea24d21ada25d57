"""Positions of Skybridge, written as towers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.state import Skybridge

Position = Callable[..., Skybridge]


@pytest.fixture
def position() -> Position:
    """`position("a1 c3 h2 / b1 i3", turn=0)`: towers bottom to top, parted by slashes."""

    def build(towers: str = "", turn: int = 0, players: int = 4, **more: object) -> Skybridge:
        stacks = {}
        for tower in filter(None, (part.split() for part in towers.split("/"))):
            stacks[tower[0]] = tower[1:]
        colour = more.pop("colour", None)
        return GAME.load({"players": players, "options": more, "towers": stacks, "turn": [turn], "colour": colour})

    return build
