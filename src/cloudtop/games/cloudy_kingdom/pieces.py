"""The castles and cards in the box, read from `pieces.toml` and checked; and boxes that owners correct or extend.

A magic card is a list of steps in a small vocabulary. The printed cards and those that a table writes for itself go
through the same door.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from cloudtop.core.box import read_box
from cloudtop.core.errors import BadPieces
from cloudtop.core.view import plain
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
FEWEST_ROUTES, MOST_ROUTES = 8, 200
"""A stack that can be dealt from with four players, and one that can still be played through."""
MOST_DESIGNS = 40
BY_SEAT = "by-seat"
"""Families as they come: see `Box.seated`."""
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


class Box(msgspec.Struct, frozen=True, dict=True, eq=False):
    """All that is in the box. A box is equal to itself alone, so that what follows from it can be kept by it."""

    families: Mapping[str, str]
    """The letter of each family, in the order in which the seats take them."""
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
        """The letters of the families, in the order in which the seats take them."""
        return "".join(self.families.values())

    def family(self, letter: str) -> str:
        """The name of a family by its letter."""
        return next(name for name, each in self.families.items() if each == letter)

    def in_play(self, players: int) -> str:
        """The letters of the families whose castles stand around the field, those of nobody included."""
        return self.letters[: self.size(players)]

    def seated(self, players: int, chosen: str) -> str:
        """The letters of the families that the seats play, in their order: as chosen, or as they come."""
        return self.letters[:players] if chosen == BY_SEAT else chosen

    def all_seated(self, players: int, chosen: str) -> str:
        """The families of the seats in their order, and after them that of nobody, if there is one."""
        seated = self.seated(players, chosen)
        return seated + "".join(letter for letter in self.in_play(players) if letter not in seated)

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


class WrittenLayouts(msgspec.Struct, forbid_unknown_fields=True):
    """The fixed castles in the file, of fields three and four cells wide."""

    three: dict[Side, str]
    four: dict[Side, str]


class WrittenBox(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """The file."""

    families: dict[str, str]
    layouts: WrittenLayouts
    routes: dict[str, dict[str, Any]]
    magic_cards: WrittenCards
    magic: dict[str, dict[str, Any]]


def as_type(what: str, written: object, wanted: type[T], *at: str) -> T:
    """Plain data as a type; `BadPieces` says where it is none."""
    try:
        return msgspec.convert(written, wanted)
    except msgspec.ValidationError as error:
        inside = re.search(r"`\$([^`]*)`$", str(error))
        keys = re.findall(r"\.([\w-]+)|\[(\d+)\]", inside[1] if inside else "")
        raise BadPieces(f"{what}: {error}", *at, *(key or int(number) for key, number in keys)) from None


def whole_box(data: Mapping[str, Any]) -> dict[str, Any]:
    """All of a box as plain data: given whole, like `pieces.toml`, or as magic cards to add to the printed one."""
    try:
        table = plain(data)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadPieces(f"cloudy-kingdom pieces: a box is plain data: {error}") from None
    if not isinstance(table, dict):
        raise BadPieces("cloudy-kingdom pieces: a box is a mapping of tables")
    if set(table) - {"magic"}:
        return table
    cards = table.get("magic")
    if not isinstance(cards, dict) or not 1 <= len(cards) <= MOST_CARDS:
        raise BadPieces(f"magic of your own: expected 1 to {MOST_CARDS} tables [magic.NAME], or a whole box", "magic")
    for name in cards:
        if name in PRINTED["magic"]:
            raise BadPieces(f"magic {name}: this name is taken already", "magic", name)
    return {**PRINTED, "magic": {**PRINTED["magic"], **cards}}


def made_box(table: Mapping[str, Any]) -> Box:
    """The box that the tables of a file describe; `BadPieces` if the game cannot be played with it.

    In which order a file has its tables does not matter: what is printed keeps its order, the rest follows by name.
    """
    written = as_type("cloudy-kingdom pieces", table, WrittenBox)
    two_sided = [name for card in written.magic_cards.sides for name in card]
    box = Box(
        families=PRINTED["families"],
        layouts={3: written.layouts.three, 4: written.layouts.four},
        routes=tuple(made_route(name, written.routes[name]) for name in ordered(written.routes, PRINTED["routes"])),
        magic=tuple(
            made_magic(name, written.magic[name], name in two_sided) for name in ordered(written.magic, two_sided)
        ),
        cards=tuple(written.magic_cards.sides),
        first_game=tuple(written.magic_cards.first_game),
    )
    check_castles(box, written.families)
    check_cards(box)
    check_names(box)
    return box


def ordered(names: Iterable[str], first: Iterable[str]) -> list[str]:
    """Names in an order of their own: those that come first as given, all others by the alphabet."""
    rank = {name: number for number, name in enumerate(first)}
    return sorted(names, key=lambda name: (rank.get(name, len(rank)), name))


def made_route(name: str, entry: dict[str, Any]) -> Design:
    """One design of route cards."""
    what = f"route card {name}"
    route = as_type(what, entry, WrittenRoute, "routes", name)
    if NAME.fullmatch(name) is None or NAME.fullmatch(route.code) is None or "-" in route.code:
        raise BadPieces(
            f"{what}: its name, and its code {route.code!r}, are lower-case letters", "routes", name, "code"
        )
    if route.copies < 1:
        raise BadPieces(
            f"{what}: there is at least one copy of every route card; leave the table out if there is none",
            *("routes", name, "copies"),
        )
    return Design(name, route.code, checked_joins(what, route.joins, "routes", name, "joins"), route.copies)


def made_magic(name: str, entry: dict[str, Any], two_sided: bool) -> Magic:
    """One side of a magic card, printed or a table's own."""
    what, at = f"magic {name}", ("magic", name)
    if NAME.fullmatch(name) is None or len(name) < 3:
        raise BadPieces(f"{what!r}: a name is three or more lower-case letters, with hyphens between words", *at)
    written = as_type(what, entry, WrittenMagic, *at)
    if not two_sided and (written.rule != CUSTOM or written.code):
        raise BadPieces(f"{what}: a card that a table wrote has steps and a title, but no rule and no code", *at)
    if written.rule not in RULES:
        raise BadPieces(f"{what}: its rule is one of {', '.join(RULES)}, not {written.rule!r}", *at, "rule")
    if written.code and (NAME.fullmatch(written.code) is None or "-" in written.code):
        raise BadPieces(f"{what}: its code {written.code!r} is lower-case letters", *at, "code")
    lays = [step for step in written.steps if isinstance(step, WrittenLay)]
    if len(lays) > 1:
        raise BadPieces(f"{what}: the card can be laid only once", *at, "steps")
    laid = None
    if lays:
        joins = checked_joins(what, lays[0].joins, *at, "steps")
        laid = Design(name, written.code or name, joins, fireproof=lays[0].fireproof)
    steps = tuple(made_step(what, step, *at, "steps") for step in written.steps)
    check_steps(what, steps, laid, *at, "steps")
    title = written.title
    titles = dict.fromkeys(LANGUAGES, title) if isinstance(title, str) else {str(key): title[key] for key in title}
    if not all(titles.values()):
        raise BadPieces(f"{what}: its title is a text, or a text for each of en, fr, ja", *at, "title")
    return Magic(name, written.rule, steps, laid, titles)


