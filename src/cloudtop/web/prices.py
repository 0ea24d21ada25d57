"""The cost of a request to each address of the house."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from re import Pattern

from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import compile_path


class SmallNumber(Convertor[int]):
    """The number of a seat or of a picture in an address; there are never a thousand."""

    regex = "[0-9]{1,3}"

    def convert(self, value: str) -> int:
        """From an address."""
        return int(value)

    def to_string(self, value: int) -> str:
        """To an address."""
        return str(value)


register_url_convertor("small", SmallNumber())

ELSEWHERE = "page"
"""The cost of an address that does not exist: its answer is a page."""
KINDS: Mapping[str, str] = {
    "GET /health": "page",
    "GET /ready": "page",
    "GET /metrics": "page",
    "GET /host": "page",
    "POST /host": "page",
    "POST /host/act": "seat",
    "GET /": "page",
    "GET /new/{game}": "page",
    "POST /tables": "open",
    "GET /tables": "page",
    "GET /learn": "page",
    "GET /learn/{game}": "page",
    "GET /learn/{game}/tips": "page",
    "GET /learn/{game}/{step}.svg": "page",
    "GET /learn/{game}/{step}": "page",
    "GET /learn/{game}/live": "connect",
    "GET /guide": "page",
    "GET /guide/{game}": "page",
    "GET /guide/{game}/card": "page",
    "GET /figure/{game}/icon/{name}.svg": "drawing",
    "GET /figure/{game}/{rule}/{number:small}.svg": "page",
    "GET /sprites/{game}.svg": "drawing",
    "GET /paints/{game}.css": "drawing",
    "GET /picture/{game}.svg": "drawing",
    "GET /sky/{theme}.svg": "drawing",
    "GET /qr.svg": "qr",
    "GET /t/{table}": "page",
    "GET /t/{table}/replay": "page",
    "GET /t/{table}/sit/{key}": "page",
    "GET /t/{table}/watch/{key}": "page",
    "GET /t/{table}/links": "page",
    "GET /t/{table}/record": "record",
    "GET /t/{table}/picture.svg": "picture",
    "GET /t/{table}/share.svg": "picture",
    "GET /t/{table}/sprites.svg": "drawing",
    "GET /t/{table}/paints.css": "drawing",
    "POST /t/{table}/nick": "nick",
    "POST /t/{table}/seat/{seat:small}/bot": "seat",
    "POST /t/{table}/seat/{seat:small}/take": "seat",
    "POST /t/{table}/seat/{seat:small}/link": "seat",
    "GET /t/{table}/seat/{seat:small}/devices": "seat",
    "POST /t/{table}/seat/{seat:small}/devices": "seat",
    "POST /t/{table}/deal": "seat",
    "GET /t/{table}/fair": "record",
    "GET /fair.html": "page",
    "GET /t/{table}/live": "connect",
    "GET /static/{version}/{file:path}": "static",
}
"""The kind of a request by its method and address. A test measures every one of them at its worst."""


@cache
def patterns() -> list[tuple[str, Pattern[str], str]]:
    """The method, the address and the kind of every request."""
    split = [(address.partition(" "), kind) for address, kind in KINDS.items()]
    return [(method, compile_path(path)[0], kind) for (method, _, path), kind in split]


def kind_asked(method: str, path: str) -> str:
    """What a request wants, by the name that its cost is known by.

    >>> kind_asked("GET", "/static/1a2b/js/page.js"), kind_asked("POST", "/tables"), kind_asked("HEAD", "/t/f00/replay")
    ('static', 'open', 'page')
    >>> kind_asked("GET", "/nowhere"), kind_asked("GET", "/t/f00/seat/1/devices")
    ('page', 'seat')
    """
    asked = "GET" if method == "HEAD" else method
    return next((kind for verb, form, kind in patterns() if verb == asked and form.match(path)), ELSEWHERE)
