"""Observations: fixed rows of numbers that follow from what a seat knows, and from nothing else."""

from __future__ import annotations

from random import Random

import pytest
from librt.strings import BytesWriter
from tests.support.lab.rooms import GAMES, each_game

import cloudtop
from cloudtop.core.errors import ContractBreach
from cloudtop.core.game import Game
from cloudtop.core.observe import Entry, Layout, Observer, observation, put
from cloudtop.core.state import State
from cloudtop.core.survey import SurveyedObserver
from cloudtop.testing.conformance import all_terms
from cloudtop.testing.observed import check_observer

OPEN = {"skybridge"}
"""Games in which nothing is hidden."""


@each_game
def test_on_all_terms_a_seat_is_told_what_it_knows_and_nothing_else(game: Game) -> None:
    redrawn = [check_observer(game, players, options) for players, options in all_terms(game)]
    assert any(redrawn) != (game.name in OPEN)


@each_game
def test_a_layout_names_every_number_once(game: Game) -> None:
    layout = game.observer(game.terms()).layout
    places = [range(layout.size)[layout.slices[entry.name]] for entry in layout.entries]
    assert [place for part in places for place in part] == list(range(layout.size))
    assert len({entry.name for entry in layout.entries}) == len(layout.entries)
    assert all(entry.meaning and entry.lowest < entry.highest for entry in layout.entries)


class Peeking(Observer):
    """Tells what lies on top of the stack."""

    def __init__(self) -> None:
        super().__init__(Layout([Entry("top", (1,), 0, 9999, "the letters of the top tile, added up")]))

    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add the top card."""
        put(into, self.begun(into), sum(map(ord, str(state.dump()["stack"][:1]))))


def test_an_observer_that_peeks_is_found_out() -> None:
    game = cloudtop.game("cloud-city")
    with pytest.raises(ContractBreach, match="cannot know"):
        check_observer(game, 2, {}, observer=Peeking())


def test_a_hidden_tile_that_is_another_one_changes_nothing_and_the_own_one_does() -> None:
    game = cloudtop.game("cloud-city")
    state = game.deal(players=2, seed=3)
    written = state.dump()
    watched = game.observer(state.terms)
    for seat, same in ((0, False), (1, True)):
        hand, stack = list(written["hands"][0]), list(written["stack"])
        place = next(number for number, tile in enumerate(stack) if tile not in hand)
        hand[0], stack[place] = stack[place], hand[0]
        other = game.load({**written, "hands": [hand, written["hands"][1]], "stack": stack})
        assert (observation(watched, other, seat) == observation(watched, state, seat)) is same


@pytest.mark.parametrize("game", GAMES[:-1], ids=lambda game: game.name)
def test_a_game_without_an_observer_gets_one_from_the_types_of_its_facts(game: Game) -> None:
    players = game.player_counts[-1]
    terms = game.terms(players)
    surveyed = SurveyedObserver(terms)
    state = game.deal(players=players, seed=99)
    rng = Random(1)
    for _ in range(6):
        mover = state.mover()
        seen = observation(surveyed, state, mover)
        assert observation(surveyed, state.imagine(mover, rng), mover) == seen
        assert len(seen) == 2 * surveyed.layout.size
        state.apply(mover, state.legal(mover)[0])
        assert observation(surveyed, state, mover) != seen
    assert [entry.name for entry in SurveyedObserver(terms).layout.entries] == [
        entry.name for entry in surveyed.layout.entries
    ]
