"""Written positions: what may be left out, and the reason for whatever cannot be."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.support.cloud_city.playing import FULL, ONE, TWO, Table, dealt, play

from cloudtop.core.errors import BadPosition
from cloudtop.games.cloud_city.game import GAME


def position() -> dict[str, Any]:
    """A dump after the first turn and the lay of the second."""
    state = GAME.deal(players=2, deal={"starter": 0, "tiles": sorted(GAME.deal_of()["tiles"]), "requests": []})
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
    ("unknown field `tower`", "tower", 1),
    ("'starter' is a seat from 0 to 1, not 5", "starter", 5),
    ("Expected `int`, got `str` - at `$.starter`", "starter", "x"),
    ("'requests' are cards out of req-longest", "requests", ["req-moon"]),
    ("'requests' are different cards", "requests", ["req-solo", "req-solo"]),
    ("Expected `array`, got `str` - at `$.requests`", "requests", "req-solo"),
    ("'requests' are 1, but the option requests says 0", "requests", ["req-solo"]),
    ("'cities' has one entry for each of 2 seats, not 0", "cities", []),
    ("Expected `object`, got `array` - at `$.cities[0]`", "cities/0", []),
    ("unknown field `roads`", "cities/0", {"tiles": [], "roads": []}),
    ("Expected `array`, got `str` - at `$.cities[0].tiles`", "cities/0/tiles", "b/b0@g7"),
    ("'g7-h7' does not belong in the tiles of seat 0", "cities/0/tiles", ["b/b0@g7", "g7-h7"]),
    ("'bb0' does not belong in the tiles of seat 0", "cities/0/tiles", ["b/b0@g7", "bb0"]),
    ("the tiles of seat 0 begin with its start tile, b/b0@g7", "cities/0/tiles", ["b/g0@g7"]),
    ("the tiles of seat 0 begin with its start tile, b/b0@g7", "cities/0/tiles", []),
    ("breaks the rule cloud-city/place-free", "cities/0/tiles", ["b/b0@g7", "bb0@g7"]),
    ("breaks the rule cloud-city/place-touch", "cities/0/tiles", ["b/b0@g7", "bb0@k7"]),
    (
        "breaks the rule cloud-city/place-frame",
        "cities/0/tiles",
        ["b/b0@g7", "bb0@i7", "bb0@k7", "gg0@m7"],
    ),
    ("Expected `array`, got `str`", "cities/0/walkways", "g7-i7"),
    ("'draw:1' does not belong in the walkways of seat 0", "cities/0/walkways", ["draw:1"]),
    ("breaks the rule cloud-city/walkway-once", "cities/0/walkways", ["g7-i7", "g7-i7"]),
    ("breaks the rule cloud-city/walkway-same-height", "cities/1/walkways", ["g7-i7"]),
    ("'hands' has one entry for each of 2 seats, not 1", "hands", [["bb"]]),
    ("Expected `array`, got `str` - at `$.hands[0]`", "hands/0", "bb"),
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
    ("Invalid enum value 'draw' - at `$.step`", "step", "draw"),
    ("'step' is 'lay' or 'build'", "step", None),
    ("the tiles of seat 0 begin with its start tile, b/g0@g7", "starter", 1),
    ("seat 0 has laid 0 tiles; after 0 turns from seat 0 on it is 1", "cities/0/tiles", ["b/b0@g7"]),
    ("'turn' is [1] after 1 turns, not [0]", "turn", [0]),
    ("'turn' is [1] after 1 turns, not []", "turn", []),
    ("'last' is the last move", "last", "b/s0@i7"),
    ("'last' is the last move", "last", "draw:1"),
    ("Expected `str | null`, got `int` - at `$.last`", "last", 7),
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
    with pytest.raises(BadPosition, match=f"missing required field `{key}`"):
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


# ---------------------------------------------------------------------- what happened before

SECOND_FULL = """
    g h i j k l
  7 B . B . S .
  8 . G . S . S
  9 G . _ _ B .
 10 . G _ _ B .
 11 G S B G S B
 12 . . . . . .
