"""What a view of Skybridge looks like: nothing painted in the wrong order, nothing nameless, nothing missing."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from cloudtop.core.scene import Item, Panel, Scene, Staging
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art import PALETTE, drawings, page_drawings
from cloudtop.games.skybridge.board import Board, Tower, Towers, board_of
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.moves import CELLS, MOVES, PLACEMENTS
from cloudtop.games.skybridge.pieces import BOX
from cloudtop.stage import THEMES
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES

WORDS = GAME.words("en")
LOOSE = {"roof_on_foundation": True, "bridge_on_foundation": True}


def seen_after(moves: int, players: int = 4, seed: int = 0, **options: object) -> Board:
    """A spectator's view after that many random moves."""
    return list(random_views(moves, players, seed, **options))[-1]


def random_views(moves: int, players: int = 4, seed: int = 0, **options: object) -> list[Board]:
    """The views of a random game, before its first move and after each."""
    state, chance = GAME.deal(players, seed=seed, options=options), Random(seed)
    views = [state.view(None)]
    while state.turn() and len(views) <= moves:
        seat = state.turn()[0]
        state.play(seat, chance.choice(state.legal(seat)))
        views.append(state.view(None))
    return views


def position(last: str | None = None, **towers: str) -> Board:
    """A board with these towers, their pieces bottom to top, and full hands; no game need reach it."""
    placed: dict[str, list[int]] = {cell: [] for cell in CELLS}
    for cell, pieces in towers.items():
        for piece in pieces.split():
            ends = [other for other in CELLS if piece in towers.get(other, "").split()] if piece[1] == "b" else [cell]
            placed[cell].append(MOVES.texts.index(f"{piece}@{'-'.join(ends)}"))
    start = GAME.deal(4, deal={"starter": 0})
    return Board(
        4,
        {},
        None,
        Towers.of(*[Tower.of(BOX, CELLS[name], tuple(actions)) for name, actions in placed.items()]),
        board_of(start, None).hands,
        turn=0,
        colour=None,
        last=None if last is None else PLACEMENTS[MOVES.texts.index(last)],
    )


def scene(view: Board, words: Words = WORDS, ghost: str = "", **staging: Any) -> Scene:
    """What is shown of a view; a ghost is given in notation."""
    return GAME.scene(view, words, Staging(ghost=GAME.moves.written(ghost), **staging))


def picture(view: Board, words: Words = WORDS, theme: str = "day", **staging: Any) -> str:
    """The same as a picture."""
    return GAME.draw(view, words, theme, Staging(**staging))


def board(shown: Scene) -> Panel:
    return next(panel for panel in shown.panels if panel.name == "board")


def items(panel: Panel) -> dict[str, Item]:
    return {item.id: item for item in panel.items}


POSITIONS = {
    f"{players} players, {moves} moves": seen_after(moves, players, seed=players * 100 + moves)
    for players in (2, 3, 4)
    for moves in (0, 9, 24, 60)
} | {
    "bare foundations": seen_after(12, 4, 5, **LOOSE),
    "one huge tower": position(b2=" ".join(["c3", "h3", "i3", "j3"] * 6), a1="c2 hr", c3="ir"),
}


@pytest.fixture(params=list(POSITIONS.values()), ids=list(POSITIONS))
def view(request: pytest.FixtureRequest) -> Board:
    found = request.param
    assert isinstance(found, Board)
    return found


# ---------------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("theme", THEMES)
def test_picture_stands_alone(view: Board, theme: str) -> None:
    drawn = picture(view, theme=theme, side=1)
    root = ElementTree.fromstring(drawn)
    ids = [found.get("id") for found in root.iter() if found.get("id")]
    references = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
    assert references <= set(ids)
    assert len(ids) == len(set(ids))
    assert all(str(name).startswith(("skybridge-", "sky-", "plate-")) for name in ids)
    assert "var(" not in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_picture_stays_small(view: Board) -> None:
    assert len(picture(view).encode()) < 80_000


