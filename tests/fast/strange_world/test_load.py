"""Positions of Strange World in writing: read back, written by hand, and refused where they cannot be."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from tests.support.strange_world.maps import dealt, moves, play, solo, world

from cloudtop.core.chance import pick
from cloudtop.core.errors import BadPosition
from cloudtop.games.strange_world.game import GAME


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_position_of_a_game_reads_back(players: int) -> None:
    rng = Random(players)
    for seed in range(3):
        state = GAME.deal(players=players, seed=seed)
        while state.turn():
            dump = state.dump()
            back = GAME.load(dump)
            assert back.dump() == dump
            assert [back.legal(seat) for seat in range(players)] == [state.legal(seat) for seat in range(players)]
            assert back.scores() == state.scores()
            seat = pick(rng, state.turn())
            state.play(seat, pick(rng, state.legal(seat)))
        assert GAME.load(state.dump()).outcome() == state.outcome()


def test_a_position_of_several_may_be_written_without_draft_and_deck() -> None:
    given = {"worlds": [world("*Ma"), world("*Mb")], "hands": [["Va", "Wc", "Tf"], ["Pe", "Pf", "Ph"]], "sun": 1}
    for phase in ("keep", "pass", "lay"):
        state = GAME.load({"players": 2, "phase": phase, **given})
        assert GAME.facts(state, 0).hand == ("Va", "Wc", "Tf")
        assert len(state.dump()["deck"]) == 24
        assert GAME.load(state.dump()).dump() == state.dump()
        while state.turn():
            state.play(state.seat, state.legal(state.seat)[0])


def middle() -> dict[str, Any]:
    """A position of three in the middle of laying."""
    state = GAME.deal(players=3, seed=2)
    while state.round < 3 or len(state.laid_cells(state.sun)) < 2 or state.focus >= 0:
        state.play(state.seat, state.legal(state.seat)[-1])
    return state.dump()


def changed(dump: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A dump in which some keys have another value, or, given `None`-like `...`, are missing."""
    other = deepcopy(dump) | changes
    return {key: value for key, value in other.items() if value is not ...}


MIDDLE = middle()
SECOND = {"players": 1, "worlds": [world("Tf *Ma")], "hands": [["Wc", "We"]], "travellers": ["Burk", "Roro", "Kark"]}


def with_world(map_: str, **more: Any) -> dict[str, Any]:
    """A solo position with that world and as many cards in hand as belong to it."""
    given = {**world(map_), **more}
    hand = ["V", "MMg"][: (1, 2, 1)[(len(given["land"]) - 1) % 3]]
    return {**SECOND, "worlds": [given], "hands": [hand]}


