"""Skybridge in words: the board as text, a move as a phrase, a line of the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from cloudtop.core.state import ScoreLine
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art.naming import piece_name
from cloudtop.games.skybridge.board import BRIDGE, CELL, COLOUR, FAR_CELL, KIND, STOREYS
from cloudtop.games.skybridge.notation import CELL_NAMES, COLOUR_LETTERS, KIND_LETTERS
from cloudtop.games.skybridge.pieces import BOX


def colour_name(colour: int, words: Words) -> str:
    """A colour's name."""
    return words(f"colour.{BOX.colours[colour]}")


def move_in_words(move: int, words: Words) -> str:
    """What a move does, as a phrase."""
    piece = piece_name(COLOUR_LETTERS[COLOUR[move]] + KIND_LETTERS[KIND[move]], words)
    if KIND[move] == BRIDGE:
        return words("move.bridge", piece=piece, near=CELL_NAMES[CELL[move]], far=CELL_NAMES[FAR_CELL[move]])
    return words("move.place", piece=piece, cell=CELL_NAMES[CELL[move]])


def score_in_words(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for."""
    far = line.fields["far"]
    return words(
        line.key,
        colour=colour_name(line.fields["colour"], words),
        cell=CELL_NAMES[line.fields["cell"]],
        far=CELL_NAMES[far] if far >= 0 else "",
    )


def height(stack: list[str]) -> int:
    """The storeys of a tower of the facts."""
    return sum(STOREYS[KIND_LETTERS.index(piece[1])] for piece in stack)


def board_in_words(view: View, words: Words) -> str:
    """The board as text: a plan of heights, then every tower and every hand in full."""
    towers: Mapping[str, list[str]] = view.facts["towers"]
    lines = [*plan(towers, words), ""]
    lines += [tower_line(name, towers.get(name, []), words) for name in CELL_NAMES]
    lines += ["", *(hand_line(seat, hand, words) for seat, hand in enumerate(view.facts["hands"]))]
    return "\n".join(lines)


def plan(towers: Mapping[str, list[str]], words: Words) -> list[str]:
    """The nine towers from above: top piece and height."""
    lines = ["      a      b      c"]
    for row in "123":
        cells = []
        for column in "abc":
            stack = towers.get(column + row, [])
            cells.append(f"{stack[-1] + ':' + str(height(stack)):<6}" if stack else f"{'.':<6}")
        lines.append(f"  {row}   {' '.join(cells)}".rstrip())
    return [*lines, f"  {words('text.legend')}"]


def tower_line(name: str, stack: list[str], words: Words) -> str:
    """One tower from the ground up."""
    if not stack:
        return f"{name}  {words('text.bare')}"
    key = "text.closed" if stack[-1].endswith("r") else "text.tower"
    return f"{name}  {words(key, storeys=height(stack), pieces=' '.join(stack))}"


def hand_line(seat: int, hand: Mapping[str, int], words: Words) -> str:
    """The pieces a seat has left."""
    pieces = "  ".join(f"{count}×{piece}" for piece, count in hand.items()) or words("text.empty-hand")
    return words("text.hand", seat=seat, pieces=pieces)
