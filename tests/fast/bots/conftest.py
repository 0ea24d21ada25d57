"""The fixture of the bot tests (`tests/support/bots/unhurried.py`)."""

from tests.support.bots.unhurried import unhurried

__all__ = ["unhurried"]
