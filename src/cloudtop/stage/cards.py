"""Cards on a table: piles, markets and rows in lines, and hands beside them. A first picture costs ten lines.

    DECK = Deck("my-game", {"r7": Face("red", "7"), ...})

    def laid(view, words, staging):
        stack = Pile("stack", words("stack"), view.facts.stack)
        market = tuple(Piece(card, card, f"market:{card}") for card in view.facts.market)
        return Table(words("title"), ((stack, Row("market", words("market"), market)),), hands)

Then `Game.parts` is `DECK.parts(laid(...), staging)`, `Game.draw` is `DECK.draw(laid(...), staging, theme)`, and
`Game.sprites` and `Game.paints` are those of the deck.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from cloudtop.core.scene import Part, Staging
from cloudtop.stage.hands import Hand, hand_part, hands_picture
from cloudtop.stage.lettering import fitted
from cloudtop.stage.picture import document, placed
from cloudtop.stage.pieces import Face, Piece, Printed
from cloudtop.stage.scene import Box, Item, Panel, back_to_front
from cloudtop.stage.sky import CANVAS, cloud_bank, sky
from cloudtop.stage.svg import centred_rect, circles, group, path, rect, text, translate

WIDE, HIGH, CORNER = 100.0, 140.0, 13.0
GAP, LINE, MARGIN, BETWEEN = 16.0, 40.0, 34.0, 54.0
"""Between cards; for the title above them; around everything; between groups of one line."""
THICK, LAYERS = 2.5, 5
"""How far a card of a pile lies above the one below, and how many of them are seen at most."""
FRAME: Box = (110.0, 40.0, 1060.0, 590.0)
"""Where the table lies in a picture."""
ON_CLOTH = 1.0
"""The depth of a card; lights lie above all of them."""


class Row(NamedTuple):
    """Cards side by side: a market, what was played, a display."""

    name: str
    title: str
    cards: tuple[Piece, ...] = ()
    places: int = 0
    """So many places are seen even where no card lies."""
    target: str = ""
    """What its first free place answers to: where a card may be laid."""
    label: str = ""
    """What that place is called."""

    @property
    def width(self) -> float:
        """How wide it lies."""
        count = max(len(self.cards) + bool(self.target), self.places, 1)
        return count * (WIDE + GAP) - GAP


class Pile(NamedTuple):
    """Cards on each other, of which only the top one is seen."""

    name: str
    title: str
    size: int
    """How many cards."""
    top: Piece = Piece()
    """Without a face it lies face down."""

    @property
    def width(self) -> float:
        """How wide it lies."""
        return WIDE


class Table(NamedTuple):
    """All that lies on a table of cards."""

    title: str
    lines: tuple[tuple[Row | Pile, ...], ...]
    """Groups from left to right, lines from top to bottom."""
    hands: tuple[Hand, ...] = ()
    description: str = ""
    """The same in words, for a screen reader."""


class Deck(Printed):
    """All cards of a game."""

    half = (WIDE / 2, HIGH / 2)

    # ------------------------------------------------------------------ for a game

    def parts(self, table: Table, staging: Staging) -> list[Part]:
        """What `Game.parts` answers: the table, then every hand."""
        common = table._replace(hands=())
        lit = lit_targets(table, staging.targets)
        picked = lit_targets(table, staging.chosen)
        board = Part("table", (common, lit, picked), lambda: self.panel(common, lit, picked))
        return [board, *(hand_part(self, hand) for hand in table.hands)]

    def draw(self, table: Table, staging: Staging, theme: str) -> str:
        """What `Game.draw` answers: the table under the sky, the hands at its foot."""
        board = self.panel(table, lit_targets(table, staging.targets), lit_targets(table, staging.chosen))
        content = sky() + placed(board, self.room, FRAME) + hands_picture(self, table.hands)
        return document(table.title, CANVAS, content, self.drawings(), (self.palette,), theme)

    # ------------------------------------------------------------------ the table

    def panel(self, table: Table, lit: frozenset[str] = frozenset(), picked: frozenset[str] = frozenset()) -> Panel:
        """The table as one board, lines below each other, each in the middle."""
        widths = [sum(group.width for group in line) + BETWEEN * (len(line) - 1) for line in table.lines]
        width = max(widths, default=WIDE) + 2 * MARGIN
        height = len(table.lines) * (HIGH + LINE + GAP) - GAP + 2 * MARGIN
        items: list[Item] = []
        below = [cloth(self, width, height)]
        for number, line in enumerate(table.lines):
            x = (width - widths[number]) / 2
            y = MARGIN + LINE + number * (HIGH + LINE + GAP) + HIGH / 2
            for group_ in line:
                below.append(self.heading(group_, x, y))
                items += self.pile(group_, x, y) if isinstance(group_, Pile) else self.row(group_, x, y)
                x += group_.width + BETWEEN
        items += [light for item in items for light in self.light(item, lit, picked)]
        # A free place is only there to be lit.
        shown = [item for item in items if item.sprite]
        box = (-20.0, -14.0, width + 40.0, height + 58.0)
        return Panel("table", None, table.title, box, back_to_front(shown), "".join(below), table.description)

    def row(self, row: Row, x: float, y: float) -> list[Item]:
        """The cards of a row, and the first free place where one may be laid."""
        items = []
        for place, card in enumerate(row.cards):
            across = x + WIDE / 2 + place * (WIDE + GAP)
            items.append(self.card(card, card.id or f"{row.name}-{place}", across, y, ON_CLOTH))
        if row.target:
            across = x + WIDE / 2 + len(row.cards) * (WIDE + GAP)
            items.append(Item(f"{row.name}-next", "", across, y, 0, row.target, row.label))
        return items

    def pile(self, pile: Pile, x: float, y: float) -> list[Item]:
        """The cards of a pile that can be seen."""
        layers = min(pile.size, LAYERS)
        items = []
        for layer in range(layers):
            card = pile.top if layer == layers - 1 else Piece()
            up = THICK * layer
            name = f"{pile.name}-{layer}"
            items.append(self.card(card, card.id or name, x + WIDE / 2 + up / 2, y - up, ON_CLOTH + layer / 10))
        return items

    def card(self, card: Piece, name: str, x: float, y: float, depth: float) -> Item:
        """One card where it lies."""
        return Item(name, self.sprite(card.face), x, y, depth, card.target, card.label)

    def heading(self, group_: Row | Pile, x: float, y: float) -> str:
        """What a group is called, and the places in it where nothing lies."""
        title = f"{group_.title} · {group_.size}" if isinstance(group_, Pile) else group_.title
        written, size = fitted(title, group_.width + BETWEEN - 8, 19, 13)
        top = y - HIGH / 2
        heading = text(written, x + group_.width / 2, top - 17, size, self.palette["ink"])
        first = len(group_.cards) if isinstance(group_, Row) else min(group_.size, 1)
        places = range(first, round((group_.width + GAP) / (WIDE + GAP)))
        return heading + "".join(empty_place(self, x + place * (WIDE + GAP), top) for place in places)

    # ------------------------------------------------------------------ drawings

    def drawings(self) -> dict[str, str]:
        """Every face, the back, and the light around a card."""
        faces = {self.sprite(name): self.face(face) for name, face in self.faces.items()}
        return {**faces, self.sprite(""): self.back(), **self.lights(CORNER)}

    def face(self, face: Face) -> str:
        """A card face up: its text large on paper, its sign on a hill of its hue."""
        hue = self.palette[face.hue]
        hill = "M-45 24C-28 6-8 30 12 18 26 10 37 12 45 19V56A9 9 0 0 1 36 65H-36A9 9 0 0 1-45 56Z"
        corner = self.mark(face, -34, -52, 8, face.hue) if face.text else ""
        return group(
            self.shadow(CORNER),
            centred_rect(
                50, 70, CORNER, fill=self.palette["paper"], stroke=self.palette["paper-edge"], stroke_width=1.5
            ),
            centred_rect(45, 65, CORNER - 4, fill="none", stroke=hue, stroke_width=2.5),
            path(hill, hue),
            self.lettering(face, 0, -20, 74, 58, face.hue),
            corner,
            self.mark(face, 0, 43 if face.text else -16, 14 if face.text else 26, "light" if face.text else face.hue),
        )

    def back(self) -> str:
        """A card face down: a cloud under a star."""
        line = self.palette["back-line"]
        cloud = circles(((-17, 12, 11), (-2, 4, 15), (15, 10, 12)))
        return group(
            self.shadow(CORNER),
            centred_rect(
                50, 70, CORNER, fill=self.palette["light"], stroke=self.palette["paper-edge"], stroke_width=1.5
            ),
            centred_rect(44, 64, CORNER - 5, fill=self.palette["back"]),
            centred_rect(
                38,
                58,
                CORNER - 8,
                fill="none",
                stroke=line,
                stroke_width=1.5,
                stroke_dasharray="1 5",
                stroke_linecap="round",
            ),
            group(cloud, rect(-28, 10, 55, 13, rx=6.5), fill=line, opacity=0.9),
            self.mark(Face("yellow", mark="star"), 19, -27, 7, "back-line"),
        )


def lit_targets(table: Table, targets: Collection[str]) -> frozenset[str]:
    """Of some targets those that lie on the table."""
    found = set()
    for line in table.lines:
        for group_ in line:
            found |= (
                {group_.top.target}
                if isinstance(group_, Pile)
                else {group_.target, *(card.target for card in group_.cards)}
            )
    return frozenset(found - {""}) & frozenset(targets)


def empty_place(printed: Printed, x: float, y: float) -> str:
    """A place where a card may lie some day."""
    line = printed.palette["place"]
    return rect(
        x + 2, y + 2, WIDE - 4, HIGH - 4, rx=CORNER, fill="none", stroke=line, stroke_width=2.5, stroke_dasharray="8 7"
    )


def cloth(printed: Printed, width: float, height: float) -> str:
    """What the cards lie on: a cloth on a bank of cloud."""
    steps = max(int(width / 90), 4)
    edge = [((place + 0.5) * width / steps, height + 4) for place in range(steps)]
    middle = width / 2
    bank = group(cloud_bank([(x - middle, y) for x, y in edge], 58), transform=translate(middle, 0))
    edge_paint = printed.palette["cloth-edge"]
    return bank + rect(0, 0, width, height, rx=34, fill=printed.palette["cloth"], stroke=edge_paint, stroke_width=3)
