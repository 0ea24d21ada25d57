"""Promises of every store, here on PostgreSQL: the address is that of a database (`conftest.py`)."""

from tests.fast.store.test_stores import *  # noqa: F403
