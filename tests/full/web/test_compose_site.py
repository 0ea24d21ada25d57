"""The site of the compose file's proxy, as its own command makes it, is one that nginx accepts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from tests.support.web.proxying import WHOLE

from cloudtop.cli.deploying import FOLDER
from crowd import free_port


def test_nginx_accepts_the_site_that_the_compose_file_makes(tmp_path: Path) -> None:
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no nginx here, and this run must not do without: install the system package nginx-light")
        pytest.skip("NO NGINX: the compose file's site was not tried; install the system package nginx-light")
    shell, option, script = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]["proxy"]["command"]
    made = tmp_path / "default.conf"
    # Everything but the start of nginx, with places of this machine.
    change = script.partition(" && ")[0].replace("/site/nginx.conf", str(FOLDER / "nginx.conf"))
    subprocess.run([shell, option, change.replace("/etc/nginx/conf.d/default.conf", str(made))], check=True)
    site = made.read_text("utf-8")
    assert re.search(r"server one:8000\b.*; server two:8000\b.*;", site)
    # The names of the two servers are known inside the compose network alone.
    site = re.sub(r"server (one|two):8000", lambda _: f"server 127.0.0.1:{free_port()}", site)
    site = re.sub(r"listen (\S*?:)?\d+", lambda _: f"listen 127.0.0.1:{free_port()}", site)
    site = site.replace("/etc/ssl/cloudtop", str(tmp_path))
    key = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-subj", "/CN=games.example", "-keyout", f"{tmp_path}/key.pem", "-out", f"{tmp_path}/certificate.pem"]
    subprocess.run([*key, *files], check=True, capture_output=True)
    (tmp_path / "nginx.conf").write_text(WHOLE.format(folder=tmp_path, recipes=site), encoding="utf-8")
    command = [program, "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "error.log")]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
