"""What is in the box, and the deals that a shuffle can give."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from cloudtop.core.errors import BadDeal, BadPieces
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.pieces import BOX, card_of, read_box, totals

# ---------------------------------------------------------------------- pieces


def test_the_box_adds_up_as_the_brief_says() -> None:
    assert [len(cards) for cards in BOX.land.values()] == [21, 9, 15, 15]
    found = totals(BOX)
    assert [found[icon] for icon in ("V", "W", "T", "P", "plain", "M")] == [11, 13, 12, 16, 8, 42]
    assert [found[animal] for animal in "abcdefgh"] == [5] * 8
    assert (BOX.common.cities, BOX.common.fumaroles) == ((9, 7, 5, 4, 3), 11)
    assert tuple(BOX.travellers.values()) == (5, 4, 6, 8, 5, 8, 4, 6)
    assert tuple(BOX.verdicts.values()) == (0, 60, 70, 75, 80)


@pytest.mark.parametrize("icons", ["M", "MMg", "PM", "V", "Wc", "TM"])
def test_icons_are_read_one_by_one(icons: str) -> None:
    assert "".join(card_of(icons).icons) == str(card_of(icons)) == icons


@pytest.mark.parametrize("icons", ["", "a", "MMM", "PMM", "TMa", "Wi", "WP", "mm"])
def test_icons_that_no_card_has_are_refused(icons: str) -> None:
    with pytest.raises(ValueError, match="no card has the icons"):
        card_of(icons)


@pytest.mark.parametrize(
    ("reason", "old", "new"),
    [
        ("expected 9 land cards of number 2, found 10", '2 = ["VM",', '2 = ["VM", "VM",'),
        ("the numbers 1, 2, 3 and 4", "\n4 = [", "\n5 = ["),
        ("'Xa' is no card", '"Va"', '"Xa"'),
        ("'VMM' is no card", '"Va"', '"VMM"'),
        ("'' is no card", '"Va"', '""'),
        ("expected 4 different start cards", '"Ma", "Mb"', '"Mb"'),
        ("a start card shows mountains", '"Ma", "Mb"', '"Va", "Mb"'),
        ("the total of 'V' says 11, the cards 10", '"Va"', '"Wa"'),
        ("the total of 'a' says 4, the cards 5", "a = 5", "a = 4"),
        ("different stars, the highest first", "[9, 7,", "[7, 9,"),
        ("Expected `int` >= 1 - at `$.common.fumaroles`", "fumaroles = 11", "fumaroles = 0"),
        ("Expected `int`, got `str`", "Burk = 4", 'Burk = "4"'),
        ("must lie in 5 or more piles of 3", '"V", "Va"', '"V", "V", "Va"'),
        ("there are only 8 travellers", "travellers = 3", "travellers = 9"),
        ("verdicts from 0 stars upwards", "promising = 60", "promising = 71"),
        ("verdicts from 0 stars upwards", "wobbly = 0", "wobbly = 1"),
        ("expected the travellers Splash, Burk", "Burk = 4", "Bork = 4"),
        ("Object contains unknown field `shared`", "[common]", "[shared]"),
        ("cannot be read", "[common]", "[common"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(reason: str, old: str, new: str) -> None:
    text = (files("cloudtop.games.strange_world") / "pieces.toml").read_text(encoding="utf-8")
    assert read_box(text) == BOX
    assert old in text
    with pytest.raises(BadPieces) as caught:
        read_box(text.replace(old, new, 1))
    assert reason in str(caught.value)


# ---------------------------------------------------------------------- deals


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_deal_says_in_which_order_everything_was_shuffled(players: int) -> None:
    deal = GAME.deal_of(players=players, seed=3)
    assert sorted(deal) == (["piles", "starts", "travellers"] if players == 1 else ["deck", "starts", "sun"])
    assert len(deal["starts"]) == players
    assert GAME.deal(players=players, deal=deal).dump() == GAME.deal(players=players, seed=3).dump()


GOOD = GAME.deal_of(players=2, seed=3)
ALONE = GAME.deal_of(players=1, seed=3)
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
