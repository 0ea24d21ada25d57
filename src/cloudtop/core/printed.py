"""The printed box of a game: which one belongs to which version of its rules.

A room's `printed.toml` names the digest of the printed box for every version of the rules. Tables and records keep
that digest, so that a game never goes on with other pieces than it began with. Former boxes are kept in the room:
`pieces-2.toml` is the last box that version 2 was played with, where `pieces.toml` is another one by now.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cloudtop.core.errors import BadPieces, CloudtopError

if TYPE_CHECKING:
    from cloudtop.core.game import Game

PIECES, KNOWN = "pieces.toml", "printed.toml"


class OtherBox(CloudtopError):
    """A game began with a printed box that is not here."""


def digest_of(box: Mapping[str, Any]) -> str:
    """The digest of a box as plain data. Comments do not count; the order of its keys does, as a deal may follow it.

    >>> digest_of({"stones": [5, 7]}), digest_of({"stones": [7, 5]})
    ('712a78f7156cdde2', '5b356ea454cf68e4')
    """
    return sha256(json.dumps(box, separators=(",", ":")).encode()).hexdigest()[:16]


@cache
def data_in(package: str, file: str) -> dict[str, Any]:
    """The data of a TOML file in a package; empty where there is no such file."""
    if not package:
        return {}
    try:
        text = (files(package) / file).read_text(encoding="utf-8")
    except OSError:
        return {}
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPieces(f"{package}/{file} is no TOML: {error}") from None


def present(game: Game) -> str:
    """The digest of a game's `pieces.toml`; empty where it has none."""
    box = data_in(game.package, PIECES)
    return digest_of(box) if box else ""


def known(game: Game, rules: int) -> str:
    """The digest of the printed box of a version of the rules; without `printed.toml` all versions have one box."""
    noted: str = data_in(game.package, KNOWN).get(str(rules), present(game))
    return noted


def check_printed(game: Game) -> None:
    """Refuse a `pieces.toml` that is not the box noted for the present version of the rules; `BadPieces` says how on.

    A game without `printed.toml` is not checked.
    """
    noted, version, found = data_in(game.package, KNOWN), game.rules_version, present(game)
    if not noted or noted.get(str(version)) == found:
        return
    home = game.package.replace(".", "/")
    if str(version) not in noted:
        line = f'{version} = "{found}"'
        raise BadPieces(f"{home}/{KNOWN} does not name the printed box of rules version {version}; add the line {line}")
    raise BadPieces(
        f"{home}/{PIECES} was changed, and running games of {game.name} would change with it. To try a change, put"
        f" {PIECES} back and play with a box of your own (cloudtop box export {game.name} FILE). To correct the printed"
        f" box, keep the former file as pieces-{version}.toml, raise rules_version in {home}/game.py to {version + 1}"
        f' and add {version + 1} = "{found}" to {KNOWN}'
    )


def former(game: Game, rules: int) -> dict[str, Any] | None:
    """The printed box of an older version of the rules as plain data; None where that is the present one."""
    digest = known(game, rules)
    if digest == present(game):
        return None
    last = max(int(version) for version, noted in data_in(game.package, KNOWN).items() if noted == digest)
    box = data_in(game.package, f"pieces-{last}.toml")
    if not box or digest_of(box) != digest:
        raise OtherBox(
            f"rules version {rules} of {game.name} has the printed box {digest}, which pieces-{last}.toml does not hold"
        )
    return box


def edition(game: Game, rules: int, printed: str = "") -> Game:
    """A game with the printed box of a version of the rules; `OtherBox` where it began with another one.

    A game that has a box of its own is returned as it is.
    """
    if game.box_data is not None:
        return game
    digest = known(game, rules)
    if printed not in ("", digest):
        raise OtherBox(
            f"it began with the printed box {printed} of {game.name}; rules version {rules} has the box {digest} here"
        )
    return game.with_box(former(game, rules))


def is_printed(game: Game, rules: int) -> bool:
    """Whether a game is played with the printed box of a version of the rules."""
    return game.box_data is None or game.box_data == former(game, rules)
