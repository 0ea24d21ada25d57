"""How well bots play every game, for papers to compare with: `cloudtop baselines`.

Each bot sits once at every seat of every deal, against opponents that are all alike. Nobody has a clock, so the same
seed gives the same table on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import cloudtop
from cloudtop.bots.own import AnyBot, entered
from cloudtop.core.game import Game
from cloudtop.lab.arena import bouts, share_of_win
from cloudtop.lab.experiment import Job, Progress, run, team_for
from cloudtop.lab.results import Row as Played
from cloudtop.lab.simulate import spread, wilson
from cloudtop.version import VERSION

BEGIN, END = "<!-- baselines -->", "<!-- end of baselines -->"
SHARES = {"random": 1.0, "greedy": 1.0, "calm": 1.0, "breeze": 1.0, "gale": 1.0, "storm": 0.5, "hurricane": 0.2}
"""The share of the games that a bot of the house plays: the two that think longest play fewer. Others play all."""


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
    """A match: the game, the bot and its opponents."""

    game: Game
    players: int
    opponents: str
    bot: AnyBot
    share: float = 1.0
    """The share of the games that it has."""

    def jobs(self, games: int, seed: int) -> list[Job]:
        """The games of it: with every bot at least each seat of one deal."""
        bots = (self.bot, *[self.opponents] * (self.players - 1))
        return bouts(self.game, bots, max(self.players, round(games * self.share)), seed)


def contests(
    names: Sequence[str], players: int | None, against: Sequence[str], bots: Sequence[AnyBot] | None = None
) -> list[Contest]:
    """These bots, or all of the house, in all games with every number of players."""
    return [
        Contest(found, count, opponents, bot, share)
        for found in map(cloudtop.game, names)
        for count in (found.player_counts if players is None else [players])
        for opponents in (against if count > 1 else [""])
        for bot, share in (SHARES.items() if bots is None else [(bot, 1.0) for bot in bots])
    ]


def measure(
    fought: Sequence[Contest],
    games: int,
    seed: int,
    workers: int | None = None,
    kept: Path | None = None,
    progress: Progress = lambda done, total: None,
    ray: str | None = None,
) -> list[Row]:
    """Play all contests as one run, and give a row for each."""
    jobs = [one.jobs(games, seed) for one in fought]
    everything = [job for some in jobs for job in some]
    played = iter(run(everything, team_for(everything, workers, ray), kept, progress))
    return [row_of(one, list(islice(played, len(some)))) for one, some in zip(fought, jobs, strict=True)]


def row_of(contest: Contest, results: Sequence[Played]) -> Row:
    """What a match shows of a bot: of the one among the others or, where all are alike, of all of them."""
    game, players, opponents, bot, _ = contest
    (name,) = entered([bot]).names
    seats = [(result, seat) for result in results for seat, sitting in enumerate(result.bots) if sitting == name]
    wins = sum(share_of_win(result, seat) for result, seat in seats)
    low, high = wilson(wins, len(seats))
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
