"""The floating ground of each terrain, the sky behind it, and what is seen far away."""

from __future__ import annotations

from cloudtop.games.strange_world.art.brush import card_rect, part, shadow
from cloudtop.games.strange_world.art.palette import INK
from cloudtop.stage.svg import circles

TERRAINS = "MWVTP"

UNDERSIDES = {
    "M": "C58 14 44 17 38 26C33 34 24 32 20 43C15 52 9 49 5 59C2 65-5 65-8 57C-12 47-19 50-24 40"
    "C-29 31-38 32-43 22C-49 15-60 13-60 0Z",
    "W": "C58 13 50 18 40 23C34 27 34 38 26 40C20 42 16 52 6 54C-4 56-10 47-18 46C-26 44-28 32-38 29"
    "C-48 25-60 14-60 0Z",
    "V": "L52 14 42 17 37 31 27 30 19 49 12 45 3 64-7 48-15 52-24 33-33 35-40 19-52 15-60 0Z",
    "T": "C60 16 40 14 34 24C28 34 34 44 20 44C8 44 14 58 2 60C-10 62-6 46-16 42C-28 38-22 28-34 25C-48 21-60 14-60 0Z",
    "P": "L54 11 40 15 38 27 24 29 22 42 10 45 7 58-6 58-9 45-22 41-24 29-38 27-41 15-55 11-60 0Z",
}
"""The underside of the isle of each terrain, from its right end to its left."""
TURF = (
    "M-61 0C-59-10-31-15 0-15C31-15 59-10 61 0C59 9 48 8 42 11C36 15 30 9 22 13C14 18 8 11 0 14"
    "C-8 18-16 11-24 14C-32 17-38 10-46 10C-54 9-61 7-61 0Z"
)

TRIMS = {
    "M": '<path d="M-37 11c-3 7 3 11-1 20M-9 15c3 6-3 9 1 17M27 12c3 7-2 10 2 18" stroke="#4f9a4a" '
    'stroke-width="2.4"/>',
    "W": '<path d="M-40 11v8M-40 26v3M-30 13v13M-20 13v5M38 12v9M38 28v3" stroke="#6fd0f2" stroke-width="3"/>',
    "V": '<path d="M-33 12C-34 20-29 24-32 34M-4 15v14M23 12c3 6-2 10 1 17" stroke="#ff9a3c" stroke-width="3.4"/>',
    "T": '<path d="M-38 13v20M-30 15v11M-10 16v17M20 15v21M28 13v11" stroke="#f0c4ff" '
    'stroke-width="4.6" stroke-dasharray=".1 5"/>',
    "P": '<path d="M-25 21v8l6-4M-2 30l5 5-5 5M17 22h7v7" stroke="#ffe27a" stroke-width="2.2"/>',
}
"""What hangs from the edge of each terrain: vines, drops, lava, wisteria, glowing runes."""


def isle(terrain: str) -> str:
    """The floating ground of a terrain; the origin is the middle of its surface."""
    return f"""
        <path d="M60 0{UNDERSIDES[terrain]}" fill="@rock-{terrain}"/>
        <path d="M60 0C58 14 44 17 38 26C33 34 24 32 20 43C16 50 11 48 7 55C10 36 30 24 34 8Z"
            fill="{INK}" opacity=".22"/>
        <path d="M-44 17q10 5 20 3M-33 27q8 4 18 2M-18 38q6 3 12 1M6 24q10 1 18-3" fill="none"
            stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".22"/>
        <path d="M-56 36l9-3 6 5-6 9-8-4zM45 33l8-3 6 6-7 7-6-4zM34 51l4-1 2 4-4 3z" fill="@rock-{terrain}"/>
        <path d="{TURF}" fill="@turf-{terrain}"/>
        <g fill="none" stroke-linecap="round" stroke-linejoin="round">{TRIMS[terrain]}</g>
        <path d="M-55-1C-46-11-22-13 0-13C24-13 46-11 55-2C34 4-30 5-55-1Z" fill="#fff" opacity=".26"/>"""


FAR_STARS = (
    (-60, -60, 1.2),
    (-40, -46, 0.8),
    (-14, -58, 1.3),
    (2, -36, 0.8),
    (62, -74, 1.3),
    (58, -14, 1),
    (-66, -8, 0.9),
    (14, -70, 0.9),
    (-30, -16, 0.8),
)

