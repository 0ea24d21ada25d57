"""The bots that can be invited, and what they are called."""

from __future__ import annotations

from cloudtop.bots.levels import LEVELS
from cloudtop.web.routes.bodies import BotLevel
from cloudtop.web.templates import page_words


def level_name(level: str, language: str) -> str:
    """What a bot's level is called."""
    words = page_words(language)
    return words(f"level.{level}") if f"level.{level}" in words else level


def levels(language: str) -> tuple[BotLevel, ...]:
    """The bots, from the weakest to the strongest."""
    words = page_words(language)
    return tuple(
        BotLevel(
            level.name,
            level_name(level.name, language),
            words(f"level.{level.name}.line"),
            words(f"level.{level.name}.share"),
        )
        for level in LEVELS
    )
