"""The library: one room per game, all rooms alike.

A game is a package in here, or an installed package that names its `Game` in the entry point group
`cloudtop.games`; nothing else has to know it. Each installed one is loaded by itself: one that has a fault is left
out, and closes nothing but itself.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from cloudtop.core.box import BoxFile
from cloudtop.core.box import open_box as open_with
from cloudtop.core.errors import UnknownGame
from cloudtop.core.game import Game
from cloudtop.core.installed import LeftOut, load, sorted_out
from cloudtop.core.printed import check_printed
from cloudtop.core.record import Record
from cloudtop.core.record import read_record as read_with
from cloudtop.core.state import State

GROUP = "cloudtop.games"


@cache
def _rooms() -> dict[str, str]:
    """The house's own games: their names, and the module of each."""
    return {room.name.replace("_", "-"): f"{__name__}.{room.name}.game" for room in iter_modules(__path__)}


def house_games() -> tuple[str, ...]:
    """The names of the house's own games."""
    return tuple(sorted(_rooms()))


@cache
def _room(name: str) -> Game:
    """A game of the house; `BadPieces` where its printed box is not the one that belongs to its rules."""
    room: Game = import_module(_rooms()[name]).GAME
    check_printed(room)
    return room


@cache
def _installed() -> tuple[dict[str, EntryPoint], list[LeftOut]]:
    """Where the games are that other packages bring, and those whose name is taken."""
    return sorted_out(entry_points(group=GROUP), _rooms())


@cache
def _loaded(name: str) -> Game | LeftOut:
    """An installed game, or why there is none."""
    return load(_installed()[0][name])


def forget() -> None:
    """Look for installed games anew when they are asked for the next time."""
    _installed.cache_clear()
    _loaded.cache_clear()


def games() -> tuple[str, ...]:
    """The names of all games that can be played: the house's own, then those of other packages.

    >>> len(games()) >= 4
    True
    """
    guests = (name for name in sorted(_installed()[0]) if isinstance(_loaded(name), Game))
    return (*house_games(), *guests)


def left_out() -> tuple[LeftOut, ...]:
    """The installed games that cannot be played, and why; they are not among `games`."""
    found = [_loaded(name) for name in _installed()[0]]
    return (*(one for one in found if isinstance(one, LeftOut)), *_installed()[1])


def game(name: str) -> Game[State, Any, Any, Any]:
    """The game of that name; nothing else is loaded for it.

    >>> game(games()[0]).name == games()[0]
    True
    """
    if name in _rooms():
        return _room(name)
    if name not in _installed()[0]:
        raise UnknownGame(f"there is no game {name!r}; the library has {', '.join(games())}")
    found = _loaded(name)
    if isinstance(found, LeftOut):
        raise UnknownGame(f"there is no game {name!r} here: {found}")
    return found


def game_of(module: str) -> str:
    """The name of the game to whose package a module belongs; empty where it belongs to none. Nothing is loaded."""
    if module.startswith(f"{__name__}."):
        return module.removeprefix(f"{__name__}.").partition(".")[0].replace("_", "-")
    for name, point in _installed()[0].items():
        package = point.module.rpartition(".")[0] or point.module
        if module == package or module.startswith(f"{package}."):
            return name
    return ""


def of_the_house(game: Game) -> bool:
    """Whether a game is one of the rooms in here, and none that another package brings."""
    return type(game).__module__.startswith(f"{__name__}.")


def read_record(text: str) -> Record:
    """A record from its text, with every move checked again."""
    return read_with(text, game)


def open_box(path: Path, name: str | None = None) -> BoxFile:
    """The box in a file: of the game that the file names, which has to be this one if one is given."""
    return open_with(path, game, name)
