"""Lettering that fits where it is written, in every script."""

from __future__ import annotations

from unicodedata import category, east_asian_width

FONT = "ui-rounded,Nunito,'Noto Sans','Noto Sans CJK JP',system-ui,sans-serif"
NARROW, COMMON, CAPITAL, FULL = 0.32, 0.6, 0.72, 1.0


def width_of(content: str, size: float) -> float:
    """About how wide a bold line of text is; no typeface is at hand to ask, so it errs on the wide side."""
    return size * sum(map(_share, content))


def _share(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return FULL
    if category(letter).startswith("M"):
        return 0.0
    if letter in "ijlIt.,:;'|!()[] ":
        return NARROW
    return CAPITAL if letter.isupper() or letter in "mw" else COMMON


def fitted(content: str, room: float, size: float, smallest: float) -> tuple[str, float]:
    """The text and the size at which it fits the room: first written smaller, then cut short."""
    while width_of(content, size) > room and size > smallest:
        size = max(size - 0.5, smallest)
    if width_of(content, size) <= room:
        return content, size
    kept = content
    while kept and width_of(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…", size
