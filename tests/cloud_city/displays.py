"""Hand-made displays of Cloud City, for its drawings."""

from __future__ import annotations

from dataclasses import replace

from tests.cloud_city.conftest import tiles_of

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
from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.moves import NOTHING, Lay, Space, Walkway
from cloudtop.games.cloud_city.pieces import BOX, CORNERS, FRAMES, LEVELS, TILE_NAMED
from cloudtop.games.cloud_city.view import WrittenCity

NAMES = ("Ada", "Éléonore d’Aubigné-Cholmondeley", "雲海都市計画設計事務所", "<Breeze & Co>")


def city(plan: str, walkways: str = "", frame: str = "square") -> City:
    """A city as a plan, with its walkways."""
    written = WrittenCity(tuple(tiles_of(plan)), tuple(walkways.split()))
    return City(FRAMES[frame], written.lays, written.built)


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
    "rectangle",
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


def table(*cities: City) -> Display:
    """A table of these cities, the first shown, in the middle of a game."""
    players = tuple(
        Player(name, city, seat + 1, 10 * seat - 5, HAND if seat == 0 else (None,) * 3)
        for seat, (name, city) in enumerate(zip(NAMES, cities, strict=False))
    )
    return Display(
        players,
        market=(SS, None, GB),
        stack=9,
        supply=SUPPLY,
        requests=("req-blue", "req-crossings"),
        seat=0,
        to_play=0,
    )


def laying() -> Display:
    """A tile is being laid: a ghost, places for it, four turns."""
    cells = sorted(GROWING.reach)
    return replace(
        table(GROWING, SQUARE, RECTANGLE),
        targets=(
            *map(hand_target, HAND),
            *map(turn_target, range(CORNERS)),
            *map(cell_target, cells[:3]),
        ),
        chosen=(hand_target(BS), cell_target(cells[0]), turn_target(1)),
        ghost=Lay(BS, cells[0], 1),
        turning=BS,
        last=Last(1, way("c5-h5")),
    )


def building() -> Display:
    """A walkway is being built, and a tile may be drawn instead."""
    ghost = way("c9-f9")
    before = City(SQUARE.frame, SQUARE.lays, [walkway for walkway in SQUARE.walkways if walkway != ghost])
    return replace(
        table(before, START),
        targets=(*map(space_target, (Space(6, 8), Space(7, 9))), *map(draw_target, ("stack", "1", "3"))),
        chosen=tuple(map(space_target, ghost.ends)),
        ghost=ghost,
        last=Last(0, SQUARE.lays[0]),
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
    "place chosen": replace(laying(), ghost=None, turning=None, targets=()),
    "alone": table(RECTANGLE),
    "every request": replace(table(SQUARE), requests=tuple(BOX.requests)),
}
