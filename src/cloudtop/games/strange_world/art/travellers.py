"""The travellers' cards, and the arrows by which a traveller aims at its two rows."""

from __future__ import annotations

from typing import NamedTuple

from cloudtop.games.strange_world.art.brush import card_rect, part, shadow, star
from cloudtop.games.strange_world.art.measures import TRAVELLER_HEIGHT, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.palette import BRONZE, WINDOW
from cloudtop.games.strange_world.pieces import BOX
from cloudtop.games.strange_world.score import WELCOME_STARS
from cloudtop.stage.svg import group, path, text


class Character(NamedTuple):
    """A traveller's card: colour, the terrain of its sky, and its condition's icons line by line."""

    colour: str
    sky: str
    condition: tuple[str, ...]


CHARACTERS = {
    "splash": Character("#2a78c9", "W", ("WWW",)),
    "burk": Character("#6a8f2f", "T", ("T^", "Tv")),
    "kark": Character("#5a4a9a", "M", ("MMM", "MM")),
    "floulou": Character("#d060a8", "T", ("WWM", "MTT")),
    "pshit": Character("#b5622a", "V", ("FFF",)),
    "boung": Character("#14888f", "P", ("PP",)),
    "roro": Character("#d0702a", "M", ("12", "34")),
    "rumph": Character("#a8333f", "V", ("VVV",)),
}
CONDITION_ICONS = {
    **{letter: f"icon-{letter}" for letter in "MWVTP"},
    "F": "icon-fumarole",
    **{figure: f"icon-paw-{figure}" for figure in "1234"},
    "^": "row-upper",
    "v": "row-lower",
}

AIM = """
    <g stroke="#8a4a14" stroke-width="2.4" stroke-linejoin="round" fill="@gold">
        <path d="M0-22C0-44 4-56 16-60L13-70 38-62 22-42 19-51C13-48 12-38 12-22Z"/>
        <path d="M0 22C0 44 4 56 16 60L13 70 38 62 22 42 19 51C13 48 12 38 12 22Z"/>
    </g>"""
"""Two arrows, from the edge of a traveller at the left of a world to the two rows."""

FULFILLED = """
    <circle r="12" fill="#1c7a4d" stroke="#fff" stroke-width="2.4"/>
    <path d="M-5.5 0-1.5 4.5 6-4.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"
        stroke-linejoin="round"/>"""
"""The tick at the bonus of a traveller whose condition holds."""


def condition(name: str, x: float, y: float, scale: float) -> str:
    """The icons of a traveller's condition, its lines centred on a point."""
    lines = CHARACTERS[name].condition
    pitch = 32 * scale
    drawn = [
        part(
            CONDITION_ICONS[letter],
            x + pitch * (column - (len(line) - 1) / 2),
            y + pitch * (row - (len(lines) - 1) / 2),
            scale,
        )
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
    ]
    if name == "roro":
        drawn.append(part("icon-unlike", x, y, 0.6 * scale))
    return "".join(drawn)


def ground(name: str) -> str:
    """A traveller's card without lettering: its colour, its paper and its portrait in the arched window."""
    who = CHARACTERS[name]
    return (
        part("traveller-shadow")
        + card_rect(0, TRAVELLER_WIDTH, TRAVELLER_HEIGHT, fill=who.colour)
        + part("traveller-paper")
        + group(part(f"base-{who.sky}", 0, -20), part(f"portrait-{name}", 0, 4, 0.85), clip_path="@window")
        + path(WINDOW, stroke=who.colour, stroke_width=3.5)
    )


def traveller(name: str) -> str:
    """A traveller's card: portrait, name, the stars it is worth, and its bonus beside the condition."""
    who = CHARACTERS[name]
    scale = 0.76 if len(who.condition) == 1 else 0.62
    return (
        part(f"ground-{name}")
        + path("M-61 8Q0 0 61 8V32Q0 24-61 32Z", who.colour)
        + path("M-58 11Q0 3 58 11", stroke="#fff", opacity=0.45)
        + text(name.capitalize(), 0, 24, 17, "#fff")
        + part("traveller-stars")
        + text(f"+{BOX.travellers[name.capitalize()]}", -36.5, 67, 15, BRONZE)
        + condition(name, 20, 64, scale)
    )


def brief_traveller(name: str) -> str:
    """A traveller's card for a world seen from afar: the portrait, and its condition as large as can be."""
    scale = 1.1 if max(map(len, CHARACTERS[name].condition)) == 3 else 1.2
    return part(f"ground-{name}") + condition(name, 0, 52, scale)


def paper_stars() -> str:
    """The gold star of the bonus and the small one of a traveller's own worth."""
    return path(
        star(23, 11.5, -36, 61) + star(17, 8.5, -45, -76),
        "@gold",
        stroke="#a8641f",
        stroke_width=1.8,
        stroke_linejoin="round",
    ) + text(str(WELCOME_STARS), -45, -71, 13, BRONZE)


def traveller_drawings() -> dict[str, str]:
    """Every card `traveller-<name>` and its brief form, the arrows and the tick."""
    drawings = {
        "traveller-shadow": shadow(TRAVELLER_WIDTH, TRAVELLER_HEIGHT),
        "traveller-paper": card_rect(4, TRAVELLER_WIDTH, TRAVELLER_HEIGHT, fill="@parchment"),
        "traveller-stars": paper_stars(),
        "aim-left": AIM,
        "aim-right": group(AIM, transform="scale(-1 1)"),
        "fulfilled": FULFILLED,
    }
    for name in CHARACTERS:
        drawings[f"ground-{name}"] = ground(name)
        drawings[f"traveller-{name}"] = traveller(name)
        drawings[f"brief-traveller-{name}"] = brief_traveller(name)
    return drawings
