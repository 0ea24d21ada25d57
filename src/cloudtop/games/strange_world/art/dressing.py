"""Small things that stand about on the isles: trees, mushrooms, crystals, houses."""

from __future__ import annotations

from cloudtop.games.strange_world.art.brush import part, spiral

SPIRAL_TREE = f"""
    <path d="M-2 0C-1-10-3-14 0-22C2-14 2-8 3 0Z" fill="#6a4058"/>
    <circle cy="-28" r="12" fill="@leaf"/>
    <path d="{spiral(0, -28, 10, 4)}" fill="none" stroke="#fff" stroke-width="2"
        stroke-linecap="round" opacity=".6"/>"""

MUSHROOM = """
    <path d="M-4 0C-2-8-3-12-3-16H4C4-12 3-6 5 0Z" fill="@milk"/>
    <path d="M-14-13C-14-26-6-32 0-32C7-32 15-26 15-13C8-10-8-10-14-13Z" fill="@bloom"/>
    <g fill="#fff" opacity=".85">
        <circle cx="-5" cy="-22" r="2.6"/><circle cx="5" cy="-25" r="2"/><circle cx="7" cy="-17" r="2.4"/>
    </g>"""

PALM = """
    <path d="M-2 0C-4-12 0-20 6-27L9-25C4-18 2-10 3 0Z" fill="#8a5a4a"/>
    <path d="M8-27C-2-34-10-28-12-20C-4-24 2-25 8-27ZM8-27C6-38 14-42 22-38C18-34 12-32 8-27ZM8-27
        C16-30 24-24 22-15C18-20 13-23 8-27ZM8-27C0-38-8-38-14-33C-6-32 2-31 8-27Z" fill="@leaf"/>"""

CRYSTALS = """
    <path d="M-10 1-12-12-7-20-3-11-4 1ZM-3 1-5-22 1-32 7-21 5 1ZM6 1 7-11 12-17 15-10 12 1Z"
        fill="@crystal"/>
    <path d="M1-32 7-21 5 1H1ZM-7-20-3-11-4 1-7 1ZM12-17 15-10 12 1H10Z" fill="#3f4fa8" opacity=".28"/>"""

PINWHEEL = """
    <path d="M0 0V-22" stroke="#6a4058" stroke-width="2.6"/>
    <g transform="translate(0 -24)">
        <path d="M0 0C-10-2-10-12-2-14L0 0C2-10 12-10 14-2L0 0C10 2 10 12 2 14L0 0C-2 10-12 10-14 2Z"
            fill="@bloom"/>
        <circle r="3" fill="#ffe27a"/>
    </g>"""

CHARRED_TREE = """
    <path d="M-3 0C-1-10-4-16-11-20L-10-22C-6-20-3-19-2-16C-2-22-4-26-2-31C1-27 1-21 1-17C3-20 7-21 10-25
        L12-23C9-18 4-15 3-8L4 0Z" fill="#2a1430"/>
    <circle cx="-11" cy="-22" r="2" fill="#ff9a3c"/><circle cx="12" cy="-25" r="2" fill="#ffd257"/>"""

HOUSE = """
    <path d="M-7 0V-10H7V0Z" fill="@milk"/><path d="M-10-9 1-22 10-9Z" fill="@bloom"/>
    <path d="M-2 0v-5a2 2 0 0 1 5 0V0z" fill="#6a3f5f"/>"""

Thing = tuple[str, float, float, float]
"""A small thing on an isle: sprite, x, y, scale."""

ARRANGEMENTS: dict[str, tuple[tuple[Thing, ...], ...]] = {
    "M": (
        (("tree", -47, 37, 0.8), ("tree", 50, 36, 0.72), ("house", 38, 42, 0.9)),
        (("house", -46, 39, 0.9), ("tree", 44, 36, 0.95), ("tree", 54, 39, 0.6), ("mushroom", -34, 45, 0.5)),
    ),
    "W": (
        (("palm", -45, 39, 0.95), ("palm", 46, 36, 0.75), ("crystals", 51, 43, 0.5)),
        (("palm", 44, 37, 1), ("house", -46, 40, 0.85), ("crystals", -33, 46, 0.45)),
    ),
    "V": (
        (("charred", -49, 40, 0.9), ("charred", 50, 37, 0.75), ("crystals", -38, 46, 0.5)),
        (("charred", 48, 40, 1), ("crystals", -46, 42, 0.8), ("crystals", 36, 47, 0.45)),
    ),
    "T": (
        (("pinwheel", -46, 40, 0.9), ("pinwheel", 49, 37, 0.8), ("tree", -33, 38, 0.62)),
        (("pinwheel", -38, 42, 1.05), ("pinwheel", -52, 38, 0.65), ("tree", 50, 38, 0.8)),
    ),
    "P": (
        (("mushroom", -40, 44, 0.75), ("crystals", 40, 43, 0.7), ("mushroom", 29, 39, 0.5)),
        (("tree", -36, 42, 0.8), ("mushroom", 38, 45, 0.85), ("crystals", -26, 46, 0.45)),
    ),
}
"""What stands on each terrain, back to front, in two arrangements."""


def dressing_drawings() -> dict[str, str]:
    """The small things, and every arrangement `dressing-<terrain>-<number>`."""
    drawings = {
        "tree": SPIRAL_TREE,
        "mushroom": MUSHROOM,
        "palm": PALM,
        "crystals": CRYSTALS,
        "pinwheel": PINWHEEL,
        "charred": CHARRED_TREE,
        "house": HOUSE,
    }
    for terrain, arrangements in ARRANGEMENTS.items():
        for i, things in enumerate(arrangements):
            drawings[f"dressing-{terrain}-{i}"] = "".join(part(*thing) for thing in things)
    return drawings
