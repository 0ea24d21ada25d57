"""Cloudy Kingdom in words: the field as text, a move as a phrase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom.board import CUT, DISCARD, KEEP, LAY, MAGIC, PICK, SWAP, Book
from cloudtop.games.cloudy_kingdom.notation import CELL_NAMES, Notation
from cloudtop.games.cloudy_kingdom.pieces import BOX, FAMILIES, SIDES
from cloudtop.games.cloudy_kingdom.sight import Design, SeenCard, SeenField, cell_of, designs
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


# ---------------------------------------------------------------------- moves


def design_name(name: str, words: Words) -> str:
    """A card's name; a card that the table wrote is called as it is titled."""
    return words(f"design.{name}") if f"design.{name}" in words else words(f"magic.{name}")


def lying(card: SeenCard, words: Words) -> str:
    """How a card lies, and, where its way round matters, what it joins."""
    way = words("way.west-east" if card.flat else "way.north-south")
    if len(set(card.design.joins)) != 1 or card.joined() == SeenCard(card.design, opposite(card.a)).joined():
        return way
    sides = words("text.comma").join(words(f"compass.{side}") for side in card.joined()[0])
    return words("text.joining", way=way, sides=sides)


def opposite(side: str) -> str:
    """The side across."""
    return SIDES[(SIDES.index(side) + 2) % 4]


def move_in_words(book: Book, notation: Notation, move: int, words: Words) -> str:
    """What a move does, as a phrase."""
    kind, what = book.kind[move], book.what[move]
    cell = CELL_NAMES[book.cell[move]]
    if kind == LAY:
        design = book.design[what]
        card = SeenCard(Design(book.names[design], book.joins[design], False), SIDES[book.end_a[what]])
        name = design_name(book.names[design], words)
        return words("move.lay", card=name, cell=cell, lying=lying(card, words))
    if kind == DISCARD:
        return words("move.discard", card=design_name(book.names[what], words))
    if kind == MAGIC:
        return words("move.magic", magic=words(f"magic.{book.magic[what].name}"))
    if kind == PICK:
        names = [words(f"magic.{book.magic[side].name}") for side in book.picks[what]]
        return words("move.pick", magic=words("text.comma").join(names))
    if kind in (SWAP, KEEP):
        return words("move.swap" if kind == SWAP else "move.keep")
    return words("move.cut" if kind == CUT else "move.turn", cell=cell)


# ---------------------------------------------------------------------- the position


