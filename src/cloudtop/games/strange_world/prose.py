"""Strange World in words: the table as text, a move as a phrase, a line of the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cloudtop.core.state import ScoreLine
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world.art.naming import card_name, listed
from cloudtop.games.strange_world.art.position import Card
from cloudtop.games.strange_world.board import (
    BIT,
    CELL_NAMES,
    CELLS,
    COLUMN,
    DECLINE,
    ERUPT_MOVES,
    FOUND_MOVES,
    JOIN_MOVES,
    KEEP_MOVES,
    LAND,
    LAY_MOVES,
    PASS_MOVES,
    PILE_MOVES,
    ROW,
    SUN_MOVES,
    WELCOME_MOVES,
    WIDTH,
)
from cloudtop.games.strange_world.notation import CELL_OF, REACHES, SIDES
from cloudtop.games.strange_world.pieces import ANIMALS, TRAVELLERS
from cloudtop.games.strange_world.restore_world import read_world
from cloudtop.games.strange_world.rules_world import World
from cloudtop.games.strange_world.score import stars
from cloudtop.games.strange_world.view import COVERED, DEVOURED, JOINED


def card_in_words(card: str, words: Words) -> str:
    """A card by its icons."""
    return card_name(Card(card), words)


def traveller_in_words(name: str, words: Words) -> str:
    """A traveller by its name."""
    return words(f"traveller.{name.lower()}")


# ---------------------------------------------------------------------- moves and scores


def move_in_words(move: int, words: Words) -> str:
    """What a move does, as a phrase."""
    if move < PILE_MOVES:
        return words("move.sun", side=words(f"side.{SIDES[move - SUN_MOVES]}"))
    if move < KEEP_MOVES:
        return words("move.pile", number=move - PILE_MOVES + 1)
    if move < PASS_MOVES:
        return words("move.keep", card=card_in_words(LAND[move - KEEP_MOVES], words))
    if move < LAY_MOVES:
        return words("move.pass", card=card_in_words(LAND[move - PASS_MOVES], words))
    if move < JOIN_MOVES:
        card = card_in_words(LAND[(move - LAY_MOVES) // CELLS], words)
        return words("move.lay", card=card, cell=CELL_NAMES[(move - LAY_MOVES) % CELLS])
    if move < WELCOME_MOVES:
        return words("move.portal", cell=CELL_NAMES[move - JOIN_MOVES])
    if move < DECLINE:
        choice = move - WELCOME_MOVES
        name = traveller_in_words(TRAVELLERS[choice // 4], words)
        side = words(f"side.{SIDES[choice // 2 % 2]}")
        return words(f"move.traveller-{REACHES[choice % 2]}", name=name, side=side)
    if move == DECLINE:
        return words("move.decline")
    if move < FOUND_MOVES:
        return words("move.fumarole", cell=CELL_NAMES[move - ERUPT_MOVES])
    return words("move.city", cell=CELL_NAMES[move - FOUND_MOVES])


def score_in_words(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for."""
    fields: dict[str, Any] = dict(line.fields)
    if "parts" in fields:
        fields["parts"] = " + ".join(str(part) for part in fields["parts"]) or words("text.none")
    if "animals" in fields:
        shown = [words(f"animal.{ANIMALS[animal]}") for animal in fields["animals"]]
        fields["animals"] = listed(shown, words) or words("text.none")
    if "traveller" in fields:
        fields["name"] = traveller_in_words(TRAVELLERS[fields["traveller"]], words)
        fields |= {"row": fields["row"] + 1, "next": fields["row"] + 2}
    return words(line.key, **fields)


# ---------------------------------------------------------------------- the table


def world_of(facts: Mapping[str, Any], seat: int) -> World:
    """A world of the facts, to be asked what is open and what it is worth."""
    focus = CELL_OF[facts["focus"]] if facts["focus"] else -1
    recent = [CELL_OF[name] for name in facts["laid"][seat]]
    return read_world(facts["worlds"][seat], f"world {seat}", recent, focus)


def board_in_words(view: View, words: Words) -> str:
    """The table as text: how the round stands, every world as a plan, the supply, and what the looker holds."""
    facts = view.facts
    lines = [heading(facts, words), asked(facts, words)]
    for seat in range(view.players):
        world = world_of(facts, seat)
        lines += ["", words("text.world", seat=seat, stars=stars(world))]
        lines += [*plan(facts["worlds"][seat]["land"], world), *beside(facts["worlds"][seat], words)]
        if view.seat in (None, seat):
            lines += rows_in_words(facts["worlds"][seat]["land"], words)
    lines += ["", words("text.legend"), *supply(facts, words)]
    if facts["piles"] is not None:
        lines += piles(facts["piles"], words)
    if facts["hand"] is not None:
        lines += ["", words("text.hand", cards=cards_in_words(facts["hand"], words))]
    if facts["draft"] is not None:
        lines += memory(facts["draft"], words)
    return "\n".join(lines)


