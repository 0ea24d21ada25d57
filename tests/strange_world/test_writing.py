"""Strange World in writing: notation, deals, positions, pieces, and an answer to everything that is none."""

from __future__ import annotations

from copy import deepcopy
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from tests.strange_world.maps import GAME, dealt, moves, play, refusal, solo, world

from cloudtop.core.chance import pick
from cloudtop.core.errors import AmbiguousMove, BadDeal, BadPieces, BadPosition, BadSeat, NotAMove
from cloudtop.games.strange_world.notation import TEXTS
from cloudtop.games.strange_world.pieces import BOX, read_box, totals
from cloudtop.games.strange_world.rules import StrangeWorld

# ---------------------------------------------------------------------- notation


def test_every_move_has_a_text_of_its_own() -> None:
    assert len(set(TEXTS)) == GAME.actions == 1872


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


# ---------------------------------------------------------------------- deals


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_deal_says_in_which_order_everything_was_shuffled(players: int) -> None:
    deal = GAME.deal_of(3, players=players)
    assert sorted(deal) == (["piles", "starts", "travellers"] if players == 1 else ["deck", "starts", "sun"])
    assert len(deal["starts"]) == players
    assert GAME.deal(players=players, deal=deal).dump() == GAME.deal(players=players, seed=3).dump()


GOOD = GAME.deal_of(3, players=2)
ALONE = GAME.deal_of(3, players=1)
BAD_DEALS: list[tuple[str, int, Any]] = [
    ("has the keys starts, deck, sun", 2, {}),
    ("has the keys starts, deck, sun", 2, []),
    ("has the keys starts, deck, sun", 2, {**GOOD, "piles": []}),
    ("has the keys starts, piles, travellers", 1, GOOD),
    ("expected a list of 2 start cards", 2, {**GOOD, "starts": ["Ma"]}),
    ("'Va' is not there, or not as often, among the start cards", 2, {**GOOD, "starts": ["Ma", "Va"]}),
    ("'Ma' is not there, or not as often, among the start cards", 2, {**GOOD, "starts": ["Ma", "Ma"]}),
    ("expected a list of 30 land cards", 2, {**GOOD, "deck": GOOD["deck"][1:]}),
    ("expected a list of 30 land cards", 2, {**GOOD, "deck": [1] * 30}),
    ("is not there, or not as often, among the land cards", 2, {**GOOD, "deck": [*GOOD["deck"][:29], "Vh"]}),
    ("'sun' is a seat from 0 to 1, not 2", 2, {**GOOD, "sun": 2}),
    ("'sun' is a seat from 0 to 1, not True", 2, {**GOOD, "sun": True}),
    ("seven piles of three cards", 1, {**ALONE, "piles": ALONE["piles"][1:]}),
    ("seven piles of three cards", 1, {**ALONE, "piles": "cards"}),
    ("expected a list of 3 travellers", 1, {**ALONE, "travellers": ["Burk"]}),
    ("'Burk' is not there, or not as often, among the travellers", 1, {**ALONE, "travellers": ["Burk"] * 3}),
]


@pytest.mark.parametrize(("reason", "players", "deal"), BAD_DEALS)
def test_a_deal_that_cannot_be_is_refused(reason: str, players: int, deal: Any) -> None:
    with pytest.raises(BadDeal) as caught:
        GAME.deal(players=players, deal=deal)
    assert reason in str(caught.value)


# ---------------------------------------------------------------------- positions


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
        assert isinstance(state, StrangeWorld)
        assert state.view(0).facts["hand"] == ["Va", "Wc", "Tf"]
        assert len(state.dump()["deck"]) == 24
        assert GAME.load(state.dump()).dump() == state.dump()
        while state.turn():
            state.play(state.seat, state.legal(state.seat)[0])


