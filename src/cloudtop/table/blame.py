"""Whose fault an error is: a game's own code, or the house."""

from __future__ import annotations

import traceback
from types import FrameType, TracebackType

from cloudtop.core.errors import CloudtopError, ContractBreach
from cloudtop.core.patience import Overlong
from cloudtop.games import game_of, house_games


class GameFault(CloudtopError):
    """A game's own code failed; the message says how."""


def blamed(error: BaseException) -> str:
    """The game whose own code an error came from; empty where the house itself is to blame."""
    found, trace = "", error.__traceback__
    while trace is not None:
        found = game_in(trace) or found
        trace = trace.tb_next
    if not found and isinstance(error, ContractBreach | Overlong | GameFault):
        return "a game"
    return found


def game_in(place: TracebackType | FrameType) -> str:
    """The game whose code runs at a place; empty for the house's."""
    frame = place.tb_frame if isinstance(place, TracebackType) else place
    return game_of(str(frame.f_globals.get("__name__", "")))


def how(error: BaseException) -> str:
    """What went wrong, and in which line, for whoever wrote the game."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"


def guest_fault(error: BaseException) -> str:
    """What to tell whoever wrote the installed game that failed; empty where the house itself is to blame."""
    game = blamed(error)
    return "" if game in ("", *house_games()) else f"the game {game} has failed: {how(error)}"
