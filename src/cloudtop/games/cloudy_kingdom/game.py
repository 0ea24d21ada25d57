"""Cloudy Kingdom as one object: everything the house asks of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

from cloudtop.core.chance import below, pick, shuffled
from cloudtop.core.errors import BadOption, BadPieces
from cloudtop.core.game import Bounds, Game, Option, Value, written
from cloudtop.core.moves import Moves
from cloudtop.core.scene import Part, Staging
from cloudtop.core.state import ScoreLine, Terms
from cloudtop.core.teller import About, Deed, Sign, Thing, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom import load, prose, rules, scene, telling, view
from cloudtop.games.cloudy_kingdom.bot import JUDGE
from cloudtop.games.cloudy_kingdom.fast import Tables, widest
from cloudtop.games.cloudy_kingdom.moves import BOOK, MOVES, Book, Lay, Move, Reader
from cloudtop.games.cloudy_kingdom.pieces import (
    BOX,
    BY_SEAT,
    EACH,
    PRINTED,
    Box,
    Magic,
    Side,
    layout_at,
    made_box,
    whole_box,
)
from cloudtop.games.cloudy_kingdom.rules import RULEBOOK, arrangements, rulebook
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.games.cloudy_kingdom.view import Facts, Position

if TYPE_CHECKING:
    from cloudtop.core.observe import Observer

COUNTS = (2, 3, 4)
CERTAINTY = {
    **dict.fromkeys(("layout", "families", "hand", "turn", "route-empty", "route-cross"), "text"),
    **dict.fromkeys(("magic-once", "magic-no-win", "magic-cut", "magic-inspiration", "magic-fire"), "text"),
    **dict.fromkeys(("magic-dead-end", "magic-quick", "magic-green", "magic-turn"), "text"),
    **dict.fromkeys(("magic-replant", "magic-possible"), "ours"),
    **dict.fromkeys(("win", "win-diagonal", "win-active-first", "win-magic-other", "win-delayed"), "text"),
    **dict.fromkeys(("deck-out", "options", "custom-magic"), "text"),
    "stuck": "ours",
}
"""Where each rule comes from: the rulebook's text, or our reading where it is silent; docs/games tells what is ours."""
CHOICES = tuple("".join(order) for players in COUNTS for order in permutations(BOX.in_play(players), players))
"""All that players can agree on about their families: letters in the order of the seats."""


class Families(Option):
    """Who plays which family; a box has always the same ones."""

    def read(self, given: object) -> Value:
        """The letters that were given, or `by-seat`; anything else is refused by the rule and not by a long list."""
        if given not in self.values:
            raise no_families(given, ", ".join(BOX.letters))
        return super().read(given)


def no_families(given: object, letters: str) -> BadOption:
    """The answer to letters that cannot be played."""
    return BadOption(
        f"cloudy-kingdom/families: option families is {BY_SEAT}, or for each seat the letter of another family out of "
        f"{letters}, not {given!r}"
    )


