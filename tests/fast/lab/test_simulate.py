"""Many games without people: the same from the same seed, and numbers that add up."""

from __future__ import annotations

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import BadBot, BadOption, BadPlayers
from cloudtop.lab.experiment import Job, play
from cloudtop.lab.results import Row
from cloudtop.lab.simulate import games_of, simulate, spread, statistics, wilson

SKYBRIDGE = cloudtop.game("skybridge")


def ended(moves: int, scores: tuple[int, ...], winners: tuple[int, ...], verdict: str = "") -> Row:
    """The row of a game."""
    return Row("1", "simulate", "nim", 1, "", "printed", 1, 0, ("a",), ("-",), moves, scores, winners, "end", verdict)


@pytest.mark.parametrize("name", ROOMS)
def test_every_game_can_be_simulated_by_every_number_of_bots(name: str) -> None:
    game = cloudtop.game(name)
    for players in game.player_counts:
        played = simulate(game, 2, ["random"] * players, seed=1, workers=1)
        assert len(played) == 2
        assert all(len(one.scores) == players and one.moves > 0 for one in played)


def test_a_run_is_its_games_one_by_one() -> None:
    seats = ["random", "random"]
    run = simulate(SKYBRIDGE, 4, seats, seed=6, workers=1)
    assert run == [play(job) for job in games_of(SKYBRIDGE, 4, seats, 6)]
    assert [row.number for row in run] == [0, 1, 2, 3]


def test_a_longer_run_begins_like_a_shorter_one_and_another_seed_differently() -> None:
    seats = ["random"] * 3
    long = simulate(SKYBRIDGE, 10, seats, seed=2, workers=1)
    assert simulate(SKYBRIDGE, 5, seats, seed=2, workers=1) == long[:5]
    assert simulate(SKYBRIDGE, 5, seats, seed=3, workers=1) != long[:5]


def test_processes_share_the_work_and_report_it() -> None:
    told: list[tuple[int, int]] = []
    seats = ["random", "random"]
    shared = simulate(SKYBRIDGE, 8, seats, seed=2, workers=2, progress=lambda *far: told.append(far))
    assert shared == simulate(SKYBRIDGE, 8, seats, seed=2, workers=1)
    assert told == [(done, 8) for done in range(9)]


def test_the_greedy_bot_beats_the_random_one_where_greed_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ["greedy", "random"]
    monkeypatch.setattr(Job, "table", lambda job: NIM)
    played = simulate(NIM, 200, seats, seed=1, options={"stones": 7}, workers=1)
    assert statistics(played, seats)["seats"][0]["interval"][0] > 0.8


def test_what_cannot_be_simulated_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadPlayers):
        simulate(SKYBRIDGE, 1, ["random"], seed=1)
    with pytest.raises(BadBot):
        simulate(SKYBRIDGE, 1, ["random", "human"], seed=1)
    with pytest.raises(BadOption):
        simulate(SKYBRIDGE, 1, ["random"] * 2, seed=1, options={"gravity": "off"})


def test_a_shared_win_counts_as_its_share_and_a_draw_as_none() -> None:
    played = [ended(10, (4, 2), (0,)), ended(12, (3, 3), (0, 1)), ended(14, (0, 0), ())]
    result = statistics(played, ["greedy", "random"])
    assert [seat["wins"] for seat in result["seats"]] == [1.5, 0.5]
    assert [seat["bot"] for seat in result["seats"]] == ["greedy", "random"]
    assert (result["games"], result["shared_wins"], result["draws"]) == (3, 1, 1)
    assert result["moves"] == {"mean": 12.0, "deviation": pytest.approx(1.633, abs=0.001), "lowest": 10, "highest": 14}
    assert result["seats"][0]["score"]["highest"] == 4


def test_verdicts_on_games_alone_are_counted_from_the_lowest_up() -> None:
    played = [ended(9, (80,), (0,), "great"), ended(9, (50,), (0,), "poor"), ended(9, (81,), (0,), "great")]
    assert list(statistics(played, ["storm"])["verdicts"].items()) == [("poor", 1), ("great", 2)]
    alone = simulate(cloudtop.game("strange-world"), 6, ["random"], seed=1, workers=1)
    assert all(one.verdict.startswith("verdict.") for one in alone)


@pytest.mark.parametrize("wins", [0, 1, 5, 10])
def test_an_interval_holds_its_rate_and_stays_between_none_and_all(wins: int) -> None:
    low, high = wilson(wins, 10)
    assert -1e-9 <= low <= wins / 10 <= high <= 1 + 1e-9
    wider = wilson(wins, 10, z=3)
    assert wider[1] - wider[0] > high - low


def test_one_number_has_no_deviation() -> None:
    assert spread([7]) == (7.0, 0.0, 7, 7)
