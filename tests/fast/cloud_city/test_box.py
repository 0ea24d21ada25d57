"""The box: what it holds, what an owner may change in it, and what is refused."""

from __future__ import annotations

import pickle
import tomllib
from copy import deepcopy
from importlib.resources import files
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.fast.cloud_city.test_slow_count import buildings, segments, slow_routes
from tests.support.cloud_city.playing import play_out

from cloudtop.bots import Perspective, bot
from cloudtop.core.box import differences, line_of
from cloudtop.core.errors import BadPieces, BadPosition, IllegalMove
from cloudtop.core.game import Value
from cloudtop.core.record import Record, read_record
from cloudtop.core.scene import Staging
from cloudtop.games.cloud_city.art import sprites
from cloudtop.games.cloud_city.game import GAME, CloudCityGame
from cloudtop.games.cloud_city.pieces import BOX, COLOURS
from cloudtop.games.cloud_city.score import request_counts
from cloudtop.games.cloud_city.state import CloudCity
from cloudtop.testing import conformance

TEXT = (files("cloudtop.games.cloud_city") / "pieces.toml").read_text(encoding="utf-8")
PRINTED: dict[str, Any] = tomllib.loads(TEXT)


def changed(**tables: dict[str, Any]) -> dict[str, Any]:
    """The printed box with some of it changed."""
    box = deepcopy(PRINTED)
    for name, entries in tables.items():
        box[name].update(entries)
    return box


BOXES = {
    "another mix, other start tiles": changed(
        tiles={"bb": 4, "b/b": 0, "bg": 10, "gb": 1, "b/g": 1, "ss": 0, "s/s": 4},
        start={"tiles": ["bb", "bb", "s/s", "sg"]},
    ),
    "three lengths, some of them rare": changed(
        walkways={"values": [2, 4, 9], "river": [30, 0, 1], "forest": [1, 1, 29], "sand": [0, 31, 0]},
        balance={"least": [1, 0, 1]},
        requests={"req-solo": {"each": -1}, "req-longest": {"most": 20, "tied": 1}},
    ),
    "seven lengths": changed(
        walkways={
            "values": [1, 2, 3, 5, 8, 13, 99],
            "river": [6, 6, 6, 6, 3, 2, 2],
            "forest": [6, 6, 6, 6, 3, 2, 2],
            "sand": [3, 2, 2, 6, 6, 6, 6],
        },
        balance={"least": [0, 0, 0, 1, 1, 1, 1]},
        requests={
            "req-varied": {"four": 7, "five": 50},
            "req-crossings": {"each": -9},
            "req-balance": {"lacking": 0},
            "req-light": {"each": 1},
        },
    ),
}
each_box = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)


def test_the_box_holds_48_tiles_with_32_sites_and_31_walkways_of_each_colour() -> None:
    assert sum(BOX.tiles.values()) == 48
    for colour in COLOURS:
        assert sum(count * (tile.first, tile.second).count(colour) for tile, count in BOX.tiles.items()) == 32
        assert [BOX.walkways[colour, length] for length in range(1, 6)] == [6, 8, 8, 6, 3]
    assert list(BOX.values.items()) == [(1, 1), (2, 2), (3, 3), (4, 5), (5, 8)]
    assert len(BOX.stack()) == 44 == 4 * (3 + 8)
    assert [str(tile) for tile in BOX.start] == ["b/b", "b/g", "b/s", "g/s"]
    assert len(BOX.requests) == 10
    assert {BOX.values[length]: count for length, count in BOX.balance.items()} == {3: 5, 5: 1, 8: 1}


# ---------------------------------------------------------------------- whole games


@each_box
def test_a_changed_box_keeps_every_promise(box: dict[str, Any]) -> None:
    terms: list[tuple[int, dict[str, Value]]] = [
        (1, {"requests": 2, "city": "rectangle"}),
        (2, {"requests": 2, "crossing": "places"}),
        (3, {"city": "rectangle", "requests": 1}),
        (4, {}),
    ]
    assert len(conformance(GAME.boxed(box), games=3, terms=terms)) == len(terms)


