"""The whole table as one picture: the shown city large, the others beside it, hand, tiles and supply below."""

from __future__ import annotations

from collections.abc import Sequence

from cloudtop.core.scene import Picture, Slot
from cloudtop.games.cloud_city.art.display import Display
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM, WHITE
from cloudtop.games.cloud_city.art.requests import WIDTH as REQUESTS_WIDTH
from cloudtop.games.cloud_city.art.requests import request_cards
from cloudtop.stage.lettering import fitted, width_of
from cloudtop.stage.picture import item_svg, placed
from cloudtop.stage.plates import PLATES, name_plate
from cloudtop.stage.scene import Box, Panel, Words
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.svg import circle, group, number, path, rect, text, translate, use

EMBLEMS = (
    circle(0, 0, 6.5, fill=WHITE),
    path("M0-7 7.5 6H-7.5Z", WHITE),
    rect(-6, -6, 12, 12, rx=1.5, fill=WHITE),
    path("M0-8 8 0 0 8-8 0Z", WHITE),
)
"""The sign of each seat."""

MARGIN, GAP = 18.0, 14.0
TRAY_TOP, TRAY_HEIGHT = 716.0, 170.0
HEADING = 24.0
COLUMNS = (0.0, 330.0, 300.0, 274.0)
"""The width of the other cities, by their number."""
LARGE, SMALL = 1.15, 0.46
"""The largest scales of the shown city and of the others."""
PLATE = 236.0
PLATE_ROW = 30.0
"""How much of another city's height is kept for its name plate, which overlaps the cloud."""
SIGNS_BELOW = 104.0
"""Where the upper left corner is free again below name and round."""
CARD = (100.0, 130.0)
"""The width and height of a place for a tile."""
PIECE, PIECE_ROW = 62.0, 44.0
"""From one kind of walkway to the next, and from one height to the next."""


def picture_content(display: Display, panels: Sequence[Panel], words: Words) -> str:
    """Everything on its place in front of the sky."""
    by_name = {panel.name: panel for panel in panels}
    others = display.order()[1:]
    beside = len(others) > 1
    column = max(COLUMNS[len(others)], REQUESTS_WIDTH if display.requests else 0.0)
    left = MARGIN + (0.8 * REQUESTS_WIDTH if display.requests and beside else 0.0)
    right = CANVAS[0] - MARGIN - column
    parts = [
        sky(),
        centred(by_name[f"city:{display.shown}"], (left, 62, right - left, TRAY_TOP - 120)),
        plate(display, display.shown, MARGIN + PLATE / 2 + 4, 40),
        round_sign(display, words),
    ]
    foot = TRAY_TOP - MARGIN
    if display.requests:
        cards, height = request_cards(display.box, display.requests, display.crossing, words)
        x, y = MARGIN, SIGNS_BELOW
        if not beside:
            foot -= height + GAP
            x, y = right + (column - REQUESTS_WIDTH) / 2, foot + GAP
        parts.append(group(cards, transform=translate(x, y)))
    parts += other_cities(display, by_name, others, (right, MARGIN, column, foot - MARGIN))
    rows = (f"hand:{display.shown}", "market", "supply")
    parts += trays([by_name[name] for name in rows])
    return "".join(parts)


def height_in(city: Panel, wide: float, high: float, largest: float) -> float:
    """How high a city is drawn in that room, at no larger scale."""
    _, _, width, height = city.box
    return height * min(largest, wide / width, high / height)


def centred(city: Panel, frame: Box) -> str:
    """A city in the middle of a frame."""
    x, y, wide, high = frame
    tall = height_in(city, wide, high, LARGE)
    return placed(city, ROOM, (x, y + (high - tall) / 2, wide, tall))


def plate(display: Display, seat: int, x: float, y: float, width: float = PLATE) -> str:
    """A player's name and votes."""
    player = display.players[seat]
    drawn = name_plate(
        player.name, PALETTE[f"seat-{seat}"], EMBLEMS[seat], str(player.votes), display.to_play == seat, width
    )
    return group(drawn, transform=translate(x, y))


def round_sign(display: Display, words: Words) -> str:
    """Which round is played."""
    said = words("progress.round", now=display.round, of=display.rounds)
    half = width_of(said, 14) / 2 + 12
    return group(
        rect(-half, -13, 2 * half, 26, rx=13, fill=PLATES["face"]),
        text(said, 0, 5, 14, PLATES["ink"]),
        transform=translate(MARGIN + 4 + half, 82),
    )


