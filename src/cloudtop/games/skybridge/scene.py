"""Skybridge on stage: the board, a plan of it, and the trays, made from a view."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from cloudtop.games.skybridge.art import PALETTE, drawings
from cloudtop.games.skybridge.art.board import board_backdrop
from cloudtop.games.skybridge.art.naming import (
    capital,
    description,
    piece_name,
    tower_name,
)
from cloudtop.games.skybridge.art.plan import REACH, Top, plan_backdrop, plan_point
from cloudtop.games.skybridge.art.position import (
    COLOUR_OF,
    KIND_OF,
    NEUTRAL,
    OWN_COLOURS,
    Position,
    seen,
)
from cloudtop.games.skybridge.art.stand import Picks, Stand
from cloudtop.games.skybridge.art.trays import (
    COLUMNS,
    NEUTRAL_SOCKETS,
    SOCKETS,
    WIDE_COLUMNS,
    bridge_ends,
    socket,
)
from cloudtop.games.skybridge.notation import CELL_NAMES
from cloudtop.stage.picture import document, framed, placed
from cloudtop.stage.plates import name_plate
from cloudtop.stage.scene import Item, Panel, Scene, SeenBy, Words, back_to_front
from cloudtop.stage.sky import CANVAS, sky
from cloudtop.stage.svg import Point, group, translate, use

ROOM = "skybridge"

TRAY_REACH = {COLUMNS: 430.0, WIDE_COLUMNS: 476.0}
LIFT = 46.0
"""How far a chosen piece is lifted out of its socket."""


def sprites() -> dict[str, str]:
    """Every sprite that a scene of this room may name, and their parts."""
    return drawings()


def scene(
    view: SeenBy,
    words: Words,
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> Scene:
    """What a view shows, after the camera went `turn` quarters round the board.

    `targets` may be picked now ("cell:b2", "hand:c3"), `chosen` have been; `ghost` is the placement that is
    being considered, such as "c3@b2" or "cb@a1-b1"; `names` are the players', seat by seat.
    """
    picks = Picks(targets, chosen)
    position = Position(view.facts)
    return Scene(
        (
            board_panel(position, words, turn, picks, ghost),
            plan_panel(position, words, turn, picks),
            *(tray_panel(tray, words, picks) for tray in trays_of(view, words, names)),
        )
    )


# ---------------------------------------------------------------------------------------------- board


def board_panel(position: Position, words: Words, turn: int, picks: Picks, ghost: str | None) -> Panel:
    """The board with all that stands on it."""
    stand = Stand(position, words, turn, picks)
    items = [item for name in CELL_NAMES for item in (*stand.cell_items(name), *stand.piece_items(name))]
    if ghost:
        items += stand.ghost_items(ghost)
    shadows = [(seen(name, turn), height) for name, height in position.heights.items()]
    return Panel(
        "board",
        None,
        words("board.title"),
        stand.box(),
        back_to_front(items),
        board_backdrop(shadows, turn),
        description(position, words),
    )


# ---------------------------------------------------------------------------------------------- plan


def plan_panel(position: Position, words: Words, turn: int, picks: Picks) -> Panel:
    """The plan, on which a tower hidden behind another can be read and picked."""
    items, tops = [], []
    for name in CELL_NAMES:
        cell, top = seen(name, turn), position.top(name)
        tops.append(Top(cell, position.heights[name], top.colour if top else None, bool(top and top.kind == "roof")))
        target = picks.target(f"cell:{name}")
        sign = "place" if not target else "chosen" if target in picks.chosen else "target"
        x, y = plan_point(cell)
        label = capital(tower_name(position, name, words))
        items.append(Item(f"plan-{name}", f"{ROOM}-plan-{sign}", x, y, float(bool(target)), target, label))
    spans = ((seen(bridge.cell, turn), seen(bridge.other_end, turn), bridge.colour) for bridge in position.bridges())
    half = REACH + 4
    return Panel(
        "plan",
        None,
        words("plan.title"),
        (-half, -half, 2 * half, 2 * half),
        back_to_front(items),
        plan_backdrop(tops, spans),
    )


# ---------------------------------------------------------------------------------------------- trays


class Tray(NamedTuple):
    """A seat's tray of one colour, with the neutral blocks it may hold as well."""

    seat: int
    colour: str
    name: str
    title: str
    panel: str
    left: dict[str, int]
    columns: int
    deciding: bool
    """Whether its seat is to play: neutral blocks of the same name lie in other trays too."""
    to_play: bool

    def pieces(self, piece: str) -> list[list[tuple[str, Point]]]:
        """The pieces of one kind that are left, each as its shapes and where they lie."""
        kind = KIND_OF[piece[1]]
        if kind == "bridge":
            return [list(zip(("bridge-x-rear", "bridge-x-front"), bridge_ends(self.columns), strict=True))]
        sockets = SOCKETS[kind] if piece[0] == self.colour else (NEUTRAL_SOCKETS[kind],)
        return [[(kind, socket(self.columns, *place))] for place in sockets[: self.left[piece]]]


