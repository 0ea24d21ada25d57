"""Strange World in words: a move as a phrase, a line of the score sheet, the table as text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from cloudtop.core.state import ScoreLine
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import fast
from cloudtop.games.strange_world.art.naming import card_name, listed, traveller_called, traveller_name, wish_name
from cloudtop.games.strange_world.board import Laid, World, in_sets
from cloudtop.games.strange_world.fast import BIT, Kit
from cloudtop.games.strange_world.moves import (
    COLUMNS,
    GRID,
    Cell,
    Decline,
    Erupt,
    Found,
    Join,
    Keep,
    Lay,
    Move,
    OpenPile,
    PassOn,
    Sun,
    Welcome,
)
from cloudtop.games.strange_world.pieces import ANIMALS, TRAVELLERS, Box, card_of
from cloudtop.games.strange_world.score import stars
from cloudtop.games.strange_world.view import Facts, Memory, PileFacts, WrittenWorld

# ---------------------------------------------------------------------- moves and scores


def say_move(move: Move, words: Words) -> str:
    """What a move does, as a phrase."""
    match move:
        case Sun():
            return words("move.sun", side=words(f"side.{move.direction}"))
        case OpenPile():
            return words("move.pile", number=move.pile)
        case Keep():
            return words("move.keep", card=card_name(move.card, words))
        case PassOn():
            return words("move.pass", card=card_name(move.card, words))
        case Lay():
            return words("move.lay", card=card_name(move.card, words), cell=move.cell)
        case Join():
            return words("move.portal", cell=move.cell)
        case Welcome():
            side = words(f"side.{move.side}")
            return words(f"move.traveller-{move.reach}", name=traveller_called(move.traveller, words), side=side)
        case Decline():
            return words("move.decline")
        case Erupt():
            return words("move.fumarole", cell=move.cell)
        case Found():
            return words("move.city", cell=move.cell)


def say_score(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for."""
    fields: dict[str, Any] = dict(line.fields)
    if "parts" in fields:
        fields["parts"] = words("score.plus").join(str(part) for part in fields["parts"]) or words("text.none")
    if "animals" in fields:
        shown = [words(f"animal.{ANIMALS[animal]}") for animal in fields["animals"]]
        fields["animals"] = listed(shown, words) or words("text.none")
    if "traveller" in fields:
        fields["name"] = traveller_called(TRAVELLERS[fields["traveller"]], words)
    return words(line.key, **fields)


# ---------------------------------------------------------------------- the table


def say_board(kit: Kit, view: View[Facts], words: Words) -> str:
    """The table as text: how the round stands, every world as a plan, the supply, and what the looker holds."""
    facts = view.facts
    lines = [heading(facts, words), asked(facts, words)]
    for seat, written in enumerate(facts.worlds):
        lines += ["", *world_told(kit, written, seat, view.seat in (None, seat), words)]
    lines += ["", words("text.legend"), *supply(facts, kit.box, words)]
    if facts.piles is not None:
        lines += piles(facts.piles, words)
    if facts.hand is not None:
        lines += ["", words("text.hand", cards=cards_in_words(facts.hand, words))]
    if facts.draft is not None:
        lines += memory(facts.draft, words)
    return "\n".join(lines)


@lru_cache(maxsize=512)
def world_told(kit: Kit, written: WrittenWorld, seat: int, closely: bool, words: Words) -> tuple[str, ...]:
    """A world as a plan, with what stands beside it, and perhaps row by row."""
    world = written.read()
    counted = in_sets(world, kit)
    lines = [words("text.world", seat=seat, stars=stars(counted))]
    lines += [*plan(world, counted), *beside(world, kit.box, words)]
    return (*lines, *(rows_in_words(world, words) if closely else ()))


def heading(facts: Facts, words: Words) -> str:
    """Which round it is, who leads it and where the cards go."""
    if facts.sun is None:
        return words("text.solo", chosen=facts.round)
    said = words("text.round", round=facts.round, sun=facts.sun)
    if facts.direction is None:
        return said
    return words("text.way", said=said, way=words(f"scene.sun-{facts.direction}"))