def made_step(what: str, written: str | WrittenLay, *at: str) -> Step:
    """One step of a magic card."""
    if isinstance(written, WrittenLay):
        return Step("lay", written.lay)
    if written not in WORDS:
        steps = ", ".join(WORDS)
        raise BadPieces(f"{what}: there is no step {written!r}; the steps are {steps}, and a table with lay", *at)
    place = next((place for place in PLACES if written == f"play {place}"), None)
    return Step(WORDS[written], place or "")


def checked_joins(what: str, joins: list[str], *at: str) -> tuple[str, ...]:
    """What a card's centre joins, in the order of the alphabet."""
    ends = "".join(joins)
    if len(set(ends)) != len(ends) or set(ends) - set("ablr") or any(len(group) < 2 for group in joins):
        raise BadPieces(
            f"{what}: 'joins' has groups of two or more of a, b, l, r, each at most once, not {joins!r}", *at
        )
    return tuple(sorted("".join(sorted(group)) for group in joins))


# ---------------------------------------------------------------------- checked


def check_steps(what: str, steps: tuple[Step, ...], laid: Design | None, *at: str) -> None:
    """Refuse steps that cannot be carried out one after the other, or that leave cards in the hand."""
    if not 1 <= len(steps) <= MOST_STEPS:
        raise BadPieces(f"{what}: a card has 1 to {MOST_STEPS} steps, not {len(steps)}", *at)
    magic = Magic(what, CUSTOM, steps, laid, {})
    open_top = False
    for number, step in enumerate(steps, 1):
        if magic.holds(number) < 0:
            raise BadPieces(f"{what}: step {number}, '{step}', finds no card in the hand", *at)
        if step.place == "crosswise on last" and not open_top:
            raise BadPieces(f"{what}: step {number}, '{step}', finds no card laid before that may be covered", *at)
        if step.verb in ("play", "lay"):
            open_top = step.verb == "play" or laid is None or not laid.fireproof
    left = magic.holds(len(steps))
    if left:
        raise BadPieces(
            f"{what}: the steps cannot leave the hand empty: {left} more drawn or taken than played or discarded", *at
        )


