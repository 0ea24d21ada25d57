"""The ladder of a game: every level against the one below, and the strongest against greedy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cloudtop.bots.levels import LEVELS
from cloudtop.bots.own import AnyBot, entered
from cloudtop.core.game import Game
from cloudtop.lab.arena import bouts, standings
from cloudtop.lab.experiment import Progress, run, team_for


class Rung(NamedTuple):
    """One match of the ladder, from the upper bot's side."""

    upper: str
    lower: str
    games: int
    win_rate: float
    low: float
    high: float
    margin: float


def pairings(bot: AnyBot | None = None) -> list[tuple[AnyBot, AnyBot]]:
    """The matches of a ladder, strongest first; with a bot, that one against every rung."""
    names = [level.name for level in reversed(LEVELS)]
    if bot is not None:
        return [(bot, rung) for rung in (*names, "greedy", "random")]
    return [*pairwise(names), (names[-1], "random"), (names[0], "greedy")]


def climb(
    game: Game,
    games: int,
    seed: int,
    kept: Path | None = None,
    workers: int | None = None,
    progress: Progress = lambda done, total: None,
    ray: str | None = None,
    bot: AnyBot | None = None,
) -> list[Rung]:
    """Play all matches of the ladder with two players each, as one run; goes on where it was broken off.

    With a bot, by name or itself, it is that one against every rung.
    """
    matches = {entered(pair).names: bouts(game, pair, games, seed) for pair in pairings(bot)}
    jobs = [job for some in matches.values() for job in some]
    rows = run(jobs, team_for(jobs, workers, ray), kept, progress)
    rungs = []
    for upper, lower in matches:
        found = standings([row for row in rows if sorted(row.bots) == sorted((upper, lower))])
        best: dict[str, Any] = next(row for row in found if row["bot"] == upper)
        low, high = best["interval"]
        rungs.append(Rung(upper, lower, best["games"], best["win_rate"], low, high, best["margin"]["mean"]))
    return rungs


def as_markdown(game: Game, rungs: Sequence[Rung], command: str, date: str) -> str:
    """The table that the documentation shows."""
    lines = [
        f"# Ladder: {game.title()}",
        "",
        f"Two players, mirrored deals (every deal in both seat orders), no clock. Made on {date} by `{command}`.",
        "",
        "| match | games | wins | 95 % interval | mean margin |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {rung.upper} - {rung.lower} | {rung.games} | {rung.win_rate:.1%} | {rung.low:.1%} to {rung.high:.1%} |"
        f" {rung.margin:+.1f} |"
        for rung in rungs
    ]
    pace = game.judge.pace(2)
    levels = ", ".join(f"{level.name} {int(level.iterations * pace)}" for level in LEVELS)
    return "\n".join([*lines, "", f"Iterations per decision: {levels}. A shared win counts as its share.", ""])
