"""Blocks of two and three storeys: windowed walls under a polished lid."""

from __future__ import annotations

from collections.abc import Sequence

from cloudtop.games.skybridge.art.measures import CAMERA, CORNER, HALF, STOREY
from cloudtop.games.skybridge.art.palette import INK, IVORY, PALETTE
from cloudtop.games.skybridge.art.wood import engraved, grain, heartwood
from cloudtop.stage.projection import skirt
from cloudtop.stage.svg import centred_rect, circle, group, number, pair, path, polygon, rect, translate, use

WINDOW_COLUMNS = (-27.0, 27.0)


def windows(columns: Sequence[float], storeys: int) -> str:
    """Rows of recessed arched windows with a lit sill, one row a storey."""
    spots = [(x, -STOREY * level - 3.6) for level in range(storeys) for x in columns]
    panes = "".join(f"M{number(x - 5.5)} {number(sill)}v-7a5.5 5.5 0 0 1 11 0v7z" for x, sill in spots)
    sills = "".join(f"M{number(x - 7)} {number(sill + 0.7)}h14" for x, sill in spots)
    return path(panes, PALETTE["window"], stroke=PALETTE["reveal"], stroke_width=1.6) + path(
        sills, stroke=IVORY, stroke_opacity=0.62, stroke_width=1.7
    )


def courses(edge: float, storeys: int) -> str:
    """Grooves between storeys, each with the light caught on its lower lip."""
    lines = "".join(f"M{pair(-edge, -STOREY * level)}H{number(edge)}" for level in range(1, storeys))
    return engraved(f"courses{storeys}", lines, 0.55, 0.3, 1.5) if lines else ""


def boss(height: float, radius: float) -> str:
    """The sunk disc in the middle of a wall that carries the glyph."""
    middle = -height / 2
    lip = f"M{number(-radius)} {number(middle)}a{radius:g} {radius:g} 0 0 0 {2 * radius:g} 0"
    return (
        circle(0, middle, radius, fill="currentColor")
        + circle(0, middle, radius, fill=INK, fill_opacity=0.2, stroke=INK, stroke_opacity=0.4)
        + path(lip, stroke=IVORY, stroke_opacity=0.55, stroke_width=1.2)
    )


def wall(storeys: int) -> str:
    """Flat drawing of a wall: grain, courses, windows, boss, the dark foot and the seam it stands on."""
    height, edge = STOREY * storeys, HALF - 4
    fibre = grain(-edge, edge, -height + 3, -1, 2 * storeys, 2.6)
    return (
        engraved(f"grain{storeys}", fibre, 0.13, 0.13, 1)
        + courses(edge, storeys)
        + windows(WINDOW_COLUMNS, storeys)
        + (boss(height, 14) if storeys > 1 else "")
        + rect(-edge, -8, 2 * edge, 8, fill=PALETTE["foot"])
        + path(f"M{number(-edge)}-.6H{number(edge)}", stroke=INK, stroke_opacity=0.55, stroke_width=1.4)
    )


def lid() -> str:
    """The top of a block, at height 0: bright chamfer, sunk panel with its grain, a soft sheen."""
    panel, rounding = HALF - 6, CORNER - 2
    return group(
        centred_rect(HALF, HALF, CORNER, fill="currentColor"),
        centred_rect(HALF, HALF, CORNER, fill=PALETTE["chamfer"]),
        centred_rect(panel, panel, rounding, fill="currentColor"),
        centred_rect(panel, panel, rounding, fill=PALETTE["lid"]),
        engraved("heart", heartwood(HALF - 7), 0.18, 0.2, 1),
        centred_rect(panel, panel, rounding, fill="none", stroke=INK, stroke_opacity=0.28, stroke_width=1.4),
        transform=CAMERA.ground(),
    )


def front_edge(near: float, height: float) -> str:
    """The rounded upright edge nearest the viewer, where the light catches; `near` is its foot."""
    return rect(-3.5, near - height, 7, height - 2.5, fill=PALETTE["edge"])


def block(storeys: int) -> str:
    """A block of that many storeys, in the current colour and without its glyphs."""
    height = STOREY * storeys
    top = CAMERA.rounded_square(HALF, CORNER, height)
    walls = f"skybridge-part-wall{storeys}"
    return (
        path(skirt(top, height), "currentColor")
        + path(skirt(top, height, -1), PALETTE["left"])
        + path(skirt(top, height, 1), PALETTE["right"])
        + use(walls, transform=CAMERA.left_wall(HALF))
        + use(walls, transform=CAMERA.right_wall(HALF))
        + front_edge(HALF * 2 * CAMERA.down - 2, height)
        + use("skybridge-part-lid", transform=translate(0, -height))
    )


def block_marks(storeys: int) -> list[str]:
    """Where a block carries its glyph: lid, left wall, right wall."""
    height = STOREY * storeys
    return [
        f"{CAMERA.facing(height)} scale(1.75)",
        f"{CAMERA.left_wall(HALF, height / 2)} scale(1.02 .88)",
        f"{CAMERA.right_wall(HALF, height / 2)} scale(1.02 .88)",
    ]


def block_outline(storeys: int) -> str:
    """Path data of the line around a block."""
    height = STOREY * storeys
    corners = ((-HALF, HALF, height), (-HALF, -HALF, height), (HALF, -HALF, height))
    feet = ((HALF, -HALF, 0), (HALF, HALF, 0), (-HALF, HALF, 0))
    points = [CAMERA.point(*corner) for corner in corners + feet]
    return polygon(points)