class CloudyKingdomGame(Game[CloudyKingdom, View[Facts], Position, Move]):
    """Grow beanstalk roads between your castles, and mind whose castles they join."""

    name = "cloudy-kingdom"
    rules_version = 1
    player_counts = COUNTS
    options = (
        Option("magic", "first-game", ("first-game", "random", "choose")),
        Option("layout", "fixed", ("fixed", "random")),
        Families("families", BY_SEAT, (BY_SEAT, *CHOICES)),
    )
    next_option: Mapping[str, tuple[Value, Value]] = {"magic": ("first-game", "random")}
    """Whoever has finished a first game is offered the normal one."""
    rule_ids = (
        "layout",
        "families",
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
    certainty: Mapping[str, str] = CERTAINTY
    position_type = Position
    judge = JUDGE
    facts = staticmethod(view.facts)
    facts_beside = staticmethod(view.facts_beside)
    position = staticmethod(view.position)
    say_score = staticmethod(prose.say_score)
    paints = staticmethod(scene.paints)
    step = staticmethod(telling.step)
    progress = staticmethod(telling.progress)
    used = staticmethod(telling.used)

    def __init__(self, box: Box = BOX) -> None:
        for size, castles in box.layouts.items():
            wrong = load.why_no_castles(castles, box.letters[:size])
            if wrong is not None:
                raise BadPieces(
                    f"cloudy-kingdom pieces: the layout of {size} castles a side: {wrong}", *layout_at(size)
                )
        for route in box.routes:
            if route.name in scene.reserved_names():
                raise BadPieces(f"route card {route.name}: this name is taken already", "routes", route.name)
        book = BOOK if box is BOX else Book(box)
        self.box = box
        self.tables = Tables(book)
        self.reader = Reader(book)
        self.moves = MOVES if box is BOX else Moves(book.values)
        self.rulebook = RULEBOOK if box is BOX else rulebook(box)
        self.spoken: dict[str, Words] = {}

    # ------------------------------------------------------------------ boxes of a table's own

    def boxed(self, box: Mapping[str, Any]) -> CloudyKingdomGame:
        """The same game with another box: all of `pieces.toml`, or tables `magic` alone, added to the printed box.

        Magic of a table's own is offered with the option `magic = choose`.
        """
        whole = whole_box(box)
        if whole == PRINTED:
            return GAME
        game = CloudyKingdomGame(made_box(whole))
        game.box_data = whole
        return game

    # ------------------------------------------------------------------ options

    def check_terms(self, players: int, options: Mapping[str, Value]) -> None:
        """Refuse families that do not fit the number of players."""
        chosen, in_play = str(options["families"]), self.box.in_play(players)
        if rules.families(self.box.seated(players, chosen), in_play, players):
            raise no_families(chosen, f"{', '.join(in_play)} with {players} players")

    def option_values(self, option: Option, players: int) -> tuple[Value, ...]:
        """Families among which so many players have a choice; of the other options all values."""
        if option.name != "families":
            return option.values
        return tuple(value for value in option.values if value == BY_SEAT or len(str(value)) == players)

    def say_option(self, option: Option, value: Value, words: Words) -> str:
        """A value of an option; chosen families by their names in the order of the seats."""
        if option.name == "families" and value != BY_SEAT:
            return prose.say_families(self.box, str(value), words)
        return words(f"option.{option.name}.{written(value)}")

    # ------------------------------------------------------------------ the deal

    def observer(self, terms: Terms) -> Observer:
        """Who writes what a seat knows as a row of numbers; it needs the extra `lab`."""
        from cloudtop.games.cloudy_kingdom.observe import CloudyKingdomObserver

        return CloudyKingdomObserver(self.tables, terms)

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """At most every route card is laid and every magic card is played; a winner scores one point."""
        costs = sorted(decisions(magic, players) for magic in self.box.magic)
        held = max(magic.holds(step) for magic in self.box.magic for step in range(len(magic.steps) + 1))
        wide = most_lays(self.box.size(players))
        legal = max(held * wide, wide + EACH)
        if options["magic"] == "choose":
            legal = max(legal, len(self.tables.book.threes))
        return Bounds(moves=len(self.box.deck) + players * (1 + sum(costs[-EACH:])), legal=legal, lowest=0, highest=1)

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The castles, the magic, the stack from its top, and who starts."""
        deal: dict[str, Any] = {}
        if terms.options["layout"] == "random":
            families = self.box.in_play(terms.players)
            castles = pick(rng, all_arrangements(families))
            renamed = str.maketrans(families, "".join(shuffled(rng, families)))
            deal["castles"] = {side: letters.translate(renamed) for side, letters in castles.items()}
        if terms.options["magic"] == "random":
            order = self.box.cards.index
            deal["magic"] = [pick(rng, sides) for sides in sorted(shuffled(rng, self.box.cards)[:EACH], key=order)]
        deal["stack"] = shuffled(rng, self.box.deck)
        deal["starter"] = below(rng, terms.players)
        return deal

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> CloudyKingdom:
        """An empty field, one card each from the top of the stack, and the starter to play."""
        return load.begin(terms, self.tables, deal)

    def restore(self, terms: Terms, position: Position) -> CloudyKingdom:
        """The state of a written position."""
        return load.restore(terms, self.tables, position)

    # ------------------------------------------------------------------ what depends on the box

    def read(self, state: CloudyKingdom, seat: int, text: str) -> Sequence[Move]:
        """The moves a text can mean, those with cards the seat holds first."""
        held = view.codes(state, state.held(seat))
        return sorted(self.reader.read(text), key=lambda move: not (isinstance(move, Lay) and move.card in held))

    def words(self, language: str = "en") -> Words:
        """The game's own words, with the names of cards that a table made."""
        if language in self.spoken:
            return self.spoken[language]
        words = super().words(language)
        titles = {f"magic.{side.name}": title(side, language) for side in self.box.magic}
        titles |= {f"design.{route.name}": route.name.replace("-", " ") for route in self.box.routes}
        new = {key: text for key, text in titles.items() if key not in words}
        self.spoken[language] = Words(language, {**words.texts, **new}) if new else words
        return self.spoken[language]

    def say_move(self, move: Move, words: Words) -> str:
        """A move as a phrase."""
        return prose.say_move(self.box, move, words)

    def say_board(self, view: View[Facts], words: Words) -> str:
        """The field, the castles, the hands and the magic as text."""
        return prose.say_board(self.box, view, words)

    def touched(self, view: View[Facts], move: Move) -> tuple[str, ...]:
        """A card, a cell and a way to turn it, or a magic card, a pile, an answer."""
        return scene.touched(self.tables, view, move)

    def draw(self, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
        """The field above the clouds."""
        return scene.draw(self.tables, view, words, theme, staging)

    def parts(self, view: View[Facts], words: Words, staging: Staging[Move]) -> Sequence[Part]:
        """The field, the magic to choose from, one's own cards, the other players, the piles."""
        return scene.parts(self.tables, view, words, staging)

    def sprites(self) -> str:
        """The cards and castles, drawn once."""
        return scene.sprites(self.box)

    def hues(self, players: int, options: Mapping[str, Value] | None = None) -> tuple[str, ...]:
        """The families' colours, as they come or, where the options are known, as they were chosen."""
        chosen = str((options or {}).get("families", BY_SEAT))
        return tuple(self.box.family(letter) for letter in self.box.seated(players, chosen))

    # ------------------------------------------------------------------ what is told

    def steps(self, view: View[Facts]) -> tuple[str, ...]:
        """Lay a card; or what the magic under way asks for."""
        return telling.steps(self.tables, view)

    def ask(self, view: View[Facts], words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
        """What a tap would do next."""
        return telling.ask(self.tables, view, words, targets, chosen)

    def tell(self, before: CloudyKingdom, seat: int, move: Move, after: CloudyKingdom, words: Words) -> Deed:
        """A move, where it is seen, and what follows from it."""
        return telling.tell(self.tables, before, seat, move, after, words)

    def where(self, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
        """The road that has won."""
        return telling.where(self.box, view, seat, line)

    def say_thing(self, thing: Thing, words: Words) -> str:
        """What a thing is called."""
        return telling.say_thing(self.box, thing, words)

    def about(self, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
        """A card, a castle, a space, a road or a pile, seen close."""
        return telling.about(self.tables, view, words, panel, item)

    def signs(self, players: int, options: Mapping[str, Any], seat: int, words: Words) -> Sequence[Sign]:
        """The family that a seat plays."""
        return telling.signs(self.box, players, options, seat, words)

    def trace(self, view: View[Facts]) -> tuple[str, tuple[str, ...]]:
        """The road that has won, from castle to castle."""
        return telling.trace(self.box, view)


@cache
def most_lays(size: int) -> int:
    """The most ways to lay one card, whatever its design."""
    return widest(GAME.tables, size)


@cache
def all_arrangements(families: str) -> list[dict[Side, str]]:
    """The castles that a random layout is drawn from, up to the names of the families."""
    return arrangements(families)


def title(side: Magic, language: str) -> str:
    """The name of a magic card that a table wrote."""
    return side.titles.get(language) or side.titles.get("en") or side.name.replace("-", " ")


def decisions(magic: Magic, players: int) -> int:
    """How many decisions a magic card can add to a game, besides the laying of cards that were dealt."""
    verbs = [step.verb for step in magic.steps]
    asked = (players - 1) * verbs.count("swap")
    return 1 + asked + sum(verb in ("cut", "turn", "lay", "discard", "take") for verb in verbs)


GAME = CloudyKingdomGame()
