"""Tiles on cards: the hand, the face-up tiles beside the stack, and the four turns of a tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from cloudtop.games.cloud_city.art.display import Display, draw_target, hand_target, letters, turn_target
from cloudtop.games.cloud_city.art.ground import balls, shadows, slabs
from cloudtop.games.cloud_city.art.measures import CAMERA, LEVELS, TILE_CORNER, TILE_HALF, Level
from cloudtop.games.cloud_city.art.palette import GOLD, GOLD_DARK, PALETTE, ROOM, WHITE
from cloudtop.games.cloud_city.art.sight import Sight
from cloudtop.games.cloud_city.art.solids import stroke
from cloudtop.games.cloud_city.art.towers import VARIANTS
from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.moves import NOTHING, STACK, Cell, Lay
from cloudtop.games.cloud_city.pieces import CORNERS, Frame, Tile
from cloudtop.stage.scene import Box, Item, Panel, Words, back_to_front
from cloudtop.stage.svg import centred_rect, group, path, polygon, text, translate, use

CARD_HALF = (158.0, 196.0)
PITCH = 2 * CARD_HALF[0] + 24
TILE_DROP = 74.0
"""How far below a card's centre its tile's centre lies, so that the tallest buildings stay on the card."""
LIFT = 26.0
"""How far a chosen card is lifted."""
EDGE = 14.0
FRONT = 1000.0
"""The depth of the cards' edges, in front of their tiles."""
COUNT_DROP = 120.0
"""How far below the middle of the stack its number stands."""
CORNER = 40.0
PLAN, PLAN_PITCH = (-82.0, -134.0), 0.48
"""Where on a card the plan of its tile lies, and how small it is."""


class Card(NamedTuple):
    """A card in a row."""

    key: str
    face: str
    """The sprite it is: a card, a back, the stack, an empty slot."""
    tile: Tile | None
    """The tile that lies on it."""
    label: str
    rotation: int = 0
    target: str = ""
    look: str = "plain"
    """How its edge is drawn: plain, target or chosen."""

    @property
    def lift(self) -> float:
        """How far up it is drawn."""
        return -LIFT if self.look == "chosen" else 0.0

    def offered(self, display: Display, target: str) -> Card:
        """The card as a choice, if it is one."""
        look = display.look(target)
        if not look:
            return self
        face = "card-chosen" if look == "chosen" and self.face == "card" else self.face
        return self._replace(target=target, look=look, face=face)


def card_row(name: str, seat: int | None, title: str, cards: list[Card], side: int) -> Panel:
    """A panel of cards side by side, their tiles seen as the city is seen."""
    items: list[Item] = []
    ground: list[str] = []
    middle = CAMERA.point(0.5, 0.5)
    for number, card in enumerate(cards):
        x, y = number * PITCH, card.lift
        ground.append(use(f"{ROOM}-{card.face}", x, y))
        if card.tile:
            sight = Sight(City(Frame(1, 1), [Lay(card.tile, Cell(0, 0), card.rotation)]), side)
            origin = (x - middle[0], y + TILE_DROP - middle[1])
            clip = f"{ROOM}-{name}-{number}".replace(":", "-")
            ground.append(group(slabs(sight), shadows(sight, clip), transform=translate(*origin)))
            if hiding := in_line(sight):
                back, front = hiding
                ground.append(use(f"{ROOM}-plan-{back.key}-{front.key}", x + PLAN[0], y + PLAN[1]))
            items += (item._replace(x=origin[0] + item.x, y=origin[1] + item.y) for item in towers(sight, card.key))
        state = "target" if card.target else ""
        frame = f"{ROOM}-frame-{card.look}"
        items.append(Item(card.key, frame, x, y, FRONT, card.target, card.label, 0, state))
    return Panel(name, seat, title, row_box(len(cards)), back_to_front(items), "".join(ground))


def row_box(count: int) -> Box:
    """The box of so many cards, with room to lift one."""
    half_width, half_height = CARD_HALF
    left, top = -half_width - EDGE, -half_height - LIFT - EDGE
    return left, top, max(0, count - 1) * PITCH + 2 * (half_width + EDGE), half_height + EDGE - top


def towers(sight: Sight, key: str) -> Iterator[Item]:
    """The two buildings of a tile."""
    for number, (space, level) in enumerate(sight.levels.items()):
        x, y = sight.space(space)
        sprite = f"{ROOM}-{level.key}-{VARIANTS[number % 2]}"
        yield Item(f"{key}-{number}", sprite, *CAMERA.point(x, y), x + y)


def in_line(sight: Sight) -> tuple[Level, Level] | None:
    """The building in the back and the one in front, if that one stands straight before it and may hide it."""
    spots = ((CAMERA.point(*sight.space(space)), level) for space, level in sight.levels.items())
    (back, far), (front, near) = sorted(spots, key=lambda spot: spot[0][1])
    return (far, near) if abs(back[0] - front[0]) < 1 else None


def plan(back: Level, front: Level) -> str:
    """A tile from above, small, with the signs of two buildings, one behind the other."""
    ground = stroke(polygon(CAMERA.rounded_square(TILE_HALF, TILE_CORNER)), PALETTE["card-edge"], 3)
    drop = CAMERA.point(0.5, 0.5)[1]
    signs = (
        use(f"{ROOM}-{level.key}-sign", transform=f"{translate(0, PLAN_PITCH * y)} scale(1.14)")
        for level, y in ((back, -drop), (front, drop))
    )
    return group(ground, transform=f"scale({PLAN_PITCH})") + "".join(signs)


