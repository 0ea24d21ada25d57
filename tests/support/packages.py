"""Packages that bring a game, written to a folder as an installer would leave them there."""

from __future__ import annotations

from pathlib import Path

GOOD = """
from tests.support.nim import CoinNimGame


class Guest(CoinNimGame):
    name = "{name}"


GAME = Guest()
"""
"""A sound game: that of `tests/support/nim.py` under another name."""


def install(folder: Path, package: str, source: str = GOOD, name: str = "", value: str = "", **files: str) -> Path:
    """A package with a module `game.py` and an entry point; returns the folder of the package.

    The game is called as the package, with hyphens, unless a name is given; `files` are further files, their names
    with `__` for a dot.
    """
    called = name or package.replace("_", "-")
    home = folder / package
    home.mkdir(parents=True)
    (home / "__init__.py").touch()
    (home / "game.py").write_text(source.replace("{name}", called), encoding="utf-8")
    for file, text in files.items():
        (home / file.replace("__", ".")).write_text(text, encoding="utf-8")
    about = folder / f"{package}-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n", encoding="utf-8")
    point = f"[cloudtop.games]\n{called} = {value or f'{package}.game:GAME'}\n"
    (about / "entry_points.txt").write_text(point, encoding="utf-8")
    return home
