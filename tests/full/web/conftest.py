"""Fixtures of the web tests (`tests/support/web/fixtures.py`)."""

from tests.support.web.fixtures import browser, faulty, house, mira, noor, same_chance

__all__ = ["browser", "faulty", "house", "mira", "noor", "same_chance"]
