"""Running text that fits a card or a margin, in scripts with and without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cloudtop.stage.lettering import width_of
from cloudtop.stage.svg import Attribute, group, text

LEADING = 1.22
"""From one line to the next, in sizes of the letters."""
ONE_LINE = 0.88
"""How much smaller a text may become for the sake of fitting on one line."""
NARROWEST = 5.0
"""No line is made shorter than this for the sake of balance, in sizes of the letters."""
WIDE = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
CLINGING = "\u3001\u3002\u300d\u300f\u30fb\u30fc\uff01\uff09\uff1a\uff1fぁぃぅぇぉっゃゅょァィゥェォッャュョ"
"""Japanese signs that never begin a line."""
PIECES = re.compile(rf"[{WIDE}][{CLINGING}]*|[^\s{WIDE}-]+-?(?:[ \u00a0][!?:;»])* ?|-|\s")
"""What a line may be broken between: words, their parts before a hyphen, or single Japanese signs."""


def bulleted(steps: Iterable[str]) -> str:
    """Steps as paragraphs, each after a dot."""
    return "\n".join(f"• {step}" for step in steps)


def wrapped(content: str, room: float, size: float) -> list[str]:
    """The text in lines no wider than the room; a word that is too wide for it is broken."""
    return [line for paragraph in content.split("\n") for line in _paragraph(paragraph, room, size)]


def _paragraph(content: str, room: float, size: float) -> list[str]:
    lines = [""]
    for piece in PIECES.findall(content):
        if width_of(lines[-1] + piece.rstrip(), size) <= room:
            lines[-1] += piece
            continue
        if lines[-1].strip():
            lines.append("")
        for letter in piece:
            if lines[-1] and width_of(lines[-1] + letter.rstrip(), size) > room:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines if line.strip()]


def balanced(content: str, room: float, size: float) -> list[str]:
    """The text in as few lines as fit the room, and these of about the same length."""
    lines = wrapped(content, room, size)
    while room > NARROWEST * size and len(narrower := wrapped(content, room - size / 4, size)) == len(lines):
        lines, room = narrower, room - size / 4
    return lines


def breaks_words(content: str, room: float, size: float) -> bool:
    """Whether some word is too wide for the room."""
    return any(width_of(piece.rstrip(), size) > room for piece in PIECES.findall(content))


def flowing(content: str, room: float, lines: int, size: float, smallest: float) -> tuple[list[str], float]:
    """The text in at most so many lines, and the size at which it fits: first smaller, then cut short.

    A little smaller on one line is better than large on two.
    """
    tight = max(size * ONE_LINE, smallest)
    if width_of(content, tight) <= room and "\n" not in content:
        return fitted_line(content, room, size)
    rows = wrapped(content, room, size)
    while size > smallest and (len(rows) > lines or breaks_words(content, room, size)):
        size = max(size - 0.4, smallest)
        rows = wrapped(content, room, size)
    return _cut_short(rows, lines, room, size), size


def fitted_line(content: str, room: float, size: float) -> tuple[list[str], float]:
    """A line at the size at which it fits with a little room to spare."""
    return [content], min(size, 0.95 * size * room / max(width_of(content, size), 1))


def filling(content: str, room: tuple[float, float], size: float, smallest: float) -> tuple[list[str], float]:
    """The text in a room of that width and height, and the size at which it fits."""
    width, height = room
    rows = wrapped(content, width, size)
    while size > smallest and (len(rows) * size * LEADING > height or breaks_words(content, width, size)):
        size = max(size - 0.4, smallest)
        rows = wrapped(content, width, size)
    return _cut_short(rows, int(height / (size * LEADING)), width, size), size


def _cut_short(rows: list[str], lines: int, room: float, size: float) -> list[str]:
    if len(rows) <= lines:
        return rows
    kept = rows[lines - 1]
    while kept and width_of(kept + "…", size) > room:
        kept = kept[:-1]
    return [*rows[: lines - 1], kept.rstrip() + "…"]


def written_lines(rows: list[str], x: float, y: float, size: float, fill: str, **attributes: Attribute) -> str:
    """Lines of text, the first with its base at y."""
    return group(
        *(text(row, x, y + index * size * LEADING, size, fill, **attributes) for index, row in enumerate(rows))
    )