def trays_of(view: SeenBy, words: Words, names: Sequence[str]) -> Iterator[Tray]:
    """The trays of all seats; two players have two each."""
    facts = view.facts
    for seat, letters in enumerate(OWN_COLOURS[view.players]):
        for letter in letters:
            key = COLOUR_OF[letter].key
            colour = words(f"colour.{key}")
            name = names[seat] if seat < len(names) else capital(colour)
            alone = len(letters) == 1
            held = letter + NEUTRAL if view.players == 3 else letter
            yield Tray(
                seat,
                letter,
                name,
                title=name if alone or not names else words("hand.title", name=name, colour=colour),
                panel=f"hand:{seat}" if alone else f"hand:{seat}:{key}",
                left={piece: count for piece, count in facts["hands"][seat].items() if piece[0] in held and count},
                columns=WIDE_COLUMNS if view.players == 3 else COLUMNS,
                deciding=seat in facts["turn"],
                to_play=seat in facts["turn"] and facts.get("colour") in (None, letter),
            )


def kind_items(tray: Tray, piece: str, words: Words, picks: Picks) -> Iterator[Item]:
    """The pieces of one kind in a tray; the foremost speaks for all of them, and is the first to leave."""
    name = capital(piece_name(piece, words))
    target = picks.target(f"hand:{piece}") if tray.deciding else ""
    picked = bool(target) and target in picks.chosen
    label = words("hand.chosen", piece=name) if picked else words("hand.piece", piece=name, count=tray.left[piece])
    pieces = tray.pieces(piece)
    for i, shapes in enumerate(pieces):
        foremost = i == len(pieces) - 1
        for part, (shape, (x, y)) in enumerate(shapes):
            speaks = foremost and part == len(shapes) - 1
            key = f"{piece}-{i}-{part}"
            if target and foremost:
                yield Item(f"ring-{key}", f"{ROOM}-{'chosen' if picked else 'target'}", x, y, y - 0.5)
            yield Item(
                key,
                f"{ROOM}-{COLOUR_OF[piece[0]].key}-{shape}",
                x,
                y - LIFT if picked and foremost else y,
                y,
                target,
                label if speaks else "",
                0,
                "target" if target and speaks else "",
            )


def tray_panel(tray: Tray, words: Words, picks: Picks) -> Panel:
    """One tray with the pieces it still holds."""
    items = [item for piece in tray.left for item in kind_items(tray, piece, words, picks)]
    counts = [words("hand.piece", piece=piece_name(piece, words), count=count) for piece, count in tray.left.items()]
    half = TRAY_REACH[tray.columns]
    return Panel(
        tray.panel,
        tray.seat,
        tray.title,
        (-half, -330.0, 2 * half, 740.0),
        back_to_front(items),
        use(f"{ROOM}-tray" if tray.columns == COLUMNS else f"{ROOM}-wide-tray"),
        "\n".join(map(capital, counts)) or words("hand.empty"),
    )


# ---------------------------------------------------------------------------------------------- picture

LEFT, RIGHT, UPPER, LOWER = 158.0, 1122.0, 205.0, 690.0
CORNERS = ((LEFT, UPPER), (RIGHT, UPPER), (RIGHT, LOWER), (LEFT, LOWER))
TRAY_CORNERS = {2: (0, 3, 1, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""By number of players, the corner of each tray: clockwise, or with the two of one player on one side."""
TRAY_SCALE = 0.36
WIDE_INWARD = 16.0
PLATE_DROP = 124.0
BOARD_FRAME = (190.0, 18.0, 900.0, 878.0)
PLAN_PLACES = {2: (LEFT, 448.0, 1.0), 3: (LEFT, 670.0, 1.35), 4: (LEFT, 448.0, 1.0)}
"""Where the plan's middle lies and how large it is; three players leave it a corner."""


def tray_picture(tray: Tray, panel: Panel, corner: Point) -> str:
    """A tray in its corner of the picture, above the plate of whoever owns it."""
    x, y = corner
    colour = COLOUR_OF[tray.colour]
    emblem = use(f"{ROOM}-glyph-{colour.key}", transform="scale(.82)")
    plate = name_plate(tray.name, colour.lacquer, emblem, str(sum(tray.left.values())), tray.to_play)
    inward = 0.0 if tray.columns == COLUMNS else WIDE_INWARD if x < CANVAS[0] / 2 else -WIDE_INWARD
    return placed(panel, ROOM, framed(panel.box, x + inward, y, TRAY_SCALE)) + group(
        plate, transform=translate(x, y + PLATE_DROP), aria_hidden="true", pointer_events="none"
    )


def picture(
    view: SeenBy,
    words: Words,
    theme: str = "day",
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> str:
    """A view as a complete SVG picture: the board in the middle, the trays around it under one sky."""
    board, plan, *trays = scene(view, words, turn, chosen, ghost, targets, names).panels
    corners = (CORNERS[corner] for corner in TRAY_CORNERS[view.players])
    owned = zip(trays_of(view, words, names), trays, corners, strict=True)
    content = (
        sky()
        + "".join(tray_picture(tray, panel, corner) for tray, panel, corner in owned)
        + placed(plan, ROOM, framed(plan.box, *PLAN_PLACES[view.players]))
        + placed(board, ROOM, BOARD_FRAME)
    )
    return document(words("title"), CANVAS, content, sprites(), (PALETTE,), theme)
