"""The suites of Gymnasium and PettingZoo over all games, and what those do not ask."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec
from tests.support.lab.rooms import GAMES, each_count, each_game
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.bots import Bot, Perspective
from cloudtop.core.errors import BadBot, BadOption, BadPlayers, BadSeat, CloudtopError, IllegalMove
from cloudtop.core.game import Game
from cloudtop.lab.gym import SeatEnv, id_of
from cloudtop.lab.simulator import Simulator
from cloudtop.lab.zoo import AtOnceEnv, TurnsEnv, env, parallel_env

SKYBRIDGE = cloudtop.game("skybridge")


@pytest.fixture(autouse=True)
def quiet_suites() -> Iterator[None]:
    """The suites warn of what is usual among card games: dictionaries with masks, which are empty out of turn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


# ---------------------------------------------------------------------- the libraries' own suites


@each_count
def test_gymnasium_checks_a_seat(game: Game, players: int) -> None:
    check_env(SeatEnv(game, players=players, seat=None), skip_render_check=True)


@each_count
def test_pettingzoo_checks_turns(game: Game, players: int) -> None:
    api_test(env(game, players=players), num_cycles=40)


@each_count
def test_pettingzoo_checks_answers_at_once(game: Game, players: int) -> None:
    parallel_api_test(parallel_env(game, players=players), num_cycles=20)


@each_game
def test_pettingzoo_checks_seeds(game: Game) -> None:
    seed_test(partial(env, game, players=2), num_cycles=10)
    parallel_seed_test(partial(parallel_env, game, players=2), num_cycles=10)


@each_game
def test_pettingzoo_checks_games_that_are_broken_off(game: Game) -> None:
    def at_once(max_cycles: int) -> AtOnceEnv:
        # The suite draws any number, legal or not.
        return parallel_env(game, max_cycles, players=2, illegal="replace")

    max_cycles_test(SimpleNamespace(parallel_env=at_once, env=lambda max_cycles: parallel_to_aec(at_once(max_cycles))))