def asked(facts: Facts, words: Words) -> str:
    """What is to be decided, and by whom."""
    seats = listed([str(seat) for seat in facts.turn], words)
    return words(f"text.phase.{facts.phase}", seats=seats, cell=facts.focus or "")


def plan(world: World, counted: fast.World) -> list[str]:
    """A world from above, as notation: a point is a cell where a card may be laid."""
    open_cells = counted.open_cells()
    texts = {cell: "." for cell in GRID if open_cells & BIT[cell.number]}
    texts |= {laid.cell: str(laid) for laid in world.cards}
    columns = range(min(cell.column for cell in texts), max(cell.column for cell in texts) + 1)
    lines = ["     " + " ".join(f"{COLUMNS[column]:<6}" for column in columns).rstrip()]
    for row in range(min(cell.row for cell in texts), max(cell.row for cell in texts) + 1):
        cells = [texts.get(Cell(column, row), "") for column in columns]
        lines.append(f"  {row + 1}  {' '.join(f'{text:<6}' for text in cells)}".rstrip())
    return lines


def beside(world: World, box: Box, words: Words) -> list[str]:
    """The travellers beside a world and the cities in it."""
    lines = []
    for name, upper in world.guests:
        wish = wish_name(box.travellers[name], words)
        said = {"name": traveller_called(name, words), "row": upper + 1, "next": upper + 2, "wish": wish}
        lines.append("  " + words(f"text.traveller-{world.side}", **said))
    for worth, first, second in world.cities:
        lines.append("  " + words("text.city", worth=worth, first=first, second=second))
    return lines


def rows_in_words(world: World, words: Words) -> list[str]:
    """A world row by row, every card in words."""
    lines = []
    for row in sorted({cell.row for cell in world.land}):
        cells = [cell for cell in GRID if cell in world.land and cell.row == row]
        cards = words("scene.semicolon").join(f"{cell} {laid_in_words(world.land[cell], words)}" for cell in cells)
        lines.append("  " + words("scene.row", row=row + 1, cards=cards))
    return lines


def laid_in_words(laid: Laid, words: Words) -> str:
    """A card of a world as it shows itself."""
    if laid.covered:
        return words("card.fumarole")
    if laid.devoured:
        return words("card.tzimime")
    card = card_name(laid.card, words)
    return words("text.joined", card=card) if laid.joined else card


def supply(facts: Facts, box: Box, words: Words) -> list[str]:
    """What is left for everybody; while a traveller is asked for, with their wishes."""
    names = [traveller_called(name, words) for name in facts.travellers]
    if facts.phase == "traveller":
        names = [traveller_name(name, box, words) for name in facts.travellers]
    return [
        words("text.fumaroles", count=facts.fumaroles),
        words("text.cities", cities=listed(map(str, facts.cities), words) or words("text.none")),
        words("text.travellers", names=listed(names, words) or words("text.none")),
    ]


def piles(given: Iterable[PileFacts], words: Words) -> list[str]:
    """The piles of the solo game with their top cards."""
    return [
        words("text.pile", number=number, code=pile.top, card=card_name(card_of(pile.top), words))
        for number, pile in enumerate(given, 1)
        if pile.top is not None
    ]


def cards_in_words(cards: Iterable[str], words: Words) -> str:
    """Cards in notation and in words."""
    told = [words("text.card", code=card, card=card_name(card_of(card), words)) for card in cards]
    return words("scene.semicolon").join(told) or words("text.none")


def memory(draft: Memory, words: Words) -> list[str]:
    """What the looker has passed on and received in this round."""
    lines = []
    if draft.gave:
        lines.append(words("text.gave", seat=draft.to, cards=listed(draft.gave, words)))
    if draft.got:
        lines.append(words("text.got", seat=draft.from_, cards=listed(draft.got, words)))
    if draft.passed:
        lines.append(words("text.passed", seat=draft.to, card=draft.passed))
    if draft.received:
        lines.append(words("text.received", seat=draft.from_, card=draft.received))
    return lines
