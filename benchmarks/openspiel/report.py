"""How a match went, in a line, and as a row of the table on the page about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cloudtop.lab.arena import standings
from openspiel.match import CHAMPION, Played, Terms
from openspiel.settings import OUTSIDER

HEADS = (
    "game",
    "outsider",
    "seconds",
    "games",
    "hurricane wins",
    "95 % interval",
    "margin",
    "seconds a decision, ours : theirs",
    "iterations a decision, ours : theirs",
    "played on",
)


class Side(NamedTuple):
    """What a side spent on a decision, on average."""

    seconds: float
    iterations: float


class Report(NamedTuple):
    """A match in numbers, as our bot sees it."""

    games: int
    win_rate: float
    interval: tuple[float, float]
    margin: float
    ours: Side
    theirs: Side


def side_of(name: str, match: Sequence[Played]) -> Side:
    """What a side spent over all games."""
    efforts = [effort for one in match for who, effort in zip(one.result.bots, one.efforts, strict=True) if who == name]
    decisions = sum(effort.decisions for effort in efforts) or 1
    seconds = sum(effort.seconds for effort in efforts)
    return Side(seconds / decisions, sum(effort.iterations for effort in efforts) / decisions)


def report_of(match: Sequence[Played]) -> Report:
    """The numbers of a match."""
    champion = next(row for row in standings([one.result for one in match]) if row["bot"] == CHAMPION)
    return Report(
        champion["games"],
        champion["win_rate"],
        tuple(champion["interval"]),
        champion["margin"]["mean"],
        side_of(CHAMPION, match),
        side_of(OUTSIDER, match),
    )


def in_words(report: Report) -> str:
    """A match in a few lines."""
    low, high = report.interval
    return (
        f"{CHAMPION} won {report.win_rate:.1%} of {report.games} games (95 %: {low:.1%} to {high:.1%}), "
        f"margin {report.margin:+.1f}\n"
        f"seconds a decision: {CHAMPION} {report.ours.seconds:.3f}, {OUTSIDER} {report.theirs.seconds:.3f}\n"
        f"iterations a decision: {CHAMPION} {report.ours.iterations:,.0f}, {OUTSIDER} {report.theirs.iterations:,.0f}"
    )


def outsider_in_words(terms: Terms, hidden: bool) -> str:
    """Which search it was, and how it was set."""
    search = "IS-MCTS" if hidden else "MCTS"
    counted = "win and margin" if terms.settings.margin else "win alone"
    return f"{search}, `uct_c` {terms.settings.exploration:g}, {counted}"


def row_of(terms: Terms, hidden: bool, report: Report, day: str) -> str:
    """A match as a row of the table."""
    low, high = report.interval
    cells = (
        terms.game,
        outsider_in_words(terms, hidden),
        f"{terms.seconds:g}",
        str(report.games),
        f"**{report.win_rate:.1%}**",
        f"{low:.1%} to {high:.1%}",
        f"{report.margin:+.1f}",
        f"{report.ours.seconds:.3f} : {report.theirs.seconds:.3f}",
        f"{report.ours.iterations:,.0f} : {report.theirs.iterations:,.0f}",
        day,
    )
    return "| " + " | ".join(cells) + " |"


def with_row(page: str, row: str) -> str:
    """A page whose table has this row: it takes the place of the game's old one, or its own in the order of names.

    The table is the one under our heads; a page without it gets it at its end.
    """
    head = "| " + " | ".join(HEADS) + " |"
    lines = page.splitlines()
    if head not in lines:
        lines += ["", head, "|" + "---|" * len(HEADS)]
    first = lines.index(head) + 2
    last = first
    while last < len(lines) and lines[last].startswith("|"):
        last += 1
    others = [line for line in lines[first:last] if game_in(line) != game_in(row)]
    return "\n".join(lines[:first] + sorted([*others, row], key=game_in) + lines[last:]) + "\n"


def game_in(row: str) -> str:
    """The game a row is about."""
    return row.split("|")[1].strip()
