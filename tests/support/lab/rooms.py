"""What the tests of the lab's environments share: all games of the library, and a stranger's."""

from __future__ import annotations

import pytest
from tests.support.nim import GAME as STRANGER
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.game import Game

GAMES: list[Game] = [*map(cloudtop.game, ROOMS), STRANGER]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_count = pytest.mark.parametrize(
    ("game", "players"), [(game, count) for game in GAMES for count in game.player_counts], ids=str
)
