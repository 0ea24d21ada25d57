"""The pieces of every colour: shapes drawn once, then lacquered and inlaid with the colour's glyph."""

from __future__ import annotations

from collections.abc import Iterable

from cloudtop.games.skybridge.art.blocks import block, block_marks, block_outline, lid, wall
from cloudtop.games.skybridge.art.bridge import HALVES, bridge, bridge_marks, bridge_outline, rail
from cloudtop.games.skybridge.art.palette import CHOSEN, COLOURS, INK, IVORY, Colour
from cloudtop.games.skybridge.art.roof import roof, roof_marks, roof_outline, shingles
from cloudtop.games.skybridge.pieces import BLOCK2, BLOCK3, BRIDGE, Box
from cloudtop.stage.svg import group, path, use


def glyph(colour: Colour) -> str:
    """The inlaid glyph of a colour, about 23 wide, with the edge of its groove."""
    return path(
        colour.glyph, colour.inlay_edge, fill_opacity=0.55, fill_rule="evenodd", transform="translate(0 1.4)"
    ) + path(colour.glyph, colour.inlay, fill_rule="evenodd")


def lacquered(colour: Colour, shape: str, marks: Iterable[str]) -> str:
    """A piece in its colour: the shape, then the colour's glyph at each of the marks."""
    glyphs = (use(f"skybridge-glyph-{colour.key}", transform=mark) for mark in marks)
    return group(use(f"skybridge-shape-{shape}"), *glyphs, color=colour.lacquer)


def dashed(outline: str) -> str:
    """The line around a piece that is not placed yet."""
    return path(outline, stroke=IVORY, stroke_width=2.4, stroke_dasharray="7 5", stroke_linejoin="round")


def gilded(outline: str) -> str:
    """The line around the piece that was placed last: gold between dark and light, to show on every lacquer."""
    return group(
        path(outline, stroke=INK, stroke_opacity=0.55, stroke_width=7),
        path(outline, stroke=CHOSEN, stroke_width=4.6),
        path(outline, stroke=IVORY, stroke_width=1.8),
        stroke_linejoin="round",
    )


def parts(box: Box) -> dict[str, str]:
    """What the shapes are made of."""
    heights = sorted({box.kinds[kind].storeys for kind in (BRIDGE, BLOCK2, BLOCK3)})
    return {
        "part-lid": lid(),
        **{f"part-wall{storeys}": wall(storeys) for storeys in heights},
        "part-rail-x": rail("x"),
        "part-rail-y": rail("y"),
        "part-shingles": shingles(),
    }


def pieces(box: Box) -> dict[str, str]:
    """The pieces `<colour>-<shape>`, the lines around them `ghost-<shape>` and `last-<shape>`, all parts.

    A shape is block2, block3, roof, or half a bridge such as bridge-x-rear.
    """
    low, high = box.kinds[BLOCK2].storeys, box.kinds[BLOCK3].storeys
    shapes = {"block2": block(low), "block3": block(high), "roof": roof()}
    marks = {"block2": block_marks(low), "block3": block_marks(high), "roof": roof_marks()}
    outlines = {"block2": block_outline(low), "block3": block_outline(high), "roof": roof_outline()}
    for shape, half in HALVES.items():
        shapes[shape], marks[shape], outlines[shape] = (
            bridge(*half),
            bridge_marks(*half),
            bridge_outline(*half),
        )
    drawings = parts(box)
    for shape, drawing in shapes.items():
        drawings[f"shape-{shape}"] = drawing
        drawings[f"ghost-{shape}"] = dashed(outlines[shape])
        drawings[f"last-{shape}"] = gilded(outlines[shape])
    for colour in COLOURS:
        drawings[f"glyph-{colour.key}"] = glyph(colour)
        for shape in shapes:
            drawings[f"{colour.key}-{shape}"] = lacquered(colour, shape, marks[shape])
    return drawings
