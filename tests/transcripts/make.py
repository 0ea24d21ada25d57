"""Make games that seek what golden records lack: `python -m tests.transcripts.make`.

Moves of kinds that were rare so far are preferred, options differ from their defaults, and some boxes are others than
the printed ones. A file that exists is never touched.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import cloudtop
from cloudtop.core.box import read_box
from cloudtop.table import Table

HOME = Path(__file__).parent / "games"
EAGER = 0.7
"""Chance that the rarest kind of move is chosen."""
Kind = Callable[[str], str]


class Sought(NamedTuple):
    """A game to be made."""

    name: str
    game: str
    players: int
    options: Mapping[str, Any] = {}
    change: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    """Changes the printed box."""
    early: str = ""
    """A pattern of moves that are made as early as they can be."""
    late: str = ""
    """A pattern of moves that are left as long as others can be made."""


LOOSE = {"roof_on_foundation": True, "bridge_on_foundation": True}


def tall(box: dict[str, Any]) -> dict[str, Any]:
    """Skybridge with tall blocks in another order of colours, and few roofs."""
    pieces = box["pieces"]
    pieces["block3"].update(storeys=5, each=6, neutral=2)
    pieces["block2"].update(storeys=1, each=9, neutral=3)
    pieces["roof"].update(each=4, neutral=0)
    return {**box, "colours": ["jade", "honey", "cinnabar", "indigo"]}


def seven_lengths(box: dict[str, Any]) -> dict[str, Any]:
    """Cloud City with walkways of seven lengths."""
    few, many = [6, 6, 6, 6, 3, 2, 2], [3, 2, 2, 6, 6, 6, 6]
    box["walkways"].update(values=[1, 2, 3, 5, 8, 13, 99], river=few, forest=few, sand=many)
    box["balance"].update(least=[0, 0, 0, 1, 1, 1, 1])
    return box


def many_dead_ends(box: dict[str, Any]) -> dict[str, Any]:
    """Cloudy Kingdom with twice as many copies of each drawing."""
    for route in box["routes"].values():
        route["copies"] *= 2
    return box


def few_cities(box: dict[str, Any]) -> dict[str, Any]:
    """Strange World with a scant supply."""
    box.pop("totals", None)
    box["common"].update(cities=[12, 2], fumaroles=4)
    return box


BRIDGES: tuple[Any, ...] = (None, ".b@", ".r@")
"""Bridges early, roofs late."""
SOUGHT = (
    Sought(
        "2p-bridges-alternating", "skybridge", 2, {"two_player_colours": "alternating", **LOOSE}, None, ".b@", ".r@"
    ),
    Sought("2p-bridges-never", "skybridge", 2, {"bridge_over_bridge": "never"}, *BRIDGES),
    Sought("3p-bridges", "skybridge", 3, {}, *BRIDGES),
    Sought("4p-tall", "skybridge", 4, LOOSE, tall, ".b@", ".r@"),
    Sought("2p-tall", "skybridge", 2, {"two_player_colours": "alternating"}, tall, ".b@", ".r@"),
    Sought("2p-rare", "cloud-city", 2),
    Sought("3p-seven-lengths", "cloud-city", 3, {}, seven_lengths),
    Sought("2p-rare", "cloudy-kingdom", 2),
    Sought("3p-large-deck", "cloudy-kingdom", 3, {}, many_dead_ends),
    Sought("2p-rare", "strange-world", 2),
    Sought("3p-scant", "strange-world", 3, {}, few_cities),
)


def kind_of(text: str) -> str:
    """A move without its places and numbers: what kind of move it is."""
    return re.sub(r"@?[a-z]-?\d+|-?\d+", "", text)


def played(sought: Sought) -> str:
    """A record of the game, played by a seeker of rare moves."""
    game = cloudtop.game(sought.game)
    if sought.change is not None:
        game = game.with_box(sought.change(read_box(game.box_text())))
    dice = Random(len(sought.name))
    table = Table.open(game, sought.players, seed=len(sought.name), options=sought.options)
    made: Counter[str] = Counter()
    while not table.over:
        seat = dice.choice(table.state.turn())
        legal = table.state.legal(seat)
        texts = {action: game.text(action) for action in legal}
        sought_now = [action for action in legal if sought.early and re.match(sought.early, texts[action])]
        others = [action for action in legal if not sought.late or not re.match(sought.late, texts[action])]
        some = sought_now or others or legal
        fewest = min(made[kind_of(texts[action])] for action in some)
        rare = [action for action in some if made[kind_of(texts[action])] == fewest]
        action = dice.choice(rare if dice.random() < EAGER else legal)
        made[kind_of(texts[action])] += 1
        table.play(seat, action)
    return table.record().write()


def main() -> None:
    """Write the games that are not there yet."""
    for sought in SOUGHT:
        path = HOME / sought.game / f"sought-{sought.name}.cloudtop"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            text = played(sought)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(HOME), len(text.splitlines()), "lines", file=sys.stderr)


if __name__ == "__main__":
    main()
