"""Pages: plain HTML files whose places are filled, and escaped, here."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from cloudtop.core.words import words_of

PLACE = re.compile(r"\{(?P<raw>!?)(?P<key>[a-z][a-z0-9_.-]*)\}")
SCRIPT_WORDS = "js."
"""Words with this beginning are meant for the page's script."""


@cache
def template(name: str) -> str:
    """The file of a page."""
    return (files("cloudtop.web") / "pages" / f"{name}.html").read_text(encoding="utf-8")


def filled(name: str, language: str, fields: Mapping[str, str]) -> str:
    """A page with its places filled: `{key}` by a field or by a word, escaped; `{!key}` by a field as it is."""
    words = words_of("cloudtop.web.pages", language)
    given = {"lang": language, "static": static_root(), **fields}

    def place(match: re.Match[str]) -> str:
        key = match["key"]
        if match["raw"]:
            return given[key]
        return escape(given[key] if key in given else words(key))

    return PLACE.sub(place, template(name))


def whole(name: str, language: str, fields: Mapping[str, str], page: Mapping[str, Any]) -> str:
    """A whole page with what its script has to know."""
    words = words_of("cloudtop.web.pages", language).texts
    spoken = {key.removeprefix(SCRIPT_WORDS): text for key, text in words.items() if key.startswith(SCRIPT_WORDS)}
    told = {"lang": language, "static": static_root(), "words": spoken, **page}
    return filled(name, language, {**fields, "page": data_block(told)})


def data_block(told: Mapping[str, Any]) -> str:
    """JSON that can stand in a page: nothing in it can end the block."""
    return msgspec.json.encode(told).decode().replace("<", "\\u003c").replace("&", "\\u0026")


@cache
def static_root() -> str:
    """Where static files are: the address changes with their content, so that browsers may keep them for ever."""
    content = hashlib.sha256()
    for path in sorted(walk(files("cloudtop.web") / "static", "")):
        content.update(path.encode())
        content.update((files("cloudtop.web") / "static" / path).read_bytes())
    return f"/static/{content.hexdigest()[:10]}"


def walk(folder: Traversable, prefix: str) -> list[str]:
    """Every file below a folder."""
    found: list[str] = []
    for entry in folder.iterdir():
        found += walk(entry, f"{prefix}{entry.name}/") if entry.is_dir() else [f"{prefix}{entry.name}"]
    return found
