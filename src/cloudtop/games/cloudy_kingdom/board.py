"""A position in the words of the game, as the rulebook reads it: cards, stacks, arms, roads, hands and magic.

A card lies west-east or north-south and has an arm at each of its short ends. A crosswise card covers only the centre
of the card beneath, whose arms stay visible. So what counts in a cell is the centre of its top card, and all arms.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from cloudtop.games.cloudy_kingdom.moves import (
    CELL,
    CELL_NAMED,
    OPPOSITE,
    POINTS,
    Cell,
    Cut,
    Discard,
    Keep,
    Lay,
    Move,
    Pass,
    PlayMagic,
    Swap,
    Turn,
    side_of,
)
from cloudtop.games.cloudy_kingdom.pieces import SIDES, Box, Castles, Design, Magic, Place, Side, Step
from cloudtop.games.cloudy_kingdom.view import Facts, Position, Seen, Stretch

PAIRS: dict[str, tuple[Side, Side]] = {"NS": ("N", "S"), "WE": ("W", "E")}
"""The sides that face each other."""


class Card(NamedTuple):
    """A card as it lies."""

    design: Design
    a: Side
    """The side where its end a points."""

    @property
    def flat(self) -> bool:
        """Whether it lies west-east."""
        return self.a in ("W", "E")

    @property
    def joined(self) -> list[str]:
        """The groups of sides that its centre joins, each clockwise from the north, if all sides have arms."""
        groups = [{side_of(end, self.a) for end in group} for group in self.design.joins]
        return sorted("".join(side for side in SIDES if side in group) for group in groups)

    def turned(self, quarters: int) -> Card:
        """The card after quarter turns clockwise."""
        return Card(self.design, SIDES[(SIDES.index(self.a) + quarters) % 4])


Stop = tuple[Cell, Side]
"""Where a road enters a cell."""


class Field:
    """The stacks of cards and the castles around them."""

    def __init__(self, size: int, castles: Castles, stacks: Mapping[Cell, tuple[Card, ...]]) -> None:
        self.size = size
        self.castles = castles
        self.stacks = stacks
        """The cards of each cell that has any, bottom first."""

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.column < self.size and 0 <= cell.row < self.size

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [cell for cell in CELL if cell in self]

    def empty(self, cell: Cell) -> bool:
        """Whether nothing lies there."""
        return cell not in self.stacks

    def top(self, cell: Cell) -> Card | None:
        """The card that nothing lies on."""
        return self.stacks[cell][-1] if cell in self.stacks else None

    def burns(self, cell: Cell) -> bool:
        """Whether there is a fireproof card in the stack."""
        return any(card.design.fireproof for card in self.stacks.get(cell, ()))

    def arms(self, cell: Cell) -> str:
        """The sides where a cell has arms: those of all its cards, covered or not."""
        lying = {card.flat for card in self.stacks.get(cell, ())}
        return "".join(side for side in SIDES if (side in "WE") in lying)

    def supports(self, cell: Cell, side: Side) -> bool:
        """Whether a short edge on that side would touch the short edge of a laid card, or a castle's long side."""
        beyond = cell.beyond(side)
        return beyond not in self or OPPOSITE[side] in self.arms(beyond)

    def lies(self, cell: Cell) -> set[bool]:
        """How a card may come to lie on a cell, west-east (True) or north-south: crosswise, or touching something."""
        top = self.top(cell)
        return {not top.flat} if top else {side in "WE" for side in SIDES if self.supports(cell, side)}

    # ------------------------------------------------------------------ roads

    def groups(self, cell: Cell) -> list[str]:
        """The groups of sides that a cell joins: those of its top card's centre, as far as there are arms."""
        top, arms = self.top(cell), self.arms(cell)
        groups = ["".join(side for side in group if side in arms) for group in (top.joined if top else [])]
        return [group for group in groups if len(group) > 1]

    def onward(self, stop: Stop) -> list[Side]:
        """The sides that the road entering a cell leads on to."""
        cell, entry = stop
        group = next((group for group in self.groups(cell) if entry in group), "")
        return [side for side in SIDES if side in group and side != entry]

    def gate(self, family: str, side: Side) -> Stop:
        """Where a road from a family's castle on that side enters the field."""
        place, last = self.castles[side].index(family), self.size - 1
        cells = {"N": Cell(place, 0), "S": Cell(place, last), "W": Cell(0, place), "E": Cell(last, place)}
        return cells[side], side

    def walk(self, start: Stop) -> Iterator[tuple[Stop, list[Side], Stop | None]]:
        """The road from a gate, cell by cell, the nearest first; castles are never passed through.

        For each cell: where the road enters it, the sides that it leads on to, and where it came from.
        """
        came: dict[Stop, Stop | None] = {start: None}
        ahead = deque([start])
        while ahead:
            here = ahead.popleft()
            onward = self.onward(here)
            yield here, onward, came[here]
            for side in onward:
                following = here[0].beyond(side), OPPOSITE[side]
                if following[0] in self and following not in came:
                    came[following] = here
                    ahead.append(following)

    def road(self, family: str, first: Side, last: Side) -> list[Stretch]:
        """A shortest road between two castles of a family, from cell to cell; empty if nothing joins them."""
        goal = self.gate(family, last)
        came: dict[Stop, Stop | None] = {}
        for stop, onward, before in self.walk(self.gate(family, first)):
            came[stop] = before
            if stop[0] == goal[0] and last in onward:
                return traced(came, stop, last)
        return []

    def joined(self, family: str) -> set[str]:
        """The pairs of opposite sides whose castles of the family a road joins."""
        return {pair for pair, (one, other) in PAIRS.items() if self.road(family, one, other)}

    # ------------------------------------------------------------------ changes

    def before(self, last: Lay | Turn) -> Field:
        """The field as it was before a card was laid, or a stack turned."""
        cards = self.stacks[last.cell]
        stacks = dict(self.stacks)
        stacks[last.cell] = cards[:-1] if isinstance(last, Lay) else tuple(card.turned(-1) for card in cards)
        return Field(self.size, self.castles, {cell: cards for cell, cards in stacks.items() if cards})


