"""The Dark Cities: black isles crowded with towers, each with its worth in stars."""

from __future__ import annotations

from cloudtop.games.strange_world.art.brush import part, star
from cloudtop.games.strange_world.art.palette import BRONZE, VIOLET
from cloudtop.games.strange_world.pieces import Box
from cloudtop.stage.svg import path, text

NIGHT = "#2a1640"

TOWERS = (
    (0, 16, 1.15, False),
    (-19, 18, 0.86, True),
    (19, 18, 0.9, False),
    (-35, 18, 0.62, False),
    (35, 18, 0.6, True),
    (-9, 22, 0.56, False),
    (10, 23, 0.5, True),
)
"""Towers from the tallest: x, ground y, scale, mirrored."""
SIZES = ((7, 1.08), (6, 1.0), (5, 0.92), (4, 0.84), (3, 0.76))
"""From the highest city down, how many towers it shows, and how high they are; all further ones are like the last."""

TOWER = f"""
    <path d="M-9 0V-36L-12-40V-48H-8L-3-66 3-82 6-64 9-48H12V-40L9-36V0Z" fill="@city"
        stroke="{VIOLET}" stroke-width="1.4" stroke-linejoin="round"/>
    <path d="M3-82C12-84 12-76 19-80C17-73 12-72 3-74Z" fill="#e0446f"/>
    <g fill="#ffd257"><path d="M-4-34v-7a3 3 0 0 1 6 0v7zM-3-14h5v7h-5zM-6-24h4v6h-4zM3-26h4v6h-4z"/></g>"""


GLOW = '<ellipse cy="2" rx="66" ry="62" fill="@city-glow"/>'
ROCK = f"""
    <path d="M-52 16C-40 8 40 8 52 16C48 28 38 26 34 38C28 40 24 52 12 50C4 60-8 58-14 50C-24 52-28 42-34 38
        C-40 28-50 28-52 16Z" fill="#170d2c" stroke="{VIOLET}" stroke-width="1.6"/>
    <path d="M-40 17q8-4 16-1M20 17q8-3 16 0" fill="none" stroke="{VIOLET}" stroke-width="2"
        stroke-linecap="round" opacity=".6"/>
    <path d="M-40 21H40L34 36 40 51H-40L-34 36Z" fill="@gold" stroke="{BRONZE}"
        stroke-width="2" stroke-linejoin="round"/>
    {path(star(11, 5, 14, 36), NIGHT)}"""


def city(worth: int, rank: int) -> str:
    """A Dark City with its worth on a banner; the highest one has rank 0."""
    count, height = SIZES[min(rank, len(SIZES) - 1)]
    towers = (part("city-tower", x, y, scale * height, mirrored) for x, y, scale, mirrored in TOWERS[:count])
    return "".join((GLOW, *towers, part("city-rock"), text(str(worth), -10, 46, 28, NIGHT)))


def brief_city(worth: int) -> str:
    """A Dark City for a world seen from afar: the same, under a banner that can be read."""
    return (
        part(f"city-{worth}", 0, -34, 1.2)
        + path(
            "M-74 4H74L64 34 74 64H-74L-64 34Z",
            "@gold",
            stroke=BRONZE,
            stroke_width=4,
            stroke_linejoin="round",
        )
        + text(str(worth), -20, 54, 56, NIGHT)
        + path(star(24, 10.5, 28, 35), NIGHT)
    )


def city_drawings(box: Box) -> dict[str, str]:
    """Every city `city-<worth>` and its brief form."""
    drawings = {"city-tower": TOWER, "city-rock": ROCK}
    for rank, worth in enumerate(box.common.cities):
        drawings[f"city-{worth}"] = city(worth, rank)
        drawings[f"brief-city-{worth}"] = brief_city(worth)
    return drawings
