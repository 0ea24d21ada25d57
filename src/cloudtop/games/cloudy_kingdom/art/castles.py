"""Castles: the four families' and the forsaken ones, their cards and banners."""

from __future__ import annotations

from collections.abc import Callable

from cloudtop.games.cloudy_kingdom.art.measures import CASTLE_DEPTH, HALF_LONG, SIDES
from cloudtop.games.cloudy_kingdom.art.palette import (
    FAMILIES,
    GOLD,
    PALETTE,
    ROPE,
    SCENERY,
    SHADE,
    WHITE,
    WOOD,
    WOOD_DARK,
    Family,
)
from cloudtop.games.cloudy_kingdom.art.strokes import line, points_text, puffs, stamp
from cloudtop.games.cloudy_kingdom.pieces import Side
from cloudtop.stage.svg import Point, centred_rect, circle, ellipse, group, number, path, rect

KEEP_SHIFT: dict[Side, Point] = {"N": (0, -16), "S": (0, 9), "W": (-5, -19), "E": (5, -19)}
"""Where a castle stands on its card, by its side of the screen, leaving the drawbridge on the field's side free."""
BANNER_SHIFT: dict[Side, tuple[Point, Point]] = {
    "N": ((-45, 4), (45, 4)),
    "S": ((-45, -4), (45, -4)),
    "W": ((-21, 35), (13, 35)),
    "E": ((-13, 35), (21, 35)),
}
FOOT = ((-32, 28, 6), (-20, 30, 7), (20, 30, 7), (32, 28, 6), (-9, 31, 5), (9, 31, 5))
"""The cloud at the foot of every castle."""
IVY = ((-20, 22, -100), (-19, 14, -60), (19, 23, -80), (18, 15, -120))
OVERGROWN = (
    (-30, 26, -70), (-31, 18, -110), (-27, 12, -60), (-22, 24, -120), (-22, 15, -75), (-16, 20, -40),
    (-9, 26, -100), (9, 26, -80), (15, 21, -130), (21, 25, -60), (22, 16, -115), (27, 12, -65),
    (31, 20, -100), (29, 27, -75), (-9, -3, -60), (-7, 4, -110), (8, 2, -70), (9, -5, -120),
)  # fmt: skip
"""Leaves (x, y, turn) on the walls of a castle in which nobody lives."""


def outlined(family: Family, *parts: str) -> str:
    """Parts of a castle, all drawn with the family's dark outline."""
    return group(*parts, stroke=family.deep, stroke_width=1.1, stroke_linejoin="round")


def stone(family: Family) -> str:
    """The paint of the family's walls, lit from the left."""
    return PALETTE[f"stone-{family.key}"]


def wall(x: float, top: float, width: float, foot: float, family: Family) -> str:
    """A stone wall around `x` from `top` down to `foot`."""
    return rect(x - width / 2, top, width, foot - top, fill=stone(family))


def battlements(x: float, top: float, width: float, family: Family, teeth: int) -> str:
    """A parapet with merlons on a wall whose top is at `top`."""
    tooth = f"{width / (2 * teeth - 1):.2f}"
    notches = f"h{tooth}v4h{tooth}v-4" * (teeth - 1)
    return path(f"M{number(x - width / 2)} {number(top + 3)}v-8{notches}h{tooth}v8Z", stone(family))


def roof(outline: str, shade: str, family: Family) -> str:
    """A roof from its outline and the part of it that lies in shade."""
    return path(outline, family.roof) + path(shade, family.roof_shade, stroke="none")


def cone(x: float, foot: float, width: float, height: float, family: Family) -> str:
    """A needle roof standing on `foot`."""
    left, right, tip = (x - width / 2, foot), (x + width / 2, foot), (x, foot - height)
    return roof(f"M{points_text(left, tip, right)}Z", f"M{points_text((x + 1, foot), tip, right)}Z", family)


def dome(x: float, foot: float, width: float, height: float, family: Family) -> str:
    """An onion dome with a ball on its tip."""
    half, bulge, tip = width / 2, width * 0.72, foot - height
    neck, belly = foot - height * 0.62, foot - height * 0.35
    curve = points_text((x + bulge, belly), (x + half * 0.6, neck), (x, tip))
    right = f"M{points_text((x + half, foot))}C{curve}"
    left = f"C{points_text((x - half * 0.6, neck), (x - bulge, belly), (x - half, foot))}Z"
    shade = f"C{points_text((x + 1, neck), (x + 3, foot), (x + 1, foot))}Z"
    ball = GOLD if family is not SCENERY else family.roof_shade
    return roof(right + left, right + shade, family) + circle(x, tip, 1.9, fill=ball)


