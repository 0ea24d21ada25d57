"""The conformance suite: the games of the library and strangers' games keep the contract."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.conformance.planted import GAMES_TO_BE_SURE
from tests.support.high_card.game import GAME as HIGH_CARD
from tests.support.nim import GAME as NIM
from tests.support.nim import HEADS
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.testing import conformance
from cloudtop.testing.breach import difference
from cloudtop.testing.conformance import all_terms
from cloudtop.testing.showing import asked_game, shown_again

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ROOMS)
def test_a_game_of_the_library_keeps_the_contract(name: str) -> None:
    game = cloudtop.game(name)
    terms = list(all_terms(game))
    # A few sets of terms, another few whenever a game gains an option; `make conformance` plays under all.
    sample = terms[:: max(1, len(terms) // 6)]
    trials = conformance(game, games=1, terms=sample)
    assert [(trial.players, trial.options) for trial in trials] == sample
    assert all(trial.moves > 0 for trial in trials)


@pytest.mark.slow("plays whole games and checks every promise on the way")
def test_a_stranger_s_game_keeps_the_contract() -> None:
    trials = conformance(NIM, games=GAMES_TO_BE_SURE)
    assert [(trial.players, trial.options["stones"]) for trial in trials] == [(2, 5), (2, 7), (3, 5), (3, 7)]
    for trial in trials:
        assert trial.games == GAMES_TO_BE_SURE
        assert trial.widest == 2
        assert 0 <= trial.lowest <= trial.highest <= int(trial.options["stones"]) + 2
        assert trial.longest <= NIM.bounds(trial.players, trial.options).moves


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (conformance(NIM, games=5, seed=seed)[0].digest for seed in (1, 1, 2))
    assert first == again != other


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    conformance(NIM, games=3, terms=[(2, {"stones": 5})], progress=told.append)
    assert told == [1, 1, 1]


@pytest.mark.slow("plays whole games and checks every promise on the way")
def test_a_game_with_hidden_hands_keeps_the_contract() -> None:
    assert [trial.games for trial in conformance(HIGH_CARD, games=GAMES_TO_BE_SURE)] == [GAMES_TO_BE_SURE] * 2


# ---------------------------------------------------------------------- seen again


@pytest.mark.parametrize("game", [NIM, HIGH_CARD], ids=str)
def test_any_position_of_a_run_can_be_shown(game: Game) -> None:
    lines = list(shown_again(game, 2, {}, seed=3, move=6))
    assert [line.partition(".")[0] for line in lines[:6]] == ["1", "2", "3", "4", "5", "6"]
    assert lines[-1] == "\nEvery promise is kept here."
    assert any(line.startswith("Seat 1 knows: {") for line in lines)


def test_the_end_of_a_run_can_be_shown() -> None:
    lines = list(shown_again(HIGH_CARD, 2, {}, seed=3, move=20))
    assert "\nTo decide: seats []" in lines
    assert lines[-1] == "\nEvery promise is kept here."


def test_the_command_of_a_broken_promise_shows_the_position() -> None:
    fault = "tests.fast.conformance.test_secrecy:Announcer"
    with pytest.raises(CloudtopError) as caught:
        conformance(asked_game(fault), games=GAMES_TO_BE_SURE)
    told, _, command = str(caught.value).rstrip(")").partition("; to see it again: python ")
    assert f"--game {fault} " in command
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    run = subprocess.run(
        [sys.executable, *command.split()],
        env={**os.environ, "PYTHONPATH": path, "CLOUDTOP_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (1, "")
    shown = run.stdout.splitlines()
    assert shown[-1].partition("; to see it again")[0] == told
    assert any(line.startswith("Everything: {") for line in shown)


@pytest.mark.parametrize(
    "name", ["nowhere:GAME", "tests.support.nim:NOTHING", "tests.support.nim:MOST", "no-such-game"]
)
def test_what_is_no_game_cannot_be_shown(name: str) -> None:
    with pytest.raises(CloudtopError, match=name.partition(":")[0]):
        asked_game(name)


def test_the_first_difference_is_named() -> None:
    assert difference([1, {"a": 2}], [1, {"a": 2}]) is None
    assert difference({"a": [1, 2]}, {"a": [1]}) == ("a[1]", 2, None)
    assert difference({"a": 1}, {"b": 1}) == ("a", 1, None)
    assert difference(3, 4) == ("", 3, 4)


# ---------------------------------------------------------------------- a stranger in the library


def test_an_installed_package_brings_its_game_along(guest: str) -> None:
    assert guest in cloudtop.games()
    game = cloudtop.game(guest)
    state = game.deal(players=2, seed=1)
    record = cloudtop.Record(game, 2, state.options, seed=1).with_move(1, HEADS)
    assert cloudtop.read_record(record.write()).end().dump() == record.end().dump()


def test_a_guest_does_not_displace_a_game_of_the_house(guest: str) -> None:
    assert cloudtop.game("skybridge").package == "cloudtop.games.skybridge"
    assert list(cloudtop.games())[: len(ROOMS)] == list(ROOMS)


def test_without_the_package_the_game_is_gone() -> None:
    assert NIM.name not in cloudtop.games()
