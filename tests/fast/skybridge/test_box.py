"""Skybridge with an owner's box: whatever the box says is dealt, played, scored, written and drawn."""

from __future__ import annotations

import pickle
import tomllib
from copy import deepcopy
from importlib.resources import files
from itertools import product
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from cloudtop.bots import Perspective, bot
from cloudtop.core.box import differences, line_of
from cloudtop.core.errors import BadPieces, BadPosition
from cloudtop.core.game import Value
from cloudtop.core.record import Record, read_record
from cloudtop.core.scene import Staging
from cloudtop.games.skybridge.art import drawings
from cloudtop.games.skybridge.art.trays import tray_panel, trays_of
from cloudtop.games.skybridge.game import GAME, SkybridgeGame
from cloudtop.games.skybridge.moves import PLACEMENTS
from cloudtop.games.skybridge.pieces import BOX, MOST_PIECES, MOST_STOREYS
from cloudtop.games.skybridge.state import Skybridge
from cloudtop.testing import conformance

TEXT = (files("cloudtop.games.skybridge") / "pieces.toml").read_text(encoding="utf-8")
PRINTED: dict[str, Any] = tomllib.loads(TEXT)


def changed(colours: tuple[str, ...] = (), **kinds: dict[str, int]) -> dict[str, Any]:
    """The printed box with some of it changed."""
    box = deepcopy(PRINTED)
    box["colours"] = list(colours) or box["colours"]
    for kind, numbers in kinds.items():
        box["pieces"][kind].update(numbers)
    return box


BOXES = {
    "jade and indigo together, honey neutral": changed(("jade", "cinnabar", "indigo", "honey")),
    "few and flat": changed(
        block3={"storeys": 1, "each": 2, "neutral": 0}, block2={"each": 1, "neutral": 0}, roof={"each": 1}
    ),
    "many and tall": changed(
        ("honey", "jade", "cinnabar", "indigo"),
        block3={"storeys": MOST_STOREYS, "each": MOST_PIECES, "neutral": 3},
        block2={"storeys": 4, "each": MOST_PIECES, "neutral": 3},
        roof={"each": MOST_PIECES},
    ),
    "blocks of one kind and nothing else": changed(
        block3={"each": 0, "neutral": 0}, block2={"each": 5}, roof={"each": 0}, bridge={"each": 0}
    ),
}
each_box = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)


def played(game: SkybridgeGame, players: int, seed: int, **options: object) -> Skybridge:
    """A random game to its end."""
    state, rng = game.deal(players, seed=seed, options=options), Random(seed)
    while state.turn():
        state.play(state.seat, rng.choice(state.legal(state.seat)))
    return state


# ---------------------------------------------------------------------- whole games


@each_box
def test_a_changed_box_keeps_every_promise(box: dict[str, Any]) -> None:
    terms: list[tuple[int, dict[str, Value]]] = [
        (2, {"two_player_colours": "alternating", "bridge_on_foundation": True}),
        (2, {"bridge_over_bridge": "never"}),
        (3, {"roof_on_foundation": True}),
        (3, {}),
        (4, {"bridge_over_bridge": "never", "bridge_on_foundation": True}),
    ]
    assert len(conformance(GAME.boxed(box), games=3, terms=terms)) == len(terms)


@pytest.mark.slow("plays whole games and checks every promise on the way")
def test_a_changed_box_keeps_every_promise_under_all_options() -> None:
    assert len(conformance(GAME.boxed(BOXES["few and flat"]), games=1)) == 48


def test_the_printed_box_is_the_game_itself() -> None:
    assert GAME.boxed(PRINTED) is GAME
    assert GAME.boxed(BOXES["few and flat"]).boxed(PRINTED) is GAME
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
    with pytest.raises(BadPosition, match="a box that cannot be played with: colours"):
        GAME.load({**dump, "box": {**box, "colours": []}})


@each_box
def test_a_record_is_read_with_the_box_it_was_played_with(box: dict[str, Any]) -> None:
    game = GAME.boxed(box)
    state = played(game, 3, 8)
    record = Record(game, 3, state.options, seed=8)
    for action in state.placed:
        record = record.with_move(record.end().turn()[0], action)
    back = read_record(record.write(), lambda name: game)
    assert back.write() == record.write()
    assert back.end().dump() == state.dump()


# ---------------------------------------------------------------------- what the box decides


