"""The house behind a real nginx with the recipe of `cloudtop deploy nginx`: TLS ends there, and sockets pass."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.support.web.proxying import nginx
from tests.support.web.visitors import DEADLINE, ME, House, Line, Server
from websockets.sync.client import connect
from websockets.typing import Origin

from cloudtop.web.addresses import networks
from cloudtop.web.serving import configured
from crowd import cookies_to, free_port


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[tuple[House, int]]:
    """A house that believes the proxy on this machine, and the port of that proxy."""
    house, port = House(tmp_path / "tables.sqlite"), free_port()
    house.ear.uncounted = networks(["127.0.0.1"])
    house.server = Server(configured(house.app, ["127.0.0.1"]))
    house.thread = type(house.thread)(target=house.server.run, args=([house.ear],))
    with house, nginx(tmp_path, {port: [house.port]}):
        yield house, port


def test_a_game_is_played_through_the_proxy_with_a_cookie_for_https_alone(
    behind: tuple[House, int], tmp_path: Path
) -> None:
    _, port = behind
    trust = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
    with httpx.Client(base_url=f"https://localhost:{port}", verify=trust, timeout=DEADLINE) as browser:
        answer = browser.post("/tables", json={"game": "strange-world", "seats": [ME]})
        assert answer.status_code == 201
        assert all("secure" in cookie.lower() for cookie in answer.headers.get_list("set-cookie"))
        table = answer.json()["table"]
        cookies = cookies_to(browser, table)
        with connect(
            f"wss://localhost:{port}/t/{table}/live",
            ssl=trust,
            additional_headers={"cookie": cookies},
            origin=Origin(f"https://localhost:{port}"),
        ) as wire:
            line = Line(wire)
            line.say("hello", near=0)
            line.until("state")
            line.dealt()
            assert line.play()["did"] == "played"
        assert browser.get("/metrics").status_code == 403


def test_what_a_visitor_says_about_its_address_is_not_believed(behind: tuple[House, int], tmp_path: Path) -> None:
    house, port = behind
    trust = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
    seen: list[str] = []
    take = house.tables.limits.take

    def noted(kind: str, who: dict[str, str]) -> bool:
        seen.append(who["address"])
        return bool(take(kind, who))

    house.tables.limits.take = noted
    with httpx.Client(base_url=f"https://localhost:{port}", verify=trust, timeout=DEADLINE) as browser:
        browser.get("/health", headers={"x-forwarded-for": "203.0.113.9"})
    assert seen == ["127.0.0.1"]