def tile_name(tile: Tile, words: Words) -> str:
    """A tile in words: its two buildings and where they stand."""
    first, second = (
        words("tile.site", level=words(f"level.{colour.level}"), corner=words(f"tile.corner-{corner}"))
        for corner, colour in tile.sites()
    )
    return words("tile.name", first=first, second=second)


def tile_key(tile: Tile | None) -> str:
    """What a tile's items are called."""
    return letters(tile).replace(".", "o") if tile else "back"


def hand_panel(display: Display, seat: int, words: Words, side: int = 0) -> Panel:
    """The hand of one player. Equal tiles are one choice, and the first of them is the one that is lifted."""
    player = display.players[seat]
    seen: Counter[str] = Counter()
    cards = []
    for tile in player.hand:
        key = tile_key(tile)
        card = Card(f"hand-{key}-{seen[key]}", "back", None, words("hand.back"))
        if tile:
            label = words("hand.tile", tile=tile_name(tile, words))
            card = card._replace(face="card", tile=tile, label=label)
            if seat == display.shown:
                chosen_before = seen[key] and hand_target(tile) in display.chosen
                card = card.offered(display, hand_target(tile))
                card = card._replace(face="card", look="target") if chosen_before else card
        cards.append(card)
        seen[key] += 1
    title = words("hand.title") if seat == display.seat else words("hand.other", name=player.name)
    return card_row(f"hand:{seat}", seat, title, cards, side)


def market_panel(display: Display, words: Words, side: int = 0) -> Panel:
    """The face-up tiles and the stack."""
    cards = []
    for slot, tile in enumerate(display.market, start=1):
        card = Card(f"slot-{slot}", "slot", None, words("market.empty"))
        if tile:
            label = words("market.tile", tile=tile_name(tile, words))
            card = Card(f"slot-{slot}-{tile_key(tile)}", "card", tile, label)
        cards.append(card.offered(display, draw_target(str(slot))))
    if display.stack:
        label = words("market.stack", count=display.stack)
        stack = Card("stack", "stack", None, label).offered(display, draw_target(STACK))
    else:
        stack = Card("stack", "slot", None, words("market.no-stack")).offered(display, draw_target(NOTHING))
    panel = card_row("market", None, words("market.title"), [*cards, stack], side)
    if not display.stack:
        return panel
    count = text(str(display.stack), len(cards) * PITCH, stack.lift + COUNT_DROP + 24, 68, PALETTE["card-ink"])
    return panel._replace(backdrop=panel.backdrop + count)


def turns_panel(display: Display, tile: Tile, words: Words, side: int = 0) -> Panel:
    """The four turns of the tile that is to be laid."""
    cards = [
        Card(
            f"turn-{quarters}",
            "card",
            tile,
            words("turns.way", degrees=90 * quarters),
            quarters,
        ).offered(display, turn_target(quarters))
        for quarters in range(CORNERS)
    ]
    return card_row("turns", display.shown, words("turns.title"), cards, side)


def blank(paint: str, edge: str) -> str:
    """An empty card."""
    return centred_rect(*CARD_HALF, CORNER, fill=PALETTE[paint], stroke=PALETTE[edge], stroke_width=5)


def back() -> str:
    """The back of a tile: a cloud over a lozenge of sky."""
    rim = (CARD_HALF[0] - 22, CARD_HALF[1] - 22)
    lozenge = polygon([(0, -112), (104, 0), (0, 112), (-104, 0)])
    cloud = balls(((-48, 24, 38), (-12, -4, 50), (42, 6, 44), (4, 30, 54), (64, 30, 30)), 0.66)
    return (
        blank("back", "card-edge")
        + centred_rect(*rim, CORNER - 14, fill="none", stroke=PALETTE["back-line"], stroke_width=4)
        + stroke(lozenge, PALETTE["back-line"], 4)
        + path(cloud, PALETTE["back-cloud"])
    )


def stack() -> str:
    """The backs of several tiles, one upon the other, with room for their number."""
    backs = "".join(use(f"{ROOM}-back", 8 * step, 8 * step) for step in (1, 0))
    return backs + centred_rect(72, 44, 44, fill=PALETTE["card"], transform=translate(0, COUNT_DROP))


def slot() -> str:
    """A place without a tile."""
    return centred_rect(
        *CARD_HALF,
        CORNER,
        fill=PALETTE["slot"],
        stroke=PALETTE["card-edge"],
        stroke_width=5,
        stroke_dasharray="18 14",
    )


def edge_of(colour: str, width: float, opacity: float | None = None, dashes: str | None = None) -> str:
    """A line around a card."""
    return centred_rect(
        *CARD_HALF,
        CORNER,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_dasharray=dashes,
        opacity=opacity,
    )


def card_parts() -> dict[str, str]:
    """Cards, their backs, and the edges that tell what may be picked."""
    unseen = centred_rect(*CARD_HALF, CORNER, fill=WHITE, fill_opacity=0)
    open_edge = edge_of(WHITE, 12) + edge_of(GOLD_DARK, 6, dashes="22 15")
    plans = {f"plan-{back.key}-{front.key}": plan(back, front) for back in LEVELS for front in LEVELS}
    return plans | {
        "card": blank("card", "card-edge"),
        "card-chosen": blank("card-chosen", "card-edge"),
        "back": back(),
        "stack": stack(),
        "slot": slot(),
        "frame-plain": unseen,
        "frame-target": unseen + open_edge,
        "frame-chosen": unseen + edge_of(GOLD_DARK, 18, opacity=0.55) + edge_of(GOLD, 13),
    }
