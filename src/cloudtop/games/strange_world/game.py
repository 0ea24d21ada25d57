"""Strange World Above the Clouds as one object: everything the house asks of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from msgspec import structs

from cloudtop.core.chance import below, shuffled
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.scene import Part, Staging
from cloudtop.core.state import ScoreLine, Terms
from cloudtop.core.teller import About, Rung, Where
from cloudtop.core.view import View, plain
from cloudtop.core.words import Words
from cloudtop.games.strange_world import effects, load, prose, scene, telling, view
from cloudtop.games.strange_world.bot import JUDGE
from cloudtop.games.strange_world.fast import BIT, Kit
from cloudtop.games.strange_world.moves import Move, read
from cloudtop.games.strange_world.pieces import HAND, PRINTED, ROUNDS, TRAVELLERS, Box, box_of
from cloudtop.games.strange_world.rules import RULEBOOK
from cloudtop.games.strange_world.score import highest
from cloudtop.games.strange_world.state import StrangeWorld, laid_out
from cloudtop.games.strange_world.view import Facts, Position

if TYPE_CHECKING:
    from cloudtop.core.observe import Observer

WIDEST = 13
"""No shape within four by four has more cells around it where a card may go."""
PLACES = 4
"""No traveller has more places to choose from: two sides, and the row above or below."""

Certainty = Literal["text", "source", "ours"]
CERTAINTY: dict[str, Certainty] = {
    "world": "text",
    "deal": "text",
    "sun": "text",
    "draft": "text",
    "lay": "text",
    "lay-adjacent": "text",
    "lay-square": "text",
    "desolation": "text",
    "water-apart": "text",
    "wind-row": "text",
    "portal-once": "ours",
    "portal-avoid": "text",
    "volcano-target": "text",
    "portal": "text",
    "traveller": "text",
    "traveller-side": "text",
    "traveller-bounds": "text",
    "traveller-slot": "text",
    "eruption": "text",
    "dark-city": "text",
    "end": "text",
    "tie": "ours",
    "score-mountains": "source",
    "score-volcano": "ours",
    "score-water": "ours",
    "score-animals": "source",
    "score-wind": "ours",
    "score-cities": "text",
    "score-travellers": "source",
    "solo": "text",
    "solo-scale": "text",
    "options": "ours",
}
"""Every rule, in the order of the guide, and where it comes from: the rulebook's text, public descriptions of the
game, or us, where both leave it open. Where only a part of a rule is ours, the documentation says which."""


class StrangeWorldGame(Game[StrangeWorld, View[Facts], Position, Move]):
    """Build a world of sixteen cards out of what you keep and what your neighbours pass on."""

    name = "strange-world"
    rules_version = 2
    player_counts = (1, 2, 3, 4)
    options = (
        Option("portal_adjacency", "all", ("all", "sideways")),
        Option("portal_waste", "avoid", ("avoid", "free"), since=2, before="free"),
    )
    rule_ids = tuple(CERTAINTY)
    certainty = CERTAINTY
    rulebook = RULEBOOK
    position_type = Position
    judge = JUDGE

    facts = staticmethod(view.facts)
    facts_beside = staticmethod(view.facts_beside)
    position = staticmethod(view.position)
    read = staticmethod(read)
    say_move = staticmethod(prose.say_move)
    say_score = staticmethod(prose.say_score)
    touched = staticmethod(scene.touched)
    touching = staticmethod(scene.touching)
    paints = staticmethod(scene.paints)
    steps = staticmethod(telling.steps)
    step = staticmethod(telling.step)
    ask = staticmethod(telling.ask)
    progress = staticmethod(telling.progress)
    used = staticmethod(telling.used)
    scored = staticmethod(telling.scored)
    say_thing = staticmethod(telling.say_thing)
    tell = staticmethod(telling.tell)

    def __init__(self, box: Box, data: Mapping[str, Any] | None = None) -> None:
        """Take the box it is played with and, unless that is the printed one, its plain data."""
        self.box = box
        self.kit = Kit(box)
        self.moves = self.kit.moves
        self.box_data = data

    def boxed(self, box: Mapping[str, Any]) -> StrangeWorldGame:
        """The same game with other cards, wishes and values."""
        found = box_of(box)
        return GAME if same(found, PRINTED) else StrangeWorldGame(found, plain(box))

    def observer(self, terms: Terms) -> Observer:
        """Who writes what a seat knows as a row of numbers; it needs the extra `lab`."""
        from cloudtop.games.strange_world.observe import StrangeWorldObserver

        return StrangeWorldObserver(self.kit, terms)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """A volcano raises two questions at most, and so do two portal cards; alone one never holds three cards."""
        deck = self.box.deck(players)
        lays = ROUNDS * HAND * players
        questions = sum(2 * card.volcano + card.portal for card in deck)
        questions += sum(card.portal for card in self.box.starts)
        draft = 2 * ROUNDS * players + ROUNDS * (players > 2) if players > 1 else ROUNDS
        hand = HAND if players > 1 else HAND - 1
        welcomes = PLACES * self.box.on_offer(players) + 1
        legal = max(hand * WIDEST, welcomes, self.box.piles)
        return Bounds(moves=lays + draft + questions, legal=legal, lowest=0, highest=highest(self.kit, players))

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Start cards by seat and the land cards in the order they are dealt; then the Sun, or what solo needs."""
        box = self.box
        starts = shuffled(rng, box.start)[: terms.players]
        deck = shuffled(rng, map(str, box.deck(terms.players)))
        if terms.players > 1:
            return {"starts": starts, "deck": deck, "sun": below(rng, terms.players)}
        piles = [deck[i : i + HAND] for i in range(0, len(deck), HAND)]
        return {"starts": starts, "piles": piles, "travellers": shuffled(rng, TRAVELLERS)[: box.on_offer(1)]}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> StrangeWorld:
        """A start card in front of everybody, and the first decision."""
        box, kit, alone = self.box, self.kit, terms.players == 1
        keys = ("starts", "piles", "travellers") if alone else ("starts", "deck", "sun")
        if not isinstance(deal, Mapping) or set(deal) != set(keys):
            raise BadDeal(f"a deal of strange-world for {terms.players} has the keys {', '.join(keys)}")
        cards = [str(card) for card in box.deck(terms.players)]
        starts = drawn_from(deal["starts"], box.start, terms.players, "start cards")
        land = flattened(deal["piles"], box.piles) if alone else deal["deck"]
        deck = drawn_from(land, cards, len(cards), "land cards")
        offer = drawn_from(deal["travellers"], TRAVELLERS, box.on_offer(1), "travellers") if alone else TRAVELLERS
        sun = -1 if alone else terms.dealt_seat("sun", deal["sun"])
        faces = [str(card) for card in kit.cards]
        state = laid_out(
            terms,
            kit,
            starts=[faces.index(card, kit.faces) for card in starts],
            deck=[faces.index(card) for card in deck],
            sun=sun,
            travellers=sum(BIT[TRAVELLERS.index(name)] for name in offer),
        )
        if not alone:
            effects.sun(state)
        return state

    def restore(self, terms: Terms, position: Position) -> StrangeWorld:
        """The state of a written position."""
        return load.restore(terms, self.kit, position)

    def say_board(self, view: View[Facts], words: Words) -> str:
        """The table as text."""
        return prose.say_board(self.kit, view, words)

    def draw(self, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
        """A view as a complete SVG picture."""
        return scene.draw(self.kit, view, words, theme, staging)

    def parts(self, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
        """What a view shows."""
        return scene.parts(self.kit, view, words, staging)

    def where(self, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
        """Where a line of a seat's score sheet comes from."""
        return telling.where(self.kit, view, seat, line)

    def about(self, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
        """A card, a token or a traveller, seen close."""
        return telling.about(self.kit, view, words, panel, item)

    def scale(self, players: int, options: Mapping[str, Any], words: Words) -> Sequence[Rung]:
        """The verdicts on a game alone."""
        return telling.scale(self.box, players, words)

    def sprites(self) -> str:
        """Lands, animals and travellers of this box."""
        return scene.sprites(self.box)


def same(box: Box, other: Box) -> bool:
    """Whether two boxes hold the same, whatever is said of their totals."""
    return structs.replace(box, totals={}) == structs.replace(other, totals={})


def flattened(piles: object, count: int) -> object:
    """The cards of so many piles of three, one after the other."""
    if not isinstance(piles, list) or [len(pile) if isinstance(pile, list) else 0 for pile in piles] != [HAND] * count:
        raise BadDeal(f"'piles' is a list of {count} piles of three cards, each from the top")
    return [card for pile in piles for card in pile]


def drawn_from(given: object, box: Sequence[str], count: int, what: str) -> list[str]:
    """So many of the things in the box, each as often as it is there at most."""
    if not isinstance(given, list) or len(given) != count or not all(isinstance(name, str) for name in given):
        raise BadDeal(f"expected a list of {count} {what}")
    extra = Counter(given) - Counter(box)
    if extra:
        raise BadDeal(f"{next(iter(extra))!r} is not there, or not as often, among the {what}")
    return [str(name) for name in given]


GAME = StrangeWorldGame(PRINTED)
