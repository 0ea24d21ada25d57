"""Bots: they are handed a perspective, never a state, and so cannot cheat."""

from __future__ import annotations

from cloudtop.bots.perspective import Perspective
from cloudtop.bots.yardsticks import Bot, GreedyBot, RandomBot
from cloudtop.core.errors import BadBot

__all__ = ["BOTS", "Bot", "GreedyBot", "Perspective", "RandomBot", "bot"]

BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def bot(name: str) -> Bot:
    """The bot of that name.

    >>> bot("greedy").name
    'greedy'
    """
    if name not in BOTS:
        raise BadBot(f"there is no bot {name!r}; expected one of {', '.join(BOTS)}")
    return BOTS[name]