def board_in_words(view: View, words: Words) -> str:
    """The position as text: a plan of the roads, then every stack, hand and pile in full."""
    facts = view.facts
    field = SeenField(facts)
    parts = [
        [*plan(field), words("text.legend")],
        list(castle_lines(field, view.players, words)),
        list(stack_lines(field, facts, words)) or [words("text.empty-field")],
        list(seat_lines(view, words)),
        list(table_lines(view, words)),
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def plan(field: SeenField) -> list[str]:
    """The field from above, three lines for each row, with the castles' letters around it."""
    size = range(field.size)
    lines = [MARGIN + "       ".join(letters) for letters in (field.castles["N"], "abcd"[: field.size])]
    for row in size:
        drawn = [cell_lines(field, (column, row)) for column in size]
        for line in range(3):
            margin = f"{field.castles['W'][row]} {row + 1} " if line == 1 else "    "
            end = f"  {field.castles['E'][row]}" if line == 1 else ""
            lines.append(("  " + margin + " ".join(cell[line] for cell in drawn) + end).rstrip())
    return [*lines, MARGIN + "       ".join(field.castles["S"])]


def cell_lines(field: SeenField, cell: tuple[int, int]) -> list[str]:
    """One cell, seven wide and three high: its arms, and what its centre joins."""
    arms = field.arms(cell)
    north, south = ("│" if side in arms else " " for side in "NS")
    west, east = ("───" if side in arms else "   " for side in "WE")
    cards = field.stacks.get(cell, [])
    count = f"{len(cards):<3}" if len(cards) > 1 else "   "
    return [f"   {north}   ", f"{west}{centre(field, cell)}{east}", f"   {south}{count}"]


def centre(field: SeenField, cell: tuple[int, int]) -> str:
    """A cell's centre as one sign."""
    cards = field.stacks.get(cell, [])
    if not cards:
        return "·"
    groups = field.groups(cell)
    if cards[-1].design.fireproof:
        return "*"
    if len(groups) == 2:
        return TWO_ROADS[" ".join(sorted(groups))]
    return CENTRES[groups[0]] if groups else "×"


def castle_lines(field: SeenField, players: int, words: Words) -> Iterator[str]:
    """Where each family's castles stand."""
    for letter in sorted(field.castles["N"], key=FAMILIES.index):
        seat = FAMILIES.index(letter)
        places = [words(f"side.{side}", number=field.castles[side].index(letter) + 1) for side in SIDES]
        key = "text.castles" if seat < players else "text.scenery"
        yield words(key, seat=seat, family=family_name(letter, words), places=words("text.comma").join(places))


def family_name(letter: str, words: Speech) -> str:
    """A family by its letter."""
    return words(f"family.{next(name for name, own in BOX.families.items() if own == letter)}")


def stack_lines(field: SeenField, facts: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Every stack, its top card first."""
    for name in sorted(facts["field"], key=lambda name: cell_of(name)[::-1]):
        cards = field.stacks[cell_of(name)][::-1]
        told = [f"{design_name(card.design.name, words)} ({lying(card, words)})" for card in cards]
        yield words("text.stack", cell=name, cards=words("text.on").join(told))


def seat_lines(view: View, words: Words) -> Iterator[str]:
    """Each seat's hand and magic."""
    facts = view.facts
    known = designs(facts)
    comma = words("text.comma")
    for seat in range(view.players):
        hand = [
            words("text.held", card=design_name(known[code].name, words), code=code) if code else words("text.hidden")
            for code in facts["hands"][seat]
        ]
        cards = comma.join(hand) or words("text.no-card")
        if facts["magic"][seat] is None:
            key = "text.choosing" if seat in facts["turn"] else "text.chosen"
            yield words(key, seat=seat)
            continue
        left = [name for name in facts["magic"][seat] if name not in facts["used"][seat]]
        magic = comma.join(words(f"magic.{name}") for name in left) or words("text.no-magic")
        yield words("text.seat", seat=seat, cards=cards, magic=magic)


def table_lines(view: View, words: Words) -> Iterator[str]:
    """The piles, the magic under way, roads that wait, last turns."""
    facts = view.facts
    known = designs(facts)
    yield words("text.stack-left", count=facts["stack"])
    for pile in ("discard", "removed"):
        if facts[pile]:
            cards = words("text.comma").join(design_name(known[code].name, words) for code in facts[pile])
            yield words(f"text.{pile}", cards=cards)
    if facts["spell"] is not None and facts["winners"] is None:
        step = step_in_words(current_step(facts), words)
        yield words("text.spell", seat=facts["active"], magic=words(f"magic.{facts['spell']['magic']}"), step=step)
    for pair in facts["joined"]:
        letter, sides = pair.split(":")
        key = "text.won" if FAMILIES.index(letter) in (facts["winners"] or []) else "text.waiting"
        yield words(key, family=family_name(letter, words), pair=words(f"pair.{sides}"))
    if facts["last_turns"] and facts["winners"] is None:
        yield words("text.last-turns", count=facts["last_turns"])


# ---------------------------------------------------------------------- steps of magic


def steps_of(name: str, facts: Mapping[str, Any]) -> list[str]:
    """The steps of a magic card as they are written in its file."""
    if name in facts.get("custom", {}):
        return list(facts["custom"][name]["steps"])
    return [str(step) for side in BOX.magic if side.name == name for step in side.steps]


def current_step(facts: Mapping[str, Any]) -> str:
    """The step that waits for a decision."""
    number: int = facts["spell"]["step"]
    return steps_of(facts["spell"]["magic"], facts)[number]


def step_in_words(step: str, words: Speech) -> str:
    """A step in the words of a language."""
    return words("step." + step.replace(" ", "-"))
