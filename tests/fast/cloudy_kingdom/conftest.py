"""The fixture of the Cloudy Kingdom tests (`tests/support/cloudy_kingdom/stacks.py`)."""

from tests.support.cloudy_kingdom.stacks import position

__all__ = ["position"]