def middle() -> dict[str, Any]:
    """A position of three in the middle of laying."""
    state = GAME.deal(players=3, seed=2)
    assert isinstance(state, StrangeWorld)
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
    ("has no key 'world' here", {**SECOND, "world": []}),
    ("has no key 'deck' here", {**SECOND, "deck": []}),
    ("has no key 'piles' here", changed(MIDDLE, piles=[])),
    ("'worlds' is a list", {**SECOND, "worlds": []}),
    ("world 0 is a mapping with the key 'land'", {**SECOND, "worlds": [{}]}),
    ("world 0 has no key 'lands'", {**SECOND, "worlds": [{"land": {"d4": "Ma"}, "lands": 1}]}),
    ("'phase' is one of", {**SECOND, "phase": "dance"}),
    ("the phase 'keep' does not exist in a solo game", {**SECOND, "phase": "keep"}),
    ("'phase' is needed", changed(MIDDLE, phase="pile")),
    ("the Sun's direction is not chosen", {"players": 2, "worlds": [world("*Ma"), world("*Mb")], "phase": "sun"}),
    ("'focus' is the cell that a question is about", {**SECOND, "focus": "c4"}),
    ("'focus' is the cell that a question is about", {**SECOND, "phase": "portal"}),
    ("'focus' is a cell from a1 to g7", {**SECOND, "phase": "portal", "focus": "z9"}),
    ("'laid' is a list with", {**SECOND, "laid": ["c4"]}),
    ("a place in 'laid' is a cell", {**SECOND, "laid": [["z1"]]}),
    ("'laid' names each cell once", {**SECOND, "laid": [["d4"]]}),
    ("nothing is laid in this round in the phase 'sun'", changed(MIDDLE, phase="sun")),
    ("c5 is said to be laid, but no card lies there", {**SECOND, "laid": [["c5"]]}),
    ("'laid' names 0 cells, but 1 cards", {**SECOND, "laid": [[]]}),
    ("'land' is a mapping", {**SECOND, "worlds": [{"land": []}]}),
    ("a place of 'land' is a cell from a1 to g7", {**SECOND, "worlds": [{"land": {"d4": "Ma", "x": "Tf"}}]}),
    ("'Tf==' on c4 is no card", {**SECOND, "worlds": [{"land": {"d4": "Ma", "c4": "Tf=="}}]}),
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
    ("'cities' is a list", with_world("Tf *Ma", cities={})),
    ("is no Dark City", with_world("Tf *Ma", cities=[[8, "c4", "d4"]])),
    ("a place of a Dark City is a cell", with_world("Tf# *Ma#", cities=[[9, "c4", "x"]])),
    ("needs two fumaroles side by side", with_world("Tf# *Ma", cities=[[9, "c4", "d4"]])),
    ("needs two fumaroles side by side", with_world("Tf# *Ma#", cities=[[9, "c4", "d4"], [7, "c4", "d4"]])),
    ("from the highest down", with_world("Tf# *Ma#", cities=[[7, "c4", "d4"]])),
    ("'travellers' is a list with name", with_world("Pe= PM *Ma", travellers={})),
    ("'side' says where the travellers stand", with_world("Pe= PM *Ma", travellers=[["Burk", 4]])),
    ("'side' says where the travellers stand", with_world("Pe= PM *Ma", side="left")),
    ("more travellers than portals", with_world("Pe PM# *Ma", travellers=[["Burk", 4]], side="left")),
    ("is no traveller", with_world("Pe= PM *Ma", travellers=[["Bob", 4]], side="left")),
    ("is no traveller", with_world("Pe= PM *Ma", travellers=[["Burk", 7]], side="left")),
    ("no portal is in the rows of Burk", with_world("Pe= PM *Ma", travellers=[["Burk", 1]], side="left")),
    ("the rows of Burk do not fit", with_world("Pe= PM\nTf .\n*Ma .\nWc .", travellers=[["Burk", 1]], side="left")),
    ("'travellers' lists those on offer", {**SECOND, "travellers": ["Bob"]}),
    ("are 3 different ones together", {**SECOND, "travellers": ["Burk"]}),
    ("are 3 different ones together", {**SECOND, "travellers": ["Burk", "Burk", "Kark"]}),
    ("'hands' is a list", {**SECOND, "hands": {}}),
    ("hand 0 is a list of cards", {**SECOND, "hands": ["Wc"]}),
    ("'Vh!' in hand 0 is no land card", {**SECOND, "hands": [["Wc", "Vh!"]]}),
    ("the hand does not hold 1 cards", {**SECOND, "hands": [["Wc"]]}),
    ("there are only 0 cards Wa in the deck", {**SECOND, "hands": [["Wc", "Wa"]]}),
    ("'piles' is a list", {**SECOND, "piles": {}}),
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
    ("'draft' is a list", changed(MIDDLE, draft={})),
    ("'hands' does not fit 'draft'", changed(MIDDLE, hands=[[], [], []])),
    ("three cards for each seat", changed(MIDDLE, draft=..., hands=[[], [], []])),
    ("'deck' does not hold exactly", changed(MIDDLE, deck=[])),
    ("'deck' is a list of cards", changed(MIDDLE, deck="Va")),
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


# ---------------------------------------------------------------------- pieces


def test_the_box_adds_up_as_the_brief_says() -> None:
    assert [len(cards) for cards in BOX.land] == [21, 9, 15, 15]
    found = totals(BOX)
    assert [found[icon] for icon in ("V", "W", "T", "P", "plain", "M")] == [11, 13, 12, 16, 8, 42]
    assert [found[animal] for animal in "abcdefgh"] == [5] * 8
    assert (BOX.cities, BOX.fumaroles, BOX.bonuses) == ((9, 7, 5, 4, 3), 11, (5, 4, 6, 8, 5, 8, 4, 6))


@pytest.mark.parametrize(
    ("reason", "old", "new"),
    [
        ("expected 9 land cards of number 2, found 10", '2 = ["VM",', '2 = ["VM", "VM",'),
        ("the numbers 1, 2, 3 and 4", "\n4 = [", "\n5 = ["),
        ("'Xa' is no card", '"Va"', '"Xa"'),
        ("'VMM' is no card", '"Va"', '"VMM"'),
        ("'' is no card", '"Va"', '""'),
        ("expected 4 start cards, found 3", '"Ma", "Mb"', '"Mb"'),
        ("a start card shows mountains", '"Ma", "Mb"', '"Va", "Mb"'),
        ("the total of 'V' says 11, the cards 10", '"Va"', '"Wa"'),
        ("the total of 'a' says 4, the cards 5", "a = 5", "a = 4"),
        ("different stars, the highest first", "[9, 7,", "[7, 9,"),
        ("numbers above 0", "fumaroles = 11", "fumaroles = 0"),
        ("numbers above 0", "Burk = 4", 'Burk = "4"'),
        ("expected the travellers Splash, Burk", "Burk = 4", "Bork = 4"),
        ("is missing or cannot be read", "[common]", "[shared]"),
        ("is missing or cannot be read", "[common]", "[common"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(reason: str, old: str, new: str) -> None:
    text = (files("cloudtop.games.strange_world") / "pieces.toml").read_text(encoding="utf-8")
    assert read_box(text) == BOX
    assert old in text
    with pytest.raises(BadPieces) as caught:
        read_box(text.replace(old, new, 1))
    assert reason in str(caught.value)