def other_cities(display: Display, by_name: dict[str, Panel], seats: list[int], frame: Box) -> list[str]:
    """The other players' cities, one below the other, each over its name."""
    x, y, wide, high = frame
    drawn = []
    row = high / max(1, len(seats))
    for position, seat in enumerate(seats):
        top = y + position * row
        city = by_name[f"city:{seat}"]
        tall = height_in(city, wide, row - PLATE_ROW, SMALL)
        top += (row - PLATE_ROW - tall) / 2
        drawn.append(placed(city, ROOM, (x, top, wide, tall)))
        drawn.append(plate(display, seat, x + wide / 2, top + tall + 8))
    return drawn


# ---------------------------------------------------------------------- rows of places


def trays(panels: Sequence[Panel]) -> list[str]:
    """Hand, face-up tiles and supply along the lower edge, each on a tray of its own."""
    widths = [tray_width(panel) for panel in panels]
    spare = (CANVAS[0] - 2 * MARGIN - sum(widths) - GAP * (len(panels) - 1)) / len(panels)
    drawn, x = [], MARGIN
    for panel, width in zip(panels, widths, strict=True):
        drawn.append(tray(panel, (x, TRAY_TOP, width + spare, TRAY_HEIGHT)))
        x += width + spare + GAP
    return drawn


def columns_of(panel: Panel) -> int:
    """How many places stand side by side: all, or those of a group."""
    groups = sum(bool(slot.group) for slot in panel.slots)
    return len(panel.slots) // max(1, groups)


def tray_width(panel: Panel) -> float:
    """The room that a row of places takes."""
    if panel.slots[0].group:
        return 62 + columns_of(panel) * PIECE
    return 20 + columns_of(panel) * (CARD[0] + 8)


def tray(panel: Panel, frame: Box) -> str:
    """A row of places on a tray, with its title."""
    x, y, wide, high = frame
    title, size = fitted(panel.title, wide - 28, 15, 11)
    inner = pieces(panel) if panel.slots[0].group else cards(panel)
    moved = translate(x + (wide - tray_width(panel)) / 2, y + HEADING + 6)
    return (
        rect(x, y, wide, high, rx=18, fill=PALETTE["tray"])
        + text(title, x + 14, y + 19, size, PALETTE["card-ink"], text_anchor="start", font_weight="700")
        + group(inner, transform=moved)
    )


def cards(panel: Panel) -> str:
    """Tiles on cards side by side; an empty place is dashed."""
    wide, high = CARD
    drawn = []
    for position, slot in enumerate(panel.slots):
        x = 10 + position * (wide + 8)
        bare = slot.state in ("none", "held")
        edge = rect(
            x,
            0,
            wide,
            high,
            rx=14,
            fill=PALETTE["slot" if bare else "card"],
            stroke=PALETTE["card-edge"],
            stroke_width=2,
            stroke_dasharray="7 5" if bare else None,
        )
        drawn.append(edge + ("" if slot.state == "held" else picture_in(slot, panel, (x + 4, 4, wide - 8, high - 8))))
        if slot.number:
            plate = rect(x + wide / 2 - 22, high - 28, 44, 22, rx=11, fill=PALETTE["card"])
            drawn.append(plate + text(str(slot.number), x + wide / 2, high - 11, 16, PALETTE["card-ink"]))
    return "".join(drawn)


def pieces(panel: Panel) -> str:
    """The walkways that are left: a row for each height; a kind that is used up is faded."""
    drawn = []
    columns = columns_of(panel)
    for position, slot in enumerate(panel.slots):
        row, column = divmod(position, columns)
        x, y = 62 + column * PIECE, row * PIECE_ROW
        if slot.sign:
            drawn.append(use(slot.sign, 34, y + 20))
        badge = picture_in(slot, panel, (x, y + 4, 32, 32))
        drawn.append(badge if slot.number else group(badge, opacity=0.4))
        left = f"×{slot.number}"
        drawn.append(text(left, x + 33, y + 26, 15, PALETTE["card-ink"], text_anchor="start"))
    return "".join(drawn)


def picture_in(slot: Slot, panel: Panel, frame: Box) -> str:
    """The picture of a place, as large as the frame allows."""
    return fitted_picture(slot.picture, f"{ROOM}-{panel.name}-{slot.id}".replace(":", "-"), frame)


def fitted_picture(picture: Picture, prefix: str, frame: Box) -> str:
    """A picture in the middle of a frame."""
    if not picture.items:
        return ""
    left, top, width, height = picture.box
    x, y, wide, high = frame
    scale = min(wide / width, high / height)
    moved_x, moved_y = x + wide / 2 - scale * (left + width / 2), y + high / 2 - scale * (top + height / 2)
    content = picture.backdrop + "".join(item_svg(item, prefix) for item in picture.items)
    return group(content, transform=f"translate({number(moved_x)} {number(moved_y)}) scale({number(scale, 3)})")
