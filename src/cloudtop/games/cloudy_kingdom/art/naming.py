"""Sentences about what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from cloudtop.stage.scene import Words


def in_a_row(words: Words, sentences: Iterable[str]) -> str:
    """Sentences one after the other, with a space between them where the language has one."""
    first, *others = [*sentences] or [""]
    return reduce(lambda told, next_one: words("text.row", first=told, second=next_one), others, first)
