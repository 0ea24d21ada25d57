"""The compose file: everything it refers to is there, and its proxy serves both servers."""

from __future__ import annotations

import ipaddress
import re
import subprocess
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from typer.main import get_command

from cloudtop.cli import app
from cloudtop.cli.deploying import FOLDER, deploy_files

TEXT = (FOLDER / "compose.yaml").read_text("utf-8")
FILE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = FILE["services"]
SERVERS = ("one", "two")
KEYS = {
    "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "networks", "ports", "pull_policy",
    "read_only", "restart", "security_opt", "stop_grace_period", "tmpfs", "ulimits", "volumes",
}  # fmt: skip
"""The keys of a service that are used here, as the specification of compose files writes them."""
DURATION = re.compile(r"\d+[smh]")
EACH = pytest.mark.parametrize("name", SERVICES)


def test_the_file_has_the_parts_that_are_known() -> None:
    assert {key for key in FILE if not key.startswith("x-")} == {"name", "services", "networks", "volumes"}
    assert set(SERVICES) == {"database", "proxy", *SERVERS}


@EACH
def test_a_service_has_known_keys_an_image_with_a_version_and_a_check(name: str) -> None:
    service = SERVICES[name]
    assert set(service) <= KEYS
    image, _, version = service["image"].rpartition(":")
    assert image
    assert (version == "latest") == (image == "cloudtop")
    check = service["healthcheck"]
    assert check["test"][0] == "CMD"
    assert all(isinstance(part, str) for part in check["test"])
    assert set(check) <= {"test", "interval", "timeout", "retries", "start_period"}
    assert [
        value for key, value in check.items() if key not in ("test", "retries") and not DURATION.fullmatch(value)
    ] == []
    assert service["restart"] == "unless-stopped"


@EACH
def test_a_service_refers_to_what_is_there(name: str) -> None:
    service = SERVICES[name]
    for other, wait in service.get("depends_on", {}).items():
        assert wait == {"condition": "service_healthy"}
        assert "healthcheck" in SERVICES[other]
    assert set(service["networks"]) <= set(FILE["networks"])
    for volume in service.get("volumes", []):
        place, target, *mode = volume.split(":")
        assert place.startswith("./") or place in FILE["volumes"]
        assert target.startswith("/")
        assert mode in ([], ["ro"])
    for port in service.get("ports", []):
        assert [0 < int(part) < 65536 for part in port.split(":")] == [True, True]
    assert ("ports" in service) == (name == "proxy")


def test_every_volume_is_used() -> None:
    used = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert set(FILE["volumes"]) <= used


def test_the_servers_are_given_options_that_serve_knows_and_trust_the_proxy_alone() -> None:
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    proxy = SERVICES["proxy"]["networks"]["inside"]["ipv4_address"]
    (network,) = FILE["networks"]["inside"]["ipam"]["config"]
    assert ipaddress.ip_address(proxy) in ipaddress.ip_network(network["subnet"])
    for name in SERVERS:
        given = serve.make_context("serve", list(SERVICES[name]["command"]), resilient_parsing=False).params
        assert given["proxy"] == [proxy]
        (variable,) = SERVICES[name]["environment"]
        assert variable == "CLOUDTOP_DATABASE"


def test_the_password_is_written_nowhere_and_asked_for_where_it_is_missing() -> None:
    asked = re.findall(r"\$\{(\w+)([^}]*)\}", TEXT)
    assert {name for name, _ in asked} == {"DATABASE_PASSWORD"}
    assert all(more.startswith(":?") for _, more in asked)
    address = SERVICES["one"]["environment"]["CLOUDTOP_DATABASE"]
    assert re.sub(r"\$\{.*?\}", "word", address) == "postgresql://cloudtop:word@database/cloudtop"


def test_the_servers_check_what_the_image_checks() -> None:
    (line,) = re.findall(r"^    CMD (\[.*\])$", (FOLDER / "Containerfile").read_text("utf-8"), re.MULTILINE)
    for name in SERVERS:
        assert SERVICES[name]["healthcheck"]["test"] == ["CMD", *yaml.safe_load(line)]


def test_the_first_lines_name_files_that_can_be_printed() -> None:
    named = re.findall(r"cloudtop deploy (\w+)", TEXT)
    assert set(named) == {"compose", "nginx", "container"}
    assert set(named) <= set(deploy_files())


def test_the_proxy_serves_both_servers() -> None:
    shell, option, script = SERVICES["proxy"]["command"]
    change = script.partition(" > ")[0].replace("/site/nginx.conf", str(FOLDER / "nginx.conf"))
    site = subprocess.run([shell, option, change], capture_output=True, text=True, check=True).stdout
    here = [line for line in site.splitlines() if "server one:8000" in line]
    assert len(here) == 1
    assert re.fullmatch(r"\s*server one:8000( [^;]*)?; server two:8000\1?;", here[0])
    assert not re.search(r"^\s*server 127", site, re.MULTILINE)
    assert "/etc/ssl/cloudtop/" in site
    assert "./tls:/etc/ssl/cloudtop:ro" in SERVICES["proxy"]["volumes"]
