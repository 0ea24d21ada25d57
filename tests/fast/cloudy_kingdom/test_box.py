"""The box: read, checked, and replaced by one of a table's own."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from tests.support.cloudy_kingdom.playing import PRINTED, boxed

import cloudtop
from cloudtop.core.box import line_of, read_box
from cloudtop.core.errors import BadPieces, BadPosition
from cloudtop.core.record import Record
from cloudtop.core.scene import Staging
from cloudtop.games.cloudy_kingdom.game import GAME
from cloudtop.games.cloudy_kingdom.pieces import BOX
from cloudtop.testing import conformance


def test_the_box_has_what_is_told_of_it() -> None:
    assert len(BOX.deck) == 56
    assert [(route.name, route.copies) for route in BOX.routes][:4] == [
        ("straight", 12),
        ("tee", 12),
        ("crossroads", 6),
        ("bend-left", 5),
    ]
    assert BOX.cards == (
        ("cut-it-all", "dead-end"),
        ("inspiration", "replant"),
        ("burning-crossing", "winding-road"),
        ("quick-growth", "green-hand"),
    )
    assert len(BOX.routes) == 9
    assert BOX.own == ()
    assert [BOX.size(players) for players in (2, 3, 4)] == [3, 3, 4]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[families]", "[families", "this is no TOML"),
        ('black = "K"', 'black = "R"', "the game has four families, red = R, blue = B, green = G, black = K"),
        ('black = "K"', "", "the game has four families, red = R, blue = B, green = G, black = K"),
        ('N = "RBGK"', 'N = "RBG"', "the side N has one castle of each of the families RBGK, not 'RBG'"),
        ("[layouts.four]", "[layouts.five]", "unknown field `five`"),
        ('N = "RBGK"', 'N = "RBGR"', "the side N has one castle of each of the families RBGK, not 'RBGR'"),
        ('W = "BRGK"', "", "castles are given for the sides N, E, S and W"),
        ('E = "RGB"', 'E = "BRG"', "castles of a family never face each other"),
        ('code = "dl"', 'code = "dead"', "magic dead-end: this name is taken already"),
        ('code = "dl"', 'code = "l"', "route card double-bend-left: this name is taken already"),
        ('code = "dl"', 'code = "cut"', "route card double-bend-left: this name is taken already"),
        ('code = "dl"', 'code = "D1"', "its code 'D1', are lower-case letters"),
        ('joins = ["alr"]', 'joins = ["axr"]', "route card fork: 'joins' has groups"),
        ("copies = 6", "copies = 0", "at least one copy of every route card; leave the table out if there is none"),
        ("copies = 6", "copies = 600", "at least 8 route cards and at most 200"),
        ("[routes.fork]", "[routes.back]", "route card back: this name is taken already"),
        ('code = "fire"', 'code = "big-fire"', "its code 'big-fire' is lower-case letters"),
        ("copies = 6", "copies = '6'", r"route card crossroads: Expected `int`, got `str` - at `\$.copies`"),
        ("copies = 6", "", "route card crossroads: Object missing required field `copies`"),
        ('["inspiration", "replant"]', '["inspiration", "inspiration"]', "magic replant: .* has steps and a title"),
        ('    ["inspiration", "replant"],\n', "", "magic inspiration: .* has steps and a title, but no rule"),
        ('"green-hand"]', '"green-thumb"]', "magic green-hand: .* has steps and a title, but no rule"),
        ('"burning-crossing"]\n\n', '"dead-end"]\n\n', "the first game needs sides of three different magic cards"),
        ('rule = "magic-turn"', 'rule = "magic-spin"', "magic winding-road: its rule is one of magic-cut, "),
        ('steps = ["turn"]', 'steps = ["draw"]', "cannot leave the hand empty"),
        ('red = "R"', 'pink = "R"', "the game has four families, red = R, .* and no others"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(old: str, new: str, reason: str) -> None:
    assert old in PRINTED
    with pytest.raises(BadPieces, match=reason):
        boxed(PRINTED.replace(old, new, 1))


def test_too_few_cards_are_refused() -> None:
    before, _, after = PRINTED.partition("[routes.tee]")
    few = before.replace("copies = 12", "copies = 7") + "[magic-cards]" + after.partition("[magic-cards]")[2]
    with pytest.raises(BadPieces, match="at least 8 route cards"):
        boxed(few)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('E = "RGB"', 'E = "BRG"', "[layouts.three]"),
        ('N = "RBGK"', 'N = "RBG"', "[layouts.four]"),
        ("copies = 6", "copies = 0", "copies = 0"),
        ("copies = 6", "copies = '6'", "copies = '6'"),
        ('joins = ["alr"]', 'joins = ["axr"]', 'joins = ["axr"]'),
        ('steps = ["turn"]', 'steps = ["spin"]', 'steps = ["spin"]'),
        ('rule = "magic-turn"', 'rule = "magic-spin"', 'rule = "magic-spin"'),
        ('code = "dl"', 'code = "l"', "[routes.double-bend-left]"),
        ('red = "R"', 'red = "P"', "[families]"),
    ],
)
def test_a_mistake_is_found_in_its_line(old: str, new: str, line: str) -> None:
    text = PRINTED.replace(old, new, 1)
    with pytest.raises(BadPieces) as caught:
        boxed(text)
    assert text.splitlines()[line_of(text, caught.value.at) - 1].startswith(line)


def test_what_is_no_plain_data_is_refused() -> None:
    wrong: list[Any] = [{"magic": {"axe": object()}}, {"routes": 3}, {}, {"magic": []}, []]
    for data in wrong:
        with pytest.raises(BadPieces):
            GAME.boxed(data)


# ---------------------------------------------------------------------- a box of a table's own

HEXED = PRINTED.replace(
    "[routes.fork]",
    """[routes.roundabout]
