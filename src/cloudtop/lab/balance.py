"""What many watched games tell a designer: length, scores, wins by seat, width, and what each thing is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cloudtop.core.teller import Thing
from cloudtop.lab.arena import share_of_win
from cloudtop.lab.estimates import Estimate, mean, share, slope
from cloudtop.lab.watch import Watched

ENOUGH = 0.3
"""The width of a decision is told as long as such a part of the games comes so far."""


class Worth(NamedTuple):
    """What a thing is worth to whoever uses it."""

    times: Estimate
    """How often a seat uses it in a game."""
    points: Estimate
    """What a score rises by at once."""
    lead: Estimate | None
    """How much farther ahead a seat ends for each use; None where all use it alike."""
    wins: Estimate | None
    """How much oftener it wins; None where it is alone, or all use it alike."""


class Balance(NamedTuple):
    """What a run shows."""

    title: str
    """Of the box."""
    games: int
    length: Estimate
    lengths: Sequence[int]
    scores: Sequence[Estimate]
    """By seat."""
    points: Sequence[Sequence[int]]
    """All scores, by seat."""
    wins: Sequence[Estimate]
    draws: Estimate
    shared: Estimate
    margin: Estimate | None
    """Between the first and the second; None alone."""
    width: Estimate
    widths: Sequence[Estimate]
    """Decision by decision."""
    ends: Mapping[str, Estimate]
    """How often each rule ends it."""
    used: Mapping[Thing, Worth]
    scored: Mapping[Thing, Estimate]
    """What a score sheet has for a thing, where it has it."""


def balance_of(title: str, watched: Sequence[Watched]) -> Balance:
    """Reckon it up."""
    rows = [one.row for one in watched]
    games, seats = len(rows), range(len(rows[0].bots))
    points = [[row.scores[seat] for row in rows] for seat in seats]
    tops = [sorted(row.scores, reverse=True) for row in rows]
    reasons = sorted({row.end for row in rows})
    return Balance(
        title,
        games,
        mean([row.moves for row in rows]),
        [row.moves for row in rows],
        [mean(of_seat) for of_seat in points],
        points,
        [share(sum(1 / len(row.winners) for row in rows if seat in row.winners), games) for seat in seats],
        share(sum(not row.winners for row in rows), games),
        share(sum(len(row.winners) > 1 for row in rows), games),
        mean([top[0] - top[1] for top in tops]) if len(seats) > 1 else None,
        mean([sum(one.widths) / len(one.widths) for one in watched]),
        widths_of(watched),
        {reason: share(sum(row.end == reason for row in rows), games) for reason in reasons},
        worths_of(watched),
        scored_of(watched),
    )


def widths_of(watched: Sequence[Watched]) -> list[Estimate]:
    """How wide the first decision is, the second, and so on, as far as enough games go."""
    found = []
    for number in range(max(len(one.widths) for one in watched)):
        there = [one.widths[number] for one in watched if number < len(one.widths)]
        if len(there) < max(2, ENOUGH * len(watched)):
            break
        found.append(mean(there))
    return found


def worths_of(watched: Sequence[Watched]) -> dict[Thing, Worth]:
    """What each thing is worth, in the order of kinds and names."""
    seats = range(len(watched[0].row.bots))
    times: dict[Thing, dict[tuple[int, int], int]] = defaultdict(dict)
    points: dict[Thing, list[float]] = defaultdict(list)
    for number, one in enumerate(watched):
        for use in one.uses:
            times[use.thing][number, use.seat] = use.times
            # All uses in a game count as one sample: what one brings is not independent of the others.
            points[use.thing].append(use.points / use.times)
    leads = by_habit([[lead_of(one.row.scores, seat) for seat in seats] for one in watched])
    shares = by_habit([[share_of_win(one.row, seat) for seat in seats] for one in watched])
    found = {}
    for thing in sorted(times):
        used = [[float(times[thing].get((number, seat), 0)) for seat in seats] for number in range(len(watched))]
        usual = by_habit(used)
        ahead = slope([list(zip(*pair, strict=True)) for pair in zip(usual, leads, strict=True)])
        wins = slope([list(zip(*pair, strict=True)) for pair in zip(usual, shares, strict=True)])
        each = mean([sum(of_game) / len(seats) for of_game in used])
        found[thing] = Worth(each, mean(points[thing]), ahead, wins if len(seats) > 1 else None)
    return found


def by_habit(numbers: list[list[float]]) -> list[list[float]]:
    """Numbers by game and seat, as how far each is from what the seat has on average.

    A strong bot wins more and uses other things: without this its strength would be taken for theirs.
    """
    means = [sum(of_seat) / len(numbers) for of_seat in zip(*numbers, strict=True)]
    return [[number - usual for number, usual in zip(of_game, means, strict=True)] for of_game in numbers]


def lead_of(scores: Sequence[int], seat: int) -> float:
    """How far a seat is ahead of the best of the others; alone, its points."""
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def scored_of(watched: Sequence[Watched]) -> dict[Thing, Estimate]:
    """What score sheets have for each thing, in the order of kinds and names."""
    points: dict[Thing, list[float]] = defaultdict(list)
    for one in watched:
        for line in one.lines:
            points[line.thing].append(line.points)
    return {thing: mean(points[thing]) for thing in sorted(points)}
