"""Text in several lines, broken where each language allows it."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, name

from cloudtop.stage.lettering import width_of

NARROWEST, STEP = 60.0, 4.0
TEXT_WEIGHT = 0.93
"""How wide text is compared with the bold lettering that `width_of` measures."""
NOT_FIRST = ("Po", "Pe", "Pf", "Lm")
"""Categories of letters that may not begin a line: stops, closing brackets, the sign of a long vowel."""


def balanced(content: str, room: float, size: float) -> list[str]:
    """The text in as few lines as possible, and these of about the same length."""
    lines = list(wrapped(content, room, size))
    while len(narrower := list(wrapped(content, room - STEP, size))) == len(lines) and room > NARROWEST:
        lines, room = narrower, room - STEP
    return lines


def wrapped(content: str, room: float, size: float) -> Iterator[str]:
    """The text in lines that fit the room, broken between words, or between letters where none are spaced."""
    line = ""
    for piece in pieces(content):
        if line and width_of((line + piece).rstrip(), size * TEXT_WEIGHT) > room:
            yield line.rstrip()
            line = ""
        line += piece
    if line:
        yield line.rstrip()


def pieces(content: str) -> Iterator[str]:
    """What a line may not break: words with the space after them, wide letters, numbers with what they count."""
    piece = ""
    for letter in content:
        if piece and may_break(piece, letter):
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece


def may_break(before: str, letter: str) -> bool:
    """Whether a line may end with the first and the next one begin with the second."""
    if letter == " " or category(letter) in NOT_FIRST or "SMALL LETTER" in kana(letter):
        return False
    if before.rstrip()[-1:].isdigit():
        return False
    return before[-1] == " " or is_wide(letter) or is_wide(before[-1])


def is_wide(letter: str) -> bool:
    """Whether a letter is as wide as it is high, as Japanese ones are."""
    return width_of(letter, 1) == 1


def kana(letter: str) -> str:
    """The name of a Japanese letter, nothing for any other."""
    return name(letter) if is_wide(letter) else ""
