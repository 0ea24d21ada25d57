"""Cloud City in writing: notation, deals, positions, the box, and an answer to everything that is none."""

from __future__ import annotations

import copy
from importlib.resources import files
from typing import Any

import pytest
from tests.cloud_city.playing import GAME, ONE, Table

from cloudtop.core.errors import (
    AmbiguousMove,
    BadDeal,
    BadPieces,
    BadPosition,
    BadSeat,
    IllegalMove,
    NotAMove,
)
from cloudtop.games.cloud_city.board import ALL_CELLS, NOT_FIRST_COLUMN, NOT_LAST_COLUMN
from cloudtop.games.cloud_city.notation import TEXTS
from cloudtop.games.cloud_city.pieces import BOX, TILE_NAMES, read_box

TWO = """
   g h i j
 7 B . B .
 8 . B . S
"""

# ---------------------------------------------------------------------- notation


def test_every_move_has_a_text_of_its_own() -> None:
    assert len(set(TEXTS)) == GAME.actions == 4905
    assert TEXTS[:5] == ("bb0@a1", "bb1@a1", "bb2@a1", "bb3@a1", "bb0@c1")
    assert TEXTS[2940:2943] == ("a1-b1", "a1-c1", "a1-d1")
    assert TEXTS[4900:] == ("draw:stack", "draw:1", "draw:2", "draw:3", "draw:none")


@pytest.mark.parametrize("text", ["bg1@i7", "BG1@I7", " bg 1 i7 ", "bg1i7", "bg1@j8", "bg1@i8", "bg1@j7", "bg-1-i7"])
def test_reading_a_lay_is_generous_and_any_space_names_its_cell(table: Table, text: str) -> None:
    state = table(ONE, hands=[["bg", "b/g", "ss"]])
    assert GAME.text(GAME.parse(state, 0, text)) == "bg1@i7"


@pytest.mark.parametrize(("text", "meant"), [("b/g1@i7", "b/g1@i7"), ("g/b1@i7", "b/g3@i7"), ("G/B3I7", "b/g1@i7")])
def test_a_corner_to_corner_tile_may_be_read_from_either_end(table: Table, text: str, meant: str) -> None:
    state = table(ONE, hands=[["bg", "b/g", "ss"]])
    assert GAME.text(GAME.parse(state, 0, text)) == meant


@pytest.mark.parametrize("text", ["g7-i7", "i7-g7", "G7I7", "i7 g7"])
def test_the_ends_of_a_walkway_come_in_any_order(table: Table, text: str) -> None:
    assert GAME.text(GAME.parse(table(TWO), 0, text)) == "g7-i7"


@pytest.mark.parametrize("text", ["draw:stack", "draw stack", "DRAW-STACK", "stack"])
def test_reading_a_draw_is_generous(table: Table, text: str) -> None:
    assert GAME.text(GAME.parse(table(TWO), 0, text)) == "draw:stack"
    assert GAME.text(GAME.parse(table(TWO), 0, "draw 2")) == "draw:2"


@pytest.mark.parametrize(
    "text", ["", "bg", "bg1", "bx1@i7", "bg1@o7", "bg1@i15", "bg1@i0", "g7", "g7-", "draw:4", "pass"]
)
def test_what_is_no_move_is_said_to_be_none(table: Table, text: str) -> None:
    with pytest.raises(NotAMove, match="is no move of cloud-city; expected something like ss0@g5"):
        GAME.parse(table(ONE, hands=[["bg", "bg", "ss"]]), 0, text)


def test_a_text_that_fits_several_moves_is_ambiguous(table: Table) -> None:
    with pytest.raises(AmbiguousMove, match="say which: bg0@i7, bg1@i7, bg2@i7, bg3@i7") as caught:
        GAME.parse(table(ONE, hands=[["bg", "bg", "ss"]]), 0, "bg@i7")
    assert len(caught.value.moves) == 4
    with pytest.raises(AmbiguousMove, match="say which: draw:stack, draw:1, draw:2, draw:3"):
        GAME.parse(table(TWO), 0, "draw")


def test_what_fits_one_legal_move_is_not_ambiguous() -> None:
    state = GAME.deal(players=4, seed=1)
    while state.turn() and state.legal(state.turn()[0])[-1] != TEXTS.index("draw:1"):
        state.play(state.turn()[0], state.legal(state.turn()[0])[-1])
    seat = state.turn()[0]
    assert GAME.text(GAME.parse(state, seat, "draw")) == "draw:1"