def test_picture_leaves_out_sprites_it_does_not_show() -> None:
    drawn = picture(seen_after(0))
    assert 'id="skybridge-height-1"' not in drawn
    assert 'id="skybridge-shape-bridge-y-rear"' not in drawn
    assert 'id="skybridge-wide-tray"' not in drawn


def test_sheet_is_hidden_from_screen_readers() -> None:
    root = ElementTree.fromstring(picture(seen_after(9)))
    for defs in root.iter("{http://www.w3.org/2000/svg}defs"):
        assert defs.get("aria-hidden") == "true"


def test_every_sprite_names_only_paints_and_parts_that_exist() -> None:
    drawn = "".join(drawings(BOX).values())
    palettes = (PALETTE, *SHARED_PALETTES)
    painted = {f"{palette.room}-{name}" for palette in palettes for name in (*palette.paints, *palette.fixtures)}
    lines = set(re.findall(r'id="([^"]+)"', drawn))
    assert set(re.findall(r"url\(#([^)]+)\)", drawn)) <= painted
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= drawings(BOX).keys() | SHARED_SPRITES.keys() | lines
    variables = set(re.findall(r"var\((--[\w-]+)", drawn))
    for theme in THEMES:
        assert all(f"{name}:" in stylesheet(palettes, theme=theme) for name in variables)


def test_long_names_do_not_leave_their_plates() -> None:
    drawn = picture(seen_after(3), names=("A" * 60, "山" * 40, "<Bo>", "Ada"))
    root = ElementTree.fromstring(drawn)
    texts = [found.text or "" for found in root.iter("{http://www.w3.org/2000/svg}text")]
    assert not any("A" * 30 in text or "山" * 20 in text for text in texts)
    assert "<Bo>" in texts


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_language_has_every_word(language: str) -> None:
    words = GAME.words(language)
    shown = scene(
        POSITIONS["4 players, 24 moves"], words, chosen=("hand:c3", "cell:a1"), targets=("cell:b1",), ghost="cb@a1-b1"
    )
    assert all("{" not in item.label for panel in shown.panels for item in panel.items)
    assert all("{" not in slot.label + slot.group for panel in shown.panels for slot in panel.slots)
    assert all(f"form.{form}" in words for form in board(shown).forms)
    jade = words("colour.jade")
    assert jade[:1].upper() + jade[1:] in picture(seen_after(2), words)


# ---------------------------------------------------------------------------------------- the scene


def test_same_view_gives_the_same_scene(view: Board) -> None:
    assert scene(view, side=2) == scene(view, side=2)


DECORATION = ("shadow-", "draft-", "ghost-line-", "ghost-span", "bridge-")
"""Items that are told by others: a shadow by its tower, a line around a piece by the piece."""

each_form = pytest.mark.parametrize("form", ["towers", "plan"])


@each_form
def test_everything_on_the_board_has_a_label(view: Board, form: str) -> None:
    shown = scene(view, ghost="c3@b1", targets=("cell:a2",), chosen=("cell:a3",), form=form)
    assert all(item.label for item in board(shown).items if not item.id.startswith(DECORATION))


@each_form
def test_every_item_has_its_sprite_in_the_page(view: Board, form: str) -> None:
    shown = scene(view, side=3, ghost="cb@a1-a2", targets=("cell:a2", "hand:c3"), form=form)
    assert {item.sprite for panel in shown.panels for item in panel.items} <= page_drawings(BOX).keys()
    slots = [slot for panel in shown.panels for slot in panel.slots]
    assert {item.sprite for slot in slots for item in slot.picture.items} <= page_drawings(BOX).keys()
    assert {slot.sign for slot in slots if slot.sign} <= page_drawings(BOX).keys()


@each_form
def test_ids_are_unique_in_a_panel(view: Board, form: str) -> None:
    for panel in scene(view, ghost="cb@a1-b1", form=form).panels:
        assert len(items(panel)) == len(panel.items)
        assert len({slot.id for slot in panel.slots}) == len(panel.slots)


@each_form
def test_items_come_from_back_to_front(view: Board, form: str) -> None:
    depths = [item.depth for item in board(scene(view, ghost="cb@a1-b1", form=form)).items]
    assert depths == sorted(depths)