def crooked_hat(x: float, foot: float, width: float, height: float, lean: float, family: Family) -> str:
    """A wizard's hat of a roof whose tip droops by `lean`."""
    half, tip = width / 2, foot - height
    crook = (x + lean * 0.2, foot - height * 0.75)
    fold = (x + lean * 0.3 + half * 0.28, foot - height * 0.6)
    brim = f"Q{points_text((x + half * 0.5, foot - height * 0.25), (x + half, foot))}Z"
    outline = (
        f"M{points_text((x - half, foot))}Q{points_text((x - half * 0.25, foot - height * 0.4), crook)}"
        f"Q{points_text((x + lean * 0.5, tip - 3), (x + lean, tip + 3))}"
        f"Q{points_text((x + lean * 0.55, tip + 4), fold)}{brim}"
    )
    shade = f"M{points_text((x + 1, foot))}Q{points_text((x + half * 0.1, foot - height * 0.4), fold)}{brim}"
    return roof(outline, shade, family)


def windows(*spots: Point) -> str:
    """Arched windows whose light follows the theme."""
    data = "".join(f"M{number(x - 2)} {number(y + 3)}v-4a2 2.4 0 0 1 4 0v4Z" for x, y in spots)
    return path(data, PALETTE["window"], stroke="none")


def gate(x: float, foot: float) -> str:
    """A round-arched wooden gate."""
    boards = "".join(f"M{number(x + shift)} {number(foot)}v-{height}" for shift, height in ((-3, 12), (0, 14), (3, 12)))
    arch = f"M{number(x - 6)} {number(foot)}v-8a6 6.5 0 0 1 12 0v8Z"
    return path(arch, WOOD_DARK) + line(boards, WOOD, 0.8)


def pennant(x: float, foot: float, family: Family) -> str:
    """A flag on a pole."""
    return path(f"M{number(x)} {number(foot)}v-12l10 2.6l-10 3.6", family.banner)


def fortress(family: Family) -> str:
    """Red: a broad fortress with battlements and a square keep."""
    return outlined(
        family,
        pennant(0, -27, family),
        wall(0, -22, 20, 6, family),
        battlements(0, -22, 25, family, 4),
        wall(0, 0, 52, 26, family),
        battlements(0, 0, 44, family, 6),
        wall(-27, -9, 15, 27, family),
        battlements(-27, -9, 19, family, 3),
        wall(27, -9, 15, 27, family),
        battlements(27, -9, 19, family, 3),
        windows((-4, -12), (4, -12), (-27, 2), (-27, 13), (27, 2), (27, 13)),
        gate(0, 26),
    )


def needles(family: Family) -> str:
    """Blue: slender towers under needle roofs."""
    return outlined(
        family,
        wall(-12, -6, 9, 20, family),
        cone(-12, -6, 13, 22, family),
        wall(13, -11, 9, 20, family),
        cone(13, -11, 13, 22, family),
        wall(0, -14, 12, 20, family),
        cone(0, -14, 17, 29, family),
        wall(0, 10, 48, 26, family),
        battlements(0, 10, 48, family, 8),
        wall(-26, 0, 11, 27, family),
        cone(-26, 0, 16, 24, family),
        wall(26, 4, 11, 27, family),
        cone(26, 4, 16, 24, family),
        windows((0, -6), (-12, 1), (13, -2), (-26, 9), (26, 13)),
        gate(0, 26),
    )


def palace(family: Family, ivy: tuple[tuple[int, int, int], ...] = IVY) -> str:
    """Green: a palace of round domes, overgrown with ivy."""
    return outlined(
        family,
        wall(0, -10, 22, 20, family),
        dome(0, -10, 22, 24, family),
        wall(0, 8, 50, 26, family),
        battlements(0, 8, 50, family, 7),
        wall(-26, 2, 14, 27, family),
        dome(-26, 2, 14, 20, family),
        wall(26, 2, 14, 27, family),
        dome(26, 2, 14, 20, family),
        windows((-5, -2), (5, -2), (-26, 11), (26, 11)),
        gate(0, 26),
    ) + "".join(stamp("leaf", x, y, turn, 0.6) for x, y, turn in ivy)


