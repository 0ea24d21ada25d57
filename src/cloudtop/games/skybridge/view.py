"""A position as plain data: what everybody sees, and the way back from it.

Nothing is hidden in Skybridge, so the facts of a view are the position itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cloudtop.core.errors import BadPosition
from cloudtop.core.state import Terms
from cloudtop.games.skybridge.board import BRIDGE, CELL, CELLS, COLOUR, COLOURS, FAR_CELL, KIND
from cloudtop.games.skybridge.notation import (
    CELL_NAMES,
    CELL_OF,
    COLOUR_LETTERS,
    KIND_LETTERS,
    TEXTS,
    move_of,
    piece_text,
    readings,
)
from cloudtop.games.skybridge.pieces import BOX
from cloudtop.games.skybridge.rules import NEUTRAL, Skybridge, first_position

KEYS = ("towers", "hands", "turn", "colour", "last")


def full_hand(players: int) -> list[int]:
    """What each holding has before the first move, kind by kind."""
    own = [piece.each for piece in BOX.pieces]
    if players == 3:
        return own * 3 + [piece.neutral for piece in BOX.pieces] * 3
    return own * COLOURS


def towers(placed: list[int]) -> dict[str, list[str]]:
    """The pieces on each foundation that has any, bottom to top."""
    stacks: dict[str, list[str]] = {name: [] for name in CELL_NAMES}
    for move in placed:
        piece = piece_text(COLOUR[move], KIND[move])
        stacks[CELL_NAMES[CELL[move]]].append(piece)
        if KIND[move] == BRIDGE:
            stacks[CELL_NAMES[FAR_CELL[move]]].append(piece)
    return {name: stack for name, stack in stacks.items() if stack}


def hands(state: Skybridge) -> list[dict[str, int]]:
    """The pieces each seat has left."""
    return [
        {
            piece_text(colour, kind): state.hand[4 * holding + kind]
            for colour in range(COLOURS)
            for holding in [state.holding(seat, colour)]
            if holding >= 0
            for kind in range(4)
            if state.hand[4 * holding + kind]
        }
        for seat in range(state.players)
    ]


def facts(state: Skybridge) -> dict[str, Any]:
    """The position as everybody sees it."""
    return {
        "towers": towers(state.placed),
        "hands": hands(state),
        "turn": state.turn(),
        "colour": COLOUR_LETTERS[state.colour] if state.colour >= 0 and state.seat >= 0 else None,
        "last": TEXTS[state.placed[-1]] if state.placed else None,
    }


# ---------------------------------------------------------------------- from data to a position


def restored(terms: Terms, position: Mapping[str, Any]) -> Skybridge:
    """The state of a written position, or `BadPosition` with what is impossible about it."""
    unknown = sorted(set(position) - set(KEYS))
    if unknown:
        raise BadPosition(f"a position of skybridge has no key {unknown[0]!r}; it has {', '.join(KEYS)}")
    if "towers" not in position or "turn" not in position:
        raise BadPosition("a position of skybridge needs the keys 'towers' and 'turn'")
    placed = order_of_placing(read_towers(position["towers"]), position.get("last"))
    state = first_position(terms, 0, full_hand(terms.players))
    if not isinstance(position.get("hands", []), list):
        raise BadPosition("'hands' is a list with one mapping per seat")
    for move in placed:
        put(state, move, position)
    settle_turn(state, position)
    if "hands" in position and hands(state) != position["hands"]:
        raise BadPosition(f"'hands' does not fit the towers: the pieces left are {hands(state)}")
    return state


def read_towers(given: object) -> list[list[tuple[int, int]]]:
    """The stacks by cell, each piece as (colour, kind), bottom to top."""
    if not isinstance(given, Mapping):
        raise BadPosition("'towers' is a mapping from a cell such as 'a1' to its pieces, bottom to top")
    stacks: list[list[tuple[int, int]]] = [[] for _ in range(CELLS)]
    for name, pieces in given.items():
        if name not in CELL_OF:
            raise BadPosition(f"there is no foundation {name!r}; they are {', '.join(CELL_NAMES)}")
        if not isinstance(pieces, list | tuple):
            raise BadPosition(f"the tower {name} is a list of pieces such as 'c3', bottom to top")
        for piece in pieces:
            if not is_piece(piece):
                raise BadPosition(f"{piece!r} on {name} is no piece; expected a colour and a kind such as 'c3'")
            stacks[CELL_OF[name]].append((COLOUR_LETTERS.index(piece[0]), KIND_LETTERS.index(piece[1])))
    return stacks


def is_piece(piece: object) -> bool:
    """Whether this is a piece in notation."""
    return isinstance(piece, str) and len(piece) == 2 and piece[0] in COLOUR_LETTERS and piece[1] in KIND_LETTERS


def order_of_placing(stacks: list[list[tuple[int, int]]], last: object) -> list[int]:
    """An order in which the pieces can have been stacked, `last` at the end: a bridge waits for both its towers."""
    final = last_placed(last)
    done = [0] * CELLS
    order: list[int] = []
    ready = next_pieces(stacks, done)
    while ready:
        move = next((move for move in ready if move != final or not topmost(move, stacks, done)), ready[0])
        order.append(move)
        done[CELL[move]] += 1
        if KIND[move] == BRIDGE:
            done[FAR_CELL[move]] += 1
        ready = next_pieces(stacks, done)
    for cell in range(CELLS):
        if done[cell] < len(stacks[cell]):
            piece = piece_text(*stacks[cell][done[cell]])
            raise BadPosition(f"the bridge {piece} on {CELL_NAMES[cell]} does not lie on two towers that bear it")
    if final is not None and (not order or order[-1] != final):
        raise BadPosition(f"'last' says {last}, but no such piece is on top")
    return order


def last_placed(last: object) -> int | None:
    """The move that `last` names, None if there is none."""
    if last is None:
        return None
    found = readings(last) if isinstance(last, str) else []
    if len(found) != 1:
        raise BadPosition(f"'last' is a move such as 'c3@b2' or null, not {last!r}")
    return found[0]


def topmost(move: int, stacks: list[list[tuple[int, int]]], done: list[int]) -> bool:
    """Whether nothing lies on the piece that comes next there."""
    ends = [CELL[move]] if KIND[move] != BRIDGE else [CELL[move], FAR_CELL[move]]
    return all(done[cell] == len(stacks[cell]) - 1 for cell in ends)


def next_pieces(stacks: list[list[tuple[int, int]]], done: list[int]) -> list[int]:
    """The placements that can come next when `done` pieces of each stack are placed."""
    found = []
    waiting: dict[int, int] = {}
    for cell in range(CELLS):
        if done[cell] == len(stacks[cell]):
            continue
        colour, kind = stacks[cell][done[cell]]
        if kind != BRIDGE:
            found.append(move_of(colour, kind, cell))
        elif colour in waiting:
            found.append(move_of(colour, BRIDGE, waiting[colour], cell))
        else:
            waiting[colour] = cell
    return found


def put(state: Skybridge, move: int, position: Mapping[str, Any]) -> None:
    """Place one piece of a written position, checking what can be checked without knowing the order of play."""
    colour, kind = COLOUR[move], KIND[move]
    text = TEXTS[move]
    seat = holder(state, colour, kind, position)
    state.seat = seat
    state.colour = colour if state.colour >= 0 else -1
    rule = state.why_not(seat, move)
    if rule == "skybridge/supply":
        raise BadPosition(f"{text}: there are not that many pieces of this kind and colour")
    if rule is not None and rule != "skybridge/block-lowest":
        raise BadPosition(f"{text} cannot have been placed there: it breaks the rule {rule}")
    state.apply(seat, move)


def holder(state: Skybridge, colour: int, kind: int, position: Mapping[str, Any]) -> int:
    """The seat that placed a piece; for a neutral one, a seat that no longer holds as many."""
    if state.players == 2:
        return colour % 2
    if state.players == 4 or colour != NEUTRAL:
        return colour
    kept = position.get("hands", [])
    for seat in range(3):
        left = kept[seat].get(piece_text(NEUTRAL, kind), 0) if seat < len(kept) else 0
        if state.hand[4 * (3 + seat) + kind] > left:
            return seat
    raise BadPosition(f"{piece_text(colour, kind)}: more neutral pieces lie on the board than were given out")


def settle_turn(state: Skybridge, position: Mapping[str, Any]) -> None:
    """Set who is to play, and refuse a seat that cannot."""
    turn = position["turn"]
    if not isinstance(turn, list) or len(turn) > 1 or any(seat not in range(state.players) for seat in turn):
        raise BadPosition(f"'turn' is a list with the seat to play, empty when the game is over, not {turn!r}")
    able = [seat for seat in range(state.players) if state.can_place(seat)]
    if not turn and able:
        raise BadPosition(f"'turn' is empty, but seat {able[0]} can place a piece")
    if turn and turn[0] not in able:
        raise BadPosition(f"seat {turn[0]} cannot place a piece, so it is not its turn")
    state.seat = turn[0] if turn else -1
    letter = position.get("colour")
    if state.colour >= 0 and state.seat >= 0:
        if letter not in tuple(COLOUR_LETTERS) or COLOUR_LETTERS.index(letter) % 2 != state.seat:
            raise BadPosition(f"'colour' must be a colour of seat {state.seat} when colours alternate, not {letter!r}")
        state.colour = COLOUR_LETTERS.index(letter)
        if not state.colour_can_place(state.colour, state.colour):
            raise BadPosition(f"the colour {letter} cannot place a piece, so it is not its turn")
    elif letter is not None:
        raise BadPosition("'colour' is given only while two players play their colours in alternation")