def test_pages_do_not_get_what_only_pictures_show() -> None:
    assert "skybridge-tray" in drawings(BOX)
    assert "skybridge-tray" not in GAME.sprites()


def test_what_stands_keeps_its_id_and_place_from_move_to_move() -> None:
    views = random_views(60, seed=3)
    for before, after in pairwise(views):
        old, new = items(board(scene(before))), items(board(scene(after)))
        for key in (key for key in old if key.startswith(("cell-", "piece-"))):
            assert old[key]._replace(state="") == new[key]._replace(state="")


def test_turning_the_camera_keeps_ids_and_labels(view: Board) -> None:
    names = [{item.id: item.label for item in board(scene(view, side=side)).items} for side in range(4)]
    assert all(turned == names[0] for turned in names)


def test_last_placement_is_marked() -> None:
    shown = items(board(scene(position("cb@a1-b1", a1="h3 cb", b1="i3 cb"))))
    assert {key for key, item in shown.items() if item.state == "last"} == {
        "piece-a1-1",
        "piece-b1-1",
        "last-a1",
        "last-b1",
    }


def test_both_ends_of_a_bridge_are_its_halves() -> None:
    shown = items(board(scene(position(a1="h3 cb", a2="i3 cb"))))
    assert shown["piece-a1-1"].sprite == "skybridge-cinnabar-bridge-y-rear"
    assert shown["piece-a2-1"].sprite == "skybridge-cinnabar-bridge-y-front"


def test_height_counts_storeys_and_not_roofs() -> None:
    shown = items(board(scene(position(b2="c3 h2 ir", c1="jr"))))
    assert shown["height-b2"].sprite == "skybridge-height-5"
    assert "height-c1" not in shown


def test_camera_rests_while_towers_stay_in_view() -> None:
    low, higher = position(b2="c3"), position(b2="c3 h3")
    assert board(scene(low)).box == board(scene(higher)).box


def reach(item: Item) -> float:
    """How far a sprite of a piece reaches above the point at which it stands."""
    shape = item.sprite.rpartition("-")[2]
    return {"roof": 79.0, "block3": 54.0 + 49.0, "block2": 36.0 + 49.0}.get(shape, 18.0 + 49.0)


def test_nothing_leaves_the_panel_and_little_of_it_is_empty(view: Board) -> None:
    for side in range(4):
        panel = board(scene(view, side=side))
        left, top, width, height = panel.box
        assert (left, width) == pytest.approx((-405.8, 811.7), abs=1)
        summit = min((item.y - reach(item) for item in panel.items if item.id.startswith("piece-")), default=0.0)
        assert top + 24 <= summit
        # Room for the tallest block on every open tower, and less than a step of the camera besides.
        bare = -173 - 103 - 24
        assert top >= min(bare, summit - 24 - 103) - 72
        assert top + height == pytest.approx(343, abs=1)


def test_a_ghost_stays_inside_the_panel(view: Board) -> None:
    for move in ("c3@a1", "cr@a1", "c3@b2", "cr@c3", "cb@a1-b1"):
        panel = board(scene(view, ghost=move))
        closed = {cell for cell, pieces in view.facts.towers.items() if pieces[-1][1] == "r"}
        ghosts = [item for item in panel.items if item.state == "ghost" and item.id[6:] not in closed]
        assert all(item.y - reach(item) >= panel.box[1] for item in ghosts)


def test_camera_rests_while_a_ghost_is_shown(view: Board) -> None:
    assert board(scene(view)).box == board(scene(view, ghost="c3@b2")).box


# ---------------------------------------------------------------------------------------- picking


def rings(shown: Scene) -> dict[str, str]:
    """The lit and chosen foundations, each with its ring."""
    return {item.id[5:]: item.sprite[10:] for item in board(shown).items if item.id.startswith("ring-")}


@each_form
def test_only_what_may_be_picked_answers_the_pointer(form: str) -> None:
    shown = scene(position(b2="h3"), targets=("cell:b2", "hand:c3"), form=form)
    assert {item.target for item in board(shown).items} == {"", "cell:b2"}
    assert {slot.target for panel in shown.panels for slot in panel.slots} == {"", "hand:c3"}


