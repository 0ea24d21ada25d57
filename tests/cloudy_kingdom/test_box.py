"""The box: read, checked, and replaced by one of a table's own."""

from __future__ import annotations

import pytest

from cloudtop.core.errors import BadPieces
from cloudtop.games.cloudy_kingdom.game import GAME, CloudyKingdomGame
from cloudtop.games.cloudy_kingdom.pieces import BOX, USUAL, read_box
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
        ('black = "K"', 'black = "R"', "four families, each with a letter of its own"),
        ('N = "RBGK"', 'N = "RBG"', "a layout of three and one of four castles a side"),
        ('N = "RBGK"', 'N = "RBGR"', "the side N has one castle of each of the families RBGK, not 'RBGR'"),
        ('W = "BRGK"', "", "castles are given for the sides N, E, S and W"),
        ('E = "RGB"', 'E = "BRG"', "castles of a family never face each other"),
        ('code = "dl"', 'code = "dead"', "magic dead-end: this name is taken already"),
        ('code = "dl"', 'code = "l"', "route card double-bend-left: this name is taken already"),
        ('code = "dl"', 'code = "cut"', "route card double-bend-left: this name is taken already"),
        ('code = "dl"', 'code = "D1"', "its code 'D1', are lower-case letters"),
        ('joins = ["alr"]', 'joins = ["axr"]', "route card fork: 'joins' has groups"),
        ("copies = 6", "copies = 0", "at least one copy of every route card"),
        ("copies = 6", "copies = '6'", r"route card crossroads: Expected `int`, got `str` - at `\$.copies`"),
        ("copies = 6", "", "route card crossroads: Object missing required field `copies`"),
        ('["inspiration", "replant"]', '["inspiration", "inspiration"]', "magic replant: .* has steps and a title"),
        ('    ["inspiration", "replant"],\n', "", "magic inspiration: .* has steps and a title, but no rule"),
        ('"green-hand"]', '"green-thumb"]', "magic green-hand: .* has steps and a title, but no rule"),
        ('"burning-crossing"]\n\n', '"dead-end"]\n\n', "the first game needs sides of three different magic cards"),
        ('rule = "magic-turn"', 'rule = "magic-spin"', "magic winding-road: its rule is one of magic-cut, "),
        ('steps = ["turn"]', 'steps = ["draw"]', "cannot leave the hand empty"),
        ('red = "R"', 'pink = "R"', "castles and banners are drawn of the families"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(old: str, new: str, reason: str) -> None:
    assert old in USUAL
    with pytest.raises(BadPieces, match=reason):
        GAME.boxed(USUAL.replace(old, new, 1))


def test_too_few_cards_are_refused() -> None:
    before, _, after = USUAL.partition("[routes.tee]")
    few = before.replace("copies = 12", "copies = 7") + "[magic-cards]" + after.partition("[magic-cards]")[2]
    with pytest.raises(BadPieces, match="at least 8 route cards"):
        read_box(few)


# ---------------------------------------------------------------------- a box of a table's own

HEXED = USUAL.replace(
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


def test_a_whole_box_is_played_with_and_keeps_every_promise() -> None:
    game = GAME.boxed(HEXED)
    assert len(game.box.deck) == 59
    assert [side.name for side in game.box.own] == ["two-axes"]
    for players, magic in ((2, "choose"), (4, "random")):
        (trial,) = conformance(game, games=5, terms=[(players, {"magic": magic, "layout": "random"})])
        assert trial.games == 5


def test_cards_of_such_a_box_are_written_told_and_drawn() -> None:
    game: CloudyKingdomGame = GAME.boxed(HEXED)
    custom = game.deal(players=2, seed=1).dump()["custom"]
    state = game.load({"players": 2, "active": 0, "hands": [["o"], ["t"]], "custom": custom})
    action = game.parse(state, 0, "roundabout a1 n")
    assert game.text(action) == "o@a1n"
    assert game.say(action, game.words("fr")).startswith("roundabout")
    state.play(0, action)
    drawn = game.picture(state.view(0))
    assert 'id="cloudy-kingdom-roundabout"' in drawn
    assert "cloudy-kingdom-roundabout" in game.sprites()
    assert "cloudy-kingdom-roundabout" not in GAME.sprites()


def test_the_usual_box_is_left_alone() -> None:
    assert GAME.boxed(USUAL).moves.texts == GAME.moves.texts
    assert GAME.boxed(HEXED).boxed(USUAL).box == BOX
    assert GAME.box is BOX
