"""How the outsider is set, in each game as it played best in the trials that `docs/outsider.md` tells of."""

from __future__ import annotations

from typing import NamedTuple

OUTSIDER = "openspiel"
"""The outsider's name at the table."""


class Settings(NamedTuple):
    """What can be chosen for OpenSpiel's search."""

    exploration: float
    """Its `uct_c`, for returns from -1 to 1."""
    margin: bool
    """Whether it counts the margin, as our own search does, or the win alone."""


USUAL = Settings(1.4, margin=True)
CHOSEN = {
    "cloud-city": Settings(0.7, margin=True),
    "cloudy-kingdom": Settings(0.7, margin=False),
    "skybridge": Settings(0.7, margin=True),
    "strange-world": Settings(1.4, margin=True),
}


def settings_of(game: str) -> Settings:
    """The settings for a game, the usual ones if it was never tried."""
    return CHOSEN.get(game, USUAL)
