"""Matches: mirrored, repeatable, and able to go on where they were broken off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cloudtop
from cloudtop.core.errors import BadBot, BadPlayers
from cloudtop.lab.arena import Result, bouts, match, standings
from cloudtop.lab.ladder import Rung, as_markdown, pairings

GAME = cloudtop.game("skybridge")


def test_every_deal_is_played_in_all_seat_orders() -> None:
    planned = list(bouts(GAME, ("greedy", "random"), 5, 1, {}))
    assert [(bout.deal, bout.order) for bout in planned[:3]] == [
        (0, ("greedy", "random")),
        (0, ("random", "greedy")),
        (1, ("greedy", "random")),
    ]
    assert len(planned) == 6
    assert len(list(bouts(GAME, ("greedy", "random", "random"), 3, 1, {}))) == 3
    assert len({bout.key for bout in planned}) == 6


def test_a_match_gives_the_same_results_however_many_work_on_it() -> None:
    alone = match(GAME, ("greedy", "random"), 6, 3, workers=1)
    assert alone == match(GAME, ("greedy", "random"), 6, 3, workers=2)
    assert alone != match(GAME, ("greedy", "random"), 6, 4, workers=1)


def test_a_broken_match_goes_on_from_its_file(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    whole = match(GAME, ("greedy", "random"), 6, 3, workers=1, kept=kept)
    lines = kept.read_text().splitlines()
    kept.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20])
    heard: list[int] = []
    again = match(
        GAME, ("greedy", "random"), 6, 3, workers=1, kept=kept, progress=lambda done, total: heard.append(done)
    )
    assert again == whole
    assert heard[0] == 3
    other_game_rows = [json.loads(line)["game"] for line in lines]
    assert set(other_game_rows) == {"skybridge"}


def test_games_of_a_level_that_thought_otherwise_are_played_anew(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    whole = match(GAME, ("calm", "random"), 2, 3, workers=1, kept=kept)
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    kept.write_text("".join(json.dumps(row | {"thought": [[1, 1.0], []], "scores": [0, 0]}) + "\n" for row in rows))
    assert match(GAME, ("calm", "random"), 2, 3, workers=1, kept=kept) == whole


def test_standings_share_wins_and_count_margins() -> None:
    results = [
        Result("a", ("gale", "calm"), (10, 4), (0,), 40),
        Result("b", ("calm", "gale"), (7, 7), (0, 1), 40),
        Result("c", ("gale", "calm"), (0, 0), (), 40),
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


def test_the_ladder_pairs_neighbours_and_writes_its_table() -> None:
    assert pairings()[0] == ("hurricane", "storm")
    assert ("hurricane", "greedy") in pairings()
    page = as_markdown(
        GAME, [Rung("gale", "calm", 200, 0.75, 0.69, 0.81, 4.25)], "cloudtop ladder skybridge", "2026-01-01"
    )
    assert "| gale - calm | 200 | 75.0% | 69.0% to 81.0% | +4.2 |" in page
    assert "cloudtop ladder skybridge" in page
