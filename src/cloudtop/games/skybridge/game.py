"""Skybridge as one object: everything the house asks of a game, and where it is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from cloudtop.core.chance import below
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.state import Terms
from cloudtop.core.teller import Deed, Sign, Thing
from cloudtop.core.words import Words
from cloudtop.games.skybridge import load, moves, prose, scene, telling
from cloudtop.games.skybridge.board import Board, Position, board_of
from cloudtop.games.skybridge.bot import JUDGE
from cloudtop.games.skybridge.moves import FOUNDATIONS, MOVES, SPANS, Move
from cloudtop.games.skybridge.pieces import BOX, BRIDGE, Box, box_of
from cloudtop.games.skybridge.rules import RULEBOOK
from cloudtop.games.skybridge.state import Skybridge, first_position

if TYPE_CHECKING:
    from cloudtop.core.observe import Observer

CERTAINTY = {
    "turn": "text",
    "must-play": "text",
    "supply": "text",
    "contact": "source",
    "block-lowest": "text",
    "bridge-level": "text",
    "bridge-neighbours": "text",
    "bridge-any-level": "text",
    "bridge-on-pieces": "text",
    "bridge-not-on-bridge": "ours",
    "roof-any-level": "ours",
    "roof-closes": "text",
    "roof-owns": "text",
    "pass": "ours",
    "end": "text",
    "score": "text",
    "tie": "ours",
    "three-players": "text",
    "two-players": "ours",
    "options": "ours",
}
"""Where each rule comes from: the rulebook's text, public descriptions of the game, or a choice of ours."""

HUES = {"cinnabar": "red", "honey": "yellow", "indigo": "blue", "jade": "green"}
"""The page's colour for each of the game's."""


class SkybridgeGame(Game[Skybridge, Board, Position, Move]):
    """Build towers together, close them with your roofs, and let your bridge count a second tower."""

    name = "skybridge"
    rules_version = 1
    player_counts = (2, 3, 4)
    options = (
        Option("roof_on_foundation", False, (False, True)),
        Option("bridge_on_foundation", False, (False, True)),
        Option("bridge_over_bridge", "not-directly", ("not-directly", "never")),
        Option("two_player_colours", "free", ("free", "alternating")),
    )
    rule_ids = (
        "turn",
        "must-play",
        "supply",
        "contact",
        "block-lowest",
        "bridge-level",
        "bridge-neighbours",
        "bridge-any-level",
        "bridge-on-pieces",
        "bridge-not-on-bridge",
        "roof-any-level",
        "roof-closes",
        "roof-owns",
        "pass",
        "end",
        "score",
        "tie",
        "three-players",
        "two-players",
        "options",
    )

    certainty = CERTAINTY

    read = staticmethod(moves.read)
    moves = MOVES
    rulebook = RULEBOOK
    judge = JUDGE

    position_type = Position

    say_score = staticmethod(prose.say_score)
    say_board = staticmethod(prose.say_board)
    touched = staticmethod(scene.touched)
    parts = staticmethod(scene.parts)
    draw = staticmethod(scene.draw)
    paints = staticmethod(scene.paints)

    steps = staticmethod(telling.steps)
    step = staticmethod(telling.step)
    ask = staticmethod(telling.ask)
    about = staticmethod(telling.about)
    where = staticmethod(telling.where)

    def __init__(self, box: Box = BOX) -> None:
        self.box = box
        """All that is in the box."""
        self.box_data = None if box is BOX else box.plain()
        self.firsts: dict[tuple[Value, ...], Skybridge] = {}
        """First positions by players, starter and options."""

    def boxed(self, box: Mapping[str, Any]) -> SkybridgeGame:
        """The same game with another box: other numbers of pieces, other blocks, the colours in another order."""
        return game_with(box_of(box))

    def observer(self, terms: Terms) -> Observer:
        """Who writes what a seat knows as a row of numbers; it needs the extra `lab`."""
        from cloudtop.games.skybridge.observe import SkybridgeObserver

        return SkybridgeObserver(self.box, terms)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """At most every piece is placed, and every storey counts twice for a colour that owns two joined towers."""
        box = self.box
        hands = [box.first_hand(players, seat) for seat in range(players)]
        places = [len(SPANS) if piece.kind == BRIDGE else len(FOUNDATIONS) for piece in hands[0]]
        # A bridge is one piece that adds its storeys to two towers.
        bridges = len(box.colours) * box.kinds[BRIDGE].each * box.kinds[BRIDGE].storeys
        return Bounds(
            moves=sum(sum(hand.values()) for hand in hands),
            legal=sum(places),
            lowest=0,
            highest=2 * (box.storeys + bridges) * len(box.own_colours(players, 0)),
        )

    def view(self, state: Skybridge, seat: int | None, public: Board | None = None) -> Board:
        """The board as a seat sees it."""
        return board_of(state, seat)

    def facts(self, state: Skybridge, seat: int | None) -> Position:
        """The board of a seat in writing."""
        return board_of(state, seat).facts

    def position(self, state: Skybridge) -> Position:
        """The position in writing, which hides nothing."""
        return board_of(state, None).facts

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The only chance is who starts."""
        return {"starter": below(rng, terms.players)}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> Skybridge:
        """Nine bare foundations and the starter to play."""
        if not isinstance(deal, Mapping) or set(deal) != {"starter"}:
            raise BadDeal("a deal of skybridge has one key, 'starter': the seat that begins")
        starter = terms.dealt_seat("starter", deal["starter"])
        # A learner deals millions of games, and there are few first positions: each is worked out once.
        agreed = (terms.players, starter, *terms.options.values())
        if agreed not in self.firsts:
            self.firsts[agreed] = first_position(self.box, terms, starter)
        state = self.firsts[agreed].copy()
        state.terms = terms
        return state

    def restore(self, terms: Terms, position: Position) -> Skybridge:
        """The state of a written position; `BadPosition` says what is impossible about it."""
        return load.restore(self.box, terms, position)

    def say_move(self, move: Move, words: Words) -> str:
        """A move as a phrase."""
        return prose.say_move(self.box, move, words)

    def tell(self, before: Skybridge, seat: int, move: Move, after: Skybridge, words: Words) -> Deed | None:
        """The report of a placement."""
        return telling.tell(board_of(before, seat), move, board_of(after, seat), words)

    def used(self, move: Move) -> tuple[Thing, ...]:
        """The kind of piece that is placed."""
        return telling.used(self.box, move)

    def say_thing(self, thing: Thing, words: Words) -> str:
        """What a thing is called."""
        return telling.say_thing(self.box, thing, words)

    def signs(self, players: int, options: Mapping[str, Value], seat: int, words: Words) -> Sequence[Sign]:
        """The colours of a seat."""
        return telling.signs(self.box, players, seat, words)

    def sprites(self) -> str:
        """The pieces of the box, drawn once."""
        return scene.sprites(self.box)

    def hues(self, players: int, options: Mapping[str, Value] | None = None) -> tuple[str, ...]:
        """Every seat in its own colour; of two players, in the first of them."""
        return tuple(HUES[colour] for colour in self.box.colours[:players])


GAME = SkybridgeGame()


@lru_cache(16)
def game_with(box: Box) -> SkybridgeGame:
    """The game with a box, made once; with the printed one it is the game itself."""
    return GAME if box is BOX else SkybridgeGame(box)
