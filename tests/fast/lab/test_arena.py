"""Matches: mirrored, repeatable, and able to go on where they were broken off."""

from __future__ import annotations

import pytest

import cloudtop
from cloudtop.core.errors import BadBot, BadPlayers
from cloudtop.lab.arena import bouts, match, standings
from cloudtop.lab.ladder import Rung, as_markdown, climb, pairings
from cloudtop.lab.results import Row

GAME = cloudtop.game("skybridge")


def ended(bots: tuple[str, ...], scores: tuple[int, ...], winners: tuple[int, ...]) -> Row:
    """The row of a game."""
    return Row("1", "arena", "skybridge", 1, "", "printed", 1, 0, bots, ("-", "-"), 40, scores, winners, "end", "")


def test_every_deal_is_played_in_all_seat_orders() -> None:
    planned = bouts(GAME, ("greedy", "random"), 5, 1)
    assert [(bout.number, bout.bots) for bout in planned[:3]] == [
        (0, ("greedy", "random")),
        (0, ("random", "greedy")),
        (1, ("greedy", "random")),
    ]
    assert len(planned) == 6
    assert len(bouts(GAME, ("greedy", "random", "random"), 3, 1)) == 3
    assert len({bout.key for bout in planned}) == 6


def test_a_match_gives_the_same_results_however_many_work_on_it() -> None:
    alone = match(GAME, ("greedy", "random"), 6, 3, workers=1)
    assert alone == match(GAME, ("greedy", "random"), 6, 3, workers=2)
    assert alone != match(GAME, ("greedy", "random"), 6, 4, workers=1)


def test_standings_share_wins_and_count_margins() -> None:
    results = [
        ended(("gale", "calm"), (10, 4), (0,)),
        ended(("calm", "gale"), (7, 7), (0, 1)),
        ended(("gale", "calm"), (0, 0), ()),
    ]
    best, worst = standings(results)
    assert (best["bot"], best["wins"], best["margin"]["mean"]) == ("gale", 2.0, 2.0)
    assert (worst["bot"], worst["wins"]) == ("calm", 1.0)
    assert best["interval"][0] < best["win_rate"] < best["interval"][1]


def test_unknown_bots_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(BadBot, match="there is no bot 'zephyr'"):
        match(GAME, ("zephyr", "calm"), 2, 1)
    with pytest.raises(BadPlayers, match="not played by 1 bots"):
        match(GAME, ("calm",), 2, 1)


def test_all_matches_of_a_ladder_are_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudtop.lab.ladder.pairings", lambda bot: [("greedy", "random"), ("calm", "random")])
    heard: list[tuple[int, int]] = []
    upper, lower = climb(GAME, 2, 1, workers=1, progress=lambda done, total: heard.append((done, total)))
    assert (upper.upper, lower.upper, upper.games) == ("greedy", "calm", 2)
    assert upper.low <= upper.win_rate <= upper.high
    assert heard[-1] == (4, 4)


def test_the_ladder_pairs_neighbours_and_writes_its_table() -> None:
    assert pairings()[0] == ("hurricane", "storm")
    assert ("hurricane", "greedy") in pairings()
    page = as_markdown(
        GAME, [Rung("gale", "calm", 200, 0.75, 0.69, 0.81, 4.25)], "cloudtop ladder skybridge", "2026-01-01"
    )
    assert "| gale - calm | 200 | 75.0% | 69.0% to 81.0% | +4.2 |" in page
    assert "cloudtop ladder skybridge" in page
