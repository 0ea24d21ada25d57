"""The library: one room per game, all rooms alike.

A game is a package in here, or an installed package that names its `Game` in the entry point group
`cloudtop.games`; nothing else has to know it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules

from cloudtop.core.box import BoxFile
from cloudtop.core.box import open_box as open_with
from cloudtop.core.errors import UnknownGame
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.core.record import read_record as read_with

GROUP = "cloudtop.games"


@cache
def _rooms() -> dict[str, str]:
    """Where each game is: its name, and `module:object` of its `Game`."""
    rooms = {room.name.replace("_", "-"): f"{__name__}.{room.name}.game:GAME" for room in iter_modules(__path__)}
    for point in entry_points(group=GROUP):
        rooms.setdefault(point.name, point.value)
    return dict(sorted(rooms.items()))


def games() -> tuple[str, ...]:
    """The names of all games.

    >>> len(games()) >= 4
    True
    """
    return tuple(_rooms())


@cache
def game(name: str) -> Game:
    """The game of that name.

    >>> game(games()[0]).name == games()[0]
    True
    """
    if name not in _rooms():
        raise UnknownGame(f"there is no game {name!r}; the library has {', '.join(games())}")
    module, _, attribute = _rooms()[name].partition(":")
    found = getattr(import_module(module), attribute)
    assert isinstance(found, Game)
    return found


def read_record(text: str) -> Record:
    """A record from its text, with every move checked again."""
    return read_with(text, game)


def open_box(path: Path, name: str | None = None) -> BoxFile:
    """The box in a file: of the game that the file names, which has to be this one if one is given."""
    return open_with(path, game, name)
