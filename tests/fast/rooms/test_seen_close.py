"""Everything that lies on a table can be seen close: it has a name and a text, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.game import Game
from cloudtop.core.scene import Panel, Staging
from cloudtop.core.state import State
from cloudtop.core.words import LANGUAGES

EVERY = 9
"""After so many moves the table is looked at again."""


def positions(game: Game, players: int) -> Iterator[State]:
    """A game of random moves, now and then, and its end."""
    state, dice = game.deal(players=players, seed=players), Random(players)
    for number in range(10_000):
        if number % EVERY == 0 or not state.turn():
            yield state
        if not state.turn():
            return
        seat = dice.choice(state.turn())
        state.play(seat, dice.choice(state.legal(seat)))


def things(panel: Panel) -> list[str]:
    """What lies on a panel: all that has a name or can be touched, and every place that is not empty.

    The rest is light: glows, trails, marks of what was last.
    """
    return [item.id for item in panel.items if item.label or item.target] + [
        slot.id for slot in panel.slots if slot.picture.items
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ROOMS)
def test_everything_has_a_name_and_a_text(name: str, language: str) -> None:
    game, looked_at = cloudtop.game(name), set[str]()
    words = game.words(language)
    for players in game.player_counts:
        for state in positions(game, players):
            seat = state.turn()[0] if state.turn() else None
            view = state.view(seat)
            for panel in game.scene(view, words, Staging()).panels:
                for thing in things(panel):
                    about = game.about(view, words, panel.name, thing)
                    assert about is not None, (panel.name, thing)
                    assert about.title.strip(), (panel.name, thing)
                    assert about.text.strip(), (panel.name, thing)
                    looked_at.add(thing)
    assert len(looked_at) > 30
