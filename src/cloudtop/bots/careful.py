"""A bot never breaks a game: if it fails or thinks too long, its seat makes a quick legal move and the log says so."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from random import Random

from cloudtop.bots.perspective import Perspective
from cloudtop.bots.simple import Bot
from cloudtop.core.chance import pick

LOG = logging.getLogger("cloudtop.bots")
PATIENCE = 10.0
"""Seconds after which a bot that does not watch its own clock is left alone."""


def careful_choice(bot: Bot, perspective: Perspective, rng: Random, patience: float = PATIENCE) -> int:
    """The bot's move if it is legal and comes in time, otherwise a quick legal one."""
    legal = perspective.legal()
    # The pool is not waited for: a thread that thinks too long must not hold up the game.
    pool = ThreadPoolExecutor(1, thread_name_prefix=bot.name)
    thought = pool.submit(bot.choose, perspective, Random(rng.random()))
    pool.shutdown(wait=False, cancel_futures=True)
    try:
        action = thought.result(timeout=patience)
        if action in legal:
            return action
        LOG.warning("bot %s chose %r, which is not legal; a quick move is made for it", bot.name, action)
    except TimeoutError:
        LOG.warning("bot %s thought longer than %s s; a quick move is made for it", bot.name, patience)
    except Exception:
        LOG.exception("bot %s failed; a quick move is made for it", bot.name)
    return pick(rng, legal)
