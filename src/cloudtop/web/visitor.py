"""What a request tells about who sends it: the language, the token, the light."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection, Request

from cloudtop.core.words import LANGUAGES
from cloudtop.web.limits import address_group
from cloudtop.web.live.turns import Asker
from cloudtop.web.tokens import COOKIE, hashed, is_token

LANGUAGE_COOKIE = "lang"


def language_of(request: Request) -> str:
    """The language a page is shown in: asked for, remembered, or the first the browser understands and we speak."""
    for wished in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wished in LANGUAGES:
            return str(wished)
    accepted = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((language for language in accepted if language in LANGUAGES), "en")


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from: the address, or what a named proxy says; what counts as one is one."""
    return address_group(connection.client.host) if connection.client else ""


PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""What a proxy adds to a request that it passes on."""


def is_at_home(request: HTTPConnection) -> bool:
    """Whether a request comes from this very machine, by no proxy: who hosts may be told what guests need not know.

    Where a proxy is believed, an address is what the proxy says; so nobody is at home there.
    """
    if request.client is None or request.app.state.proxied or any(name in request.headers for name in PASSED_ON):
        return False
    name = request.headers.get("host", "").rpartition("@")[2]
    host = name.partition("]")[0].lstrip("[") if name.startswith("[") else name.partition(":")[0]
    return is_loopback(request.client.host) and (host == "localhost" or is_loopback(host))


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.0.2.1"), is_loopback("example.org")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def token_of(request: Request) -> str | None:
    """The browser's token, if it has one."""
    cookie = request.cookies.get(COOKIE)
    return cookie if is_token(cookie) else None


def asker_of(request: Request, table: str = "") -> Asker:
    """For whom something that a request asks for is done beside the loop."""
    return Asker(hashed(token_of(request) or ""), table, address_of(request))


def theme_of(request: Request) -> str:
    """The light a drawing is asked for in: day or dusk."""
    return "dusk" if request.query_params.get("theme") == "dusk" else "day"


def same_origin(request: HTTPConnection) -> bool:
    """Whether the page that asks is one of ours; a program that is no browser names none.

    A browser that says itself how page and address belong together is right even behind a proxy.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        return site in ("same-origin", "none")
    host = request.headers.get("host")
    return origin is None or origin in (f"http://{host}", f"https://{host}")
