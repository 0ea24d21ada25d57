"""Portraits of the eight travellers, about 96 wide; the origin is the middle of the window's lower edge."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.strange_world.art.brush import alive, eye, part
from cloudtop.games.strange_world.art.palette import INK
from cloudtop.stage.svg import circles

SPLASH = f"""
    <path d="M0-92C14-74 38-54 38-28C38-8 22 2 0 2C-22 2-38-8-38-28C-38-54-14-74 0-92Z" fill="@azure"/>
    <path d="M-27-34C-26-50-14-62-8-70" fill="none" stroke="#e2fbff" stroke-width="5" opacity=".8"/>
    <path d="M40-30V-74C40-80 34-82 30-78" fill="none" stroke="#ff8a4a" stroke-width="5"/>
    <rect x="-32" y="-50" width="64" height="30" rx="14" fill="#ffd257"/>
    <rect x="-27" y="-46" width="54" height="22" rx="10" fill="#d9f8ff"/>
    {eye(-12, -35, 9)}{eye(13, -35, 9)}
    <path d="M-12-16Q0-1 13-16Z" fill="#a81f4f"/>
    <path d="M-4-10Q1-5 6-10Z" fill="#ff7a9a" stroke="none"/>
    <path d="M-46-12C-58-22-50-34-42-30M46-8C56-14 60-4 54 2" fill="none" stroke="#e2fbff"
        stroke-width="4"/>"""

BURK = f"""
    <path d="M22-18C38-22 48-14 60-22C56-10 60-4 50 0H16Z" fill="#e0528f"/>
    <path d="M-30 2C-34-14-30-22-20-24H22C32-22 34-14 31 2Z" fill="#8a5a4a"/>
    <path d="M-34-42C-36-64-20-76 0-76C20-76 36-64 34-42C36-24 22-15 0-15C-22-15-36-24-34-42Z" fill="@sick"/>
    <ellipse cx="-24" cy="-34" rx="12" ry="11" fill="#a8cf4f"/>
    <ellipse cx="24" cy="-34" rx="12" ry="11" fill="#a8cf4f"/>
    <path d="M-36-54C-36-80-18-88 0-88C18-88 36-80 36-54C26-62-26-62-36-54Z" fill="#a86a4a"/>
    <circle cx="-15" cy="-66" r="10" fill="#ffe27a"/><circle cx="15" cy="-66" r="10" fill="#ffe27a"/>
    <path d="M-5-66H5" fill="none"/>
    {eye(-11, -48, 8, 40)}{eye(12, -48, 6, -130)}
    <path d="M-10-28C-4-34 6-34 11-28C8-25 8-25 6-26C7-12 1-9-2-13C-5-18-4-22-4-26C-7-25-8-26-10-28Z"
        fill="#ff6f8f"/>
    <path d="M-20-60-4-55M20-60 5-56" fill="none" stroke-width="3.4"/>
    <path d="M-58-64C-50-70-46-60-40-64M-60-48C-52-54-48-44-42-48" fill="none" stroke="#fff"
        stroke-width="3.4"/>"""

KARK = f"""
    <path d="M-36 2C-44-30-36-62-8-70C18-76 34-58 34-38C36-24 38-8 36 2Z" fill="@raven"/>
    <path d="M-36-2C-30-18-20-18-16-4M-24 2C-18-12-10-12-6 2" fill="none" stroke="#9fa8d8"/>
    <path d="M4-48C24-56 50-44 54-26C38-24 20-26 6-34Z" fill="#ffb02e"/>
    <path d="M10-34C24-30 36-30 44-20C30-14 14-20 8-30Z" fill="#f08a23"/>
    {eye(-3, -50, 11, -160)}<path d="M-18-64Q-4-70 10-62" fill="none" stroke-width="4"/>
    <path d="M-36-62C-20-56 14-60 26-72L20-76C12-72 12-92-2-94C-18-96-24-84-24-72Z" fill="#3f8f5a"/>
    <path d="M-25-72C-10-70 6-74 16-80" fill="none" stroke="#ffd257" stroke-width="4"/>
    <path d="M-22-80C-34-92-32-100-36-104C-26-104-18-94-18-82Z" fill="#e0446f"/>
    <path d="M-38-18C-16-8 16-10 34-20V-10C14 0-18 2-38-8Z" fill="#d8433f"/>
    <path d="M-52 2-44-52" stroke="#8a5a3a" stroke-width="5"/>
    <path d="M-60-46C-52-58-40-60-30-54C-38-52-48-48-60-46Z" fill="#c9d4e8"/>"""

FLOULOU = f"""
    <path d="M-40 2C-54-4-52-22-44-26C-54-36-46-52-36-52C-38-66-24-76-12-70C-6-82 14-82 18-70
        C32-76 42-62 38-52C50-50 52-36 44-28C54-22 52-4 42 2Z" fill="@fluff"/>
    <path d="M-34-18q5-5 9 0M26-14q5-5 9 0M-14-60q5-5 9 0M16-58q5-4 9 0M-38-38q4-4 7 0" fill="none"
        stroke="#d87ab8" stroke-width="2.6"/>
    <path d="M-10-70C-16-82-24-84-28-92M14-72C18-84 26-84 30-92" fill="none" stroke-width="3"/>
    <circle cx="-29" cy="-94" r="5.5" fill="#8fd8f5"/><circle cx="31" cy="-94" r="5.5" fill="#b9a2f2"/>
    <circle cx="-15" cy="-38" r="15" fill="#e6f9ff"/><circle cx="16" cy="-38" r="15" fill="#e6f9ff"/>
    <path d="M-1-39q2-2 3 0" fill="none"/>
    {eye(-13, -37, 8, 60)}{eye(14, -37, 8, -90)}
    <path d="M-4-16q4 5 9 0" fill="none" stroke-width="2.8"/>
    <g stroke="none" fill="#ff7ab0" opacity=".6">
        <circle cx="-27" cy="-20" r="5.5"/><circle cx="29" cy="-20" r="5.5"/>
    </g>"""

PSHIT_STEAM = ((48, -74, 8), (40, -86, 9), (52, -92, 10), (-2, -92, 7), (8, -100, 8))
PSHIT = f"""
    <g stroke="none" fill="#fff" opacity=".95">{circles(PSHIT_STEAM)}</g>
    <path d="M26-30C38-34 38-54 44-64L52-60C50-44 48-22 30-14Z" fill="@copper"/>
    <path d="M-30-48C-54-52-54-12-30-16" fill="none" stroke-width="9"/>
    <path d="M-30-48C-54-52-54-12-30-16" fill="none" stroke="#e89a5a" stroke-width="5"/>
    <path d="M-34 2C-42-30-34-60-22-64H22C34-60 42-30 34 2Z" fill="@copper"/>
    <path d="M-24-64C-22-78 22-78 24-64Z" fill="#e07a4a"/><circle cy="-79" r="5.5" fill="#ffd257"/>
    <path d="M-26-10C-30-28-27-44-22-54" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/>
    {eye(-11, -42, 8)}{eye(12, -42, 8)}
    <path d="M-14-24Q0-16 15-24L12-14Q0-8-11-14Z" fill="#fff"/>
    <path d="M-5-21V-11M5-21V-11" fill="none" stroke-width="1.6"/>
    <path d="M-22-54-5-50M23-54 6-50" fill="none" stroke-width="3.4"/>"""

BOUNG = f"""
    <path d="M-20 2C-26-2 26-8 20-14C26-20-26-12-20-22C-24-28 22-28 18-34" fill="none" stroke-width="9"/>
    <path d="M-20 2C-26-2 26-8 20-14C26-20-26-12-20-22C-24-28 22-28 18-34" fill="none"
        stroke="#e2e6ff" stroke-width="4.6"/>
    <path d="M-36-60C-50-66-56-56-54-46M36-60C50-70 58-62 58-52" fill="none" stroke-width="9"/>
    <path d="M-36-60C-50-66-56-56-54-46M36-60C50-70 58-62 58-52" fill="none" stroke="#3fc4c4"
        stroke-width="5"/>
    <circle cx="-54" cy="-43" r="6" fill="#ffd257"/><circle cx="58" cy="-49" r="6" fill="#ffd257"/>
    <circle cy="-58" r="34" fill="@spring"/>
    <path d="M-33-66C-12-78 14-78 33-66M-33-50C-12-38 14-38 33-50" fill="none" stroke="#ff7ab0"
        stroke-width="5"/>
    <path d="M-5-92C-8-100-2-104 0-98C2-104 9-100 5-92" fill="#ff7ab0"/>
    {eye(-12, -62, 9.5, 90)}{eye(12, -62, 9.5, 90)}
    <path d="M-11-48Q0-34 12-48Z" fill="#a81f4f"/>
    <path d="M-5-47H6V-43H-5Z" fill="#fff" stroke-width="1.4"/>"""

RORO_PETALS = "".join(
    f'<ellipse cy="-37" rx="11.5" ry="17" transform="rotate({angle})"/>' for angle in range(0, 360, 36)
)
RORO = f"""
    <path d="M-34 2C-36-14-20-22 0-22C20-22 36-14 34 2Z" fill="@mane"/>
    <g transform="translate(0 -46)" fill="#ff8a4a">{RORO_PETALS}</g>
    <circle cy="-46" r="31" fill="@mane"/>
    <ellipse cy="-33" rx="15" ry="11" fill="#fff3dc" stroke="none"/>
    <path d="M-6-42H6L0-35ZM0-35Q-2-28-9-30M0-35Q2-28 9-30" fill="#a84a3a"/>
    {eye(-13, -51, 7.5)}{eye(13, -51, 7.5)}
    <path d="M-14-32-30-34M-14-28-29-25M14-32 30-34M14-28 29-25" fill="none" stroke-width="1.8"/>
    {part("animal-b", 46, -2, 0.46, True)}{part("animal-a", -44, -2, 0.42)}"""

RUMPH_SMOKE = ((-44, -66, 8), (-50, -78, 6), (44, -66, 8), (50, -80, 6))
RUMPH = f"""
    <path d="M-46 2C-50-20-44-34-32-38C-34-58-22-70 0-70C22-70 34-58 32-38C44-34 50-20 46 2Z" fill="@cinder"/>
    <path d="M-38-8-30-16-34-26M36-6 30-14 36-24M-8-66-3-58-9-52M22-58 17-52" fill="none"
        stroke="#ff9a3c" stroke-width="3.6"/>
    <path d="M-22-66C-34-74-34-86-28-92C-24-82-16-78-11-70ZM22-66C34-74 34-86 28-92C24-82 16-78 11-70Z"
        fill="#f7e2bd"/>
    <path d="M-10-36C-8-50 8-50 10-36C16-24-16-24-10-36Z" fill="#a8808c"/>
    <circle cx="-5" cy="-32" r="2.4" fill="{INK}"/><circle cx="5" cy="-32" r="2.4" fill="{INK}"/>
    {eye(-15, -46, 7)}{eye(15, -46, 7)}
    <path d="M-27-58-7-49M27-58 7-49" fill="none" stroke-width="5"/>
    <path d="M-19-13C-10-22 10-22 19-13C10-9-10-9-19-13Z" fill="#ffb02e"/>
    <path d="M-15-14-13-25-7-17ZM15-14 13-25 7-17Z" fill="#fff"/>
    <g stroke="none" fill="@smoke" opacity=".9">{circles(RUMPH_SMOKE)}</g>"""


class Portrait(NamedTuple):
    """A portrait: its drawing and the colour of its outline."""

    drawing: str
    outline: str


PORTRAITS = {
    "splash": Portrait(SPLASH, "#153a7d"),
    "burk": Portrait(BURK, "#3f5214"),
    "kark": Portrait(KARK, "#171a38"),
    "floulou": Portrait(FLOULOU, "#8a3578"),
    "pshit": Portrait(PSHIT, "#7a3214"),
    "boung": Portrait(BOUNG, "#0a5560"),
    "roro": Portrait(RORO, "#7d3a14"),
    "rumph": Portrait(RUMPH, "#2a1830"),
}


def portrait_drawings() -> dict[str, str]:
    """Every traveller's portrait, `portrait-<name>`."""
    return {f"portrait-{name}": alive(*portrait) for name, portrait in PORTRAITS.items()}