"""
"""All tiles but the last."""


def refused(dump: dict[str, Any], **changes: object) -> str:
    """Why a position is refused with these keys changed; it is accepted as it is."""
    GAME.load(dump)
    with pytest.raises(BadPosition) as caught:
        GAME.load({**dump, **changes})
    return str(caught.value)


def drawn(source: str, *, turns: int = 1) -> dict[str, Any]:
    """A dump of two players after some turns that ended with such a draw."""
    state = dealt(2, first="bg bg bg ss gg s/s gs gs gs sg sg sg sg")
    for _ in range(turns):
        play(state, GAME.text(state.legal(state.seat)[0]), f"draw:{source}")
    return state.dump()


def test_nobody_is_known_to_have_a_tile_before_a_draw() -> None:
    dump = dealt(2, first="bg bg bg ss gg s/s").dump()
    assert "seat 0 cannot have taken all of this face up" in refused(dump, known=[["gg"], []])


def test_no_more_tiles_are_known_than_were_drawn() -> None:
    dump = drawn("1")
    assert dump["known"] == [["bg"], []]
    assert "seat 0 cannot have taken all of this face up" in refused(dump, known=[dump["hands"][0][:2], []])


def test_what_is_known_may_be_forgotten() -> None:
    assert GAME.load({**drawn("1"), "known": [[], []], "last": None}).known == [[], []]


def test_a_hand_drawn_from_the_stack_is_not_known_in_full() -> None:
    dump = drawn("1", turns=6)
    assert [len(tiles) for tiles in dump["known"]] == [3, 3]
    assert "'last' is the last move" in refused(dump, last="draw:stack")


def test_a_tile_like_the_one_laid_last_is_not_known(table: Table) -> None:
    # It has drawn once. Whoever lays one of two equal tiles, of which one was seen, is known to have none.
    state = table(TWO, hands=[["gs", "gs", "gs"]], step="lay", market=["bb", "ss", "gg"])
    dump = play(state, "gs0@g9").dump()
    assert "seat 0 cannot have taken all of this face up" in refused(dump, known=[["gs"]])
    GAME.load({**play(table(TWO, hands=[["gs", "gs", "bg"]], step="lay"), "bg0@g9").dump(), "known": [["gs"]]})


@pytest.mark.parametrize("last", ["draw:none", "draw:4", "bb0@i7", "g7-g9"])
def test_a_turn_ended_with_a_draw(last: str) -> None:
    assert "'last' is the last move" in refused(drawn("1"), last=last)


def test_a_face_up_tile_that_was_taken_is_known() -> None:
    assert "'last' is the last move" in refused(drawn("stack"), last="draw:2")


def test_nothing_happened_before_the_first_turn() -> None:
    assert "'last' is the last move" in refused(dealt(2).dump(), last="draw:stack")


def test_a_slot_is_empty_only_after_the_stack(table: Table) -> None:
    state = play(table(FULL, market=["bb", "ss", "gg"], stack=[]), "draw:2")
    dump = state.dump()
    assert dump["market"] == ["bb", None, "gg"]
    for last in ("draw:stack", "draw:1", "draw:none"):
        assert "'last' is the last move" in refused(dump, last=last)


def test_nothing_was_drawn_only_if_there_was_nothing(table: Table) -> None:
    dump = play(table(FULL, market=[None, None, None], stack=[]), "draw:none").dump()
    assert GAME.load(dump).dump() == dump
    assert "'last' is the last move" in refused(dump, last="draw:1")
    full = play(table(FULL, market=["bb", None, None], stack=[]), "draw:1").dump()
    assert "'last' is the last move" in refused(full, last="draw:none")


def test_a_hand_is_full_as_long_as_there_is_something_to_draw() -> None:
    dump = drawn("stack")
    hands = [dump["hands"][0][:2], dump["hands"][1]]
    assert "seat 0 has 2 tiles in hand, but one was drawn for each that was laid" in refused(dump, hands=hands)


def test_hands_run_out_in_the_order_of_the_turns(table: Table) -> None:
    # In the last round there is nothing left: seat 0 has ended its turn without a tile, seat 1 is to play.
    state = table(FULL, SECOND_FULL, market=[None, None, None], stack=[])
    dump = play(state, "draw:none").dump()
    assert [len(hand) for hand in dump["hands"]] == [2, 3]
    assert GAME.load(dump).dump() == dump
    first, second = dump["hands"]
    assert "seat 0 has 3 tiles in hand" in refused(dump, hands=[[*first, second[0]], second[1:]], known=[[], []])


def test_the_last_walkway_is_the_last_and_one_on_the_last_tile_came_after_it(table: Table) -> None:
    state = table(ONE, hands=[["bb", "bb", "s/s"]])
    dump = play(state, "bb0@i7", "g7-i7", "i7-j7").dump()
    assert dump["last"] == "i7-j7"
    for last in ("g7-i7", "bb0@i7", "b/b0@g7", "draw:stack"):
        assert "'last' is the last move" in refused(dump, last=last)
    later = play(state, "draw:stack", "s/s0@g9").dump()
    assert GAME.load({**later, "last": "i7-j7"}).last == GAME.moves.texts.index("i7-j7")