BAD_POSITIONS: list[tuple[str, dict[str, Any]]] = [
    ("Object contains unknown field `world`", {**SECOND, "world": []}),
    ("a position for 1 has no key 'deck'", {**SECOND, "deck": []}),
    ("a position for 3 has no key 'piles'", changed(MIDDLE, piles=[])),
    ("'worlds' has one entry for each of 1 seats, not 0", {**SECOND, "worlds": []}),
    ("missing required field `land`", {**SECOND, "worlds": [{}]}),
    ("Object contains unknown field `lands`", {**SECOND, "worlds": [{"land": {"d4": "Ma"}, "lands": 1}]}),
    ("'phase' is one of", {**SECOND, "phase": "dance"}),
    ("the phase 'keep' does not exist in a solo game", {**SECOND, "phase": "keep"}),
    ("'phase' is needed", changed(MIDDLE, phase="pile")),
    ("the Sun's direction is not chosen", {"players": 2, "worlds": [world("*Ma"), world("*Mb")], "phase": "sun"}),
    ("'focus' is the cell that a question is about", {**SECOND, "focus": "c4"}),
    ("'focus' is the cell that a question is about", {**SECOND, "phase": "portal"}),
    ("'focus': there is no cell 'z9'", {**SECOND, "phase": "portal", "focus": "z9"}),
    ("Expected `array`, got `str` - at `$.laid[0]`", {**SECOND, "laid": ["c4"]}),
    ("'laid': there is no cell 'z1'", {**SECOND, "laid": [["z1"]]}),
    ("'laid' names each cell once", {**SECOND, "laid": [["d4"]]}),
    ("nothing is laid in this round in the phase 'sun'", changed(MIDDLE, phase="sun")),
    ("c5 is said to be laid, but no card lies there", {**SECOND, "laid": [["c5"]]}),
    ("'laid' names 0 cells, but 1 cards", {**SECOND, "laid": [[]]}),
    ("Expected `object`, got `array` - at `$.worlds[0].land`", {**SECOND, "worlds": [{"land": []}]}),
    ("world 0: there is no cell 'x'", {**SECOND, "worlds": [{"land": {"d4": "Ma", "x": "Tf"}}]}),
    ("'Tf==' on c4 has the same sign twice", {**SECOND, "worlds": [{"land": {"d4": "Ma", "c4": "Tf=="}}]}),
    ("the start card lies on d4", {**SECOND, "worlds": [{"land": {"c4": "Tf"}}]}),
    ("d4 needs a start card (Ma, Mb, Mc, Md)", {**SECOND, "worlds": [{"land": {"d4": "Tf"}}]}),
    ("'Ma' on c4 is no land card", {**SECOND, "worlds": [{"land": {"d4": "Mb", "c4": "Ma"}}]}),
    ("the card on c3 is not joined", with_world("Tf .\n. *Ma")),
    ("do not fit into four rows", with_world("Tf Wc *Ma Pe MMg")),
    ("the card on c4 cannot have been devoured", with_world("MMg! *Ma")),
    ("the card on d4 cannot have been devoured", with_world("Tf *Ma!")),
    ("needs two portal cards side by side", with_world("Pe= *Ma")),
    ("needs two portal cards side by side", with_world("Pe= PM= Pf *Ma")),
    ("needs two portal cards side by side", with_world("Pe= PM! *Ma")),
    ("two visible water cards touch", with_world("Wc Wd *Ma")),
    ("two visible winds are in the row", with_world("Tf *Ma Tg")),
    ("would have joined", with_world("Pe Pf *Ma")),
    ("Expected `array`, got `object` - at `$.worlds[0].cities`", with_world("Tf *Ma", cities={})),
    ("is no Dark City", with_world("Tf *Ma", cities=[[8, "c4", "d4"]])),
    ("world 0: there is no cell 'x'", with_world("Tf# *Ma#", cities=[[9, "c4", "x"]])),
    ("needs two fumaroles side by side", with_world("Tf# *Ma", cities=[[9, "c4", "d4"]])),
    ("needs two fumaroles side by side", with_world("Tf# *Ma#", cities=[[9, "c4", "d4"], [7, "c4", "d4"]])),
    (
        "the Dark City 9 needs two fumaroles",
        with_world("Tf# *Ma#\nMMg# .", cities=[[9, "c4", "d4"], [7, "c4", "c5"]]),
    ),
    ("the free fumaroles side by side at c4 would carry a Dark City", with_world("Tf# *Ma#")),
    ("the free fumaroles side by side", with_world("Tf# *Ma#\nWc# WM#", cities=[[9, "c4", "d4"]])),
    ("from the highest down", with_world("Tf# *Ma#", cities=[[7, "c4", "d4"]])),
    ("Expected `array`, got `object` - at `$.worlds[0].travellers`", with_world("Pe= PM *Ma", travellers={})),
    ("'side' says where the travellers stand", with_world("Pe= PM *Ma", travellers=[["Burk", 4]])),
    ("'side' says where the travellers stand", with_world("Pe= PM *Ma", side="left")),
    ("cannot have come by a portal each", with_world("Pe PM# *Ma", travellers=[["Burk", 4]], side="left")),
    ("is no traveller", with_world("Pe= PM *Ma", travellers=[["Bob", 4]], side="left")),
    ("do not fit into four rows", with_world("Pe= PM *Ma", travellers=[["Burk", 7]], side="left")),
    ("cannot have come by a portal each", with_world("Pe= PM *Ma", travellers=[["Burk", 2]], side="left")),
    (
        "cannot have come by a portal each",
        with_world("Pe= PM *Ma", travellers=[["Burk", 4], ["Roro", 3]], side="left"),
    ),
    (
        "cannot have come by a portal each",
        with_world("Pe= PM\n*Ma Tf\nMMg .\nPf= Ph", travellers=[["Burk", 3], ["Roro", 3]], side="left"),
    ),
    (
        "the rows of its travellers do not fit",
        with_world("Pe= PM\nTf .\n*Ma .\nWc .", travellers=[["Burk", 1]], side="left"),
    ),
    ("'travellers' lists those on offer", {**SECOND, "travellers": ["Bob"]}),
    ("are 3 different ones together", {**SECOND, "travellers": ["Burk"]}),
    ("are 3 different ones together", {**SECOND, "travellers": ["Burk", "Burk", "Kark"]}),
    ("Expected `array`, got `object` - at `$.hands`", {**SECOND, "hands": {}}),
    ("Expected `array`, got `str` - at `$.hands[0]`", {**SECOND, "hands": ["Wc"]}),
    ("'Vh!' in hand 0 is no land card", {**SECOND, "hands": [["Wc", "Vh!"]]}),
    ("the hand does not hold 1 cards", {**SECOND, "hands": [["Wc"]]}),
    ("there are only 0 cards Wa in the deck", {**SECOND, "hands": [["Wc", "Wa"]]}),
    ("Expected `array`, got `object` - at `$.piles`", {**SECOND, "piles": {}}),
    ("piles of [0, 0, 0, 0, 0, 0, 0] cards", {**SECOND, "piles": [[]] * 7}),
    ("does not hold exactly the cards", {**SECOND, "piles": [[], *[["V", "V", "V"]] * 6]}),
    (
        "does not raise the question",
        {**SECOND, "worlds": [world("Pe *Ma")], "phase": "portal", "focus": "c4", "hands": [[]]},
    ),
    ("'focus' is d4, but the card laid last is on c4", {**SECOND, "phase": "traveller", "focus": "d4", "hands": [[]]}),
    ("'round' does not fit the rest: it should be 1, not 2", {**SECOND, "round": 2}),
    ("'turn' does not fit the rest", {**SECOND, "turn": []}),
    ("'cities' does not fit the rest", {**SECOND, "cities": [9]}),
    ("'fumaroles' does not fit the rest", {**SECOND, "fumaroles": 3}),
    ("two worlds have the same start card", {"players": 2, "worlds": [world("*Ma")] * 2, "phase": "lay", "sun": 0}),
    ("'sun' is the seat that holds the Sun", changed(MIDDLE, sun=3)),
    ("'direction' is 'left' or 'right'", changed(MIDDLE, direction=None)),
    ("a multiple of three", changed(MIDDLE, laid=[[], [], []])),
    ("does not fit the order of the round", changed(MIDDLE, sun=(MIDDLE["sun"] + 1) % 3)),
    ("Expected `array | null`, got `object` - at `$.draft`", changed(MIDDLE, draft={})),
    ("'hands' does not fit 'draft'", changed(MIDDLE, hands=[[], [], []])),
    ("three cards for each seat", changed(MIDDLE, draft=..., hands=[[], [], []])),
    ("'deck' does not hold exactly", changed(MIDDLE, deck=[])),
    ("Expected `array`, got `str` - at `$.deck`", changed(MIDDLE, deck="Va")),
    (
        "does not raise the question",
        {
            **SECOND,
            "worlds": [world("Pe= PM *Ma\n. MMg .\n. Pf Tf", "Burk 4")],
            "travellers": ["Roro", "Kark"],
            "phase": "traveller",
            "focus": "c4",
            "laid": [["b4", "c4"]],
            "hands": [["V"]],
        },
    ),
    (
        "the phase is 'over', but not all worlds are full",
        {**SECOND, "worlds": [world("*Ma")], "phase": "over", "hands": [[]]},
    ),
    (
        "nobody holds cards",
        {
            **changed(MIDDLE, phase="over", laid=..., draft=..., direction=None),
            "worlds": [world("*Ma"), world("*Mb"), world("*Mc")],
        },
    ),
]