def test_the_printed_box_is_the_game_itself() -> None:
    assert GAME.boxed(PRINTED) is GAME
    assert GAME.boxed(BOXES["seven lengths"]).boxed(PRINTED) is GAME
    assert GAME.box_data is None
    assert "box" not in GAME.deal(2, seed=1).dump()
    assert BOX.plain() == PRINTED


@each_box
def test_a_box_travels_with_its_positions(box: dict[str, Any]) -> None:
    game = GAME.boxed(box)
    assert game.box_data == box
    assert list(differences(PRINTED, box))
    state = game.deal(3, seed=4)
    state.play(state.seat, state.legal(state.seat)[0])
    dump = state.dump()
    assert dump["box"] == box
    for back in (GAME.load(dump), game.load(dump), pickle.loads(pickle.dumps(state))):
        assert back.dump() == dump
        assert back.game is game
    with pytest.raises(BadPosition, match="a box that cannot be played with"):
        GAME.load({**dump, "box": {**box, "tiles": {}}})


def test_tiles_that_are_not_named_are_not_there() -> None:
    named = {tile: count for tile, count in BOXES["another mix, other start tiles"]["tiles"].items() if count}
    short = {**BOXES["another mix, other start tiles"], "tiles": named}
    assert GAME.boxed(short) is GAME.boxed(BOXES["another mix, other start tiles"])


@each_box
def test_a_record_is_read_with_the_box_it_was_played_with(box: dict[str, Any]) -> None:
    game = GAME.boxed(box)
    record = Record(game, 2, game.terms(2).options, seed=8)
    state, rng = record.start(), Random(8)
    while state.turn():
        seat = state.turn()[0]
        action = rng.choice(state.legal(seat))
        state.play(seat, action)
        record = record.with_move(seat, action)
    back = read_record(record.write(), lambda name: GAME)
    assert back.write() == record.write()
    assert back.end().dump() == state.dump()


@each_box
@pytest.mark.parametrize("name", ["greedy", "breeze"])
def test_bots_play_with_any_box(box: dict[str, Any], name: str) -> None:
    state = GAME.boxed(box).deal(2, seed=3, options={"requests": 1})
    for _ in range(3):
        state.play(state.seat, bot(name).choose(Perspective(state, state.seat), Random(3)))
    assert state.last >= 0


# ---------------------------------------------------------------------- what the box decides


@each_box
def test_tiles_start_tiles_and_supply_are_those_of_the_box(box: dict[str, Any]) -> None:
    game = GAME.boxed(box)
    deal = game.deal_of(4, 5)
    state = game.deal(4, deal=deal)
    starts = [city.tiles[0].split("@")[0][:-1] for city in state.view(None).facts.cities]
    assert [starts[(deal["starter"] + place) % 4] for place in range(4)] == box["start"]["tiles"]
    for tile, count in box["tiles"].items():
        assert (deal["tiles"] + starts).count(tile) == count
    assert state.view(None).facts.supply == {
        level: tuple(box["walkways"][level]) for level in ("river", "forest", "sand")
    }


@each_box
def test_scores_agree_with_a_slow_count(box: dict[str, Any]) -> None:
    game = GAME.boxed(box)
    worth = dict(enumerate(box["walkways"]["values"], 1))
    least = dict(enumerate(box["balance"]["least"], 1))
    built = set()
    for seed in range(30):
        state = play_out(game.deal(2, seed=seed, options={"city": "rectangle" if seed % 2 else "square"}), seed)
        cities = state.dump()["cities"]
        lengths = [[abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in segments(city)] for city in cities]
        built |= {length for city in lengths for length in city}
        assert state.scores() == [sum(worth[length] for length in city) for city in lengths]
        assert request_counts("req-balance", state) == [
            all(city.count(length) >= enough for length, enough in least.items()) for city in lengths
        ]
        for city, found, best in zip(cities, lengths, request_counts("req-longest", state), strict=True):
            houses, ways = buildings(city), segments(city)
            low = [group for group in slow_routes(ways) if houses[ways[min(group)][0]] != 2]
            assert best == max((sum(worth[found[way]] for way in group) for group in low), default=0)
        for level, colour in zip(("river", "forest", "sand"), range(3), strict=True):
            used = [
                abs(a[0] - b[0]) + abs(a[1] - b[1])
                for city in cities
                for a, b in segments(city)
                if buildings(city)[a] == colour
            ]
            left = state.view(None).facts.supply[level]
            assert [count - used.count(length) for length, count in enumerate(box["walkways"][level], 1)] == list(left)
    assert built <= worth.keys()
    assert len(built) >= 3


