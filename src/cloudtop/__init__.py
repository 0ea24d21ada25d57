"""Cloudtop: four board games above the clouds, to play, to study and to train on.

>>> import cloudtop
>>> play = cloudtop.Play(cloudtop.games()[0], players=2, seed=7)
>>> move = play.push(play.legal()[0])
>>> move == play.pop(), play.over
(True, False)
"""

from __future__ import annotations

from cloudtop.build import BUILD, REASON
from cloudtop.core.errors import (
    AmbiguousMove,
    BadBot,
    BadDeal,
    BadLanguage,
    BadOption,
    BadPieces,
    BadPlayers,
    BadPosition,
    BadRecord,
    BadSeat,
    BadSeed,
    CloudtopError,
    ContractBreach,
    IllegalMove,
    MoveError,
    NotAMove,
    UnknownGame,
)
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, State
from cloudtop.core.view import View
from cloudtop.games import game, games, read_record
from cloudtop.play import Play
from cloudtop.version import VERSION

__version__ = VERSION

__all__ = [
    "BUILD",
    "REASON",
    "AmbiguousMove",
    "BadBot",
    "BadDeal",
    "BadLanguage",
    "BadOption",
    "BadPieces",
    "BadPlayers",
    "BadPosition",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "CloudtopError",
    "ContractBreach",
    "Game",
    "IllegalMove",
    "MoveError",
    "NotAMove",
    "Outcome",
    "Play",
    "Record",
    "ScoreLine",
    "ScoreSheet",
    "State",
    "UnknownGame",
    "View",
    "__version__",
    "game",
    "games",
    "read_record",
]
