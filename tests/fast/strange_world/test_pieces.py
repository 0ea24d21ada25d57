"""What is in the box, and the deals that a shuffle can give."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from cloudtop.core.box import read_box
from cloudtop.core.errors import BadDeal, BadPieces
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.pieces import PRINTED, card_of, totals

TEXT = (files("cloudtop.games.strange_world") / "pieces.toml").read_text(encoding="utf-8")

# ---------------------------------------------------------------------- pieces


def test_the_box_adds_up_as_the_brief_says() -> None:
    assert [len(cards) for cards in PRINTED.land.values()] == [21, 9, 15, 15]
    found = totals(PRINTED)
    assert [found[icon] for icon in ("V", "W", "T", "P", "plain", "M")] == [11, 13, 12, 16, 8, 42]
    assert [found[animal] for animal in "abcdefgh"] == [5] * 8
    assert (PRINTED.common.cities, PRINTED.common.fumaroles) == ((9, 7, 5, 4, 3), 11)
    assert [traveller.stars for traveller in PRINTED.travellers.values()] == [5, 4, 6, 8, 5, 8, 4, 6]
    assert tuple(PRINTED.verdicts.values()) == (0, 60, 70, 75, 80)


@pytest.mark.parametrize("icons", ["M", "MMg", "PM", "V", "Wc", "TM", "a", "VWTP", "VPMa", "MMgh"])
def test_icons_are_read_one_by_one(icons: str) -> None:
    assert "".join(card_of(icons).icons) == str(card_of(icons)) == icons


@pytest.mark.parametrize("icons", ["", "MMM", "PV", "aV", "ba", "VWTPM", "Wi", "WW", "mm", "V a", "V\n"])
def test_icons_that_no_card_has_are_refused(icons: str) -> None:
    with pytest.raises(ValueError, match="no card has the icons"):
        card_of(icons)


BURK = "Burk = { stars = 4, each_row = { winds = 1 } }"
BAD_BOXES: list[tuple[str, tuple[str | int, ...], str, str]] = [
    ("expected 9 land cards of this number, found 10", ("land", "2"), '2 = ["VM",', '2 = ["VM", "VM",'),
    ("the numbers 1, 2, 3 and 4", ("land",), "\n4 = [", "\n5 = ["),
    ("'Xa' is no card", ("land", "1", 1), '"Va"', '"Xa"'),
    ("'MV' is no card", ("land", "1", 1), '"Va"', '"MV"'),
    ("'' is no card", ("land", "1", 1), '"Va"', '""'),
    ("expected 4 start cards, one for each player, found 3", ("start",), '"Ma", "Mb"', '"Mb"'),
    ("the total says 11, the cards 10", ("totals", "V"), '"Va"', '"Wa"'),
    ("the total says 4, the cards 5", ("totals", "a"), "a = 5", "a = 4"),
    ("there is nothing to count", ("totals", "x"), "a = 5", "x = 5"),
    ("different stars, the highest first", ("common", "cities"), "[9, 7,", "[7, 9,"),
    ("there is room for 6 Dark Cities", ("common", "cities"), "[9, 7,", "[20, 19, 9, 7,"),
    ("Expected `int` >= 0", ("common", "fumaroles"), "fumaroles = 11", "fumaroles = -1"),
    ("Expected `int`, got `str`", ("stars", "water"), "water = 3 ", 'water = "3" '),
    ("Expected `int` <= 99", ("stars", "wind"), "wind = 2", "wind = 100"),
    ("must lie in 5 or more piles of 3, but there are 22", ("land", "1"), '"V", "Va"', '"V", "V", "Va"'),
    ("Expected `int` <= 8", ("solo", "travellers"), "travellers = 3", "travellers = 9"),
    ("verdicts from 0 stars upwards", ("verdicts",), "promising = 60", "promising = 71"),
    ("verdicts from 0 stars upwards", ("verdicts",), "wobbly = 0", "wobbly = 1"),
    ("expected the verdicts wobbly, promising", ("verdicts",), "promising", "promissing"),
    ("expected the travellers Splash, Burk", ("travellers",), "Burk = {", "Bork = {"),
    ("it needs a wish", ("travellers", "Burk"), BURK, "Burk = { stars = 4 }"),
    ("nobody can wish for that", ("travellers", "Burk", "each_row", "gold"), BURK, BURK.replace("winds", "gold")),
    ("Object contains unknown field `shared`", (), "[common]", "[shared]"),
]


@pytest.mark.parametrize(("reason", "at", "old", "new"), BAD_BOXES, ids=[f"{at}-{new}" for _, at, _, new in BAD_BOXES])
def test_a_box_that_cannot_be_played_with_is_refused(
    reason: str, at: tuple[str | int, ...], old: str, new: str
) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(BadPieces) as caught:
        GAME.boxed(read_box(TEXT.replace(old, new, 1)))
    assert reason in str(caught.value)
    assert caught.value.at == at
    assert ".".join(map(str, at)) in str(caught.value)


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
    ("7 piles of three cards", 1, {**ALONE, "piles": ALONE["piles"][1:]}),
    ("7 piles of three cards", 1, {**ALONE, "piles": "cards"}),
    ("expected a list of 3 travellers", 1, {**ALONE, "travellers": ["Burk"]}),
    ("'Burk' is not there, or not as often, among the travellers", 1, {**ALONE, "travellers": ["Burk"] * 3}),
]


@pytest.mark.parametrize(("reason", "players", "deal"), BAD_DEALS)
def test_a_deal_that_cannot_be_is_refused(reason: str, players: int, deal: Any) -> None:
    with pytest.raises(BadDeal) as caught:
        GAME.deal(players=players, deal=deal)
    assert reason in str(caught.value)