def test_an_illegal_move_names_its_rule_and_changes_nothing(table: Table) -> None:
    state = table(TWO, hands=[["bg", "ss"]])
    before = state.dump()
    with pytest.raises(IllegalMove, match="g7-h7 is not legal here: it breaks the rule cloud-city/walkway-same-height"):
        state.play(0, TEXTS.index("g7-h7"))
    assert state.dump() == before
    with pytest.raises(
        IllegalMove, match="the move g7-h8 is not legal here: it breaks the rule cloud-city/walkway-str"
    ):
        GAME.parse(state, 0, "h8-g7")


@pytest.mark.parametrize("action", [-1, 4905, 10**12])
def test_a_number_that_is_no_move_is_refused(table: Table, action: int) -> None:
    with pytest.raises(NotAMove, match="moves are numbered 0 to 4904"):
        table(ONE).play(0, action)


def test_a_seat_that_does_not_exist_is_refused(table: Table) -> None:
    state = table(ONE)
    for ask in (state.legal, state.score_sheet, state.view):
        with pytest.raises(BadSeat, match="there is no seat 1; this game has seats 0 to 0"):
            ask(1)
    with pytest.raises(BadSeat):
        GAME.parse(state, 1, "g7-h9")


def test_moves_are_said_in_three_languages() -> None:
    said = [GAME.say(TEXTS.index(text), GAME.words("en")) for text in ("b/g3@i7", "g7-l7", "draw:3", "draw:none")]
    assert said == [
        "lay a tile: blue on i8, green on j7",
        "walkway from g7 to l7, worth 8",
        "take the face-up tile 3",
        "end the turn without a tile",
    ]
    assert GAME.say(TEXTS.index("g7-n7"), GAME.words("fr")) == "passerelle de g7 à n7"
    assert GAME.say(TEXTS.index("draw:stack"), GAME.words("ja")) == "山札の一番上を引く"


# ---------------------------------------------------------------------- deals


def test_a_deal_is_who_starts_the_order_of_the_tiles_and_the_requests() -> None:
    deal = GAME.deal_of(7, players=3, options={"requests": 2})
    assert list(deal) == ["starter", "tiles", "requests"]
    assert GAME.deal_of(7, players=3)["tiles"] == deal["tiles"]
    assert {GAME.deal_of(seed, players=4)["starter"] for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("reason", "change"),
    [
        ("has the keys starter, tiles, requests", {"extra": 1}),
        ("a seat from 0 to 1, not 2", {"starter": 2}),
        ("a seat from 0 to 1, not True", {"starter": True}),
        ("are a list", {"tiles": "bb"}),
        ("'xx' is no tile", {"tiles": ["xx"] * 44}),
        ("a deal has 2 tiles bb", {"tiles": ["gg"] * 44}),
        ("a list of cards", {"requests": ["req-bridge"]}),
        ("are different cards", {"requests": ["req-solo", "req-solo"]}),
        ("says 0, but the deal has 1", {"requests": ["req-solo"]}),
    ],
)
def test_a_deal_that_cannot_be_is_refused(reason: str, change: dict[str, Any]) -> None:
    with pytest.raises(BadDeal, match=reason):
        GAME.deal(players=2, deal={**GAME.deal_of(1, 2), **change})


# ---------------------------------------------------------------------- positions


def position() -> dict[str, Any]:
    """A dump after the first turn and the lay of the second."""
    state = GAME.deal(players=2, deal={"starter": 0, "tiles": sorted(GAME.deal_of(0)["tiles"]), "requests": []})
    for text in ("b/s0@i7", "draw:1", "b/s0@g9"):
        state.play(state.turn()[0], GAME.parse(state, state.turn()[0], text))
    return state.dump()


def test_a_position_may_leave_out_what_follows_from_the_rest() -> None:
    dump = position()
    short = {key: dump[key] for key in ("players", "starter", "turn", "step", "cities", "hands", "market", "stack")}
    for city in short["cities"]:
        del city["walkways"]
    state = GAME.load(short)
    assert state.legal(1) == GAME.load(position()).legal(1)
    assert state.dump()["known"] == [[], []]


def changed(path: str, value: object) -> dict[str, Any]:
    """The position with one thing changed; `cities/0/tiles` is a path of keys."""
    dump = copy.deepcopy(position())
    place: Any = dump
    *keys, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    for key in keys:
        place = place[key]
    place[last] = value
    return dump


