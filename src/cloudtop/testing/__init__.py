"""The conformance suite: any game, ours or a stranger's, can be put through it.

import cloudtop
from cloudtop.testing import conformance

conformance(cloudtop.game(cloudtop.games()[0]), games=50)
"""

from cloudtop.testing.conformance import Trial, conformance

__all__ = ["Trial", "conformance"]
