"""Cloudy Kingdom in words: the field as text, a move as a phrase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cloudtop.core.state import ScoreLine
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom.board import Card, Field, card_of
from cloudtop.games.cloudy_kingdom.moves import (
    OPPOSITE,
    POINTS,
    Cell,
    Cut,
    Discard,
    Keep,
    Lay,
    Move,
    Pick,
    PlayMagic,
    Swap,
    Turn,
)
from cloudtop.games.cloudy_kingdom.pieces import SIDES, Box, Side, Step
from cloudtop.games.cloudy_kingdom.view import Facts, Seen, seen_in
from cloudtop.stage.scene import Words as Speech

CENTRES: Final = {
    "NS": "│", "EW": "─", "NE": "└", "NW": "┘", "ES": "┌", "SW": "┐",
    "NES": "├", "NSW": "┤", "ESW": "┬", "NEW": "┴", "NESW": "┼",
}  # fmt: skip
"""How a centre looks on the plan, by the sides it joins."""
TWO_ROADS: Final = {"EW NS": "╪", "ES NW": "\u2571", "NE SW": "\u2572"}
"""Likewise with two roads: one over the other, or side by side."""
MARGIN: Final = " " * 9
"""From the left edge of the plan to the middle of its first column."""


# ---------------------------------------------------------------------- moves and scores


def say_move(box: Box, move: Move, words: Words) -> str:
    """What a move does, as a phrase."""
    match move:
        case Lay(code, cell, way):
            card = Card(box.by_code[code], POINTS[way])
            return words("move.lay", card=card_name(box, code, words), cell=str(cell), lying=lying(card, words))
        case Discard(code):
            return words("move.discard", card=card_name(box, code, words))
        case PlayMagic(name):
            return words("move.magic", magic=words(f"magic.{name}"))
        case Pick(three):
            return words("move.pick", magic=words("text.comma").join(words(f"magic.{name}") for name in three))
        case Cut(cell):
            return words("move.cut", cell=str(cell))
        case Turn(cell):
            return words("move.turn", cell=str(cell))
        case Swap():
            return words("move.swap")
        case Keep():
            return words("move.keep")
        case _:
            return str(move)


def say_score(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for."""
    return words(line.key)


def card_name(box: Box, code: str, words: Words) -> str:
    """A card's name; one that the table wrote is called as it is titled."""
    name = box.by_code[code].name
    return words(f"design.{name}") if f"design.{name}" in words else words(f"magic.{name}")


def lying(card: Card, words: Words) -> str:
    """How a card lies, and, where its way round matters, what it joins."""
    way = words("way.west-east" if card.flat else "way.north-south")
    if len(card.joined) != 1 or card.joined == Card(card.design, OPPOSITE[card.a]).joined:
        return way
    sides = words("text.sides").join(words(f"compass.{side}") for side in card.joined[0])
    return words("text.joining", way=way, sides=sides)


def say_families(box: Box, chosen: str, words: Words) -> str:
    """Families that were chosen, in the order of the seats: `Green, Red, Blue`."""
    return words("text.comma").join(words(f"name.{box.family(letter)}") for letter in chosen)


# ---------------------------------------------------------------------- the position


