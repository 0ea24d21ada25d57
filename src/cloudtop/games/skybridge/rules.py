"""Skybridge: the rulebook. Every function is named after a rule and answers whether a move breaks it.

What a placement does is told in `effects.py`, what counts at the end in `score.py`.
"""

from __future__ import annotations

from cloudtop.core.rulebook import Rulebook
from cloudtop.games.skybridge.board import Board, board_of
from cloudtop.games.skybridge.moves import Block, Bridge, Move, Pass, Placement, Roof
from cloudtop.games.skybridge.state import Skybridge

# ---------------------------------------------------------------------- the turn


def turn(board: Board, placement: Placement) -> bool:
    """One piece a turn: only the seat whose turn it is places one."""
    return not board.in_turn


def supply(board: Board, placement: Placement) -> bool:
    """The piece must be in the seat's hand."""
    return placement.piece not in board.hand


# ---------------------------------------------------------------------- every piece


def contact(board: Board, placement: Placement) -> bool:
    """No piece, and no end of a bridge, lies directly on a piece of its own colour."""
    return any(board[cell].topped_by(placement.colour) for cell in placement.cells)


# ---------------------------------------------------------------------- blocks


def block_lowest(board: Board, block: Block) -> bool:
    """A block goes as low as it can: no tower or bare foundation that is open to its colour is lower."""
    return any(other.height < board[block.cell].height for other in board.open_to(block.colour))


# ---------------------------------------------------------------------- bridges


def bridge_level(board: Board, bridge: Bridge) -> bool:
    """A bridge lies on two towers of the same height."""
    return board[bridge.near].height != board[bridge.far].height


def bridge_neighbours(board: Board, bridge: Bridge) -> bool:
    """It joins neighbours along a row or a column, never diagonally."""
    return not bridge.near.beside(bridge.far)


def bridge_on_pieces(board: Board, bridge: Bridge) -> bool:
    """Both its ends lie on pieces; on bare foundations only by option."""
    return not board.bridge_on_foundation and any(board[cell].bare for cell in bridge.cells)


def bridge_not_on_bridge(board: Board, bridge: Bridge) -> bool:
    """It does not lie with both ends on one and the same bridge; by option never above another of the same pair."""
    if board.one_bridge_a_pair:
        return bridge.cells in board.bridges.values()
    return board[bridge.near].bridge is not None and board[bridge.near].bridge == board[bridge.far].bridge


# ---------------------------------------------------------------------- roofs


def roof_any_level(board: Board, roof: Roof) -> bool:
    """A roof goes on any tower, high or low; on a bare foundation only by option."""
    return not board.roof_on_foundation and board[roof.cell].bare


def roof_closes(board: Board, placement: Placement) -> bool:
    """Nothing is added to a tower that has a roof."""
    return any(board[cell].closed for cell in placement.cells)


# ---------------------------------------------------------------------- passing, the end, fewer players


def pass_(board: Board, move: Pass) -> bool:
    """Passing is never a move: whoever can place must, and the turn skips whoever cannot."""
    return True


def end(board: Board, placement: Placement) -> bool:
    """The game is over when nobody can place."""
    return board.over


def two_players(board: Board, placement: Placement) -> bool:
    """Where two players' colours alternate, the colour whose turn it is plays, not the seat's other one."""
    return placement.colour in board.waiting


# ---------------------------------------------------------------------- a refusal cites the first that is broken

ANY = (end, turn, two_players, supply)
BLOCK = (*ANY, roof_closes, contact, block_lowest)
ROOF = (*ANY, roof_closes, roof_any_level, contact)
BRIDGE = (
    *ANY,
    bridge_neighbours,
    roof_closes,
    bridge_on_pieces,
    bridge_level,
    bridge_not_on_bridge,
    contact,
)
PASS = (pass_,)

RULEBOOK: Rulebook[Skybridge, Move] = Rulebook(
    "skybridge", board_of, {Block: BLOCK, Roof: ROOF, Bridge: BRIDGE, Pass: PASS}
)
