"""What a view of Skybridge looks like: nothing painted in the wrong order, nothing nameless, nothing missing."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from cloudtop.core.scene import Item, Panel, Scene, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art import PALETTE, drawings
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.pieces import BOX
from cloudtop.games.skybridge.view import Facts
from cloudtop.stage import THEMES
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES

WORDS = GAME.words("en")
LOOSE = {"roof_on_foundation": True, "bridge_on_foundation": True}


def seen_after(moves: int, players: int = 4, seed: int = 0, **options: object) -> View[Facts]:
    """A spectator's view after that many random moves."""
    return list(random_views(moves, players, seed, **options))[-1]


def random_views(moves: int, players: int = 4, seed: int = 0, **options: object) -> list[View[Facts]]:
    """The views of a random game, before its first move and after each."""
    state, chance = GAME.deal(players, seed=seed, options=options), Random(seed)
    views = [state.view(None)]
    while state.turn() and len(views) <= moves:
        seat = state.turn()[0]
        state.play(seat, chance.choice(state.legal(seat)))
        views.append(state.view(None))
    return views


def position(last: str | None = None, **towers: str) -> View[Facts]:
    """A view with these towers, their pieces bottom to top, and full hands."""
    hands = tuple({f"{colour}3": 4, f"{colour}2": 4, f"{colour}r": 2, f"{colour}b": 1} for colour in "chij")
    stacks = {cell: tuple(pieces.split()) for cell, pieces in towers.items()}
    return View("skybridge", 4, {}, None, Facts(stacks, hands, turn=(0,), colour=None, last=last))


def scene(view: View[Facts], words: Words = WORDS, ghost: str = "", **staging: Any) -> Scene:
    """What is shown of a view; a ghost is given in notation."""
    return GAME.scene(view, words, Staging(ghost=GAME.moves.written(ghost), **staging))


def picture(view: View[Facts], words: Words = WORDS, theme: str = "day", **staging: Any) -> str:
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
def view(request: pytest.FixtureRequest) -> View[Facts]:
    found = request.param
    assert isinstance(found, View)
    return found


# ---------------------------------------------------------------------------------------- the picture


@pytest.mark.parametrize("theme", THEMES)
def test_picture_stands_alone(view: View[Facts], theme: str) -> None:
    drawn = picture(view, theme=theme, side=1)
    root = ElementTree.fromstring(drawn)
    ids = [found.get("id") for found in root.iter() if found.get("id")]
    references = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
    assert references <= set(ids)
    assert len(ids) == len(set(ids))
    assert all(str(name).startswith(("skybridge-", "sky-", "plate-")) for name in ids)
    assert "var(" not in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_picture_stays_small(view: View[Facts]) -> None:
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
    jade = words("colour.jade")
    assert jade[:1].upper() + jade[1:] in picture(seen_after(2), words)


# ---------------------------------------------------------------------------------------- the scene


def test_same_view_gives_the_same_scene(view: View[Facts]) -> None:
    assert scene(view, side=2) == scene(view, side=2)


def test_everything_on_the_board_has_a_label(view: View[Facts]) -> None:
    shown = scene(view, ghost="c3@b1", targets=("cell:a2",), chosen=("cell:a3",))
    assert all(item.label for item in board(shown).items)


def test_every_item_has_its_sprite(view: View[Facts]) -> None:
    shown = scene(view, side=3, ghost="cb@a1-a2", targets=("cell:a2", "hand:c3"))
    assert {item.sprite for panel in shown.panels for item in panel.items} <= drawings(BOX).keys()


def test_ids_are_unique_in_a_panel(view: View[Facts]) -> None:
    for panel in scene(view, ghost="cb@a1-b1").panels:
        assert len(items(panel)) == len(panel.items)


def test_what_stands_keeps_its_id_and_place_from_move_to_move() -> None:
    views = random_views(60, seed=3)
    for before, after in pairwise(views):
        old, new = items(board(scene(before))), items(board(scene(after)))
        for key in (key for key in old if key.startswith(("cell-", "piece-"))):
            assert old[key]._replace(state="") == new[key]._replace(state="")


def test_turning_the_camera_keeps_ids_and_labels(view: View[Facts]) -> None:
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


def test_no_tower_leaves_the_panel(view: View[Facts]) -> None:
    for side in range(4):
        panel = board(scene(view, side=side))
        assert min(item.y for item in panel.items) - 80 >= panel.box[1]


def test_camera_rests_while_a_ghost_is_shown(view: View[Facts]) -> None:
    assert board(scene(view)).box == board(scene(view, ghost="c3@b2")).box


# ---------------------------------------------------------------------------------------- picking


def test_only_what_may_be_picked_answers_the_pointer() -> None:
    shown = scene(position(b2="h3"), targets=("cell:b2", "hand:c3"))
    targets = {item.target for panel in shown.panels for item in panel.items}
    assert targets == {"", "cell:b2", "hand:c3"}


def test_each_target_takes_the_focus_once_on_the_board_and_once_in_the_hand() -> None:
    shown = scene(position(b2="h3"), targets=("cell:b2", "cell:a1", "hand:c3", "hand:cb"))
    focus = [item.target for panel in shown.panels for item in panel.items if item.state == "target"]
    assert sorted(focus) == ["cell:a1", "cell:b2", "hand:c3", "hand:cb"]


def test_chosen_piece_is_lifted_out_of_its_socket() -> None:
    tray = next(panel for panel in scene(position(), chosen=("hand:c3",)).panels if panel.name == "hand:0")
    lifted, resting = items(tray)["c3-3-0"], items(tray)["c3-2-0"]
    assert lifted.y < lifted.depth
    assert resting.y == resting.depth


def test_neutral_block_is_picked_only_from_the_tray_of_whoever_plays() -> None:
    view = seen_after(0, 3)
    shown = scene(view, targets=("hand:j3",))
    owners = {panel.seat for panel in shown.panels for item in panel.items if item.target == "hand:j3"}
    assert owners == set(view.facts.turn)


def test_two_players_have_a_tray_for_each_of_their_colours() -> None:
    names = [panel.name for panel in scene(seen_after(0, 2)).panels if panel.seat is not None]
    assert names == ["hand:0:cinnabar", "hand:0:indigo", "hand:1:honey", "hand:1:jade"]


def test_trays_hold_what_the_hands_hold(view: View[Facts]) -> None:
    for panel in scene(view).panels:
        if panel.seat is not None:
            held = {(item.id.rsplit("-", 1)[0]) for item in panel.items}
            letters = {key[0] for key in held}
            hand = view.facts.hands[panel.seat]
            assert len(held) == sum(count for piece, count in hand.items() if piece[0] in letters)


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


def solids(view: View[Facts], side: int) -> dict[str, Solid]:
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
def test_nothing_is_painted_over_what_stands_in_front_of_it(view: View[Facts], side: int) -> None:
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
