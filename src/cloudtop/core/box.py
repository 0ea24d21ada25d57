"""Boxes written by owners of a game: read from TOML, compared, and blamed line by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from cloudtop.core.errors import BadPieces


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
    """
    keys = [str(key) for key in at if isinstance(key, str)]
    found = 1
    table: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+([^\]]+)\]+", line):
            table = [part.strip().strip("'\"") for part in header[1].split(".")]
            here = table
        elif entry := re.match(r"\s*([\w'\"/.-]+)\s*=", line):
            here = [*table, entry[1].strip("'\"")]
        else:
            continue
        if here == keys:
            return number
        if here == keys[: len(here)]:
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
