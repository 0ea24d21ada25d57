"""Magic cards to choose from before the first turn, and the words of those that the table has written."""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.art.magic import is_printed, magic_backdrop, magic_items
from cloudtop.games.cloudy_kingdom.art.palette import PALETTE
from cloudtop.games.cloudy_kingdom.art.players import paper
from cloudtop.games.cloudy_kingdom.art.table import Magic, Table
from cloudtop.stage.paragraphs import bulleted, flowing, written_lines
from cloudtop.stage.scene import Item, Panel, Words, back_to_front
from cloudtop.stage.svg import rect, text

CARD, GAP = 74.0, 26.0
"""Room for one side of a card, and between two cards."""
ROW = 172.0
WRITTEN_WIDTH = 300.0


Row = list[tuple[Magic, ...]]


def rows_of(offers: list[tuple[Magic, ...]], widest: int) -> list[Row]:
    """Cards in rows with no more faces than that."""
    rows: list[Row] = [[]]
    for sides in offers:
        if rows[-1] and sum(map(len, rows[-1])) + len(sides) > widest:
            rows.append([])
        rows[-1].append(sides)
    return rows


def draft_rows(table: Table) -> list[Row]:
    """The cards on offer, two-sided ones first, in two rows, or three when they are many."""
    offers = sorted((offer.sides for offer in table.draft), key=len, reverse=True)
    faces = sum(len(sides) for sides in offers)
    widest = 4
    while len(rows := rows_of(offers, widest)) > (2 if faces <= 12 else 3):
        widest += 1
    return rows


def row_width(row: Row) -> float:
    """How wide a row of cards is."""
    return sum(len(sides) * CARD for sides in row) + GAP * (len(row) - 1)


def draft_panel(table: Table, words: Words) -> Panel:
    """All cards on offer; the two sides of one card lie on one mat, and only one of them can be chosen."""
    rows = draft_rows(table)
    width = max(row_width(row) for row in rows) + 48
    box = (0.0, 0.0, width, 46 + ROW * len(rows) + 8)
    title, size = flowing(words("draft.choose"), width - 40, 1, 18, 11)
    drawn = [paper(box, solid=True), written_lines(title, width / 2, 32, size, PALETTE["ink"])]
    items: list[Item] = []
    for number, row in enumerate(rows):
        x = (width - row_width(row)) / 2
        y = 46 + ROW * number + 68
        for sides in row:
            span = len(sides) * CARD
            drawn.append(rect(x - 4, y - 65, span + 8, 162, rx=12, fill=PALETTE["vacant"], fill_opacity=0.28))
            if len(sides) > 1:
                drawn.append(text("/", x + span / 2, y + 6, 18, PALETTE["faint-ink"]))
            for side, magic in enumerate(sides):
                at = (x + CARD * (side + 0.5), y)
                items += magic_items(magic, at, table, words, own=True)
                lines, fit = flowing(magic.title, CARD - 4, 2, 12, 9)
                drawn += [magic_backdrop(magic, at), written_lines(lines, at[0], y + 76, fit, PALETTE["ink"])]
            x += span + GAP
    return Panel("draft", None, words("draft.title"), box, back_to_front(items), "".join(drawn))


def written_magic(table: Table) -> list[Magic]:
    """The cards written by the table that are in sight, except one's own, which carry their words already."""
    own = () if table.seat is None else table.players[table.seat].magic
    seen = [magic for offer in table.draft for magic in offer.sides]
    seen += [magic for player in table.players for magic in player.magic]
    known = {magic.key for magic in own}
    return list({magic.key: magic for magic in seen if not is_printed(magic) and magic.key not in known}.values())


def written_panel(table: Table, words: Words) -> Panel | None:
    """What the written cards of the others say, large enough to read; None if there are none."""
    cards = written_magic(table)
    if not cards:
        return None
    room, y = WRITTEN_WIDTH - 36, 30.0
    heading, size = flowing(words("draft.written"), room, 1, 15, 11)
    drawn = [written_lines(heading, WRITTEN_WIDTH / 2, y, size, PALETTE["ink"])]
    y += 24
    more = {"text_anchor": "start"}
    for magic in cards:
        title, size = flowing(magic.title, room, 1, 14, 11)
        drawn.append(written_lines(title, 18, y, size, PALETTE["ink"], **more))
        y += 16
        steps, size = flowing(bulleted(magic.steps), room, 5, 12.5, 11)
        drawn.append(written_lines(steps, 18, y, size, PALETTE["faint-ink"], font_weight="600", **more))
        y += len(steps) * size * 1.22 + 8
    box = (0.0, 0.0, WRITTEN_WIDTH, y - 2)
    told = " ".join(f"{magic.title}: {'; '.join(magic.steps)}." for magic in cards)
    return Panel("written", None, words("written.title"), box, (), paper(box) + "".join(drawn), told)
