"""Skybridge as one object: everything the house asks of a game, and where it is found."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cloudtop.core.chance import below
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.state import Terms
from cloudtop.games.skybridge import load, moves, prose, scene, view
from cloudtop.games.skybridge.bot import JUDGE
from cloudtop.games.skybridge.moves import FOUNDATIONS, MOVES, SPANS, Move
from cloudtop.games.skybridge.pieces import BOX, BRIDGE, first_hand, own_colours
from cloudtop.games.skybridge.rules import RULEBOOK
from cloudtop.games.skybridge.state import Skybridge, first_position
from cloudtop.games.skybridge.view import Facts, Position


class SkybridgeGame(Game[Skybridge, Facts, Position, Move]):
    """Build towers together, close them with your roofs, and let your bridge count a second tower."""

    name = "skybridge"
    rules_version = 1
    player_counts = (2, 3, 4)
    options = (
        Option("roof_on_foundation", False, (False, True)),
        Option("bridge_on_foundation", False, (False, True)),
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

    # Where an attribute has the name of a module, it comes after what is taken from there.
    read = staticmethod(moves.read)
    moves = MOVES
    rulebook = RULEBOOK
    judge = JUDGE

    facts = staticmethod(view.facts)
    position = staticmethod(view.position)
    position_type = Position
    restore = staticmethod(load.restore)

    say_move = staticmethod(prose.say_move)
    say_score = staticmethod(prose.say_score)
    say_board = staticmethod(prose.say_board)

    touched = staticmethod(scene.touched)
    draw = staticmethod(scene.draw)
    sprites = staticmethod(scene.sprites)
    paints = staticmethod(scene.paints)
    scene = staticmethod(scene.scene)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """At most every piece is placed, and every storey counts twice for a colour that owns two joined towers."""
        hands = [first_hand(players, seat) for seat in range(players)]
        places = [len(SPANS) if piece.kind == BRIDGE else len(FOUNDATIONS) for piece in hands[0]]
        # A bridge is one piece that adds its storeys to two towers.
        bridges = len(BOX.colours) * BOX.kinds[BRIDGE].each * BOX.kinds[BRIDGE].storeys
        return Bounds(
            moves=sum(sum(hand.values()) for hand in hands),
            legal=sum(places),
            lowest=0,
            highest=2 * (BOX.storeys + bridges) * len(own_colours(players, 0)),
        )

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The only chance is who starts."""
        return {"starter": below(rng, terms.players)}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> Skybridge:
        """Nine bare foundations and the starter to play."""
        if not isinstance(deal, Mapping) or set(deal) != {"starter"}:
            raise BadDeal("a deal of skybridge has one key, 'starter': the seat that begins")
        starter = deal["starter"]
        if type(starter) is not int or starter not in range(terms.players):
            raise BadDeal(f"the starter is a seat from 0 to {terms.players - 1}, not {starter!r}")
        return first_position(terms, starter)

    def hues(self, players: int) -> tuple[str, ...]:
        """Cinnabar, honey, indigo and jade: of two players, each one's first colour."""
        return ("red", "yellow", "blue", "green")[:players]


GAME = SkybridgeGame()
