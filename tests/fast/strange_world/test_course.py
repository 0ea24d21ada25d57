"""The course of a game: rounds, Sun, draft, order of laying, the end, and playing alone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace
from tests.support.strange_world.maps import (
    dealt,
    deck,
    moves,
    open_facts,
    phase,
    play,
    random_game,
    refusal,
    solo,
    world,
)

from cloudtop.core.chance import pick
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.state import StrangeWorld


def hands(state: StrangeWorld) -> list[list[str]]:
    """All hands, from the trusted side."""
    return [sorted(hand) for hand in state.dump()["hands"]]


# ---------------------------------------------------------------------- the world and the deal


@pytest.mark.rule("strange-world/world", "allows")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everybody_builds_a_square_of_sixteen_cards(players: int) -> None:
    for built in open_facts(random_game(players, seed=players)).worlds:
        assert len(built.land) == 16
        assert len({cell[0] for cell in built.land}) == len({cell[1] for cell in built.land}) == 4


@pytest.mark.rule("strange-world/world", "refuses")
def test_a_card_never_goes_into_another_world() -> None:
    state = dealt(2, "Va Wc Tf", "Pe Pf Ph")
    play(state, "keep-Va", "keep-Pe", "pass-Va", "pass-Pe")
    before = open_facts(state).worlds[1]
    play(state, sorted(moves(state))[0])
    assert open_facts(state).worlds[1] == before
    assert len(open_facts(state).worlds[0].land) == 2


@pytest.mark.rule("strange-world/deal", "allows")
def test_each_round_deals_three_cards_to_each_seat_in_turn() -> None:
    state = dealt(3, "Va Wc Tf", "Pe Pf Ph", "MMg MMh TM")
    assert hands(state) == [[], [], []]
    play(state, "sun-left")
    assert hands(state) == [["Tf", "Va", "Wc"], ["Pe", "Pf", "Ph"], ["MMg", "MMh", "TM"]]
    assert open_facts(state).deck == 36


@pytest.mark.rule("strange-world/deal", "refuses")
def test_cards_are_dealt_face_down() -> None:
    state = dealt(2, "Va Wc Tf", "Pe Pf Ph")
    for seat in (None, 1):
        assert "Va" not in str(state.view(seat).to_dict())
    assert GAME.facts(state, 0).hand == ("Va", "Wc", "Tf")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deck_is_dealt_out_to_the_last_card(players: int) -> None:
    state = random_game(players, seed=7)
    assert state.dump()["deck"] == []
    laid: Counter[str] = Counter()
    for built in open_facts(state).worlds:
        laid += Counter(card.rstrip("=#!") for cell, card in built.land.items() if cell != "d4")
        assert built.land["d4"].rstrip("=#!") in GAME.box.start
    assert laid == deck(players)
    assert laid.total() == 15 * players


def test_a_solo_deck_is_seven_piles_of_three() -> None:
    deal = GAME.deal_of(players=1, seed=5)
    assert [len(pile) for pile in deal["piles"]] == [3] * 7
    assert Counter(card for pile in deal["piles"] for card in pile) == deck(1)
    assert len(set(deal["travellers"])) == 3


# ---------------------------------------------------------------------- the Sun


@pytest.mark.rule("strange-world/sun", "allows")
@pytest.mark.parametrize("players", [3, 4])
def test_the_holder_chooses_the_direction_before_the_cards_are_dealt_in_round_one_too(players: int) -> None:
    state = dealt(players, sun=2)
    assert (phase(state), state.turn(), moves(state)) == ("sun", [2], {"sun-left", "sun-right"})
    assert GAME.facts(state, 2).hand == ()
    play(state, "sun-right")
    assert open_facts(state).direction == "right"
    assert state.turn() == list(range(players))


@pytest.mark.rule("strange-world/sun", "refuses")
def test_nobody_else_turns_the_sun_and_with_two_nobody_does() -> None:
    assert refusal(dealt(3, sun=2), "sun-left", seat=0) == "sun"
    assert refusal(play(dealt(3), "sun-left"), "sun-right", seat=0) == "sun"
    state = dealt(2)
    assert phase(state) == "keep"
    assert refusal(state, "sun-left") == "sun"
    assert open_facts(state).direction is None


@pytest.mark.parametrize("direction", ["left", "right"])
def test_the_sun_passes_left_after_every_round_whatever_its_direction(direction: str) -> None:
    state = dealt(3, sun=1)
    holders = []
    while state.turn():
        if phase(state) == "sun":
            holders.append(state.seat)
            play(state, f"sun-{direction}")
        else:
            state.play(state.seat, state.legal(state.seat)[0])
    assert holders == [1, 2, 0, 1, 2]


def test_with_two_players_the_sun_passes_on_too() -> None:
    state = dealt(2, sun=1)
    leaders = []
    while state.turn():
        if phase(state) == "lay" and open_facts(state).laid == ((), ()):
            leaders.append(state.seat)
        state.play(state.seat, state.legal(state.seat)[-1])
    assert leaders == [1, 0, 1, 0, 1]


# ---------------------------------------------------------------------- the draft


@pytest.mark.rule("strange-world/draft", "allows")
def test_two_cards_then_one_go_to_the_left_neighbour() -> None:
    state = play(dealt(3, "Va Vb VM", "Wc Wd We", "Tf Tg TM"), "sun-left")
    play(state, "keep-Va", "keep-Wc", "keep-Tf")
    assert hands(state) == [["TM", "Tg", "Va"], ["VM", "Vb", "Wc"], ["Tf", "Wd", "We"]]
    # A card just received may be passed on.
    play(state, "pass-TM", "pass-VM", "pass-Tf")
    assert hands(state) == [["Tf", "Tg", "Va"], ["TM", "Vb", "Wc"], ["VM", "Wd", "We"]]


def test_with_the_sun_to_the_right_cards_go_to_the_seat_before() -> None:
    state = play(dealt(3, "Va Vb VM", "Wc Wd We", "Tf Tg TM"), "sun-right")
    play(state, "keep-Va", "keep-Wc", "keep-Tf")
    assert hands(state) == [["Va", "Wd", "We"], ["TM", "Tg", "Wc"], ["Tf", "VM", "Vb"]]
    play(state, "pass-Va", "pass-Wc", "pass-Tf")
    assert hands(state) == [["Wc", "Wd", "We"], ["TM", "Tf", "Tg"], ["VM", "Va", "Vb"]]


def test_with_two_players_both_passes_go_to_the_other() -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Va", "keep-Wc")
    assert hands(state) == [["Va", "Wd", "We"], ["VM", "Vb", "Wc"]]
    play(state, "pass-Wd", "pass-Vb")
    assert hands(state) == [["Va", "Vb", "We"], ["VM", "Wc", "Wd"]]


@pytest.mark.rule("strange-world/draft", "refuses")
def test_a_choice_is_final_and_made_from_ones_own_hand() -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Va", seat=0)
    assert refusal(state, "keep-Vb", seat=0) == "draft"
    assert refusal(state, "keep-Va", seat=1) == "draft"
    assert refusal(state, "pass-Wc", seat=1) == "draft"
    play(state, "keep-Wc", seat=1)
    assert refusal(state, "keep-Va", seat=0) == "draft"
    assert refusal(state, "pass-Vb", seat=0) == "draft"


def test_everybody_chooses_at_once_in_any_order() -> None:
    state = play(dealt(4), "sun-left")
    assert state.turn() == [0, 1, 2, 3]
    state.play(2, state.legal(2)[0])
    assert (state.turn(), state.seat, state.legal(2)) == ([0, 1, 3], 0, [])
    for seat in (3, 0, 1):
        state.play(seat, state.legal(seat)[0])
    assert (phase(state), state.turn()) == ("pass", [0, 1, 2, 3])


def test_no_choice_is_seen_before_all_have_chosen() -> None:
    for keeps, passes in ((("Va", "Wc"), ("Wd", "Vb")), (("Vb", "Wc"), ("Wd", "Va"))):
        state = dealt(2, "Va Vb VM", "Wc Wd We")
        blank = [GAME.facts(state, seat) for seat in (1, None)]
        play(state, f"keep-{keeps[0]}", seat=0)
        # Only that seat 0 has chosen shows: the hands are as before, for everybody but seat 0.
        assert [replace(GAME.facts(state, seat), turn=(0, 1)) for seat in (1, None)] == blank
        assert (memory := GAME.facts(state, 0).draft) is not None
        assert memory.kept == keeps[0]
        play(state, f"keep-{keeps[1]}", seat=1)
        before = [GAME.facts(state, seat) for seat in (0, None)]
        play(state, f"pass-{passes[1]}", seat=1)
        assert [replace(GAME.facts(state, seat), turn=(0, 1)) for seat in (0, None)] == before


def test_equal_cards_are_one_choice() -> None:
    state = dealt(2, "PM PM Va", "Wc Wd We")
    assert moves(state, 0) == {"keep-PM", "keep-Va"}
    play(state, "keep-PM", "keep-Wc")
    assert hands(state)[1] == ["PM", "Va", "Wc"]


# ---------------------------------------------------------------------- laying in turn


@pytest.mark.rule("strange-world/lay", "allows")
@pytest.mark.parametrize(("direction", "order"), [("left", [1, 2, 3, 0] * 3), ("right", [1, 0, 3, 2] * 3)])
def test_from_the_suns_holder_in_its_direction_one_card_each(direction: str, order: list[int]) -> None:
    # Mountains and waters ask no questions, so every move is a card.
    state = play(dealt(4, "MMg MMg MMh", "MMh MMd MM", "MMf MMe Wc", "Wc Wd We", sun=1), f"sun-{direction}")
    while phase(state) != "lay":
        state.play(state.seat, state.legal(state.seat)[0])
    seats = []
    while phase(state) == "lay":
        seats.append(state.seat)
        state.play(state.seat, state.legal(state.seat)[0])
    assert seats == order
    assert open_facts(state).round == 2


@pytest.mark.rule("strange-world/lay", "refuses")
def test_out_of_turn_or_without_the_card_nothing_is_laid() -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Va", "keep-Wc", "pass-Wd", "pass-Vb")
    assert refusal(state, "VM@c4", seat=1) == "lay"
    assert refusal(state, "Wc@c4", seat=0) == "lay"
    assert refusal(dealt(2, "Va Vb VM", "Wc Wd We"), "Va@c4") == "lay"


def test_a_question_comes_before_the_next_card() -> None:
    state = play(solo("MMg *Ma\nTf  .", "Vb"), "Vb@d5")
    assert phase(state) == "fumarole"
    assert refusal(state, "MMh@e4") == "lay"
    # With one answer only there is no question: the card is settled, and the next one follows.
    assert phase(play(solo("Tf *Ma", "Vb Wc"), "Vb@d3")) == "lay"


# ---------------------------------------------------------------------- the end


@pytest.mark.rule("strange-world/end", "allows")
def test_the_game_ends_when_all_worlds_are_full_and_the_most_stars_win() -> None:
    for seed in range(5):
        state = random_game(3, seed)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.reason == "strange-world/end"
        assert outcome.scores == tuple(state.scores())
        assert all(outcome.scores[seat] == max(outcome.scores) for seat in outcome.winners)


@pytest.mark.rule("strange-world/end", "refuses")
def test_nothing_is_played_after_the_end_and_nothing_ends_before() -> None:
    state = random_game(2, seed=3)
    assert refusal(state, "Va@c4", seat=0) == "end"
    assert refusal(state, "decline", seat=1) == "end"
    rng = Random(3)
    state = dealt(2)
    while state.turn():
        assert state.outcome() is None
        state.play(state.seat, pick(rng, state.legal(state.seat)))


def ended(first: str, second: str) -> StrangeWorld:
    """A game of two that has ended with these worlds."""
    return GAME.load({"players": 2, "phase": "over", "worlds": [world(first), world(second)], "sun": 0})


# Mountains 5, water 9, animals a e f g h 10: 24 stars.
EVEN = """
    MMg  Wc!  MMh  Wd!
    We   *Ma  WM   PM!
    VM!  WM   Tf   Pe
    Va!  V!   Vb!  Pf
"""
# Mountains 4, water 6, animals a b c d g 10, and the wind with the serpent sees mountain and wind again, 4: 24 stars.
ODD = """
    MMd  Wa   MM   WM
    Tg   *Mb  TM!  Pc
    TM   PM=  PM   Ph!
    TM!  Tb!  PM!  VM!
"""


@pytest.mark.rule("strange-world/tie", "allows")
def test_equal_stars_share_the_win() -> None:
    outcome = ended(EVEN, ODD).outcome()
    assert outcome is not None
    assert outcome.scores == (24, 24)
    assert (outcome.ranking, outcome.winners) == (((0, 1),), (0, 1))


@pytest.mark.rule("strange-world/tie", "refuses")
def test_more_stars_win_alone() -> None:
    # One water card saved: 3 for it and 2 for its bear.
    outcome = ended(EVEN.replace("Wd!", "Wd"), ODD).outcome()
    assert outcome is not None
    assert outcome.scores == (29, 24)
    assert (outcome.ranking, outcome.winners) == (((0,), (1,)), (0,))