@each_form
def test_places_are_lit_for_the_chosen_piece_alone(form: str) -> None:
    view, targets = position(b2="h3"), ("cell:b2", "cell:a1", "hand:c3")
    assert rings(scene(view, targets=targets, form=form)) == {}
    assert rings(scene(view, targets=targets, chosen=("cell:a1",), form=form)) == {"a1": "chosen"}
    lit = scene(view, targets=targets, chosen=("hand:c3",), form=form)
    assert rings(lit) == {"b2": "target", "a1": "target"}
    both = scene(view, targets=targets, chosen=("hand:c3", "cell:b2"), form=form)
    assert rings(both) == {"b2": "chosen", "a1": "target"}


@each_form
@pytest.mark.parametrize("chosen", [(), ("hand:c3",), ("cell:a1",)])
def test_each_target_takes_the_focus_once(form: str, chosen: tuple[str, ...]) -> None:
    shown = scene(position(b2="h3"), targets=("cell:b2", "cell:a1", "hand:c3"), chosen=chosen, form=form)
    focus = [item.target for item in board(shown).items if item.state == "target"]
    assert sorted(focus) == ["cell:a1", "cell:b2"]


@each_form
def test_whatever_somebody_could_mean_has_its_target(view: Board, form: str) -> None:
    everything = [f"cell:{column}{row}" for column in "abc" for row in "123"]
    everything += [f"hand:{colour}{kind}" for colour in "chij" for kind in "32rb"]
    shown = scene(view, targets=everything, form=form)
    standing = [item for item in board(shown).items if item.id.startswith(("cell-", "piece-", "height-"))]
    assert {item.target for item in standing} == set(everything[:9])
    assert all(item.target == f"cell:{item.id.split('-')[1]}" for item in standing)
    for panel in shown.panels:
        neutral = "j" if view.players == 3 and panel.seat not in view.facts.turn else ""
        assert all(slot.target == f"hand:{slot.id}" for slot in panel.slots if slot.id[0] != neutral)


def test_what_is_drafted_looks_like_a_ghost() -> None:
    view = position("cb@a1-b1", a1="h3 cb", b1="i3 cb")
    shown = items(board(scene(view, drafted=(GAME.moves.written("cb@a1-b1"),))))
    assert {key for key, item in shown.items() if item.state == "ghost"} == {"piece-a1-1", "piece-b1-1"}
    assert {"draft-a1-1", "draft-b1-1"} <= shown.keys()
    assert "last-a1" not in shown


# ---------------------------------------------------------------------------------------- hands


def hand_of(shown: Scene, seat: int) -> Panel:
    return next(panel for panel in shown.panels if panel.name == f"hand:{seat}")


def test_the_panels_are_the_board_and_a_hand_for_every_seat(view: Board) -> None:
    panels = scene(view, names=("Ada", "Bo", "Cy", "Di")[: view.players]).panels
    hands = [(f"hand:{seat}", seat, "slots") for seat in range(view.players)]
    assert [(panel.name, panel.seat, panel.kind) for panel in panels] == [("board", None, "board"), *hands]
    assert [panel.title for panel in panels[1:]] == ["Ada", "Bo", "Cy", "Di"][: view.players]
    assert panels[0].forms == ("towers", "plan")


def test_a_hand_has_the_same_places_for_the_whole_game() -> None:
    for players in (2, 3, 4):
        views = random_views(60, players, seed=players)
        for seat in range(players):
            places = [[(slot.id, slot.label) for slot in hand_of(scene(view), seat).slots] for view in views]
            assert all(place == places[0] for place in places)
            labels = [label for _, label in places[0]]
            assert len(set(labels)) == len(labels) == {2: 8, 3: 6, 4: 4}[players]


def test_hands_tell_how_many_are_left(view: Board) -> None:
    for seat, left in enumerate(view.facts.hands or ()):
        slots = hand_of(scene(view), seat).slots
        assert {slot.id: slot.number for slot in slots if slot.number} == left
        assert {slot.id for slot in slots if slot.state == "none"} == {slot.id for slot in slots if not slot.number}


