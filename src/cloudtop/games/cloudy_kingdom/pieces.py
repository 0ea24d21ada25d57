"""The castles and cards in the box, read from `pieces.toml` and checked; and boxes that a table makes its own.

A magic card is a list of steps in a small vocabulary. The printed cards and those that a table writes for itself go
through the same door.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from cloudtop.core.errors import BadPieces
from cloudtop.core.words import LANGUAGES

T = TypeVar("T")
Side = Literal["N", "E", "S", "W"]
SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
"""The sides of the field and of a cell, clockwise."""
Castles = Mapping[Side, str]
"""The families on each side: north and south from left to right, east and west from top to bottom."""
Place = Literal["anywhere", "on empty", "crosswise", "crosswise on last"]
PLACES: tuple[Place, ...] = ("anywhere", "on empty", "crosswise", "crosswise on last")
"""Where a step lays a card."""
VERBS = ("draw", "take", "discard", "swap", "play", "lay", "cut", "turn")
"""What a step does: `play` lays a card of the hand, `lay` the magic card itself."""
WORDS = {"draw": "draw", "take from discard": "take", "discard": "discard", "others may swap": "swap"}
WORDS |= {"cut": "cut", "turn": "turn", **{f"play {place}": "play" for place in PLACES}}
"""Every step as it is written, but one: to lay the card itself is `{ lay = PLACE, joins = [...], fireproof = ... }`."""
CUSTOM = "custom-magic"
"""The rule of every magic card that a table wrote."""
RULES = (
    *("magic-cut", "magic-inspiration", "magic-fire", "magic-dead-end"),
    *("magic-quick", "magic-green", "magic-replant", "magic-turn", CUSTOM),
)
"""The rules that magic cards are told in."""
EACH = 3
"""So many magic cards everybody has."""
MOST_STEPS = 12
MOST_CARDS = 8
"""A table may add so many magic cards of its own."""
FEWEST_ROUTES = 8
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
KEYWORDS = ("cut", "turn", "discard", "swap", "keep", "magic", "pick", "pass")
"""Words of the notation, which no card can have as its name."""


class Design(NamedTuple):
    """A card that can lie in the field: route cards, and magic cards that are laid themselves."""

    name: str
    code: str
    """What it is called in notation."""
    joins: tuple[str, ...]
    """What its centre joins: groups of its short ends a, b and its long sides l, r."""
    copies: int = 0
    """How many are in the stack; none of a magic card."""
    fireproof: bool = False
    """Whether nothing may be laid on it and no magic touches its stack."""

    @property
    def symmetric(self) -> bool:
        """Whether half a turn changes nothing."""
        turned = str.maketrans("ablr", "barl")
        return {frozenset(group.translate(turned)) for group in self.joins} == {frozenset(each) for each in self.joins}


class Step(NamedTuple):
    """One step: what is done, and, where a card is laid, in which places."""

    verb: str
    place: Place | Literal[""] = ""

    def __str__(self) -> str:
        text = {"take": "take from discard", "swap": "others may swap", "lay": "lay this"}.get(self.verb, self.verb)
        return f"{text} {self.place}".rstrip()


class Magic(NamedTuple):
    """One side of a magic card."""

    name: str
    rule: str
    """The rule that a move breaks which does not keep to its steps."""
    steps: tuple[Step, ...]
    laid: Design | None
    """What it is in the field, where it is laid there itself."""
    titles: Mapping[str, str]
    """Its name by language, on a card that a table wrote."""

    def draws(self, players: int, first: int = 0, asked: int | None = None) -> int:
        """How many cards the stack needs from a step on, so that every draw finds one whoever swaps before it.

        `asked` is how many are still to be asked at that first step, where it lets the others swap.
        """
        drawn, swapped, needed = 0, 0, 0
        for number, step in enumerate(self.steps[first:]):
            if step.verb == "draw":
                drawn += 1
                needed = drawn + swapped
            elif step.verb == "swap":
                swapped += asked if asked is not None and number == 0 else players - 1
        return needed

    def takes(self, first: int = 0) -> int:
        """How many cards it takes from the discard pile, from a step on."""
        return sum(step.verb == "take" for step in self.steps[first:])

    @property
    def touches(self) -> int:
        """How many cards must lie in stacks without fire, so that its cuts, turns and crosswise cards find one."""
        more, needed = 0, 0
        for step in self.steps:
            if step.verb in ("cut", "turn") or step.place == "crosswise":
                needed = max(needed, 1 - more)
            if step.verb == "cut":
                more -= 1
            elif step.verb == "play" or (step.verb == "lay" and self.laid is not None and not self.laid.fireproof):
                more += 1
            elif step.verb == "lay" and step.place.startswith("crosswise"):
                more -= 1
        return needed

    @property
    def room(self) -> Place | None:
        """Where there must be room for the first card it lays, unless that is one that may be `stuck`."""
        for step in self.steps:
            if step.place == "on empty" or step == Step("lay", "anywhere"):
                return step.place or None
            if step.verb in ("play", "lay", "cut", "turn"):
                return None
        return None

    def holds(self, step: int) -> int:
        """How many cards whoever plays it holds when a step begins."""
        change = {"draw": 1, "take": 1, "play": -1, "discard": -1}
        return sum(change.get(each.verb, 0) for each in self.steps[:step])


class Box(msgspec.Struct, frozen=True, dict=True):
    """All that is in the box."""

    families: Mapping[str, str]
    """The letter of each family, in the order of the seats."""
    layouts: Mapping[int, Castles]
    """The fixed castles, by the number of cells along a side."""
    routes: tuple[Design, ...]
    magic: tuple[Magic, ...]
    """All sides of magic cards, those that a table wrote last."""
    cards: tuple[tuple[str, str], ...]
    """The two-sided magic cards, each as the names of its sides."""
    first_game: tuple[str, ...]

    @cached_property
    def letters(self) -> str:
        """The letters of the families, in the order of the seats."""
        return "".join(self.families.values())

    @cached_property
    def printed(self) -> tuple[Magic, ...]:
        """The sides of the two-sided magic cards."""
        return tuple(side for side in self.magic if any(side.name in card for card in self.cards))

    @cached_property
    def own(self) -> tuple[Magic, ...]:
        """The magic cards that a table wrote, which have one side."""
        return self.magic[len(self.printed) :]

    @cached_property
    def designs(self) -> tuple[Design, ...]:
        """Every card that can lie in the field: route cards, then magic cards."""
        return (*self.routes, *(side.laid for side in self.magic if side.laid is not None))

    @cached_property
    def by_code(self) -> dict[str, Design]:
        """The cards that can lie in the field, by what notation calls them."""
        return {design.code: design for design in self.designs}

    @cached_property
    def by_name(self) -> dict[str, Magic]:
        """The sides of magic cards by their names."""
        return {side.name: side for side in self.magic}

    @cached_property
    def maker(self) -> dict[str, Magic]:
        """The magic cards that lie in the field themselves, by their codes."""
        return {side.laid.code: side for side in self.magic if side.laid is not None}

    @property
    def deck(self) -> list[str]:
        """Every route card, in the order of the box."""
        return [route.code for route in self.routes for _ in range(route.copies)]

    def size(self, players: int) -> int:
        """How many cells a side of the field has: three, or four where all families play."""
        return 4 if players == len(self.families) else 3


# ---------------------------------------------------------------------- as it is written


class WrittenRoute(msgspec.Struct, forbid_unknown_fields=True):
    """A route card in the file."""

    code: str
    joins: list[str]
    copies: int


class WrittenLay(msgspec.Struct, forbid_unknown_fields=True):
    """The step that lays the magic card itself."""

    lay: Place
    joins: list[str]
    fireproof: bool = False


class WrittenMagic(msgspec.Struct, forbid_unknown_fields=True):
    """A side of a magic card in the file."""

    steps: list[str | WrittenLay]
    rule: str = CUSTOM
    code: str = ""
    title: str | dict[Literal["en", "fr", "ja"], str] = {}


class WrittenCards(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The two-sided magic cards in the file."""

    sides: list[tuple[str, str]]
    first_game: list[str]