@each_game
def test_pettingzoo_checks_pictures(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    shown: dict[str, Any] = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(partial(env, game, players=2, render_width=24), shown)
    assert capsys.readouterr().out.strip()


# ---------------------------------------------------------------------- how a game goes


def choose(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> int:
    """Any legal move."""
    return int(rng.choice(np.flatnonzero(mask)))


@each_game
def test_a_seat_plays_to_the_end_and_is_told_how_it_ended(game: Game) -> None:
    environment = gymnasium.make(id_of(game.name), players=2) if game is not GAMES[-1] else SeatEnv(game, players=2)
    seat: Any = environment.unwrapped
    rng = np.random.default_rng(1)
    seen, _ = environment.reset(seed=5)
    over = False
    reward: SupportsFloat = 0.0
    while not over:
        assert reward == 0.0
        assert (seen["action_mask"] == seat.action_masks()).all()
        assert list(np.flatnonzero(seen["action_mask"])) == seat.simulator.state.legal(0)
        seen, reward, over, _, info = environment.step(choose(seen["action_mask"], rng))
    outcome = seat.simulator.state.outcome()
    assert (info["scores"], info["winners"]) == (list(outcome.scores), list(outcome.winners))
    assert (float(reward) > 0) == (outcome.winners == (0,))


@each_game
def test_the_same_seed_gives_the_same_game_against_the_same_bots(game: Game) -> None:
    def run(seed: int) -> list[bytes]:
        environment = SeatEnv(game, players=2, opponents="greedy")
        rng = np.random.default_rng(1)
        seen, _ = environment.reset(seed=seed)
        found = [seen["observation"].tobytes()]
        for _ in range(4):
            seen, _, over, _, _ = environment.step(choose(seen["action_mask"], rng))
            found.append(seen["observation"].tobytes())
            if over:
                break
        return found

    assert run(3) == run(3)


class Watching(Bot):
    """Plays the first legal move and remembers where it sat."""

    name = "watching"

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, perspective: Perspective, rng: object) -> int:
        """The first move."""
        self.seats.add(perspective.seat)
        return perspective.legal()[0]


def test_opponents_sit_in_turn_from_the_learner() -> None:
    next_one, one_after = Watching(), Watching()
    environment = SeatEnv(SKYBRIDGE, players=3, seat=1, opponents=[next_one, one_after])
    seen, _ = environment.reset(seed=1)
    for _ in range(3):
        seen, *_ = environment.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert (next_one.seats, one_after.seats) == ({2}, {0})


@each_game
def test_all_answers_at_once_are_the_same_game_as_one_after_the_other(game: Game) -> None:
    turns, at_once = TurnsEnv(game, players=2), AtOnceEnv(game, players=2)
    turns.reset(seed=4)
    seen, _ = at_once.reset(seed=4)
    rng = np.random.default_rng(2)
    while at_once.agents:
        actions = {agent: choose(seen[agent]["action_mask"], rng) for agent in at_once.agents}
        deciding = [agent for agent in at_once.agents if actions[agent] != at_once.wait]
        assert turns.agent_selection == deciding[0]
        for agent in deciding:
            assert turns.agent_selection == agent
            turns.step(actions[agent])
        seen, rewards, *_ = at_once.step(actions)
        for agent in at_once.possible_agents:
            assert (seen[agent]["observation"] == turns.observe(agent)["observation"]).all()
    assert rewards == turns.rewards
    assert sum(rewards.values()) == pytest.approx(0.0)


def test_rewards_can_be_wins_margins_or_points() -> None:
    ends = {}
    for reward in ("win", "margin", "points"):
        simulator = Simulator(SKYBRIDGE, 3, reward=reward)
        simulator.deal(8)
        while (seat := simulator.state.mover()) >= 0:
            simulator.state.apply(seat, simulator.state.legal(seat)[0])
        ends[reward] = simulator.rewards()
    winner = ends["points"].index(max(ends["points"]))
    assert ends["win"] == [1.0 if seat == winner else -0.5 for seat in range(3)]
    assert ends["margin"].index(max(ends["margin"])) == winner
    assert ends["points"] == [float(score) for score in simulator.state.scores()]


# ---------------------------------------------------------------------- illegal moves and other mistakes


def illegal_for(seen: dict[str, Any]) -> int:
    """Some move that is not legal."""
    return int(np.flatnonzero(seen["action_mask"] == 0)[0])


def test_an_illegal_move_loses_is_replaced_or_is_refused() -> None:
    found = {}
    for illegal in ("lose", "replace"):
        environment = SeatEnv(SKYBRIDGE, illegal=illegal)
        seen, _ = environment.reset(seed=1)
        wrong = illegal_for(seen)
        _, reward, over, _, info = environment.step(wrong)
        assert info["illegal"] == wrong
        found[illegal] = (reward, over)
    assert found == {"lose": (-1.0, True), "replace": (0.0, False)}
    environment = SeatEnv(SKYBRIDGE, illegal="refuse")
    seen, _ = environment.reset(seed=1)
    before = environment.simulator.state.dump()
    with pytest.raises(IllegalMove, match="skybridge/"):
        environment.step(illegal_for(seen))
    assert environment.simulator.state.dump() == before


def test_a_replaced_move_is_any_of_the_legal_ones_and_the_same_for_a_seed() -> None:
    table = Simulator(SKYBRIDGE, 2, illegal="replace")
    table.deal(seed=1)
    wrong = int(np.flatnonzero(table.mask(0) == 0)[0])
    taken = [table.accepted(0, wrong) for _ in range(400)]
    assert set(taken) == set(table.state.legal(0))
    table.deal(seed=1)
    assert [table.accepted(0, wrong) for _ in range(400)] == taken


def test_in_turns_an_illegal_move_ends_the_game_for_all() -> None:
    turns = TurnsEnv(SKYBRIDGE)
    turns.reset(seed=1)
    loser = turns.agent_selection
    turns.step(illegal_for(turns.observe(loser)))
    assert all(turns.terminations.values())
    assert turns.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in turns.possible_agents}