def test_a_hand_is_grouped_by_colour() -> None:
    two, three = hand_of(scene(seen_after(0, 2)), 0), hand_of(scene(seen_after(0, 3)), 1)
    assert [(slot.id, slot.group, slot.sign) for slot in two.slots if slot.group] == [
        ("c3", "Cinnabar", "skybridge-sign-cinnabar"),
        ("i3", "Indigo", "skybridge-sign-indigo"),
    ]
    assert [(slot.id, slot.group) for slot in three.slots if slot.group] == [("h3", "Honey"), ("j3", "Neutral (jade)")]


def test_a_colour_that_has_to_wait_says_so() -> None:
    view = seen_after(0, 2, two_player_colours="alternating")
    seat = view.facts.turn[0]
    waits, others = hand_of(scene(view), seat), hand_of(scene(view), 1 - seat)
    assert [slot.group.endswith(", not this turn") for slot in waits.slots if slot.group] == [False, True]
    assert not any("turn" in slot.group for slot in others.slots)


def test_the_last_of_its_kind_is_held_while_it_stands_on_the_board() -> None:
    view = position(a1="h3", b1="h3")
    held = hand_of(scene(view, ghost="cb@a1-b1"), 0).slots
    assert [slot.id for slot in held if slot.state == "held"] == ["cb"]
    assert all(slot.state == "" for slot in hand_of(scene(view, ghost="c3@c1"), 0).slots)


def test_neutral_block_is_picked_only_from_the_hand_of_whoever_plays() -> None:
    view = seen_after(0, 3)
    shown = scene(view, targets=("hand:j3",))
    owners = {panel.seat for panel in shown.panels for slot in panel.slots if slot.target == "hand:j3"}
    assert owners == set(view.facts.turn)


# ---------------------------------------------------------------------------------------- parts


def test_equal_keys_are_equal_panels() -> None:
    found: dict[tuple[str, Any], Panel] = {}
    stagings: list[Staging[Any]] = [
        Staging(side, names, targets, chosen, ghost, drafted, form)
        for side in (0, 1)
        for names in ((), ("Ada", "Bo", "Cy", "Di"))
        for targets, chosen, ghost in (
            ((), (), None),
            (("cell:a1", "hand:c3", "hand:cb"), (), None),
            (("cell:a1", "hand:c3"), ("hand:c3",), None),
            (("cell:a1", "hand:c3"), ("hand:c3", "cell:a1"), GAME.moves.written("c3@a1")),
            (("cell:a1", "hand:cb"), ("hand:cb",), GAME.moves.written("cb@a1-b1")),
        )
        for drafted in ((), (GAME.moves.written("h3@b2"),))
        for form in ("", "plan")
    ]
    views = random_views(30, 4, 1) + random_views(20, 3, 3)
    views += random_views(20, 2, 2, two_player_colours="alternating")
    for view in views[::5]:
        for staging in stagings:
            for part in GAME.parts(view, WORDS, staging):
                panel = part.draw()
                assert panel.name == part.name
                assert found.setdefault((part.name, part.key), panel) == panel


def test_a_move_changes_the_board_and_one_hand() -> None:
    for players in (2, 3, 4):
        for before, after in pairwise(random_views(60, players, 7)):
            old, new = (GAME.parts(view, WORDS, Staging()) for view in (before, after))
            changed = [one.name for one, other in zip(old, new, strict=True) if one.key != other.key]
            assert changed == ["board", f"hand:{before.facts.turn[0]}"]


def test_the_backdrop_never_changes_and_a_move_changes_few_items() -> None:
    for before, after in pairwise(random_views(40, 4, 5)):
        old, new = board(scene(before)), board(scene(after))
        assert old.backdrop == new.backdrop
        put = [item for key, item in items(new).items() if items(old).get(key) != item]
        moved_tags = [item for item in put if item.id.startswith("height-")]
        assert len(put) - len(moved_tags) <= 8


# ---------------------------------------------------------------------------------------- the plan


