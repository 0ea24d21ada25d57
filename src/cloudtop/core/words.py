"""Words in the player's language, from a file that shows the languages side by side.

A file of words is TOML, one table per key, one line per language:

    [piece.roof]
    en = "roof"
    fr = "toit"
    ja = "屋根"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cloudtop.core.errors import BadLanguage, BadWords

LANGUAGES = ("en", "fr", "ja")


def check_language(language: str) -> str:
    """The language, or an error that names those the house speaks."""
    if language not in LANGUAGES:
        raise BadLanguage(f"unknown language {language!r}; expected one of {', '.join(LANGUAGES)}")
    return language


class Words:
    """The texts of one place of the house in one language: `words("piece.roof")`."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **fields: object) -> str:
        """The text of a key, its fields filled in."""
        return self.texts[key].format(**fields) if fields else self.texts[key]

    def __contains__(self, key: str) -> bool:
        return key in self.texts


def read_words(source: Traversable) -> dict[str, dict[str, str]]:
    """All texts of a file: language -> key -> text; `BadWords` says what is wrong with it."""
    texts: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}

    def gather(prefix: str, table: Mapping[str, Any]) -> None:
        for key, entry in table.items():
            if isinstance(entry, dict):
                gather(f"{prefix}{key}.", entry)
            elif key not in texts or not prefix or not isinstance(entry, str):
                wanted = f"expected a text for each of {', '.join(texts)}"
                raise BadWords(f"{source.name}: [{prefix[:-1]}] has {key} = {entry!r}; {wanted}")
            else:
                texts[key][prefix[:-1]] = entry

    try:
        gather("", tomllib.loads(source.read_text(encoding="utf-8")))
    except OSError:
        raise BadWords(f"{source.name}: there is no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadWords(f"{source.name}: {error}") from None
    return texts


@cache
def words_of(package: str, language: str) -> Words:
    """The words of a package that keeps a `words.toml`."""
    return Words(check_language(language), _texts(package)[language])


@cache
def _texts(package: str) -> dict[str, dict[str, str]]:
    return read_words(files(package) / "words.toml")