def test_the_box_decides_how_many_pieces_there_are() -> None:
    game = GAME.boxed(changed(block3={"each": 6, "neutral": 2}, roof={"each": 3}, bridge={"each": 0}))
    hands = game.deal(3, deal={"starter": 0}).dump()["hands"]
    assert hands[1] == {"h3": 6, "h2": 4, "hr": 3, "j3": 2, "j2": 1}
    assert game.bounds(4, {}).moves == 4 * (6 + 4 + 3)
    assert game.bounds(4, {}).highest == 2 * 4 * (6 * 3 + 4 * 2)


def test_the_box_decides_what_blocks_are_worth() -> None:
    game = GAME.boxed(changed(block3={"storeys": 5}, block2={"storeys": 1}))
    state = game.load({"players": 4, "towers": {"a1": ["h3", "i2", "cr"], "b1": ["j3"]}, "turn": [1]})
    assert state.scores() == [6, 0, 0, 0]
    assert state.heights[:2] == [6, 5]
    assert game.say(game.moves.texts.index("c3@b2"), game.words("en")) == "cinnabar block of 5 on b2"
    assert game.say(game.moves.texts.index("c2@b2"), game.words("ja")) == "朱色の1階建てブロックをb2に置く"
    assert "h3:5" not in game.board_text(state.view(None))
    assert "cr:6" in game.board_text(state.view(None))
    assert GAME.say(GAME.moves.texts.index("c3@b2"), GAME.words("en")) == "cinnabar block of 3 on b2"


def test_the_box_decides_who_plays_which_colour() -> None:
    game = GAME.boxed(changed(("jade", "cinnabar", "indigo", "honey")))
    assert game.hues(4) == ("green", "red", "blue", "yellow")
    two, three = game.deal(2, deal={"starter": 0}), game.deal(3, deal={"starter": 1})
    assert set(two.dump()["hands"][0]) == {"j3", "j2", "jr", "jb", "i3", "i2", "ir", "ib"}
    assert set(three.dump()["hands"][1]) == {"c3", "c2", "cr", "cb", "h3", "h2"}
    neutral = game.load({"players": 3, "towers": {"a1": ["h3", "c2", "jr"]}, "turn": [1]})
    assert neutral.scores() == [5, 0, 0]
    both = game.load({"players": 2, "towers": {"a1": ["h3", "jr"], "b1": ["h3", "c2", "ir"]}, "turn": [1]})
    assert both.scores() == [8, 0]


def test_alternating_colours_play_in_the_order_of_the_box() -> None:
    game = GAME.boxed(changed(("jade", "cinnabar", "indigo", "honey")))
    state = game.deal(2, deal={"starter": 1}, options={"two_player_colours": "alternating"})
    colours = []
    for _ in range(5):
        colours.append(state.dump()["colour"])
        state.play(state.seat, state.legal(state.seat)[0])
    assert colours == ["c", "i", "h", "j", "c"]


@each_box
def test_scores_agree_with_a_count_of_what_stands_there(box: dict[str, Any]) -> None:
    game = GAME.boxed(box)
    storeys = {letter: box["pieces"][kind]["storeys"] for letter, kind in zip("32rb", box["pieces"], strict=True)}
    for seed in range(20):
        state = played(game, 4, seed)
        towers = state.dump()["towers"]
        height = {cell: sum(storeys[piece[1]] for piece in stack) for cell, stack in towers.items()}
        points = {colour[0]: 0 for colour in box["colours"]}
        for cell, stack in towers.items():
            colour, kind = stack[-1]
            if kind == "r":
                far = [other for other in towers if other != cell and f"{colour}b" in towers[other]]
                points[colour] += height[cell] + (sum(map(height.__getitem__, far)) if f"{colour}b" in stack else 0)
        assert state.scores() == list(points.values())


@each_box
@pytest.mark.parametrize("name", ["greedy", "breeze"])
def test_bots_play_with_any_box(box: dict[str, Any], name: str) -> None:
    state = GAME.boxed(box).deal(2, seed=3)
    for _ in range(3):
        state.play(state.seat, bot(name).choose(Perspective(state, state.seat), Random(3)))
    assert len(state.placed) == 3


# ---------------------------------------------------------------------- pictures


@each_box
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_follow_the_box(box: dict[str, Any], players: int) -> None:
    game = GAME.boxed(box)
    for view in (game.deal(players, seed=1).view(0), played(game, players, 2).view(None)):
        ElementTree.fromstring(game.picture(view))
        for side, form in product(range(4), ("towers", "plan")):
            board, *hands = game.scene(view, game.words("en"), Staging(side=side, form=form)).panels
            pictured = [item for hand in hands for slot in hand.slots for item in slot.picture.items]
            assert {item.sprite for item in (*board.items, *pictured)} <= drawings(game.box).keys()
            assert min(item.y for item in board.items) - 30 >= board.box[1]


