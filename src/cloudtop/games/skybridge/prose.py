"""Skybridge in words: a move as a phrase, a line of the score sheet, the board as text."""

from __future__ import annotations

from cloudtop.core.board import cached
from cloudtop.core.state import ScoreLine
from cloudtop.core.words import Words
from cloudtop.games.skybridge.board import Board, Hand, Tower
from cloudtop.games.skybridge.moves import FOUNDATIONS, Bridge, Move, Pass
from cloudtop.games.skybridge.pieces import COLOUR_NAMES, Box, Piece


@cached
def piece_name(box: Box, piece: Piece, words: Words) -> str:
    """A piece with its colour; a block is called after its storeys."""
    colour = words(f"colour.{piece.colour_name}")
    return words(f"coloured.{piece.kind_name}", colour=colour, storeys=box.storeys_of(piece))


def say_move(box: Box, move: Move, words: Words) -> str:
    """What a move does, as a phrase."""
    match move:
        case Bridge():
            return words("move.bridge", piece=piece_name(box, move.piece, words), near=move.near, far=move.far)
        case Pass():
            return str(move)
    return words("move.place", piece=piece_name(box, move.piece, words), cell=move.cell)


def say_score(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for: a tower, or the one at the far end of a bridge."""
    far = line.fields["far"]
    return words(
        line.key,
        colour=words(f"colour.{COLOUR_NAMES[line.fields['colour']]}"),
        cell=FOUNDATIONS[line.fields["cell"]],
        far=FOUNDATIONS[far] if far >= 0 else "",
    )


def say_board(board: Board, words: Words) -> str:
    """The board as text: a plan of heights, then every tower and every hand in full."""
    lines = [*plan(board, words), ""]
    lines += [say_tower(tower, words) for tower in board.towers]
    lines += ["", *(say_hand(hand, words) for hand in board.hands)]
    return "\n".join(lines)


def plan(board: Board, words: Words) -> list[str]:
    """The nine towers from above: top piece and height."""
    lines = ["      a      b      c"]
    for row in range(3):
        towers = [tower for tower in board.towers if tower.cell.row == row]
        tops = ["." if tower.bare else f"{tower.top}:{tower.height}" for tower in towers]
        lines.append(f"  {row + 1}   {' '.join(f'{top:<6}' for top in tops)}".rstrip())
    return [*lines, f"  {words('text.legend')}"]


def say_tower(tower: Tower, words: Words) -> str:
    """One tower from the ground up."""
    if tower.bare:
        return f"{tower.cell}  {words('text.bare')}"
    key = "text.closed" if tower.closed else "text.tower"
    pieces = " ".join([str(placed.piece) for placed in tower.pieces])
    return f"{tower.cell}  {words(key, storeys=tower.height, pieces=pieces)}"


def say_hand(hand: Hand, words: Words) -> str:
    """The pieces a seat has left."""
    pieces = "  ".join(f"{count}×{piece}" for piece, count in hand.pieces.items()) or words("text.empty-hand")
    return words("text.hand", seat=hand.seat, pieces=pieces)