def wizards_den(family: Family) -> str:
    """Black: crooked towers under drooping wizard's hats, lopsided on purpose."""
    jagged_wall = "M-22 26V10L-14 5L-6 10L2 5L10 10L18 5L24 10V26Z"
    return outlined(
        family,
        wall(11, -8, 11, 20, family),
        crooked_hat(11, -8, 18, 20, 10, family),
        wall(-6, -14, 14, 20, family),
        crooked_hat(-6, -14, 22, 25, -11, family),
        windows((-6, -5), (11, 0)),
        path(jagged_wall, stone(family)),
        wall(-26, 5, 12, 27, family),
        crooked_hat(-26, 5, 19, 22, -8, family),
        wall(26, -2, 12, 27, family),
        crooked_hat(26, -2, 19, 23, 8, family),
        windows((-26, 13), (26, 7), (26, 17)),
        gate(0, 26),
    )


def forsaken(family: Family) -> str:
    """Scenery: a palace that the leaves have taken back."""
    return palace(family, OVERGROWN)


BUILDERS: dict[str, Callable[[Family], str]] = {
    "red": fortress,
    "blue": needles,
    "green": palace,
    "black": wizards_den,
    "scenery": forsaken,
}


def castle(family: Family) -> str:
    """A castle standing on its cloud, always upright."""
    shadow = ellipse(0, 29, 40, 7, fill=SHADE, fill_opacity=0.22)
    return shadow + BUILDERS[family.key](family) + stamp("part-foot")


def banner_cloth() -> str:
    """A hanging banner in the colours that its user sets as fill and stroke."""
    cloth = "M-9.5 -14H9.5V9L0 15L-9.5 9Z"
    return (
        path(cloth, SHADE, stroke="none", opacity=0.25, transform="translate(1.5 2)")
        + f'<path d="{cloth}"/>'
        + line("M-7.2 -11V7.8L0 12.4L7.2 7.8V-11", GOLD, 1)
        + rect(-12, -16.5, 24, 3.6, rx=1.8, fill=GOLD)
    )


def banner(family: Family) -> str:
    """A banner with the family's emblem."""
    cloth = stamp("part-banner", fill=family.banner, stroke=family.deep)
    return cloth + path(family.emblem, WHITE, transform="translate(0 -1.6)scale(.68)")


def plot_ground() -> str:
    """Cloudy ground with a drawbridge that leads south to the field."""
    planks = "".join(f"M-10 {y}H10" for y in range(11, 44, 5))
    half_depth = CASTLE_DEPTH / 2
    return (
        centred_rect(
            HALF_LONG - 5,
            half_depth - 5,
            5.5,
            fill=PALETTE["plot-sky"],
            stroke=WHITE,
            stroke_opacity=0.7,
            stroke_width=1.2,
        )
        + puffs(((-48, 31, 5), (48, 31, 5), (-48, -31, 5), (48, -31, 5)))
        + rect(-13, 6, 26, 37, fill=SHADE, fill_opacity=0.2)
        + rect(-11, 6, 22, 37.5, fill=WOOD, stroke=WOOD_DARK, stroke_width=1.6)
        + line(planks, WOOD_DARK, 1.1)
        + line("M-8 6V43M8 6V43", ROPE, 1.6)
    )


def plot(family: Family) -> str:
    """The ground of a castle card in the family's colour; at turn 0 its drawbridge leads south."""
    return centred_rect(HALF_LONG, CASTLE_DEPTH / 2, 9, fill=family.banner) + stamp("part-plot")


def lived_in(family: Family, side: Side) -> str:
    """A castle with its banners, as it stands on that side of the screen."""
    x, y = KEEP_SHIFT[side]
    cloths = [stamp(f"banner-{family.key}", left - x, top - y) for left, top in BANNER_SHIFT[side]]
    return stamp(f"castle-{family.key}") + "".join(cloths)


def castle_sprites() -> dict[str, str]:
    """Castles, their cards and their banners."""
    sheet = {"part-plot": plot_ground(), "part-foot": puffs(FOOT), "part-banner": banner_cloth()}
    for family in (*FAMILIES.values(), SCENERY):
        sheet[f"castle-{family.key}"] = castle(family)
        sheet[f"plot-{family.key}"] = plot(family)
    for family in FAMILIES.values():
        sheet[f"banner-{family.key}"] = banner(family)
        sheet |= {f"castle-{family.key}-{side}": lived_in(family, side) for side in SIDES}
    return sheet
