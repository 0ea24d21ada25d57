"""The library with other games in it than those that are installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import EntryPoint

import pytest

# The package offers a function of the same name, so the module itself has to be asked for.
library = import_module("cloudtop.games")


def look_anew() -> None:
    """Look for installed games now: a server's threads, which look at any time, find the answer there."""
    library.forget()
    library.games()


@contextmanager
def with_guest(name: str, game: str) -> Iterator[None]:
    """The library with one installed game, as its package would bring it: through the group `cloudtop.games`."""
    point = EntryPoint(name, game, library.GROUP)
    # What a thread has begun to look for before would be kept after the change.
    library.games()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "entry_points", lambda group: [point] if group == point.group else [])
        look_anew()
        yield
    look_anew()
