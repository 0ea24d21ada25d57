"""The rulebook: every function is named after a rule and tells whether a move breaks it; True is always broken.

What a player does in a turn: lay a tile, build any number of walkways, draw. What the moves bring about is in
`effects.py`, what counts at the end in `score.py`; `walkway-optional` forbids nothing.
"""

from __future__ import annotations

from cloudtop.core.rulebook import Rulebook
from cloudtop.games.cloud_city.board import City, city_of
from cloudtop.games.cloud_city.moves import NOTHING, Draw, Lay, Move, Walkway
from cloudtop.games.cloud_city.pieces import CORNERS, FULL
from cloudtop.games.cloud_city.state import CloudCity

# ---------------------------------------------------------------------- a turn


def end(city: City, move: Move) -> bool:
    """After the last round nothing is laid, built or drawn."""
    return city.table.to_play is None


def turn_seat(city: City, move: Move) -> bool:
    """Only the one whose turn it is may move."""
    return city.table.to_play != city.seat


def turn_step(city: City, move: Move) -> bool:
    """A turn begins with one tile; walkways and the draw come after it."""
    return isinstance(move, Lay) != (city.table.step == "lay")


# ---------------------------------------------------------------------- laying a tile


def place_from_hand(city: City, lay: Lay) -> bool:
    """The tile comes from the own hand."""
    return lay.tile not in city.hand


def place_rotation(city: City, lay: Lay) -> bool:
    """It lies in one of four ways."""
    return lay.rotation not in range(CORNERS)


def place_free(city: City, lay: Lay) -> bool:
    """No other tile lies there."""
    return lay.cell in city.cells


def place_touch(city: City, lay: Lay) -> bool:
    """It shares a full side with a tile of the city."""
    return not city.touches(lay.cell)


def place_frame(city: City, lay: Lay) -> bool:
    """The city never outgrows its frame: three by three tiles, or three by four, lying or standing."""
    return not city.fits_with(lay.cell)


# ---------------------------------------------------------------------- building a walkway


def walkway_same_height(city: City, way: Walkway) -> bool:
    """A walkway joins two buildings of one colour, and so of one height."""
    return city.building(way.near) is None or city.building(way.near) != city.building(way.far)


def walkway_straight(city: City, way: Walkway) -> bool:
    """It runs along a row or a column."""
    return not way.straight


def walkway_length(city: City, way: Walkway) -> bool:
    """There are pieces for some distances, in the printed box 1 to 5, and for no others."""
    return way.length not in city.box.values


def walkway_tiled(city: City, way: Walkway) -> bool:
    """A tile lies under every space between."""
    return any(space not in city.ground for space in way.between)


def walkway_same_between(city: City, way: Walkway) -> bool:
    """No building of the same height stands between."""
    return any(city.height(space) == city.height(way.near) for space in way.between)


def walkway_taller(city: City, way: Walkway) -> bool:
    """No taller building stands between; over lower ones it passes."""
    return any(city.height(space) > city.height(way.near) for space in way.between)


def walkway_once(city: City, way: Walkway) -> bool:
    """Two buildings are joined only once."""
    return way in city.walkways


def walkway_crossing(city: City, way: Walkway) -> bool:
    """It crosses no walkway of its own level."""
    return any(way.crosses(other) for other in city.walkways if city.level(other) == city.level(way))


def walkway_two(city: City, way: Walkway) -> bool:
    """No building carries more than two walkways."""
    return any(len(city.walkways_at(end)) >= FULL for end in way.ends)


def walkway_supply(city: City, way: Walkway) -> bool:
    """Such a piece is left in the supply that all share."""
    return city.pieces_left(way) == 0


# ---------------------------------------------------------------------- drawing


def draw(city: City, drawn: Draw) -> bool:
    """As long as there is a tile, one must be drawn."""
    return drawn.source == NOTHING and not city.table.exhausted


def draw_empty(city: City, drawn: Draw) -> bool:
    """Nothing is drawn from an empty stack or an empty slot."""
    return drawn.source != NOTHING and not city.table.offers(drawn.source)


# ---------------------------------------------------------------------- the book, in the order of the printed one

TURN = (end, turn_seat, turn_step)
PLACE = (place_from_hand, place_rotation, place_free, place_touch, place_frame)
WALKWAY = (
    walkway_same_height,
    walkway_straight,
    walkway_length,
    walkway_tiled,
    walkway_same_between,
    walkway_taller,
    walkway_once,
    walkway_crossing,
    walkway_two,
    walkway_supply,
)
DRAW = (draw, draw_empty)
RULEBOOK = Rulebook[CloudCity, Move](
    "cloud-city", city_of, {Lay: TURN + PLACE, Walkway: TURN + WALKWAY, Draw: TURN + DRAW}
)
