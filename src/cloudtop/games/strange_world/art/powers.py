"""The powers of the world: Tzimime, fumarole, completed portal and the Sun."""

from __future__ import annotations

from cloudtop.games.strange_world.art.brush import card_rect, eye, part, shadow, spiral
from cloudtop.games.strange_world.art.lands import STRIP
from cloudtop.games.strange_world.art.measures import SUN_HEIGHT, SUN_WIDTH
from cloudtop.games.strange_world.art.palette import CREAM, INK, VIOLET
from cloudtop.stage.svg import circles, number, path

BITTEN_CARD = (
    "M-61-100H30A13 13 0 0 0 48-84A13 13 0 0 0 62-68A12 12 0 0 0 75-54V86A14 14 0 0 1 61 100H-61"
    "A14 14 0 0 1-75 86V-86A14 14 0 0 1-61-100Z"
)
TZIMIME_STARS = (
    (-58, -84, 1.6),
    (-30, -88, 1),
    (8, -84, 1.4),
    (62, -34, 1.5),
    (-64, -40, 1.2),
    (30, -72, 1),
    (-34, -66, 0.9),
)
TZIMIME = f"""
    <path d="{BITTEN_CARD}" transform="translate(0 6)" fill="{INK}" opacity=".25"/>
    <path d="{BITTEN_CARD}" fill="@abyss" stroke="{VIOLET}" stroke-width="3"/>
    <g fill="#fff3b8">{circles(TZIMIME_STARS)}</g>
    <g stroke="#1d0a38" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">
        <path d="M-38-30C-50-46-60-48-62-64C-50-60-40-52-30-40M34-34C44-46 46-58 58-62
            C60-46 52-36 42-26" fill="#ffd257"/>
        <path d="M-61-54q5 1 9-2M-54-46q6 1 9-4M59-53q-5 1-8-3M54-44q-6 0-8-4" fill="none"
            stroke="#c98a1f" stroke-width="2"/>
        <path d="M-71 86C-74 70-66 62-72 44C-64 44-66 22-62 10C-56 12-58-12-48-22C-42-18-40-38-24-44
            C-20-40-10-52 2-50C10-46 18-48 24-42C34-42 40-26 44-20C54-18 54 2 58 10C66 14 64 34 68 44
            C74 52 66 70 71 86Q71 97 61 97H-61Q-71 97-71 86Z" fill="@fur"/>
        <path d="M-60 8q3 6 1 11M-46-16q4 4 3 9M44-14q-3 4-3 9M58 14q-3 5-2 10M-8-44q2 4 0 8M14-42q-2 4 0 7
            M-66 52q4 4 3 10M64 54q-4 4-3 10" fill="none" stroke="#c99bff" stroke-width="2.4" opacity=".8"/>
        <path d="M-4-48C-8-62-2-66-6-76" fill="none" stroke="#1d0a38" stroke-width="9"/>
        <path d="M-4-48C-8-62-2-66-6-76" fill="none" stroke="#8f4fd0" stroke-width="5"/>
        {eye(-7, -78, 10, 150)}{eye(-26, -10, 20, 60)}{eye(24, -12, 14, -60)}{eye(2, -32, 6.5)}
        <path d="M-52-34C-44-42-26-42-14-30M44-34C36-40 24-38 14-30" fill="none" stroke-width="5"/>
        <path d="M-58 26C-30 12 30 12 58 26C60 66 34 90 0 90C-34 90-60 66-58 26Z" fill="#2a0a2e"/>
        <path d="M-34 72C-26 50-12 62 0 58C14 54 28 52 34 72C22 88-22 90-34 72Z" fill="@gum"/>
        <path d="M-57 26-48 44-38 20-29 42-18 16-8 36 2 15 13 46 22 17 32 38 42 21 50 40 57 26
            C30 12-30 12-57 26Z" fill="#fff8dc"/>
        <path d="M-48 66-38 54-32 78ZM28 82 36 56 46 68Z" fill="#fff8dc"/>
    </g>
    <g transform="translate(2 66)rotate(-12)scale(.32)">{part("isle-M")}{part("peak", 4, 0, 0.8)}</g>
    <g fill="#9fe08a">{circles(((-20, 50, 2), (26, 50, 1.8), (-12, 46, 1.4)))}</g>"""

