"""The sky that all rooms share: air, light, clouds, birds, and the bank of cloud that a board rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sin
from typing import NamedTuple

from cloudtop.stage.paints import DOWN, GLOW, Palette, Run, Stops, faded, flat, gradient
from cloudtop.stage.svg import Point, blur, circle, circles, ellipse, group, number, path, rect, use

CANVAS = (1280, 900)
"""The picture that the sky is made for; in a page `preserveAspectRatio="xMidYMid slice"` fills the stage."""

AIR = (0.0, 0.32, 0.56, 0.74, 1.0)
HALO = ((0.0, 1.0), (0.12, 0.8), (0.45, 0.25), (1.0, 0.0))
UNSEEN = tuple((offset, 0.0) for offset, _ in HALO)
CLOUD_HEIGHT = Run("linearGradient", ' x1="0" y1="-75" x2="0" y2="38" gradientUnits="userSpaceOnUse"')
BALL = Run("radialGradient", ' cx=".5" cy=".46" r=".5" fy=".34"')


def spread(offsets: Iterable[float], *colours: str) -> Stops:
    """Colours at these offsets."""
    return tuple(zip(offsets, colours, strict=True))


def fading(colour: str, *opacities: tuple[float, float]) -> Stops:
    """One colour of changing opacity, given as (offset, opacity)."""
    return tuple((offset, faded(colour, opacity)) for offset, opacity in opacities)


def swell(crest: str, middle: str, foot: str) -> Stops:
    """A cloud of the cloud sea, which melts away at its foot."""
    return (0, crest), (0.42, middle), (0.72, faded(foot, 0.9)), (1, faded(foot, 0))


def ball(colour: str) -> Stops:
    """A soft puff, brightest a little above its middle."""
    return fading(colour, (0, 1), (0.45, 0.86), (0.75, 0.4), (1, 0))


SKY = Palette(
    "sky",
    {
        "air": gradient(
            DOWN,
            spread(AIR, "#4a8fd0", "#86bfe8", "#cbe6f5", "#fdeedd", "#fbd8c2"),
            spread(AIR, "#151b44", "#3a3a78", "#7c5793", "#d98792", "#f6b48c"),
        ),
        "sun": gradient(GLOW, fading("#fff2cf", *HALO), fading("#fff2cf", *UNSEEN)),
        "afterglow": gradient(GLOW, fading("#ffd0a0", *UNSEEN), fading("#ffd0a0", *HALO)),
        "star": flat("#fff6dd00", "#fff6dd"),
        "bird": flat("#2c5c8c99", "#e7b7c499"),
        "cloud": gradient(
            CLOUD_HEIGHT,
            spread((0, 0.5, 1), "#ffffff", "#f1f7fd", "#bcd6ee"),
            spread((0, 0.5, 1), "#a992c4", "#7f73b0", "#4d4c8c"),
        ),
        "sea": gradient(CLOUD_HEIGHT, swell("#ffffff", "#fff3e8", "#efc4b3"), swell("#f3b7a6", "#b785a6", "#5b4c86")),
        "puff": gradient(BALL, ball("#fffdfb"), ball("#e3a9b3")),
        "puff-low": gradient(BALL, ball("#f1d5cd"), ball("#8a6aa6")),
        "shade": flat("#3c23504d", "#140a344d"),
    },
    {"soft": lambda name: blur(name, 5), "wide": lambda name: blur(name, 34)},
)

CUMULUS = (
    (-150, 8, 26), (-112, -6, 36), (-66, -22, 46), (-12, -34, 54), (48, -24, 50), (100, -8, 38), (144, 8, 27),
    (-90, 12, 30), (-30, 12, 34), (30, 12, 34), (86, 13, 30),
)  # fmt: skip

SPRITES = {f"sky-heap-{paint}": group(circles(CUMULUS), fill=SKY[paint]) for paint in ("cloud", "sea")}
"""One cumulus, about 350 wide, in the paint of the high clouds and in that of the cloud sea."""


class Cloud(NamedTuple):
    """Where a cumulus hangs and how far it is stretched."""

    x: float
    y: float
    wide: float
    high: float
    opacity: float


HIGH_CLOUDS = (
    Cloud(150, 70, 0.75, 0.5, 0.55),
    Cloud(480, 60, 0.5, 0.3, 0.4),
    Cloud(850, 46, 0.55, 0.3, 0.45),
    Cloud(1190, 215, 0.9, 0.55, 0.6),
    Cloud(90, 395, 0.8, 0.45, 0.6),
    Cloud(1215, 430, 0.7, 0.4, 0.6),
    Cloud(330, 250, 0.4, 0.22, 0.45),
    Cloud(940, 300, 0.42, 0.24, 0.5),
)
SEA_ROWS = (
    Cloud(0, 560, 0.9, 0.42, 0.55),
    Cloud(0, 640, 1.1, 0.55, 0.75),
    Cloud(0, 735, 1.35, 0.7, 0.9),
    Cloud(0, 850, 1.7, 0.9, 1.0),
    Cloud(0, 950, 1.9, 1.0, 1.0),
)


def cloud_sea() -> Iterator[Cloud]:
    """The sea of clouds: rows that grow towards the viewer, each shifted against the one behind."""
    for number_of_row, row in enumerate(SEA_ROWS):
        step = 235 * row.wide
        for i in range(int(CANVAS[0] / step) + 3):
            x = (i - 0.9 + 0.47 * (number_of_row % 2)) * step
            yield row._replace(x=round(x), y=round(row.y + 16 * sin(i * 2.1 + number_of_row)))


def clouds(paint: str, places: Iterable[Cloud]) -> str:
    """Clouds in one of the two paints of `SPRITES`, softened together."""
    drawn = (
        use(
            f"sky-heap-{paint}",
            transform=f"translate({number(place.x)} {number(place.y)}) scale({place.wide:g} {place.high:g})",
            opacity=None if place.opacity == 1 else place.opacity,
        )
        for place in places
    )
    return group(*drawn, filter=SKY["soft"])


def stars() -> str:
    """A few quiet stars in the upper sky, seen only at dusk."""
    dots = (
        circle(i * 397 % CANVAS[0], i * 173 % 330, 0.7 + i * 7 % 5 * 0.22, opacity=0.35 + i * 11 % 6 * 0.1)
        for i in range(1, 46)
    )
    return group(*dots, fill=SKY["star"])


def birds(flock: Iterable[tuple[float, float, float]] = ((372, 168, 7), (404, 150, 5), (352, 146, 5))) -> str:
    """Birds far away, given as (x, y, size)."""
    wings = "".join(
        f"M{number(x)} {number(y)}" + f"q{number(size)} {number(-1.1 * size)} {number(2 * size)} 0" * 2
        for x, y, size in flock
    )
    return path(wings, stroke=SKY["bird"], stroke_width=2, stroke_linecap="round")


def sky() -> str:
    """The whole background of a picture: air, sun or afterglow, high clouds and the sea of clouds."""
    return group(
        rect(0, 0, *CANVAS, fill=SKY["air"]),
        stars(),
        circle(1010, 120, 360, fill=SKY["sun"]),
        circle(1010, 560, 360, fill=SKY["afterglow"]),
        clouds("cloud", HIGH_CLOUDS),
        birds(),
        clouds("sea", cloud_sea()),
        aria_hidden="true",
        pointer_events="none",
    )


def cloud_bank(edge: Sequence[Point], size: float) -> str:
    """The cloud in which a board rests, along its near edge: shaded puffs below, lit ones above."""
    rows = []
    for paint, lower, phase in (("puff-low", 0.42, 1.3), ("puff", 0.0, 0.0)):
        places = [
            (x * (1.03 + 0.06 * lower), y + size * lower, size * (1 + 0.28 * sin(i * 2.7 + phase)))
            for i, (x, y) in enumerate(edge)
        ]
        balls = (
            ellipse(round(x), round(y), round(wide), round(wide * 0.56))
            for x, y, wide in sorted(places, key=lambda place: place[1])
        )
        rows.append(group(*balls, fill=SKY[paint]))
    return "".join(rows)
