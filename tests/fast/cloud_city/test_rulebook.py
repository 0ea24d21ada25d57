"""The rulebook: no rule in it could be left out, and it knows what to say about what has no number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.cloud_city.playing import FULL, TWO, Table, dealt, play_out

from cloudtop.core.errors import ContractBreach
from cloudtop.core.rulebook import Rule
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.moves import MOVES, Cell, Draw, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import TILES
from cloudtop.games.cloud_city.rules import RULEBOOK, end, place_rotation, walkway_length, walkway_straight
from cloudtop.games.cloud_city.state import CloudCity
from cloudtop.testing.promises import check_rulebook

ONLY_NAMED = (end, place_rotation, walkway_straight, walkway_length)
"""After the end nobody is on turn either, no numbered move is crooked or turned too often, of no piece none is left."""
ENTRIES = [(kind, rule) for kind, rules in RULEBOOK.rules.items() for rule in rules if rule not in ONLY_NAMED]


ROW = """
    g h i j k l m n
  7 B . B B . . . B
  8 . B . . S S G .
"""
BEFORE = """
   g h i j k l
 7 B . B B G .
 8 . B . . . S
"""
HOLE = """
    g h i j k l
  7 B . _ _ B .
  8 . B _ _ . S
  9 G . G . G .
 10 . S . B . S
"""
CROSS = """
    g h i j
  7 B . S .
  8 . B . G
  9 S . . S
 10 G . S .
"""
TALLER = """
   g h i j k l
 7 B . G . B .
 8 . B . S . S
"""
STAR = """
    e f g h i j
  7 B . B . B .
  8 . S . B . G
  9 _ _ B . _ _
 10 _ _ . S _ _
"""
EIGHTS = [
    """
        g h i j k l
      7 B . . . . B
      8 . B S S . S
      9 . S _ _ _ _
     10 . G _ _ _ _
     11 . . _ _ _ _
     12 B S _ _ _ _
    """,
    """
        g h i j k l
      7 B . . . . B
      8 . G G S . S
      9 . S _ _ _ _
     10 . B _ _ _ _
    """,
    """
        g h i j k l
      7 B . . . . B
      8 . S S G . S
      9 . G _ _ _ _
     10 . B _ _ _ _
    """,
]
"""All three River walkways of value 8 are built, and the first city has room for a fourth."""
SECOND = """
   g h i j
 7 B . B B
 8 . G . .
"""


def positions(table: Table) -> Iterator[CloudCity]:
    """Positions in each of which some moves break one rule only."""
    yield table(
        BEFORE, BEFORE.replace(". B . .", ". G . ."), step="lay", hands=[["bg", "gs", "gg"], ["bg", "ss", "gb"]]
    )
    yield table(TALLER, SECOND)
    yield table(ROW, walkways="i7-j7", city="rectangle")
    yield table(HOLE)
    yield table(CROSS, walkways="g9-j9")
    yield table(STAR, walkways="e7-g7 g7-i7")
    yield table(*EIGHTS, walkways=["g7-l7"] * 3)
    yield table(FULL, market=["bb", None, "gg"], stack=[])


def checked(table: Table) -> None:
    """Compare the legal moves of every seat with the rulebook."""
    for state in positions(table):
        for seat in range(state.players):
            check_rulebook(state, seat, state.legal(seat))


def test_the_rulebook_and_the_legal_moves_agree(table: Table) -> None:
    checked(table)


@pytest.mark.parametrize(("kind", "rule"), ENTRIES, ids=[f"{kind.__name__}-{rule.__name__}" for kind, rule in ENTRIES])
def test_a_rule_that_is_left_out_is_missed(
    kind: type[Any], rule: Rule, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {each: [one for one in rules if (each, one) != (kind, rule)] for each, rules in RULEBOOK.rules.items()}
    monkeypatch.setattr(RULEBOOK, "rules", left)
    with pytest.raises(ContractBreach, match="legal moves are those that break no rule"):
        checked(table)


def test_what_has_no_number_is_refused_by_its_rule(table: Table) -> None:
    crooked, too_often = Walkway(Space(6, 6), Space(7, 7)), Lay(TILES[0], Cell(4, 3), 4)
    assert crooked not in MOVES
    assert too_often not in MOVES
    assert RULEBOOK.why_not(table(TWO), 0, crooked) == "cloud-city/walkway-straight"
    hands = [[str(TILES[0]), "ss", "gg"]]
    assert RULEBOOK.why_not(table(TWO, hands=hands, step="lay"), 0, too_often) == "cloud-city/place-rotation"


@pytest.mark.parametrize("move", [Lay(TILES[0], Cell(4, 3)), Walkway(Space(6, 6), Space(8, 6)), Draw("stack")], ids=str)
def test_after_the_end_it_is_the_end_that_is_named(move: Lay | Walkway | Draw) -> None:
    assert RULEBOOK.why_not(play_out(dealt(2)), 0, move) == "cloud-city/end"


@pytest.mark.parametrize(("shape", "widest"), [("square", 8), ("rectangle", 13)])
def test_no_decision_is_wider_than_three_tiles_on_all_open_cells_of_the_widest_city(shape: str, widest: int) -> None:
    assert GAME.bounds(1, GAME.terms(1, {"city": shape}).options).legal == 3 * 4 * widest
