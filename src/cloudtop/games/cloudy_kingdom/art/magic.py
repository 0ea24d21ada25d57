"""Magic cards: printed ones with their pictures, and those that a table writes in words."""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.art.measures import CORNER, HALF, HALF_LONG, ROOM
from cloudtop.games.cloudy_kingdom.art.palette import GOLD, GOLD_DEEP, INK, PALETTE, RIM, WHITE
from cloudtop.games.cloudy_kingdom.art.strokes import line, sparkle, stamp
from cloudtop.games.cloudy_kingdom.art.table import Magic, Table
from cloudtop.games.cloudy_kingdom.art.tricks import TRICKS
from cloudtop.stage.paragraphs import LEADING, bulleted, filling, flowing, written_lines
from cloudtop.stage.scene import Item, Words
from cloudtop.stage.svg import Point, centred_rect, circle, group, path, translate

PARCHMENT_INK = "#3a2a1c"


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
        + line("M-20 50Q-10 47 0 50T20 50", GOLD_DEEP, 1.2, stroke_linecap="round")
    )


def empty_slot() -> str:
    """The place of a magic card that is not chosen yet."""
    return centred_rect(
        HALF - 2,
        HALF_LONG - 2,
        CORNER,
        fill=PALETTE["vacant"],
        fill_opacity=0.22,
        stroke=PALETTE["vacant"],
        stroke_width=2,
        stroke_dasharray="6 5",
    ) + sparkle(0, 0, 11, PALETTE["vacant"])


def spent() -> str:
    """The veil and the stroke over a used card."""
    return (
        centred_rect(HALF, HALF_LONG, CORNER, fill=RIM, fill_opacity=0.66)
        + line("M-22 46L22 -46", WHITE, 9, stroke_linecap="round")
        + line("M-22 46L22 -46", INK, 5, stroke_linecap="round")
    )


def magic_sprites() -> dict[str, str]:
    """The printed cards, the blank one, and what is laid over a card."""
    sheet = {f"magic-{key}": stamp("part-spell") + draw() for key, draw in TRICKS.items()}
    return sheet | {
        "part-spell": spell_ground(),
        "part-parchment": parchment(),
        "magic-written": centred_rect(HALF, HALF_LONG, CORNER, fill=WHITE, fill_opacity=0),
        "magic-slot": empty_slot(),
        "magic-spent": spent(),
    }


def is_printed(magic: Magic) -> bool:
    """Whether the card has a picture of its own; the others are written by the table."""
    return magic.key in TRICKS and not magic.written


def written_card(magic: Magic, at: Point) -> str:
    """A card in words: its title and its steps, one below the other."""
    room = 2 * HALF - 13
    title, title_size = flowing(magic.title, room, 2, 8.6, 6.4)
    top, foot = -24.0, 47.0
    first = top + len(title) * title_size * LEADING + 3
    steps, size = filling(bulleted(magic.steps), (room, foot - first + 6), 7.4, 5.2)
    return group(
        stamp("part-parchment"),
        written_lines(title, 0, top, title_size, PARCHMENT_INK),
        written_lines(steps, -room / 2, first, size, PARCHMENT_INK, text_anchor="start", font_weight="600"),
        transform=translate(*at),
    )


def magic_label(magic: Magic, words: Words) -> str:
    """The spoken name of a magic card: title, steps, and whether it is used."""
    steps = words("magic.steps", title=magic.title, steps="; ".join(magic.steps)) if magic.steps else magic.title
    return words("magic.used", magic=steps) if magic.used else steps


def magic_items(magic: Magic, at: Point, table: Table, words: Words, own: bool) -> list[Item]:
    """A magic card with its marks; one's own, or one in the draft, may be chosen."""
    x, y = at
    target = f"magic:{magic.key}" if own else ""
    legal, picked = target in table.legal, target in table.chosen
    sprite = f"{ROOM}-magic-{magic.key if is_printed(magic) else 'written'}"
    state = "target" if legal and not picked else ""
    name = f"magic-{magic.key}"
    answer = target if legal or picked else ""
    items = [Item(name, sprite, x, y, 0.0, answer, magic_label(magic, words), 0, state)]
    if magic.used:
        items.append(Item(f"{name}-spent", f"{ROOM}-magic-spent", x, y, 0.1))
    if picked:
        items.append(Item(f"{name}-chosen", f"{ROOM}-chosen-v", x, y, 0.2, answer))
    elif legal:
        items.append(Item(f"{name}-target", f"{ROOM}-target-v", x, y, 0.2, answer))
    return items


def magic_backdrop(magic: Magic, at: Point) -> str:
    """What lies behind a magic card's item: a written card's words, else nothing."""
    return "" if is_printed(magic) else written_card(magic, at)
