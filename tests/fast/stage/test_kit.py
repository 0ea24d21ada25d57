"""The kit: cards and tiles that are drawn already lie where they should, are lit, and look well in any light."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from cloudtop.core.scene import Staging
from cloudtop.stage.cards import Deck, Pile, Row, Table
from cloudtop.stage.hands import Hand
from cloudtop.stage.pieces import HUES, INK_OF, MARK_OF, MARKS, PAINTS, Face, Piece
from cloudtop.stage.tiles import Cell, Grid, TileSet

DECK = Deck("demo", {f"{hue}-{value}": Face(hue, str(value)) for hue in HUES for value in (1, 10)})
MARKET = Row("market", "Market", (Piece("red-1", "red one", "market:red-1"), Piece("blue-10", "", "market:blue-10")), 4)
PLAYED = Row("played", "Played", target="place:played", label="the middle of the table")
HANDS = (
    Hand(0, "Ada", (Piece("green-1", "green one", "hand:green-1"),), to_play=True),
    Hand(1, "Bo", (Piece("", "hidden card"), Piece("", "hidden card")), hue="red", tally="7"),
)
TABLE = Table("Demo", ((Pile("stack", "Stack", 9), MARKET), (PLAYED,)), HANDS, "two cards on offer")
TILES = TileSet("demo", {**{hue: Face(hue) for hue in HUES}, "seven": Face("red", "7")})
GRID = Grid(
    "Demo", 3, 2, (Cell(0, 0, "red", "red tile"), Cell(1, 1, "", "b2", "cell:b2"), Cell(2, 0, "blue", "", "", "ghost"))
)


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1, as the eye sees it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How well one colour is read on another."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


# ---------------------------------------------------------------------- faces


@pytest.mark.parametrize("hue", HUES)
@pytest.mark.parametrize("light", [0, 1], ids=["day", "dusk"])
def test_a_number_is_read_on_its_paper(hue: str, light: int) -> None:
    paper = PAINTS["paper"].day if light == 0 else PAINTS["paper"].dusk
    assert min(contrast(INK_OF[hue][light], colour) for _, colour in paper) >= 3


def test_no_two_hues_have_the_same_sign() -> None:
    assert len(set(MARK_OF.values())) == len(HUES)
    assert len(set(MARKS.values())) == len(MARKS)


@pytest.mark.parametrize(
    ("face", "reason"), [(Face("pink"), "no hue 'pink'"), (Face("red", mark="cat"), "no mark 'cat'")]
)
def test_a_face_that_cannot_be_drawn_is_refused_at_once(face: Face, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Deck("demo", {"one": face})


def test_a_face_that_there_is_not_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        DECK.sprite("pink-3")


# ---------------------------------------------------------------------- cards


def test_table_and_hands_are_parts_of_their_own() -> None:
    parts = DECK.parts(TABLE, Staging())
    assert [part.name for part in parts] == ["table", "hand:0", "hand:1"]
    assert [part.draw().seat for part in parts] == [None, 0, 1]


def test_a_part_is_drawn_anew_only_for_what_it_shows() -> None:
    quiet, lit, other = (
        DECK.parts(TABLE, Staging(targets=targets)) for targets in ((), ("market:red-1",), ("hand:x",))
    )
    assert quiet[0].key != lit[0].key
    assert quiet[0].key == other[0].key
    assert [part.key for part in quiet[1:]] == [part.key for part in lit[1:]]


def test_what_may_be_picked_is_lit_and_what_was_picked_too() -> None:
    staging = Staging(targets=["market:red-1", "place:played"], chosen=["market:red-1"])
    panel = DECK.parts(TABLE, staging)[0].draw()
    lights = {item.target: item.sprite for item in panel.items if item.state == "target"}
    assert lights == {"market:red-1": "demo-picked", "place:played": "demo-lit"}
    assert [item.state for item in DECK.parts(TABLE, Staging())[0].draw().items if item.state] == []


def test_a_pile_is_as_thick_as_it_is_and_no_thicker() -> None:
    for size, seen in ((0, 0), (1, 1), (3, 3), (60, 5)):
        panel = DECK.panel(Table("", ((Pile("stack", "Stack", size),),)))
        assert len(panel.items) == seen


def test_the_table_keeps_its_size_while_its_places_fill() -> None:
    boxes = {
        DECK.panel(Table("", ((Row("market", "", MARKET.cards[:count], 4),),))).box
        for count in range(len(MARKET.cards))
    }
    assert len(boxes) == 1


def test_a_full_row_still_answers_so_that_a_card_can_be_changed_for_another() -> None:
    full = PLAYED._replace(cards=(Piece("red-1"),), places=1)
    assert [item.target for item in DECK.panel(Table("", ((full,),))).items] == ["place:played"]
    more = full._replace(places=2)
    lit = DECK.panel(Table("", ((more,),)), frozenset({"place:played"})).items
    assert [(item.id, item.state) for item in lit] == [("played-0", ""), ("light-played-next", "target")]


def test_everything_lies_within_its_panel() -> None:
    for panel in (DECK.panel(TABLE), TILES.panel(GRID)):
        left, top, width, height = panel.box
        assert all(left + 50 <= item.x <= left + width - 50 for item in panel.items)
        assert all(top + 50 <= item.y <= top + height - 50 for item in panel.items)


def test_a_hand_has_a_place_for_every_card() -> None:
    own, other = (part.draw() for part in DECK.parts(TABLE, Staging())[1:])
    assert [(slot.label, slot.target) for slot in own.slots] == [("green one", "hand:green-1")]
    assert [slot.picture.items[0].sprite for slot in other.slots] == ["demo-face-down"] * 2


# ---------------------------------------------------------------------- tiles


def test_tiles_lie_in_their_cells_and_ghosts_are_seen_through() -> None:
    items = {item.id: item for item in TILES.panel(GRID).items}
    assert set(items) == {"tile-0-0", "tile-2-0"}
    assert items["tile-2-0"].x > items["tile-0-0"].x
    assert (items["tile-0-0"].state, items["tile-2-0"].state) == ("", "ghost")


def test_the_first_row_is_the_nearest() -> None:
    near, far = TILES.panel(Grid("", 1, 2, (Cell(0, 0, "red"), Cell(0, 1, "red")))).items[::-1]
    assert near.id == "tile-0-0"
    assert near.y > far.y


def test_an_empty_cell_is_there_to_be_lit() -> None:
    lit = TILES.parts(GRID, Staging(targets=["cell:b2"]))[0].draw().items[-1]
    assert (lit.target, lit.state, lit.label) == ("cell:b2", "target", "b2")


# ---------------------------------------------------------------------- pictures


@pytest.mark.parametrize("theme", ["day", "dusk"])
@pytest.mark.parametrize("kind", ["cards", "tiles"])
def test_a_picture_stands_alone(kind: str, theme: str) -> None:
    drawn = DECK.draw(TABLE, Staging(), theme) if kind == "cards" else TILES.draw(GRID, Staging(), theme)
    ElementTree.fromstring(drawn)
    assert "var(" not in drawn
    wanted = set(re.findall(r'href="#([\w-]+)"', drawn)) | set(re.findall(r"url\(#([\w-]+)\)", drawn))
    assert wanted <= set(re.findall(r'id="([\w-]+)"', drawn))


def test_a_page_has_a_sprite_for_everything_that_is_shown() -> None:
    for printed, parts in (
        (DECK, DECK.parts(TABLE, Staging(targets=["place:played"]))),
        (TILES, TILES.parts(GRID, Staging())),
    ):
        panels = [part.draw() for part in parts]
        shown = {item.sprite for panel in panels for item in panel.items}
        shown |= {item.sprite for panel in panels for slot in panel.slots for item in slot.picture.items}
        assert shown <= set(re.findall(r'<symbol id="([\w-]+)"', printed.sprites()))
        assert set(re.findall(r"var\((--[\w-]+)", printed.sprites())) <= set(
            re.findall(r"(--[\w-]+):", printed.paints())
        )
