"""Pictures of Cloudy Kingdom: whole, true to the table, and usable without seeing colours or a pointer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal, NamedTuple
from xml.etree import ElementTree

import pytest

from cloudtop.core.words import LANGUAGES, Words, read_words
from cloudtop.games.cloudy_kingdom.art import (
    PALETTE,
    ROOM,
    Board,
    Card,
    Draft,
    Ghost,
    Hand,
    Held,
    Magic,
    MagicPlace,
    MagicRow,
    Piles,
    Place,
    Player,
    Road,
    Stack,
    board_panel,
    draft_panel,
    hand_panel,
    magic_panel,
    picture,
    piles_panel,
    player_panel,
    sprites,
)
from cloudtop.games.cloudy_kingdom.art.designs import DESIGNS, charm
from cloudtop.games.cloudy_kingdom.art.measures import ENDS, SIDES, lift
from cloudtop.games.cloudy_kingdom.art.table import cell_target
from cloudtop.games.cloudy_kingdom.moves import Cell
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.games.cloudy_kingdom.view import Stretch
from cloudtop.stage.lettering import width_of
from cloudtop.stage.paints import THEMES
from cloudtop.stage.paragraphs import filling, flowing, wrapped
from cloudtop.stage.picture import SHARED_SPRITES
from cloudtop.stage.scene import Item, Panel
from cloudtop.stage.sprites import PAINTED, REFERENCE, with_parts

TEXTS = read_words(files("cloudtop.games.cloudy_kingdom") / "words.toml")
WORDS = Words("en", TEXTS["en"])
PHONE = 390
"""How wide a phone is."""

SMALL: tuple[tuple[Side, str], ...] = (("N", "RBG"), ("E", "RGB"), ("S", "BGR"), ("W", "BRG"))
LARGE: tuple[tuple[Side, str], ...] = (("N", "RBGK"), ("E", "GKBR"), ("S", "GKRB"), ("W", "BRGK"))
MAGIC = {
    "cut-it-all": Magic("cut-it-all", "Cut it all", "Take a top card off."),
    "inspiration": Magic("inspiration", "Inspiration", "Draw two cards."),
    "dead-end": Magic("dead-end", "Dead end", "Joins nothing."),
    "storm": Magic("storm", "Tempest of <cards> & wind", "Steps: draw one, the others may swap.", printed=False),
}
ROW = (MagicPlace("cut-it-all", target="magic:cut-it-all"), MagicPlace("inspiration", used=True), MagicPlace("storm"))


OTHERS = tuple(place._replace(target="") for place in ROW)


class Table(NamedTuple):
    """A whole table."""

    board: Board
    players: tuple[Player, ...]
    hand: Hand | None = None
    row: MagicRow | None = None
    piles: Piles = Piles(30, ("tee", "tee", "fork"), ("dead-end",), ("stack",))
    draft: Draft | None = None

    def panels(self, words: Words = WORDS) -> list[Panel]:
        """All panels."""
        found = [board_panel(self.board, words, DESIGNS)]
        if self.draft is not None:
            found.append(draft_panel(self.draft, words, MAGIC.__getitem__))
        if self.hand is not None and self.row is not None:
            found += [hand_panel(self.hand, self.players[0], words), magic_panel(self.row, words, MAGIC.__getitem__)]
        own = self.hand.seat if self.hand is not None else None
        found += [player_panel(player, words, MAGIC.__getitem__) for player in self.players if player.seat != own]
        return [*found, piles_panel(self.piles, words, DESIGNS)]

    def picture(self, words: Words = WORDS, theme: str = "day") -> str:
        """The whole picture."""
        return picture(self.panels(words), self.players, self.board.size, DESIGNS, words("title"), theme)


def two_players() -> Board:
    """A choice in the middle of a game for two, with every mark on the field."""
    return Board(
        3,
        SMALL,
        "RB",
        stacks=(
            Stack(Cell(0, 0), (Card("tee", 3), Card("straight", 0), Card("crossroads", 1))),
            Stack(Cell(0, 1), (Card("straight", 1), Card("rope-bridge", 0))),
            Stack(Cell(1, 1), (Card("double-bend-left", 1), Card("burning-crossing", 2))),
            Stack(Cell(2, 2), (Card("dead-end", 0),)),
            Stack(Cell(2, 0), (Card(charm(["al", "br"]), 0, sealed=True),)),
        ),
        roads=(
            Road("R", (Stretch(Cell(0, 0), "NES"), Stretch(Cell(0, 1), "NS")), (("N", 0),), "own"),
            Road("B", (Stretch(Cell(1, 1), "NESW"),), (("N", 1), ("S", 0)), "waiting"),
            Road("G", (Stretch(Cell(0, 0), "ES"), Stretch(Cell(0, 1), "N")), (("E", 1),), "rival"),
        ),
        last=Cell(0, 1),
        places=(
            Place(Cell(0, 0), (0, 2), chosen=True),
            Place(Cell(1, 0), (0, 1, 2, 3)),
            Place(Cell(2, 2), (), "cut"),
        ),
        ghost=Ghost(Cell(1, 0), Card("tee", 2)),
        drafted=(Cell(2, 2),),
    )


def four_players() -> Board:
    """The last card of a game for four."""
    cells = [Cell(column, row) for row in range(4) for column in range(4)]
    stacks = tuple(
        Stack(cell, tuple(Card(design, turn) for turn, design in enumerate(tuple(DESIGNS)[: 1 + index])))
        for index, cell in enumerate(cells)
    )
    return Board(4, LARGE, "RBGK", stacks=stacks)


NAMES = ("Ada & Bo", "Charlotte-Amélie de Montmorency-Laval", "さくらこうじ・きらりんこ", "D")
PLAYERS = tuple(
    Player(seat, name, letter, (None,), OTHERS, seat or None, to_play=seat == 0, won=seat == 3)
    for seat, (name, letter) in enumerate(zip(NAMES, "RBGK", strict=True))
)
HAND = Hand(0, (Held("tee", 1, "hand:0"), Held("fork", drafted=True)), 3)
DRAFT = Draft(0, ((MagicPlace("cut-it-all"), MagicPlace("dead-end", target="magic:dead-end")), (MagicPlace("storm"),)))
TABLES = {
    "start": Table(Board(3, SMALL, "RB"), PLAYERS[:2], Hand(0, (Held("tee"),), 1), MagicRow(0, ROW)),
    "two": Table(two_players(), PLAYERS[:2], HAND, MagicRow(0, ROW)),
    "two, watched": Table(two_players(), PLAYERS[:2]),
    "four": Table(four_players(), PLAYERS, HAND, MagicRow(0, ROW), Piles(0, tuple(DESIGNS)[:9], ())),
    "four, watched": Table(four_players(), PLAYERS),
    "draft": Table(Board(3, SMALL, "RBG"), PLAYERS[:3], Hand(0, (), 2), MagicRow(0, None), Piles(56, (), ()), DRAFT),
}


@pytest.fixture(params=tuple(TABLES))
def table(request: pytest.FixtureRequest) -> Table:
    """Each of the tables in turn."""
    return TABLES[request.param]


def drawn(board: Board, camera: int = 0) -> dict[str, Item]:
    """The items of a field by id, from back to front."""
    return {item.id: item for item in board_panel(board._replace(camera=camera), WORDS, DESIGNS).items}


@pytest.mark.parametrize("theme", THEMES)
def test_picture_is_well_formed_and_defines_all_it_uses_once(table: Table, theme: str) -> None:
    svg = table.picture(theme=theme)
    root = ElementTree.fromstring(svg)
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    assert set(REFERENCE.findall(svg)) <= set(ids)
    assert set(PAINTED.findall(svg)) <= set(ids)
    assert "var(--" not in svg


def test_picture_holds_only_the_sprites_that_it_uses(table: Table) -> None:
    svg = table.picture()
    symbols = set(re.findall(r'<symbol id="([\w-]+)"', svg))
    assert symbols == set(REFERENCE.findall(svg)) & (sprites(DESIGNS).keys() | SHARED_SPRITES.keys())


def test_picture_shows_the_names_of_all_players_and_what_lies_beside_the_field(table: Table) -> None:
    root = ElementTree.fromstring(table.picture())
    letters = " ".join("".join(element.itertext()) for element in root.iter() if "text" in element.tag)
    for word in ("Ada & Bo", "Draw pile", "Inspiration", "Tempest"):
        assert word in letters
    assert ("empty place" in letters) == (table.hand is not None and table.hand.places > len(table.hand.cards))


def test_every_item_and_part_is_a_sprite_of_the_room(table: Table) -> None:
    sheet = sprites(DESIGNS)
    used = {item.sprite for found in table.panels() for item in found.items}
    used |= {item.sprite for found in table.panels() for slot in found.slots for item in slot.picture.items}
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
    fields = {key: set(re.findall(r"{\w+}", text)) for key, text in TEXTS["en"].items()}
    missing = {key for key, text in TEXTS[language].items() if set(re.findall(r"{\w+}", text)) - fields[key]}
    assert missing == set()
    for found in TABLES.values():
        assert "{" not in re.sub(r"<style.*?</style>", "", found.picture(Words(language, TEXTS[language])))


def test_what_is_written_on_the_field_can_be_read_on_a_phone() -> None:
    for name, drawing in sprites(DESIGNS).items():
        for size in re.findall(r'<text[^>]* font-size="([\d.]+)"', drawing):
            for board in (two_players(), four_players()):
                width = board_panel(board, WORDS, DESIGNS).box[2]
                assert float(size) * PHONE / width >= 10.9, name
    assert "<text" in sprites(DESIGNS)[f"{ROOM}-name-a1"]


def test_cards_of_a_stack_are_painted_from_the_bottom_up(table: Table) -> None:
    for turn in range(4):
        painted = list(drawn(table.board, turn))
        for stack in table.board.stacks:
            name = str(stack.cell)
            bodies = [painted.index(f"card-{name}-{level}-body") for level in range(len(stack.cards))]
            assert bodies == sorted(bodies)


def test_of_two_cards_equally_high_the_lower_on_the_screen_is_nearer(table: Table) -> None:
    for turn in range(4):
        by_level: dict[str, list[Item]] = {}
        for name, item in drawn(table.board, turn).items():
            if name.startswith("card-") and name.endswith("-body"):
                by_level.setdefault(name.split("-")[2], []).append(item)
        for level in by_level.values():
            seen = [item.y for item in sorted(level, key=lambda item: item.depth)]
            assert seen == sorted(seen)


def test_whatever_comes_and_goes_has_a_depth_of_its_own(table: Table) -> None:
    for turn in range(4):
        items = drawn(table.board, turn)
        depths = Counter(
            round(item.depth, 2)
            for name, item in items.items()
            if name.startswith(("card-", "trail-", "glow-", "badge-", "upon-", "act-", "drafted-", "last-"))
        )
        assert max(depths.values(), default=1) == 1
        # What is painted later is nearer, so that a browser finds the order by itself.
        assert [item.depth for item in items.values()] == sorted(item.depth for item in items.values())


def test_a_road_beneath_a_bridge_is_painted_before_the_one_over_it() -> None:
    for turn in range(4):
        stack = Stack(Cell(1, 1), (Card("straight", turn + 1), Card("rope-bridge", turn)))
        stretches = (Stretch(Cell(1, 1), "NS"), Stretch(Cell(1, 1), "EW"))
        for state in ("own", "rival", "waiting"):
            road = Road("R", stretches, (("N", 0),), state)
            items = drawn(TABLES["start"].board._replace(stacks=(stack,), roads=(road,)))
            lit = [
                item.sprite.rpartition("-")[2] for item in items.values() if item.sprite.endswith(("-over", "-under"))
            ]
            assert lit == ["under", "over"]


def test_marks_lie_on_all_cards_and_the_ghost_on_the_marks() -> None:
    items = drawn(two_players())
    cards = max(item.depth for name, item in items.items() if name.startswith(("card-", "glow-", "trail-")))
    marks = [item.depth for name, item in items.items() if name.startswith(("upon-", "last-", "act-", "drafted-"))]
    assert cards < min(marks)
    assert max(marks) < items["ghost-body"].depth < items["ghost"].depth < items["ghost-frame"].depth


def test_only_the_newest_card_of_each_way_shows_a_face_and_the_height_is_written() -> None:
    items = drawn(two_players())
    assert "card-a1-0-body" in items
    assert "card-a1-0" not in items
    assert {"card-a1-1", "card-a1-2"} <= items.keys()
    assert items["badge-a1"].sprite == f"{ROOM}-badge-3"
    assert "badge-c3" not in items


def test_a_laid_card_changes_nothing_but_its_own_stack() -> None:
    before = two_players()._replace(roads=())
    laid = Stack(Cell(0, 1), (*before.stacks[1].cards, Card("fork", 1)))
    old, new = drawn(before), drawn(before._replace(stacks=(before.stacks[0], laid, *before.stacks[2:])))
    assert new.keys() - old.keys() == {"card-a2-2", "card-a2-2-body"}
    # The new card lies as the lowest does, and covers its face.
    assert old.keys() - new.keys() == {"card-a2-0"}
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    assert changed == {"card-a2-0-body", "card-a2-1", "badge-a2", "last-a2"}


def test_laid_magic_carries_its_sign_upright() -> None:
    signs = {
        name: item
        for name, item in drawn(two_players()).items()
        if name.endswith("-upright") and name != "ghost-upright"
    }
    assert {name: item.sprite for name, item in signs.items()} == {
        "card-b2-1-upright": f"{ROOM}-fire",
        "card-c3-0-upright": f"{ROOM}-barrier",
        "card-c1-0-upright": f"{ROOM}-seal",
    }
    assert all(item.rotation == 0 for item in signs.values())


def test_what_is_drafted_wears_the_look_of_a_ghost() -> None:
    items = drawn(two_players())
    assert {items[f"card-c3-0{part}"].state for part in ("", "-body", "-upright")} == {"ghost"}
    assert items["drafted-c3"].sprite == f"{ROOM}-ghost"
    assert items["card-b2-1"].state == ""


def test_castles_that_no_player_has_are_scenery_without_banners() -> None:
    items = drawn(two_players())
    assert items["castle-N3-keep"].sprite == f"{ROOM}-castle-scenery"
    assert "scenery" in items["castle-N3"].label
    sheet = sprites(DESIGNS)
    for item in items.values():
        if item.id.endswith("-keep"):
            banners = [part for part in with_parts([item.sprite], sheet) if "-banner-" in part]
            assert len(banners) == (0 if item.sprite.endswith("-scenery") else 1)
    assert items["castle-N1-keep"].sprite == f"{ROOM}-castle-red-N"
    assert drawn(TABLES["draft"].board)["castle-N3-keep"].sprite == f"{ROOM}-castle-green-N"


def test_everything_on_the_field_is_named_and_colour_never_speaks_alone() -> None:
    items = drawn(two_players())
    assert items["card-a1-2"].label == "a1: crossroads, north-south, height 3"
    assert items["cell-b3"].label == "b3, empty"
    assert items["castle-W2"].label == "Castle, red (crown), west 2"
    assert "nothing may touch it" in items["card-b2-1"].label
    told = board_panel(two_players(), WORDS, DESIGNS).description
    assert "red (crown)" in told
    assert "links north 2 and south 1 and waits" in told
    patterns = {
        found.group(1)
        for name, drawing in sprites(DESIGNS).items()
        if (found := re.search(r'stroke-dasharray="([\d. ]+)"', drawing))
        and name.endswith("-straight")
        and "trail-" in name
    }
    assert len(patterns) == 4


def test_targets_are_carried_and_nothing_else_answers_the_pointer() -> None:
    items = drawn(two_players())
    answering = {name: item.target for name, item in items.items() if item.target}
    assert answering == {
        "upon-cell-a1": "cell:a1",
        "upon-cell-b1": "cell:b1",
        "upon-cell-c3": "cell:c3",
        "cell-c3": "cell:c3",
        "act-c3": "cell:c3",
    }
    # All that can be lit goes out together, and one thing of each place has the name.
    lit = {name: bool(item.label) for name, item in items.items() if item.state == "target"}
    assert lit == {"upon-cell-b1": True, "upon-cell-c3": True, "act-c3": False}
    assert items["upon-cell-a1"].sprite == f"{ROOM}-upon-chosen-h-3"


def test_what_answers_for_a_cell_covers_all_of_it_and_leaves_the_cell_as_it_is() -> None:
    board = two_players()._replace(drafted=())
    items, plain = drawn(board), drawn(board._replace(places=()))
    sheet = sprites(DESIGNS)
    for place in board.places:
        cell, upon = items[f"cell-{place.cell}"], items[f"upon-cell-{place.cell}"]
        assert cell is plain[cell.id]
        assert (upon.x, upon.y, upon.target) == (cell.x, cell.y, cell_target(place.cell))
        assert f"{ROOM}-whole-cell" in with_parts([upon.sprite], sheet)
    # Where nothing lies a card may come to lie both ways.
    assert {f"{ROOM}-target-h", f"{ROOM}-target-v"} <= {*with_parts([items["upon-cell-b1"].sprite], sheet)}


def test_frames_are_raised_with_the_stacks_they_lie_on() -> None:
    sheet = sprites(DESIGNS)
    for level in range(1, 41):
        cards = tuple(Card("straight", turn % 2) for turn in range(level))
        places = (Place(Cell(1, 1), (level % 2,)),)
        board = TABLES["start"].board._replace(stacks=(Stack(Cell(1, 1), cards),), places=places)
        sign = drawn(board)["upon-cell-b2"]
        raised = re.search(r"translate\(0 ?(-[\d.]+)\)", sheet[sign.sprite])
        assert raised
        assert sign.y + float(raised.group(1)) == pytest.approx(-lift(level), abs=0.35)


def joined_sides(card: Card) -> Iterator[str]:
    """The sides that each group of ends of a card reaches."""
    for group in DESIGNS[card.design].joins:
        yield "".join(SIDES[(ENDS.index(end) + card.turn) % 4] for end in group)


@pytest.mark.parametrize("state", ["won", "waiting", "own"])
def test_every_road_of_every_card_can_be_lit(state: Literal["won", "waiting", "own"]) -> None:
    start = TABLES["start"].board
    sheet = sprites(DESIGNS)
    for design in DESIGNS:
        for turn in range(4):
            for sides in joined_sides(Card(design, turn)):
                stack = Stack(Cell(1, 1), (Card("straight", turn + 1), Card(design, turn)))
                road = Road("R", (Stretch(Cell(1, 1), sides),), (("N", 0),), state)
                items = drawn(start._replace(stacks=(stack,), roads=(road,)))
                lit = [item for name, item in items.items() if name.startswith("glow-red-b2-")]
                assert sum(name.sprite.endswith("-arm") for name in lit) == len(sides)
                assert all(item.sprite in sheet for item in lit)
                trail = Road("B", (Stretch(Cell(1, 1), sides),), (("N", 1),), "rival", 1)
                thin = drawn(start._replace(stacks=(stack,), roads=(trail,)))
                (line,) = [item for name, item in thin.items() if name.startswith("trail-blue-b2-")]
                assert line.sprite in sheet


def test_an_arm_that_ends_before_the_centre_is_lit_alone() -> None:
    stack = Stack(Cell(0, 0), (Card("straight", 1), Card("straight", 0)))
    road = Road("R", (Stretch(Cell(0, 0), "N"),), (("N", 0),), "own")
    items = drawn(TABLES["start"].board._replace(stacks=(stack,), roads=(road,)))
    assert [name for name in items if name.startswith("glow-")] == ["glow-red-a1-N"]


def test_trails_of_several_families_run_side_by_side() -> None:
    stack = Stack(Cell(1, 1), (Card("crossroads", 0),))
    roads = tuple(
        Road(letter, (Stretch(Cell(1, 1), "EW"),), (("N", 0),), "rival", lane) for lane, letter in enumerate("RBGK")
    )
    items = drawn(TABLES["start"].board._replace(stacks=(stack,), roads=roads))
    lanes = [item.y for name, item in items.items() if name.startswith("trail-")]
    assert len(set(lanes)) == 4


def test_a_road_that_the_card_does_not_have_is_refused() -> None:
    road = Road("R", (Stretch(Cell(0, 0), "NE"),))
    found = TABLES["start"].board._replace(stacks=(Stack(Cell(0, 0), (Card("straight", 0),)),), roads=(road,))
    with pytest.raises(ValueError, match="no road of this card joins"):
        board_panel(found, WORDS, DESIGNS)


def test_turning_the_camera_keeps_names_and_moves_places() -> None:
    straight, turned = drawn(two_players()), drawn(two_players(), 1)
    assert straight.keys() == turned.keys()
    assert (straight["cell-a1"].x, straight["cell-a1"].y) == (-120, -120)
    assert (turned["cell-a1"].x, turned["cell-a1"].y) == (-120, 120)
    assert straight["castle-N1"].y < straight["cell-a1"].y
    assert turned["castle-N1"].x < turned["cell-a1"].x
    assert turned["card-a2-1"].rotation == 3
    assert turned["card-a1-2"].label == straight["card-a1-2"].label
    assert drawn(two_players(), 4) == straight


def test_nothing_stands_nearer_than_24_units_to_the_edge_of_the_field_s_box() -> None:
    for board in (two_players(), four_players()):
        left, top, width, height = board_panel(board, WORDS, DESIGNS).box
        items = drawn(board)
        plots = [item for name, item in items.items() if re.fullmatch(r"castle-[NESW]\d", name)]
        # A castle card is 118 by 84 and lies as its side; the roofs stand out by some forty above the middle of a keep.
        for item in plots:
            half = (59, 42) if item.rotation % 2 == 0 else (42, 59)
            assert left + 24 <= item.x - half[0]
            assert item.x + half[0] <= left + width - 24
            assert item.y + half[1] + 4.5 <= top + height - 24
        assert min(item.y for name, item in items.items() if name.endswith("-keep")) - 43 >= top + 24
        assert width - 2 * max(abs(item.x) for item in plots) < 2 * (42 + 30)


# ---------------------------------------------------------------------- what lies beside the field


def test_a_hand_shows_what_is_on_the_field_and_what_is_empty() -> None:
    first, second, third = hand_panel(HAND, PLAYERS[0], WORDS).slots
    assert (first.label, first.target, first.state) == ("T-junction", "hand:0", "")
    assert (second.label, second.state) == ("fork", "held")
    assert (third.label, third.state, third.picture.items) == ("empty place", "none", ())
    assert [item.sprite for item in first.picture.items] == [f"{ROOM}-card-v", f"{ROOM}-tee"]
    assert first.picture.box == second.picture.box


def test_used_magic_stays_and_says_so() -> None:
    first, second, third = magic_panel(MagicRow(0, ROW), WORDS, MAGIC.__getitem__).slots
    assert (first.state, first.target, first.text) == ("", "magic:cut-it-all", "Take a top card off.")
    assert (second.state, second.text) == ("used", "Used. Draw two cards.")
    assert [item.sprite for item in third.picture.items] == [f"{ROOM}-magic-written"]
    assert "swap" in third.text
    unknown = magic_panel(MagicRow(0, None), WORDS, MAGIC.__getitem__).slots
    assert len({slot.label for slot in unknown}) == len(unknown) == 3


def test_another_player_is_told_by_roads_magic_and_a_back() -> None:
    road, *magic, hand = player_panel(PLAYERS[1], WORDS, MAGIC.__getitem__).slots
    assert (road.label, road.text) == ("1 card to go", "blue (lily)")
    assert [slot.label for slot in magic] == ["Cut it all", "Inspiration", "Tempest of <cards> & wind"]
    assert [slot.state for slot in magic] == ["", "used", ""]
    assert hand.label == "Route card, face down"
    shown = player_panel(PLAYERS[1]._replace(hand=(None, "fork")), WORDS, MAGIC.__getitem__).slots[-1]
    assert (shown.label, shown.number) == ("fork", 2)
    assert player_panel(PLAYERS[3], WORDS, MAGIC.__getitem__).slots[0].label == "two castles joined"
    assert player_panel(PLAYERS[2]._replace(lacks=None), WORDS, MAGIC.__getitem__).slots[0].label.startswith("cannot")


def test_piles_are_counted_by_design() -> None:
    stack, discard, removed = piles_panel(TABLES["two"].piles, WORDS, DESIGNS).slots
    assert (stack.number, stack.target, stack.label) == (30, "stack", "Draw pile")
    assert (discard.number, discard.target, discard.label) == (3, "", "Discards")
    assert discard.text == "On top: fork. In all: T-junction × 2, fork × 1"
    assert (removed.number, removed.text) == (1, "On top: Dead end. In all: Dead end × 1")
    bare = piles_panel(Piles(0, (), ()), WORDS, DESIGNS).slots
    assert [slot.state for slot in bare] == ["none"] * 3


def test_draft_offers_every_side_card_by_card() -> None:
    slots = draft_panel(DRAFT, WORDS, MAGIC.__getitem__).slots
    assert [(slot.label, slot.target) for slot in slots] == [
        ("Cut it all", ""),
        ("Dead end", "magic:dead-end"),
        ("Tempest of <cards> & wind", ""),
    ]
    assert [bool(slot.group) for slot in slots] == [True, False, True]


def test_every_panel_names_whose_it_is(table: Table) -> None:
    found = table.panels()
    assert len({entry.name for entry in found}) == len(found)
    assert all(entry.title for entry in found)
    assert {entry.seat for entry in found if entry.seat is not None} == {player.seat for player in table.players}


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
