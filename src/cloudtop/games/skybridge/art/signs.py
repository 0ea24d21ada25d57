"""Signs: places that may be chosen, places chosen, how high a tower is, and what a player is known by."""

from __future__ import annotations

from cloudtop.games.skybridge.art.measures import CAMERA, HALF, PLATE_HALF
from cloudtop.games.skybridge.art.palette import CHOSEN, COLOURS, INK, IVORY, PALETTE, TARGET, Colour
from cloudtop.games.skybridge.pieces import Box
from cloudtop.stage.svg import centred_rect, circle, group, number, path, polygon, text, use

RING = 53.0
HALO = 74.0
TAG_CENTRE = HALF * 2 * CAMERA.down + 11
"""How far below the middle of a tower's top its tag hangs, on the near edge."""
TAG_SIZE, TAG_RADIUS = 25.0, 20.0
"""Of its figures, which have to be read on a phone, and of its face."""
LARGE, LARGE_DROP = 1.4, 6.0
"""How much larger a tag is, and how much lower it hangs, on the plan and when the camera has moved far away."""
TAG_FOOT = TAG_CENTRE + TAG_RADIUS
LARGE_TAG_FOOT = TAG_CENTRE + LARGE_DROP + LARGE * TAG_RADIUS


def ring(colour: str, halo: str) -> str:
    """A glowing ring around the top of a tower; light inside dark, so that it shows on every lacquer."""

    def line(stroke: str, width: float, opacity: float | None = None) -> str:
        return centred_rect(RING, RING, 13, fill="none", stroke=stroke, stroke_width=width, stroke_opacity=opacity)

    return group(
        centred_rect(HALO, HALO, 30, fill=PALETTE[halo]),
        line(INK, 9.5, 0.6),
        line(colour, 6.5),
        line("#ffffff", 2.6),
        transform=CAMERA.ground(2),
    )


def place() -> str:
    """The unseen surface of a foundation, which has its name and answers the pointer."""
    return path(polygon(CAMERA.rounded_square(PLATE_HALF, 8)), "#ffffff", fill_opacity=0)


def tag() -> str:
    """The brass rim and ivory face of a height tag."""
    return (
        circle(0, TAG_CENTRE + 2, TAG_RADIUS + 0.6, fill=INK, fill_opacity=0.4)
        + circle(0, TAG_CENTRE, TAG_RADIUS, fill=PALETTE["brass"], stroke=INK, stroke_width=1.4)
        + circle(0, TAG_CENTRE, TAG_RADIUS - 3, fill=IVORY)
    )


def sign(colour: Colour) -> str:
    """What a player of that colour is known by: its glyph on a lacquered tile, 26 wide."""
    return centred_rect(13, 13, 8, fill=colour.lacquer) + path(
        colour.glyph, colour.inlay, fill_rule="evenodd", transform="scale(.84)"
    )


def signs(box: Box) -> dict[str, str]:
    """The rings, the tags `height-<storeys>` and `large-height-<storeys>`, the unseen place, `sign-<colour>`."""
    drawings = {
        "place": place(),
        "target": ring(TARGET, "halo"),
        "chosen": ring(CHOSEN, "halo-chosen"),
        "part-tag": tag(),
    }
    drawings |= {f"sign-{colour.key}": sign(colour) for colour in COLOURS}
    enlarged = f"matrix({LARGE} 0 0 {LARGE} 0 {number(TAG_CENTRE * (1 - LARGE) + LARGE_DROP)})"
    for storeys in range(1, box.storeys + 1):
        label = text(str(storeys), 0, TAG_CENTRE + 0.36 * TAG_SIZE, TAG_SIZE, INK)
        drawings[f"height-{storeys}"] = use("skybridge-part-tag") + label
        drawings[f"large-height-{storeys}"] = use(f"skybridge-height-{storeys}", transform=enlarged)
    return drawings