BAD_POSITIONS: list[tuple[str, str, object]] = [
    ("has no key 'tower'", "tower", 1),
    ("'starter' is a seat from 0 to 1, not 5", "starter", 5),
    ("'starter' is a seat from 0 to 1, not 'x'", "starter", "x"),
    ("'requests' is a list of different cards", "requests", ["req-moon"]),
    ("'requests' is a list of different cards", "requests", "req-solo"),
    ("says 0, but 'requests' has 1 cards", "requests", ["req-solo"]),
    ("'cities' is a list with one entry for each of 2 seats", "cities", []),
    ("the city of seat 0 has the keys 'tiles' and 'walkways'", "cities/0", []),
    ("the city of seat 0 has the keys 'tiles' and 'walkways'", "cities/0", {"tiles": [], "roads": []}),
    ("the tiles of seat 0: expected a list of moves such as 'bg1@g9'", "cities/0/tiles", "b/b0@g7"),
    ("'g7-h7' does not belong in the tiles of seat 0", "cities/0/tiles", ["g7-h7"]),
    ("'bb0' does not belong in the tiles of seat 0", "cities/0/tiles", ["bb0"]),
    ("the tiles of seat 0 begin with its start tile, b/b0@g7", "cities/0/tiles", ["b/g0@g7"]),
    ("the tiles of seat 0 begin with its start tile, b/b0@g7", "cities/0/tiles", []),
    ("breaks the rule cloud-city/place-free", "cities/0/tiles", ["b/b0@g7", "bb0@g7"]),
    ("breaks the rule cloud-city/place-touch", "cities/0/tiles", ["b/b0@g7", "bb0@k7"]),
    (
        "breaks the rule cloud-city/place-frame",
        "cities/0/tiles",
        ["b/b0@g7", "bb0@i7", "bb0@k7", "gg0@m7"],
    ),
    ("the walkways of seat 0: expected a list", "cities/0/walkways", "g7-i7"),
    ("'draw:1' does not belong in the walkways of seat 0", "cities/0/walkways", ["draw:1"]),
    ("breaks the rule cloud-city/walkway-once", "cities/0/walkways", ["g7-i7", "g7-i7"]),
    ("breaks the rule cloud-city/walkway-same-height", "cities/1/walkways", ["g7-i7"]),
    ("'hands' is a list with one entry", "hands", [["bb"]]),
    ("the hand of seat 0: expected a list of tiles", "hands/0", "bb"),
    ("'zz' in the hand of seat 0 is no tile", "hands/0", ["zz"]),
    ("seat 0 has 4 tiles in hand, but can have at most 3 now", "hands/0", ["ss", "ss", "gg", "b/b"]),
    ("seat 1 has 3 tiles in hand, but can have at most 2 now", "hands/1", ["ss", "ss", "gg"]),
    ("seat 0 is known to have the tile ss", "known/0", ["ss"]),
    ("'market' is a list of 3 tiles", "market", ["bb"]),
    ("'xy' in the market is no tile", "market", ["xy", "bb", "bb"]),
    ("slot 1 is empty, but the stack is not", "market/0", None),
    ("'?' in the stack is no tile", "stack", ["?"]),
    ("there are 20 tiles ss besides the start tiles, but the box has 2", "stack", ["ss"] * 20),
    ("seat 0 will run out of tiles before the last round", "stack", ["ss", "ss"]),
    ("'step' is 'lay' or 'build'", "step", "draw"),
    ("'step' is 'lay' or 'build'", "step", None),
    ("the tiles of seat 0 begin with its start tile, b/g0@g7", "starter", 1),
    ("seat 0 has laid 0 tiles; after 0 turns from seat 0 on it is 1", "cities/0/tiles", ["b/b0@g7"]),
    ("'turn' is [1] after 1 turns, not [0]", "turn", [0]),
    ("'turn' is [1] after 1 turns, not []", "turn", []),
    ("'last' is the last move", "last", "b/s0@i7"),
    ("'last' is the last move", "last", "draw:1"),
    ("'last' is the last move", "last", 7),
]


@pytest.mark.parametrize(("reason", "path", "value"), BAD_POSITIONS)
def test_an_impossible_position_is_refused_with_the_reason(reason: str, path: str, value: object) -> None:
    GAME.load(position())
    with pytest.raises(BadPosition) as caught:
        GAME.load(changed(path, value))
    assert reason in str(caught.value)


def test_one_tile_more_than_the_box_has_is_one_too_many() -> None:
    dump = position()
    assert dump["stack"].count("ss") == 2
    with pytest.raises(BadPosition, match="there are 3 tiles ss besides the start tiles, but the box has 2"):
        GAME.load({**dump, "stack": [*dump["stack"], "ss"]})