code = "o"
joins = ["abr"]
copies = 3

[routes.fork]""",
)
HEXED += """
[magic.two-axes]
title = "Two axes"
steps = ["cut", "cut", "draw", "play crosswise"]
"""


CORRECTED = (
    PRINTED.replace("copies = 12", "copies = 3")
    .replace('joins = ["abl"]', 'joins = ["arb"]')
    .replace('N = "RBG"\nE = "RGB"\nS = "BGR"\nW = "BRG"', 'N = "GBR"\nE = "GRB"\nS = "BRG"\nW = "BGR"')
    .replace('["cut-it-all", "dead-end"]', '["cut-it-all", "replant"]')
    .replace('["inspiration", "replant"]', '["inspiration", "dead-end"]')
    .replace('steps = ["cut"]', 'steps = ["cut", "cut"]')
    .replace('{ lay = "anywhere", joins = [] }', '{ lay = "on empty", joins = ["al"], fireproof = true }')
)
"""A box as an owner might correct ours: other numbers, drawings, castles and pairs; two tricks do other things."""
SMALL = (
    PRINTED[: PRINTED.index("[routes.straight]")]
    + """
[routes.knot]
code = "k"
joins = []
copies = 5

[routes.crossroads]
code = "x"
joins = ["rlba"]
copies = 5
"""
    + PRINTED[PRINTED.index("[magic-cards]") :]
)
"""Ten cards, one of them not in ours."""


@pytest.mark.slow("plays whole games and checks every promise on the way")
@pytest.mark.parametrize("text", [HEXED, CORRECTED, SMALL], ids=["more", "corrected", "small"])
def test_another_box_keeps_every_promise(text: str) -> None:
    assert sum(trial.games for trial in conformance(boxed(text), games=1)) == 54


@pytest.mark.parametrize("text", [HEXED, CORRECTED, SMALL], ids=["more", "corrected", "small"])
def test_a_position_tells_its_box_and_travels(text: str) -> None:
    game = boxed(text)
    state = game.deal(players=3, seed=5)
    dump = state.dump()
    assert dump["box"] == read_box(text) == game.box_data
    assert GAME.load(dump).dump() == dump
    assert pickle.loads(pickle.dumps(state)).dump() == dump
    assert sorted([*dump["stack"], *(card for hand in dump["hands"] for card in hand)]) == sorted(game.box.deck)


def test_a_record_brings_its_box_along() -> None:
    game = boxed(CORRECTED)
    record = Record(game, 2, {"families": "GB"}, seed=5)
    state = record.start()
    while (seat := state.mover()) >= 0:
        action = state.legal(seat)[-1]
        record = record.with_move(seat, action)
        state.play(seat, action)
    read = cloudtop.read_record(record.write())
    assert read.game.box_data == game.box_data
    assert read.end().dump() == state.dump()


def test_a_corrected_box_deals_what_it_says() -> None:
    game = boxed(CORRECTED)
    dump = game.deal(players=2, seed=1, options={"magic": "random"}).dump()
    assert dump["castles"] == {"N": "GBR", "E": "GRB", "S": "BRG", "W": "BGR"}
    assert len(dump["stack"]) == 56 - 18 - 2
    assert game.box.by_code["t"].joins == ("abr",)
    assert not {"cut-it-all", "replant"} <= set(dump["magic"][0])
    assert game.bounds(2, {"magic": "random"}).moves < GAME.bounds(2, {"magic": "random"}).moves + 18


def test_a_position_of_one_box_is_none_of_another() -> None:
    dump = boxed(SMALL).deal(players=2, seed=1).dump()
    with pytest.raises(BadPosition, match="is no card"):
        GAME.load({key: value for key, value in dump.items() if key != "box"})


def turned_round(table: Mapping[str, Any]) -> dict[str, Any]:
    """The same data with every table's keys in the opposite order."""
    return {
        key: turned_round(table[key]) if isinstance(table[key], Mapping) else table[key]
        for key in reversed(list(table))
    }


