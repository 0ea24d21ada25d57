"""The middle of the table: the stack, the discards, and the cards that are out of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.measures import CORNER, HALF, HALF_LONG, ROOM
from cloudtop.games.cloudy_kingdom.art.palette import PALETTE
from cloudtop.games.cloudy_kingdom.art.players import paper
from cloudtop.games.cloudy_kingdom.art.table import Table
from cloudtop.stage.paragraphs import flowing, written_lines
from cloudtop.stage.scene import Item, Panel, Words, back_to_front
from cloudtop.stage.svg import Point, centred_rect, group, text, translate

WIDTH = 300.0
STACK, DISCARD = (78.0, 92.0), (222.0, 92.0)
"""Where the two piles lie; they rise from there."""
THICKNESS, CARDS_A_LAYER, LAYERS = 2.8, 7, 8
COUNT_TOP, COLUMN, ROW = 156.0, 94.0, 42.0
"""Where the counted discards begin, and their grid."""


def slot() -> str:
    """The place of a pile that is empty."""
    return centred_rect(
        HALF_LONG - 2,
        HALF - 2,
        CORNER,
        fill=PALETTE["vacant"],
        fill_opacity=0.22,
        stroke=PALETTE["vacant"],
        stroke_width=2,
        stroke_dasharray="6 5",
    )


def pile_items(name: str, count: int, top: str, at: Point, table: Table, label: str) -> Iterator[Item]:
    """A pile as high as it has cards, with its top card; an empty one is a mere place."""
    x, y = at
    legal, picked = name in table.legal, name in table.chosen
    answer = name if legal or picked else ""
    state = "target" if legal and not picked else ""
    layers = min(-(-count // CARDS_A_LAYER), LAYERS)
    for layer in range(layers):
        aside = (0, 1.5, -1, 0.8)[layer % 4] if layer < layers - 1 else 0
        yield Item(f"{name}-{layer}", f"{ROOM}-card-h", x + aside, y - THICKNESS * layer, layer)
    y -= THICKNESS * max(layers - 1, 0)
    sprite = f"{ROOM}-{top if count else 'slot'}"
    yield Item(name, sprite, x, y, LAYERS + 1, answer, label, 0, state)
    if legal or picked:
        yield Item(f"{name}-mark", f"{ROOM}-{'chosen' if picked else 'target'}-h", x, y, LAYERS + 2, answer)


def counted(pile: Sequence[str], designs: Designs) -> list[tuple[str, int]]:
    """The designs of a pile with their numbers, in the order of the box."""
    numbers = Counter(pile)
    return [(design, numbers[design]) for design in designs if design in numbers]


def tally(name: str, pile: Sequence[str], designs: Designs, top: float, words: Words) -> tuple[list[Item], str, float]:
    """Every design of a pile once with its number: items, numbers, and where the next thing may begin."""
    items, drawn = [], []
    entries = counted(pile, designs)
    for order, (design, number) in enumerate(entries):
        x, y = 38 + COLUMN * (order % 3), top + ROW * (order // 3)
        key = "design.charm" if design.startswith("charm-") else f"design.{design}"
        label = words("pile.count", design=words(key), count=number)
        items.append(Item(f"{name}-{design}", f"{ROOM}-small-{design}", x, y, order, "", label))
        drawn.append(text(f"×{number}", x + 34, y + 6, 16, PALETTE["ink"], text_anchor="start"))
    rows = -(-len(entries) // 3)
    return items, "".join(drawn), top + ROW * rows


def heading(content: str, at: Point, room: float) -> str:
    """A line above a pile."""
    lines, size = flowing(content, room, 1, 15, 10)
    return group(written_lines(lines, 0, 0, size, PALETTE["ink"]), transform=translate(*at))


def table_panel(table: Table, words: Words) -> Panel:
    """The piles as a panel."""
    discards = len(table.discards)
    stack_label = words("pile.stack", count=table.pile)
    discard_label = words("pile.discard", count=discards)
    drawn = [heading(stack_label, (STACK[0], 24), 136), heading(discard_label, (DISCARD[0], 24), 136)]
    items = list(pile_items("stack", table.pile, "back", STACK, table, stack_label))
    top = table.discards[-1] if table.discards else ""
    shown = words("pile.top", design=words(f"design.{top}")) if top else ""
    label = f"{discard_label} {shown}".strip()
    items += pile_items("discard", discards, top, DISCARD, table, label)
    below = 142.0
    if table.discards:
        more, numbers, below = tally("discards", table.discards, table.designs, COUNT_TOP, words)
        items += more
        drawn.append(numbers)
    if table.removed:
        drawn.append(heading(words("pile.removed", count=len(table.removed)), (150, below + 6), 280))
        more, numbers, below = tally("removed", table.removed, table.designs, below + 36, words)
        items += more
        drawn.append(numbers)
    if table.last_turns:
        lines, size = flowing(words("pile.last-turns"), 270, 2, 15, 11)
        drawn.append(written_lines(lines, 150, below + 4, size, PALETTE["ink"]))
        below += len(lines) * size * 1.22 + 2
    box = (0.0, 0.0, WIDTH, below - 4)
    return Panel("table", None, words("table.title"), box, back_to_front(items), paper(box) + "".join(drawn))
