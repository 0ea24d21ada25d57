"""Running text that fits a card or a margin, in scripts with and without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cloudtop.stage.lettering import width_of
from cloudtop.stage.svg import Attribute, group, text

KANA_KANJI = r"\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
PIECES = re.compile(
    rf"[{KANA_KANJI}][\u3001\u3002\u300d\uff09]?|[^\s{KANA_KANJI}]+(?:[ \u00a0][!?:;»])* ?|\s"
)
"""What a line may be broken between: words, or single characters of Japanese with the stop that follows."""


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


def bulleted(steps: Iterable[str]) -> str:
    """Steps as paragraphs, each after a dot."""
    return "\n".join(f"• {step}" for step in steps)


def flowing(content: str, room: float, lines: int, size: float, smallest: float) -> tuple[list[str], float]:
    """The text in at most so many lines, and the size at which it fits: first smaller, then cut short."""
    while (rows := wrapped(content, room, size)) and len(rows) > lines and size > smallest:
        size = max(size - 0.4, smallest)
    if len(rows) <= lines:
        return rows, size
    kept = rows[lines - 1]
    while kept and width_of(kept + "…", size) > room:
        kept = kept[:-1]
    return [*rows[: lines - 1], kept.rstrip() + "…"], size


def written_lines(
    rows: list[str], x: float, y: float, size: float, fill: str, **attributes: Attribute
) -> str:
    """Lines of text, the first with its base at y."""
    return group(
        *(text(row, x, y + index * size * 1.22, size, fill, **attributes) for index, row in enumerate(rows))
    )
