"""Cloud City as one object: everything the house asks of a game."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Set
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from cloudtop.core.chance import below, shuffled
from cloudtop.core.errors import BadOption
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.scene import Part, Staging
from cloudtop.core.state import ScoreLine, Terms
from cloudtop.core.teller import About, Deed, Thing, Tie, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloud_city import load, prose, scene, telling, view
from cloudtop.games.cloud_city.board import reach
from cloudtop.games.cloud_city.bot import JUDGE
from cloudtop.games.cloud_city.fast import Setup
from cloudtop.games.cloud_city.moves import MOVES, Cell, Move
from cloudtop.games.cloud_city.moves import read as read_move
from cloudtop.games.cloud_city.pieces import BOX, CARDS, CORNERS, FRAMES, HAND, SITES, Box, Frame, box_of
from cloudtop.games.cloud_city.rules import RULEBOOK
from cloudtop.games.cloud_city.score import fewest_votes, most_votes
from cloudtop.games.cloud_city.state import CloudCity
from cloudtop.games.cloud_city.view import Facts, Position

if TYPE_CHECKING:
    from cloudtop.core.observe import Observer

CERTAINTY = {
    "start-tiles": "text",
    "market": "text",
    "hand": "text",
    "requests": "text",
    "turn-seat": "text",
    "turn-step": "text",
    "place-from-hand": "text",
    "place-rotation": "text",
    "place-free": "text",
    "place-touch": "text",
    "place-frame": "text",
    "buildings": "text",
    "walkway-optional": "text",
    "walkway-same-height": "text",
    "walkway-straight": "text",
    "walkway-length": "source",
    "walkway-tiled": "text",
    "walkway-same-between": "text",
    "walkway-taller": "source",
    "walkway-once": "ours",
    "walkway-crossing": "text",
    "walkway-two": "text",
    "walkway-supply": "text",
    "draw": "text",
    "draw-refill": "text",
    "draw-empty": "ours",
    "end": "text",
    "score": "text",
    "tie": "text",
    "req-longest": "text",
    "req-most-routes": "text",
    "req-varied": "text",
    "req-circuits": "text",
    "req-blue": "text",
    "req-green": "text",
    "req-light": "text",
    "req-crossings": "text",
    "req-solo": "text",
    "req-balance": "text",
    "options": "ours",
}
"""Where each rule comes from: the rulebook's text, public descriptions of the game, or a choice of ours."""


