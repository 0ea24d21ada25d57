"""Cloud City as one object: everything the house asks of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from cloudtop.core.chance import below, shuffled
from cloudtop.core.errors import BadDeal, BadOption
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.scene import Scene
from cloudtop.core.state import ScoreLine, State, Terms
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloud_city import bounds, notation, prose, restore, scene, view
from cloudtop.games.cloud_city.art import PALETTE
from cloudtop.games.cloud_city.board import MOVES
from cloudtop.games.cloud_city.pieces import BOX, KIND_OF, TILE_NAMES
from cloudtop.games.cloud_city.rules import CloudCity, first_position
from cloudtop.games.cloud_city.score import REQUESTS
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.sheet import sheet

DEAL_KEYS = ("starter", "tiles", "requests")


class CloudCityGame(Game):
    """Lay tiles, raise buildings of three heights, and join them with walkways: the longer, the more votes."""

    name = "cloud-city"
    rules_version = 1
    player_counts = (1, 2, 3, 4)
    options = (
        Option("city", "square", ("square", "rectangle")),
        Option("requests", 0, (0, 1, 2)),
        Option("crossing", "walkways", ("walkways", "points")),
    )
    actions = MOVES
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
        *REQUESTS,
        "options",
    )

    def check_terms(self, players: int, options: Mapping[str, Value]) -> None:
        """`options`: there are not enough tiles for four rectangles."""
        if players == 4 and options["city"] == "rectangle":
            raise BadOption("cloud-city/options: a rectangle city is for at most three players; four build the square")

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """What no game can exceed; see `bounds.py` for why."""
        return bounds.bounds(players, options)

    # ------------------------------------------------------------------ the deal

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Who starts, the order of the tiles, and the request cards."""
        return {
            "starter": below(rng, terms.players),
            "tiles": view.names(shuffled(rng, BOX.stack())),
            "requests": shuffled(rng, BOX.requests)[: terms.options["requests"]],
        }

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> State:
        """Start tiles from the starter on; the first three tiles face up, the next three to each in playing order."""
        if not isinstance(deal, Mapping) or set(deal) != set(DEAL_KEYS):
            raise BadDeal(f"a deal of cloud-city has the keys {', '.join(DEAL_KEYS)}")
        starter, tiles, requests = (deal[key] for key in DEAL_KEYS)
        if type(starter) is not int or starter not in range(terms.players):
            raise BadDeal(f"the starter is a seat from 0 to {terms.players - 1}, not {starter!r}")
        check_tiles(tiles)
        check_requests(requests, terms.options["requests"])
        return first_position(
            terms,
            starter,
            list(BOX.start),
            [KIND_OF[tile] for tile in tiles],
            list(BOX.walkways),
            [REQUESTS.index(card) for card in requests],
        )

    # ------------------------------------------------------------------ data

    def facts(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat knows: its own hand, and of the others' hands the tiles that were taken face up."""
        assert isinstance(state, CloudCity)
        return view.facts(state, seat)

    def position(self, state: State) -> dict[str, Any]:
        """All hands and the order of the stack too."""
        assert isinstance(state, CloudCity)
        return view.position(state)

    def restore(self, terms: Terms, position: Mapping[str, Any]) -> State:
        """The state of a written position."""
        return restore.restored(terms, position)

    # ------------------------------------------------------------------ words

    def text(self, action: int) -> str:
        """A move in notation, such as `bg1@g9`, `g7-l7` or `draw:stack`."""
        return notation.TEXTS[action]

    def read(self, state: State, seat: int, text: str) -> Sequence[int]:
        """The moves a text can mean."""
        assert isinstance(state, CloudCity)
        return notation.read(state, seat, text)

    def say(self, action: int, words: Words) -> str:
        """A move as a phrase."""
        return prose.move_in_words(action, words)

    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of the score sheet is for."""
        return prose.score_in_words(line, words)

    def board(self, view: View, words: Words) -> str:
        """Every city, hand and supply as text."""
        return prose.board_in_words(view, words)

    # ------------------------------------------------------------------ pictures

    def draw(self, view: View, words: Words, theme: str, turn: int, names: Sequence[str]) -> str:
        """The cities above the clouds."""
        return scene.picture(view, words, theme=theme, turn=turn, names=names)

    def scene(
        self,
        view: View,
        words: Words,
        turn: int = 0,
        targets: Collection[str] = (),
        chosen: Collection[str] = (),
        ghost: int | None = None,
        names: Sequence[str] = (),
    ) -> Scene:
        """The cities, the hand, the face-up tiles, the supply and the requests."""
        return scene.scene(view, words, turn, chosen, ghost, targets, names)

    def sheet(self) -> str:
        """All sprites of the room."""
        return sheet(scene.sprites(), [PALETTE])

    def stylesheet(self) -> str:
        """The colours of the room by day and at dusk."""
        return stylesheet([PALETTE])

    def targets(self, view: View, action: int) -> tuple[str, ...]:
        """A hand tile, its rotation and its cell; the two buildings of a walkway; or where to draw from."""
        return scene.targets(action)


def check_tiles(tiles: object) -> None:
    """Refuse anything but the tiles of the stack in some order."""
    if not isinstance(tiles, list | tuple):
        raise BadDeal("the tiles of a deal are a list, in the order they are used")
    for tile in tiles:
        if not isinstance(tile, str) or tile not in KIND_OF:
            raise BadDeal(f"{tile!r} is no tile; the tiles are {', '.join(TILE_NAMES)}")
    given, box = Counter(tiles), Counter(view.names(BOX.stack()))
    for name in TILE_NAMES:
        if given[name] != box[name]:
            raise BadDeal(f"a deal has {box[name]} tiles {name} besides the start tiles, not {given[name]}")


def check_requests(cards: object, count: int) -> None:
    """Refuse anything but so many different request cards."""
    if not isinstance(cards, list | tuple) or any(card not in REQUESTS for card in cards):
        raise BadDeal(f"the requests of a deal are a list of cards out of {', '.join(REQUESTS)}")
    if len(set(cards)) != len(cards):
        raise BadDeal("the requests of a deal are different cards")
    if len(cards) != count:
        raise BadDeal(f"the option requests says {count}, but the deal has {len(cards)} request cards")


GAME = CloudCityGame()