def test_whoever_should_wait_may_not_move_and_whoever_has_to_move_may_not_wait() -> None:
    at_once = AtOnceEnv(SKYBRIDGE, illegal="refuse")
    seen, _ = at_once.reset(seed=1)
    with pytest.raises(IllegalMove):
        at_once.step(dict.fromkeys(at_once.agents, at_once.wait))
    mover = next(agent for agent in at_once.agents if not seen[agent]["action_mask"][at_once.wait])
    with pytest.raises(IllegalMove):
        at_once.step(dict.fromkeys(at_once.agents, int(np.flatnonzero(seen[mover]["action_mask"])[0])))


def test_mistakes_are_named() -> None:
    with pytest.raises(BadSeat, match="no seat 2"):
        SeatEnv(SKYBRIDGE, seat=2)
    with pytest.raises(BadBot, match="nobody"):
        SeatEnv(SKYBRIDGE, opponents="nobody")
    with pytest.raises(BadBot, match="1 other seats, but 2"):
        SeatEnv(SKYBRIDGE, opponents=["random", "random"])
    with pytest.raises(BadOption, match="reward is one of win, margin, points"):
        SeatEnv(SKYBRIDGE, reward="fame")
    with pytest.raises(BadOption, match="illegal is one of"):
        SeatEnv(SKYBRIDGE, illegal="ignore")
    with pytest.raises(BadPlayers, match="alone nobody is beaten"):
        SeatEnv("strange-world", players=1, reward="win")
    turns = TurnsEnv(SKYBRIDGE)
    turns.reset(seed=1)
    with pytest.raises(BadOption, match="None is no move"):
        turns.step(None)


def test_after_the_end_nothing_is_played_until_the_next_reset() -> None:
    seat, at_once = SeatEnv(SKYBRIDGE), AtOnceEnv(SKYBRIDGE)
    seen, _ = seat.reset(seed=1)
    over = False
    while not over:
        seen, _, over, _, _ = seat.step(int(np.flatnonzero(seen["action_mask"])[0]))
    with pytest.raises(CloudtopError, match="over: reset"):
        seat.step(0)
    at_once.reset(seed=1)
    with pytest.raises(BadOption, match="nothing came from seat_1"):
        at_once.step({"seat_0": 0})
    at_once.step({"seat_0": 0, "seat_1": 0})
    with pytest.raises(CloudtopError, match="over: reset"):
        at_once.step({"seat_0": 0, "seat_1": 0})
    seat.reset()
    at_once.reset()
    assert at_once.agents == at_once.possible_agents


# ---------------------------------------------------------------------- pictures


def test_pictures_show_what_the_seat_knows() -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        environment = SeatEnv("cloud-city", players=2, render_mode=mode, render_width=96)
        environment.reset(seed=2)
        shown[mode] = environment.render()
        view = environment.simulator.state.view(0)
    game = cloudtop.game("cloud-city")
    assert shown["ansi"] == game.board_text(view)
    assert shown["svg"] == game.picture(view)
    height, width, colours = shown["rgb_array"].shape
    assert (width, colours) == (96, 3)
    assert 40 < height < 96
    assert shown["rgb_array"].std() > 10


def test_every_game_is_in_the_register_with_a_version() -> None:
    assert [id_of(name) for name in ROOMS] == [
        "cloudtop/CloudCity-v1",
        "cloudtop/CloudyKingdom-v1",
        "cloudtop/Skybridge-v1",
        "cloudtop/StrangeWorld-v1",
    ]
    assert all(id_of(name) in gymnasium.registry for name in cloudtop.games())
