"""Strange World Above the Clouds as one object: everything the house asks of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from cloudtop.core.chance import below, shuffled
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.scene import Scene
from cloudtop.core.state import ScoreLine, State, Terms
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import notation, prose, restore, scene, view
from cloudtop.games.strange_world.art import PALETTE
from cloudtop.games.strange_world.board import (
    BIT,
    CARDS,
    ERUPT_MOVES,
    FACES,
    FOUND_MOVES,
    GUESTS,
    HAND,
    JOIN_MOVES,
    LAND,
    LAY_MOVES,
    MOVES,
    PILES,
    ROUNDS,
)
from cloudtop.games.strange_world.pieces import BOX, TRAVELLERS
from cloudtop.games.strange_world.rules import StrangeWorld, first_position
from cloudtop.games.strange_world.rules_course import ERUPT, FOUND, JOIN
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.sheet import sheet

SOLO_TRAVELLERS = 3
WIDEST = 13
"""No shape within four by four has more cells around it where a card may go."""
HIGHEST = 300
"""More than all lines of the score sheet at their best together."""


class StrangeWorldGame(Game):
    """Build a world of sixteen cards out of what you keep and what your neighbours pass on."""

    name = "strange-world"
    rules_version = 1
    player_counts = (1, 2, 3, 4)
    options = (Option("portal_adjacency", "all", ("all", "sideways")),)
    actions = MOVES
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

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """A volcano raises two questions at most, and so do two portal cards; alone one never holds three cards."""
        deck = BOX.deck(players)
        lays = ROUNDS * HAND * players
        questions = 2 * sum(card[0] == "V" for card in deck) + sum(card[0] == "P" for card in deck)
        draft = 2 * ROUNDS * players + ROUNDS * (players > 2) if players > 1 else ROUNDS
        hand = HAND if players > 1 else HAND - 1
        return Bounds(moves=lays + draft + questions, legal=hand * WIDEST, lowest=0, highest=HIGHEST)

    # ------------------------------------------------------------------ the deal

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Start cards by seat and the land cards in the order they are dealt; then the Sun, or what solo needs."""
        starts = shuffled(rng, BOX.start)[: terms.players]
        deck = shuffled(rng, BOX.deck(terms.players))
        if terms.players > 1:
            return {"starts": starts, "deck": deck, "sun": below(rng, terms.players)}
        piles = [deck[i : i + HAND] for i in range(0, len(deck), HAND)]
        return {"starts": starts, "piles": piles, "travellers": shuffled(rng, TRAVELLERS)[:SOLO_TRAVELLERS]}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> State:
        """A start card in front of everybody, and the first decision."""
        alone = terms.players == 1
        keys = ("starts", "piles", "travellers") if alone else ("starts", "deck", "sun")
        if not isinstance(deal, Mapping) or set(deal) != set(keys):
            raise BadDeal(f"a deal of strange-world for {terms.players} has the keys {', '.join(keys)}")
        starts = drawn_from(deal["starts"], BOX.start, terms.players, "start cards")
        deck = drawn_from(flattened(deal["piles"]) if alone else deal["deck"], BOX.deck(terms.players), 0, "land cards")
        sun, offer = -1, BIT[GUESTS] - 1
        if alone:
            names = drawn_from(deal["travellers"], TRAVELLERS, SOLO_TRAVELLERS, "travellers")
            offer = sum(BIT[TRAVELLERS.index(name)] for name in names)
        else:
            sun = deal["sun"]
            if type(sun) is not int or sun not in range(terms.players):
                raise BadDeal(f"'sun' is a seat from 0 to {terms.players - 1}, not {sun!r}")
        faces = [LAND.index(card) for card in deck]
        return first_position(terms, [CARDS.index(card, FACES) for card in starts], faces, sun, offer)

    # ------------------------------------------------------------------ positions

    def facts(self, state: State, seat: int | None) -> dict[str, Any]:
        """What lies open, the seat's own cards, and what it remembers of this round."""
        assert isinstance(state, StrangeWorld)
        return view.facts(state, seat)

    def position(self, state: State) -> dict[str, Any]:
        """Everything, secrets included."""
        assert isinstance(state, StrangeWorld)
        return view.position(state)

    def restore(self, terms: Terms, position: Mapping[str, Any]) -> State:
        """The state of a written position."""
        return restore.restored(terms, position)

    # ------------------------------------------------------------------ moves

    def text(self, action: int) -> str:
        """A move in notation, such as `Va@c4`."""
        return notation.TEXTS[action]

    def read(self, state: State, seat: int, text: str) -> Sequence[int]:
        """The moves a text can mean; a cell alone answers the question asked."""
        assert isinstance(state, StrangeWorld)
        asked = {JOIN: JOIN_MOVES, ERUPT: ERUPT_MOVES, FOUND: FOUND_MOVES}
        return notation.readings(text, state.hands[seat], asked.get(state.phase, LAY_MOVES))

    def say(self, action: int, words: Words) -> str:
        """A move as a phrase."""
        return prose.move_in_words(action, words)

    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of the score sheet is for."""
        return prose.score_in_words(line, words)

    # ------------------------------------------------------------------ words and pictures

    def board(self, view: View, words: Words) -> str:
        """The worlds, the supply and the looker's hand as text."""
        return prose.board_in_words(view, words)

    def draw(self, view: View, words: Words, theme: str, turn: int, names: Sequence[str]) -> str:
        """The worlds above the clouds."""
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
        """Worlds, hands, supply, travellers, and the piles of a solo game."""
        shown = None if ghost is None else notation.TEXTS[ghost]
        return scene.scene(view, words, turn, chosen, shown, targets, names)

    def sheet(self) -> str:
        """Lands, animals and travellers, drawn once."""
        return sheet(scene.sprites(), [PALETTE])

    def stylesheet(self) -> str:
        """Isles and clouds by day and at dusk."""
        return stylesheet([PALETTE])

    def targets(self, view: View, action: int) -> tuple[str, ...]:
        """A card of the hand and a cell, the cards to pass on, or what a question offers."""
        return scene.touched(view, action)


def flattened(piles: object) -> object:
    """The cards of seven piles of three, one after the other."""
    if not isinstance(piles, list) or [len(pile) if isinstance(pile, list) else 0 for pile in piles] != [HAND] * PILES:
        raise BadDeal("'piles' is a list of seven piles of three cards, each from the top")
    return [card for pile in piles for card in pile]


def drawn_from(given: object, box: Sequence[str], count: int, what: str) -> list[str]:
    """So many of the things in the box, each as often as it is there; with a count of 0, all of them."""
    size = count or len(box)
    if not isinstance(given, list) or len(given) != size or not all(isinstance(name, str) for name in given):
        raise BadDeal(f"expected a list of {size} {what}")
    extra = Counter(given) - Counter(box)
    if extra:
        raise BadDeal(f"{next(iter(extra))!r} is not there, or not as often, among the {what}")
    return [str(name) for name in given]


GAME = StrangeWorldGame()
