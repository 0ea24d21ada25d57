"""The fixture of the Skybridge tests (`tests/support/skybridge/towers.py`)."""

from tests.support.skybridge.towers import position

__all__ = ["position"]
