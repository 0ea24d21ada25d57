"""Moves of Strange World in writing, and an answer to everything that is none."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.strange_world.maps import dealt, play, refusal, solo

from cloudtop.core.errors import AmbiguousMove, BadSeat, NotAMove
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.moves import Cell, Erupt, Found, Join, Keep, Lay, Move, PassOn
from cloudtop.games.strange_world.pieces import card_of
from cloudtop.games.strange_world.state import StrangeWorld


def test_every_move_has_a_text_of_its_own() -> None:
    assert len(set(GAME.moves.texts)) == GAME.actions == 1872


def test_a_move_is_a_value_with_a_number_and_a_notation() -> None:
    lay = Lay(card_of("Va"), Cell(2, 3))
    assert str(lay) == "Va@c4"
    assert GAME.moves[GAME.moves.number(lay)] == lay
    alike: list[Move] = [Keep(lay.card), PassOn(lay.card), Join(lay.cell), Erupt(lay.cell), Found(lay.cell)]
    assert len(set(alike)) == len(alike)


def read(state: StrangeWorld, text: str) -> str:
    return GAME.text(GAME.parse(state, state.seat, text))


@pytest.mark.parametrize("text", ["Wc@c4", "wc c4", "WCC4", " wc - c4 ", "c4"])
def test_a_lay_is_read_generously(text: str) -> None:
    assert read(solo("*Ma", "Wc"), text) == "Wc@c4"


@pytest.mark.parametrize(
    ("text", "move"),
    [("keep-Va", "keep-Va"), ("KEEP va", "keep-Va"), ("pass Vb VM", "keep-Va"), ("pass VM, Vb", "keep-Va")],
)
def test_the_first_pass_is_told_by_what_stays_or_by_what_goes(text: str, move: str) -> None:
    assert read(dealt(2, "Va Vb VM", "Wc Wd We"), text) == move


@pytest.mark.parametrize("text", ["pass-Va", "pass va", "keep Wd We", "keep we+wd"])
def test_the_second_pass_too(text: str) -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Va", "keep-Wc")
    assert read(state, text) == "pass-Va"


def test_two_equal_cards_can_be_named() -> None:
    state = dealt(2, "PM PM Va", "Wc Wd We")
    assert read(state, "pass PM PM") == "keep-Va"
    assert read(state, "pass PM Va") == "keep-PM"
    with pytest.raises(NotAMove):
        read(state, "pass Va Va")


def test_short_words_for_the_sun_a_pile_and_a_refusal() -> None:
    assert read(dealt(3), "left") == "sun-left"
    assert read(solo("*Ma", phase="pile"), "3") == "pile-3"
    assert read(play(solo("Pe *Ma", "Pf"), "Pf@b4"), "no") == "decline"


def test_a_cell_alone_answers_the_question_that_is_asked() -> None:
    assert read(play(solo("Pe .   Pf\nTf *Ma MMg", "PM"), "PM@d3"), "e3") == "portal@e3"
    assert read(play(solo("V! .  Tf\nMMg *Ma Wc", "Vb"), "Vb@d3"), "e3") == "fumarole@e3"
    assert read(play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5"), "e4") == "city@e4"


def test_a_travellers_place_may_be_left_out_where_only_one_fits() -> None:
    state = play(solo("*Ma Pe= PM\nPf  .   .", "Ph", travellers="Burk 4", side="right"), "Ph@c5")
    for text in ("splash", "Splash right", "splash below", "Splash@right-below"):
        assert read(state, text) == "Splash@right-below"


def test_what_fits_several_moves_is_ambiguous() -> None:
    state = solo("Tf *Ma", "Wc We")
    with pytest.raises(AmbiguousMove, match="say which: Wc@d3, We@d3"):
        read(state, "d3")
    with pytest.raises(AmbiguousMove) as caught:
        read(play(solo("Pe *Ma", "Pf"), "Pf@b4"), "Splash")
    assert len(caught.value.moves) == 4
    with pytest.raises(AmbiguousMove):
        read(state, "We")


NO_MOVES = ["", "x", "Va@h4", "Va@c8", "VV@c4", "Xa@c4", "pile-8", "keep", "keep Va Vb Vb", "Bob@left-above", "8"]


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotAMove, match="is no move of strange-world; expected something like keep-V"):
        read(dealt(2, "Va Vb VM", "Wc Wd We"), text)


def test_a_card_alone_is_meant_to_be_laid() -> None:
    assert refusal(dealt(2, "Va Vb VM", "Wc Wd We"), "Va") == "lay"


@pytest.mark.parametrize("action", [-1, 1872, 10**9])
def test_a_number_that_is_no_move_is_refused(action: int) -> None:
    with pytest.raises(NotAMove, match="moves are numbered 0 to 1871"):
        solo("*Ma", "Wc").play(0, action)


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    state = dealt(2)
    for ask in (state.legal, lambda seat: state.why_not(seat, 0), state.view, state.score_sheet):
        with pytest.raises(BadSeat, match="this game has seats 0 to 1"):
            ask(seat)
    with pytest.raises(BadSeat):
        state.imagine(seat, Random(1))
