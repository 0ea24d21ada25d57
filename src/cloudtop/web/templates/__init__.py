"""The pages: templates beside this file, filled with words in the visitor's language and with what a script is told."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypedDict

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cloudtop.core.words import LANGUAGES, Words, words_of
from cloudtop.web.routes.bodies import Page
from cloudtop.web.visitor import LANGUAGE_COOKIE, language_of

IMPORTED = re.compile(r"(?:from|import)\s*\(?\s*\"\./([\w-]+\.js)\"")
QUOTED = re.compile(r"\"([\w-]+)\"")
BEGUN = re.compile(r"`([a-z][\w-]*-)\$\{")
"""A key of which the end is filled in."""
SCRIPT_WORDS = "js."
"""Words with this beginning are meant for the page's script."""


class Basics(TypedDict):
    """What every page's script is told."""

    lang: str
    static: str
    words: dict[str, str]


def basics(language: str, script: str = "guide-page") -> Basics:
    """What a page's script is told in a language: the beginning of a `Page`."""
    texts = page_words(language).texts
    spoken = {key.removeprefix(SCRIPT_WORDS): text for key, text in texts.items() if key.startswith(SCRIPT_WORDS)}
    says = spoken_by(script)
    return Basics(lang=language, static=static_root(), words={key: text for key, text in spoken.items() if says(key)})


@cache
def spoken_by(script: str) -> Callable[[str], bool]:
    """Whether a word may be spoken by a script, or by one that it imports now or later: its key is written there."""
    folder, found, waiting = files("cloudtop.web") / "static" / "js", dict[str, str](), [f"{script}.js"]
    while waiting:
        name = waiting.pop()
        if name not in found and (folder / name).is_file():
            found[name] = (folder / name).read_text("utf-8")
            waiting += IMPORTED.findall(found[name])
    source = "\n".join(found.values())
    whole, begun = set(QUOTED.findall(source)), tuple(BEGUN.findall(source))
    return lambda key: key in whole or key.startswith(begun)


def page_words(language: str) -> Words:
    """The words of the pages."""
    return words_of("cloudtop.web.templates", language)


def page_response(request: Request, name: str, page: Page, status: int = 200, **shown: object) -> Response:
    """A page: `page` is told to its script and its template, `shown` to the template alone.

    A language that the address asks for is remembered.
    """
    response = HTMLResponse(filled(name, page, **shown), status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language_of(request), max_age=400 * 24 * 3600, samesite="lax")
    return response


def filled(name: str, page: Page, **shown: object) -> str:
    """The HTML of a page; everything that is put into it is escaped."""
    return templates().get_template(f"{name}.html").render(page=page, words=page_words(page.lang), **shown)


@cache
def templates() -> Environment:
    """The templates of all pages; a name that nobody has given is an error, not a gap."""
    found = Environment(
        loader=PackageLoader("cloudtop.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals["static"] = static_root()
    found.policies["json.dumps_function"] = written
    return found


def compile_templates() -> None:
    """Compile every template now: it takes 5 to 10 ms each, for which the first guests would wait."""
    for name in templates().list_templates(extensions=["html"]):
        templates().get_template(name)


def written(data: Any, **_: Any) -> str:
    """Data as JSON; the filter `tojson` escapes what could end the element it stands in."""
    return msgspec.json.encode(data).decode()


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
