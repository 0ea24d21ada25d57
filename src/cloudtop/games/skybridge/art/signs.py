"""Signs on the towers: places that may be chosen, places chosen, and how high a tower is."""

from __future__ import annotations

from cloudtop.games.skybridge.art.measures import CAMERA, HALF, PLATE_HALF
from cloudtop.games.skybridge.art.palette import CHOSEN, INK, IVORY, PALETTE, TARGET
from cloudtop.games.skybridge.pieces import Box
from cloudtop.stage.svg import centred_rect, circle, group, number, path, polygon, text, use

RING = 53.0
HALO = 74.0
TAG_CENTRE = HALF * 2 * CAMERA.down + 11
"""How far below the middle of a tower's top its tag hangs, on the near edge."""
FAR_SCALE, FAR_DROP = 1.8, 10.0
"""How much larger a tag is, and how much lower it hangs, when the camera has moved far away."""
TAG_RADIUS = 12.2
TAG_FOOT = TAG_CENTRE + TAG_RADIUS
FAR_TAG_FOOT = TAG_CENTRE + FAR_DROP + FAR_SCALE * TAG_RADIUS


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
        circle(0, TAG_CENTRE + 1.5, 12.6, fill=INK, fill_opacity=0.4)
        + circle(0, TAG_CENTRE, TAG_RADIUS, fill=PALETTE["brass"], stroke=INK, stroke_width=1.2)
        + circle(0, TAG_CENTRE, 9.8, fill=IVORY)
    )


def signs(box: Box) -> dict[str, str]:
    """The rings, the tags `height-<storeys>` and `far-height-<storeys>`, and the unseen place."""
    drawings = {
        "place": place(),
        "target": ring(TARGET, "halo"),
        "chosen": ring(CHOSEN, "halo-chosen"),
        "part-tag": tag(),
    }
    moved = f"matrix({FAR_SCALE} 0 0 {FAR_SCALE} 0 {number(TAG_CENTRE * (1 - FAR_SCALE) + FAR_DROP)})"
    for storeys in range(1, box.storeys + 1):
        label = text(str(storeys), 0, TAG_CENTRE + 5.2, 14.5, INK)
        drawings[f"height-{storeys}"] = use("skybridge-part-tag") + label
        drawings[f"far-height-{storeys}"] = use(f"skybridge-height-{storeys}", transform=moved)
    return drawings