FUMAROLE_PUFFS = (
    (-46, -6, 17),
    (-52, -32, 20),
    (-34, -52, 21),
    (-50, -72, 18),
    (4, -30, 18),
    (-6, -58, 22),
    (14, -76, 22),
    (42, 2, 16),
    (48, -24, 21),
    (34, -48, 20),
    (52, -66, 19),
    (-22, -80, 17),
)
FUMAROLE_CURLS = ((-34, -54, 12), (14, -74, 13), (46, -26, 12), (-50, -30, 10))
FUMAROLE = f"""
    {shadow()}
    {card_rect(0, fill="@ash")}
    <path d="M-73 40C-50 24-20 32 0 28C26 24 50 34 73 26V86A12 12 0 0 1 61 98H-61A12 12 0 0 1-73 86Z"
        fill="{INK}" opacity=".55"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round">
        <path d="M-42 62C-44 70-34 72-36 79C-37 84-46 84-47 92M4 60C2 68 12 71 9 78C7 84 13 86 12 93M45 62
            C48 69 40 73 44 79C46 83 54 83 55 90M9 78C18 76 22 80 28 77M-36 79C-28 78-26 84-20 83"
            stroke="#ff8a3c" stroke-width="3.2" opacity=".9"/>
    </g>
    <g fill="@glow">
        <circle cx="-42" cy="30" r="26"/><circle cx="4" cy="22" r="30"/><circle cx="44" cy="34" r="24"/>
    </g>
    <g fill="@steam">{circles(FUMAROLE_PUFFS)}
        <path d="M-48 32C-54 14-56 6-50-8H-36C-38 6-36 16-38 32ZM-4 24C-10 0-8-12-4-30H14C10-10 14 4 12 24Z
            M38 36C34 20 34 10 36-4H50C48 10 50 22 48 36Z"/></g>
    <g fill="none" stroke="#8a748f" stroke-width="2.2" stroke-linecap="round" opacity=".7">
        <path d="{"".join(spiral(x, y, r, 5) for x, y, r in FUMAROLE_CURLS)}"/></g>
    <path d="M-66 62C-56 52-52 42-50 32H-35C-33 42-29 52-20 62ZM-22 60C-12 48-8 34-6 22H15C17 36 22 48 32 60Z
        M24 62C32 54 34 44 37 36H50C53 46 58 54 66 62Z" fill="@basalt"/>
    <g fill="@lava">
        <ellipse cx="-42.5" cy="32" rx="8" ry="3"/><ellipse cx="4.5" cy="22" rx="11" ry="3.5"/>
        <ellipse cx="43.5" cy="36" rx="7" ry="2.8"/>
    </g>
    <g fill="{INK}">
        <circle cx="-8" cy="-50" r="3.2"/><circle cx="4" cy="-51" r="3.2"/><path d="M-6-43q4-4 8 0z"/>
        <circle cx="-60" cy="77" r="8"/><circle cx="27" cy="88" r="7"/>
    </g>
    <g fill="#ffe27a">
        <circle cx="-63" cy="76" r="2.4"/><circle cx="-57" cy="76" r="2.4"/><circle cx="24.5" cy="87" r="2"/>
        <circle cx="29.5" cy="87" r="2"/>
    </g>
    {card_rect(1.5, fill="none", stroke="#d9c9d4", stroke_width=4)}
    {part("icon-fumarole", *STRIP)}"""

SUN_ARROW = f"""
    <path d="M34 66C20 80-14 80-30 70L-36 80-52 54-22 56-27 63C-14 70 14 70 26 60Z" fill="{CREAM}"
        stroke="#8a3a14" stroke-width="2.4" stroke-linejoin="round"/>"""

