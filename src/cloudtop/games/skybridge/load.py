"""From a written position back to a state; whatever is impossible about it is said.

No order of play is looked for in which every block went to a lowest place, so a position may be restored that no game
reaches; but every piece lies where it could, and the game can go on.
"""

from __future__ import annotations

from cloudtop.core.errors import BadPosition
from cloudtop.core.rulebook import rule_id
from cloudtop.core.state import Terms
from cloudtop.games.skybridge.board import Position, board_of
from cloudtop.games.skybridge.fast import can_place, holding_can_place
from cloudtop.games.skybridge.moves import (
    CELLS,
    FOUNDATIONS,
    MOVES,
    Block,
    Bridge,
    Cell,
    Placement,
    Roof,
    readings,
)
from cloudtop.games.skybridge.pieces import BRIDGE, LETTERS, PIECES, ROOF, Box, Piece
from cloudtop.games.skybridge.rules import RULEBOOK, block_lowest, supply
from cloudtop.games.skybridge.state import Skybridge, first_position

Stacks = dict[Cell, list[Piece]]
"""The pieces on each foundation, from the ground up."""


def restore(box: Box, terms: Terms, position: Position) -> Skybridge:
    """The state of a written position, or `BadPosition` with what is impossible about it."""
    if position.hands is not None:
        terms.check_rows("hands", position.hands)
    state = first_position(box, terms, 0)
    for placement in order_of_placing(read_towers(position), last_placed(position)):
        put(state, placement, position)
    settle_turn(state, position)
    left = board_of(state, None).facts.hands
    if position.hands not in (None, left):
        raise BadPosition(f"'hands' does not fit the towers: the pieces left are {list(left or ())}")
    return state


# ---------------------------------------------------------------------- what is written


def read_towers(position: Position) -> Stacks:
    """The pieces on each foundation."""
    stacks: Stacks = {cell: [] for cell in FOUNDATIONS}
    for name, pieces in position.towers.items():
        if name not in CELLS:
            raise BadPosition(f"there is no foundation {name!r}; they are {', '.join(CELLS)}")
        for piece in pieces:
            if piece not in PIECES:
                raise BadPosition(f"{piece!r} on {name} is no piece; expected a colour and a kind such as 'c3'")
            stacks[CELLS[name]].append(PIECES[piece])
    return stacks


def last_placed(position: Position) -> Placement | None:
    """The placement that `last` names, None if it names none."""
    if position.last is None:
        return None
    match readings(position.last):
        case [Block() | Roof() | Bridge() as placement]:
            return placement
    raise BadPosition(f"'last' is a move such as 'c3@b2' or null, not {position.last!r}")


# ---------------------------------------------------------------------- in which order it was placed


def order_of_placing(stacks: Stacks, last: Placement | None) -> list[Placement]:
    """An order in which the pieces can have been stacked, `last` at the end: a bridge waits for both its towers."""
    waiting = {cell: list(stack) for cell, stack in stacks.items()}
    order: list[Placement] = []
    while ready := next_placements(waiting):
        placement = next((other for other in ready if other != last or not topmost(other, waiting)), ready[0])
        order.append(placement)
        for cell in placement.cells:
            waiting[cell].pop(0)
    for cell, stack in waiting.items():
        if stack:
            raise BadPosition(f"the bridge {stack[0]} on {cell} does not lie on two towers that bear it")
    if last is not None and order[-1:] != [last]:
        raise BadPosition(f"'last' says {last}, but no such piece is on top")
    return order


def topmost(placement: Placement, waiting: Stacks) -> bool:
    """Whether nothing will lie on the piece that comes next there."""
    return all(len(waiting[cell]) == 1 for cell in placement.cells)


def next_placements(waiting: Stacks) -> list[Placement]:
    """The placements that can come next when those pieces are still to be placed."""
    found: list[Placement] = []
    ends: dict[int, Cell] = {}
    for cell, (piece, *_) in [(cell, stack) for cell, stack in waiting.items() if stack]:
        if piece.kind == ROOF:
            found.append(Roof(piece.colour, cell))
        elif piece.kind != BRIDGE:
            found.append(Block(piece.colour, piece.kind, cell))
        elif piece.colour in ends:
            found.append(Bridge(piece.colour, ends[piece.colour], cell))
        else:
            ends[piece.colour] = cell
    return found


# ---------------------------------------------------------------------- placing it


def put(state: Skybridge, placement: Placement, position: Position) -> None:
    """Place one piece, checking what can be checked without knowing the order of play."""
    seat = placed_by(state, placement.piece, position)
    state.give_turn(seat, placement.colour if state.colour >= 0 else -1)
    rule = RULEBOOK.why_not(state, seat, placement)
    if rule == f"skybridge/{rule_id(supply)}":
        raise BadPosition(f"{placement}: there are not that many pieces of this kind and colour")
    if rule not in (None, f"skybridge/{rule_id(block_lowest)}"):
        raise BadPosition(f"{placement} cannot have been placed there: it breaks the rule {rule}")
    state.apply(seat, MOVES.number(placement))


def placed_by(state: Skybridge, piece: Piece, position: Position) -> int:
    """The seat that placed a piece; a neutral one, a seat that has no longer as many."""
    for seat in range(state.players):
        if piece.colour in state.setup.box.own_colours(state.players, seat):
            return seat
    for seat in range(state.players):
        left = 0 if position.hands is None else position.hands[seat].get(str(piece), 0)
        if board_of(state, seat).hand.pieces.get(piece, 0) > left:
            return seat
    raise BadPosition(f"{piece}: more neutral pieces lie on the board than were given out")


# ---------------------------------------------------------------------- whose turn it is


def settle_turn(state: Skybridge, position: Position) -> None:
    """Set who is to play, and refuse a seat that cannot."""
    able = [seat for seat in range(state.players) if can_place(state, seat)]
    match position.turn:
        case ():
            if able:
                raise BadPosition(f"'turn' is empty, but seat {able[0]} can place a piece")
            state.give_turn(-1, state.colour)
        case (seat,) if 0 <= seat < state.players:
            if seat not in able:
                raise BadPosition(f"seat {seat} cannot place a piece, so it is not its turn")
            state.give_turn(seat, state.colour)
        case turn:
            raise BadPosition(f"'turn' is a list with the seat to play, empty when the game is over, not {list(turn)}")
    settle_colour(state, position.colour)


def settle_colour(state: Skybridge, letter: str | None) -> None:
    """Set which colour is to play, where two players' colours alternate."""
    if state.colour < 0 or state.seat < 0:
        if letter is not None:
            raise BadPosition("'colour' is given only while two players play their colours in alternation")
        return
    colour = LETTERS.get(letter or "")
    if colour not in state.setup.box.own_colours(state.players, state.seat):
        raise BadPosition(f"'colour' must be a colour of seat {state.seat} when colours alternate, not {letter!r}")
    if not holding_can_place(state, colour):
        raise BadPosition(f"the colour {letter} cannot place a piece, so it is not its turn")
    state.give_turn(state.seat, colour)
