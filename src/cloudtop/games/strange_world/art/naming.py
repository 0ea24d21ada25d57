"""Cards, places and worlds in the player's language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cloudtop.core.words import Words
from cloudtop.games.strange_world.pieces import ANIMALS, Box, Card, Traveller


def listed(parts: Iterable[str], words: Words) -> str:
    """Several things in one line."""
    return words("scene.comma").join(parts)


@lru_cache(maxsize=1024)
def card_name(card: Card, words: Words) -> str:
    """A card by its icons."""
    parts = [words(f"icon.{terrain}") for terrain in card.terrains]
    if card.mountains:
        parts.append(words("icon.M" if card.mountains == 1 else "icon.MM"))
    parts += [words(f"animal.{animal}") for animal in card.animals]
    return words("card.and").join(parts)


def traveller_called(name: str, words: Words) -> str:
    """A traveller by its name."""
    return words(f"traveller.{name.lower()}")


@lru_cache(maxsize=256)
def traveller_name(name: str, box: Box, words: Words) -> str:
    """A traveller by its name, with what it wishes for."""
    wish = wish_name(box.travellers[name.capitalize()], words)
    return words("traveller.full", name=traveller_called(name, words), wish=wish)


def wish_name(traveller: Traveller, words: Words) -> str:
    """What a traveller wishes for, and what it adds then."""
    parts = [thing_name(thing, count, words) for thing, count in traveller.wish.items()]
    if traveller.each_row:
        in_row = joined([thing_name(thing, count, words) for thing, count in traveller.each_row.items()], words)
        parts.append(words("wish.each-row", wish=in_row))
    return words("wish.whole", wish=joined(parts, words), stars=traveller.stars)


def joined(parts: list[str], words: Words) -> str:
    """Several wishes in one phrase."""
    *others, last = parts
    return words("wish.and", others=words("wish.comma").join(others), last=last) if others else last


def thing_name(thing: str, count: int, words: Words) -> str:
    """So many of a thing that can be wished for."""
    if thing in ANIMALS:
        return words("wish.animal", animal=words(f"animal.{thing}"), count=count)
    return words(f"wish.{thing}.{'one' if count == 1 else 'many'}", count=count)
