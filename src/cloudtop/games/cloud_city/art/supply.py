"""The walkways left in the shared supply: a row for each height, a column for each value."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.cloud_city.art.display import Display
from cloudtop.games.cloud_city.art.measures import LEVELS, Level
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM
from cloudtop.games.cloud_city.pieces import Box
from cloudtop.stage.scene import Item, Panel, Words
from cloudtop.stage.svg import rect, text, use

HEIGHT = 152.0
FIRST, PITCH, ROW = (92.0, 30.0), 61.0, 46.0
NARROW = 5
"""With fewer columns the panel is no narrower."""


def supply_panel(display: Display, words: Words) -> Panel:
    """How many of each walkway are left."""
    width = FIRST[0] + max(NARROW, len(display.box.values)) * PITCH - 5
    signs = "".join(use(f"{ROOM}-{level.key}-sign", 40, FIRST[1] + row * ROW) for row, level in enumerate(LEVELS))
    face = rect(1, 1, width - 2, HEIGHT - 2, rx=16, fill=PALETTE["card"], stroke=PALETTE["card-edge"], stroke_width=2)
    items = tuple(
        item
        for row, level in enumerate(LEVELS)
        for item in level_items(
            level, row, dict(zip(display.box.values.values(), display.supply[level.key], strict=True)), words
        )
    )
    return Panel("supply", None, words("supply.title"), (0, 0, width, HEIGHT), items, face + signs)


def level_items(level: Level, row: int, left: dict[int, int], words: Words) -> Iterator[Item]:
    """The row of one height, by value; a kind that is used up is faded."""
    name = words(f"level.{level.key}")
    for column, (value, count) in enumerate(left.items()):
        x, y = FIRST[0] + column * PITCH, FIRST[1] + row * ROW
        sprite = f"{level.key}-value-{value}" if count else f"{level.key}-spent-{value}"
        label = words("supply.piece", level=name, value=value, count=count)
        key = f"{level.key}-{value}"
        yield Item(key, f"{ROOM}-{sprite}", x, y, 0, "", label)
        yield Item(f"{key}-left", f"{ROOM}-left-{count}", x + 19, y, 0)


def supply_parts(box: Box) -> dict[str, str]:
    """The numbers of the supply, and the faded badges of what is used up."""
    drawn = {
        f"left-{count}": text(f"×{count}", 0, 6, 16, PALETTE["card-ink"], text_anchor="start")
        for count in range(1, max(box.walkways.values()) + 1)
    }
    drawn["left-0"] = text("×0", 0, 6, 16, PALETTE["card-soft"], text_anchor="start", opacity=0.8)
    for level in LEVELS:
        for value in box.values.values():
            drawn[f"{level.key}-spent-{value}"] = use(f"{ROOM}-{level.key}-value-{value}", opacity=0.38)
    return drawn
