"""A real nginx with the recipe of `cloudtop deploy nginx`, and servers of the house in processes of their own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

import pytest
from tests.support.web.visitors import DEADLINE, until

from cloudtop.cli.deploying import FOLDER
from crowd import free_port

RECIPE = FOLDER / "nginx.conf"
KNOWN_SERVER = "server 127.0.0.1:8000 max_fails=1 fail_timeout=5s;"
WHOLE = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  {recipes}
}}
"""


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def recipe_for(folder: Path, name: str, port: int, servers: Sequence[int], plain: int, shared: bool) -> str:
    """The recipe as a host would change it: a door at that port to these servers.

    All but the first only stand by, unless the load is shared. The plain port leads to https.
    """
    first, *others = (f"server 127.0.0.1:{server} max_fails=1 fail_timeout=5s" for server in servers)
    recipe = RECIPE.read_text()
    for known, here in {
        KNOWN_SERVER: " ".join([f"{first};", *(f"{other}{'' if shared else ' backup'};" for other in others)]),
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl http2;\n": "",
        "listen 80": f"listen 127.0.0.1:{plain}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "cloudtop_addresses": f"addresses_{name}",
        "cloudtop_tls": f"tls_{name}",
        "/etc/ssl/cloudtop/certificate.pem": str(folder / "certificate.pem"),
        "/etc/ssl/cloudtop/key.pem": str(folder / "key.pem"),
        "upstream cloudtop": f"upstream {name}",
        "http://cloudtop": f"http://{name}",
        "$connection_upgrade": f"$connection_upgrade_{name}",
    }.items():
        assert known in recipe, known
        recipe = recipe.replace(known, here)
    return recipe


@contextmanager
def nginx(folder: Path, doors: dict[int, Sequence[int]], plain: int = 0, shared: bool = False) -> Iterator[None]:
    """A proxy with doors at these ports to servers; without nginx the test is skipped, except where it must not."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no nginx here, and this run must not do without: install the system package nginx-light")
        pytest.skip("NO NGINX: the tests behind a proxy did not run; install the system package nginx-light")
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run([*made, *names, *files], check=True, capture_output=True)
    recipes = [
        recipe_for(folder, f"door_{port}", port, servers, plain or free_port(), shared)
        for port, servers in doors.items()
    ]
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, recipes="\n".join(recipes)))
    proxy = subprocess.Popen([program, "-c", folder / "nginx.conf", "-e", folder / "error.log"])
    try:
        until(lambda: all(map(answers, doors)))
        yield
    finally:
        proxy.terminate()
        proxy.wait(DEADLINE)


class Separate:
    """`cloudtop serve` in a process of its own, as a host starts it."""

    def __init__(self, *arguments: str, port: int | None = None, database: str | None = None) -> None:
        """A server at a port, as soon as it listens."""
        self.port = port or free_port()
        command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser", "--port", str(self.port), *arguments]
        environment = dict(os.environ) | ({} if database is None else {"CLOUDTOP_DATABASE": database})
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert "open at" in self.process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals) -> None:
        """End it: as a power cut does, or as its host."""
        if self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(DEADLINE)
        assert self.process.stdout is not None
        self.process.stdout.close()