@pytest.mark.parametrize(("reason", "given"), BAD_POSITIONS, ids=[reason for reason, _ in BAD_POSITIONS])
def test_an_impossible_position_is_refused_with_the_reason(reason: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.load(given)
    assert reason in str(caught.value)


FULL = """
    MMg  Wc!  MMh  Wd!
    We   *Ma  WM   PM!
    VM!  WM   Tf   Pe
    Va!  V!   Vb!  Pf
"""


@pytest.mark.parametrize(("phase", "hand"), [("pile", []), ("lay", ["TM"])])
def test_in_a_full_world_there_is_nothing_left_to_lay(phase: str, hand: list[str]) -> None:
    assert solo(FULL, phase="over").outcome() is not None
    with pytest.raises(BadPosition, match="the world is full, so the phase is 'over'"):
        GAME.load({**SECOND, "worlds": [world(FULL)], "phase": phase, "hands": [hand]})


def test_nothing_is_drafted_before_the_cards_are_dealt() -> None:
    dump = dealt(3).dump()
    assert GAME.load(dump).dump() == dump
    with pytest.raises(BadPosition, match="nobody holds cards before they are dealt"):
        GAME.load(dump | {"draft": [{"dealt": ["Va", "Vb", "VM"]}] * 3})


DRAFTS: list[tuple[str, dict[str, Any]]] = [
    ("was dealt 3 cards, not 2", {"dealt": ["Va", "Vb"]}),
    ("cannot have kept Wc: it did not hold that card", {"kept": "Wc"}),
    ("cannot have passed VM: it did not hold that card", {"passed": "VM"}),
    ("'kept' does not fit the phase", {"kept": None}),
    ("'passed' does not fit the phase", {"passed": None}),
    ("in 'kept' of seat 0 is no land card", {"kept": "Zz"}),
]


@pytest.mark.parametrize(("reason", "change"), DRAFTS)
def test_a_draft_that_cannot_have_been_is_refused(reason: str, change: dict[str, Any]) -> None:
    dump = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Va", "keep-Wc", "pass-Va", "pass-Wc").dump()
    assert GAME.load(dump).dump() == dump
    dump["draft"][0] |= change
    with pytest.raises(BadPosition, match=reason):
        GAME.load(dump)


def test_a_card_that_was_not_held_cannot_have_been_laid() -> None:
    state = play(dealt(2, "MMg MMh VM", "Wc Wd We"), "keep-MMg", "keep-Wc", "pass-Wd", "pass-MMh")
    move = next(move for move in sorted(moves(state)) if move.startswith("MM"))
    dump = play(state, move).dump()
    land = dump["worlds"][0]["land"]
    cell = next(name for name in land if name != "d4")
    land[cell] = "MMd"
    with pytest.raises(BadPosition, match="seat 0 cannot have laid MMd"):
        GAME.load(changed(dump, hands=..., deck=...))
