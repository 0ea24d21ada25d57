"""How many taps a turn takes, and whether any tap is refused that should not be.

    python benchmarks/taps.py                   taps of random turns in every game, with one confirmation and with none
    python benchmarks/taps.py --random 10000    so many taps on open targets in every game, and as many on anything else

The page's own picking answers, in Chromium, and the server's own drafts tell it what can follow.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page
from tests.support.web.browsing import chromium, surfing
from tests.support.web.tapping import Tapper, missed_at_random, tapped_at_random
from tests.support.web.visitors import House

import cloudtop

TURNS = 40


def turns(page: Page, game: str) -> None:
    """Print how many taps random turns take, by how many moves they have."""
    seed, found = 1, Counter[tuple[int, int]]()
    while found.total() < TURNS:
        tapper = Tapper(page, game, 2, seed)
        while not tapper.over and found.total() < TURNS:
            taps = tapper.turn()
            found[len(taps), sum(taps)] += 1
            tapper.play()
        seed += 1
    for (moves, made), count in sorted(found.items()):
        print(f"{game:16} {moves} moves: {made + 1} taps, {made} without confirming  ({count} of {TURNS} turns)")


def at_random(page: Page, game: str, wanted: int) -> None:
    """Tap at random; an assertion fails where a tap is refused, or a refusal is not true."""
    made, missed, seed, counts = 0, 0, 1, cloudtop.game(game).player_counts
    while made < wanted or missed < wanted:
        players = counts[seed % len(counts)]
        if made < wanted:
            made += tapped_at_random(Tapper(page, game, players, seed), min(400, wanted - made))
        if missed < wanted:
            missed += missed_at_random(Tapper(page, game, players, seed + 1000), min(400, wanted - missed))
        seed += 1
        print(f"{game}: {made} and {missed} of {wanted}", file=sys.stderr, flush=True)
    print(f"{game:16} {made} taps on open targets, none refused; {missed} on anything else, each with a true rule")


def main() -> None:
    """Read what is wanted and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=0, metavar="TAPS")
    parser.add_argument("--game", choices=cloudtop.games(), action="append")
    asked = parser.parse_args()
    chosen = asked.game or cloudtop.games()
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Path(folder) / "t.sqlite") as house,
        chromium() as browser,
        surfing(browser, house.port) as surfer,
    ):
        for game in chosen:
            if asked.random:
                at_random(surfer.page, game, asked.random)
            else:
                turns(surfer.page, game)


if __name__ == "__main__":
    main()
