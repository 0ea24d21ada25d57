"""The field: stacks of cards, where a card may be laid, which castles the roads join. This module is compiled.

A stack always alternates: each card lies at right angles to the one beneath. So a cell with two cards or more has
arms on all four sides, and what it joins depends on the top card alone.
"""

from __future__ import annotations

from cloudtop.games.cloudy_kingdom.board import (
    ACROSS,
    ANYWHERE,
    BEYOND,
    BIT,
    CELLS,
    CROSSWISE,
    FIELD,
    FLAT,
    GATE,
    NORTH,
    ON_EMPTY,
    ONLY_SIDE,
    OPPOSITE,
    RIM_FLAT,
    RIM_UPRIGHT,
    SIDES_IN,
    UPRIGHT,
    WEST,
    Book,
)

PAIRS = 0x3333
"""Of four bits for each family, the first two: its castles in the north and south are joined, or east and west."""


class Field:
    """The cards in the field and the castles around it."""

    def __init__(
        self,
        book: Book,
        size: int,
        castles: list[int],
        laid: list[int],
        beneath: list[int],
        top: list[int],
        road: list[int],
        taken: int,
        flat_top: int,
        has_flat: int,
        has_upright: int,
        fire: int,
    ) -> None:
        self.book = book
        self.size = size
        self.castles = castles
        """By number of a castle (see `next_place`), one bit: 4 times its family, plus its side. Never changes."""
        self.laid = laid
        """The face of every card that was ever laid, in order; cut ones are no longer in any stack."""
        self.beneath = beneath
        """For each of them, the number in `laid` of the card beneath, -1 for none."""
        self.top = top
        """By cell, the number in `laid` of its top card, -1 for none."""
        self.road = road
        """By cell, what it joins: see `road_of`."""
        self.taken = taken
        """The cells with cards."""
        self.flat_top = flat_top
        """The cells whose top card lies west-east."""
        self.has_flat = has_flat
        """The cells with any card lying west-east: they have arms in the west and east."""
        self.has_upright = has_upright
        self.fire = fire
        """The cells with a fireproof card."""

    def copy(self) -> Field:
        """An independent field with the same cards."""
        return Field(
            self.book,
            self.size,
            self.castles,
            self.laid[:],
            self.beneath[:],
            self.top[:],
            self.road[:],
            self.taken,
            self.flat_top,
            self.has_flat,
            self.has_upright,
            self.fire,
        )

    # ------------------------------------------------------------------ where a card may be laid

    def route_empty(self, lying: int) -> int:
        """`route-empty`: empty cells where a card lying so touches a laid card's short edge or a castle's long side."""
        if lying == FLAT:
            # What a shift carries into another row falls on the rim, where a castle is near anyway.
            arms = self.has_flat
            near = RIM_FLAT[self.size] | arms << 1 | arms >> 1
        else:
            arms = self.has_upright
            near = RIM_UPRIGHT[self.size] | arms << 4 | arms >> 4
        return near & FIELD[self.size] & ~self.taken

    def route_cross(self, lying: int) -> int:
        """`route-cross`: stacks whose top card lies at right angles; `magic-fire`: never on fire."""
        tops = self.flat_top if lying == UPRIGHT else self.taken & ~self.flat_top
        return tops & ~self.fire

    def places(self, where: int, lying: int, last: int) -> int:
        """The cells where a step lays a card lying so; `last` is the cell of the last card laid, -1 for none."""
        if where == ANYWHERE:
            return self.route_empty(lying) | self.route_cross(lying)
        if where == ON_EMPTY:
            return self.route_empty(lying)
        if where == CROSSWISE:
            return self.route_cross(lying)
        return self.route_cross(lying) & BIT[last] if last >= 0 else 0

    def has_place(self, where: int, last: int) -> bool:
        """Whether a card can be laid at all: if not, it is `stuck`."""
        return (self.places(where, FLAT, last) | self.places(where, UPRIGHT, last)) != 0

    def unburnt(self) -> int:
        """The stacks that magic may touch."""
        return self.taken & ~self.fire

    def has_unburnt(self, count: int) -> bool:
        """Whether so many cards lie in stacks that magic may touch."""
        if count <= 1:
            return count < 1 or self.unburnt() != 0
        found = 0
        for cell in range(CELLS):
            if self.unburnt() & BIT[cell]:
                found += len(self.stack(cell))
        return found >= count

    def stack(self, cell: int) -> list[int]:
        """The faces of a cell, bottom first."""
        faces: list[int] = []
        card = self.top[cell]
        while card >= 0:
            faces.insert(0, self.laid[card])
            card = self.beneath[card]
        return faces

    # ------------------------------------------------------------------ changing a stack

    def lay(self, cell: int, face: int) -> None:
        """Put a card on a cell."""
        book = self.book
        bit = BIT[cell]
        self.beneath.append(self.top[cell])
        self.top[cell] = len(self.laid)
        self.laid.append(face)
        if self.taken & bit:
            self.road[cell] = book.roads[2 * face + 1]
        else:
            self.taken |= bit
            self.road[cell] = book.roads[2 * face]
        if book.lying[face] == FLAT:
            self.flat_top |= bit
            self.has_flat |= bit
        else:
            self.flat_top &= ~bit
            self.has_upright |= bit
        if book.fireproof[book.design[face]]:
            self.fire |= bit

    def magic_cut(self, cell: int) -> int:
        """`magic-cut`: take the top card of a cell away; the others stay where they lie. Returns its face."""
        face = self.laid[self.top[cell]]
        self.top[cell] = self.beneath[self.top[cell]]
        self.look_again(cell)
        return face

    def magic_turn(self, cell: int) -> None:
        """`magic-turn`: turn the whole stack of a cell a quarter clockwise."""
        turned = self.book.turned
        card = self.top[cell]
        while card >= 0:
            self.laid[card] = turned[self.laid[card]]
            card = self.beneath[card]
        self.look_again(cell)

    def look_again(self, cell: int) -> None:
        """Find anew what is kept at hand about a stack that magic has changed."""
        rest = 0xFFFF ^ BIT[cell]
        self.taken &= rest
        self.flat_top &= rest
        self.has_flat &= rest
        self.has_upright &= rest
        card = self.top[cell]
        if card < 0:
            self.road[cell] = 0
            return
        self.taken |= BIT[cell]
        tall = 1 if self.beneath[card] >= 0 else 0
        face = self.laid[card]
        flat = self.book.lying[face] == FLAT
        if flat:
            self.flat_top |= BIT[cell]
        if flat or tall:
            self.has_flat |= BIT[cell]
        if not flat or tall:
            self.has_upright |= BIT[cell]
        self.road[cell] = self.book.roads[2 * face + tall]

    # ------------------------------------------------------------------ roads

    def joined_through(self, cell: int) -> int:
        """The pairs of castles that a road through this cell joins, as bits of `PAIRS`.

        After a change in one cell, no other pair can be joined that was not joined before.
        """
        if not self.road[cell]:
            return 0
        card = self.top[cell]
        groups = self.book.groups[2 * self.laid[card] + (1 if self.beneath[card] >= 0 else 0)]
        pairs = self.joined_by(cell, groups & 15)
        if groups > 15:
            pairs |= self.joined_by(cell, groups >> 4)
        return pairs

    def joined_by(self, cell: int, sides: int) -> int:
        """The pairs of castles on the road that leaves a cell by all these sides."""
        seen = [0] * CELLS
        seen[cell] = sides
        castles = 0
        for side in SIDES_IN[sides]:
            castles |= self.castles_along(cell, side, seen)
        return castles & castles >> 2 & PAIRS

    def castles_along(self, cell: int, side: int, seen: list[int]) -> int:
        """The castles that the road leaving a cell by a side comes to; a castle is never passed through."""
        beyond = BEYOND[self.size]
        road = self.road
        while True:
            following = beyond[4 * cell + side]
            if following < 0:
                return self.castles[-1 - following]
            entry = OPPOSITE[side]
            exits = road[following] >> ACROSS[entry] & 15
            if exits == 0 or seen[following] & exits:
                return 0
            seen[following] |= exits | BIT[entry]
            side = ONLY_SIDE[exits]
            cell = following
            if side < 0:
                castles = 0
                for branch in SIDES_IN[exits]:
                    castles |= self.castles_along(cell, branch, seen)
                return castles

    def joined_from_castles(self) -> int:
        """All pairs of castles that are joined now."""
        pairs = 0
        for side in (NORTH, WEST):
            for castle in range(4 * side, 4 * side + self.size):
                cell = GATE[self.size][castle]
                exits = self.road[cell] >> ACROSS[side] & 15
                seen = [0] * CELLS
                seen[cell] = exits | BIT[side]
                castles = self.castles[castle]
                for branch in SIDES_IN[exits]:
                    castles |= self.castles_along(cell, branch, seen)
                pairs |= castles & castles >> 2 & PAIRS
        return pairs


def bare_field(book: Book, size: int, castles: list[int]) -> Field:
    """A field without cards."""
    return Field(book, size, castles, [], [], [-1] * CELLS, [0] * CELLS, 0, 0, 0, 0, 0)
