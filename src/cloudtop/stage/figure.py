"""A figure's examples as pictures: cut out of the game's own scene, with crosses, lines and numbers on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from cloudtop.core.figure import Look, Played, played
from cloudtop.core.game import Game
from cloudtop.core.scene import Box, Item, Panel, Slot, Staging
from cloudtop.core.words import Words
from cloudtop.stage.lettering import FONT
from cloudtop.stage.paints import DOWN, Palette, even, flat, gradient, stylesheet
from cloudtop.stage.picture import SHARED_PALETTES, SHARED_SPRITES, panel_content
from cloudtop.stage.sprites import defined, sprites_svg
from cloudtop.stage.svg import Point, circle, element, group, number, path, polyline, rect, text, translate, use

PALETTE = Palette(
    "figure",
    {
        "air": gradient(DOWN, even("#86bfe8", "#dcecf7"), even("#2c2f66", "#5b5290")),
        "stop": flat("#b3261e", "#ff9d94"),
        "paper": flat("#ffffff", "#20244f"),
        "ink": flat("#12304d", "#f3f2ff"),
        "hatch": flat("#b3261e33", "#ffb1aa33"),
    },
)
VARIABLE = re.compile(r"(--[\w-]+):((?:[^;{}()]|\([^()]*\))+)")
USED = re.compile(r"var\((--[\w-]+)")
PAIR, ALONE = 4 / 3, 2.2
"""Width to height of a picture beside others, and of one that stands alone."""
SLOT = 120.0
"""Width of a place in a row of places."""
COLUMNS = 8
"""So many places stand side by side."""


def figure_pictures(game: Game, rule: str, words: Words) -> tuple[str, ...]:
    """The examples of a rule as complete SVG pictures, each with its colours by day and at dusk."""
    examples = played(game, rule)
    look = game.figures().look
    panels = [panel_of(game, one, words) for one in examples]
    boxes = [seen(panel, one, look) for panel, one in zip(panels, examples, strict=True)]
    shape = PAIR if len(examples) > 1 else ALONE
    # What is compared is seen from the same place.
    shared = [
        union(box for box, other in zip(boxes, panels, strict=True) if other.name == panel.name) for panel in panels
    ]
    return tuple(
        picture(game, panel, one, look, widened(box, shape))
        for panel, one, box in zip(panels, examples, shared, strict=True)
    )


def panel_of(game: Game, one: Played, words: Words) -> Panel:
    """The panel that an example shows, with the ghost of a refused move."""
    ghost = one.move if one.example.mark == "refused" and not one.example.line else None
    staging: Staging = Staging(ghost=ghost, form=one.example.form)
    scene = game.scene(one.state.view(one.seat), words, staging)
    panel = next((panel for panel in scene.panels if panel.name == one.example.panel), scene.panels[0])
    return row_of_slots(panel) if panel.kind != "board" else panel


def row_of_slots(panel: Panel) -> Panel:
    """A row of places as a drawing; a place of which nothing is left is not shown."""
    places = slot_places(panel)
    drawn = "".join(
        group(slot_svg(slot), transform=translate(*places[slot.id])) for slot in panel.slots if slot.id in places
    )
    columns = min(len(places), COLUMNS)
    rows = -(-len(places) // max(columns, 1))
    return panel._replace(box=(-14.0, -14.0, SLOT * columns + 12, SLOT * 1.2 * rows + 8), backdrop=drawn)


def slot_places(panel: Panel) -> dict[str, Point]:
    """Where the places of a row are drawn, by their ids: the upper left corner of each."""
    shown = [slot.id for slot in panel.slots if slot.picture.items]
    return {name: (SLOT * (n % COLUMNS), SLOT * 1.2 * (n // COLUMNS)) for n, name in enumerate(shown)}


def slot_svg(slot: Slot) -> str:
    """One place: its picture on paper, and how many there are."""
    left, top, wide, high = slot.picture.box
    scale = min((SLOT - 28) / wide, (SLOT - 16) / high)
    centre = translate((SLOT - 14) / 2 - scale * (left + wide / 2), SLOT / 2 - scale * (top + high / 2))
    content = panel_content(
        Panel(slot.id, None, "", slot.picture.box, slot.picture.items, slot.picture.backdrop), "slot"
    )
    badge = ""
    if slot.number is not None:
        badge = group(
            circle(0, 0, 15, fill=PALETTE["ink"]), text(str(slot.number), 0, 6, 17, PALETTE["paper"]),
            transform=translate(SLOT - 24, 12),
        )  # fmt: skip
    return (
        rect(0, 0, SLOT - 14, SLOT, rx=14, fill=PALETTE["paper"], opacity=0.0 if slot.state == "none" else 0.85)
        + group(content, transform=f"{centre} scale({number(scale, 3)})")
        + badge
    )


# ---------------------------------------------------------------------- what is seen


def matching(items: Iterable[Item], patterns: Sequence[str]) -> list[Item]:
    """The items whose id fits one of the patterns."""
    return [item for item in items if any(fnmatchcase(item.id, pattern) for pattern in patterns)]


def seen(panel: Panel, one: Played, look: Look) -> Box:
    """The part of a panel that matters."""
    found = matching(panel.items, one.example.around or look.around)
    if not found:
        return panel.box
    left, above, right, below = look.pad
    across, feet = [item.x for item in found], [item.y for item in found]
    top = min(item.y - lift(item, look) for item in found) - above
    return min(across) - left, top, max(across) - min(across) + left + right, max(feet) + below - top


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around several."""
    several = list(boxes)
    left, top = min(box[0] for box in several), min(box[1] for box in several)
    right, foot = max(box[0] + box[2] for box in several), max(box[1] + box[3] for box in several)
    return left, top, right - left, foot - top