def in_a_row(game: CloudCityGame, last: str) -> CloudCity:
    """A city of four tiles in a row; on row 7 there are a blue building at g7 and what the last tile brings."""
    tiles = sorted(game.deal_of(1)["tiles"])
    for tile in ("bg", "gb", "bg"):
        tiles.remove(tile)
    deal = {"starter": 0, "tiles": [*tiles[:3], "bg", "gb", "bg", *tiles[3:]], "requests": []}
    state = game.deal(1, deal=deal, options={"city": "rectangle"})
    for text in ("bg2@i7", "draw:stack", "gb2@k7", "draw:stack", last):
        state.play(0, game.parse(state, 0, text))
    return state


def test_the_box_decides_how_long_a_walkway_can_be_and_what_it_is_worth() -> None:
    long = GAME.boxed(BOXES["seven lengths"])
    for last, way, votes in (("bg0@m7", "g7-m7", 13), ("bg1@m7", "g7-n7", 99)):
        state = in_a_row(long, last)
        assert state.view(0).facts.supply["river"][-2:] == (2, 2)
        assert f", worth {votes}" in long.say(long.parse(state, 0, way), long.words("en"))
        state.play(0, long.parse(state, 0, way))
        assert state.scores() == [votes]
        assert sum(state.view(0).facts.supply["river"]) == 30
        for other in (GAME, GAME.boxed(BOXES["three lengths, some of them rare"])):
            with pytest.raises(IllegalMove) as caught:
                other.parse(in_a_row(other, last), 0, way)
            assert caught.value.rule == "cloud-city/walkway-length"
            assert "worth" not in other.say(GAME.moves.texts.index(way), other.words("en"))


def test_the_box_decides_what_requests_bring_and_say() -> None:
    game = GAME.boxed(BOXES["three lengths, some of them rare"])
    deal = {**game.deal_of(2, 3, {"requests": 2}), "requests": ["req-solo", "req-balance"]}
    state = game.deal(2, deal=deal, options={"requests": 2})
    assert state.scores() == [-2 - 4, -2 - 4]
    english, japanese = (game.board_text(state.view(None), language) for language in ("en", "ja"))
    assert "Each of your buildings without a walkway costs 1 vote." in english
    assert "You lose 4 votes, once, unless you have at least these walkways: 1 of value 2, 1 of value 9." in english
    assert "2票の回廊1本以上、9票の回廊1本以上がそろわなければ" in japanese
    assert "2 ×30  4 ×0  9 ×1" in english
    printed = GAME.deal(2, deal={**GAME.deal_of(2, 3), "requests": ["req-longest"]}, options={"requests": 1})
    assert "the most valuable: 6 votes. Tied: 3 each." in GAME.board_text(printed.view(None))


def test_bounds_follow_the_box() -> None:
    options: dict[str, Value] = {"city": "square", "requests": 1, "crossing": "places"}
    game = GAME.boxed(BOXES["seven lengths"])
    assert GAME.bounds(2, options).lowest == -2 * 36
    assert game.bounds(2, options).lowest == -9 * 36
    assert game.bounds(2, options).highest == 10 * 99 + 8 * 13 + 50


# ---------------------------------------------------------------------- pictures


@each_box
@pytest.mark.parametrize("players", [1, 3])
def test_pictures_follow_the_box(box: dict[str, Any], players: int) -> None:
    game = GAME.boxed(box)
    known = sprites(game.box).keys()
    for view in (
        game.deal(players, seed=1, options={"requests": 2}).view(0),
        play_out(game.deal(players, seed=2, options={"requests": 1, "city": "rectangle"}), 2).view(None),
    ):
        ElementTree.fromstring(game.picture(view))
        scene = game.scene(view, game.words("en"), Staging(side=1))
        for panel in scene.panels:
            drawn = [item for slot in panel.slots for item in slot.picture.items]
            assert {item.sprite for item in (*panel.items, *drawn)} <= known
            if panel.name == "supply":
                assert len(panel.slots) == 3 * len(game.box.values)


