"""The command for authors: a package of one's own with a small game in it, to be changed into another."""

from __future__ import annotations

import ast
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import as_file, files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

import cloudtop
from cloudtop.core.errors import CloudtopError

app = typer.Typer()

LONGEST = 28
"""So many letters a name has at most: it is part of addresses, commands and lines of code."""
WORDS = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+)*")
PLAIN, CARDS, TILES = "plain", "cards", "tiles"
ABOUT = {
    PLAIN: "A small game about a heap of stones, to be changed into another. It has no pictures yet: a page shows its"
    " text, and a button for each move.",
    CARDS: "A small game about cards of four colours, hidden hands and a market, to be changed into another.",
    TILES: "A small game about tiles on a board, to be changed into another.",
}
SUFFIX = ".in"
"""What every file of a template ends in, so that nothing takes it for a part of the house."""


class BadName(CloudtopError):
    """A name that a new game cannot have."""


class Name(NamedTuple):
    """What a new game is called, and where."""

    title: str
    """On its box: Lucky Stones."""
    game: str
    """In commands and addresses: lucky-stones."""
    package: str
    """As a Python package: lucky_stones."""
    kind: str
    """As a class: LuckyStones."""


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, such as 'Lucky Stones'.")],
    cards: Annotated[bool, typer.Option("--cards", help="With cards, hands and a market, drawn.")] = False,
    tiles: Annotated[bool, typer.Option("--tiles", help="With tiles on a board, drawn.")] = False,
    into: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where its folder is made; here, if not given.")
    ] = Path(),
) -> None:
    """Make a package with a small game in it, which plays at once and is yours to change."""
    if cards and tiles:
        raise CloudtopError("a new game begins with --cards or with --tiles; take one of them, and add the other later")
    called = read_name(name)
    folder = make_package(called, CARDS if cards else TILES if tiles else PLAIN, into)
    print(f"{called.title} is in {folder}, and plays as it is. What comes next:")
    print(f"  python -m pip install --no-build-isolation --editable {quoted(folder)}")
    print(f"  python -m pytest {quoted(folder)}")
    print(f"  cloudtop play {called.game}")
    print("docs/guests.md tells how it goes on.")


def quoted(folder: Path) -> str:
    """A path as a shell takes it."""
    return str(folder) if re.fullmatch(r"[\w./:\\-]+", str(folder)) else f'"{folder}"'


# ---------------------------------------------------------------------------------------------- names


def read_name(text: str) -> Name:
    """What a game of that name is called everywhere; `BadName` for one that it cannot have.

    >>> read_name("Lucky Stones")
    Name(title='Lucky Stones', game='lucky-stones', package='lucky_stones', kind='LuckyStones')
    """
    written = " ".join(text.split())
    if not WORDS.fullmatch(written):
        raise BadName(
            f"{text!r} cannot be the name of a Python package: that takes words of the letters a to z and digits, a"
            " letter first, such as 'Lucky Stones'; on its box a game may be called otherwise, in words.toml"
        )
    if len(written) > LONGEST:
        raise BadName(f"{text!r} has {len(written)} letters; a name has {LONGEST} at most")
    words = re.split(r"[ _-]", written)
    title = " ".join(words) if written != written.lower() else " ".join(word.capitalize() for word in words)
    package = "_".join(words).lower()
    called = Name(title, package.replace("_", "-"), package, "".join(word[0].upper() + word[1:] for word in words))
    check_free(called)
    return called


def check_free(name: Name) -> None:
    """Refuse a name that means something else already."""
    if iskeyword(name.package) or iskeyword(name.kind):
        raise BadName(f"{name.package!r} is a word of Python itself; give the game another name, or two words")
    if name.game in cloudtop.games():
        raise BadName(f"there is a game {name.game!r} already: cloudtop play {name.game}")
    if name.package in sys.stdlib_module_names:
        raise BadName(f"{name.package!r} is a module of Python's own library; give the game another name, or two words")
    found = find_spec(name.package)
    # A folder without a package in it is none.
    if found is not None and found.origin is not None:
        raise BadName(f"there is a Python package {name.package!r} already, in {found.origin}")


# ---------------------------------------------------------------------------------------------- files


def make_package(name: Name, kind: str, into: Path) -> Path:
    """Make the folder of a new game and say where it is; nothing is left behind where that fails."""
    neutral = name._replace(kind=f"{name.kind}_")
    if any(name.kind in names_in(text) for path, text in rendered(neutral, kind) if path.endswith(".py")):
        raise BadName(f"{name.kind!r} means something else in the game's code; give it another name, or two words")
    folder = into / name.game
    if folder.exists() or folder.is_symlink():
        raise CloudtopError(f"{folder} is there already; remove it, give the game another name, or say --into FOLDER")
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{name.game}-", dir=into) as draft:
        for path, text in rendered(name, kind):
            target = Path(draft, name.game, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        shutil.move(Path(draft, name.game), folder)
    return folder


def rendered(name: Name, kind: str) -> Iterator[tuple[str, str]]:
    """Every file of a new game: its path in the folder, and its text."""
    scene = f"\n| `src/{name.package}/scene.py` | what is seen, and what is touched? |" if kind != PLAIN else ""
    fields = {
        "@title@": name.title,
        "@name@": name.game,
        "@package@": name.package,
        "@Class@": name.kind,
        "@version@": cloudtop.__version__,
        "@about@": ABOUT[kind],
        "@scene@": scene,
    }
    with as_file(files("cloudtop.cli") / "templates") as templates:
        for source in ("common", kind):
            for path in sorted((templates / source).rglob(f"*{SUFFIX}")):
                placed = path.relative_to(templates / source).as_posix().removesuffix(SUFFIX)
                yield filled(placed.replace("gitignore", ".gitignore"), fields), filled(path.read_text("utf-8"), fields)


def names_in(source: str) -> set[str]:
    """Every name that a module uses or defines."""
    tree = list(ast.walk(ast.parse(source)))
    used = {node.id for node in tree if isinstance(node, ast.Name)}
    return used | {node.name for node in tree if isinstance(node, ast.ClassDef | ast.alias)}


def filled(text: str, fields: dict[str, str]) -> str:
    """A text with its fields filled in."""
    for field, value in fields.items():
        text = text.replace(field, value)
    return text
