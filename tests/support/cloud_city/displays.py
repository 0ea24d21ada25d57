"""Hand-made displays of Cloud City, for its drawings."""

from __future__ import annotations

from dataclasses import replace

from tests.support.cloud_city.plans import tiles_of

from cloudtop.games.cloud_city.art.display import (
    Display,
    Last,
    Player,
    cell_target,
    draw_target,
    hand_target,
    space_target,
    turn_target,
)
from cloudtop.games.cloud_city.board import reach
from cloudtop.games.cloud_city.moves import NOTHING, Cell, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import BOX, CORNERS, FRAMES, LEVELS, TILE_NAMED
from cloudtop.games.cloud_city.view import WrittenCity

NAMES = ("Ada", "Éléonore d’Aubigné-Cholmondeley", "雲海都市計画設計事務所", "<Breeze & Co>")


def city(plan: str, walkways: str = "") -> WrittenCity:
    """A city as a plan, with its walkways."""
    return WrittenCity(tuple(tiles_of(plan)), tuple(walkways.split()))


def free_cells(written: WrittenCity) -> list[Cell]:
    """Where a square city may grow."""
    return sorted(reach(FRAMES["square"], {lay.cell for lay in written.lays}))


SQUARE = city(
    """
        c d e f g h
      5 S . B B . S
      6 . G . . . B
      7 S . B G G .
      8 . S . . S .
      9 B . . B B .
     10 G . . G . B
    """,
    "c5-h5 c5-c7 d8-g8 e5-f5 e5-e7 h6-h10 f7-g7 f7-f10 c10-f10 c9-f9 f9-g9",
)
RECTANGLE = city(
    """
        e f g h i j k l
      5 S . B . S B S .
      6 S . . S . . . B
      7 . B . B . . G B
      8 G . B . G B . .
      9 G . G . . . . G
     10 S . G . S B B .
    """,
    "i5-i10 g9-l9 e5-i5 e8-i8 e10-i10 e6-e10 j5-j8 g5-g8 e9-g9 e6-h6 j10-k10 e8-e9 j8-j10 l6-l7",
)
GROWING = city(
    """
       e f g h
     5 _ _ . G
     6 _ _ S .
     7 B S B .
     8 . . . G
    """,
    "e7-g7",
)
START = city("  g h\n7 B .\n8 . S\n")
SUPPLY = dict.fromkeys(LEVELS, (0, 3, 8, 6, 1))
BG, BS, GB, SS = (TILE_NAMED[name] for name in ("bg", "b/s", "gb", "s/s"))
HAND = (BG, BS, BG)


def way(text: str) -> Walkway:
    """A walkway in notation."""
    (walkway,) = WrittenCity((), (text,)).built
    return walkway


def table(*cities: WrittenCity) -> Display:
    """A table of these cities, the first shown, in the middle of a game."""
    players = tuple(
        Player(name, city.tiles, city.walkways, seat + 1, 10 * seat - 5, HAND if seat == 0 else (None,) * 3)
        for seat, (name, city) in enumerate(zip(NAMES, cities, strict=False))
    )
    return Display(
        players,
        frame="rectangle" if RECTANGLE in cities else "square",
        market=(SS, None, GB),
        stack=9,
        supply=SUPPLY,
        requests=("req-blue", "req-crossings"),
        request_votes=((6,) * len(players), (-2,) * len(players)),
        seat=0,
        to_play=0,
    )


def laying() -> Display:
    """A tile is being laid: a ghost, and places for it."""
    cells = free_cells(GROWING)
    return replace(
        table(GROWING, SQUARE, RECTANGLE),
        targets=(
            *map(hand_target, HAND),
            *map(turn_target, range(CORNERS)),
            *map(cell_target, cells[:3]),
        ),
        chosen=(hand_target(BS), cell_target(cells[0]), turn_target(1)),
        ghost=Lay(BS, cells[0], 1),
        last=Last(1, way("c5-h5")),
    )


def building() -> Display:
    """A walkway is being built, and a tile may be drawn instead."""
    ghost = way("c9-f9")
    before = WrittenCity(SQUARE.tiles, tuple(built for built in SQUARE.walkways if built != str(ghost)))
    return replace(
        table(before, START),
        targets=(*map(space_target, (Space(6, 8), Space(7, 9))), *map(draw_target, ("stack", "1", "3"))),
        chosen=tuple(map(space_target, ghost.ends)),
        ghost=ghost,
        last=Last(0, SQUARE.lays[0]),
        building=True,
    )


def drafting() -> Display:
    """A whole turn is drafted: a tile lies and a walkway stands that can still be put back."""
    lay = SQUARE.lays[-1]
    display = table(SQUARE, START)
    players = (display.players[0]._replace(hand=(BG, SS)), *display.players[1:])
    built = way("c9-f9")
    return replace(
        display,
        players=players,
        targets=(*map(hand_target, (lay.tile, BG, SS)), cell_target(lay.cell), draw_target("stack")),
        drafted=(lay, built),
        last=Last(0, built),
        building=True,
    )


def watching() -> Display:
    """The end of a game, seen by somebody who does not play."""
    display = table(SQUARE, RECTANGLE, GROWING, START)
    players = tuple(player._replace(hand=(None,) * 3) for player in display.players)
    return replace(
        display,
        players=players,
        market=(None, None, None),
        stack=0,
        requests=(),
        request_votes=(),
        seat=None,
        shown=3,
        to_play=None,
        targets=(draw_target(NOTHING),),
    )


DISPLAYS = {
    "first turn": table(START, START),
    "laying": laying(),
    "building": building(),
    "watching": watching(),
    "drafting": drafting(),
    "place chosen": replace(laying(), ghost=None, targets=()),
    "alone": table(RECTANGLE),
    "every request": replace(table(SQUARE), requests=tuple(BOX.requests), request_votes=((0,),) * len(BOX.requests)),
    "plan": replace(table(RECTANGLE, SQUARE), form="plan"),
    "laying on the plan": replace(laying(), form="plan"),
    "building on the plan": replace(building(), form="plan"),
    "drafting on the plan": replace(drafting(), form="plan"),
}
