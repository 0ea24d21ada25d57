"""Positions in writing: what may be left out, what is impossible, and what a seat cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.cloudy_kingdom.playing import RED_AND_BLUE_NEARLY, RED_WAITS, Position

from cloudtop.core.errors import BadPosition
from cloudtop.games.cloudy_kingdom.game import GAME

AXE = {"steps": ["cut"], "joins": None, "fireproof": None}


def test_a_position_needs_no_more_than_whose_turn_it_is_and_hands() -> None:
    state = GAME.load({"players": 2, "active": 1, "hands": [["t"], ["s"]]})
    assert state.turn() == [1]
    assert len(state.dump()["stack"]) == 54


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"colour": 1}, "unknown field `colour`"),
        ({"active": None}, r"Expected `int`, got `null` - at `\$.active`"),
        ({"active": 2}, "'active' is a seat from 0 to 1, not 2"),
        ({"size": 4}, "'size' is 3 with 2 players"),
        ({"castles": {"N": "BRG", "E": "BGR", "S": "RGB", "W": "RBG"}}, "layout = random"),
        ({"castles": {"N": "RBG", "E": "RGB", "S": "RGB", "W": "BRG"}}, "'castles': castles of a family never face"),
        ({"field": []}, r"Expected `object`, got `array` - at `\$.field`"),
        ({"field": {"d1": ["s:v"]}}, "there is no cell 'd1' in the field"),
        ({"field": {"a1": []}}, "the stack on a1 is a list of cards"),
        ({"field": {"a1": ["s"]}}, "'s' on a1 is no card"),
        ({"field": {"a1": ["t:h"]}}, "'t:h' on a1 is no card"),
        ({"field": {"a1": ["tee:n"]}}, "'tee:n' on a1 is no card"),
        ({"field": {"a1": ["s:v", "t:n"]}}, "t:n on a1 does not lie crosswise to the card beneath"),
        ({"field": {"a1": ["s:v", "fire:h", "s:v"]}}, "s:v on a1 lies on a fireproof card"),
        ({"field": {"a1": ["fire:h"]}}, "fire:h on a1 lies on nothing, but it is laid crosswise on a card"),
        ({"field": {"a1": ["s:v", "fire:h"]}}, "1 cards fire were laid, but 0 were played"),
        ({"removed": ["fire"]}, "'fire' in 'removed' is no card"),
        ({"removed": ["dead"]}, "1 cards dead were laid, but 0 were played"),
        ({"discard": "t"}, r"Expected `array`, got `str` - at `\$.discard`"),
        ({"discard": ["fire"]}, "'fire' in 'discard' is no card"),
        ({"hands": [["t"]]}, "'hands' has one entry for each of 2 seats, not 1"),
        ({"hands": [["t", "s"], ["s"]]}, "seat 0 holds one route card, not 2"),
        ({"hands": [["t"], []]}, "seat 1 has no route card"),
        ({"stack": ["s"]}, "there are 12 cards s in the box, not 2"),
        ({"stack": [1]}, r"Expected `str`, got `int` - at `\$.stack\[0\]`"),
        ({"magic": [["replant"], ["replant"]]}, "seat 0 has three different magic cards"),
        ({"magic": [["hello"], ["replant"]]}, "'magic' has lists of magic cards out of cut-it-all"),
        ({"magic": [["inspiration", "winding-road", "dead-end"]] * 2}, "'magic' of a first game is cut-it-all"),
        ({"magic": [None, None]}, "only with the option magic = choose"),
        ({"used": [["replant"], []]}, "seat 0 cannot have used replant: it never had it"),
        ({"used": [["cut-it-all", "cut-it-all"], []]}, "'used' names a magic card twice"),
        ({"spell": {"magic": "inspiration"}}, r"missing required field `step` - at `\$.spell`"),
        ({"spell": {"magic": "inspiration", "step": 9}}, "'step' is a number from 0 to 3, not 9"),
        ({"spell": {"magic": "inspiration", "step": 2}}, "'used' must have inspiration for seat 0"),
        ({"last_turns": 1}, "'last_turns' counts the turns to come once the stack is empty"),
        ({"last_turns": 3}, "'last_turns' is a number from 0 to 2, not 3"),
        ({"joined": ["R:NS"]}, r"'joined' does not fit the field: joined are \[\]"),
        ({"last": "swap"}, "'last' is null or a move in the field such as"),
        ({"last": ["t@a1n"]}, r"Expected `str . null`, got `array` - at `\$.last`"),
        ({"last": "t@d1n"}, "there is no cell 'd1' in the field"),
        ({"last": "t@a1n"}, "'last' is t@a1n, but no such card lies on top there"),
        ({"last": "t@a1n", "field": {"a1": ["t:s"]}}, "'last' is t@a1n, but no such card lies on top there"),
        ({"last": "turn@a1"}, "'last' is turn@a1, but there is no stack that could have been turned"),
        ({"last": "cut@a1"}, "'last' is cut@a1, but no card can have been cut there"),
        ({"winners": [0]}, "'winners' and 'reason' are both null"),
        ({"winners": [], "reason": "win"}, "only deck-out has no winners"),
        ({"winners": [2], "reason": "win"}, "'winners' is a seat from 0 to 1, not 2"),
        ({"winners": [0], "reason": "luck"}, "'reason' is one of win, win-active-first"),
        ({"winners": [], "reason": "deck-out"}, "there are no cards in the stack and in the hands"),
        ({"winners": [0], "reason": "win"}, "seat 0 cannot have won: no two of its castles are joined"),
        ({"turn": [1]}, r"'turn' says \[1\], but the seats to decide are \[0\]"),
        ({"custom": {"axe": AXE}}, "unknown field `custom`"),
        ({"families": "BR"}, "'families' is 'RB', as the option says, not 'BR'"),
        (
            {"box": {"magic": {"axe": {}}}},
            "a box that cannot be played with: magic axe: .*missing required field `steps`",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.load({"players": 2, "active": 0, "hands": [["t"], ["s"]], **change})


def test_the_active_seat_must_be_named() -> None:
    with pytest.raises(BadPosition, match="missing required field `active`"):
        GAME.load({"players": 2, "hands": [["t"], ["s"]]})


SPELL = {"used": [["inspiration"], []], "discard": ["x"], "hands": [["t", "f"], ["s"]]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"discard": []}, "'discard' is empty, but magic is played after discarding"),
        ({"spell": {"magic": "inspiration", "step": 2, "older": 1}}, "'older' is a number from 0 to 0, not 1"),
        (
            {"spell": {"magic": "inspiration", "step": 2, "fresh": "b2"}},
            "'fresh' is null or the cell of a card that the magic has laid, not 'b2'",
        ),
        ({"spell": {"magic": "inspiration", "step": 2, "shown": ["x"]}}, "seat 0 does not hold x, which 'shown' names"),
        ({"hands": [["t"], ["s"]]}, "seat 0 holds 2 cards at this step of inspiration, not 1"),
        ({"hands": [["t", "f"], []]}, "everybody else holds a route card while magic is played"),
        ({"last_turns": 2}, "there is no magic in the last turns"),
    ],
)
def test_an_impossible_magic_turn_is_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    position = {"players": 2, "active": 0, "spell": {"magic": "inspiration", "step": 2}, **SPELL, **change}
    with pytest.raises(BadPosition, match=reason):
        GAME.load(position)


DRAWING = [("inspiration", 0, 0), ("inspiration", 1, 1), ("quick-growth", 0, 0), ("quick-growth", 2, 0)]
DRAWING += [("green-hand", 0, 0), ("green-hand", 1, 1), ("replant", 0, 0)]


@pytest.mark.parametrize(("magic", "step", "held"), DRAWING)
def test_a_spell_never_waits_at_a_step_without_a_decision(magic: str, step: int, held: int) -> None:
    written = {
        "players": 2,
        "options": {"magic": "random"},
        "magic": [[magic, "dead-end" if magic != "cut-it-all" else "cut-it-all", "winding-road"]] * 2,
        "active": 0,
        "hands": [["t"] * held, ["t"]],
        "field": {"a1": ["s:h"]},
        "used": [[magic], []],
        "discard": ["s", "s"],
        "spell": {"magic": magic, "step": step, "fresh": "a1" if step == 2 else None},
    }
    with pytest.raises(BadPosition, match=f"'spell': step {step} of {magic} asks for no decision here"):
        GAME.load(written)


def test_a_card_on_the_last_one_needs_to_know_which_that_is() -> None:
    written: dict[str, Any] = {
        "players": 2,
        "options": {"magic": "random"},
        "magic": [["quick-growth", "dead-end", "inspiration"]] * 2,
        "active": 0,
        "hands": [["t"], ["t"]],
        "field": {"a1": ["s:h"]},
        "used": [["quick-growth"], []],
        "discard": ["s"],
        "spell": {"magic": "quick-growth", "step": 3, "fresh": "a1"},
    }
    assert [GAME.text(action) for action in GAME.load(written).legal(0)] == ["t@a1n", "t@a1s"]
    written["spell"]["fresh"] = None
    with pytest.raises(BadPosition, match="'fresh' is the cell of the card that the magic has laid, not null"):
        GAME.load(written)


def test_a_last_move_by_magic_needs_that_magic() -> None:
    written = {"players": 2, "active": 0, "hands": [["t"], ["s"]], "field": {"a1": ["s:h"]}, "last": "turn@a1"}
    with pytest.raises(BadPosition, match="'last' is turn@a1, but no magic in 'used' does that"):
        GAME.load(written)


def test_more_impossible_turns(position: Position) -> None:
    with pytest.raises(BadPosition, match="seat 0 has no card to play, so it is not its turn"):
        position("", "- s", short=True, last_turns=2)
    with pytest.raises(BadPosition, match="castles of seat 0 are joined at the start of its turn"):
        position(RED_WAITS, "t s")
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


@pytest.mark.parametrize(
    ("hands", "more", "reason"),
    [
        ("t s", {"last_turns": 1}, "seat 1 has had its last turn, but still holds a card"),
        ("t - s", {"last_turns": 3}, "seat 1 has no route card"),
        ("- s", {"last_turns": 2}, "seat 0 has no card to play, so it is not its turn"),
    ],
)
def test_in_the_last_turns_those_hold_a_card_whose_turn_is_to_come(
    position: Position, hands: str, more: dict[str, int], reason: str
) -> None:
    with pytest.raises(BadPosition, match=reason):
        position("", hands, short=True, **more)
    # Who emptied the stack by magic plays last, and may have no card.
    assert position("", "t s -", short=True, last_turns=3).turn() == [0]


def test_a_road_waits_only_for_a_seat_that_has_played_magic(position: Position) -> None:
    used = [["inspiration"], []]
    assert position(RED_WAITS, "t s", active=1, used=used).turn() == [1]
    with pytest.raises(BadPosition, match="castles of seat 0 are joined, but not by magic of its own"):
        position(RED_WAITS, "t s", active=1)
    with pytest.raises(BadPosition, match="castles of seat 0 are joined, but not by magic of its own"):
        position(RED_WAITS, "- s", short=True, active=1, used=used, last_turns=1)


WON = RED_AND_BLUE_NEARLY + " / b2 s:v"
SPELL_WON = {"spell": {"magic": "inspiration", "step": 2}, "used": [["inspiration"], [], []], "discard": ["t"]}


@pytest.mark.parametrize(
    ("hands", "winners", "reason", "more"),
    [
        ("- t t", [0], "win-active-first", {"last": "s@b2v"}),
        ("t t -", [0, 1], "win-active-first", {"active": 2, "last": "s@b2v"}),
        ("- t t", [0], "win-active-first", {}),
        ("f t t", [1], "win-magic-other", {**SPELL_WON, "last": "s@b2v"}),
        ("t t t", [0], "win-delayed", {"used": [["inspiration"], [], []]}),
    ],
)
def test_an_end_that_can_be_is_read(
    position: Position, hands: str, winners: list[int], reason: str, more: dict[str, Any]
) -> None:
    outcome = position(WON, hands, winners=winners, reason=reason, **more).outcome()
    assert outcome is not None
    assert list(outcome.winners) == winners


@pytest.mark.parametrize(
    ("hands", "winners", "reason", "more", "wrong"),
    [
        ("- t t", [0, 1], "win-active-first", {}, "cannot have ended by win-active-first"),
        ("- t t", [0], "win", {"last": "s@b2v"}, "cannot have ended by win with these winners"),
        ("- t t", [1], "win-active-first", {"last": "s@b2v"}, "cannot have ended by win-active-first"),
        ("t t t", [1], "win-delayed", {"used": [[], ["inspiration"], []]}, "cannot have ended by win-delayed"),
        ("t t t", [0], "win-delayed", {}, "cannot have ended by win-delayed"),
        ("- t t", [1], "win-magic-other", {}, "magic is being carried out where the game ends by win-magic-other"),
        ("f t t", [1], "win", SPELL_WON, "magic is being carried out where the game ends by win-magic-other"),
        ("f t t", [0], "win-magic-other", SPELL_WON, "cannot have ended by win-magic-other"),
        ("f t t", [0, 1], "win-magic-other", SPELL_WON, "cannot have ended by win-magic-other"),
        ("t t t", [0], "win-active-first", {}, "seat 0 holds a card, but it has just laid one"),
        ("- - t", [0], "win-active-first", {}, "seat 1 has no route card"),
        ("- t t", [0, 0], "win-active-first", {}, "'winners' has each seat once, in order"),
        ("- t t", [0], "win-active-first", {"last_turns": 3}, "'last_turns' counts the turns to come"),
    ],
)
def test_an_end_that_the_position_contradicts_is_refused(
    position: Position, hands: str, winners: list[int], reason: str, more: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(BadPosition, match=wrong):
        position(WON, hands, winners=winners, reason=reason, **more)


def test_nobody_is_joined_at_the_end_of_the_stack(position: Position) -> None:
    assert position("", "- -", short=True, winners=[], reason="deck-out").outcome() is not None
    with pytest.raises(BadPosition, match="cannot have ended by deck-out"):
        position(RED_WAITS, "- -", short=True, winners=[], reason="deck-out")


def test_magic_needs_the_cards_that_its_steps_still_ask_for(position: Position) -> None:
    quick = {"magic": "inspiration quick-growth winding-road", "used": [["quick-growth"], []], "discard": ["x"]}
    assert position("", "t s", stack="f", short=True, spell={"magic": "quick-growth", "step": 1}, **quick).turn() == [0]
    with pytest.raises(BadPosition, match="not cards enough in the stack for the steps of quick-growth"):
        position("", "t s", short=True, spell={"magic": "quick-growth", "step": 1}, **quick)
    with pytest.raises(BadPosition, match="'shown' has cards taken from the discard pile: 0 at most"):
        position("", "t s", spell={"magic": "quick-growth", "step": 1, "shown": ["t"]}, **quick)
    with pytest.raises(BadPosition, match=r"Expected `str . null`, got `array` - at `\$.spell.fresh`"):
        position("", "t s", spell={"magic": "quick-growth", "step": 1, "fresh": ["a1"]}, **quick)
    many = {**quick, "discard": ["x", "x", "x", "x"]}
    with pytest.raises(BadPosition, match="'older' is a number from 3 to 3, not 0"):
        position("", "t s", spell={"magic": "quick-growth", "step": 1, "older": 0}, **many)


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
