"""Panels of places as drawings, for a picture that stands alone; a page builds them from their places itself."""

from __future__ import annotations

from cloudtop.core.scene import Picture, Slot
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES, PALETTE, WHITE
from cloudtop.games.cloudy_kingdom.art.strokes import stamp
from cloudtop.games.cloudy_kingdom.art.table import Player
from cloudtop.stage.paragraphs import LEADING, filling, flowing, written_lines
from cloudtop.stage.picture import item_svg
from cloudtop.stage.plates import name_plate
from cloudtop.stage.scene import Panel
from cloudtop.stage.svg import group, number, path, rect, translate

ROW = 132.0
"""How high a row of places is."""
PLATE = 44.0
"""Room for the name plate above a player's places."""
EDGE = 12.0


def paper(width: float, height: float) -> str:
    """The sheet on which things lie."""
    return rect(
        1.5,
        1.5,
        width - 3,
        height - 3,
        rx=18,
        fill=PALETTE["paper"],
        stroke=PALETTE["paper-edge"],
        stroke_width=1.5,
    )


def plate(player: Player, width: float) -> str:
    """A player's name on its family's emblem, crowned when it has won."""
    family = FAMILIES[player.family]
    emblem = path(family.emblem, WHITE, transform="scale(.82)")
    name = name_plate(player.name, PALETTE[f"plate-{family.key}"], emblem, to_play=player.to_play, width=width)
    crown = stamp("crown", -width / 2 + 19, -21, 0, 0.8) if player.won else ""
    return name + crown


def drawn_picture(picture: Picture, name: str, x: float, y: float, width: float, height: float) -> str:
    """A small picture in a frame."""
    left, top, wide, high = picture.box
    if not wide or not high:
        return ""
    scale = min(width / wide, height / high)
    at = f"{number(x + width / 2 - scale * (left + wide / 2))} {number(y + height / 2 - scale * (top + high / 2))}"
    items = "".join(item_svg(item, name) for item in picture.items)
    return group(picture.backdrop + items, transform=f"translate({at}) scale({number(scale, 3)})")


def vacant(x: float, y: float) -> str:
    """A place where nothing lies."""
    return rect(
        x - 26,
        y - 26,
        52,
        52,
        rx=8,
        fill=PALETTE["vacant"],
        fill_opacity=0.22,
        stroke=PALETTE["vacant"],
        stroke_width=2,
        stroke_dasharray="6 5",
    )


def place(slot: Slot, name: str, x: float, y: float, width: float) -> str:
    """A place with its picture, its name and its number."""
    ink = PALETTE["faint-ink"] if slot.state in ("used", "none") else PALETTE["ink"]
    label = slot.label if slot.number is None else f"{slot.label} × {slot.number}"
    lines, size = flowing(label, width - 6, 2, 14, 11)
    words = written_lines(lines, x + width / 2, y + 102, size, ink)
    shown = drawn_picture(slot.picture, f"{name}-{slot.id}", x + 6, y + 6, width - 12, 78) or vacant(
        x + width / 2, y + 45
    )
    return group(shown, opacity=0.4 if slot.state == "used" else None) + words


def note(slot: Slot, name: str, x: float, y: float, width: float) -> str:
    """A card beside its words."""
    ink = PALETTE["faint-ink"] if slot.state == "used" else PALETTE["ink"]
    left, room = x + 78, width - 90
    title, size = flowing(slot.label, room, 2, 17, 12)
    first = y + 30 + len(title) * size * LEADING
    body, body_size = filling(slot.text, (room, y + 124 - first), 14, 10)
    shown = drawn_picture(slot.picture, f"{name}-{slot.id}", x + 6, y + 10, 66, 110) or vacant(x + 39, y + 65)
    return (
        group(shown, opacity=0.4 if slot.state == "used" else None)
        + written_lines(title, left, y + 30, size, ink, text_anchor="start")
        + written_lines(body, left, first, body_size, PALETTE["faint-ink"], font_weight="600", text_anchor="start")
    )


def sketched(panel: Panel, width: float, columns: int = 0, player: Player | None = None) -> Panel:
    """The panel as a drawing of that width, with so many places in a row; with a player, under its name plate."""
    across = columns or len(panel.slots)
    rows = -(-len(panel.slots) // across)
    top = PLATE if player is not None else 0.0
    height = top + rows * ROW
    name = panel.name.replace(":", "-")
    each = (width - 2 * EDGE) / across
    paint = note if panel.kind == "notes" and each > 180 else place
    drawn = [paper(width, height)]
    if player is not None:
        drawn.append(group(plate(player, width - 40), transform=translate(width / 2, PLATE / 2 + 4)))
    for order, slot in enumerate(panel.slots):
        x, y = EDGE + each * (order % across), top + ROW * (order // across)
        drawn.append(paint(slot, name, x, y, each))
    box = (0.0, 0.0, width, height)
    return Panel(panel.name, panel.seat, panel.title, box, (), "".join(drawn), panel.description)