def traced(came: Mapping[Stop, Stop | None], stop: Stop, leaves: Side) -> list[Stretch]:
    """The way back along a road that leaves a cell by a side, turned round."""
    stretches: list[Stretch] = []
    here: Stop | None = stop
    while here is not None:
        cell, entry = here
        stretches.insert(0, Stretch(cell, entry + leaves))
        leaves = OPPOSITE[entry]
        here = came[here]
    return stretches


def card_of(box: Box, written: str) -> Card:
    """A card as it is written in a stack: `t:n`."""
    code, _, way = written.partition(":")
    return Card(box.by_code[code], POINTS[way])


def field_of(box: Box, written: Facts | Position) -> Field:
    """The field of a view or of a whole position."""
    stacks = {CELL_NAMED[name]: tuple(card_of(box, card) for card in cards) for name, cards in written.field.items()}
    return Field(written.size, written.castles, stacks)


@lru_cache(maxsize=512)
def field_seen(box: Box, seen: Seen) -> Field:
    """The field of a view, made once: nobody may change it."""
    stacks = {CELL_NAMED[name]: tuple(card_of(box, card) for card in cards) for name, cards in seen.stacks}
    return Field(len(seen.castles[0][1]), dict(seen.castles), stacks)


@lru_cache(maxsize=512)
def road_seen(box: Box, seen: Seen, letter: str, pair: str) -> tuple[Stretch, ...]:
    """The road of a view between two castles of a family, found once for all who look at it."""
    return tuple(field_seen(box, seen).road(letter, *PAIRS[pair]))