def test_the_order_of_its_tables_does_not_change_a_box() -> None:
    game, other = boxed(HEXED), GAME.boxed(turned_round(read_box(HEXED)))
    assert game.moves.texts == other.moves.texts
    assert game.deal_of(4, 1, {"magic": "random"}) == other.deal_of(4, 1, {"magic": "random"})


def test_the_printed_box_is_the_game_itself() -> None:
    assert boxed(PRINTED) is GAME
    assert GAME.boxed(turned_round(read_box(PRINTED))) is GAME
    assert boxed(HEXED).boxed(deepcopy(read_box(PRINTED))) is GAME
    assert GAME.box is BOX
    assert GAME.box_data is None
    assert "box" not in GAME.deal(players=2, seed=1).dump()


# ---------------------------------------------------------------------- told and drawn


def test_cards_of_such_a_box_are_written_told_and_drawn() -> None:
    game = boxed(HEXED)
    state = game.load({"players": 2, "active": 0, "hands": [["o"], ["t"]]})
    action = game.parse(state, 0, "roundabout a1 n")
    assert game.text(action) == "o@a1n"
    assert game.say(action, game.words("fr")).startswith("roundabout")
    state.play(0, action)
    drawn = game.picture(state.view(0))
    assert 'id="cloudy-kingdom-roundabout"' in drawn
    assert "cloudy-kingdom-roundabout" in game.sprites()
    assert "cloudy-kingdom-roundabout" not in GAME.sprites()


def test_magic_that_does_something_else_is_drawn_as_it_is() -> None:
    game = boxed(CORRECTED)
    magic = [["inspiration", "burning-crossing", "replant"]] * 2
    magic[0] = ["dead-end", "burning-crossing", "replant"]
    position = {
        "players": 2,
        "options": {"magic": "choose"},
        "active": 0,
        "hands": [["s"], ["t"]],
        "magic": magic,
    }
    state = game.load(position)
    for text in ("magic:dead-end", "dead@a1n"):
        state.play(0, game.parse(state, 0, text))
    panels = game.scene(state.view(1), game.words(), Staging()).panels
    faces = {item.sprite for panel in panels for item in panel.items}
    faces |= {item.sprite for panel in panels for slot in panel.slots for item in slot.picture.items}
    assert "cloudy-kingdom-charm-al" in faces
    assert "cloudy-kingdom-seal" in faces
    assert "cloudy-kingdom-barrier" not in faces
    assert "cloudy-kingdom-magic-dead-end" not in faces
    assert "cloudy-kingdom-magic-burning-crossing" in faces
