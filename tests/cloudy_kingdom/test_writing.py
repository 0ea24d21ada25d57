"""Cloudy Kingdom in writing: notation, deals, positions, pieces, and an answer to everything that is none."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from random import Random
from typing import Any

import pytest

import cloudtop
from cloudtop.core.errors import AmbiguousMove, BadDeal, BadPieces, BadPosition, BadSeat, IllegalMove, NotAMove
from cloudtop.games.cloudy_kingdom.board import PRINTED
from cloudtop.games.cloudy_kingdom.pieces import read_box
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

GAME = cloudtop.game("cloudy-kingdom")
Position = Callable[..., CloudyKingdom]


def parsed(state: CloudyKingdom, text: str) -> str:
    """A text read and written again."""
    return GAME.text(GAME.parse(state, state.seat, text))


# ---------------------------------------------------------------------- notation


def test_every_move_has_a_text_of_its_own() -> None:
    texts = {GAME.text(action) for action in range(GAME.actions)}
    assert len(texts) == GAME.actions == 563


@pytest.mark.parametrize("text", ["t@b2w", "T B2 W", "tee@b2w", "tee b2 w", "tb2w", " t @ b2 w ", "b2w"])
def test_reading_is_generous(position: Position, text: str) -> None:
    assert parsed(position("b2 s:v", "t s"), text) == "t@b2w"


@pytest.mark.parametrize("text", ["s@b2h", "s b2", "straight@b2w", "s@b2e", "b2"])
def test_a_card_without_a_way_round_may_be_written_with_any(position: Position, text: str) -> None:
    assert parsed(position("b2 s:v", "s s"), text) == "s@b2h"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("magic:cut-it-all", "magic:cut-it-all"),
        ("cut it all", "magic:cut-it-all"),
        ("Magic Burning-Crossing", "magic:burning-crossing"),
        ("inspiration", "magic:inspiration"),
    ],
)
def test_magic_is_read_by_its_name(position: Position, text: str, meant: str) -> None:
    assert parsed(position("b2 s:v", "t s"), text) == meant


def test_steps_and_answers_are_read(position: Position) -> None:
    state = position("b2 s:v", "t s")
    state.play(0, GAME.parse(state, 0, "magic:cut-it-all"))
    assert parsed(state, "CUT b2") == parsed(state, "cut:b2") == "cut@b2"
    choosing = GAME.deal(players=2, seed=1, options={"magic": "choose"})
    pick = "pick:cut-it-all+replant+green-hand"
    for text in (pick, "pick green-hand, cut-it-all, replant", "PICK replant green-hand cut-it-all"):
        assert GAME.text(GAME.parse(choosing, 1, text)) == pick


@pytest.mark.parametrize(
    "text",
    ["", "t", "t@e1n", "t@b5n", "t@b2q", "t@b2h2", "q@b2n", "cut", "cut@e1", "discard:fire", "magic:", "magic:hello"]
    + ["pick:", "pick:replant", "pick:cut-it-all+dead-end+replant", "pick:replant+replant+green-hand", "s@b2vv"],
)
def test_what_is_no_move_is_said_to_be_none(position: Position, text: str) -> None:
    with pytest.raises(NotAMove, match="is no move of cloudy-kingdom; expected something like t@a1w"):
        GAME.parse(position("", "t s"), 0, text)


def test_a_text_that_fits_several_moves_is_ambiguous(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    with pytest.raises(AmbiguousMove, match="say which: t@b2w, t@b2e"):
        GAME.parse(state, 0, "t@b2")
    state.play(0, GAME.parse(state, 0, "inspiration"))
    with pytest.raises(AmbiguousMove, match="say which: l@b2w, f@b2w"):
        GAME.parse(state, 0, "b2w")


def test_an_illegal_move_names_its_rule_and_changes_nothing(position: Position) -> None:
    state = position("b2 s:v", "t s")
    before = state.dump()
    with pytest.raises(IllegalMove, match="t@b2n is not legal here: it breaks the rule cloudy-kingdom/route-cross"):
        state.play(0, GAME.parse(state, 0, "t@b2w") + 16 * 2)
    with pytest.raises(IllegalMove):
        GAME.parse(state, 0, "b2n")
    assert state.dump() == before


def test_numbers_and_seats_that_do_not_exist_are_refused(position: Position) -> None:
    state = position("", "t s")
    for action in (-1, 563, 10**9):
        with pytest.raises(NotAMove, match="moves are numbered 0 to 562"):
            state.play(0, action)
    for seat in (-1, 2):
        with pytest.raises(BadSeat):
            state.legal(seat)
        with pytest.raises(BadSeat):
            state.why_not(seat, 0)
    with pytest.raises(BadSeat):
        GAME.deal(players=2, seed=1, options={"magic": "choose"}).legal(5)


def test_moves_are_numbered_as_documented() -> None:
    texts = [GAME.text(action) for action in range(GAME.actions)]
    assert texts[:3] == ["s@a1h", "s@b1h", "s@c1h"]
    assert texts[32:36] == ["t@a1w", "t@a1e", "t@b1w", "t@b1e"]
    assert texts[480] == "cut@a1"
    assert texts[496] == "turn@a1"
    assert texts[512] == "discard:s"
    assert texts[521] == "magic:cut-it-all"
    assert texts[529:532] == ["swap", "keep", "pick:cut-it-all+inspiration+burning-crossing"]


# ---------------------------------------------------------------------- deals


def test_a_deal_is_the_order_of_everything() -> None:
    deal = GAME.deal_of(4, 3, {"magic": "random", "layout": "random"})
    assert sorted(deal) == ["castles", "magic", "stack", "starter"]
    assert sorted(GAME.deal_of(4, 3)) == ["stack", "starter"]
    assert len(deal["stack"]) == 56
    state = GAME.deal(players=4, options={"magic": "random", "layout": "random"}, deal=deal)
    assert state.dump()["castles"] == deal["castles"]
    assert state.dump()["magic"] == [deal["magic"]] * 4


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"starter": 4}, "the starter is a seat from 0 to 1, not 4"),
        ({"starter": True}, "the starter is a seat from 0 to 1, not True"),
        ({"stack": ["s"] * 56}, "the stack of a deal has every route card of the box, 56 in all"),
        ({"stack": "s"}, "the stack of a deal has every route card of the box, 56 in all"),
        ({"magic": ["replant", "dead-end", "cut-it-all"]}, "three different magic cards, one side of each"),
        ({"magic": ["hello"]}, "three different magic cards, one side of each"),
        ({"magic": None}, "three different magic cards, one side of each"),
        ({"castles": {"N": "RBG"}}, "castles are given for the sides N, E, S and W"),
        ({"castles": dict.fromkeys("NESW", "RBG")}, "never face each other"),
        ({"castles": dict.fromkeys("NESW", "RRG")}, "one castle of each of the families RBG"),
        ({"more": 1}, "has the keys castles, magic, stack, starter"),
    ],
)
def test_a_deal_that_no_shuffle_gives_is_refused(change: dict[str, Any], reason: str) -> None:
    options = {"magic": "random", "layout": "random"}
    deal = {**GAME.deal_of(2, 1, options), **change}
    with pytest.raises(BadDeal, match=reason):
        GAME.deal(players=2, options=options, deal=deal)


def test_the_start_player_and_the_stack_are_drawn_evenly() -> None:
    deals = [GAME.deal_of(4, seed) for seed in range(400)]
    starts = [sum(deal["starter"] == seat for deal in deals) for seat in range(4)]
    assert min(starts) > 70
    tops = [deal["stack"][0] for deal in deals]
    assert 50 < tops.count("s") < 125


# ---------------------------------------------------------------------- positions


def test_a_position_needs_no_more_than_whose_turn_it_is_and_hands() -> None:
    state = GAME.load({"players": 2, "active": 1, "hands": [["t"], ["s"]]})
    assert state.turn() == [1]
    assert len(state.dump()["stack"]) == 54


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"colour": 1}, "has no key 'colour'"),
        ({"active": None}, "'active' is a seat from 0 to 1, not None"),
        ({"size": 4}, "'size' is 3 with 2 players"),
        ({"castles": {"N": "BRG", "E": "BGR", "S": "RGB", "W": "RBG"}}, "layout = random"),
        ({"castles": {"N": "RBG", "E": "RGB", "S": "RGB", "W": "BRG"}}, "'castles': castles of a family never face"),
        ({"field": []}, "'field' is a mapping from a cell"),
        ({"field": {"d1": ["s:v"]}}, "there is no cell 'd1' in the field"),
        ({"field": {"a1": []}}, "the stack on a1 is a list of cards"),
        ({"field": {"a1": ["s"]}}, "'s' on a1 is no card"),
        ({"field": {"a1": ["t:h"]}}, "'t:h' on a1 is no card"),
        ({"field": {"a1": ["tee:n"]}}, "'tee:n' on a1 is no card"),
        ({"field": {"a1": ["s:v", "t:n"]}}, "t:n on a1 does not lie crosswise to the card beneath"),
        ({"field": {"a1": ["s:v", "fire:h", "s:v"]}}, "s:v on a1 lies on a fireproof card"),
        ({"field": {"a1": ["s:v", "fire:h"]}}, "1 cards fire were laid, but 0 were played"),
        ({"removed": ["dead"]}, "1 cards dead were laid, but 0 were played"),
        ({"discard": "t"}, "'discard' is a list of cards"),
        ({"discard": ["fire"]}, "'fire' in 'discard' is no card"),
        ({"hands": [["t"]]}, "'hands' is a list with one entry for each of the 2 seats"),
        ({"hands": [["t", "s"], ["s"]]}, "seat 0 holds one route card, not 2"),
        ({"hands": [["t"], []]}, "seat 1 has no route card"),
        ({"stack": ["s"]}, "there are 12 cards s in the box, not 2"),
        ({"stack": [1]}, "1 in 'stack' is no card"),
        ({"magic": [["replant"], ["replant"]]}, "seat 0 has three different magic cards"),
        ({"magic": [["hello"], ["replant"]]}, "'magic' has lists of magic cards out of cut-it-all"),
        ({"magic": [["inspiration", "winding-road", "dead-end"]] * 2}, "'magic' of a first game is cut-it-all"),
        ({"magic": [None, None]}, "only with the option magic = choose"),
        ({"used": [["replant"], []]}, "seat 0 cannot have used replant: it never had it"),
        ({"spell": {"magic": "inspiration"}}, "'spell' is null, or has 'magic' and 'step'"),
        ({"spell": {"magic": "inspiration", "step": 9}}, "'step' is a number from 0 to 3, not 9"),
        ({"spell": {"magic": "inspiration", "step": 2}}, "'used' must have inspiration for seat 0"),
        ({"last_turns": 1}, "'last_turns' counts the turns to come once the stack is empty"),
        ({"last_turns": 3}, "'last_turns' is a number from 0 to 2, not 3"),
        ({"joined": ["R:NS"]}, r"'joined' does not fit the field: joined are \[\]"),
        ({"last": "swap"}, "'last' is null or a move in the field such as"),
        ({"winners": [0]}, "'winners' and 'reason' are both null"),
        ({"winners": [], "reason": "win"}, "only deck-out has no winners"),
        ({"winners": [0], "reason": "win"}, "seat 0 cannot have won: no two of its castles are joined"),
        ({"turn": [1]}, r"'turn' says \[1\], but the seats to decide are \[0\]"),
        ({"custom": {"axe": {}}}, "'custom' names other magic cards"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.load({"players": 2, "active": 0, "hands": [["t"], ["s"]], **change})


def test_the_active_seat_must_be_named() -> None:
    with pytest.raises(BadPosition, match="the key 'active' is missing"):
        GAME.load({"players": 2, "hands": [["t"], ["s"]]})


SPELL = {"used": [["inspiration"], []], "discard": ["x"], "hands": [["t", "f"], ["s"]]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"discard": []}, "'discard' is empty, but magic is played after discarding"),
        ({"spell": {"magic": "inspiration", "step": 2, "older": 1}}, "'older' is a number from 0 to 0, not 1"),
        ({"spell": {"magic": "inspiration", "step": 2, "fresh": "b2"}}, "'fresh' is null or a cell with a card"),
        ({"spell": {"magic": "inspiration", "step": 2, "shown": ["x"]}}, "seat 0 does not hold x, which 'shown' names"),
        ({"spell": {"magic": "inspiration", "step": 1}}, "seat 0 holds 1 cards at this step of inspiration, not 2"),
        ({"hands": [["t", "f"], []]}, "everybody else holds a route card while magic is played"),
        ({"last_turns": 2}, "there is no magic in the last turns"),
    ],
)
def test_an_impossible_magic_turn_is_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    position = {"players": 2, "active": 0, "spell": {"magic": "inspiration", "step": 2}, **SPELL, **change}
    with pytest.raises(BadPosition, match=reason):
        GAME.load(position)


def test_more_impossible_turns(position: Position) -> None:
    with pytest.raises(BadPosition, match="seat 0 has no card to play, so it is not its turn"):
        position("", "- s", short=True, last_turns=2)
    with pytest.raises(BadPosition, match="castles of seat 0 are joined at the start of its turn"):
        position("a1 s:h l:n / b1 s:h / c1 s:v r:w / c2 s:v / c3 s:v", "t s")
    green = {"used": [["green-hand"], []], "discard": ["x"], "magic": "inspiration green-hand winding-road"}
    with pytest.raises(BadPosition, match="another seat is asked whether it swaps"):
        position("", "t+f s", spell={"magic": "green-hand", "step": 2}, turn=[0], **green)
    with pytest.raises(BadPosition, match="only while there are cards in the stack"):
        position("", "t+f s", short=True, spell={"magic": "green-hand", "step": 2}, **green)
    with pytest.raises(BadPosition, match="step 0 of winding-road asks for no decision here"):
        position("", "- s", spell={"magic": "winding-road", "step": 0}, **{**green, "used": [["winding-road"], []]})
    sides = [["inspiration", "dead-end", "winding-road"], ["replant", "dead-end", "winding-road"]]
    with pytest.raises(BadPosition, match="'magic' is the same for all seats unless everybody chooses"):
        position("", "t s", rule_of_magic="random", magic=sides)
    with pytest.raises(BadPosition, match="only before route cards are dealt"):
        position("", "t s", rule_of_magic="choose", magic=[None, None])


# ---------------------------------------------------------------------- what a seat knows


def test_imagined_positions_keep_what_is_known_and_redraw_the_rest(position: Position) -> None:
    state = position("b2 s:v t:w", "x s f", discard=["b", "dl"])
    hands, tops = set(), set()
    for chance in range(200):
        other = state.imagine(1, Random(chance))
        assert other.view(1) == state.view(1)
        dump = other.dump()
        assert sorted(dump["stack"] + dump["hands"][0] + dump["hands"][2]) == sorted(state.dump()["stack"] + ["x", "f"])
        hands.add(tuple(dump["hands"][0]))
        tops.add(dump["stack"][0])
    assert len(hands) == len(tops) == 9


def test_cards_nobody_can_hold_are_never_imagined(position: Position) -> None:
    # All crossroads are in sight.
    state = position("a1 x:h / b1 x:v / c1 x:h", "x s f", discard=["x"], removed=["x"], active=1)
    for chance in range(50):
        assert state.imagine(0, Random(chance)).dump()["hands"][1:] != [["x"], ["x"]]
        assert "x" not in state.imagine(0, Random(chance)).dump()["stack"]


def test_the_other_hand_is_imagined_as_often_as_its_cards_are_unseen(position: Position) -> None:
    state = position("", "t s")
    drawn = [state.imagine(0, Random(chance)).dump()["hands"][1][0] for chance in range(1100)]
    # 55 unseen cards: 12 straights, 11 T-junctions, 4 forks.
    assert 180 < drawn.count("s") < 300
    assert 160 < drawn.count("t") < 280
    assert 45 < drawn.count("f") < 120


# ---------------------------------------------------------------------- pieces


def test_the_box_is_the_one_of_the_brief() -> None:
    pieces = (files("cloudtop.games.cloudy_kingdom") / "pieces.toml").read_text("utf-8")
    magic = (files("cloudtop.games.cloudy_kingdom") / "magic.toml").read_text("utf-8")
    box = read_box(pieces, magic)
    assert sum(route.copies for route in box.routes) == 56
    assert [(route.name, route.copies) for route in box.routes][:4] == [
        ("straight", 12),
        ("tee", 12),
        ("crossroads", 6),
        ("bend-left", 5),
    ]
    pairs = [[box.magic[side].name for side in card] for card in box.cards]
    assert pairs == [
        ["cut-it-all", "dead-end"],
        ["inspiration", "replant"],
        ["burning-crossing", "winding-road"],
        ["quick-growth", "green-hand"],
    ]
    assert PRINTED.routes == 9


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[families]", "[families", "is missing or cannot be read"),
        ('black = "K"', 'black = "R"', "four families, each with a letter of its own"),
        ('N = "RBGK"', 'N = "RBG"', "a layout of three and one of four castles a side"),
        ('E = "RGB"', 'E = "BRG"', "castles of a family never face each other"),
        ('code = "dl"', 'code = "dead"', "every card needs a code of its own"),
        ('code = "dl"', 'code = "D1"', "a card's code is one or more lower-case letters"),
        ('joins = ["alr"]', 'joins = ["axr"]', "route card fork: 'joins' has groups"),
        ("copies = 6", "copies = 0", "at least one copy of every route card"),
        ("copies = 6", "", "'copies' is missing or cannot be read"),
        ('["inspiration", "replant"]', '["inspiration", "inspiration"]', "four magic cards, every side on one"),
        ('"burning-crossing"]\n\n', '"dead-end"]\n\n', "the first game needs sides of three different magic cards"),
        ('steps = ["turn"]', 'steps = ["draw"]', "cannot leave the hand empty"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(old: str, new: str, reason: str) -> None:
    pieces = (files("cloudtop.games.cloudy_kingdom") / "pieces.toml").read_text("utf-8")
    magic = (files("cloudtop.games.cloudy_kingdom") / "magic.toml").read_text("utf-8")
    assert (old in pieces) != (old in magic)
    with pytest.raises(BadPieces, match=reason):
        read_box(pieces.replace(old, new, 1), magic.replace(old, new, 1))


def test_too_few_cards_are_refused() -> None:
    pieces = (files("cloudtop.games.cloudy_kingdom") / "pieces.toml").read_text("utf-8")
    magic = (files("cloudtop.games.cloudy_kingdom") / "magic.toml").read_text("utf-8")
    few = pieces.partition("[routes.tee]")[0].replace("copies = 12", "copies = 7")
    with pytest.raises(BadPieces, match="at least eight route cards"):
        read_box(few, magic)
