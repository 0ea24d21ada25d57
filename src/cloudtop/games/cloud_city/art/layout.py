"""The whole table as one picture: the shown city large, the others beside it, cards and supply below."""

from __future__ import annotations

from cloudtop.games.cloud_city.art.display import Display
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM, WHITE
from cloudtop.games.cloud_city.art.requests import WIDTH as REQUESTS_WIDTH
from cloudtop.stage.lettering import fitted, width_of
from cloudtop.stage.picture import placed
from cloudtop.stage.plates import PLATES, name_plate
from cloudtop.stage.scene import Box, Panel, Words
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.svg import circle, group, path, rect, text, translate

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


def picture_content(display: Display, panels: tuple[Panel, ...], words: Words) -> str:
    """Everything on its place in front of the sky."""
    by_name = {panel.name: panel for panel in panels}
    others = display.order()[1:]
    requests = by_name.get("requests")
    beside = len(others) > 1
    column = max(COLUMNS[len(others)], REQUESTS_WIDTH if requests else 0.0)
    left = MARGIN + (0.8 * REQUESTS_WIDTH if requests and beside else 0.0)
    right = CANVAS[0] - MARGIN - column
    parts = [
        sky(),
        centred(by_name[f"city:{display.shown}"], (left, 22, right - left, TRAY_TOP - 30)),
        plate(display, display.shown, MARGIN + PLATE / 2 + 4, 40),
        round_sign(display, words),
    ]
    foot = TRAY_TOP - MARGIN
    if requests:
        height = requests.box[3]
        if beside:
            parts.append(placed(requests, ROOM, (MARGIN, SIGNS_BELOW, REQUESTS_WIDTH, height)))
        else:
            foot -= height + GAP
            middle = right + (column - REQUESTS_WIDTH) / 2
            parts.append(placed(requests, ROOM, (middle, foot + GAP, REQUESTS_WIDTH, height)))
    parts += other_cities(display, by_name, others, (right, MARGIN, column, foot - MARGIN))
    parts += trays(display, by_name)
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
    said = words("round", now=display.round, all=display.rounds)
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
    for number, seat in enumerate(seats):
        top = y + number * row
        city = by_name[f"city:{seat}"]
        tall = height_in(city, wide, row - PLATE_ROW, SMALL)
        top += (row - PLATE_ROW - tall) / 2
        drawn.append(placed(city, ROOM, (x, top, wide, tall)))
        drawn.append(plate(display, seat, x + wide / 2, top + tall + 8))
    return drawn


def trays(display: Display, by_name: dict[str, Panel]) -> list[str]:
    """Hand, face-up tiles and supply along the lower edge; the turns of a tile above the hand."""
    high = TRAY_HEIGHT - HEADING - 8
    rows = (f"hand:{display.shown}", "market", "supply")
    shown = [by_name[name] for name in rows if name in by_name]
    widths = [panel.box[2] * high / panel.box[3] for panel in shown]
    spare = (CANVAS[0] - 2 * MARGIN - sum(widths) - GAP * (len(shown) - 1)) / len(shown)
    drawn, x = [], MARGIN
    for panel, width in zip(shown, widths, strict=True):
        drawn.append(tray(panel, (x, TRAY_TOP, width + spare, TRAY_HEIGHT)))
        x += width + spare + GAP
    if turns := by_name.get("turns"):
        high = 0.7 * TRAY_HEIGHT
        wide = turns.box[2] * (high - HEADING - 8) / turns.box[3] + 12
        drawn.append(tray(turns, (MARGIN, TRAY_TOP - high - 10, wide, high)))
    return drawn


def tray(panel: Panel, frame: Box) -> str:
    """A panel on a tray of its own, with its title."""
    x, y, wide, high = frame
    title, size = fitted(panel.title, wide - 28, 15, 10)
    return (
        rect(x, y, wide, high, rx=18, fill=PALETTE["tray"])
        + text(title, x + 14, y + 19, size, PALETTE["card-ink"], text_anchor="start", font_weight="700")
        + placed(panel, ROOM, (x, y + HEADING, wide, high - HEADING - 8))
    )