HORIZONS = {
    "M": """
        <path d="M-75 34C-62 8-54 12-46 26C-36-2-22 2-10 24C2 8 18 14 28 28C40 2 60 10 75 32V80H-75Z"
            fill="@ridge" opacity=".6"/>
        <path d="M-75 50C-56 30-36 42-20 46C4 26 28 40 44 44C56 34 66 38 75 44V86H-75Z"
            fill="@ridge" opacity=".75"/>""",
    "W": """
        <g fill="none" stroke-width="5" opacity=".5">
            <path d="M-56 38A54 62 0 0 1 54 38" stroke="#ff9fb8"/>
            <path d="M-51 38A49 57 0 0 1 49 38" stroke="#ffe58a"/>
            <path d="M-46 38A44 52 0 0 1 44 38" stroke="#a8f0b8"/>
        </g>""",
    "V": """
        <path d="M-75 74V44L-62 14H-52L-32 74ZM18 74 44 6H56L75 46V74Z" fill="@cone"/>
        <g fill="#ffe27a" opacity=".8">
            <circle cx="-48" cy="-30" r="1.6"/><circle cx="-64" cy="-8" r="1.2"/>
            <circle cx="60" cy="-20" r="1.5"/>
            <circle cx="46" cy="-4" r="1.1"/>
        </g>""",
    "T": """
        <path d="M-70 24C-40 12-20 34 10 22S56 14 70 24M-66 66C-36 54-14 74 14 64S56 58 70 66M-20-66
            C0-74 20-60 40-68" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"
            opacity=".4"/>""",
    "P": """
        <g stroke="#fff" stroke-width="1" opacity=".6" fill="#fff">
            <path d="M-34-58-12-50 2-62 20-54M20-54 30-66M-12-50-16-34" fill="none"/>
            <circle cx="-34" cy="-58" r="1.6"/><circle cx="-12" cy="-50" r="2"/>
            <circle cx="2" cy="-62" r="1.6"/>
            <circle cx="20" cy="-54" r="2"/><circle cx="30" cy="-66" r="1.4"/>
            <circle cx="-16" cy="-34" r="1.6"/>
        </g>""",
}
"""Distant ridges, a rainbow, distant cones, streaks of wind, constellations."""


def base(terrain: str) -> str:
    """The back of a land card: shadow, painted sky, stars by night and the terrain's own horizon."""
    return f"""
        {part("shadow")}
        {card_rect(0, fill=f"@sky-{terrain}")}
        <g fill="@stars">{circles(FAR_STARS)}</g>
        {HORIZONS[terrain]}"""


FAR_HAZE = """
    <g fill="@haze" opacity=".85">
        <path d="M-75 8c8-16 24-18 32-8c8-14 30-12 34 2c12-6 22 0 24 10v30h-90z"/>
        <path d="M75 36c-4-12-20-16-28-6c-8-12-28-8-32 6v26h60z" opacity=".8"/>
    </g>"""
FAR_SIGHTS = (
    ((36, -44, 15), (-52, -14, 0.26)),
    ((-34, -38, 12), (54, -34, 0.22)),
    ((8, -50, 18), (-54, -30, 0.2)),
)
"""For each look of the sky: sun or moon (x, y, radius), and a distant isle (x, y, scale)."""


def far(look: int) -> str:
    """What is seen far away: sun or moon, an isle, haze."""
    (x, y, radius), (isle_x, isle_y, scale) = FAR_SIGHTS[look]
    return f"""
        <circle cx="{x}" cy="{y}" r="{2.3 * radius:.0f}" fill="@orb-glow"/>
        <circle cx="{x}" cy="{y}" r="{radius}" fill="@orb"/>
        <g opacity=".5">{part("isle-T", isle_x, isle_y, scale)}{part("horn", isle_x, isle_y, scale)}</g>
        {FAR_HAZE}"""


MIST = """
    <path d="M-75 84C-62 76-42 78-32 86C-14 78 8 82 20 89C40 78 62 78 75 85V86A14 14 0 0 1 61 100H-61
        A14 14 0 0 1-75 86Z" fill="@steam" opacity=".8"/>"""

GLADE = '<ellipse cy="-28" rx="42" ry="40" fill="@glade"/>'


def isle_drawings() -> dict[str, str]:
    """The layers behind everything else on a land card, and the mist and light in front."""
    drawings = {"shadow": shadow(), "mist": MIST, "glade": GLADE}
    drawings |= {f"far-{look}": far(look) for look in range(len(FAR_SIGHTS))}
    for terrain in TERRAINS:
        drawings[f"base-{terrain}"] = base(terrain)
        drawings[f"isle-{terrain}"] = isle(terrain)
    return drawings
