"""Cards, places and worlds in the player's language."""

from __future__ import annotations

from collections.abc import Iterable

from cloudtop.games.strange_world.pieces import Card
from cloudtop.stage.scene import Words


def listed(parts: Iterable[str], words: Words) -> str:
    """Several things in one line."""
    return words("scene.comma").join(parts)


def card_name(card: Card | None, words: Words) -> str:
    """A card by its icons; one whose face is unknown is a card face down."""
    if card is None:
        return words("card.back")
    parts = [] if card.terrain == "M" else [words(f"icon.{card.terrain}")]
    if card.mountains:
        parts.append(words("icon.M" if card.mountains == 1 else "icon.MM"))
    if card.animal:
        parts.append(words(f"animal.{card.animal}"))
    return listed(parts, words)


def traveller_name(name: str, words: Words) -> str:
    """A traveller by its name, with what it asks for."""
    return words("traveller.full", name=words(f"traveller.{name}"), condition=words(f"condition.{name}"))
