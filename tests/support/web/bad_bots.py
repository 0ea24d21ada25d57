"""Bots that do what no bot should; importable, so that a process can think with them."""

from __future__ import annotations

import os
import signal

from cloudtop.web.live.bots import Thought


def brood(thought: Thought) -> object:
    """Never answer."""
    rounds = 0
    while rounds >= 0:
        rounds += 1
    return rounds


def die(thought: Thought) -> object:
    """Take the whole process down."""
    os.kill(os.getpid(), signal.SIGKILL)
    return None
