"""The travellers' cards, and the arrows by which a traveller aims at its two rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cloudtop.games.strange_world.art.brush import card_rect, part, shadow, star
from cloudtop.games.strange_world.art.measures import TRAVELLER_HEIGHT, TRAVELLER_WIDTH
from cloudtop.games.strange_world.art.palette import BRONZE, WINDOW
from cloudtop.games.strange_world.pieces import ANIMALS, Box, Traveller
from cloudtop.stage.svg import group, path, text


class Character(NamedTuple):
    """A traveller's card: its colour, and the terrain of its sky."""

    colour: str
    sky: str


CHARACTERS = {
    "splash": Character("#2a78c9", "W"),
    "burk": Character("#6a8f2f", "T"),
    "kark": Character("#5a4a9a", "M"),
    "floulou": Character("#d060a8", "T"),
    "pshit": Character("#b5622a", "V"),
    "boung": Character("#14888f", "P"),
    "roro": Character("#d0702a", "M"),
    "rumph": Character("#a8333f", "V"),
}
WISH_ICONS = {
    "mountains": "icon-M",
    "volcanoes": "icon-V",
    "water": "icon-W",
    "winds": "icon-T",
    "half_portals": "icon-P",
    "portals": "icon-P",
    "made_portals": "icon-P",
    "fumaroles": "icon-fumarole",
    **{animal: f"icon-{animal}" for animal in ANIMALS},
}
PAWS = 4
"""So many different animals are shown one by one."""
ACROSS = 3
"""So many icons of a wish stand in a line."""

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


def wish_lines(who: Traveller) -> list[list[str]]:
    """What a traveller wishes for, line by line: sprites, or `x7` where there are too many to be shown one by one."""
    if who.each_row:
        lines = [[*one_by_one(who.each_row, ACROSS - 1), sign] for sign in ("row-upper", "row-lower")]
        return [one_by_one(who.wish, ACROSS), *lines] if who.wish else lines
    icons = one_by_one(who.wish, 2 * ACROSS)
    if len(icons) <= ACROSS:
        return [icons]
    across = max(-(-len(icons) // 2), 2)
    return [icons[i : i + across] for i in range(0, len(icons), across)]


def one_by_one(wish: Mapping[str, int], room: int) -> list[str]:
    """The icons of a wish, each as often as it is wished for if there is room for all of them."""
    shown = [icon for thing, count in wish.items() for icon in icons_of(thing, count)]
    if len(shown) <= room and wish.get("animals", 0) <= PAWS:
        return shown
    return [sign for thing, count in wish.items() for sign in (f"x{count}", icons_of(thing, 1)[0])]


def icons_of(thing: str, count: int) -> list[str]:
    """So many of a thing as sprites; different animals look different."""
    if thing == "animals":
        return [f"icon-paw-{i % PAWS + 1}" for i in range(count)]
    return [WISH_ICONS[thing]] * count


def wish_drawn(who: Traveller, x: float, y: float, scale: float) -> str:
    """The icons of a traveller's wish, its lines centred on a point."""
    lines = wish_lines(who)
    pitch = 32 * scale
    drawn = []
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            at = x + pitch * (column - (len(line) - 1) / 2), y + pitch * (row - (len(lines) - 1) / 2)
            if sign.startswith("x"):
                drawn.append(text(f"{sign[1:]}×", at[0], at[1] + 7 * scale, 20 * scale, BRONZE))
            else:
                drawn.append(part(sign, *at, scale))
    if list(who.wish) == ["animals"] and not who.each_row:
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


def traveller(name: str, who: Traveller) -> str:
    """A traveller's card: its portrait, its wish as large as can be, and what it adds; its name is told in words."""
    return part(f"brief-traveller-{name}") + part("traveller-bonus") + text(f"+{who.stars}", -42, -61, 25, BRONZE)


def brief_traveller(name: str, who: Traveller) -> str:
    """A traveller's card for a world seen from afar: the portrait, and its wish as large as can be."""
    widest = max(map(len, wish_lines(who)))
    return part(f"ground-{name}") + wish_drawn(who, 0, 52, 1.2 if widest < 3 else 1.1 if widest == 3 else 0.7)


BONUS = path(star(33, 18.5, -42, -69), "@gold", stroke="#a8641f", stroke_width=2.4, stroke_linejoin="round")
"""The gold star of the bonus."""


def traveller_drawings(box: Box) -> dict[str, str]:
    """Every card `traveller-<name>` and its brief form, the arrows and the tick."""
    drawings = {
        "traveller-shadow": shadow(TRAVELLER_WIDTH, TRAVELLER_HEIGHT),
        "traveller-paper": card_rect(4, TRAVELLER_WIDTH, TRAVELLER_HEIGHT, fill="@parchment"),
        "traveller-bonus": BONUS,
        "aim-left": AIM,
        "aim-right": group(AIM, transform="scale(-1 1)"),
        "fulfilled": FULFILLED,
    }
    for name in CHARACTERS:
        drawings[f"ground-{name}"] = ground(name)
        who = box.travellers[name.capitalize()]
        drawings[f"traveller-{name}"] = traveller(name, who)
        drawings[f"brief-traveller-{name}"] = brief_traveller(name, who)
    return drawings
