"""An episode can be cited, rewarded move by move, copied and read by others' tools."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
import resvg_py
from tests.support.lab.rooms import each_game
from tests.support.nim import GAME as STRANGER

import cloudtop
from cloudtop.core.errors import BadOption, CloudtopError
from cloudtop.core.game import Game
from cloudtop.lab.gym import SeatEnv, id_of
from cloudtop.lab.simulator import Simulator
from cloudtop.lab.vector import GamesEnv
from cloudtop.lab.zoo import AtOnceEnv, TurnsEnv

SKYBRIDGE = cloudtop.game("skybridge")


def finished(env: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    """The rewards of a random episode, and its last info."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        seen, reward, over, _, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        rewards.append(reward)
    return rewards, info


# ---------------------------------------------------------------------------------------------- records


@each_game
def test_an_episode_is_a_record_that_anybody_can_replay(game: Game) -> None:
    env = SeatEnv(game, players=2, seat=1, opponents="random")
    _, info = finished(env, 3)
    record = env.record()
    assert record.seed == info["deal_seed"]
    assert record.end() == env.simulator.state
    assert list(record.end().outcome().scores) == info["scores"]  # type: ignore[union-attr]


def test_seats_in_turn_and_at_once_keep_their_records() -> None:
    turns = TurnsEnv(SKYBRIDGE)
    turns.reset(seed=1)
    assert turns.infos["seat_0"] == {"deal_seed": turns.record().seed}
    turns.step(turns.simulator.state.legal(0)[0])
    assert turns.record().end() == turns.simulator.state
    together = AtOnceEnv("strange-world", players=2)
    seen, infos = together.reset(seed=1)
    together.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in together.agents})
    assert together.record().seed == infos["seat_1"]["deal_seed"]
    assert len(together.record().moves) == len(together.simulator.moves) > 0


@pytest.mark.parametrize("seat", [None, 1])
def test_many_games_tell_how_each_ended_and_give_its_record(seat: int | None) -> None:
    many = GamesEnv(SKYBRIDGE, 3, seat=seat, opponents="greedy", workers=1)
    _, _ = many.reset(seed=4)
    rng = np.random.default_rng(1)
    chosen: list[list[int]] = [[] for _ in range(3)]
    over = np.zeros(3, bool)
    while not over.any():
        actions = many.sample(rng)
        for row, action in enumerate(actions):
            chosen[row].append(int(action))
        _, _, over, _, infos = many.step(actions)
    row = int(np.flatnonzero(over)[0])
    final = infos["final_info"]
    record = many.record(final["deal_seed"][row], chosen[row])
    outcome = record.end().outcome()
    assert outcome is not None
    assert outcome.scores == tuple(final["scores"][row])
    assert outcome.winners == tuple(np.flatnonzero(final["winners"][row]))
    assert (infos["_final_info"] == over).all()


# ---------------------------------------------------------------------------------------------- rewards


@each_game
def test_gains_add_up_to_the_points(game: Game) -> None:
    rewards, info = finished(SeatEnv(game, players=2, opponents="greedy", reward="gain"), 5)
    assert sum(rewards) == pytest.approx(info["scores"][0])


def test_some_gains_come_before_the_end() -> None:
    rewards, _ = finished(SeatEnv("cloud-city", players=2, reward="gain"), 5)
    assert sum(reward != 0 for reward in rewards[:-1]) > 3


def test_gains_add_up_for_all_seats_in_turn_and_at_once() -> None:
    turns: Any = TurnsEnv(SKYBRIDGE, reward="gain")
    turns.reset(seed=1)
    sums = dict.fromkeys(turns.possible_agents, 0.0)
    for agent in turns.agent_iter():
        _, reward, over, _, _ = turns.last()
        sums[agent] += reward
        turns.step(None if over else turns.simulator.state.legal(turns.seats[agent])[-1])
    assert list(sums.values()) == turns.simulator.state.scores()
    together = AtOnceEnv(SKYBRIDGE, reward="gain")
    seen, _ = together.reset(seed=1)
    sums = dict.fromkeys(together.possible_agents, 0.0)
    while together.agents:
        seen, rewards, *_ = together.step({a: int(np.flatnonzero(seen[a]["action_mask"])[0]) for a in together.agents})
        sums = {agent: sums[agent] + reward for agent, reward in rewards.items()}
    assert list(sums.values()) == together.simulator.state.scores()


