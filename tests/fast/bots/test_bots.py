"""Bots: they choose the same from the same, and see no more than their seat."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.nim import GAME as NIM
from tests.support.nim import HEADS, STOP, TAILS, TAKE, CoinNim
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.bots import BOTS, Bot, Perspective, bot
from cloudtop.bots.simple import lead, lead_after
from cloudtop.core.errors import BadBot, BadSeat
from cloudtop.core.playout import random_playout
from cloudtop.core.state import State
from cloudtop.testing.secrecy import spoil

SKYBRIDGE = cloudtop.game("skybridge")
GAMES = [*(cloudtop.game(name) for name in ROOMS), NIM]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
# The stronger levels think longer and by the clock; what they are made of is tested with the search.
each_bot = pytest.mark.parametrize("name", ["random", "greedy", "calm", "breeze"])


def middle(game: cloudtop.Game, moves: int = 4) -> State:
    state: State = game.deal(players=2, seed=2)
    random_playout(state, Random(2), moves)
    return state


def test_bots_are_called_by_name() -> None:
    assert all(bot(name).name == name for name in BOTS)
    with pytest.raises(BadBot, match="there is no bot 'deepblue'; expected one of random, greedy, calm, "):
        bot("deepblue")


@each_game
@each_bot
def test_the_same_perspective_and_generator_give_the_same_legal_move(game: cloudtop.Game, name: str) -> None:
    for moves in range(0, 8, 2):
        state = middle(game, moves)
        before = state.dump()
        for seat in state.turn():
            chosen = {bot(name).choose(Perspective(state.copy(), seat), Random(9)) for _ in range(3)}
            assert len(chosen) == 1
            assert chosen <= set(state.legal(seat))
        assert state.dump() == before


def test_the_random_bot_makes_every_legal_move_sooner_or_later() -> None:
    state = middle(SKYBRIDGE)
    seat = state.turn()[0]
    rng = Random(1)
    chosen = {bot("random").choose(Perspective(state, seat), rng) for _ in range(1500)}
    assert chosen == set(state.legal(seat))


def test_the_greedy_bot_takes_the_best_lead() -> None:
    state = SKYBRIDGE.load({"players": 4, "towers": {"a1": ["h3", "i3"], "b1": ["h2"]}, "turn": [0]})
    for seed in range(5):
        assert SKYBRIDGE.text(bot("greedy").choose(Perspective(state, 0), Random(seed))) == "cr@a1"


def test_the_greedy_bot_thinks_its_chain_of_decisions_to_the_end() -> None:
    state = NIM.deal(players=2, seed=1)
    for seat in (0, 1):
        state.play(seat, HEADS)
    # A stone now and two more before stopping: three points ahead.
    assert lead_after(state, 0, TAKE) == 3
    assert lead(state, 0) == 0


def test_alone_a_lead_is_the_score() -> None:
    class Alone(CoinNim):
        def scores(self) -> list[int]:
            return [7]

    assert lead(Alone(NIM.terms(2), HEADS, 3, [7], [0], 0, 0), 0) == 7


# ---------------------------------------------------------------------- what a bot sees


def test_a_perspective_offers_a_view_moves_and_imagination_and_nothing_else() -> None:
    perspective = Perspective(middle(NIM), 0)
    assert {name for name in dir(perspective) if not name.startswith("_")} == {"imagine", "legal", "seat", "view"}
    assert not hasattr(perspective, "__dict__")
    assert not hasattr(perspective, "state")


def test_a_perspective_needs_a_seat_that_is_there() -> None:
    with pytest.raises(BadSeat):
        Perspective(middle(NIM), 2)


@each_game
def test_what_a_bot_does_to_what_it_gets_does_not_reach_the_game(game: cloudtop.Game) -> None:
    state = middle(game)
    before = state.dump()
    seat = state.turn()[0]
    perspective = Perspective(state, seat)
    perspective.legal().clear()
    spoil(perspective.view().facts)
    random_playout(perspective.imagine(Random(1)), Random(1), 100)
    assert state.dump() == before


@each_bot
@pytest.mark.parametrize("call", [HEADS, TAILS])
def test_no_bot_s_choice_depends_on_what_its_seat_cannot_know(name: str, call: int) -> None:
    """The other seat's secret call and the coin differ; the bot's move does not."""
    chosen = set()
    for coin in (HEADS, TAILS):
        state = NIM.deal(players=2, deal={"coin": coin})
        state.play(0, call)
        chosen |= {(seed, bot(name).choose(Perspective(state, 1), Random(seed))) for seed in range(10)}
    other = NIM.deal(players=2, deal={"coin": HEADS})
    other.play(0, 1 - call)
    chosen |= {(seed, bot(name).choose(Perspective(other, 1), Random(seed))) for seed in range(10)}
    assert len(chosen) == 10


def test_a_bot_of_one_s_own_needs_a_name_and_a_choice() -> None:
    class Stopper(Bot):
        name = "stopper"

        def choose(self, perspective: Perspective, rng: Random) -> int:
            return perspective.legal()[-1]

    state = NIM.deal(players=2, seed=1)
    for seat in (0, 1):
        state.play(seat, HEADS)
    state.play(0, TAKE)
    assert Stopper().choose(Perspective(state, 0), Random(1)) == STOP
