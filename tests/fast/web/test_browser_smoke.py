"""Every game in Chromium, shortly: a turn at a table, and a step of its lesson."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.support.rooms import ROOMS
from tests.support.web.browsing import surfing
from tests.support.web.learning import learner_at
from tests.support.web.visitors import House

import cloudtop


@pytest.mark.slow("goes through Chromium")
@pytest.mark.parametrize("game", ROOMS)
def test_a_turn_is_played_and_a_step_is_learned(house: House, browser: Browser, game: str) -> None:
    with surfing(browser, house.port) as surfer:
        surfer.walk_to_table(game, seats=2)
        assert surfer.wait_for_turn()
        surfer.move()
        # The turn goes on or comes back: the bot has been to play too.
        assert surfer.wait_for_turn()
        learner, step = learner_at(surfer), cloudtop.game(game).lessons().steps[0]
        learner.begin(game)
        assert step.coach.en in learner.said
        learner.learn()
        assert step.do[-1].good.en in learner.said
