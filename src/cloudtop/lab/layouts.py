"""What every number of an observation means, as data and as a page: `python -m cloudtop.lab.layouts GAME`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import cloudtop
from cloudtop.core.game import Game
from cloudtop.games import house_games
from cloudtop.lab.extras import wanting

with wanting("lab"):
    from cloudtop.core.observe import Layout


class Part(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    first: int
    """The place of its first number."""
    end: int
    """The place after its last one: `observation[first:end].reshape(shape)` is the part."""
    shape: tuple[int, ...]
    lowest: int
    highest: int
    meaning: str


class Kind(NamedTuple):
    """Moves of one kind, whose numbers follow each other."""

    name: str
    first: int
    last: int
    examples: tuple[str, ...]
    """The notation of the first and of the last."""


def layout_of(game: Game, players: int | None = None, options: Mapping[str, object] | None = None) -> Layout:
    """The layout of a game's observations on agreed terms."""
    layout: Layout = game.observer(game.terms(players, options)).layout
    return layout


def parts(game: Game, players: int | None = None, options: Mapping[str, object] | None = None) -> list[Part]:
    """The layout of a game's observations as data.

    >>> [(part.name, part.first, part.end) for part in parts(cloudtop.game(cloudtop.games()[0]), 2)][:2]
    [('turn', 0, 2), ('starter', 2, 4)]
    """
    layout = layout_of(game, players, options)
    first = layout.first
    return [
        Part(one.name, first[one.name], first[one.name] + one.size, one.shape, one.lowest, one.highest, one.meaning)
        for one in layout.entries
    ]


def kinds(game: Game) -> list[Kind]:
    """How the moves are numbered: which kinds follow each other."""
    found, first = [], 0
    for name, run in groupby(game.moves, lambda move: type(move).__name__):
        count = len(list(run))
        ends = (game.text(first), game.text(first + count - 1))
        found.append(Kind(name, first, first + count - 1, ends))
        first += count
    return found


def as_markdown(games: Iterable[Game]) -> str:
    """The page of all layouts."""
    lines = [
        "# Observations and moves in numbers",
        "",
        "This page is written by `python -m cloudtop.lab.layouts`. An observation is a row of whole numbers (`int16`);",
        "a part of it is `observation[first:end].reshape(shape)`. The same as data:",
        "`cloudtop.lab.layouts.parts(game, players, options)`. What is not there is 0. Seats are told in turn from the",
        "one that looks.",
    ]
    for game in games:
        counts = ", ".join(f"{layout_of(game, count).size} for {count}" for count in game.player_counts)
        lines += ["", f"## {game.title()} (`{game.name}`)", "", f"Numbers by players: {counts}. For two:", ""]
        lines += ["| part | first | end | shape | from | to | what it means |", "|---|---|---|---|---|---|---|"]
        lines += [
            f"| `{one.name}` | {one.first} | {one.end} | {one.shape} | {one.lowest} | {one.highest} | {one.meaning} |"
            for one in parts(game, 2)
        ]
        lines += ["", f"Moves are 0 to {game.actions - 1}:", "", "| kind | numbers | in notation |", "|---|---|---|"]
        lines += [
            f"| {kind.name} | {kind.first} to {kind.last} | `{kind.examples[0]}` to `{kind.examples[1]}` |"
            for kind in kinds(game)
        ]
    return "\n".join([*lines, ""])


def main(arguments: Sequence[Any]) -> None:
    """Print the layouts of some games, or write the page of those of the house into the documentation."""
    if arguments:
        print(as_markdown([cloudtop.game(name) for name in arguments]))
        return
    page = Path("docs/observations.md")
    page.write_text(as_markdown(map(cloudtop.game, house_games())), encoding="utf-8")
    print(f"{page} is written")


if __name__ == "__main__":
    main(sys.argv[1:])
