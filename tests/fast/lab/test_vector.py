"""Many games at once: the same games as one at a time, however many processes play them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from tests.support.lab.rooms import each_count
from tests.support.nim import GAME as STRANGER

import cloudtop
from cloudtop.bots import RandomBot
from cloudtop.core.errors import BadBot, BadOption, BadSeat, CloudtopError, IllegalMove, NotAMove
from cloudtop.core.game import Game
from cloudtop.lab.gym import id_of
from cloudtop.lab.simulator import Simulator
from cloudtop.lab.vector import GamesEnv

SKYBRIDGE = cloudtop.game("skybridge")


@each_count
def test_what_is_seen_of_many_games_is_what_is_seen_of_each(game: Game, players: int) -> None:
    many = GamesEnv(game, 4, players=players, workers=1)
    assert many.table is not None
    alone = Simulator(game, players)
    seen, infos = many.reset(seed=2)
    generator = np.random.default_rng(3)
    ended, lengths = 0, np.zeros(4, int)
    for _ in range(30):
        for row, state in enumerate(many.table.batch.states):
            # Of a copy everything is written anew, whatever is kept of a position that goes on.
            alone.state = state.copy()
            seat = int(infos["seat"][row])
            assert seat == state.mover()
            expected = alone.seen(seat)
            assert (seen["observation"][row] == expected["observation"]).all()
            assert (seen["action_mask"][row] == expected["action_mask"]).all()
            choices = infos["choices"][row]
            assert list(choices[choices >= 0]) == state.legal(seat)
        seen, rewards, over, broken_off, infos = many.step(many.sample(generator))
        assert not broken_off.any()
        assert (rewards[~over] == 0).all()
        ended += int(over.sum())
        lengths += 1
        for finished in np.flatnonzero(over):
            assert infos["final_obs"][finished]["observation"].any()
            assert infos["length"][finished] == lengths[finished]
            lengths[finished] = 0
    assert ended or (lengths == 30).all()
    many.close()


def run(workers: int, **terms: Any) -> list[Any]:
    """What some steps of some games show."""
    many = GamesEnv(SKYBRIDGE, 7, workers=workers, **terms)
    seen, infos = many.reset(seed=5)
    generator = np.random.default_rng(6)
    found = [seen["observation"].tobytes()]
    for _ in range(40):
        seen, rewards, over, _, infos = many.step(many.sample(generator))
        found += [seen["observation"].tobytes(), seen["action_mask"].tobytes(), rewards.tolist(), over.tolist()]
        found.append(infos["rewards"].tolist())
    many.close()
    return found


@pytest.mark.parametrize("terms", [{}, {"seat": 1}, {"seat": 0, "opponents": "greedy"}], ids=str)
def test_the_games_are_the_same_however_many_processes_play_them(terms: dict[str, Any]) -> None:
    assert run(1, **terms) == run(2, **terms)


def test_every_seat_learns_what_the_end_brings_to_all() -> None:
    many = GamesEnv(SKYBRIDGE, 3, players=3, workers=1)
    _, infos = many.reset(seed=1)
    over = np.zeros(3, bool)
    while not over.any():
        moved = infos["seat"]
        _, rewards, over, _, infos = many.step(many.sample())
    row = int(np.flatnonzero(over)[0])
    assert infos["rewards"][row].sum() == pytest.approx(0.0)
    assert set(np.round(infos["rewards"][row], 3)) <= {1.0, -0.5, 0.25}
    assert rewards[row] == infos["rewards"][row][moved[row]]


def test_one_seat_learns_against_bots_and_is_always_to_decide() -> None:
    many = GamesEnv("cloudy-kingdom", 5, players=3, seat=2, options={"magic": "choose"}, workers=1)
    _, infos = many.reset(seed=1)
    ends = 0
    for _ in range(40):
        assert (infos["seat"] == 2).all()
        _, rewards, over, _, infos = many.step(many.sample())
        assert (infos["rewards"][:, 2] == rewards).all()
        ends += int(over.sum())
    assert ends


def test_a_copy_stays_as_it_was_and_without_one_nothing_is_copied() -> None:
    for copy in (True, False):
        many = GamesEnv(SKYBRIDGE, 2, workers=1, copy=copy)
        seen, _ = many.reset(seed=1)
        before = seen["observation"].copy()
        many.step(many.sample())
        assert (seen["observation"] == before).all() is np.bool_(copy)


def test_an_illegal_move_is_refused_before_any_game_has_moved() -> None:
    many = GamesEnv(SKYBRIDGE, 4, workers=1)
    seen, _ = many.reset(seed=1)
    actions = many.sample()
    actions[2] = int(np.flatnonzero(seen["action_mask"][2] == 0)[0])
    assert many.table is not None
    before = [state.dump() for state in many.table.batch.states]
    with pytest.raises(IllegalMove, match="game 2 of the batch"):
        many.step(actions)
    assert [state.dump() for state in many.table.batch.states] == before
    many.step(many.sample())


def test_an_illegal_move_in_another_process_is_told_here() -> None:
    many = GamesEnv(SKYBRIDGE, 4, workers=2)
    seen, _ = many.reset(seed=1)
    actions = many.sample()
    wrong = actions.copy()
    wrong[3] = int(np.flatnonzero(seen["action_mask"][3] == 0)[0])
    with pytest.raises(IllegalMove, match="game 3 of the batch"):
        many.step(wrong)
    with pytest.raises(NotAMove, match="9999 is no move"):
        many.step(np.full(4, 9999))
    many.step(actions)
    many.close()
    with pytest.raises(CloudtopError, match="closed"):
        many.step(actions)


def test_gymnasium_makes_many_games_by_their_id() -> None:
    many = gymnasium.make_vec(
        id_of("skybridge"), num_envs=3, vectorization_mode="vector_entry_point", workers=1, seat=0
    )
    seen, _ = many.reset(seed=1)
    assert many.observation_space.contains(seen)
    assert many.action_space.shape == (3,)
    assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    many.close()


def test_mistakes_are_named() -> None:
    with pytest.raises(BadOption, match="at least one game"):
        GamesEnv(SKYBRIDGE, 0)
    with pytest.raises(BadSeat, match="no seat 4"):
        GamesEnv(SKYBRIDGE, 2, seat=4)
    with pytest.raises(BadBot, match="1 other seats, but 2"):
        GamesEnv(SKYBRIDGE, 2, seat=0, opponents=[RandomBot(), "greedy"])
    with pytest.raises(BadOption, match="every seat learns"):
        GamesEnv(SKYBRIDGE, 2, workers=1).invite("greedy")


def test_a_strangers_game_travels_to_other_processes() -> None:
    many = GamesEnv(STRANGER, 3, workers=2, options={"stones": 5})
    seen, infos = many.reset(seed=1)
    assert (seen["action_mask"].sum(axis=1) == infos["widths"]).all()
    ended = 0
    for _ in range(20):
        ended += int(many.step(many.sample())[2].sum())
    assert ended
    many.close()
