"""Drawings over plain HTTP: the code of an invitation is read by a program that others wrote."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
import zxingcpp
from tests.web.visitors import FRIEND, ME, Visitor

from cloudtop.web.routes.pictures import qr_of


def pixels(svg: str, scale: int = 4) -> memoryview:
    """A drawing of horizontal strokes as grey pixels, drawn here as its path says."""
    size = int(re.findall(r'viewBox="0 0 (\d+) ', svg)[0])
    grid = bytearray(b"\xff" * (size * size))
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", svg.partition(' d="')[2]):
        first, *second = [float(number) for number in numbers.split()]
        if command == "h":
            start = int(y) * size + int(x)
            grid[start : start + int(first)] = bytes(int(first))
            x += first
        else:
            x, y = (first, second[0]) if command == "M" else (x + first, y + second[0])
    rows = [grid[at : at + size] for at in range(0, len(grid), size)]
    large = b"".join(bytes(pixel for pixel in row for _ in range(scale)) * scale for row in rows)
    return memoryview(large).cast("B", (size * scale, size * scale))


@pytest.mark.parametrize(
    "link",
    [
        "http://a.b/t/x/sit/0",
        "http://192.168.1.20:8000/t/0123456789/sit/0123456789abcdef0123456789abcdef",
        "https://a-very-long-name-of-a-house.example.org/t/0123456789/watch/0123456789abcdef0123456789abcdef",
    ],
)
def test_code_of_a_link_leads_there(link: str) -> None:
    (found,) = zxingcpp.read_barcodes(pixels(qr_of(link).decode()))
    assert (found.format, found.text) == (zxingcpp.BarcodeFormat.QRCode, link)


def test_every_link_of_a_table_has_its_code(mira: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    for path in (opened["links"][0]["url"], opened["watch"]):
        link = str(mira.http.base_url.join(path))
        drawn = mira.http.get("/qr.svg", params={"link": link})
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.headers["cache-control"] == "no-store"
        assert zxingcpp.read_barcodes(pixels(drawn.text))[0].text == link


@pytest.mark.parametrize(
    "link",
    [
        "",
        "/t/0123456789/sit/0123456789abcdef0123456789abcdef",
        "http://elsewhere.example/t/0123456789/sit/0123456789abcdef0123456789abcdef",
        "http://elsewhere.example\\@{host}/t/x/sit/0",
        "javascript://{host}/t/x/sit/0",
        "http://{host}/",
        "http://{host}/t/x/sit/0?and=more",
        "http://{host}/t/x/sit/0#more",
        "http://{host}/t/x/sit/" + "0" * 250,
        "http://[{host}/t/x/sit/0",
    ],
)
def test_nothing_but_a_link_of_the_house_gets_a_code(mira: Visitor, link: str) -> None:
    asked = urlencode({"link": link.format(host=f"127.0.0.1:{mira.port}")})
    assert mira.http.get(f"/qr.svg?{asked}").status_code == 404
