"""Cards, places and worlds in the player's language."""

from __future__ import annotations

from collections.abc import Iterable

from cloudtop.games.strange_world.art.lands import read_icons
from cloudtop.games.strange_world.art.position import Card
from cloudtop.stage.scene import Words


def listed(parts: Iterable[str], words: Words) -> str:
    """Several things in one line."""
    return words("scene.comma").join(parts)


def card_name(card: Card | None, words: Words) -> str:
    """A card by its icons; one whose face is unknown is a card face down."""
    if card is None:
        return words("card.back")
    icons = read_icons(card.icons)
    parts = [] if icons.terrain == "M" else [words(f"icon.{icons.terrain}")]
    if icons.mountains:
        parts.append(words("icon.M" if icons.mountains == 1 else "icon.MM"))
    if icons.animal:
        parts.append(words(f"animal.{icons.animal}"))
    return listed(parts, words)


def traveller_name(name: str, words: Words) -> str:
    """A traveller by its name, with what it asks for."""
    return words("traveller.full", name=words(f"traveller.{name}"), condition=words(f"condition.{name}"))
