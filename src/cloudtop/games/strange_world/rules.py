"""The rulebook of Strange World Above the Clouds: what forbids a move.

Every function here carries the name of a rule and answers one question: does the move break it? True always means
broken. A player who knows the game can read these beside the printed rules; nothing is forbidden anywhere else. What a
move does is told in `effects.py` in the same way, and what counts at the end in `score.py`.
"""

from __future__ import annotations

from cloudtop.core.rulebook import Rulebook
from cloudtop.games.strange_world.board import Table, fit, table
from cloudtop.games.strange_world.moves import (
    GRID,
    REACHES,
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
    Reach,
    Sun,
    Welcome,
)
from cloudtop.games.strange_world.state import StrangeWorld

# ---------------------------------------------------------------------- the course of a round


def sun(table: Table, move: Sun) -> bool:
    """With three and four players the holder of the Sun chooses its direction before the cards are dealt."""
    return table.asked is not Sun


def draft(table: Table, move: Keep | PassOn) -> bool:
    """Once in each pass everybody chooses: a card of the hand to keep in the first, one to pass on in the second."""
    return table.asked is not type(move) or move.card not in table.hand


# ---------------------------------------------------------------------- laying a card


def lay(table: Table, move: Lay) -> bool:
    """Each lays a card of the own hand when it is the own turn, and no question is open."""
    return table.asked is not Lay or move.card not in table.hand


def lay_adjacent(table: Table, move: Lay) -> bool:
    """It goes to an empty cell side by side with a card of the own world, be it devoured or covered."""
    return move.cell in table.world.land or not any(cell in table.world.land for cell in move.cell.around)


def lay_square(table: Table, move: Lay) -> bool:
    """All cards stay within four rows and four columns."""
    world, cell = table.world, move.cell
    return not fit(world.built_rows | {cell.row}) or not fit(world.columns | {cell.column})


def traveller_bounds(table: Table, move: Lay) -> bool:
    """No card goes beyond the column where travellers stand, nor pushes a row of theirs out of the four."""
    return table.world.past_travellers(move.cell) or not fit(table.world.rows | {move.cell.row})


def portal_avoid(table: Table, move: Lay) -> bool:
    """As long as any cell open to it is not next to a completed portal, a portal card goes to such a cell."""
    return (
        not table.wasteful
        and move.card.portal
        and table.next_to_portal(move.cell)
        and not all(table.next_to_portal(cell) for cell in open_cells(table, move))
    )


def volcano_target(table: Table, move: Lay) -> bool:
    """As long as any cell open to it has a target for its fumarole, a volcano goes to such a cell."""
    elsewhere = [cell for cell in open_cells(table, move) if not portal_avoid(table, Lay(move.card, cell))]
    return move.card.volcano and not has_target(table, move.cell) and any(has_target(table, cell) for cell in elsewhere)


def has_target(table: Table, cell: Cell) -> bool:
    """Whether a volcano on a cell could cover a card: one beside it is bare, and a fumarole is left."""
    return table.fumaroles > 0 and any(table.world.bare(other) for other in cell.around)


def open_cells(table: Table, move: Lay) -> list[Cell]:
    """Where the card of a move could be laid, whatever it shows."""
    elsewhere = [Lay(move.card, cell) for cell in GRID]
    return [lay.cell for lay in elsewhere if not any(rule(table, lay) for rule in OPEN)]


OPEN = (lay_adjacent, lay_square, traveller_bounds)

# ---------------------------------------------------------------------- what a card sets off


def portal(table: Table, move: Join) -> bool:
    """Of two free portal cards to the left and right of the one just laid, the player chooses one."""
    return table.asked is not Join or move.cell not in table.focus.beside or not table.world.free_portal(move.cell)


def traveller(table: Table, move: Welcome) -> bool:
    """Who completes a portal may welcome one of the travellers left."""
    return table.asked is not Welcome or move.traveller not in table.travellers


def traveller_(table: Table, move: Decline) -> bool:
    """Who completes a portal may want no traveller."""
    return table.asked is not Welcome


def traveller_side(table: Table, move: Welcome) -> bool:
    """All travellers of a world stand on the same side."""
    return table.world.side is not None and move.side != table.world.side


def traveller_bounds_(table: Table, move: Welcome) -> bool:
    """The two rows it aims at are rows of the world, or can still become so."""
    return not slot_fits(table, move.reach)


def traveller_slot(table: Table, move: Welcome) -> bool:
    """Two rows at which a traveller aims already are shared only when no place that fits is free."""
    return slot_taken(table, move.reach) and any(
        slot_fits(table, reach) and not slot_taken(table, reach) for reach in REACHES
    )


def slot_fits(table: Table, reach: Reach) -> bool:
    """Whether the portal's row and the one above or below belong to the four rows of the world."""
    return fit(table.world.rows | {table.slot(reach), table.slot(reach) + 1})


def slot_taken(table: Table, reach: Reach) -> bool:
    """Whether a traveller aims at these two rows already."""
    return any(guest.upper == table.slot(reach) for guest in table.world.guests)


def eruption(table: Table, move: Erupt) -> bool:
    """A volcano covers one card beside it that is not under a fumarole."""
    return table.asked is not Erupt or move.cell not in table.focus.around or not table.world.bare(move.cell)


def dark_city(table: Table, move: Found) -> bool:
    """A new fumarole carries a city with one beside it that carries none."""
    return table.asked is not Found or move.cell not in table.focus.around or not table.world.free_fumarole(move.cell)


# ---------------------------------------------------------------------- the end, and playing alone


def end(table: Table, move: Move) -> bool:
    """Nothing is played once all worlds are full."""
    return table.over


def solo(table: Table, move: OpenPile) -> bool:
    """Alone, when the hand is empty, a pile is chosen that was not chosen before."""
    return table.asked is not OpenPile or move.pile not in table.piles


RULEBOOK: Rulebook[StrangeWorld, Move] = Rulebook(
    "strange-world",
    table,
    {
        Sun: (end, sun),
        Keep: (end, draft),
        PassOn: (end, draft),
        Lay: (end, lay, lay_adjacent, lay_square, traveller_bounds, portal_avoid, volcano_target),
        Join: (end, portal),
        Welcome: (end, traveller, traveller_side, traveller_bounds_, traveller_slot),
        Decline: (end, traveller_),
        Erupt: (end, eruption),
        Found: (end, dark_city),
        OpenPile: (end, solo),
    },
)
"""By kind of move, in the order in which a refusal cites them."""
