"""The files of `cloudtop deploy` do what they say: the unit, its settings, and the site of nginx."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.support.web.proxying import Separate, answers, nginx
from tests.support.web.visitors import DEADLINE, ME, House, Visitor, until

from cloudtop.cli.deploying import FOLDER
from cloudtop.cli.settings import options, variable_of
from crowd import free_port

UNIT = FOLDER / "cloudtop.service"
EXPOSURE = 2.0
"""The worst that `systemd-analyze security` may say; before the unit was hardened it said 7.2."""


def lines_of(name: str) -> list[str]:
    """The values of a setting of the unit."""
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def analyzed(tmp_path: Path, *arguments: str) -> str:
    """The answer of systemd-analyze about the unit, whose command is replaced by one that is here."""
    program = shutil.which("systemd-analyze")
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no systemd-analyze here, and this run must not do without: install the package systemd")
        pytest.skip("NO SYSTEMD: the unit was not verified; install the system package systemd")
    unit = tmp_path / "cloudtop.service"
    unit.write_text(UNIT.read_text().replace("/opt/cloudtop/bin/cloudtop", sys.executable))
    done = subprocess.run([program, *arguments, str(unit)], capture_output=True, text=True, timeout=DEADLINE)
    return f"{done.returncode}\n{done.stdout}{done.stderr}"


def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    assert analyzed(tmp_path, "verify") == "0\n"


def test_the_unit_is_hardened(tmp_path: Path) -> None:
    found = re.search(
        r"exposure level for cloudtop.service: ([\d.]+)", analyzed(tmp_path, "security", "--offline=true")
    )
    assert found is not None
    assert float(found[1]) <= EXPOSURE
    assert lines_of("UMask") == ["0077"]


def test_the_unit_opens_a_house_and_its_variables_change_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, command, *arguments = shlex.split(lines_of("ExecStart")[0])
    assert (program, command, arguments) == ("/opt/cloudtop/bin/cloudtop", "serve", ["--no-browser"])
    assert lines_of("EnvironmentFile") == ["-/etc/cloudtop.env"]
    for setting in lines_of("Environment"):
        name, _, value = setting.partition("=")
        monkeypatch.setenv(name, value.replace("/var/lib", str(tmp_path)))
    # As in /etc/cloudtop.env.
    monkeypatch.setenv("CLOUDTOP_ADMIN_TOKEN", "a word that nobody guesses")
    with Separate() as server, Visitor(server.port) as mira:
        assert mira.http.get("/ready").json() == {"ready": True}
        assert mira.http.get("/host").status_code == 200
        mira.open("skybridge", ME, {"kind": "here"})
        server.end(signal.SIGTERM)
    (state,) = lines_of("StateDirectory")
    assert (tmp_path / state / "tables.sqlite").exists()


def test_every_variable_of_the_environment_file_is_one() -> None:
    named = set(re.findall(r"^#?(CLOUDTOP_\w+)=", (FOLDER / "cloudtop.env").read_text(), re.MULTILINE))
    assert len(named) >= 6
    assert named <= {variable_of(name) for name in options()}


# ---------------------------------------------------------------------------------------------------- nginx


def test_who_comes_without_tls_is_sent_to_https_and_told_to_stay_there(house: House, tmp_path: Path) -> None:
    port, plain = free_port(), free_port()
    with nginx(tmp_path, {port: [house.port]}, plain):
        until(lambda: answers(plain))
        sent = httpx.get(f"http://localhost:{plain}/guide?lang=fr", timeout=DEADLINE)
        assert (sent.status_code, sent.headers["location"]) == (301, "https://localhost/guide?lang=fr")
        trust = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        answer = httpx.get(f"https://localhost:{port}/guide", verify=trust, timeout=DEADLINE)
        assert answer.status_code == 200
        assert "max-age" in answer.headers["strict-transport-security"]


def test_the_site_speaks_http2(house: House, tmp_path: Path) -> None:
    port = free_port()
    with nginx(tmp_path, {port: [house.port]}):
        trust = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        trust.set_alpn_protocols(["h2", "http/1.1"])
        with (
            socket.create_connection(("127.0.0.1", port), DEADLINE) as line,
            trust.wrap_socket(line, server_hostname="localhost") as secured,
        ):
            assert secured.selected_alpn_protocol() == "h2"


class Silent:
    """A server that takes requests and never answers, like one at which sockets stay open."""

    def __init__(self) -> None:
        self.ear = socket.create_server(("127.0.0.1", 0))
        self.port = self.ear.getsockname()[1]
        self.here: dict[str, socket.socket] = {}
        """Connections that are open, by the path that was asked for."""

    def serve(self) -> None:
        """Take connections until the ear is closed."""
        while True:
            try:
                line, _ = self.ear.accept()
            except OSError:
                return
            threading.Thread(target=self.hold, args=(line,), daemon=True).start()

    def hold(self, line: socket.socket) -> None:
        """Hold a connection until its client goes."""
        with line:
            path = line.recv(4096).decode().split(" ")[1]
            self.here[path] = line
            while line.recv(4096):
                continue
            del self.here[path]


@contextmanager
def silent() -> Iterator[Silent]:
    """A silent server, which runs."""
    server = Silent()
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ear.shutdown(socket.SHUT_RDWR)
        server.ear.close()
        thread.join(DEADLINE)


def test_after_a_restart_sockets_spread_again(tmp_path: Path) -> None:
    port = free_port()
    trust = ssl.create_default_context(cafile=None)
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with ExitStack() as lines, silent() as one, silent() as other:
        lines.enter_context(nginx(tmp_path, {port: [one.port, other.port]}, shared=True))

        def connect(path: str) -> ssl.SSLSocket:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", port), DEADLINE))
            secured = lines.enter_context(trust.wrap_socket(line))
            secured.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
            until(lambda: path in one.here or path in other.here)
            return secured

        opened = {path: connect(path) for path in map("/first/{}".format, range(8))}
        assert (len(one.here), len(other.here)) == (4, 4)
        # One server restarts: its guests are gone.
        for path in list(other.here):
            opened[path].close()
        until(lambda: not other.here)
        for number in range(4):
            connect(f"/again/{number}")
        assert (len(one.here), len(other.here)) == (4, 4)