@pytest.mark.parametrize("key", ["starter", "turn", "cities", "hands", "market", "stack"])
def test_a_position_lacks_nothing_that_is_needed(key: str) -> None:
    dump = position()
    del dump[key]
    with pytest.raises(BadPosition, match=f"needs the key '{key}'"):
        GAME.load(dump)


def test_a_full_city_takes_no_further_tile() -> None:
    dump = GAME.deal(players=1, seed=1).dump()
    cells = ["i7", "k7", "g9", "i9", "k9", "g11", "i11", "k11", "g13"]
    kinds = ["bb", "gg", "ss", "bg", "gb", "bs", "sb", "gs", "sg"]
    dump["cities"][0]["tiles"] += [f"{kind}0@{cell}" for kind, cell in zip(kinds, cells, strict=True)]
    with pytest.raises(BadPosition, match="sg0@g13 of seat 0 cannot have been laid: it breaks the rule"):
        GAME.load(dump)


def test_building_needs_a_tile_that_was_laid() -> None:
    dump = GAME.deal(players=1, seed=1).dump()
    with pytest.raises(BadPosition, match="'step' is 'build', but no tile has been laid yet"):
        GAME.load({**dump, "step": "build"})


# ---------------------------------------------------------------------- the box


def box_text() -> str:
    """The file of pieces as it comes."""
    return (files("cloudtop.games.cloud_city") / "pieces.toml").read_text(encoding="utf-8")


def test_the_box_holds_48_tiles_with_32_sites_and_31_walkways_of_each_colour() -> None:
    assert sum(BOX.tiles) == 48
    for letter in "bgs":
        assert sum(count * name.count(letter) for name, count in zip(TILE_NAMES, BOX.tiles, strict=True)) == 32
    assert [sum(BOX.walkways[5 * level : 5 * level + 5]) for level in range(3)] == [31, 31, 31]
    assert len(BOX.stack()) == 44 == 4 * (3 + 8)
    assert [TILE_NAMES[kind] for kind in BOX.start] == ["b/b", "b/g", "b/s", "g/s"]
    assert len(set(BOX.requests)) == 10


@pytest.mark.parametrize(
    ("reason", "old", "new"),
    [
        ("expected 48 tiles, found 49", '"bb" = 2', '"bb" = 3'),
        ("expected 48 tiles, found 46", '"gg" = 2\n', ""),
        ("expected 32 building sites of each colour, found 33 blue ones", '"bg" = 4\n"gb" = 4', '"bg" = 4\n"gb" = 4'),
        ("there is no tile 'bx'", '"bb" = 2', '"bx" = 2'),
        ("the number of tiles bb is a whole number, not -2", '"bb" = 2', '"bb" = -2'),
        ("expected 4 start tiles, found 3", '"b/b", "b/g", "b/s"', '"b/b", "b/g"'),
        ("the start tile 'g/b' is not among the tiles", '"b/b", "b/g"', '"b/b", "g/b"'),
        ("are worth", "values = [1, 2, 3, 5, 8]", "values = [1, 2, 3, 4, 5]"),
        ("expected 31 walkways of each level, found 32 river ones", "river = [6", "river = [7"),
        ("the sand walkways are 5 numbers", "sand = [6, 8,", "sand = [14,"),
        ("the ten request cards are", '"req-solo"', '"req-alone"'),
        ("the ten request cards are", '"req-solo"', '"req-blue"'),
        ("'requests' is missing", "[requests]", "[wishes]"),
        ("cannot be read", "[tiles]", "[tiles"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(reason: str, old: str, new: str) -> None:
    text = box_text().replace(old, new, 1)
    if "33 blue" in reason:
        text = box_text().replace('"gs" = 4', '"gs" = 3').replace('"bg" = 4', '"bg" = 5')
    with pytest.raises(BadPieces) as caught:
        read_box(text)
    assert str(caught.value).startswith("cloud-city pieces: ")
    assert reason in str(caught.value)


def test_an_owner_may_correct_the_mix() -> None:
    text = box_text().replace('"bg" = 4', '"bg" = 6').replace('"gb" = 4', '"gb" = 2')
    assert read_box(text).tiles != BOX.tiles
    assert len(read_box(text).stack()) == 44


def test_the_edges_of_the_plan_are_where_they_belong() -> None:
    assert ALL_CELLS == 2**49 - 1
    assert sum(2**cell for cell in range(49) if cell % 7 != 0) == NOT_FIRST_COLUMN
    assert sum(2**cell for cell in range(49) if cell % 7 != 6) == NOT_LAST_COLUMN
