"""The host's choice of how much one address may ask; and a proxy that was not named is noticed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.support.web.visitors import House, Visitor

from cloudtop.core.errors import CloudtopError
from cloudtop.web.addresses import Addresses, UnnamedProxy, networks
from cloudtop.web.door import Room, listening
from cloudtop.web.limits import BESIDES, SOCKETS, Limits, Whose
from cloudtop.web.serving import configured

TABLES = int(BESIDES["open"][1].size)


def opened(limits: Limits, address: str, wanted: int) -> int:
    """How many of so many tables may be opened from an address, each by another browser."""
    return sum(bool(limits.take("open", {"address": address, "guest": f"g{number}"})) for number in range(wanted))


def sockets(limits: Limits, address: str, wanted: int) -> int:
    """How many of so many sockets may be opened from an address, each by another browser."""
    return sum(limits.come({"address": address, "guest": f"g{number}"}) for number in range(wanted))


@pytest.mark.parametrize("factor", [0.5, 1.0, 5.0])
def test_every_limit_of_an_address_is_multiplied(factor: float) -> None:
    limits = Limits(lambda: 0.0, Addresses(factor))
    assert opened(limits, "192.0.2.7", 10 * TABLES) == factor * TABLES
    assert sockets(limits, "192.0.2.7", 10 * SOCKETS["address"]) == factor * SOCKETS["address"]


def test_a_trusted_network_has_no_limits_and_each_browser_there_has() -> None:
    limits = Limits(lambda: 0.0, Addresses(trusted=networks(["10.0.0.0/8", "2001:db8::/32"])))
    for trusted in ("10.9.8.7", "2001:db8:0:12::/64"):
        assert opened(limits, trusted, 5 * TABLES) == 5 * TABLES
        assert sockets(limits, trusted, 2 * SOCKETS["address"]) == 2 * SOCKETS["address"]
    assert opened(limits, "192.0.2.7", 5 * TABLES) == TABLES
    one: dict[Whose, str] = {"address": "10.9.8.7", "guest": "mira"}
    assert sum(limits.come(one) for _ in range(1000)) == SOCKETS["guest"]


def test_the_door_lets_in_as_many_as_the_host_chose() -> None:
    def let_in(addresses: Addresses) -> int:
        with listening("127.0.0.1", 0) as door, ExitStack() as lines:
            door.setblocking(False)
            door.room = Room(connections=12, each=2, files=0)
            door.admit(addresses, [])
            for _ in range(8):
                lines.enter_context(socket.create_connection(door.getsockname()))
                try:
                    lines.enter_context(door.accept()[0])
                except BlockingIOError:
                    continue
            return door.inside

    assert let_in(Addresses()) == 2
    assert let_in(Addresses(3.0)) == 6
    assert let_in(Addresses(trusted=networks(["127.0.0.0/8"]))) == 8


def test_what_is_no_network_is_refused_by_the_name_of_its_option() -> None:
    for option in ("--proxy", "--trusted"):
        with pytest.raises(CloudtopError, match=f"{option} wants an address"):
            networks(["the one in the cellar"], option)


# ---------------------------------------------------------------------------------------------- unnamed proxies


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[House]:
    """A house behind a proxy on the same machine that was named."""
    behind = House(tmp_path / "tables.sqlite")
    behind.server.config = configured(behind.app, ["127.0.0.1"])
    with behind:
        yield behind


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines about a proxy."""
    return [line for line in caplog.messages if "--proxy" in line]


def test_a_proxy_that_was_not_named_is_told_of_once(
    house: House, mira: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    mira.http.get("/health")
    assert warnings(caplog) == []
    for number in range(3):
        mira.http.get("/health", headers={"x-forwarded-for": f"203.0.113.{number}"})
    (line,) = warnings(caplog)
    assert "came from 127.0.0.1, which is not named" in line
    assert "start with --proxy 127.0.0.1" in line


def test_a_proxy_that_was_named_is_not_told_of(proxied: House, caplog: pytest.LogCaptureFixture) -> None:
    with proxied.visitor() as mira:
        mira.http.get("/health", headers={"x-forwarded-for": "203.0.113.9"})
    assert warnings(caplog) == []


def test_a_header_from_the_internet_writes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    UnnamedProxy().note("203.0.114.9", "10.0.0.1")
    UnnamedProxy().note("8.8.8.8", "10.0.0.1")
    assert warnings(caplog) == []
