"""Boxes written by owners of a game: read from TOML, compared, and blamed line by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cloudtop.core.errors import BadPieces
from cloudtop.core.game import Game

TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


def read_box(text: str) -> dict[str, Any]:
    """The data of a file of pieces; `BadPieces` with the line where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPieces(f"this is no TOML: {error}") from None


def line_of(text: str, at: tuple[str | int, ...]) -> int:
    """The line of a file of pieces where something is written, key by key; 1 if it is not found.

    >>> line_of('[tiles]\\nbb = 2\\n[walkways]\\nbb = 3', ("walkways", "bb"))
    4
    >>> line_of('[a]\\npairs = [\\n["x", "y"],\\n]\\nb = 1', ("a", "b"))
    5
    >>> line_of('[[magic]]\\ncost = 1\\n[[magic]]\\ncost = 2', ("magic", 1, "cost"))
    4
    """
    found = 1
    table: list[str | int] = []
    times: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*(\[+)([^\],]+)\]+\s*(?:#.*)?$", line):
            table = [part.strip().strip("'\"") for part in header[2].split(".")]
            if header[1] == "[[":
                times[header[2]] = times.get(header[2], -1) + 1
                table.append(times[header[2]])
            here = table
        elif entry := re.match(r"\s*([\w'\"/.-]+)\s*=", line):
            here = [*table, entry[1].strip("'\"")]
        else:
            continue
        if here == list(at):
            return number
        if here == list(at[: len(here)]):
            found = number
    return found


def differences(old: Mapping[str, Any], new: Mapping[str, Any], at: tuple[str, ...] = ()) -> Iterator[str]:
    """What another box changes, a line each: `tiles.bb: 2 -> 3`.

    >>> list(differences({"tiles": {"bb": 2}}, {"tiles": {"bb": 3, "gg": 1}}))
    ['tiles.bb: 2 -> 3', 'tiles.gg: - -> 1']
    """
    for key in dict.fromkeys([*old, *new]):
        before, after = old.get(key), new.get(key)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from differences(before, after, (*at, key))
        elif before != after:
            shown = ("-" if value is None else str(value) for value in (before, after))
            yield f"{'.'.join((*at, key))}: {' -> '.join(shown)}"


def totals(box: Mapping[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """What can be added up in a box, part by part: tables of nothing but whole numbers, and how long lists are.

    >>> dict(totals({"tiles": {"bb": 2, "gg": 4}, "start": ["bb", "gg"]}))
    {'tiles': 6, 'start': 2}
    """
    if at and box and all(type(value) is int for value in box.values()):
        yield ".".join(at), sum(box.values())
    for key, value in box.items():
        if isinstance(value, Mapping):
            yield from totals(value, (*at, key))
        elif isinstance(value, list):
            yield ".".join((*at, key)), len(value)


class BoxFile(NamedTuple):
    """A box in a file of its owner's."""

    id: str
    """The name of the file, without its ending."""
    name: str
    """What its owner calls it."""
    game: Game
    """The game, played with it."""


def open_box(path: Path, find: Callable[[str], Game], game: str | None = None) -> BoxFile:
    """The box in a file; `find` gives the game of a name, which the key `game` of the file tells, or the caller.

    `BadPieces` says what is wrong in one line: the file, the line in it, the reason.
    """
    text = _text_of(path)
    try:
        data = read_box(text)
        named, title = data.pop("game", game), data.pop("name", path.stem)
        if not isinstance(named, str):
            raise BadPieces('the key game = "..." tells which game a box is for; it is missing', "game")
        if game is not None and named != game:
            raise BadPieces(f"this is a box of {named}, not of {game}", "game")
        if not isinstance(title, str):
            raise BadPieces("the name of a box is a text", "name")
        return BoxFile(path.stem, title, find(named).with_box(data))
    except BadPieces as error:
        raise BadPieces(f"{path}, line {_blamed(error, text)}: {error}", *error.at) from None


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadPieces(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadPieces(f"{path}, line 1: this is no UTF-8 text") from None


def _blamed(error: BadPieces, text: str) -> int:
    """The line that an error is about."""
    if found := TOML_LINE.search(str(error)):
        return int(found[1] or len(text.splitlines()))
    return line_of(text, error.at)
