"""Connect four on our contract keeps it, and is the game that everybody knows."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cloudtop.core.errors import BadPosition, IllegalMove
from cloudtop.core.observe import observation
from cloudtop.testing import conformance
from cloudtop.testing.observed import check_observer
from connect_four.game import GAME
from connect_four.moves import COLUMNS, ROWS


def naive_four(columns: tuple[str, ...], disc: str) -> bool:
    """Four in a row, looked for cell by cell."""

    def at(column: int, row: int) -> str:
        return columns[column][row : row + 1] if 0 <= column < COLUMNS and row >= 0 else ""

    return any(
        all(at(column + right * step, row + up * step) == disc for step in range(4))
        for column in range(COLUMNS)
        for row in range(ROWS)
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def test_it_passes_the_conformance_suite() -> None:
    assert conformance(GAME, games=6)[0].games == 6


def test_a_game_ends_when_four_stand_in_a_row_and_not_before() -> None:
    ends = set()
    for seed in range(150):
        state, rng = GAME.deal(seed=seed), Random(seed)
        while (seat := state.mover()) >= 0:
            columns = GAME.facts(state, None).columns
            assert not naive_four(columns, "x")
            assert not naive_four(columns, "o")
            legal = state.legal(seat)
            assert legal == [column for column in range(COLUMNS) if len(columns[column]) < ROWS]
            state.apply(seat, legal[int(rng.random() * len(legal))])
        outcome = state.outcome()
        assert outcome is not None
        columns = GAME.facts(state, None).columns
        assert [naive_four(columns, disc) for disc in "xo"] == [seat in outcome.winners for seat in range(2)]
        ends.add(outcome.reason)
    assert ends >= {"connect-four/four"}


def test_a_learner_sees_its_own_discs_first() -> None:
    terms = GAME.terms(2)
    assert check_observer(GAME, 2, terms.options) == 0
    state = GAME.load({"players": 2, "columns": ["xo", "", "", "xox", "", "", "o"]})
    x, o = (
        np.frombuffer(observation(GAME.observer(terms), state, seat), "<i2").reshape(2, COLUMNS, ROWS)
        for seat in (0, 1)
    )
    assert np.argwhere(x[0]).tolist() == [[0, 0], [3, 0], [3, 2]]
    assert np.argwhere(x[1]).tolist() == [[0, 1], [3, 1], [6, 0]]
    assert (o == x[::-1]).all()


def test_a_full_board_without_four_is_a_draw() -> None:
    columns = ["xxooxx", "ooxxoo", "xxooxx", "ooxxoo", "xxooxx", "ooxxoo", "xoxoxo"]
    state = GAME.load({"players": 2, "columns": columns})
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("connect-four/full", ())


def test_a_full_column_takes_no_more_and_a_board_out_of_turn_is_refused() -> None:
    state = GAME.load({"players": 2, "columns": ["xoxoxo", "", "", "", "", "", ""]})
    with pytest.raises(IllegalMove, match="connect-four/full"):
        state.play(0, 0)
    with pytest.raises(BadPosition, match="take turns"):
        GAME.load({"players": 2, "columns": ["xx", "", "", "", "", "", ""]})
    with pytest.raises(BadPosition, match="nothing is played after"):
        GAME.load({"players": 2, "columns": ["xxxx", "oooo", "", "", "", "", ""]})
