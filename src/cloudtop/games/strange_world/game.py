"""Strange World Above the Clouds as one object: everything the house asks of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cloudtop.core.chance import below, shuffled
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.state import Terms
from cloudtop.games.strange_world import effects, load, prose, scene, view
from cloudtop.games.strange_world.bot import JUDGE
from cloudtop.games.strange_world.fast import BIT, CARDS, FACES
from cloudtop.games.strange_world.moves import MOVES, Move, read
from cloudtop.games.strange_world.pieces import BOX, HAND, PILES, ROUNDS, TRAVELLERS
from cloudtop.games.strange_world.rules import RULEBOOK
from cloudtop.games.strange_world.score import highest
from cloudtop.games.strange_world.state import StrangeWorld, laid_out
from cloudtop.games.strange_world.view import Facts, Position

WIDEST = 13
"""No shape within four by four has more cells around it where a card may go."""


class StrangeWorldGame(Game[StrangeWorld, Facts, Position, Move]):
    """Build a world of sixteen cards out of what you keep and what your neighbours pass on."""

    name = "strange-world"
    rules_version = 1
    player_counts = (1, 2, 3, 4)
    options = (Option("portal_adjacency", "all", ("all", "sideways")),)
    rule_ids = (
        "world",
        "deal",
        "sun",
        "draft",
        "lay",
        "lay-adjacent",
        "lay-square",
        "desolation",
        "water-apart",
        "wind-row",
        "portal-once",
        "volcano-target",
        "portal",
        "traveller",
        "traveller-side",
        "traveller-bounds",
        "traveller-slot",
        "eruption",
        "dark-city",
        "end",
        "tie",
        "score-mountains",
        "score-volcano",
        "score-water",
        "score-animals",
        "score-wind",
        "score-cities",
        "score-travellers",
        "solo",
        "solo-scale",
        "options",
    )
    moves = MOVES
    rulebook = RULEBOOK
    position_type = Position
    judge = JUDGE

    facts = staticmethod(view.facts)
    position = staticmethod(view.position)
    restore = staticmethod(load.restore)
    read = staticmethod(read)
    say_move = staticmethod(prose.say_move)
    say_score = staticmethod(prose.say_score)
    say_board = staticmethod(prose.say_board)
    touched = staticmethod(scene.touched)
    draw = staticmethod(scene.draw)
    sprites = staticmethod(scene.sprites)
    paints = staticmethod(scene.paints)
    scene = staticmethod(scene.scene)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """A volcano raises two questions at most, and so do two portal cards; alone one never holds three cards."""
        deck = BOX.deck(players)
        lays = ROUNDS * HAND * players
        questions = sum(2 * card.volcano + card.portal for card in deck)
        draft = 2 * ROUNDS * players + ROUNDS * (players > 2) if players > 1 else ROUNDS
        hand = HAND if players > 1 else HAND - 1
        return Bounds(moves=lays + draft + questions, legal=hand * WIDEST, lowest=0, highest=highest(players))

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Start cards by seat and the land cards in the order they are dealt; then the Sun, or what solo needs."""
        starts = shuffled(rng, BOX.start)[: terms.players]
        deck = shuffled(rng, map(str, BOX.deck(terms.players)))
        if terms.players > 1:
            return {"starts": starts, "deck": deck, "sun": below(rng, terms.players)}
        piles = [deck[i : i + HAND] for i in range(0, len(deck), HAND)]
        return {"starts": starts, "piles": piles, "travellers": shuffled(rng, TRAVELLERS)[: BOX.on_offer(1)]}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> StrangeWorld:
        """A start card in front of everybody, and the first decision."""
        alone = terms.players == 1
        keys = ("starts", "piles", "travellers") if alone else ("starts", "deck", "sun")
        if not isinstance(deal, Mapping) or set(deal) != set(keys):
            raise BadDeal(f"a deal of strange-world for {terms.players} has the keys {', '.join(keys)}")
        cards = [str(card) for card in BOX.deck(terms.players)]
        starts = drawn_from(deal["starts"], BOX.start, terms.players, "start cards")
        deck = drawn_from(flattened(deal["piles"]) if alone else deal["deck"], cards, len(cards), "land cards")
        offer = drawn_from(deal["travellers"], TRAVELLERS, BOX.on_offer(1), "travellers") if alone else TRAVELLERS
        sun = -1 if alone else deal["sun"]
        if not alone and (type(sun) is not int or sun not in range(terms.players)):
            raise BadDeal(f"'sun' is a seat from 0 to {terms.players - 1}, not {sun!r}")
        faces = [str(card) for card in CARDS]
        state = laid_out(
            terms,
            starts=[faces.index(card, FACES) for card in starts],
            deck=[faces.index(card) for card in deck],
            sun=sun,
            travellers=sum(BIT[TRAVELLERS.index(name)] for name in offer),
        )
        if not alone:
            effects.sun(state)
        return state


def flattened(piles: object) -> object:
    """The cards of seven piles of three, one after the other."""
    if not isinstance(piles, list) or [len(pile) if isinstance(pile, list) else 0 for pile in piles] != [HAND] * PILES:
        raise BadDeal("'piles' is a list of seven piles of three cards, each from the top")
    return [card for pile in piles for card in pile]


def drawn_from(given: object, box: Sequence[str], count: int, what: str) -> list[str]:
    """So many of the things in the box, each as often as it is there at most."""
    if not isinstance(given, list) or len(given) != count or not all(isinstance(name, str) for name in given):
        raise BadDeal(f"expected a list of {count} {what}")
    extra = Counter(given) - Counter(box)
    if extra:
        raise BadDeal(f"{next(iter(extra))!r} is not there, or not as often, among the {what}")
    return [str(name) for name in given]


GAME = StrangeWorldGame()
