"""Files that never change: compressed once, sent often."""

from __future__ import annotations

import gzip
import re
from functools import cache, lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

STATIC = Path(__file__).parent / "static"
FILE = re.compile(r"(?:(?:js|css)/)?[\w-]+\.(js|css|svg)")
"""Names of files that are served. The types beside the scripts are for developers."""
MEDIA_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
FOR_READERS = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*$|^[ \t]+|[ \t]+$|\n(?=\s*\n)", re.MULTILINE | re.DOTALL)
"""Comments, indentation and empty lines; no string of a script looks like one, and none goes over several lines."""
COMPRESSED = 256
"""Compressed texts cached per process: about a hundred static files, sprites and colours of every game, pictures."""
COMPRESSED_HEADERS = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
WORTHWHILE = 500
"""Bytes of the smallest text that is compressed."""


@lru_cache(maxsize=COMPRESSED)
def compressed(text: str) -> bytes:
    """The text compressed with gzip, as small as it gets.

    >>> len(compressed("cloud " * 100)) < 50
    True
    """
    return gzip.compress(text.encode(), 9, mtime=0)


def asset(request: Request, text: str, media_type: str | None, headers: dict[str, str]) -> Response:
    """An answer with a text that never changes: the compressed bytes for browsers that read gzip."""
    if len(text) < WORTHWHILE or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type=media_type, headers=headers)
    return Response(compressed(text), media_type=media_type, headers=headers | COMPRESSED_HEADERS)


@cache
def static_text(name: str) -> str:
    """A static file. Scripts and style sheets come without the quarter of them that only their readers need."""
    text = (STATIC / name).read_text("utf-8")
    return text if name.endswith(".svg") else FOR_READERS.sub("", text)


def is_static(name: str) -> bool:
    """Whether a static file of that name is served."""
    return FILE.fullmatch(name) is not None and (STATIC / name).is_file()


def compress_static() -> None:
    """Compress every static file now, so that no guest waits for it."""
    for path in STATIC.rglob("*"):
        name = path.relative_to(STATIC).as_posix()
        if is_static(name):
            compressed(static_text(name))


class StaticByVersion:
    """Static files below an address that changes with their content: browsers keep them for ever."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file."""
        name = scope["path"].removeprefix(scope.get("root_path", "")).strip("/")
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        if not is_static(name):
            raise HTTPException(404)
        # Given as a header, the type gets no charset: scripts are UTF-8 by definition, style sheets as their pages.
        kind = MEDIA_TYPES[name.rpartition(".")[2]]
        headers = {"cache-control": "max-age=31536000, immutable", "content-type": kind}
        await asset(Request(scope), static_text(name), None, headers)(scope, receive, send)
