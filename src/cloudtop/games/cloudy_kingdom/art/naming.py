"""Sentences about what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce

from cloudtop.core.words import Words


def in_a_row(words: Words, sentences: Iterable[str]) -> str:
    """Sentences one after the other, with a space between them where the language has one."""
    return told_together(words, tuple(sentences))


@lru_cache(maxsize=1024)
def told_together(words: Words, sentences: tuple[str, ...]) -> str:
    """The same, made once."""
    first, *others = sentences or [""]
    return reduce(lambda told, next_one: words("text.row", first=told, second=next_one), others, first)