def test_the_plan_has_every_top_and_the_same_ids(view: Board) -> None:
    towers, plan = items(board(scene(view))), items(board(scene(view, form="plan")))
    tops = {f"piece-{cell}-{len(pieces) - 1}" for cell, pieces in view.facts.towers.items()}
    assert {key for key in plan if key.startswith("piece-")} == tops
    assert {key for key in plan if key.startswith(("cell-", "height-"))} == {
        key for key in towers if key.startswith(("cell-", "height-"))
    }
    assert {key: (item.x, item.y) for key, item in plan.items() if key.startswith("cell-")} == {
        key: (item.x, item.y) for key, item in towers.items() if key.startswith("cell-")
    }


def test_the_plan_shows_bridges_even_under_other_pieces() -> None:
    view = position(a1="h3 cb i3 jb", b1="i3 cb h3 jb", b2="j3 cr")
    shown = items(board(scene(view, form="plan")))
    assert shown["bridge-cb"].sprite == "skybridge-cinnabar-span-x"
    assert shown["piece-b2-1"].sprite == "skybridge-cinnabar-top-roof"
    first, second = shown["bridge-cb"], shown["bridge-jb"]
    assert abs(first.x - second.x) > 20, "two bridges of the same towers lie side by side"


# ---------------------------------------------------------------------------------------- depth


class Solid(NamedTuple):
    """The room that a piece takes up, as the camera sees it: its least and greatest x, y and z."""

    low: tuple[float, float, float]
    high: tuple[float, float, float]

    def behind(self, other: Solid) -> bool:
        """Whether it lies wholly behind, beside or below the other along an axis, and so is painted first."""
        return any(mine <= theirs for mine, theirs in zip(self.high, other.low, strict=True))


STOREY = {"3": 3.0, "2": 2.0, "b": 1.0, "r": 0.0}


def seen_at(cell: str, side: int) -> tuple[float, float]:
    """The middle of a cell after the camera went round; cells are 2 apart."""
    x, y = "abc".index(cell[0]), int(cell[1]) - 1
    for _ in range(side):
        x, y = y, 2 - x
    return 2.0 * x, 2.0 * y


def solids(view: Board, side: int) -> dict[str, Solid]:
    """Every piece's solid, worked out from the facts alone: a block is 1.1 wide, a roof 1.3."""
    found = {}
    towers = view.facts.towers
    for cell, pieces in towers.items():
        base = 0.0
        here = seen_at(cell, side)
        for level, piece in enumerate(pieces):
            half = 0.65 if piece[1] == "r" else 0.55
            reach = [(middle - half, middle + half) for middle in here]
            if piece[1] == "b":
                end = next(end for end in towers if end != cell and piece in towers[end])
                middles = [(a + b) / 2 for a, b in zip(here, seen_at(end, side), strict=True)]
                reach = [(min(low, m), max(high, m)) for (low, high), m in zip(reach, middles, strict=True)]
            top = base + (STOREY[piece[1]] or 4)
            found[f"piece-{cell}-{level}"] = Solid((reach[0][0], reach[1][0], base), (reach[0][1], reach[1][1], top))
            base += STOREY[piece[1]]
    return found


@pytest.mark.parametrize("side", range(4))
def test_nothing_is_painted_over_what_stands_in_front_of_it(view: Board, side: int) -> None:
    room = solids(view, side)
    painted = [item.id for item in board(scene(view, side=side)).items if item.id in room]
    assert len(painted) == len(room)
    for earlier, later in combinations(painted, 2):
        assert room[earlier].behind(room[later]) or not room[later].behind(room[earlier])


def test_depth_test_can_tell_a_wrong_order() -> None:
    room = solids(position(a1="c3", b1="h3"), 0)
    assert not room["piece-b1-0"].behind(room["piece-a1-0"])
    assert room["piece-a1-0"].behind(room["piece-b1-0"])


def test_ghost_stands_among_the_towers() -> None:
    shown = [item.id for item in board(scene(position(a1="c3", c3="h3"), ghost="i3@b2")).items]
    assert shown.index("piece-a1-0") < shown.index("ghost-b2") < shown.index("piece-c3-0")