def test_a_taller_block_is_drawn_taller() -> None:
    tall = drawings(GAME.boxed(changed(block3={"storeys": 5})).box)
    assert tall["skybridge-shape-block2"] == drawings(BOX)["skybridge-shape-block2"]
    assert "skybridge-part-wall5" in tall["skybridge-shape-block3"]


def test_more_pieces_than_sockets_are_piled_up() -> None:
    game = GAME.boxed(changed(block3={"each": 6}))
    tray, *_ = trays_of(game.deal(4, seed=1).view(None), game.words("en"), ())
    lying = {item.id: item for item in tray_panel(tray, game.words("en")).items}
    assert (lying["c3-4-0"].x, lying["c3-4-0"].y) == (lying["c3-0-0"].x, lying["c3-0-0"].y - 3 * 18)
    assert lying["c3-4-0"].depth > lying["c3-0-0"].depth
    assert len([key for key in lying if key.startswith("c3-")]) == 6


# ---------------------------------------------------------------------- what cannot be in a box

REFUSED: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("the box has no 'tiles'", ("tiles",), {**PRINTED, "tiles": 3}),
    ("the box lacks 'colours'", (), {"pieces": PRINTED["pieces"]}),
    ("pieces must be a table", ("pieces",), {**PRINTED, "pieces": 44}),
    ("pieces has no 'dome'", ("pieces", "dome"), {**PRINTED, "pieces": {**PRINTED["pieces"], "dome": {}}}),
    ("pieces.roof lacks 'storeys'", ("pieces", "roof"), {**PRINTED, "pieces": {**PRINTED["pieces"], "roof": {}}}),
    ("pieces.roof has no 'letter'", ("pieces", "roof", "letter"), changed(roof={"letter": 1})),
    ("colours: expected cinnabar, honey, indigo, jade", ("colours",), changed(("red", "honey", "indigo", "jade"))),
    ("each once and in any order", ("colours",), changed(("honey", "honey", "indigo", "jade"))),
    ("each once and in any order", ("colours",), {**PRINTED, "colours": "jade"}),
    ("pieces.block3.each: expected 0 to 9, not 10", ("pieces", "block3", "each"), changed(block3={"each": 10})),
    ("not True", ("pieces", "roof", "each"), changed(roof={"each": True})),
    ("not -1", ("pieces", "roof", "each"), changed(roof={"each": -1})),
    ("expected 1 to 5, not 0", ("pieces", "block2", "storeys"), changed(block2={"storeys": 0})),
    ("counts a roof as no storey", ("pieces", "roof", "storeys"), changed(roof={"storeys": 1})),
    ("counts a bridge as one storey", ("pieces", "bridge", "storeys"), changed(bridge={"storeys": 2})),
    ("a colour has no second one", ("pieces", "bridge", "each"), changed(bridge={"each": 2})),
    ("neutral blocks alone", ("pieces", "roof", "neutral"), changed(roof={"neutral": 1})),
    ("cannot be given 2 each of 4", ("pieces", "block3", "neutral"), changed(block3={"neutral": 2})),
    ("told apart by their storeys", ("pieces", "block2", "storeys"), changed(block2={"storeys": 3})),
    (
        "nobody could begin",
        ("pieces", "block3", "each"),
        changed(block3={"each": 0, "neutral": 0}, block2={"each": 0, "neutral": 0}),
    ),
]


@pytest.mark.parametrize(("reason", "at", "box"), REFUSED, ids=[reason for reason, _, _ in REFUSED])
def test_a_box_that_cannot_be_played_with_is_refused(reason: str, at: tuple[str, ...], box: dict[str, Any]) -> None:
    with pytest.raises(BadPieces) as caught:
        GAME.boxed(box)
    assert reason in str(caught.value)
    assert caught.value.at == at


def test_the_line_to_blame_is_found() -> None:
    text = TEXT.replace("storeys = 0", "storeys = 7")
    with pytest.raises(BadPieces) as caught:
        GAME.boxed(tomllib.loads(text))
    assert text.splitlines()[line_of(text, caught.value.at) - 1] == "storeys = 7"


def test_every_kind_of_move_is_there_whatever_the_box() -> None:
    assert GAME.boxed(BOXES["few and flat"]).moves is GAME.moves
    assert len(PLACEMENTS) == GAME.actions
