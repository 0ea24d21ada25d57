"""Whether a game has all its words: in every language the same keys, the same fields, and what the house asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import TYPE_CHECKING

from cloudtop.core.words import LANGUAGES

if TYPE_CHECKING:
    from cloudtop.core.game import Game

SPOKEN = {"en": "English", "fr": "French", "ja": "Japanese"}


def fields_of(text: str) -> frozenset[str]:
    """The fields that a text has to be filled with; ValueError where its braces do not match.

    >>> sorted(fields_of("{stones} of {all}"))
    ['all', 'stones']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def asked_for(game: Game) -> Iterator[str]:
    """Every key that the house asks of any game, whatever is on its table."""
    yield "title"
    yield "tagline"
    yield "minutes"
    for option in game.options:
        yield f"option.{option.name}.title"
    for option_name in game.next_option:
        yield f"again.{option_name}"


def word_faults(game: Game) -> Iterator[str]:
    """All that is wrong with a game's words, each a sentence that names the key and the language."""
    texts = {language: game.words(language).texts for language in LANGUAGES}
    every = dict.fromkeys([*asked_for(game), *(key for known in texts.values() for key in known)])
    for key in every:
        yield from key_faults(key, texts)
    if all(f"option.{option.name}.title" in known for option in game.options for known in texts.values()):
        yield from value_faults(game)


def key_faults(key: str, texts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """What is wrong with one key."""
    fields: dict[str, frozenset[str]] = {}
    for language, known in texts.items():
        text = known.get(key)
        if not isinstance(text, str) or not text.strip():
            yield f"{SPOKEN[language]} has no word for {key!r}"
            continue
        try:
            fields[language] = fields_of(text)
        except ValueError as error:
            yield f"{SPOKEN[language]} has {key!r} as {text!r}, which cannot be filled in: {error}"
    first = next(iter(fields), "")
    for language, own in fields.items():
        if own != fields[first]:
            told, others = ", ".join(sorted(own)) or "none", ", ".join(sorted(fields[first])) or "none"
            yield f"{key!r} has other fields in {SPOKEN[language]} ({told}) than in {SPOKEN[first]} ({others})"


def value_faults(game: Game) -> Iterator[str]:
    """What cannot be said of the values of the options."""
    for option in game.options:
        for language in LANGUAGES:
            for value in option.values:
                try:
                    told = game.say_option(option, value, game.words(language))
                except KeyError as error:
                    yield f"{SPOKEN[language]} has no word for {error.args[0]!r}"
                    continue
                if not told:
                    yield f"{SPOKEN[language]} says nothing for {option.name}={value}"
