"""Moves in writing.

| move | text |
|---|---|
| the Sun's direction | `sun-left`, `sun-right` |
| a pile of the solo game | `pile-3` |
| first pass: the card kept | `keep-Va` |
| second pass: the card passed on | `pass-Va` |
| a card on a cell | `Va@c4` |
| the partner of a portal | `portal@c4` |
| a traveller: side, and the row above or below that it reaches into | `Splash@left-above`, `decline` |
| the target of an eruption | `fumarole@c4` |
| the partner of a Dark City | `city@c4` |

Reading is generous: case, spaces, `@` and `-` do not matter. A cell alone answers any question about a cell, a
card alone is laid, `pass Va Wc` in the first pass keeps the third card, `left` turns the Sun, a number is a pile,
and a traveller's side or reach may be left out where only one fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from cloudtop.games.strange_world.board import (
    CELL_NAMES,
    CELLS,
    DECLINE,
    ERUPT_MOVES,
    FOUND_MOVES,
    JOIN_MOVES,
    KEEP_MOVES,
    LAND,
    LAY_MOVES,
    MOVES,
    PASS_MOVES,
    PILE_MOVES,
    PILES,
    SUN_MOVES,
    WELCOME_MOVES,
)
from cloudtop.games.strange_world.pieces import TRAVELLERS
from cloudtop.games.strange_world.rules_draft import without

SIDES: Final[tuple[Literal["left"], Literal["right"]]] = ("left", "right")
REACHES: Final = ("above", "below")
CELL_OF: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
FACE_OF: Final = {card.lower(): face for face, card in enumerate(LAND)}

WELCOME = re.compile(rf"({'|'.join(TRAVELLERS).lower()})({'|'.join(SIDES)})?({'|'.join(REACHES)})?")
SORTING = re.compile(r"(keep|pass)(.+)")


def written(move: int) -> str:
    """A move in notation."""
    if move < PILE_MOVES:
        return f"sun-{SIDES[move - SUN_MOVES]}"
    if move < KEEP_MOVES:
        return f"pile-{move - PILE_MOVES + 1}"
    if move < PASS_MOVES:
        return f"keep-{LAND[move - KEEP_MOVES]}"
    if move < LAY_MOVES:
        return f"pass-{LAND[move - PASS_MOVES]}"
    if move < JOIN_MOVES:
        return f"{LAND[(move - LAY_MOVES) // CELLS]}@{CELL_NAMES[(move - LAY_MOVES) % CELLS]}"
    if move < WELCOME_MOVES:
        return f"portal@{CELL_NAMES[move - JOIN_MOVES]}"
    if move < DECLINE:
        choice = move - WELCOME_MOVES
        return f"{TRAVELLERS[choice // 4]}@{SIDES[choice // 2 % 2]}-{REACHES[choice % 2]}"
    if move == DECLINE:
        return "decline"
    if move < FOUND_MOVES:
        return f"fumarole@{CELL_NAMES[move - ERUPT_MOVES]}"
    return f"city@{CELL_NAMES[move - FOUND_MOVES]}"


def plain(text: str) -> str:
    """A text without case, spaces and signs."""
    return re.sub(r"[\s@,+-]", "", text.lower())


TEXTS: Final = tuple(written(move) for move in range(MOVES))
MOVE_OF: Final = {plain(text): move for move, text in enumerate(TEXTS)}
SHORT: Final = (
    {side: SUN_MOVES + i for i, side in enumerate(SIDES)}
    | {str(pile + 1): PILE_MOVES + pile for pile in range(PILES)}
    | {"no": DECLINE, "nobody": DECLINE}
)


def readings(text: str, hand: Sequence[int], answers: int) -> list[int]:
    """The moves that a text can mean to somebody with this hand; none if it is no move.

    `answers` is the number at which the answers begin that a cell alone gives: to a question, or a card laid there.
    """
    word = plain(text)
    if word in MOVE_OF:
        return [MOVE_OF[word]]
    if word in SHORT:
        return [SHORT[word]]
    if word in CELL_OF:
        if answers != LAY_MOVES:
            return [answers + CELL_OF[word]]
        return [LAY_MOVES + CELLS * face + CELL_OF[word] for face in sorted(set(hand))]
    if word in FACE_OF:
        return [LAY_MOVES + CELLS * FACE_OF[word] + cell for cell in range(CELLS)]
    if match := WELCOME.fullmatch(word):
        return travellers_meant(*match.groups())
    if match := SORTING.fullmatch(word):
        return sorted_out(match[1], match[2], list(hand))
    return []


def travellers_meant(name: str, side: str | None, reach: str | None) -> list[int]:
    """A traveller in every place that the text leaves open."""
    traveller = [known.lower() for known in TRAVELLERS].index(name)
    return [
        WELCOME_MOVES + 4 * traveller + 2 * i + j
        for i in range(2)
        for j in range(2)
        if side in (None, SIDES[i]) and reach in (None, REACHES[j])
    ]


def sorted_out(verb: str, cards: str, hand: list[int]) -> list[int]:
    """Two cards of a hand of three, named as kept or as passed on: the move names the third."""
    for split in range(1, len(cards)):
        first, second = FACE_OF.get(cards[:split]), FACE_OF.get(cards[split:])
        if first in hand and second in hand and len(hand) == 3 and (first != second or hand.count(first) > 1):
            third = without(without(hand, first), second)[0]
            return [(KEEP_MOVES if verb == "pass" else PASS_MOVES) + third]
    return []
