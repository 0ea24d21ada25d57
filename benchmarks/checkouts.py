"""The same work for two checkouts of the house, in words that both understand, however old one of them is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import cloudtop

HERE = Path(__file__).parent.parent

BEGINNING = """
import sys, time
from random import Random
import cloudtop
from cloudtop.core.playout import random_playout
from cloudtop.bots.search import Search, think
assert cloudtop.BUILD == "compiled", "this checkout does not run compiled code"
game, players, rng = cloudtop.game(sys.argv[1]), int(sys.argv[2]), Random(1)
terms = {name: value for name, _, value in (word.partition("=") for word in sys.argv[4:]) if name in game.options}
start = game.deal(players=players, seed=1, **terms)
limit = game.bounds(players, start.options).moves
"""
"""Arguments: the game, how many play, a number that the work reads, and options, where the checkout knows them."""

WORKS = {
    "loop": """
unit = lambda: random_playout(start.copy(), rng, limit + 1)
""",
    "python": """
def unit():
    state, moves = start.copy(), 0
    while turn := state.turn():
        legal = state.legal(turn[0])
        state.play(turn[0], legal[int(rng.random() * len(legal))])
        moves += 1
    return moves
""",
    "search": """
try:
    from cloudtop.core.judge import Judge
    search = lambda: Search(Judge(0.6), limit)
except ImportError:
    from cloudtop.bots.search import Guide
    search = lambda: Search(Guide(), 0.6, limit)
unit = lambda: think(start, start.mover(), search(), rng, 200, 1e9)
""",
}
"""What is measured, as a piece of work that tells how much was done: moves inside, moves by a caller, iterations."""


def surroundings(checkout: Path) -> dict[str, str]:
    """What a process is to find around it to run the code of a checkout, the compiled one, the same way each time."""
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "CLOUDTOP_PURE": "0", "PYTHONHASHSEED": "0"}


def tables(game: str | None) -> Iterator[tuple[str, int]]:
    """Every game, or the one asked for, with each number of players."""
    for name in [game] if game else cloudtop.games():
        for players in cloudtop.game(name).player_counts:
            yield name, players
