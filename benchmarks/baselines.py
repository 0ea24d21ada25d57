"""How well the house's own bots play every game, for papers to compare with: `python benchmarks/baselines.py`.

Each bot sits once at every seat of every deal, against opponents that are all alike. Nobody has a clock, so the same
seed gives the same table on every machine.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

import cloudtop
from cloudtop.bots import BOTS
from cloudtop.core.game import Game
from cloudtop.lab.arena import bouts, share_of_win
from cloudtop.lab.experiment import Job, run
from cloudtop.lab.results import Row as Played
from cloudtop.lab.simulate import spread, wilson
from cloudtop.lab.teams import team_of
from cloudtop.version import VERSION

PAGE = Path("docs/research.md")
BEGIN, END = "<!-- baselines -->", "<!-- end of baselines -->"
SHARES = {"random": 1.0, "greedy": 1.0, "calm": 1.0, "breeze": 0.6, "gale": 0.4, "storm": 0.2, "hurricane": 0.1}
"""What share of the games a bot plays: those that think longer play fewer."""

app = typer.Typer(add_completion=False)


class Row(NamedTuple):
    """How a bot did in a contest."""

    game: str
    players: int
    opponents: str
    bot: str
    games: int
    win_rate: float
    low: float
    high: float
    score: float
    within: float
    """The score's 95 % interval reaches so far to both sides."""


class Contest(NamedTuple):
    """Who plays what against whom."""

    game: Game
    players: int
    opponents: str
    bot: str

    def jobs(self, games: int, seed: int) -> list[Job]:
        """The games of it: with every bot at least each seat of one deal."""
        names = (self.bot, *[self.opponents] * (self.players - 1))
        return bouts(self.game, names, max(self.players, round(games * SHARES[self.bot])), seed)


def contests(names: Sequence[str], players: int | None, against: Sequence[str]) -> list[Contest]:
    """All bots in all games with every number of players."""
    return [
        Contest(found, count, opponents, name)
        for found in map(cloudtop.game, names)
        for count in (found.player_counts if players is None else [players])
        for opponents in (against if count > 1 else [""])
        for name in SHARES
    ]


def row_of(contest: Contest, results: Sequence[Played]) -> Row:
    """What a match shows of a bot: of the one among the others or, where all are alike, of all of them."""
    game, players, opponents, name = contest
    seats = [(result, seat) for result in results for seat, sitting in enumerate(result.bots) if sitting == name]
    wins = sum(share_of_win(result, seat) for result, seat in seats)
    low, high = wilson(wins, len(seats))
    low = max(low, 0.0)
    score = spread([result.scores[seat] for result, seat in seats])
    within = 1.96 * score.deviation / math.sqrt(len(seats))
    return Row(game.name, players, opponents, name, len(results), wins / len(seats), low, high, score.mean, within)


def as_markdown(rows: Sequence[Row], command: str) -> str:
    """The tables of the page, one for each game."""
    lines = [
        f"Made on {date.today():%Y-%m-%d} with cloudtop {VERSION} by",
        f"`{command}`.",
        "Wins (a shared one counts as its share) and points with their 95 % intervals.",
    ]
    for name in dict.fromkeys(row.game for row in rows):
        lines += ["", f"### {cloudtop.game(name).title()}", ""]
        lines += ["| players | against | bot | games | wins | points |", "|---|---|---|---|---|---|"]
        for row in rows:
            if row.game == name:
                alone = row.players == 1
                wins = "" if alone else f"{row.win_rate:.1%} ({row.low:.1%} to {row.high:.1%})"
                against = "" if alone else row.opponents
                points = f"{row.score:.1f} ± {row.within:.1f}"
                lines.append(f"| {row.players} | {against} | {row.bot} | {row.games} | {wins} | {points} |")
    return "\n".join(lines)


def with_tables(page: str, tables: str) -> str:
    """The page with these tables in their place."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{tables}\n{END}{tail}"


@app.command()
def baselines(
    games: Annotated[int, typer.Option(help="Games of the quickest bots in each contest; others play fewer.")] = 40,
    against: Annotated[str, typer.Option(help="Opponents, parted by commas.")] = "random,greedy",
    seed: Annotated[int, typer.Option(help="The tables' seed.")] = 1,
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    players: Annotated[int | None, typer.Option(help="Only with so many players.")] = None,
    workers: Annotated[int, typer.Option(help="Processes.")] = os.cpu_count() or 1,
    kept: Annotated[Path | None, typer.Option(help="Keep finished games here, and go on from them.")] = None,
    write: Annotated[bool, typer.Option(help="Write the tables into docs/research.md.")] = False,
) -> None:
    """Let all bots play all games with every number of players."""
    assert set(SHARES) == set(BOTS)
    fought = contests([game] if game else cloudtop.games(), players, against.split(","))
    jobs = [one.jobs(games, seed) for one in fought]
    start = time.perf_counter()

    def told(done: int, total: int) -> None:
        if done % 100 == 0 or done == total:
            print(f"{done} of {total} games: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)

    played = iter(run([job for some in jobs for job in some], team_of(workers, None), kept, told))
    rows = [row_of(one, list(islice(played, len(some)))) for one, some in zip(fought, jobs, strict=True)]
    only = (f" --game {game}" if game else "") + (f" --players {players}" if players else "")
    command = f"python benchmarks/baselines.py --games {games} --against {against} --seed {seed}{only}"
    tables = as_markdown(rows, command)
    if write:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    print(tables)


if __name__ == "__main__":
    app()