class CloudCityGame(Game[CloudCity, View[Facts], Position, Move]):
    """Lay tiles, raise buildings of three heights, and join them with walkways: the longer, the more votes."""

    name = "cloud-city"
    rules_version = 1
    player_counts = (1, 2, 3, 4)
    options = (
        Option("city", "square", tuple(FRAMES)),
        Option("requests", 0, (0, 1, 2)),
        Option("crossing", "walkways", ("walkways", "places"), former=("points",)),
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
        *CARDS,
        "options",
    )
    moves = MOVES
    rulebook = RULEBOOK
    position_type = Position
    judge = JUDGE
    certainty = CERTAINTY

    facts = staticmethod(view.facts)
    facts_beside = staticmethod(view.facts_beside)
    position = staticmethod(view.position)
    read = staticmethod(read_move)
    say_score = staticmethod(prose.say_score)
    touched = staticmethod(scene.touched)
    paints = staticmethod(scene.paints)
    steps = staticmethod(telling.steps)
    step = staticmethod(telling.step)
    progress = staticmethod(telling.progress)
    used = staticmethod(telling.used)
    scored = staticmethod(telling.scored)

    def __init__(self, box: Box = BOX) -> None:
        self.box = box
        """All that is in the box."""
        self.box_data = None if box == BOX else box.plain()
        self.stack = [str(tile) for tile in box.stack()]
        """The tiles that are shuffled, by name."""
        self.setups = {city: Setup(box, frame) for city, frame in FRAMES.items()}
        """What the quick code asks of the box, by the option `city`."""

    def boxed(self, box: Mapping[str, Any]) -> CloudCityGame:
        """The same game with another box: other tiles and start tiles, other walkways, other votes for requests."""
        return with_box(json.dumps(box_of(box).plain()))

    def check_terms(self, players: int, options: Mapping[str, Value]) -> None:
        """`options`: everybody draws to the end, and there are not enough tiles for four rectangles."""
        if players * (HAND + FRAMES[str(options["city"])].rounds) > len(self.box.stack()):
            raise BadOption("cloud-city/options: a rectangle city is for at most three players; four build the square")

    def observer(self, terms: Terms) -> Observer:
        """Who writes what a seat knows as a row of numbers; it needs the extra `lab`."""
        from cloudtop.games.cloud_city.observe import CloudCityObserver

        return CloudCityObserver(self.setups[str(terms.options["city"])], terms)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """What no game exceeds.

        A city has no more walkways than buildings. A decision is widest when the tiles of a hand are different and
        can be laid on every open cell in four rotations: a building has at most four links, which are never as many.
        """
        frame, cards = FRAMES[str(options["city"])], int(options["requests"])
        buildings = SITES * frame.tiles
        lays_and_draws = 2 * frame.rounds * players
        return Bounds(
            moves=lays_and_draws + min(buildings * players, sum(self.box.walkways.values())),
            legal=HAND * CORNERS * widest_reach(frame),
            lowest=fewest_votes(self.box, buildings, cards, str(options["crossing"])),
            highest=most_votes(self.box, buildings, cards),
        )

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Who starts, the order of the tiles, and the request cards."""
        return {
            "starter": below(rng, terms.players),
            "tiles": shuffled(rng, self.stack),
            "requests": shuffled(rng, self.box.requests)[: terms.options["requests"]],
        }

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> CloudCity:
        """The first position of a deal; `BadDeal` if no shuffle gives it."""
        return load.begin(self.setups[terms.options["city"]], terms, deal)

    def restore(self, terms: Terms, position: Position) -> CloudCity:
        """The state of a written position; `BadPosition` says what is impossible about it."""
        return load.restore(self.setups[terms.options["city"]], terms, position)

    def forgotten(self, facts: Facts) -> Facts:
        """Facts without what everybody saw of the face-up tiles that somebody took."""
        return view.forgotten(facts)

    def say_move(self, move: Move, words: Words) -> str:
        """What a move does, as a phrase."""
        return prose.say_move(self.box, move, words)

    def say_board(self, view: View[Facts], words: Words) -> str:
        """The table as text."""
        return prose.say_board(self.box, view, words)

    def draw(self, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
        """A view as a complete picture."""
        return scene.draw(self.box, view, words, theme, staging)

    def parts(self, view: View[Facts], words: Words, staging: Staging[Move]) -> list[Part]:
        """What a view shows, panel by panel."""
        return scene.parts(self.box, view, words, staging)

    def sprites(self) -> str:
        """All sprites of the room, with the badges of this box."""
        return scene.sprites(self.box)

    def ask(self, view: View[Facts], words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
        """What a tap would do next."""
        return telling.ask(self.box, view, words, targets, chosen)

    def tell(self, before: CloudCity, seat: int, move: Move, after: CloudCity, words: Words) -> Deed:
        """A move as anybody may hear of it."""
        return telling.tell(self.box, before, seat, move, after, words)

    def where(self, view: View[Facts], seat: int, line: ScoreLine) -> Where:
        """Where a line of a score sheet comes from."""
        return telling.where(self.box, view, seat, line)

    def tie(self, view: View[Facts], words: Words) -> Tie | None:
        """How equal votes were told apart."""
        return telling.tie(self.box, view, words)

    def say_thing(self, thing: Thing, words: Words) -> str:
        """What a thing is called."""
        return telling.say_thing(self.box, thing, words)

    def about(self, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
        """A piece seen close."""
        return telling.about(self.box, view, words, panel, item)


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


@lru_cache(16)
def with_box(data: str) -> CloudCityGame:
    """The game with a box, which is written as JSON; with the printed one it is the game itself."""
    box = box_of(json.loads(data))
    return GAME if box == BOX else CloudCityGame(box)
