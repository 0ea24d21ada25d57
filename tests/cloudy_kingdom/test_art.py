"""Pictures of Cloudy Kingdom: whole, true to the table, and usable without seeing colours or a pointer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Literal
from xml.etree import ElementTree

import pytest

from cloudtop.core.words import LANGUAGES, Words, read_words
from cloudtop.games.cloudy_kingdom.art import (
    PALETTE,
    ROOM,
    Card,
    Ghost,
    Magic,
    Offer,
    Place,
    Player,
    Road,
    Stack,
    Table,
    panels,
    picture,
    sprites,
)
from cloudtop.games.cloudy_kingdom.art.designs import DESIGNS, charm
from cloudtop.games.cloudy_kingdom.art.measures import ENDS, SIDES
from cloudtop.games.cloudy_kingdom.board import Stretch
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.stage.lettering import width_of
from cloudtop.stage.paints import THEMES
from cloudtop.stage.paragraphs import filling, flowing, wrapped
from cloudtop.stage.picture import SHARED_SPRITES
from cloudtop.stage.scene import Item, Panel
from cloudtop.stage.sprites import PAINTED, REFERENCE

TEXTS = read_words(files("cloudtop.games.cloudy_kingdom") / "words.toml")
WORDS = Words("en", TEXTS["en"])

SMALL: dict[Side, str] = {"N": "RBG", "E": "RGB", "S": "BGR", "W": "BRG"}
LARGE: dict[Side, str] = {"N": "RBGK", "E": "GKBR", "S": "GKRB", "W": "BRGK"}
PRINTED = (Magic("cut-it-all", "Cut it all"), Magic("inspiration", "Inspiration", ("draw two", "play one"), True))
WRITTEN = Magic("storm", "Tempest of <cards> & wind", ("draw one", "the others may swap", "play it anywhere"))


def two_players(seat: int | None = 0) -> Table:
    """A choice in the middle of a game for two, with every mark on the field."""
    return Table(
        3,
        SMALL,
        (
            Player("Ada & Bo", "R", ("tee", "fork") if seat == 0 else (None, None), (*PRINTED, WRITTEN), to_play=True),
            Player("Cy", "B", (None,), PRINTED, note="thinks"),
        ),
        seat,
        stacks=(
            Stack(Cell(0, 0), (Card("tee", 3), Card("straight", 0), Card("crossroads", 1))),
            Stack(Cell(0, 1), (Card("straight", 1), Card("rope-bridge", 0))),
            Stack(Cell(1, 1), (Card("double-bend-left", 1), Card("burning-crossing", 2))),
            Stack(Cell(2, 2), (Card("dead-end", 0),)),
            Stack(Cell(2, 0), (Card(charm(["al", "br"]), 0, sealed=True),)),
        ),
        pile=30,
        discards=("tee", "tee", "fork"),
        removed=("dead-end",),
        roads=(
            Road("R", (Stretch(Cell(0, 0), "NES"), Stretch(Cell(0, 1), "NS")), (("N", 0),), "reach"),
            Road("B", (Stretch(Cell(1, 1), "WNES"),), (("N", 1), ("S", 0)), "waiting"),
        ),
        last=(Cell(0, 1), Cell(1, 2)),
        places=(Place(Cell(0, 0), (0, 2)), Place(Cell(1, 0), (0, 1, 2, 3)), Place(Cell(2, 2), (), "cut")),
        ghost=Ghost(Cell(1, 0), Card("tee", 2)),
        ways=tuple(Card("tee", turn) for turn in range(4)),
        legal=frozenset({"hand:1", "turn:0", "magic:storm", "stack", "discard"}),
        chosen=frozenset({"hand:0", "cell:a1", "turn:2"}),
    )


def four_players(seat: int | None = 2) -> Table:
    """The last card of a game for four, seen by a player or a spectator."""
    names = ("Ada", "Charlotte-Amélie de Montmorency-Laval", "さくらこうじ・きらりんこ", "D")
    players = tuple(
        Player(name, family, (None if index != seat else "fork",), PRINTED, won=family == "K")
        for index, (name, family) in enumerate(zip(names, "RBGK", strict=True))
    )
    cells = [Cell(column, row) for row in range(4) for column in range(4)]
    stacks = tuple(
        Stack(cell, tuple(Card(design, turn) for turn, design in enumerate(tuple(DESIGNS)[: 1 + index])))
        for index, cell in enumerate(cells)
    )
    return Table(4, LARGE, players, seat, stacks, 0, tuple(DESIGNS)[:9], last_turns=True)


def drafting() -> Table:
    """The choice of magic before the first turn."""
    offer = (Offer((Magic("cut-it-all", "Cut it all"), Magic("dead-end", "Dead end"))), Offer((WRITTEN,)))
    players = (Player("Ada", "R"), Player("Bo", "B"), Player("Cy", "G"))
    return Table(3, SMALL, players, 1, pile=56, draft=offer, legal=frozenset({"magic:storm", "magic:dead-end"}))


POSITIONS = {
    "start": Table(3, SMALL, (Player("Ada", "R", (None,)), Player("Bo", "B", ("tee",))), 1, pile=54),
    "two": two_players(),
    "two, watched": two_players(None),
    "four": four_players(),
    "four, watched": four_players(None),
    "draft": drafting(),
}


@pytest.fixture(params=tuple(POSITIONS))
def table(request: pytest.FixtureRequest) -> Table:
    """Each of the positions in turn."""
    return POSITIONS[request.param]


def panel(table: Table, name: str, turn: int = 0) -> Panel:
    """One panel of a table."""
    return next(found for found in panels(table, WORDS, turn) if found.name == name)


def board(table: Table, turn: int = 0) -> dict[str, Item]:
    """The items of the board by id, from back to front."""
    return {item.id: item for item in panel(table, "board", turn).items}


@pytest.mark.parametrize("theme", THEMES)
def test_picture_is_well_formed_and_defines_all_it_uses_once(table: Table, theme: str) -> None:
    drawn = picture(table, WORDS, theme)
    root = ElementTree.fromstring(drawn)
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    assert set(REFERENCE.findall(drawn)) <= set(ids)
    assert set(PAINTED.findall(drawn)) <= set(ids)
    assert "var(--" not in drawn


def test_picture_holds_only_the_sprites_that_it_uses(table: Table) -> None:
    drawn = picture(table, WORDS)
    symbols = set(re.findall(r'<symbol id="([\w-]+)"', drawn))
    assert symbols == set(REFERENCE.findall(drawn)) & (sprites(DESIGNS).keys() | SHARED_SPRITES.keys())


def test_every_item_and_part_is_a_sprite_of_the_room(table: Table) -> None:
    sheet = sprites(DESIGNS)
    used = {item.sprite for found in panels(table, WORDS) for item in found.items}
    assert used <= sheet.keys()
    parts = {name for drawing in sheet.values() for name in REFERENCE.findall(drawing)}
    assert parts <= sheet.keys()
    assert all(name.startswith(f"{ROOM}-") for name in sheet)


def test_every_paint_of_a_sprite_exists_and_none_has_the_name_of_a_sprite() -> None:
    paints = {f"{ROOM}-{name}" for name in (*PALETTE.paints, *PALETTE.fixtures)}
    assert {name for drawing in sprites(DESIGNS).values() for name in PAINTED.findall(drawing)} <= paints
    assert not paints & sprites(DESIGNS).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_words(language: str) -> None:
    assert TEXTS[language].keys() == TEXTS["en"].keys()
    for found in POSITIONS.values():
        assert "{" not in re.sub(r"<style.*?</style>", "", picture(found, Words(language, TEXTS[language])))


def test_cards_of_a_stack_are_painted_from_the_bottom_up(table: Table) -> None:
    for turn in range(4):
        painted = list(board(table, turn))
        for stack in table.stacks:
            name = str(stack.cell)
            bodies = [painted.index(f"card-{name}-{level}-body") for level in range(len(stack.cards))]
            assert bodies == sorted(bodies)


def test_of_two_cards_equally_high_the_lower_on_the_screen_is_nearer(table: Table) -> None:
    for turn in range(4):
        items = board(table, turn)
        by_level: dict[str, list[Item]] = {}
        for name, item in items.items():
            if name.startswith("card-") and name.endswith("-body"):
                by_level.setdefault(name.split("-")[2], []).append(item)
        for level in by_level.values():
            seen = [item.y for item in sorted(level, key=lambda item: item.depth)]
            assert seen == sorted(seen)


def test_marks_lie_on_all_cards_and_the_ghost_on_the_marks() -> None:
    items = board(two_players())
    cards = max(item.depth for name, item in items.items() if name.startswith(("card-", "glow-")))
    marks = [item.depth for name, item in items.items() if name.startswith(("place-", "last-", "act-"))]
    assert cards < min(marks)
    assert max(marks) < items["ghost-body"].depth < items["ghost"].depth < items["ghost-frame"].depth


def test_only_the_newest_card_of_each_way_shows_a_face_and_the_height_is_written() -> None:
    items = board(two_players())
    assert "card-a1-0-body" in items
    assert "card-a1-0" not in items
    assert {"card-a1-1", "card-a1-2"} <= items.keys()
    assert items["badge-a1"].sprite == f"{ROOM}-badge-3"
    assert "badge-c3" not in items


def test_a_laid_card_changes_nothing_but_its_own_stack() -> None:
    before = replace(two_players(), roads=())
    laid = Stack(Cell(0, 1), (*before.stacks[1].cards, Card("fork", 1)))
    old, new = board(before), board(replace(before, stacks=(before.stacks[0], laid, *before.stacks[2:])))
    assert new.keys() - old.keys() == {"card-a2-2", "card-a2-2-body"}
    # The new card lies as the lowest does, and covers its face.
    assert old.keys() - new.keys() == {"card-a2-0"}
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    assert changed == {"card-a2-0-body", "card-a2-1", "badge-a2", "last-a2"}


def test_laid_magic_carries_its_sign_upright() -> None:
    signs = {
        name: item
        for name, item in board(two_players()).items()
        if name.endswith("-upright") and name != "ghost-upright"
    }
    assert {name: item.sprite for name, item in signs.items()} == {
        "card-b2-1-upright": f"{ROOM}-fire",
        "card-c3-0-upright": f"{ROOM}-barrier",
        "card-c1-0-upright": f"{ROOM}-seal",
    }
    assert all(item.rotation == 0 for item in signs.values())


def test_castles_that_no_player_has_are_scenery_without_banners() -> None:
    items = board(two_players())
    assert items["castle-N3-keep"].sprite == f"{ROOM}-castle-scenery"
    assert "scenery" in items["castle-N3"].label
    assert "castle-N3-banner-0" not in items
    assert "castle-N1-banner-0" in items
    assert board(drafting())["castle-N3-keep"].sprite == f"{ROOM}-castle-green"


def test_everything_on_the_field_is_named_and_colour_never_speaks_alone() -> None:
    items = board(two_players())
    assert items["card-a1-2"].label == "a1: crossroads, north-south, height 3"
    assert items["cell-b3"].label == "b3, empty"
    assert items["castle-W2"].label == "Castle, red (crown), west 2"
    assert "nothing may touch it" in items["card-b2-1"].label
    told = panel(two_players(), "board").description
    assert "red (crown)" in told
    assert "waits" in told


def test_targets_are_carried_and_nothing_else_answers_the_pointer() -> None:
    items = board(two_players())
    answering = {name: item.target for name, item in items.items() if item.target}
    assert answering == {
        "place-a1-h": "cell:a1",
        "place-b1-h": "cell:b1",
        "place-b1-v": "cell:b1",
        "place-c3-h": "cell:c3",
        "act-c3": "cell:c3",
    }
    focused = [item.target for item in items.values() if item.state == "target"]
    assert sorted(focused) == ["cell:b1", "cell:c3"]
    assert items["place-a1-h"].sprite.endswith("chosen-h")


def joined_sides(card: Card) -> Iterator[str]:
    """The sides that each group of ends of a card reaches."""
    for group in DESIGNS[card.design].joins:
        yield "".join(SIDES[(ENDS.index(end) + card.turn) % 4] for end in group)


@pytest.mark.parametrize("state", ["won", "waiting", "reach"])
def test_every_road_of_every_card_can_be_lit(state: Literal["won", "waiting", "reach"]) -> None:
    start = POSITIONS["start"]
    sheet = sprites(DESIGNS)
    for design in DESIGNS:
        for turn in range(4):
            for sides in joined_sides(Card(design, turn)):
                stack = Stack(Cell(1, 1), (Card("straight", turn + 1), Card(design, turn)))
                road = Road("R", (Stretch(Cell(1, 1), sides),), (("N", 0),), state)
                items = board(replace(start, stacks=(stack,), roads=(road,)))
                lit = [item for name, item in items.items() if name.startswith("glow-red-b2-")]
                assert sum(name.sprite.endswith("-arm") for name in lit) == len(sides)
                assert all(item.sprite in sheet for item in lit)


def test_an_arm_that_ends_before_the_centre_is_lit_alone() -> None:
    stack = Stack(Cell(0, 0), (Card("straight", 1), Card("straight", 0)))
    road = Road("R", (Stretch(Cell(0, 0), "N"),), (("N", 0),), "reach")
    items = board(replace(POSITIONS["start"], stacks=(stack,), roads=(road,)))
    assert [name for name in items if name.startswith("glow-")] == ["glow-red-a1-N"]


def test_a_road_that_the_card_does_not_have_is_refused() -> None:
    road = Road("R", (Stretch(Cell(0, 0), "NE"),))
    found = replace(POSITIONS["start"], stacks=(Stack(Cell(0, 0), (Card("straight", 0),)),), roads=(road,))
    with pytest.raises(ValueError, match="no road of this card joins"):
        panels(found, WORDS)


def test_turning_the_camera_keeps_names_and_moves_places() -> None:
    straight, turned = board(two_players()), board(two_players(), 1)
    assert straight.keys() == turned.keys()
    assert (straight["cell-a1"].x, straight["cell-a1"].y) == (-120, -120)
    assert (turned["cell-a1"].x, turned["cell-a1"].y) == (-120, 120)
    assert straight["castle-N1"].y < straight["cell-a1"].y
    assert turned["castle-N1"].x < turned["cell-a1"].x
    assert turned["card-a2-1"].rotation == 3
    assert turned["card-a1-2"].label == straight["card-a1-2"].label
    assert board(two_players(), 4) == straight


def test_own_hand_and_magic_may_be_chosen_and_the_others_may_not() -> None:
    own = {item.id: item for item in panel(two_players(), "player:0").items}
    assert own["hand-1"].target == "hand:1"
    assert own["hand-1"].state == "target"
    assert own["hand-0-mark"].sprite.endswith("chosen-h")
    assert own["magic-storm"].target == "magic:storm"
    assert own["magic-cut-it-all"].target == ""
    assert {own[f"way-{turn}"].state for turn in (1, 3)} == {"refused"}
    assert own["way-0"].target == "turn:0"
    assert all(item.target == "" for item in panel(two_players(), "player:1").items)


def test_used_magic_is_struck_out_and_says_so() -> None:
    own = {item.id: item for item in panel(two_players(), "player:0").items}
    assert "magic-inspiration-spent" in own
    assert own["magic-inspiration"].label == "Inspiration: draw two; play one (used)"
    assert "magic-cut-it-all-spent" not in own


def test_a_spectator_sees_the_backs_of_all_hands() -> None:
    hands = [item for found in panels(two_players(None), WORDS) for item in found.items if item.id.startswith("hand-")]
    assert len(hands) == 3
    assert {item.sprite for item in hands} == {f"{ROOM}-small-back"}
    assert {item.label for item in hands} == {"Route card, face down"}


def test_written_magic_shows_its_title_and_steps() -> None:
    drawn = picture(two_players(), WORDS)
    letters = " ".join(
        "".join(element.itertext()) for element in ElementTree.fromstring(drawn).iter() if "text" in element.tag
    )
    for word in ("Tempest", "<cards>", "draw one", "anywhere"):
        assert word in letters


def test_written_magic_of_others_is_told_once_in_a_panel() -> None:
    assert "written" not in [found.name for found in panels(two_players(), WORDS)]
    told = panel(two_players(1), "written").description
    assert told.count("Tempest") == 1
    assert "swap" in told


def test_discards_and_removed_cards_are_counted_by_design() -> None:
    items = {item.id: item for item in panel(two_players(), "table").items}
    assert items["discard"].sprite == f"{ROOM}-fork"
    assert items["discards-tee"].label == "T-junction: 2"
    assert items["removed-dead-end"].label == "Dead end: 1"
    assert items["stack"].target == "stack"
    assert "Draw pile: 30" in items["stack"].label
    run_out = panel(four_players(), "table")
    assert f"{ROOM}-slot" in {item.sprite for item in run_out.items}
    assert "last turns" in run_out.backdrop


def test_draft_offers_every_side_and_shows_what_is_chosen() -> None:
    items = {item.id: item for item in panel(drafting(), "draft").items}
    assert items["magic-dead-end"].state == "target"
    assert items["magic-cut-it-all"].target == ""
    picked = replace(drafting(), chosen=frozenset({"magic:dead-end"}))
    assert "magic-dead-end-chosen" in {item.id for item in panel(picked, "draft").items}


def test_every_panel_names_whose_it_is(table: Table) -> None:
    found = panels(table, WORDS)
    assert [entry.seat for entry in found if entry.name.startswith("player:")] == [
        seat % len(table.players) for seat in range(table.seat or 0, (table.seat or 0) + len(table.players))
    ]
    assert len({entry.name for entry in found}) == len(found)
    assert all(entry.title for entry in found)


@pytest.mark.parametrize(
    "content",
    ["posez-la en travers de la première !", "このカードを引く。つぎに、十字に重ねる。", "Donaudampfschifffahrt"],
)
def test_running_text_keeps_to_its_room(content: str) -> None:
    for room in (40.0, 75.0, 106.0):
        rows = wrapped(content, room, 10)
        assert all(width_of(row, 10) <= room and row[0] not in "。、ー" for row in rows)
        lines, size = flowing(content, room, 2, 14, 6)
        assert len(lines) <= 2
        assert all(width_of(line, size) <= room for line in lines)
        lines, size = filling(content, (room, 30), 14, 6)
        assert len(lines) * size * 1.22 <= 30
