"""The eight animals; the origin lies between the feet, an animal is about 64 wide and 60 high."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.strange_world.art.brush import alive, eye, spiral
from cloudtop.games.strange_world.art.palette import INK

EYE = f"""
    <circle r="10" fill="#fff" stroke="{INK}" stroke-width="2.5"/>
    <circle cx="-1.5" cy="1" r="6" fill="{INK}"/>
    <circle cx="-4" cy="-2.5" r="2.6" fill="#fff"/>"""

HOUSE_SNAIL = f"""
    <path d="M13-43V-55H21V-38" fill="@milk"/>
    <path d="M-36-30C-38-12-36 0-22 0H30C36 0 35-7 28-8C10-11-12-8-16-16C-18-23-18-33-26-36
        C-31-38-36-36-36-30Z" fill="@milk"/>
    <path d="M-32-34-36-49M-25-35-21-52" fill="none"/>
    <circle cx="6" cy="-26" r="22" fill="@rose"/>
    <path d="{spiral(6, -26, 19, 7)}" fill="none" stroke="#fff" stroke-width="3" opacity=".75"/>
    <path d="M-9-11A22 22 0 0 0 27-33C26-18 10-8-9-11Z" stroke="none" fill="#7d1f4a" opacity=".3"/>
    <path d="M14-58C10-62 18-64 14-69" fill="none" stroke="#fff" stroke-width="3"/>
    <circle cx="5" cy="-26" r="6.5" fill="#ffe27a"/><path d="M5-32V-20M-1-26H11"/>
    {eye(-36, -51, 5.5)}{eye(-21, -54, 6.5)}
    <path d="M-33-22q4 4 9 1" fill="none"/>"""

STILT_CHICK = f"""
    <path d="M-7-30-13-15-7 0H-15M8-29 14-14 8 0H0" fill="none" stroke-width="6.5"/>
    <path d="M-7-30-13-15-7 0H-15M8-29 14-14 8 0H0" fill="none" stroke="#ff9a3c" stroke-width="3"/>
    <path d="M-3-64C-12-70-10-78-16-80C-5-83 0-76 0-70C1-78 6-86 14-84C9-79 10-70 4-64Z" fill="#ff7a4a"/>
    <path d="M18-50C26-56 34-54 37-60C41-50 38-42 30-37C24-34 20-36 18-40Z" fill="#ffb52e"/>
    <path d="M0-66C15-67 24-57 24-45C25-33 15-24 1-24C-14-23-24-32-23-46C-23-58-14-66 0-66Z" fill="@sun"/>
    <path d="M-19-35C-12-25 10-23 20-34C16-26 9-24 1-24C-8-24-15-28-19-35Z" fill="#fff3c0" stroke="none"/>
    <path d="M6-46C14-49 22-44 22-37C17-32 8-34 5-39Z" fill="#f79a23"/>
    <path d="M-18-47C-28-49-34-46-42-52C-39-44-40-38-43-30C-34-35-27-34-18-38Z" fill="#ff7a4a"/>
    <ellipse cx="-43" cy="-41" rx="4.4" ry="11.5" fill="#a8332f"/>
    <path d="M-14-60C-8-64 4-64 10-60" fill="none" stroke="#fff" stroke-width="3" opacity=".7"/>
    {eye(-10, -52, 7.5)}{eye(5, -54, 5.5)}"""

SKY_WHALE = f"""
    <ellipse cy="2" rx="24" ry="4" fill="{INK}" stroke="none" opacity=".22"/>
    <path d="M-18-50C-24-60-20-66-26-70M-16-51C-14-60-8-62-8-70" fill="none" stroke="#e2fbff"
        stroke-width="3.5"/>
    <path d="M-37-30C-38-46-20-54-2-50C12-47 20-36 27-40C24-48 26-55 31-59C34-54 37-53 43-55
        C44-46 40-40 36-37C34-20 16-10-6-11C-26-12-36-20-37-30Z" fill="@azure"/>
    <path d="M-37-29C-26-24-10-24 4-20C10-18 14-16 16-15C10-12 2-11-6-11C-26-12-36-20-37-29Z" fill="#e9f8ff"/>
    <path d="M-27-22q1 5 4 8M-17-21q1 5 4 9M-6-20q1 5 3 8" fill="none" stroke-width="1.5" opacity=".55"/>
    <path d="M-22-46C-12-50 2-48 10-42M36-42C38-45 40-48 40-51" fill="none" stroke="#d9f0ff"
        stroke-width="3" opacity=".8"/>
    <path d="M2-25C8-18 10-8 4-2C-4-6-8-16-6-24Z" fill="#4f9fe8"/>
    <g fill="#fff" stroke="none" opacity=".7">
        <circle cx="-2" cy="-43" r="2.2"/><circle cx="7" cy="-39" r="1.8"/><circle cx="-10" cy="-44" r="1.6"/>
    </g>
    {eye(-24, -34, 6)}"""

SPROUT_BEAR = f"""
    <path d="M1-50C0-57 2-60 1-64M1-62C-8-60-13-64-14-71C-6-73 0-70 1-62ZM1-63C3-72 10-74 17-72
        C16-64 9-60 1-63Z" fill="#c9f07a"/>
    <circle cx="-18" cy="-46" r="7" fill="@moss"/><circle cx="19" cy="-46" r="7" fill="@moss"/>
    <path d="M0-52C15-52 23-44 24-34C33-24 34-8 27 0H-27C-34-8-33-24-24-34C-23-44-15-52 0-52Z" fill="@moss"/>
    <path d="M-29-6C-20-1 20-1 29-6L27 0H-27ZM22-40C28-28 30-14 26-4C34-12 32-24 24-34Z"
        fill="#1f5233" stroke="none" opacity=".3"/>
    <path d="M-14-47q6-4 12-3M-28-14l3-4M27-12l-2-5M-20-3l2-4" fill="none" stroke="#e2f5b0"
        stroke-width="2.4"/>
    <ellipse cy="-11" rx="16" ry="11" fill="#e2f5b0" stroke="none"/>
    <path d="M-28-20C-22-18-18-14-16-8M28-20C22-18 18-14 16-8" fill="none"/>
    <ellipse cy="-29" rx="10" ry="7.5" fill="#e2f5b0" stroke="none"/>
    <ellipse cy="-32" rx="4.5" ry="3" fill="{INK}"/>
    <path d="M0-29Q-1-25-5-26M0-29Q1-25 5-26" fill="none"/>
    {eye(-11, -39, 5.2)}{eye(12, -39, 5.2)}
    <g stroke="none" fill="#ff8a8a" opacity=".7">
        <circle cx="-17" cy="-31" r="3.5"/><circle cx="17" cy="-31" r="3.5"/>
    </g>"""

FLAME_FOX = f"""
    <path d="M4-4C20-4 38-14 40-32C41-42 36-50 30-54C31-46 28-42 25-40C29-54 22-66 11-72C14-62 10-56 6-50
        C2-40 6-16 4-4Z" fill="@ember"/>
    <path d="M30-54C31-46 28-42 25-40C32-38 36-40 39-42C38-47 35-51 30-54ZM11-72C14-62 10-56 6-50
        C14-50 22-52 24-56C21-63 17-69 11-72Z" fill="#fff3dc"/>
    <path d="M20-34C26-26 24-14 12-8M10-46C16-34 14-20 8-12" fill="none" stroke="#ffe27a" stroke-width="2.6"/>
    <path d="M-20-26C-22-12-22-4-20 0H12C14-12 6-26-4-28Z" fill="@ember"/>
    <path d="M-18-20C-14-14-8-14-5-20C-6-8-8-4-9 0H-19C-20-8-19-14-18-20Z" fill="#fff3dc" stroke="none"/>
    <path d="M-30-38-31-58-20-48H-7L3-58 2-37C1-30-6-24-13-20C-22-24-29-30-30-38Z" fill="@ember"/>
    <path d="M-30-36C-25-38-18-34-14-27C-10-34-4-38 2-36C1-29-6-24-13-20C-22-24-29-29-30-36Z"
        fill="#fff3dc" stroke="none"/>
    <path d="M-28-44-28-52-22-46ZM0-44 0-52-6-46Z" fill="#7d2a14" stroke="none" opacity=".7"/>
    <path d="M12-3C13-12 8-22 1-26C4-16 4-8 2 0H12Z" fill="#7d2a14" stroke="none" opacity=".25"/>
    <circle cx="-14" cy="-23" r="3" fill="{INK}"/>{eye(-22, -39, 5)}{eye(-6, -39, 5)}
    <path d="M-19-2v-7M-8-1v-8" fill="none"/>"""

JELLY_CAP = f"""
    <ellipse cy="2" rx="20" ry="3.5" fill="{INK}" stroke="none" opacity=".22"/>
    <path d="M-18-30C-24-20-12-16-18-5M-7-28C-12-18-2-14-7-1M6-28C2-18 12-14 7-1M18-30
        C14-20 25-16 19-5" fill="none" stroke="{INK}" stroke-width="7"/>
    <path d="M-18-30C-24-20-12-16-18-5M-7-28C-12-18-2-14-7-1M6-28C2-18 12-14 7-1M18-30
        C14-20 25-16 19-5" fill="none" stroke="#dfbcff" stroke-width="3.6"/>
    <path d="M-20-34C-22-22-12-16 0-16C12-16 22-22 20-34Z" fill="#f4e6ff"/>
    <path d="M-35-32C-36-54-20-70 0-70C20-70 36-54 35-32C30-27 26-33 21-31C15-28 11-33 5-31C0-28-6-33-11-31
        C-17-28-20-33-25-31C-29-29-32-29-35-32Z" fill="@violet"/>
    <path d="M-34-33C-20-42 20-42 34-33L35-36C34-30 26-32 21-31C15-28 11-33 5-31C0-28-6-33-11-31
        C-17-28-20-33-25-31Z" fill="#43207d" stroke="none" opacity=".3"/>
    <path d="M-26-50C-22-60-12-66-4-66" fill="none" stroke="#fff" stroke-width="3.4" opacity=".65"/>
    <g fill="#ffe27a" stroke="none">
        <circle cx="-14" cy="-52" r="5"/><circle cx="5" cy="-58" r="6"/><circle cx="20" cy="-44" r="4.5"/>
        <circle cx="-25" cy="-39" r="3"/><circle cx="1" cy="-42" r="3"/>
    </g>
    {eye(-8, -25, 5)}{eye(7, -25, 5)}<path d="M-2-20q2 2 4 0" fill="none"/>"""

SERPENT_COILS = "M-28-40C-20-30-30-18-26-4M-14-2C-16-30 12-30 10-2M21-2C19-20 36-20 36-10C37-4 41-4 41-10"
LOOP_SERPENT = f"""
    <path d="M-33-52C-34-60-40-58-42-64M-23-52C-22-60-16-58-15-64" fill="none" stroke-width="2.6"/>
    <path d="M-7-27-4-36 3-28ZM25-20 30-28 34-19ZM-17-34-9-31-16-25Z" fill="#ffd257"/>
    <path d="{SERPENT_COILS}" fill="none" stroke-width="14"/>
    <path d="{SERPENT_COILS}" fill="none" stroke="#1fb5ac" stroke-width="9.6"/>
    <path d="M-28-28C-25-20-29-14-28-3M-16-6C-14-26 6-28 8-10M20-6C21-16 28-17 31-14" fill="none"
        stroke="#b8fbe8" stroke-width="2.6"/>
    <path d="M-28-56C-16-57-12-49-14-43C-13-36-22-32-31-33C-42-33-46-40-42-46C-39-53-34-56-28-56Z"
        fill="@teal"/>
    <circle cx="-42" cy="-66" r="3.4" fill="#ffd257"/><circle cx="-15" cy="-66" r="3.4" fill="#ffd257"/>
    {eye(-33, -48, 5.6)}{eye(-20, -48, 5.6)}<path d="M-37-39q9 5 16-1" fill="none"/>
    <path d="M-32 1H-20M-20 1H14M16 1H42" fill="none" stroke-width="3" opacity=".35"/>"""

MOTH_HARE = f"""
    <path d="M-4-26C-14-48-34-52-42-46C-42-34-36-26-28-24C-36-20-36-8-28-4C-18-2-8-12-4-20Z" fill="@dusk"/>
    <path d="M4-26C14-48 34-52 42-46C42-34 36-26 28-24C36-20 36-8 28-4C18-2 8-12 4-20Z" fill="@dusk"/>
    <g fill="#ffe9a8" stroke="none">
        <circle cx="-30" cy="-38" r="6"/><circle cx="30" cy="-38" r="6"/><circle cx="-25" cy="-13" r="4"/>
        <circle cx="25" cy="-13" r="4"/>
    </g>
    <g fill="#4a4488" stroke="none"><circle cx="-27" cy="-39" r="5"/><circle cx="33" cy="-39" r="5"/></g>
    <path d="M-6-40C-14-52-15-64-11-70C-4-66-1-54-1-42ZM6-40C14-52 15-64 11-70C4-66 1-54 1-42Z" fill="@milk"/>
    <path d="M-7-46C-10-54-11-60-10-64M7-46C10-54 11-60 10-64" fill="none" stroke="#ff9fb8" stroke-width="3"/>
    <path d="M0-24C10-24 15-14 13-3C12 0 8 0 6 0H-6C-8 0-12 0-13-3C-15-14-10-24 0-24Z" fill="@milk"/>
    <path d="M0-46C10-46 15-39 15-32C15-24 8-20 0-20C-8-20-15-24-15-32C-15-39-10-46 0-46Z" fill="@milk"/>
    {eye(-7, -33, 5)}{eye(7, -33, 5)}
    <path d="M-2-27H2L0-25ZM0-25V-23M-5 0v-5M5 0v-5" fill="#ff7a9a"/>"""


class Animal(NamedTuple):
    """An animal: its drawing, the colour of its outline and the pale colour behind it on icons."""

    drawing: str
    outline: str
    backing: str


ANIMALS = {
    "a": Animal(HOUSE_SNAIL, "#7d1f4a", "#ffd9de"),
    "b": Animal(STILT_CHICK, "#8f4410", "#fff3b0"),
    "c": Animal(SKY_WHALE, "#153a7d", "#cfe8ff"),
    "d": Animal(SPROUT_BEAR, "#1f5233", "#e2f5c4"),
    "e": Animal(FLAME_FOX, "#7d2a14", "#ffe2c0"),
    "f": Animal(JELLY_CAP, "#43207d", "#eedcff"),
    "g": Animal(LOOP_SERPENT, "#06505a", "#cdf7ee"),
    "h": Animal(MOTH_HARE, "#2b2250", "#e2e2f2"),
}


def animal_drawings() -> dict[str, str]:
    """Every animal, and the eye that everything alive looks with."""
    return {"eye": EYE} | {
        f"animal-{letter}": alive(animal.drawing, animal.outline) for letter, animal in ANIMALS.items()
    }
