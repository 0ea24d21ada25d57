"""Land cards, composed of layers: every string of icons has its own picture, in four looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cloudtop.games.strange_world.art.brush import card_rect, part, star
from cloudtop.games.strange_world.art.isles import FAR_SIGHTS
from cloudtop.games.strange_world.art.measures import BRIEF_DROP, GROUND_Y
from cloudtop.games.strange_world.art.palette import GOLD, INK
from cloudtop.games.strange_world.pieces import ANIMALS, Box, Card, card_of
from cloudtop.stage.svg import group, path

ALL_ICONS = (
    *(ground + animal for ground in ("M", "MM") for animal in ("", *ANIMALS)),
    *(terrain + other for terrain in "WVTP" for other in ("", "M", *ANIMALS)),
)
"""Every string of one or two kinds of icon, whichever of them are in the box."""
LOOKS = 4
"""Different pictures of the same icons."""
STRIP = (-56, -81)
"""The first icon of a card's strip."""
STRIP_PITCH = 29


def layout(card: Card) -> str:
    """The key of the tables of places."""
    return "MM" if card.mountains == 2 and not card.terrains else card.terrain


class Spot(NamedTuple):
    """Where a layer stands on a card."""

    x: float
    y: float
    scale: float


PEAKS = {
    "M": (Spot(-17, 34, 1),),
    "MM": (Spot(-21, 34, 0.96), Spot(23, 35, 0.84)),
    "W": (Spot(-14, 31, 0.98),),
    "V": (Spot(36, 34, 0.76),),
    "T": (Spot(24, 35, 0.88),),
    "P": (Spot(-2, 35, 0.98),),
}
SECOND_PEAK = Spot(-34, 36, 0.6)
"""Where a terrain leaves room for one more."""
FEATURES = {
    "W": ("lagoon", Spot(0, GROUND_Y, 1)),
    "V": ("volcano", Spot(-13, 34, 0.96)),
    "T": ("wind", Spot(0, -18, 1)),
}
OTHER_INHABITANTS = Spot(-30, 54, 0.8)
"""Where a second animal stands, and further ones behind it."""
INHABITANTS = {
    "M": Spot(23, 50, 0.98),
    "MM": Spot(6, 53, 0.92),
    "W": Spot(25, 44, 0.98),
    "V": Spot(24, 53, 0.94),
    "T": Spot(6, 50, 1.04),
    "P": Spot(0, 49, 1.04),
}


def peaks(card: Card, look: int) -> Iterator[str]:
    """The mountains of a card; a second one, and every other look, takes the other shape."""
    for i, spot in enumerate((*PEAKS[layout(card)], SECOND_PEAK)[: card.mountains]):
        yield part("horn" if (i + look) % 2 else "peak", *spot, mirrored=i == 1)


def features(card: Card) -> Iterator[str]:
    """What shows the terrain of a card."""
    if card.terrain == "W" and not card.mountains:
        yield part("wave", -22, 30, 0.95)
    for terrain in card.terrains:
        if terrain in FEATURES:
            name, spot = FEATURES[terrain]
            yield part(name, *spot)


def scenery(card: Card, look: int) -> Iterator[str]:
    """The layers of a card that may be mirrored, back to front; wind blows behind the mountains."""
    yield part(f"far-{look % len(FAR_SIGHTS)}")
    yield part(f"isle-{card.terrain}", 0, GROUND_Y)
    if card.terrain == "T":
        yield from features(card)
        yield from peaks(card, look)
    else:
        yield from peaks(card, look)
        yield from features(card)
    yield part(f"dressing-{card.terrain}-{look // 2 % 2}")


def landscape_name(card: Card, look: int) -> str:
    """The sprite of a card without its animal, frame and icons."""
    return f"landscape-{card.terrains or 'M'}{card.mountains}-{look}"


def landscape(card: Card, look: int) -> str:
    """A land without its animal: the look changes its sky, its plants and the side it is seen from."""
    seen = "".join(scenery(card, look))
    return (
        part(f"base-{card.terrain}")
        + (group(seen, transform="scale(-1 1)") if look % 2 else seen)
        + (part("portals") if card.portal else "")
    )


def inhabitant(card: Card, mirrored: bool) -> str:
    """The animals of a card in pools of light, in front of everything else."""
    drawn = ""
    for i, animal in enumerate(card.animals):
        x, y, scale = OTHER_INHABITANTS if i else INHABITANTS[layout(card)]
        x, y = x + 24 * max(0, i - 1), y - 30 * max(0, i - 1)
        side = -x if mirrored else x
        drawn += part("glade", side, y) + part(f"animal-{animal}", side, y, scale, mirrored)
    return drawn


def strip(card: Card) -> str:
    """The icons of a card as a row of medallions at its upper edge."""
    x, y = STRIP
    return "".join(part(f"icon-{icon}", x + STRIP_PITCH * i, y) for i, icon in enumerate(card.icons))


def land(card: Card, look: int) -> str:
    """A land card."""
    return part(landscape_name(card, look)) + inhabitant(card, look % 2 == 1) + part("frame") + strip(card)


BRIEF_SPOTS = {1: ((0, -22),), 2: ((-34, -22), (34, -22)), 3: ((-34, -56), (34, -56), (0, 6))}
BRIEF_SPOTS[4] = ((-34, -56), (34, -56), (-34, 6), (34, 6))


def brief_land(card: Card) -> str:
    """A land card for a world seen from afar: its icons as large as they can be, over its ground."""
    spots = BRIEF_SPOTS[len(card.icons)]
    return (
        part(f"base-{card.terrain}")
        + part(f"isle-{card.terrain}", 0, 56, 0.66)
        + (part("portals", 0, BRIEF_DROP) if card.portal else "")
        + part("frame")
        + "".join(part(f"icon-{icon}", x, y, 2.2) for icon, (x, y) in zip(card.icons, spots, strict=True))
    )


def frame() -> str:
    """The light edge of a land card."""
    return (
        part("mist")
        + card_rect(1.5, fill="none", stroke="@frame", stroke_width=5)
        + card_rect(5, fill="none", stroke=INK, stroke_width=1.2, opacity=0.35)
    )


def start_frame() -> str:
    """The gold edge and the pennant that mark a start card, to lie upon it."""
    return (
        card_rect(1.5, fill="none", stroke=GOLD, stroke_width=6)
        + card_rect(5.5, fill="none", stroke="#a8641f", stroke_width=1.6)
        + path("M42-100H66V-66L54-75 42-66Z", "#d8433f", stroke="#a8641f", stroke_width=1.6)
        + path(star(9, 4, 54, -86), GOLD)
    )


def land_drawings(box: Box) -> dict[str, str]:
    """Every land card `land-<icons>-<look>`, and `brief-land-<icons>`."""
    drawings = {"frame": frame(), "start": start_frame()}
    own = [card for cards in (box.start, *box.land.values()) for card in cards]
    for written in dict.fromkeys((*ALL_ICONS, *own)):
        card = card_of(written)
        drawings[f"brief-land-{written}"] = brief_land(card)
        for look in range(LOOKS):
            drawings[landscape_name(card, look)] = landscape(card, look)
            drawings[f"land-{written}-{look}"] = land(card, look)
    return drawings