# ---------------------------------------------------------------------- what cannot be in a box

REFUSED: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("there is no 'wishes' here", ("wishes",), {**PRINTED, "wishes": {}}),
    ("'start' is missing", (), {key: entry for key, entry in PRINTED.items() if key != "start"}),
    ("expected a table of tiles", ("tiles",), {**PRINTED, "tiles": 48}),
    ("expected a table with values", ("walkways",), {**PRINTED, "walkways": []}),
    ("expected 48 tiles, as the rulebook says, found 49", ("tiles",), changed(tiles={"bb": 3})),
    ("found 33 blue ones", ("tiles",), changed(tiles={"gs": 3, "bg": 5})),
    ("there is no such tile", ("tiles", "bx"), changed(tiles={"bx": 0})),
    ("from 0 to 48, not -2", ("tiles", "bb"), changed(tiles={"bb": -2})),
    ("not 'two'", ("tiles", "bb"), changed(tiles={"bb": "two"})),
    ("not True", ("tiles", "bb"), changed(tiles={"bb": True})),
    ("expected 4 start tiles", ("start", "tiles"), changed(start={"tiles": ["bb", "bb", "bg"]})),
    ("'g/b' is not among the tiles", ("start", "tiles"), changed(start={"tiles": ["b/b", "g/b", "b/s", "g/s"]})),
    ("'bb' is not among the tiles", ("start", "tiles"), changed(start={"tiles": ["bb", "bb", "bb", "g/s"]})),
    ("does not rise", ("walkways", "values"), changed(walkways={"values": [1, 2, 3, 3, 5]})),
    ("from 1 to 99, not 0", ("walkways", "values"), changed(walkways={"values": [0, 2, 3, 4, 5]})),
    ("expected 1 to 7 numbers", ("walkways", "values"), changed(walkways={"values": []})),
    ("expected 1 to 7 numbers", ("walkways", "values"), changed(walkways={"values": [1, 2, 3, 4, 5, 6, 7, 8]})),
    ("found 32 river ones", ("walkways", "river"), changed(walkways={"river": [7, 8, 8, 6, 3]})),
    ("expected 5 numbers, one for each", ("walkways", "sand"), changed(walkways={"sand": [14, 8, 6, 3]})),
    ("'req-longest' is missing", ("requests",), {**PRINTED, "requests": {}}),
    ("there is no 'req-new'", ("requests", "req-new"), changed(requests={"req-new": {"each": 1}})),
    ("there is no 'all'", ("requests", "req-solo", "all"), changed(requests={"req-solo": {"all": -2}})),
    ("'tied' is missing", ("requests", "req-blue"), changed(requests={"req-blue": {"most": 6}})),
    ("from -99 to 0, not 2", ("requests", "req-solo", "each"), changed(requests={"req-solo": {"each": 2}})),
    ("from 0 to 99, not -3", ("requests", "req-circuits", "each"), changed(requests={"req-circuits": {"each": -3}})),
    ("at least one walkway", ("balance", "least"), changed(balance={"least": [0, 0, 0, 0, 0]})),
    ("expected 5 numbers", ("balance", "least"), changed(balance={"least": [0, 0, 5]})),
]


@pytest.mark.parametrize(("reason", "at", "box"), REFUSED)
def test_a_box_that_cannot_be_played_with_is_refused(reason: str, at: tuple[str, ...], box: dict[str, Any]) -> None:
    with pytest.raises(BadPieces) as caught:
        GAME.boxed(box)
    assert str(caught.value).startswith("cloud-city pieces: ")
    assert reason in str(caught.value)
    assert caught.value.at == at


def test_the_line_to_blame_is_found() -> None:
    text = TEXT.replace("forest = [6", "forest = [7")
    with pytest.raises(BadPieces) as caught:
        GAME.boxed(tomllib.loads(text))
    assert text.splitlines()[line_of(text, caught.value.at) - 1].startswith("forest = [7")


def test_moves_are_the_same_whatever_the_box() -> None:
    assert GAME.boxed(BOXES["seven lengths"]).moves is GAME.moves
