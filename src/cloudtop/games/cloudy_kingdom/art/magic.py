"""Magic cards: printed ones with their pictures, and the blank one on which a table writes."""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.art.measures import CORNER, HALF, HALF_LONG
from cloudtop.games.cloudy_kingdom.art.palette import GOLD, GOLD_DEEP, INK, PALETTE, WHITE
from cloudtop.games.cloudy_kingdom.art.strokes import line, sparkle, stamp
from cloudtop.games.cloudy_kingdom.art.tricks import TRICKS
from cloudtop.stage.svg import centred_rect, circle, group, path


def spell_ground() -> str:
    """The evening sky and the rim of every printed magic card, on its body."""
    stars = ((-20, -47), (-9, -50), (19, -48), (22, -20), (-23, -12), (23, 14))
    return (
        stamp("card-v")
        + centred_rect(HALF, HALF_LONG, CORNER, fill=PALETTE["magic-rim"])
        + centred_rect(HALF - 3, HALF_LONG - 3, 5.5, fill=PALETTE["spell-sky"], stroke=GOLD, stroke_width=1.2)
        + group(*(circle(x, y, 0.9) for x, y in stars), fill=WHITE, fill_opacity=0.8)
    )


def parchment() -> str:
    """The blank card on which a table writes a trick of its own: parchment under a starry band."""
    wand = "M-11 -39L9 -51"
    return (
        stamp("card-v")
        + centred_rect(HALF, HALF_LONG, CORNER, fill=PALETTE["magic-rim"])
        + centred_rect(HALF - 3, HALF_LONG - 3, 5.5, fill=PALETTE["parchment-sheet"], stroke=GOLD, stroke_width=1.2)
        + path(
            "M-28 -36V-50.5A5.5 5.5 0 0 1 -22.5 -56H22.5A5.5 5.5 0 0 1 28 -50.5V-36Q14 -31 0 -35T-28 -36Z",
            "#3b3486",
        )
        + line(wand, INK, 4.4, stroke_linecap="round")
        + line(wand, "#a8744a", 2.4, stroke_linecap="round")
        + sparkle(12, -47, 7, GOLD)
        + sparkle(-18, -49, 3.5)
        + sparkle(20, -40, 3)
        + line("M-18 -18H12M-18 -6H18M-18 6H14M-18 18H18M-18 30H4", "#b99b6a", 3, stroke_linecap="round")
        + line("M-20 50Q-10 47 0 50T20 50", GOLD_DEEP, 1.2, stroke_linecap="round")
    )


def magic_sprites() -> dict[str, str]:
    """The printed cards, and the blank one for what a table has written."""
    sheet = {f"magic-{key}": stamp("part-spell") + draw() for key, draw in TRICKS.items()}
    return sheet | {"part-spell": spell_ground(), "magic-written": parchment()}
