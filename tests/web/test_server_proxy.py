"""The house behind a real nginx with the recipe of `deploy/nginx.conf`: TLS ends there, and sockets pass."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.web.visitors import DEADLINE, ME, House, Line, Server, until
from websockets.sync.client import connect
from websockets.typing import Origin

from cloudtop.web.door import networks
from cloudtop.web.serving import configured

RECIPE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
WHOLE = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {recipe}
}}
"""


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[tuple[House, int]]:
    """A house that believes the proxy on this machine, and the port of that proxy."""
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no nginx here, and this run must not do without: install the system package nginx-light")
        pytest.skip("NO NGINX: the tests behind a proxy did not run; install the system package nginx-light")
    key, certificate, port = tmp_path / "key.pem", tmp_path / "certificate.pem", free_port()
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*made, *names, "-keyout", key, "-out", certificate, "-days", "2"], check=True, capture_output=True)
    house = House(tmp_path / "tables.sqlite")
    house.ear.proxies = networks(["127.0.0.1"])
    house.server = Server(configured(house.app, ["127.0.0.1"]))
    house.thread = type(house.thread)(target=house.server.run, args=([house.ear],))
    recipe = RECIPE.read_text()
    for known, here in {
        "127.0.0.1:8000": f"127.0.0.1:{house.port}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "/etc/ssl/cloudtop/certificate.pem": str(certificate),
        "/etc/ssl/cloudtop/key.pem": str(key),
    }.items():
        assert known in recipe
        recipe = recipe.replace(known, here)
    (tmp_path / "nginx.conf").write_text(WHOLE.format(folder=tmp_path, recipe=recipe))
    with house:
        proxy = subprocess.Popen([nginx, "-c", tmp_path / "nginx.conf", "-e", tmp_path / "error.log"])
        try:
            until(lambda: answers(port))
            yield house, port
        finally:
            proxy.terminate()
            proxy.wait(DEADLINE)


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


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
        cookies = browser.build_request("GET", f"/t/{table}/live").headers["cookie"]
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
