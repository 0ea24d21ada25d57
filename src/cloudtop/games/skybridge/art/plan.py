"""The board as a plan: the towers lie flat on the same ground, so that none hides another, and it can be played in."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.core.board import cached
from cloudtop.core.scene import Box, Item, Panel
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import spot
from cloudtop.games.skybridge.art.layout import (
    LINE,
    PIECE,
    SEEN,
    Display,
    Mark,
    ghost_items,
    item_on,
    place_items,
    tag_item,
)
from cloudtop.games.skybridge.art.measures import (
    BOARD_FOOT,
    BOARD_REACH,
    BOARD_TOP,
    CAMERA,
    CELL,
    CORNER,
    HALF,
    MARGIN,
)
from cloudtop.games.skybridge.art.naming import placed_name
from cloudtop.games.skybridge.art.palette import COLOURS, INK, IVORY, PALETTE, Colour
from cloudtop.games.skybridge.art.pieces import dashed, gilded
from cloudtop.games.skybridge.art.roof import EAVE
from cloudtop.games.skybridge.board import PlacedPiece, Tower
from cloudtop.games.skybridge.moves import Bridge, Cell
from cloudtop.games.skybridge.pieces import ROOF
from cloudtop.stage.svg import Point, centred_rect, circle, group, number, path, polygon, polyline, rect, use

BOX: Box = (
    -BOARD_REACH - MARGIN,
    BOARD_TOP - MARGIN,
    2 * (BOARD_REACH + MARGIN),
    BOARD_FOOT - BOARD_TOP + 2 * MARGIN,
)
SPAN = -0.5
"""The depth of bridges, below all tops."""
SPAN_HALF, SPAN_REACH = 23.0, CELL / 2 - HALF + 3
"""Half the width of a bridge on the plan, and from its middle to either tower."""
DECK_ROOM = 96.0
"""How much room all bridges between two towers share."""

# ---------------------------------------------------------------------------------------- what is drawn


def outline(half: float) -> str:
    """Path data of the line around a square that lies flat."""
    return polygon(CAMERA.rounded_square(half, CORNER))


def top(colour: Colour) -> str:
    """The top of a tower in its colour."""
    return group(
        use("skybridge-part-lid"),
        use(f"skybridge-glyph-{colour.key}", transform=f"{CAMERA.facing()} scale(2.2)"),
        color=colour.lacquer,
    )


def roof_slopes() -> str:
    """A roof from above, in the current colour: four slopes, their hips and the finial."""
    corners = [CAMERA.point(x, y) for x, y in ((-EAVE, -EAVE), (EAVE, -EAVE), (EAVE, EAVE), (-EAVE, EAVE))]
    middle: Point = (0.0, 0.0)

    def slope(first: int, second: int, shade: str, opacity: float | None = None) -> str:
        return path(polygon([corners[first], corners[second], middle]), shade, fill_opacity=opacity)

    hips = "".join(polyline([corner, middle]) for corner in corners)
    return (
        path(outline(EAVE), "currentColor", stroke=INK, stroke_opacity=0.45, stroke_width=3)
        + slope(0, 1, IVORY, 0.16)
        + slope(3, 0, INK, 0.1)
        + slope(1, 2, PALETTE["right"])
        + slope(2, 3, PALETTE["left"])
        + path(hips, stroke=IVORY, stroke_opacity=0.65, stroke_width=2.4)
    )


def roof_top(colour: Colour) -> str:
    """The roof of a tower in its colour, its glyph on the two near slopes."""
    glyph = f"skybridge-glyph-{colour.key}"
    marks = (use(glyph, transform=f"matrix(1.2 0 0 .95 {number(x)} 15)") for x in (-28.0, 28.0))
    return group(use("skybridge-part-slopes"), *marks, color=colour.lacquer) + circle(
        0, 0, 6.5, fill=PALETTE["brass"], stroke=INK, stroke_opacity=0.6, stroke_width=1
    )


def span(along: str, content: str) -> str:
    """What lies between two towers, drawn along x and laid on the ground."""
    return group(content, transform=CAMERA.ground() + (" matrix(0 1 1 0 0 0)" if along == "y" else ""))


def deck(colour: Colour) -> str:
    """A bridge from above, without its ends: planks between two parapets."""
    joints = "".join(
        f"M{number(x)} {number(-SPAN_HALF)}V{number(SPAN_HALF)}"
        for x in range(-int(SPAN_REACH) + 8, int(SPAN_REACH), 12)
    )
    edges = f"M{number(-SPAN_REACH)} {number(-SPAN_HALF)}h{number(2 * SPAN_REACH)}"
    edges += f"M{number(-SPAN_REACH)} {number(SPAN_HALF)}h{number(2 * SPAN_REACH)}"
    return (
        centred_rect(SPAN_REACH, SPAN_HALF + 4, 0, fill=INK, fill_opacity=0.4)
        + rect(-SPAN_REACH, -SPAN_HALF, 2 * SPAN_REACH, 2 * SPAN_HALF, fill=colour.lacquer)
        + path(joints, stroke=INK, stroke_opacity=0.4, stroke_width=1.6)
        + path(edges, stroke=IVORY, stroke_opacity=0.8, stroke_width=3.4)
    )


def plan_sprites() -> dict[str, str]:
    """Tops `<colour>-top` and `<colour>-top-roof`, bridges `<colour>-span-x` and `-y`, and the lines around them."""
    drawings = {"part-slopes": roof_slopes()}
    for shape, half in (("top", HALF), ("top-roof", EAVE)):
        drawings[f"ghost-{shape}"] = dashed(outline(half))
        drawings[f"last-{shape}"] = gilded(outline(half))
    for colour in COLOURS:
        drawings[f"{colour.key}-top"] = top(colour)
        drawings[f"{colour.key}-top-roof"] = roof_top(colour)
        drawings |= {f"{colour.key}-span-{along}": span(along, deck(colour)) for along in "xy"}
    return drawings


# ---------------------------------------------------------------------------------------- where it lies


def shape_of(placed: PlacedPiece) -> str:
    """How a piece looks from above."""
    return "top-roof" if placed.piece.kind == ROOF else "top"


@cached
def flat_items(tower: Tower, words: Words, side: int, mark: Mark) -> tuple[Item, ...]:
    """The top of one tower, or its bare foundation."""
    target, cell = mark.target, tower.cell
    items = place_items(tower, words, side, 0, target, mark.ring)
    for placed in tower.pieces[-1:]:
        label, shape = placed_name(tower.box, placed, words), shape_of(placed)
        state = "ghost" if mark.drafted else "last" if mark.fresh else ""
        sprite = f"{placed.piece.colour_name}-{shape}"
        items.append(item_on(tower, side, placed.id, sprite, 0, PIECE, target, label, state))
        if mark.drafted:
            key = f"draft-{cell}-{placed.level}"
            items.append(item_on(tower, side, key, f"ghost-{shape}", 0, LINE, target, ""))
        elif mark.fresh and not mark.ring:
            told = words("board.last", placed=label)
            items.append(item_on(tower, side, f"last-{cell}", f"last-{shape}", 0, LINE, target, told, state))
    if tower.height:
        items.append(tag_item(tower.ground, words, side, tower.height, target, 0, True, 0.0))
    return tuple(items)


def span_items(shown: Display) -> Iterator[Item]:
    """Every bridge that lies somewhere, and the one that is considered; those of the same two towers side by side."""
    bridges, ghost = dict(shown.towers.bridges), None
    if isinstance(shown.ghost, Bridge):
        ghost = shown.ghost.piece
        bridges[ghost] = shown.ghost.cells
    drafted = {placement.piece for placement in shown.drafted}
    for piece, ends in bridges.items():
        beside = [other for other in bridges if bridges[other] == ends]
        along, (x, y) = span_spot(ends, shown.side, beside.index(piece), len(beside))
        key = "ghost-span" if piece == ghost else f"bridge-{piece}"
        state = "ghost" if piece == ghost or piece in drafted else ""
        yield Item(key, f"skybridge-{piece.colour_name}-span-{along}", x, y, SPAN, state=state)


def span_spot(ends: tuple[Cell, ...], side: int, number: int, of: int) -> tuple[str, Point]:
    """The ground axis that a bridge follows, and the screen point of its middle, beside others of the same towers."""
    here, there = (SEEN[cell][side] for cell in ends)
    along = "x" if here[1] == there[1] else "y"
    aside = (number - (of - 1) / 2) * min(2 * SPAN_HALF + 4, (DECK_ROOM - 2 * SPAN_HALF) / max(1, of - 1))
    (x1, y1), (x2, y2) = spot(here), spot(there)
    dx, dy = CAMERA.point(0, aside) if along == "x" else CAMERA.point(aside, 0)
    return along, ((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy)


def plan_panel(words: Words, shown: Display) -> Panel:
    """The same board from above."""
    items: list[Item] = list(span_items(shown))
    for tower, mark in zip(shown.towers, shown.marks(), strict=True):
        items += flat_items(tower, words, shown.side, mark)
    for tower, placed in shown.ghosts():
        target = shown.mark(tower.cell).target
        items += ghost_items(tower, placed, words, shown.side, 0, shape_of(placed), target)
    return shown.panel(words, BOX, items)