class WrittenBox(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The file."""

    families: dict[str, str]
    layouts: dict[str, dict[Side, str]]
    routes: dict[str, dict[str, Any]]
    magic_cards: WrittenCards
    magic: dict[str, dict[str, Any]]


def as_type(what: str, written: object, wanted: type[T]) -> T:
    """Plain data as a type; `BadPieces` says where it is none."""
    try:
        return msgspec.convert(written, wanted)
    except msgspec.ValidationError as error:
        raise BadPieces(f"{what}: {error}") from None


def toml(text: str) -> dict[str, Any]:
    """The tables of a file."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPieces(f"cloudy-kingdom pieces: this is no TOML: {error}") from None


def read_box(text: str) -> Box:
    """The box of a file; `BadPieces` if the game cannot be played with it."""
    return made_box(toml(text))


def own_box(text: str) -> Box:
    """The box of a table's own: a whole file like `pieces.toml`, or magic cards to be added to the usual box."""
    table = toml(text)
    if set(table) - {"magic"}:
        box = made_box(table)
        if box.families != BOX.families:
            raise BadPieces(f"cloudy-kingdom pieces: castles and banners are drawn of the families {BOX.families}")
        return box
    usual = toml(USUAL)
    cards = table.get("magic")
    if not isinstance(cards, dict) or not 1 <= len(cards) <= MOST_CARDS:
        raise BadPieces(f"magic of your own: expected 1 to {MOST_CARDS} tables [magic.NAME], or a whole box")
    for name in cards:
        if name in usual["magic"]:
            raise BadPieces(f"magic {name}: this name is taken already")
    return made_box({**usual, "magic": {**usual["magic"], **cards}})


def made_box(table: dict[str, Any]) -> Box:
    """The box that the tables of a file describe."""
    written = as_type("cloudy-kingdom pieces", table, WrittenBox)
    two_sided = [name for card in written.magic_cards.sides for name in card]
    sides = [made_magic(name, entry, name in two_sided) for name, entry in written.magic.items()]
    box = Box(
        families=written.families,
        layouts={len(castles.get("N", "")): castles for castles in written.layouts.values()},
        routes=tuple(made_route(name, entry) for name, entry in written.routes.items()),
        magic=tuple(sorted(sides, key=lambda side: side.name not in two_sided)),
        cards=tuple(written.magic_cards.sides),
        first_game=tuple(written.magic_cards.first_game),
    )
    check_castles(box)
    check_cards(box)
    check_names(box)
    return box


def made_route(name: str, entry: dict[str, Any]) -> Design:
    """One design of route cards."""
    route = as_type(f"route card {name}", entry, WrittenRoute)
    if NAME.fullmatch(name) is None or NAME.fullmatch(route.code) is None or "-" in route.code:
        raise BadPieces(f"route card {name}: its name, and its code {route.code!r}, are lower-case letters")
    if route.copies < 1:
        raise BadPieces(f"route card {name}: there is at least one copy of every route card")
    return Design(name, route.code, checked_joins(f"route card {name}", route.joins), route.copies)


def made_magic(name: str, entry: dict[str, Any], two_sided: bool) -> Magic:
    """One side of a magic card, printed or a table's own."""
    what = f"magic {name}"
    if NAME.fullmatch(name) is None or len(name) < 3:
        raise BadPieces(f"{what!r}: a name is three or more lower-case letters, with hyphens between words")
    written = as_type(what, entry, WrittenMagic)
    if not two_sided and (written.rule != CUSTOM or written.code):
        raise BadPieces(f"{what}: a card that a table wrote has steps and a title, but no rule and no code")
    if written.rule not in RULES:
        raise BadPieces(f"{what}: its rule is one of {', '.join(RULES)}, not {written.rule!r}")
    lays = [step for step in written.steps if isinstance(step, WrittenLay)]
    if len(lays) > 1:
        raise BadPieces(f"{what}: the card can be laid only once")
    laid = None
    if lays:
        laid = Design(name, written.code or name, checked_joins(what, lays[0].joins), fireproof=lays[0].fireproof)
    steps = tuple(made_step(what, step) for step in written.steps)
    check_steps(what, steps, laid)
    title = written.title
    titles = dict.fromkeys(LANGUAGES, title) if isinstance(title, str) else {str(key): title[key] for key in title}
    if not all(titles.values()):
        raise BadPieces(f"{what}: its title is a text, or a text for each of en, fr, ja")
    return Magic(name, written.rule, steps, laid, titles)


def made_step(what: str, written: str | WrittenLay) -> Step:
    """One step of a magic card."""
    if isinstance(written, WrittenLay):
        return Step("lay", written.lay)
    if written not in WORDS:
        raise BadPieces(f"{what}: there is no step {written!r}; the steps are {', '.join(WORDS)}, and a table with lay")
    place = next((place for place in PLACES if written == f"play {place}"), None)
    return Step(WORDS[written], place or "")


def checked_joins(what: str, joins: list[str]) -> tuple[str, ...]:
    """What a card's centre joins."""
    ends = "".join(joins)
    if len(set(ends)) != len(ends) or set(ends) - set("ablr") or any(len(group) < 2 for group in joins):
        raise BadPieces(f"{what}: 'joins' has groups of two or more of a, b, l, r, each at most once, not {joins!r}")
    return tuple(joins)


# ---------------------------------------------------------------------- checked


def check_steps(what: str, steps: tuple[Step, ...], laid: Design | None) -> None:
    """Refuse steps that cannot be carried out one after the other, or that leave cards in the hand."""
    if not 1 <= len(steps) <= MOST_STEPS:
        raise BadPieces(f"{what}: a card has 1 to {MOST_STEPS} steps, not {len(steps)}")
    magic = Magic(what, CUSTOM, steps, laid, {})
    open_top = False
    for number, step in enumerate(steps, 1):
        if magic.holds(number) < 0:
            raise BadPieces(f"{what}: step {number}, '{step}', finds no card in the hand")
        if step.place == "crosswise on last" and not open_top:
            raise BadPieces(f"{what}: step {number}, '{step}', finds no card laid before that may be covered")
        if step.verb in ("play", "lay"):
            open_top = step.verb == "play" or laid is None or not laid.fireproof
    left = magic.holds(len(steps))
    if left:
        raise BadPieces(
            f"{what}: the steps cannot leave the hand empty: {left} more drawn or taken than played or discarded"
        )


def check_castles(box: Box) -> None:
    """Refuse anything but four families and two layouts of their castles."""
    if len(box.letters) != 4 or len(set(box.letters)) != 4 or len(box.families) != 4:
        raise BadPieces("cloudy-kingdom pieces: expected four families, each with a letter of its own")
    if set(box.layouts) != {3, 4}:
        raise BadPieces("cloudy-kingdom pieces: expected a layout of three and one of four castles a side")
    for size, castles in box.layouts.items():
        wrong = incomplete(castles, box.letters[:size])
        if wrong is not None:
            raise BadPieces(f"cloudy-kingdom pieces: the layout of {size} castles a side: {wrong}")


def incomplete(castles: Castles, families: str) -> str | None:
    """What is missing among castles, of which every side has one of each family; None if nothing is."""
    if set(castles) != set(SIDES):
        return "castles are given for the sides N, E, S and W"
    for side in SIDES:
        if sorted(castles[side]) != sorted(families):
            return f"the side {side} has one castle of each of the families {families}, not {castles[side]!r}"
    return None


def check_cards(box: Box) -> None:
    """Refuse a stack too small to deal from, magic sides on two cards, and a first game that lacks a card."""
    if len(box.deck) < FEWEST_ROUTES:
        raise BadPieces(f"cloudy-kingdom pieces: there must be at least {FEWEST_ROUTES} route cards")
    named = sorted(name for card in box.cards for name in card)
    if len(box.cards) != 4 or named != sorted(side.name for side in box.printed) or len(set(named)) != len(named):
        raise BadPieces("cloudy-kingdom pieces: expected four magic cards, every side on one of them")
    if len(box.own) > MOST_CARDS:
        raise BadPieces(f"magic of your own: a table adds {MOST_CARDS} cards at most, not {len(box.own)}")
    of_first_game = {card for card in box.cards for name in card if name in box.first_game}
    if len(box.first_game) != EACH or len(of_first_game) != EACH:
        raise BadPieces("cloudy-kingdom pieces: the first game needs sides of three different magic cards")


def check_names(box: Box) -> None:
    """Refuse cards that notation could not tell apart."""
    taken = set(KEYWORDS)
    for design in (*box.routes, *(side.laid or side for side in box.magic)):
        labels = {design.name, design.code} if isinstance(design, Design) else {design.name}
        if labels & taken:
            raise BadPieces(
                f"{'route card' if design in box.routes else 'magic'} {design.name}: this name is taken already"
            )
        taken |= labels


USUAL = (files(__package__) / "pieces.toml").read_text(encoding="utf-8")
BOX = read_box(USUAL)
"""The usual box."""
