"""The view of a seat as one text, and whether a game hides anything at all."""

from __future__ import annotations

from random import Random

import msgspec

from cloudtop.core.game import Game
from cloudtop.core.state import State, Terms


def facts_text(state: State, seat: int) -> str:
    """The view of a seat as one text, equal for all positions that the seat cannot tell apart."""
    return f"{seat}:" + msgspec.json.encode(state.view(seat).facts, order="deterministic").decode()


def hides(game: Game, terms: Terms | None = None) -> bool:
    """Whether a seat can imagine another position than the true one, right after a deal for two or on other terms."""
    agreed = terms or game.terms(2)
    state = game.begin(agreed, game.shuffle(agreed, Random(1)))
    return any(state.imagine(0, Random(seed)).dump() != state.dump() for seed in range(3))