def widened(box: Box, shape: float) -> Box:
    """A box around the same middle that has a shape: so many times as wide as high."""
    left, top, width, height = box
    wide, high = max(width, height * shape), max(height, width / shape)
    return left - (wide - width) / 2, top - (high - height) / 2, wide, high


def lift(item: Item, look: Look) -> float:
    """How far above its place the marks of an item stand."""
    return next((high for sprite, high in look.lift.items() if fnmatchcase(item.sprite, sprite)), 0.0)


def middle(items: Sequence[Item], look: Look) -> Point:
    """The middle of some items, where their marks stand."""
    return (
        sum(item.x for item in items) / len(items),
        sum(item.y - lift(item, look) for item in items) / len(items),
    )


# ---------------------------------------------------------------------- marks


def picture(game: Game, panel: Panel, one: Played, look: Look, box: Box) -> str:
    """One example as a picture."""
    unit = box[2] / (320 if box[2] < 1.8 * box[3] else 480)
    """About as large as a pixel is where the figure is shown."""
    quiet = panel._replace(items=tuple(item._replace(label="", target="") for item in panel.items), description="")
    wrong = one.example.mark in ("refused", "bad")
    content = (
        rect(*box, fill=PALETTE["air"])
        + panel_content(quiet, "figure")
        + (hatching(box, unit) if wrong else "")
        + (crosses(panel, one, look, unit) if wrong else "")
        + numbers(panel, one, look, unit)
    )
    return alone(game, content, box, 480)


def icon_picture(game: Game, name: str) -> str:
    """An icon of the guide as a complete SVG picture."""
    icon = game.figures().icon[name]
    return alone(game, "".join(use(sprite) for sprite in icon.sprites), icon.box, 48)


def alone(game: Game, content: str, box: Box, width: float) -> str:
    """A drawing with the sprites it needs, and with their colours by day and at dusk: the page around it picks one."""
    sheet = game.sprites() + sprites_svg(SHARED_SPRITES, (*SHARED_PALETTES, PALETTE))
    definitions = defined(content, sheet)
    return element(
        "svg",
        element("style", colours(content + definitions, game.paints())),
        element("defs", definitions),
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(value) for value in box),
        width=width,
        height=width * box[3] / box[2],
        font_family=FONT,
    )