def check_castles(box: Box, families: Mapping[str, str]) -> None:
    """Refuse other families than the four, and layouts in which a castle is missing or double."""
    if families != box.families:
        named = ", ".join(f"{name} = {letter}" for name, letter in box.families.items())
        raise BadPieces(f"cloudy-kingdom pieces: the game has four families, {named}, and no others", "families")
    for size, castles in box.layouts.items():
        wrong = incomplete(castles, box.letters[:size])
        if wrong is not None:
            raise BadPieces(f"cloudy-kingdom pieces: the layout of {size} castles a side: {wrong}", *layout_at(size))


def layout_at(size: int) -> tuple[str, str]:
    """Where the file has the fixed castles of a field of that size."""
    return "layouts", {3: "three", 4: "four"}[size]


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
    if not FEWEST_ROUTES <= len(box.deck) <= MOST_ROUTES or len(box.routes) > MOST_DESIGNS:
        raise BadPieces(
            f"cloudy-kingdom pieces: there must be at least {FEWEST_ROUTES} route cards and at most {MOST_ROUTES}, "
            f"of at most {MOST_DESIGNS} designs",
            "routes",
        )
    named = sorted(name for card in box.cards for name in card)
    if len(box.cards) != 4 or named != sorted(side.name for side in box.printed) or len(set(named)) != len(named):
        raise BadPieces(
            "cloudy-kingdom pieces: expected four magic cards, every side on one of them", "magic-cards", "sides"
        )
    if len(box.own) > MOST_CARDS:
        raise BadPieces(f"magic of your own: a table adds {MOST_CARDS} cards at most, not {len(box.own)}", "magic")
    of_first_game = {card for card in box.cards for name in card if name in box.first_game}
    if len(box.first_game) != EACH or len(of_first_game) != EACH:
        raise BadPieces(
            "cloudy-kingdom pieces: the first game needs sides of three different magic cards",
            *("magic-cards", "first-game"),
        )


def check_names(box: Box) -> None:
    """Refuse cards that notation could not tell apart."""
    taken = set(KEYWORDS)
    for design in (*box.routes, *(side.laid or side for side in box.magic)):
        labels = {design.name, design.code} if isinstance(design, Design) else {design.name}
        if labels & taken:
            what, table = ("route card", "routes") if design in box.routes else ("magic", "magic")
            raise BadPieces(f"{what} {design.name}: this name is taken already", table, design.name)
        taken |= labels


PRINTED = read_box((files(__package__) / "pieces.toml").read_text(encoding="utf-8"))
"""The printed box as plain data."""
BOX = made_box(PRINTED)
"""The printed box."""
