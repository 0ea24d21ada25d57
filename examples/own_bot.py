"""A bot of your own against gale in Skybridge: every game a row of a file, the leads a picture."""

from pathlib import Path

import matplotlib.pyplot as plt

import cloudtop
from cloudtop.bots import Bot, Perspective
from cloudtop.lab.arena import match, standings


class Mine(Bot):
    name = "mine"

    def choose(self, perspective: Perspective, rng: object) -> int:
        return max(perspective.legal(), key=lambda action: action % 63)  # Bridges first, whatever their colour.


if __name__ == "__main__":
    rows = match(cloudtop.game("skybridge"), [Mine(), "gale"], games=20, seed=1, kept=Path("rows.csv"))
    for one in standings(rows):
        print(f"{one['bot']}: {one['win_rate']:.0%} of {one['games']} games, lead {one['margin']['mean']:+.1f}")
    pairs = [dict(zip(row.bots, row.scores, strict=True)) for row in rows]
    plt.hist([pair["mine"] - pair["gale"] for pair in pairs])
    plt.savefig("leads.png")
