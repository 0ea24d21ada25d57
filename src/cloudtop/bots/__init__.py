"""Bots: they are handed a perspective, never a state, and so cannot cheat."""

from __future__ import annotations

from cloudtop.bots.levels import LEVELS, SearchBot
from cloudtop.bots.perspective import Perspective
from cloudtop.bots.simple import Bot, GreedyBot, RandomBot
from cloudtop.core.errors import BadBot

__all__ = ["BOTS", "Bot", "GreedyBot", "Perspective", "RandomBot", "SearchBot", "bot"]

BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    "greedy": GreedyBot(),
    **{level.name: SearchBot(level) for level in LEVELS},
}


def bot(name: str) -> Bot:
    """The bot of that name.

    >>> bot("breeze").name
    'breeze'
    """
    if name not in BOTS:
        raise BadBot(f"there is no bot {name!r}; expected one of {', '.join(BOTS)}")
    return BOTS[name]