SUN_RAYS = 14
SUN_RAY = "M-8-40C-4-50-6-54 2-64C6-54 8-48 8-40Z"


def sun_face() -> str:
    """The face of the Sun and its rays."""
    rays = "".join(
        path(
            SUN_RAY,
            "@ember",
            transform=f"rotate({number(360 * i / SUN_RAYS)})scale({1 if i % 2 else 0.82})",
        )
        for i in range(SUN_RAYS)
    )
    return f"""
        <g stroke="#b5541a" stroke-width="2" stroke-linejoin="round">{rays}</g>
        <circle r="40" fill="@gold" stroke="#b5541a" stroke-width="2.4"/>
        <g fill="#ff8a5a" opacity=".6"><circle cx="-24" cy="9" r="7"/><circle cx="24" cy="9" r="7"/></g>
        {eye(-13, -7, 8.5)}{eye(13, -7, 8.5)}
        <path d="M-24-18q8-7 16-3M24-18q-8-7-16-3M0-4q-4 8 2 9" fill="none"
            stroke="#8a3a14" stroke-width="2.8" stroke-linecap="round"/>
        <path d="M-16 15Q0 34 17 15Q0 20-16 15Z" fill="#a8333f" stroke="#8a3a14"
            stroke-width="2" stroke-linejoin="round"/>"""


def sun_card() -> str:
    """The Sun card without a direction."""
    return f"""
        {shadow(SUN_WIDTH, SUN_HEIGHT)}
        {card_rect(0, SUN_WIDTH, SUN_HEIGHT, fill="@noon")}
        <circle cy="-16" r="63" fill="@orb-glow" opacity=".8"/>
        {part("sun-face", 0, -16, 0.9)}
        <g fill="#fff" opacity=".55">
            <ellipse cx="-34" cy="60" rx="26" ry="12"/><ellipse cx="24" cy="70" rx="36" ry="12"/>
            <ellipse cx="-14" cy="76" rx="32" ry="8"/>
        </g>
        {card_rect(1.5, SUN_WIDTH, SUN_HEIGHT, fill="none", stroke="@gold", stroke_width=5)}"""


PORTAL = f"""
    <circle r="72" fill="@halo"/>
    <circle r="35" fill="@vortex"/>
    <g fill="none" stroke="#fff" stroke-linecap="round" opacity=".85">
        <path d="{spiral(0, 0, 30, 9)}" stroke-width="3.2"/>
        <path d="{spiral(0, 0, 30, 9)}" stroke-width="2" transform="rotate(180)" opacity=".6"/>
    </g>
    {part("portal-half", -4)}{part("portal-half", 4, 0, 1, True)}
    <path d="M-5-43H5V-29H-5ZM-5 29H5V43H-5Z" fill="@stone"/>
    <circle r="29" fill="@vortex"/>
    <path d="{spiral(0, 0, 26, 8)}" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/>
    <g fill="#fff8c8">
        <path d="M0-58 3-50 11-47 3-44 0-36-3-44-11-47-3-50Z"/>
        <path d="M44-34 46-29 51-27 46-25 44-20 42-25 37-27 42-29Z
            M-46 24-44 29-39 31-44 33-46 38-48 33-53 31-48 29Z"/>
    </g>"""


def power_drawings() -> dict[str, str]:
    """Tzimime, fumarole, portal, and the Sun: undecided, or with the direction in which cards pass."""
    return {
        "tzimime": TZIMIME,
        "fumarole": FUMAROLE,
        "portal": PORTAL,
        "brief-portal": part("portal", scale=0.84),
        "sun-face": sun_face(),
        "sun": sun_card(),
        "sun-arrow": SUN_ARROW,
        "sun-token": part("sun-face", scale=0.26),
        "sun-left": part("sun") + part("sun-arrow"),
        "sun-right": part("sun") + part("sun-arrow", mirrored=True),
    }
