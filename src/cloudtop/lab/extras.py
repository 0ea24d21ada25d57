"""What the lab needs besides the house, and how to get it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from cloudtop.core.errors import MissingExtra


@contextmanager
def wanting(extra: str) -> Iterator[None]:
    """Import what an extra brings; without it `MissingExtra` says how to install it.

    >>> with wanting("lab"):
    ...     import a_package_that_nobody_has
    Traceback (most recent call last):
        ...
    cloudtop.core.errors.MissingExtra: this needs a_package_that_nobody_has: pip install 'cloudtop[lab]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "cloudtop":
            raise
        package = error.name.partition(".")[0]
        raise MissingExtra(f"this needs {package}: pip install 'cloudtop[{extra}]'") from None


def needed(module: str, extra: str) -> Any:
    """A module that an extra brings, imported when it is used and not before: some take seconds."""
    with wanting(extra):
        return import_module(module)
