"""The board as a plan: the towers lie flat on the same ground, so that none hides another, and it can be played in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cloudtop.core.scene import Box, Item, Panel
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.board import spot
from cloudtop.games.skybridge.art.layout import (
    LINE,
    PIECE,
    Mark,
    Position,
    Shown,
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
from cloudtop.games.skybridge.art.naming import standing_name
from cloudtop.games.skybridge.art.palette import COLOURS, INK, IVORY, PALETTE, Colour
from cloudtop.games.skybridge.art.pieces import dashed, gilded
from cloudtop.games.skybridge.art.roof import EAVE
from cloudtop.games.skybridge.art.standing import Column, Standing, considered, seen
from cloudtop.games.skybridge.moves import Cell
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


def shape_of(piece: Standing) -> str:
    """How a piece looks from above."""
    return "top-roof" if piece.piece.kind == ROOF else "top"


@lru_cache(1024)
def flat_items(column: Column, words: Words, side: int, mark: Mark) -> tuple[Item, ...]:
    """The top of one tower, or its bare foundation."""
    target, cell = mark.target, column.cell
    items = place_items(column, words, side, 0, mark)
    for piece in column.pieces[-1:]:
        label, shape = standing_name(column.box, piece, words), shape_of(piece)
        state = "ghost" if mark.drafted else "last" if mark.fresh else ""
        items.append(item_on(column, side, piece.id, f"{piece.colour.key}-{shape}", 0, PIECE, target, label, state))
        if mark.drafted:
            key = f"draft-{cell}-{piece.level}"
            items.append(item_on(column, side, key, f"ghost-{shape}", 0, LINE, target, ""))
        elif mark.fresh and not mark.ring:
            told = words("board.last", placed=label)
            items.append(item_on(column, side, f"last-{cell}", f"last-{shape}", 0, LINE, target, told, state))
    return tuple(items)


def span_items(position: Position) -> Iterator[Item]:
    """Every bridge that lies somewhere, and the one that is considered; those of the same two towers side by side."""
    board, laid = position.board, dict(position.ends)
    considered_now = board.ghost.piece if board.ghost is not None and len(board.ghost.cells) > 1 else None
    if board.ghost is not None and considered_now is not None:
        laid[considered_now] = board.ghost.cells
    drafted = {placement.piece for placement in board.drafted}
    for piece, ends in laid.items():
        beside = [other for other in laid if laid[other] == ends]
        along, (x, y) = span_spot(ends, board.side, beside.index(piece), len(beside))
        key = "ghost-span" if piece == considered_now else f"bridge-{piece}"
        state = "ghost" if piece == considered_now or piece in drafted else ""
        yield Item(key, f"skybridge-{piece.colour_name}-span-{along}", x, y, SPAN, state=state)


def span_spot(ends: tuple[Cell, ...], side: int, number: int, of: int) -> tuple[str, Point]:
    """The ground axis that a bridge follows, and the screen point of its middle, beside others of the same towers."""
    here, there = (seen(cell, side) for cell in ends)
    along = "x" if here[1] == there[1] else "y"
    aside = (number - (of - 1) / 2) * min(2 * SPAN_HALF + 4, (DECK_ROOM - 2 * SPAN_HALF) / max(1, of - 1))
    (x1, y1), (x2, y2) = spot(here), spot(there)
    dx, dy = CAMERA.point(0, aside) if along == "x" else CAMERA.point(aside, 0)
    return along, ((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy)


def ghost_items(position: Position, piece: Standing) -> Iterator[Item]:
    """A piece that is being considered, with its dashed line."""
    side, words, column, cell = position.board.side, position.words, position.columns[piece.cell], piece.cell
    target, shape = position.mark(column).target, shape_of(piece)
    label = words("board.ghost", placed=standing_name(column.box, piece, words))
    yield item_on(column, side, f"ghost-{cell}", f"{piece.colour.key}-{shape}", 0, PIECE, target, label, "ghost")
    yield item_on(column, side, f"ghost-line-{cell}", f"ghost-{shape}", 0, LINE, target, "")


def plan_panel(words: Words, board: Shown) -> Panel:
    """The same board from above."""
    position, side = Position(words, board), board.side
    items: list[Item] = list(span_items(position))
    for column, mark in zip(position.columns.values(), position.marks(), strict=True):
        items += flat_items(column, words, side, mark)
        if column.height:
            items.append(tag_item(column.ground, words, side, column.height, mark.target, 0, True, 0.0))
    if board.ghost is not None:
        for piece in considered(position.columns, board.ghost):
            items += ghost_items(position, piece)
    return position.panel(BOX, items)