@pytest.mark.parametrize("seat", [None, 0])
def test_gains_of_many_games_add_up(seat: int | None) -> None:
    many = GamesEnv(SKYBRIDGE, 4, seat=seat, reward="gain", workers=1)
    many.reset(seed=2)
    sums, rng, ends = np.zeros((4, 2)), np.random.default_rng(1), 0
    for _ in range(120):
        _, rewards, over, _, infos = many.step(many.sample(rng))
        assert seat is None or (rewards == infos["rewards"][:, seat]).all()
        sums += infos["rewards"]
        for row in np.flatnonzero(over):
            assert sums[row].tolist() == infos["final_info"]["scores"][row].tolist()
            sums[row], ends = 0, ends + 1
    assert ends


def test_an_illegal_move_takes_the_gains_back() -> None:
    env = SeatEnv("cloud-city", players=2, reward="gain")
    seen, _ = env.reset(seed=5)
    total, rng = 0.0, np.random.default_rng(5)
    while total <= 0:
        seen, reward, *_ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        total += reward
    _, reward, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert over
    assert total + reward == env.simulator.forfeit


# ---------------------------------------------------------------------------------------------- copies


@each_game
def test_environments_are_copied_and_pickled(game: Game) -> None:
    for env in (SeatEnv(game, players=2), TurnsEnv(game, players=2), AtOnceEnv(game, players=2)):
        env.reset(seed=1)
        for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert other.simulator.state == env.simulator.state
            assert (other.simulator.numbers(0) == env.simulator.numbers(0)).all()
            mover = other.simulator.state.mover()
            other.simulator.make(mover, other.simulator.state.legal(mover)[0])
            assert other.simulator.state != env.simulator.state


def test_a_copy_goes_on_as_the_original_does() -> None:
    env = SeatEnv(SKYBRIDGE, players=3, opponents="greedy")
    seen, _ = env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    for _ in range(5):
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        seen = env.step(action)[0]
        assert (other.step(action)[0]["observation"] == seen["observation"]).all()


def test_an_observer_is_pickled_with_its_terms() -> None:
    terms = SKYBRIDGE.terms(3)
    assert pickle.loads(pickle.dumps(terms.observer())).layout.size == terms.observer().layout.size
    assert terms.observer() is terms.observer()
    with pytest.raises(TypeError, match=r"ask terms\.observer"):
        pickle.dumps(SKYBRIDGE.observer(terms))


def test_many_games_are_made_anew_and_not_pickled() -> None:
    with pytest.raises(CloudtopError, match="make them anew"):
        pickle.dumps(GamesEnv(SKYBRIDGE, 2, workers=1))


# ---------------------------------------------------------------------------------------------- others' tools


def test_a_state_shows_what_a_learner_sees() -> None:
    for game in (SKYBRIDGE, STRANGER):
        simulator = Simulator(game, 2)
        numbers, mask = simulator.state.observe(1)
        assert (numbers == simulator.seen(1)["observation"]).all()
        assert list(np.flatnonzero(mask)) == simulator.state.legal(1)


def test_a_masked_sampler_gets_over_the_end_of_a_game() -> None:
    many = gymnasium.make_vec(id_of("strange-world"), 2, "sync", players=1)
    seen, _ = many.reset(seed=1)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(90):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, _, over, _, _ = many.step(actions)
        ends += int(over.sum())
    assert ends


def test_many_games_describe_themselves() -> None:
    many = GamesEnv(SKYBRIDGE, 3, seat=1, workers=1)
    assert many.spec is not None
    assert (many.spec.id, many.spec.kwargs["num_envs"], many.spec.kwargs["seat"]) == ("cloudtop/Skybridge-v1", 3, 1)
    made = gymnasium.make_vec(many.spec, vectorization_mode="vector_entry_point", workers=1)
    assert (made.reset(seed=1)[0]["observation"] == many.reset(seed=1)[0]["observation"]).all()


def test_the_former_names_still_work_and_tell_the_new_ones() -> None:
    from cloudtop.lab import cluster, looks, rows, sitting, teams
    from cloudtop.lab.cluster import run_there

    for found, expected in (
        (lambda: sitting.Sitting, Simulator),
        (lambda: looks.hides(SKYBRIDGE), False),
        (lambda: teams.labour, teams.run_batch),
        (lambda: cluster.labour_there, run_there),
        (lambda: rows.Share, rows.Shard),
        (lambda: type(SeatEnv(SKYBRIDGE).sitting), Simulator),
    ):
        with pytest.warns(DeprecationWarning, match="is called .* now; the old name goes with the next release"):
            assert found() is expected or found() == expected
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sitting.nothing