def colours(drawing: str, paints: str) -> str:
    """The colours that a drawing uses, each by day and at dusk."""
    used = set(USED.findall(drawing))
    pairs = VARIABLE.findall(stylesheet((*SHARED_PALETTES, PALETTE)) + paints)
    return ":root{color-scheme:light dark;" + ";".join(f"{name}:{value}" for name, value in pairs if name in used) + "}"


def hatching(box: Box, unit: float) -> str:
    """Lines from corner to corner: what is wrong is told without colour too."""
    left, top, width, height = box
    step = 26 * unit
    lines = "".join(
        f"M{number(left + n * step - height)} {number(top + height)}l{number(height)} {number(-height)}"
        for n in range(1, int((width + height) / step) + 1)
    )
    return path(lines, stroke=PALETTE["hatch"], stroke_width=3 * unit)


def crosses(panel: Panel, one: Played, look: Look, unit: float) -> str:
    """A cross on the spot that is wrong; where a line is told of, in the middle of the line."""
    joined = [item for name in one.example.line for item in matching(panel.items, (name,))[:1]]
    if len(joined) == 2:
        (x, y), (far_x, far_y) = (middle([item], look) for item in joined)
        way = polyline([(x, y), (far_x, far_y)])
        dots = path(way, stroke=PALETTE["stop"], stroke_width=5 * unit, stroke_dasharray=f"0 {number(9 * unit)}")
        dotted = group(path(way, stroke=PALETTE["paper"], stroke_width=9 * unit), dots, stroke_linecap="round")
        return dotted + cross((x + far_x) / 2, (y + far_y) / 2, unit)
    if panel.kind != "board":
        crossed = [
            cross(x + (SLOT - 14) / 2, y + SLOT / 2, unit)
            for name, (x, y) in slot_places(panel).items()
            if any(fnmatchcase(name, pattern) for pattern in one.example.cross)
        ]
        return "".join(crossed)
    found = matching(panel.items, one.example.cross)
    ghosts = [item for item in panel.items if item.state == "ghost" or item.id.startswith("ghost")]
    for pattern in () if found else look.cross:
        found = found or matching(ghosts, (pattern,))
    return cross(*middle(found, look), unit) if found else ""


def cross(x: float, y: float, unit: float) -> str:
    """A cross in a square that stands on its corner."""
    arm = 4 * unit
    return group(
        rect(-10 * unit, -10 * unit, 20 * unit, 20 * unit, rx=3 * unit, fill=PALETTE["paper"], stroke=PALETTE["stop"],
             stroke_width=3 * unit, transform="rotate(45)"),
        path(f"M{number(-arm)} {number(-arm)}L{number(arm)} {number(arm)}M{number(arm)} {number(-arm)}"
             f"L{number(-arm)} {number(arm)}", stroke=PALETTE["stop"], stroke_width=4 * unit, stroke_linecap="round"),
        class_="wrong",
        transform=translate(x, y),
    )  # fmt: skip


def numbers(panel: Panel, one: Played, look: Look, unit: float) -> str:
    """What every counted part is worth, on the part."""
    drawn: dict[Point, str] = {}
    for line in one.counted:
        for part in line.where.counted if line.where and line.where.panel == panel.name else ():
            items = [item for item in panel.items if item.id in part.items]
            if items:
                x, y = middle(items, look)
                while any(abs(x - there) + abs(y - high) < 24 * unit for there, high in drawn):
                    x += 26 * unit
                drawn[x, y] = badge(x, y, part.points, unit)
    return "".join(drawn.values())


def badge(x: float, y: float, points: int, unit: float) -> str:
    """A number on a round ground."""
    told = str(points).replace("-", "\N{MINUS SIGN}")
    return group(
        circle(0, 0, 14 * unit, fill="#ffc93c", stroke="#3f2a00", stroke_width=1.5 * unit),
        text(told, 0, 6 * unit, 17 * unit, "#3f2a00"),
        class_="counted",
        transform=translate(x, y),
    )
