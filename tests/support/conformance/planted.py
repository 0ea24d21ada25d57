"""Games with one thing wrong, and how it has to be told."""

from __future__ import annotations

import re

import pytest
from tests.support.high_card.game import HighCardGame
from tests.support.high_card.state import HighCard
from tests.support.nim import CoinNim, CoinNimGame

from cloudtop.core.game import Game
from cloudtop.core.state import State
from cloudtop.testing import conformance
from cloudtop.testing.breach import Breach
from cloudtop.testing.showing import shown_again

GAMES_TO_BE_SURE = 60
Planted = type[CoinNim] | type[CoinNimGame] | type[HighCard] | type[HighCardGame]
"""A game or a state with a mistake."""
COMMAND = re.compile(
    r" \((coin-nim|high-card), (?P<players>\d) players, (stones=\d, )?(seed \d+, move \d+|\d+ games from seed \d+);"
    r" to see it again: python -m cloudtop\.testing --game \S+ --players (?P=players) (--option stones=\d )?"
    r"--seed \d+ (--move \d+|--games \d+ --here)\)$"
)


def game_with(fault: Planted) -> Game:
    """A game with one thing wrong."""
    if issubclass(fault, State):
        game = CoinNimGame() if issubclass(fault, CoinNim) else HighCardGame()
        game.state_type = fault
        return game
    return fault()


def check_told(fault: Planted, promise: str) -> None:
    """The mistake is found; its line names the promise and the fact, and where and how it is seen again."""
    game = game_with(fault)
    with pytest.raises(Breach) as caught:
        conformance(game, games=GAMES_TO_BE_SURE)
    told, place = str(caught.value), caught.value.place
    assert told.startswith(f"broken promise: {promise}")
    assert "\n" not in told
    if place is None:
        # Words, guides, lessons and figures: nothing was dealt.
        return
    assert COMMAND.search(told), told
    if place.move is not None:
        *_, last = shown_again(game, place.players, place.options, place.seed, place.move)
        assert last.strip().startswith(f"broken promise: {caught.value.promised}")