# ---------------------------------------------------------------------------------------------- batches


def test_batches_are_sent_and_received_in_this_process() -> None:
    one, two = GamesEnv(SKYBRIDGE, 3, batch_size=3), GamesEnv(SKYBRIDGE, 3, workers=1)
    two.reset(seed=1)
    one.async_reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        seen, rewards, over, _, infos = one.recv()
        actions = one.sample(rng, infos["env_id"])
        one.send(actions, infos["env_id"])
        expected = two.step(actions)
        assert list(infos["env_id"]) == [0, 1, 2]
    seen, rewards, over, _, infos = one.recv()
    assert (seen["observation"] == expected[0]["observation"]).all()
    assert (rewards == expected[1]).all()
    assert (over == expected[2]).all()


def test_what_is_wrong_with_a_batch_is_told() -> None:
    many = GamesEnv(SKYBRIDGE, 2, batch_size=2)
    with pytest.raises(CloudtopError, match="begin with async_reset"):
        many.recv()
    many.async_reset(seed=1)
    with pytest.raises(CloudtopError, match="still away"):
        many.step([0, 0])
    many.recv()
    with pytest.raises(BadOption, match="a whole batch"):
        many.send([0], [0])
    with pytest.raises(BadOption, match="need a move each"):
        many.send([0], [0, 1])
    actions = many.sample()
    many.send(actions, [0, 1])
    with pytest.raises(CloudtopError, match="away already"):
        many.send(actions, [0, 1])
    with pytest.raises(BadOption, match="whole batches of 2"):
        GamesEnv(SKYBRIDGE, 3, batch_size=2)
    with pytest.raises(BadOption, match="not both"):
        GamesEnv(SKYBRIDGE, 4, batch_size=2, workers=1)


def test_observations_and_masks_come_in_smaller_forms() -> None:
    usual = GamesEnv(SKYBRIDGE, 3, workers=1)
    small = GamesEnv(SKYBRIDGE, 3, workers=1, dtype="int8", mask="bits")
    expected, seen = usual.reset(seed=1)[0], small.reset(seed=1)[0]
    assert small.observation_space.contains(seen)
    assert (seen["observation"] == expected["observation"]).all()
    width = expected["action_mask"].shape[1]
    assert (np.unpackbits(seen["action_mask"], axis=1)[:, :width] == expected["action_mask"]).all()
    assert seen["action_mask"].nbytes * 7 < expected["action_mask"].nbytes
    with warnings.catch_warnings(), pytest.raises(BadOption, match="do not fit int8: votes goes from 0 to 300"):
        GamesEnv("cloud-city", 2, dtype="int8")
    rng = np.random.default_rng(1)
    over = np.zeros(3, bool)
    while not over.any():
        _, _, over, _, infos = small.step(small.sample(rng))
    last = infos["final_obs"][int(np.flatnonzero(over)[0])]
    assert small.single_observation_space.contains(last)


# ---------------------------------------------------------------------------------------------- frames


def test_a_frame_is_drawn_once_and_without_blurred_shadows(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = resvg_py.svg_to_bytes

    def spy(svg_string: str, **terms: Any) -> bytes:
        drawn.append(svg_string)
        return bytes(draw(svg_string=svg_string, **terms))

    monkeypatch.setattr(resvg_py, "svg_to_bytes", spy)
    simulator: Any = Simulator(SKYBRIDGE, 2, render_mode="rgb_array", render_width=60)
    state = simulator.state
    simulator.make(state.mover(), state.legal(state.mover())[0])
    frames = [simulator.render(0), simulator.render(0)]
    assert len(drawn) == 1
    assert 'filter="' in SKYBRIDGE.picture(state.view(0))
    assert 'filter="' not in drawn[0]
    assert np.array_equal(frames[0], frames[1])
    frames[0][:] = 0
    assert np.any(simulator.render(0))
    simulator.make(state.mover(), state.legal(state.mover())[0])
    assert not np.array_equal(simulator.render(0), frames[1])
    assert len(drawn) == 2
