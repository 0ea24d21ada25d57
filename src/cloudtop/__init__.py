"""Cloudtop: four board games above the clouds, to play, to study and to train on.

>>> import cloudtop
>>> "skybridge" in cloudtop.games()
True
>>> state = cloudtop.game("skybridge").deal(players=2, seed=7)
>>> seat = state.turn()[0]
>>> state.play(seat, state.legal(seat)[0])
"""

from __future__ import annotations

from cloudtop.build import BUILD, REASON
from cloudtop.core.errors import CloudtopError, IllegalMove
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.core.state import Outcome, ScoreSheet, State
from cloudtop.core.view import View
from cloudtop.games import game, games, read_record
from cloudtop.version import VERSION

__version__ = VERSION

__all__ = [
    "BUILD",
    "REASON",
    "CloudtopError",
    "Game",
    "IllegalMove",
    "Outcome",
    "Record",
    "ScoreSheet",
    "State",
    "View",
    "__version__",
    "game",
    "games",
    "read_record",
]