def say_board(box: Box, view: View[Facts], words: Words) -> str:
    """The position as text: a plan of the roads, then every stack, hand and pile in full."""
    seen = seen_in(view.facts)
    parts = [
        [*plan(box, seen), words("text.legend")],
        castle_lines(box, seen.castles, seen.families, words),
        [stack_line(box, *stack, words) for stack in seen.stacks] or [words("text.empty-field")],
        list(seat_lines(box, view, words)),
        list(table_lines(box, view.facts, words)),
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def plan(box: Box, seen: Seen) -> list[str]:
    """The field from above, three lines for each row, with the castles' letters around it."""
    castles, stacks = dict(seen.castles), dict(seen.stacks)
    size = len(castles["N"])
    lines = [MARGIN + "       ".join(letters) for letters in (castles["N"], "abcd"[:size])]
    for row in range(size):
        drawn = [cell_lines(box, stacks.get(f"{column}{row + 1}", ())) for column in "abcd"[:size]]
        for line in range(3):
            margin = f"{castles['W'][row]} {row + 1} " if line == 1 else "    "
            end = f"  {castles['E'][row]}" if line == 1 else ""
            lines.append(("  " + margin + " ".join(cell[line] for cell in drawn) + end).rstrip())
    return [*lines, MARGIN + "       ".join(castles["S"])]


@lru_cache(maxsize=1024)
def cell_lines(box: Box, cards: tuple[str, ...]) -> tuple[str, str, str]:
    """One cell, seven wide and three high: its arms, and what its centre joins."""
    here = Cell(0, 0)
    field = Field(1, {}, {here: tuple(card_of(box, card) for card in cards)} if cards else {})
    arms = field.arms(here)
    north, south = ("│" if side in arms else " " for side in "NS")
    west, east = ("───" if side in arms else "   " for side in "WE")
    count = f"{len(cards):<3}" if len(cards) > 1 else "   "
    return f"   {north}   ", f"{west}{centre(field, here)}{east}", f"   {south}{count}"


def centre(field: Field, cell: Cell) -> str:
    """A cell's centre as one sign."""
    if field.empty(cell):
        return "·"
    if field.burns(cell):
        return "*"
    groups = field.groups(cell)
    if len(groups) == 2:
        return TWO_ROADS[" ".join(sorted(groups))]
    return CENTRES[groups[0]] if groups else "×"


@lru_cache(maxsize=256)
def castle_lines(box: Box, castles: tuple[tuple[Side, str], ...], families: str, words: Words) -> list[str]:
    """Where each family's castles stand, in the order of the seats; a family that nobody plays comes last."""
    around = dict(castles)
    scenery = "".join(letter for letter in around["N"] if letter not in families)
    found = []
    for seat, letter in enumerate(families + scenery):
        places = [words(f"side.{side}", number=around[side].index(letter) + 1) for side in SIDES]
        key = "text.castles" if letter in families else "text.scenery"
        family = family_name(box, letter, words)
        found.append(words(key, seat=seat, family=family, places=words("text.comma").join(places)))
    return found


def family_name(box: Box, letter: str, words: Speech) -> str:
    """A family by its letter."""
    return words(f"family.{box.family(letter)}")


@lru_cache(maxsize=1024)
def stack_line(box: Box, name: str, cards: tuple[str, ...], words: Words) -> str:
    """A stack, its top card first."""
    told = [
        words("text.lies", card=card_name(box, card.design.code, words), lying=lying(card, words))
        for card in reversed([card_of(box, written) for written in cards])
    ]
    return words("text.stack", cell=name, cards=words("text.on").join(told))


def seat_lines(box: Box, view: View[Facts], words: Words) -> Iterator[str]:
    """Each seat's hand and magic."""
    facts, comma = view.facts, words("text.comma")
    for seat in range(view.players):
        hand = [
            words("text.held", card=card_name(box, code, words), code=code) if code else words("text.hidden")
            for code in facts.hands[seat]
        ]
        magic = facts.magic[seat]
        if magic is None:
            yield words("text.choosing" if seat in facts.turn else "text.chosen", seat=seat)
            continue
        left = comma.join(words(f"magic.{name}") for name in magic if name not in facts.used[seat])
        cards = comma.join(hand) or words("text.no-card")
        yield words("text.seat", seat=seat, cards=cards, magic=left or words("text.no-magic"))


def table_lines(box: Box, facts: Facts, words: Words) -> Iterator[str]:
    """The piles, the magic under way, roads that wait, last turns."""
    yield words("text.stack-left", count=facts.stack)
    for key, pile in (("text.discard", facts.discard), ("text.removed", facts.removed)):
        if pile:
            yield words(key, cards=words("text.comma").join(card_name(box, code, words) for code in pile))
    step = current_step(box, facts)
    if step is not None and facts.spell is not None and facts.winners is None:
        magic = words(f"magic.{facts.spell.magic}")
        yield words("text.spell", seat=facts.active, magic=magic, step=step_in_words(step, words))
    for pair in facts.joined:
        letter, sides = pair.split(":")
        key = "text.won" if facts.families.index(letter) in (facts.winners or ()) else "text.waiting"
        yield words(key, family=family_name(box, letter, words), pair=words(f"pair.{sides}"))
    if facts.last_turns and facts.winners is None:
        yield words("text.last-turns", count=facts.last_turns)


# ---------------------------------------------------------------------- steps of magic


def current_step(box: Box, facts: Facts) -> Step | None:
    """The step of magic that waits for a decision."""
    return box.by_name[facts.spell.magic].steps[facts.spell.step] if facts.spell is not None else None


def step_in_words(step: Step, words: Speech) -> str:
    """A step in the words of a language."""
    return words("does." + str(step).replace(" ", "-"))