def heading(facts: Mapping[str, Any], words: Words) -> str:
    """Which round it is, who leads it and where the cards go."""
    if facts["sun"] is None:
        return words("text.solo", chosen=facts["round"])
    way = words(f"scene.sun-{facts['direction']}") if facts["direction"] else ""
    said = words("text.round", round=facts["round"], sun=facts["sun"])
    return words("text.way", said=said, way=way) if way else said


def asked(facts: Mapping[str, Any], words: Words) -> str:
    """What is to be decided, and by whom."""
    seats = listed([str(seat) for seat in facts["turn"]], words)
    return words(f"text.phase.{facts['phase']}", seats=seats, cell=facts["focus"] or "")


def plan(land: Mapping[str, str], world: World) -> list[str]:
    """A world from above, as notation: a point is a cell where a card may be laid."""
    shown = world.occupied | world.open_cells()
    cells = [cell for cell in range(CELLS) if shown & BIT[cell]]
    columns = range(min(COLUMN[cell] for cell in cells), max(COLUMN[cell] for cell in cells) + 1)
    lines = ["     " + " ".join(f"{'abcdefg'[column]:<6}" for column in columns).rstrip()]
    for row in range(min(ROW[cell] for cell in cells), max(ROW[cell] for cell in cells) + 1):
        texts = []
        for column in columns:
            cell = WIDTH * row + column
            texts.append(land.get(CELL_NAMES[cell], "." if world.open_cells() & BIT[cell] else ""))
        lines.append(f"  {row + 1}  {' '.join(f'{text:<6}' for text in texts)}".rstrip())
    return lines


def beside(world: Mapping[str, Any], words: Words) -> list[str]:
    """The travellers beside a world and the cities in it."""
    lines = []
    for name, row in world["travellers"]:
        wish = words(f"condition.{name.lower()}")
        said = {"name": traveller_in_words(name, words), "row": row, "next": row + 1, "wish": wish}
        lines.append("  " + words(f"text.traveller-{world['side']}", **said))
    for worth, first, second in world["cities"]:
        lines.append("  " + words("text.city", worth=worth, first=first, second=second))
    return lines


def rows_in_words(land: Mapping[str, str], words: Words) -> list[str]:
    """A world row by row, every card in words."""
    lines = []
    for row in "1234567":
        cards = [f"{name} {laid_in_words(land[name], words)}" for name in CELL_NAMES if name in land and name[1] == row]
        if cards:
            lines.append("  " + words("scene.row", row=row, cards=words("scene.semicolon").join(cards)))
    return lines


def laid_in_words(text: str, words: Words) -> str:
    """A card of a world as it shows itself."""
    if COVERED in text:
        return words("card.fumarole")
    if DEVOURED in text:
        return words("card.tzimime")
    card = card_in_words(text.rstrip(JOINED), words)
    return words("text.joined", card=card) if JOINED in text else card


def supply(facts: Mapping[str, Any], words: Words) -> list[str]:
    """What is left for everybody."""
    names = [traveller_in_words(name, words) for name in facts["travellers"]]
    return [
        words("text.fumaroles", count=facts["fumaroles"]),
        words("text.cities", cities=listed(map(str, facts["cities"]), words) or words("text.none")),
        words("text.travellers", names=listed(names, words) or words("text.none")),
    ]


def piles(given: Sequence[Mapping[str, Any]], words: Words) -> list[str]:
    """The piles of the solo game with their top cards."""
    return [
        words("text.pile", number=number, code=pile["top"], card=card_in_words(pile["top"], words))
        for number, pile in enumerate(given, 1)
        if pile["top"] is not None
    ]


def cards_in_words(cards: Iterable[str], words: Words) -> str:
    """Cards in notation and in words."""
    return words("scene.semicolon").join(f"{card} ({card_in_words(card, words)})" for card in cards) or words(
        "text.none"
    )


def memory(draft: Mapping[str, Any], words: Words) -> list[str]:
    """What the looker has passed on and received in this round."""
    lines = []
    if draft["gave"]:
        lines.append(words("text.gave", seat=draft["to"], cards=listed(draft["gave"], words)))
    if draft["got"]:
        lines.append(words("text.got", seat=draft["from"], cards=listed(draft["got"], words)))
    if draft["passed"]:
        lines.append(words("text.passed", seat=draft["to"], card=draft["passed"]))
    if draft["received"]:
        lines.append(words("text.received", seat=draft["from"], card=draft["received"]))
    return lines
