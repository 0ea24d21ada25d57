"""What the bots are told about Cloudy Kingdom. This module is compiled."""

from __future__ import annotations

from typing import Final

from cloudtop.core.judge import Judge

JUDGE: Final = Judge()
"""Nothing: a game is over in a few dozen moves, and only its end counts, so that play at random to the end tells the
search what a position is worth.
"""
