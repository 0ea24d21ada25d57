"""A bot never breaks a game: if it fails or thinks too long, its seat makes a quick legal move and the log says so."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from random import Random

from cloudtop.bots import Bot, Perspective
from cloudtop.core.chance import pick

LOG = logging.getLogger("cloudtop.bots")
PATIENCE = 10.0
"""Seconds after which a bot that does not watch its own clock is left alone."""


def legal_or_quick(bot: str, choice: object, legal: list[int], rng: Random) -> int:
    """A bot's choice if it is a legal move; otherwise a quick one, and the log says what was chosen, or what failed."""
    if isinstance(choice, int) and choice in legal:
        return choice
    why = f"chose {choice!r}, which is not legal" if isinstance(choice, int) else choice
    LOG.warning("bot %s: %s; a quick move is made for it", bot, why)
    return pick(rng, legal)


def choice_in_time(bot: Bot, perspective: Perspective, rng: Random, patience: float = PATIENCE) -> int:
    """The bot's move if it is legal and comes in time, otherwise a quick legal one."""
    # The pool is not waited for: a thread that thinks too long must not hold up the game.
    pool = ThreadPoolExecutor(1, thread_name_prefix=bot.name)
    thought = pool.submit(bot.choose, perspective, Random(rng.random()))
    pool.shutdown(wait=False, cancel_futures=True)
    choice: object
    try:
        choice = thought.result(timeout=patience)
    except TimeoutError:
        choice = f"thought longer than {patience} s"
    except Exception as error:
        choice = f"failed: {type(error).__name__}: {error}"
    return legal_or_quick(bot.name, choice, perspective.legal(), rng)
