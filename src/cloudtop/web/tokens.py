"""Tokens and keys: who a browser is, and which links open which seat. What is kept of them is their hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

COOKIE = "cloudtop"
SEAT_COOKIE = "seat"
"""The key of a link that was followed; the seat is taken when the page comes to life, so that a program that only
looks at a link, as chats do to show a preview, takes nobody's seat."""
KEEP = 400 * 24 * 3600
"""Seconds a browser keeps its token; the longest that browsers allow."""
NAMED = 12
"""Letters of its hash by which people name a browser."""
TOKEN = re.compile(r"[0-9a-f]{32}")


def new_token() -> str:
    """128 bits from the operating system's generator."""
    return secrets.token_hex(16)


def is_token(text: str | None) -> bool:
    """Whether a cookie or a key can be one of ours at all."""
    return text is not None and TOKEN.fullmatch(text) is not None


def hashed(token: str) -> str:
    """What is kept of a token or key. They are random and long, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def link_key(host_token: str, table: str, place: str) -> str:
    """The key in a link. The opener's browser can have it told again; nothing kept on the disk can give it away."""
    return hmac.new(host_token.encode(), f"{table}/{place}".encode(), hashlib.sha256).hexdigest()[:32]


def new_name() -> str:
    """The name of a table in its address; it opens nothing by itself."""
    return secrets.token_hex(5)