class Board:
    """A whole position, and the seat that wants to make a move."""

    def __init__(self, box: Box, written: Position, seat: int) -> None:
        self.box = box
        self.written = written
        self.seat = seat
        self.field = field_of(box, written)

    # ------------------------------------------------------------------ whose turn

    @property
    def ended_by(self) -> str | None:
        """The rule by which the game ended."""
        return self.written.reason

    @property
    def to_decide(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return self.written.turn or ()

    @property
    def choosing(self) -> bool:
        """Whether magic is still being chosen, before route cards are dealt."""
        return None in self.written.magic

    @property
    def last_turns(self) -> bool:
        """Whether the stack is empty and everybody plays once more."""
        return self.written.last_turns > 0

    # ------------------------------------------------------------------ what the seat has

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The route cards it may play; while it carries out magic, those that the magic gave it."""
        return self.written.hands[self.seat]

    @cached_property
    def magic(self) -> tuple[str, ...]:
        """Its magic cards, used or not."""
        return self.written.magic[self.seat] or ()

    @cached_property
    def used(self) -> tuple[str, ...]:
        """The magic cards it has used."""
        return self.written.used[self.seat]

    def magic_named(self, move: Lay | PlayMagic) -> Magic | None:
        """The magic card that a move plays or lays; None for a route card."""
        return self.box.by_name[move.magic] if isinstance(move, PlayMagic) else self.box.maker.get(move.card)

    def holds(self, move: Move) -> bool:
        """Whether the seat has the card that a move needs."""
        if isinstance(move, Discard) or (isinstance(move, Lay) and move.card not in self.box.maker):
            return move.card in self.hand
        if isinstance(move, Lay | PlayMagic):
            magic = self.magic_named(move)
            return magic is not None and magic.name in self.magic and self.seat == self.written.active
        return not self.choosing

    def has_used(self, move: Lay | PlayMagic) -> bool:
        """Whether the magic card of a move is spent: one that is just being laid is not."""
        magic = self.magic_named(move)
        return magic is not None and magic.name in self.used and not self.lays_itself(move)

    # ------------------------------------------------------------------ the magic that is being carried out

    @cached_property
    def spell(self) -> Magic | None:
        """The magic that is being carried out."""
        return self.box.by_name[self.written.spell.magic] if self.written.spell else None

    @cached_property
    def step(self) -> Step | None:
        """The step of it that waits for a decision."""
        return self.spell.steps[self.written.spell.step] if self.spell and self.written.spell else None

    def lays_itself(self, move: Move) -> bool:
        """Whether a move lays the very magic card that is being carried out, as its step says."""
        laid = self.spell.laid if self.spell and self.step and self.step.verb == "lay" else None
        return laid is not None and isinstance(move, Lay) and move.card == laid.code

    def asks_for(self, move: Move) -> bool:
        """Whether the step asks for such a move, wherever it goes; a magic card laid crosswise needs a card beneath."""
        verb = self.step.verb if self.step else ""
        if isinstance(move, Lay):
            on_nothing = self.field.empty(move.cell) and self.place in ("crosswise", "crosswise on last")
            return verb == "play" or (self.lays_itself(move) and not on_nothing)
        if isinstance(move, Discard):
            return verb in ("discard", "play")
        return verb == {Cut: "cut", Turn: "turn", Swap: "swap", Keep: "swap"}.get(type(move))

    @cached_property
    def place(self) -> Place:
        """Where a card goes: a route card anywhere, a card of magic where its step says."""
        return (self.step.place if self.step else "") or "anywhere"

    def reaches(self, place: Place, cell: Cell) -> bool:
        """Whether a cell is such a place."""
        if place == "crosswise on last":
            return self.written.spell is not None and self.written.spell.fresh == str(cell)
        return place == "anywhere" or (place == "on empty") == self.field.empty(cell)

    def comes_now(self, move: Move) -> bool:
        """Whether it is time for a move: magic at the start of a turn, its steps only after it, and never nothing."""
        if isinstance(move, PlayMagic):
            return self.step is None
        if isinstance(move, Cut | Turn):
            return self.step is not None or self.choosing
        if isinstance(move, Lay) and move.card in self.box.maker:
            return self.lays_itself(move) or self.has_used(move) or not self.holds(move)
        return not isinstance(move, Pass)

    # ------------------------------------------------------------------ the piles

    @property
    def stack(self) -> int:
        """How many cards are left to draw."""
        return len(self.written.stack or ())

    @property
    def discards(self) -> int:
        """How many cards lie in the discard pile."""
        return len(self.written.discard)

    @property
    def without_fire(self) -> int:
        """How many cards lie in stacks without fire."""
        return sum(len(cards) for cell, cards in self.field.stacks.items() if not self.field.burns(cell))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.written.hands)
