"""Cloudy Kingdom as one object: everything the house asks of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from cloudtop.core.chance import below, pick, shuffled
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.scene import Scene
from cloudtop.core.state import ScoreLine, State, Terms
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom import prose, scene, view
from cloudtop.games.cloudy_kingdom.art import PALETTE
from cloudtop.games.cloudy_kingdom.board import LAY, PRINTED, Book
from cloudtop.games.cloudy_kingdom.notation import Notation
from cloudtop.games.cloudy_kingdom.pieces import BOX, FAMILIES, SIDES, arrangements, why_no_layout
from cloudtop.games.cloudy_kingdom.rules import CloudyKingdom, first_position
from cloudtop.games.cloudy_kingdom.written import restored
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.sheet import sheet

WIDEST = {2: 30, 3: 30, 4: 54}
"""The most ways to lay one card, by number of players."""


@cache
def all_arrangements(size: int) -> list[dict[str, str]]:
    """The castles that a random layout is drawn from, up to the names of the families."""
    return arrangements(FAMILIES[:size])


class CloudyKingdomGame(Game):
    """Grow beanstalk roads between your castles, and mind whose castles they join."""

    name = "cloudy-kingdom"
    rules_version = 1
    player_counts = (2, 3, 4)
    options = (
        Option("magic", "first-game", ("first-game", "random", "choose")),
        Option("layout", "fixed", ("fixed", "random")),
    )
    rule_ids = (
        "layout",
        "hand",
        "turn",
        "route-empty",
        "route-cross",
        "magic-once",
        "magic-no-win",
        "magic-cut",
        "magic-inspiration",
        "magic-fire",
        "magic-dead-end",
        "magic-quick",
        "magic-green",
        "magic-replant",
        "magic-turn",
        "magic-possible",
        "win",
        "win-diagonal",
        "win-active-first",
        "win-magic-other",
        "win-delayed",
        "deck-out",
        "stuck",
        "options",
        "custom-magic",
    )

    def __init__(self, book: Book = PRINTED) -> None:
        self.book = book
        self.actions = len(book.kind)
        self.notation = Notation(book)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """At most every route card is laid and every magic card is played; a winner scores one point."""
        cards = sum(route.copies for route in BOX.routes)
        costs = sorted(decisions(self.book, magic, players) for magic in range(len(self.book.magic)))
        held = max(most_held(self.book, magic) for magic in range(len(self.book.magic)))
        legal = max(held * WIDEST[players], WIDEST[players] + 3)
        if options["magic"] == "choose":
            legal = max(legal, len(self.book.picks))
        return Bounds(moves=cards + players * (1 + sum(costs[-3:])), legal=legal, lowest=0, highest=1)

    # ------------------------------------------------------------------ the deal

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The castles, the magic, the stack from its top, and who starts."""
        deal: dict[str, Any] = {}
        if terms.options["layout"] == "random":
            size = 4 if terms.players == 4 else 3
            castles = pick(rng, all_arrangements(size))
            names = shuffled(rng, FAMILIES[:size])
            renamed = str.maketrans(FAMILIES[:size], "".join(names))
            deal["castles"] = {side: castles[side].translate(renamed) for side in SIDES}
        if terms.options["magic"] == "random":
            cards = sorted(shuffled(rng, BOX.cards)[:3])
            deal["magic"] = [self.book.magic[pick(rng, sides)].name for sides in cards]
        deck = [route.code for route in BOX.routes for _ in range(route.copies)]
        deal["stack"] = shuffled(rng, deck)
        deal["starter"] = below(rng, terms.players)
        return deal

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> State:
        """An empty field, one card each from the top of the stack, and the starter to play."""
        keys = {"stack", "starter"}
        keys |= {"castles"} if terms.options["layout"] == "random" else set()
        keys |= {"magic"} if terms.options["magic"] == "random" else set()
        if not isinstance(deal, Mapping) or set(deal) != keys:
            raise BadDeal(f"a deal of cloudy-kingdom with these options has the keys {', '.join(sorted(keys))}")
        starter = deal["starter"]
        if type(starter) is not int or starter not in range(terms.players):
            raise BadDeal(f"the starter is a seat from 0 to {terms.players - 1}, not {starter!r}")
        castles = view.castle_bits(self.dealt_castles(terms, deal))
        deck = self.dealt_stack(deal["stack"])
        return first_position(terms, self.book, castles, deck, starter, self.dealt_magic(terms, deal))

    def dealt_castles(self, terms: Terms, deal: Mapping[str, Any]) -> Mapping[str, str]:
        """The castles of a deal, or the fixed ones."""
        size = 4 if terms.players == 4 else 3
        if terms.options["layout"] == "fixed":
            return BOX.layouts[size]
        wrong = why_no_layout(deal["castles"], FAMILIES[:size])
        if wrong is not None:
            raise BadDeal(f"the castles of a deal: {wrong}")
        return dict(deal["castles"])

    def dealt_stack(self, given: object) -> list[int]:
        """The designs of the stack, the top first."""
        codes = self.book.codes[: self.book.routes]
        deck = sorted(route.code for route in BOX.routes for _ in range(route.copies))
        if not isinstance(given, list) or sorted(str(code) for code in given) != deck:
            raise BadDeal(f"the stack of a deal has every route card of the box, {len(deck)} in all, the top first")
        return [codes.index(code) for code in given]

    def dealt_magic(self, terms: Terms, deal: Mapping[str, Any]) -> list[int]:
        """The magic that everybody gets; none where it is chosen."""
        if terms.options["magic"] == "choose":
            return []
        if terms.options["magic"] == "first-game":
            return sorted(BOX.first_game)
        names = [side.name for side in BOX.magic]
        given = deal["magic"]
        known = isinstance(given, list) and all(name in names for name in given)
        sides = sorted(names.index(name) for name in given) if known else []
        if sides not in PRINTED.picks:
            raise BadDeal(f"the magic of a deal is three different magic cards, one side of each, not {given!r}")
        return sides

    # ------------------------------------------------------------------ views and positions

    def facts(self, state: State, seat: int | None) -> dict[str, Any]:
        """Everything but the stack, the other hands and choices not yet shown."""
        assert isinstance(state, CloudyKingdom)
        return view.facts(state, seat, self.notation)

    def position(self, state: State) -> dict[str, Any]:
        """The whole position."""
        assert isinstance(state, CloudyKingdom)
        return view.position(state, self.notation)

    def restore(self, terms: Terms, position: Mapping[str, Any]) -> State:
        """The state of a written position."""
        return restored(terms, self.book, self.notation, position)

    # ------------------------------------------------------------------ notation and words

    def text(self, action: int) -> str:
        """A move in notation, such as `t@b2n`."""
        return self.notation.texts[action]

    def read(self, state: State, seat: int, text: str) -> Sequence[int]:
        """The moves a text can mean, those with cards the seat holds first."""
        assert isinstance(state, CloudyKingdom)
        held = [self.book.codes[card] for card in state.held(seat)]
        found = self.notation.readings(text)
        return sorted(found, key=lambda move: not self.text(move).startswith(tuple(f"{code}@" for code in held)))

    def words(self, language: str = "en") -> Words:
        """The game's own words, with the names of magic cards that a table wrote."""
        words = super().words(language)
        titles = {
            f"magic.{side.name}": side.titles.get(language) or side.titles.get("en") or side.name.replace("-", " ")
            for side in self.book.magic[self.book.printed :]
        }
        return Words(language, {**words.texts, **titles}) if titles else words

    def say(self, action: int, words: Words) -> str:
        """A move as a phrase."""
        return prose.move_in_words(self.book, self.notation, action, words)

    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of the score sheet is for."""
        return words(line.key)

    def board(self, view: View, words: Words) -> str:
        """The field, the castles, the hands and the magic as text."""
        return prose.board_in_words(view, words)

    def draw(self, view: View, words: Words, theme: str, turn: int, names: Sequence[str]) -> str:
        """The field above the clouds."""
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
        """The field, the players, the piles, and the magic to choose from."""
        laid = ghost is not None and self.book.kind[ghost] == LAY
        shown = self.text(ghost) if ghost is not None and laid else None
        return scene.scene(view, words, turn, chosen, shown, targets, names)

    def sheet(self) -> str:
        """The cards and castles, drawn once."""
        return sheet(scene.sprites(), [PALETTE])

    def stylesheet(self) -> str:
        """Sky, stalks and banners by day and at dusk."""
        return stylesheet([PALETTE])

    def hues(self, players: int) -> tuple[str, ...]:
        """The families' colours."""
        return tuple(BOX.families)[:players]

    def targets(self, view: View, action: int) -> tuple[str, ...]:
        """A card, a cell and a way to turn it, or a magic card, a pile, an answer."""
        return scene.targets(self.book, view, action)


def decisions(book: Book, magic: int, players: int) -> int:
    """How many decisions a magic card can add to a game, besides the laying of cards that were dealt."""
    verbs = [step.verb for step in book.magic[magic].steps]
    asked = (players - 1) * verbs.count("swap")
    return 1 + asked + sum(verb in ("cut", "turn", "lay", "discard", "take") for verb in verbs)


def most_held(book: Book, magic: int) -> int:
    """How many cards a seat can hold at once while it carries out a magic card."""
    held, most = 0, 1
    for step in book.magic[magic].steps:
        held += {"draw": 1, "take": 1, "play": -1, "discard": -1}.get(step.verb, 0)
        most = max(most, held)
    return most


GAME = CloudyKingdomGame()
