"""Drawings over plain HTTP: the code of an invitation is read by a program that others wrote."""

from __future__ import annotations

import re
import socket
import threading
from typing import Any
from urllib.parse import urlencode

import pytest
import segno
import zxingcpp
from tests.support.web.visitors import FRIEND, ME, House, Visitor

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
    (found,) = zxingcpp.read_barcodes(pixels(qr_of(link)))
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
        "http://{host}/t/x/sit/0" + " " * 200,
    ],
)
def test_nothing_but_a_link_of_the_house_gets_a_code(mira: Visitor, link: str) -> None:
    asked = urlencode({"link": link.format(host=f"127.0.0.1:{mira.port}")})
    assert mira.http.get(f"/qr.svg?{asked}").status_code == 404


def asked_of(house: House, link: str, host: str) -> int:
    """The status of a QR code asked for with a `Host` header of one's own."""
    request = f"GET /qr.svg?{urlencode({'link': link})} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", house.port)) as line:
        line.sendall(request.encode())
        return int(line.makefile("rb").readline().split()[1])


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("games.example.org", 200),
        ("[2001:db8::1]:8000", 200),
        ("localhost", 200),
        ("a" * 100, 200),
        ("a" * 2250, 404),
        ("a" * 145, 404),
        ("two words", 404),
        ("a,b", 404),
        ("a%41", 404),
        ("me@example.org", 404),
    ],
)
def test_a_long_link_or_a_host_that_is_no_name_gets_no_code(house: House, host: str, status: int) -> None:
    assert asked_of(house, f"http://{host}/t/1/sit/1", host) == status


def test_a_code_is_drawn_once_and_beside_the_loop(house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_in: list[str] = []
    make = segno.make_qr

    def noted(*args: Any, **more: Any) -> segno.QRCode:
        drawn_in.append(threading.current_thread().name)
        return make(*args, **more)

    monkeypatch.setattr(segno, "make_qr", noted)
    link = str(mira.http.base_url.join(mira.open("skybridge", ME, FRIEND)["watch"]))
    for _ in range(3):
        assert mira.http.get("/qr.svg", params={"link": link}).status_code == 200
    (thread,) = drawn_in
    assert thread.startswith("aside"), "the thread that serves everybody has drawn it"
