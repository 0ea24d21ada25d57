"""Cloud City as one object: everything the house asks of a game."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache
from random import Random
from typing import Any

from cloudtop.core.chance import below, shuffled
from cloudtop.core.errors import BadOption
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.state import Terms
from cloudtop.games.cloud_city import load, prose, scene, view
from cloudtop.games.cloud_city.board import reach
from cloudtop.games.cloud_city.bot import JUDGE
from cloudtop.games.cloud_city.moves import MOVES, Cell, Move
from cloudtop.games.cloud_city.moves import read as read_move
from cloudtop.games.cloud_city.pieces import BOX, CORNERS, FRAMES, HAND, SITES, Frame
from cloudtop.games.cloud_city.rules import RULEBOOK
from cloudtop.games.cloud_city.score import fewest_votes, most_votes
from cloudtop.games.cloud_city.state import CloudCity
from cloudtop.games.cloud_city.view import Facts, Position


class CloudCityGame(Game[CloudCity, Facts, Position, Move]):
    """Lay tiles, raise buildings of three heights, and join them with walkways: the longer, the more votes."""

    name = "cloud-city"
    rules_version = 1
    player_counts = (1, 2, 3, 4)
    options = (
        Option("city", "square", tuple(FRAMES)),
        Option("requests", 0, (0, 1, 2)),
        Option("crossing", "walkways", ("walkways", "points")),
    )
    rule_ids = (
        "start-tiles",
        "market",
        "hand",
        "requests",
        "turn-seat",
        "turn-step",
        "place-from-hand",
        "place-rotation",
        "place-free",
        "place-touch",
        "place-frame",
        "buildings",
        "walkway-optional",
        "walkway-same-height",
        "walkway-straight",
        "walkway-length",
        "walkway-tiled",
        "walkway-same-between",
        "walkway-taller",
        "walkway-once",
        "walkway-crossing",
        "walkway-two",
        "walkway-supply",
        "draw",
        "draw-refill",
        "draw-empty",
        "end",
        "score",
        "tie",
        *BOX.requests,
        "options",
    )
    moves = MOVES
    rulebook = RULEBOOK
    position_type = Position
    judge = JUDGE

    def check_terms(self, players: int, options: Mapping[str, Value]) -> None:
        """`options`: everybody draws to the end, and there are not enough tiles for four rectangles."""
        if players * (HAND + FRAMES[str(options["city"])].rounds) > len(BOX.stack()):
            raise BadOption("cloud-city/options: a rectangle city is for at most three players; four build the square")

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """What no game exceeds.

        A city has no more walkways than buildings. A decision is widest when the tiles of a hand are different and
        can be laid on every open cell in four rotations: a building has at most four links, which are never as many.
        """
        frame, cards = FRAMES[str(options["city"])], int(options["requests"])
        buildings = SITES * frame.tiles
        lays_and_draws = 2 * frame.rounds * players
        return Bounds(
            moves=lays_and_draws + min(buildings * players, sum(BOX.walkways.values())),
            legal=HAND * CORNERS * widest_reach(frame),
            lowest=fewest_votes(buildings, cards, options["crossing"] == "points"),
            highest=most_votes(buildings, cards),
        )

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Who starts, the order of the tiles, and the request cards."""
        return {
            "starter": below(rng, terms.players),
            "tiles": [str(tile) for tile in shuffled(rng, BOX.stack())],
            "requests": shuffled(rng, BOX.requests)[: terms.options["requests"]],
        }

    begin = staticmethod(load.begin)
    facts = staticmethod(view.facts)
    position = staticmethod(view.position)
    restore = staticmethod(load.restore)
    read = staticmethod(read_move)
    say_move = staticmethod(prose.say_move)
    say_score = staticmethod(prose.say_score)
    say_board = staticmethod(prose.say_board)
    touched = staticmethod(scene.touched)
    draw = staticmethod(scene.draw)
    sprites = staticmethod(scene.sprites)
    paints = staticmethod(scene.paints)
    scene = staticmethod(scene.scene)


@cache
def widest_reach(frame: Frame) -> int:
    """The most cells a tile can be laid on, over all shapes that a growing city can have."""
    shapes = {frozenset({Cell(0, 0)})}
    widest = 0
    for _ in range(frame.rounds):
        open_cells = {shape: reach(frame, shape) for shape in shapes}
        widest = max(widest, *map(len, open_cells.values()))
        shapes = {in_the_corner(shape | {cell}) for shape, cells in open_cells.items() for cell in cells}
    return widest


def in_the_corner(shape: Set[Cell]) -> frozenset[Cell]:
    """A shape moved to the upper left, so that it is known again wherever it lies."""
    left, top = min(cell.column for cell in shape), min(cell.row for cell in shape)
    return frozenset(Cell(cell.column - left, cell.row - top) for cell in shape)


GAME = CloudCityGame()
