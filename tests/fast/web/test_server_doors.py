"""Nobody can freeze the house: connections, requests and readers have limits, and everybody else plays on."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import get_args

import httpx
import pytest
from tests.full.web.test_server_killed import SERVER
from tests.support.web.visitors import BOT, DEADLINE, FRIEND, HERE, ME, House, Visitor, until
from websockets.sync.client import connect

from cloudtop.core.errors import CloudtopError
from cloudtop.store import StoreFault
from cloudtop.web import protocols, serving
from cloudtop.web.addresses import networks
from cloudtop.web.door import Room, room_for
from cloudtop.web.limits import BESIDES, COSTS, KNOCKS, PIECE, SOCKETS, Buckets, Limits, Whose
from cloudtop.web.live import tables as live_tables
from cloudtop.web.live.guests import Guest
from cloudtop.web.logs import ALIKE, Sieve
from cloudtop.web.serving import configured, listening
from cloudtop.web.socket.messages import BrowserMessage
from crowd import cookies_to, free_port

HALF = b"GET / HTTP/1.1\r\nhost: cloudtop\r\n"
HALF_BODY = b"POST /tables HTTP/1.1\r\nhost: c\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"
UPGRADE = (
    "GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\ncookie: {cookie}\r\n\r\n"
)


def calling(house: House, source: str = "127.0.0.1") -> socket.socket:
    """A connection that has said nothing yet."""
    line = socket.create_connection(("127.0.0.1", house.port), DEADLINE, source_address=(source, 0))
    line.settimeout(DEADLINE)
    return line


def elsewhere(house: House) -> httpx.Client:
    """Somebody who comes from another address."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    return httpx.Client(transport=transport, base_url=f"http://127.0.0.1:{house.port}", timeout=DEADLINE)


def frame(text: str) -> bytes:
    """A short message as a browser sends it; masked with nothing."""
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


# ---------------------------------------------------------------------------------------------- the door


def test_small_answers_go_out_at_once() -> None:
    with listening("127.0.0.1", 0) as door, socket.create_connection(door.getsockname()):
        caller, _ = door.accept()
        with caller:
            assert caller.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1


def test_who_finds_no_room_is_told_so_and_others_come_in(house: House) -> None:
    house.ear.room = Room(connections=12, each=3, files=0)
    with ExitStack() as lines:
        silent = [lines.enter_context(calling(house)) for _ in range(3)]
        with suppress(ConnectionResetError):
            assert lines.enter_context(calling(house)).recv(100) == b""
        assert house.ear.turned_away == 1
        noor = lines.enter_context(elsewhere(house))
        assert noor.get("/guide").status_code == 200
        silent[0].close()
        until(lambda: house.ear.inside_from["127.0.0.1"] == 2)
        again = lines.enter_context(calling(house))
        again.sendall(HALF + b"\r\n")
        assert again.recv(100).startswith(b"HTTP/1.1 200 ")


def test_when_the_house_is_full_everybody_is_told() -> None:
    with listening("127.0.0.1", 0) as door, ExitStack() as lines:
        door.setblocking(False)
        door.room = Room(connections=1, each=1, files=0)
        lines.enter_context(socket.create_connection(door.getsockname()))
        lines.enter_context(door.accept()[0])
        late = lines.enter_context(socket.create_connection(door.getsockname()))
        with pytest.raises(BlockingIOError):
            door.accept()
        assert late.recv(100).startswith(b"HTTP/1.1 503 ")


def test_who_knocks_too_often_is_turned_away() -> None:
    with listening("127.0.0.1", 0) as door:
        door.setblocking(False)
        door.knocks = Buckets(2, rate=0.0)
        for _ in range(2):
            with socket.create_connection(door.getsockname()):
                door.accept()[0].close()
        with socket.create_connection(door.getsockname()) as third:
            with pytest.raises(BlockingIOError):
                door.accept()
            with suppress(ConnectionResetError):
                assert third.recv(100) == b""
        assert KNOCKS.size > 500


def test_many_may_come_through_a_proxy() -> None:
    with listening("127.0.0.1", 0) as door, ExitStack() as lines:
        door.room, door.uncounted = Room(connections=12, each=1, files=0), networks(["127.0.0.1"])
        for _ in range(4):
            lines.enter_context(socket.create_connection(door.getsockname()))
            lines.enter_context(door.accept()[0])
        assert door.inside == 4
    assert door.inside == 0


LIMITED = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)){SERVER}"


def answers(port: int) -> bool:
    """Whether somebody who comes from an address of their own is let in."""
    with (
        suppress(httpx.TransportError),
        httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.9"), timeout=DEADLINE) as mira,
    ):
        return mira.get(f"http://127.0.0.1:{port}/").status_code == 200
    return False


@pytest.mark.slow("starts a server of its own")
def test_with_few_files_the_house_stays_open(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", LIMITED, str(port), str(tmp_path / "tables.sqlite")]
    log = tmp_path / "log"
    with log.open("w") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as server:
        assert server.stdout is not None
        assert "open at" in server.stdout.readline()
        until(lambda: answers(port))
        room = room_for(256, 1)
        with ExitStack() as lines:
            for _ in range(2):
                for number in range(room.connections):
                    source = (f"127.0.0.{2 + number % 3}", 0)
                    lines.enter_context(socket.create_connection(("127.0.0.1", port), DEADLINE, source))
        # Whoever was there has gone; the house notices that in its own time.
        until(lambda: answers(port))
        server.terminate()
        server.wait(DEADLINE)
    assert "this process may open 256 files" in log.read_text()
    assert len(log.read_text()) < 5000
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] != 256


# ---------------------------------------------------------------------------------------------- requests


@pytest.mark.parametrize("sent", [b"", HALF, HALF_BODY])
def test_a_request_that_does_not_arrive_is_not_waited_for(
    house: House, sent: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(protocols, "ARRIVAL", 0.2)
    with calling(house) as line, suppress(ConnectionError):
        line.sendall(sent)
        assert line.recv(100) == b""
    assert caplog.text == ""


def test_a_socket_stays_when_a_request_would_have_had_to_arrive(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that became a socket is not awaited any more: who thinks for long is not sent away."""
    clocks = list[protocols.Clock]()

    def start(clock: protocols.Clock, transport: asyncio.Transport, seconds: float) -> None:
        clocks.append(clock)
        begin(clock, transport, seconds)

    begin = protocols.Clock.start
    monkeypatch.setattr(protocols.Clock, "start", start)
    line = mira.connect(mira.open("skybridge", ME, HERE)["table"], {})
    assert line.ask("ping", "pong")["did"] == "pong"
    assert len(set(clocks)) >= 2, "pages and sockets arrive by the same clock"
    assert [clock for clock in clocks if clock.timer is not None] == []


def test_a_body_that_is_broken_off_is_nobodys_fault(
    house: House, mira: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    with calling(house) as line:
        line.sendall(HALF_BODY)
    assert mira.http.get("/").status_code == 200
    assert caplog.text == ""


def test_a_seat_of_five_thousand_digits_is_no_seat(mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    answer = mira.http.post(f"/t/{table}/seat/{'9' * 5000}/take", json={})
    assert (answer.status_code, answer.json()["error"]) == (404, "no-page")


def test_a_picture_of_five_thousand_digits_is_no_picture(mira: Visitor) -> None:
    answer = mira.http.get(f"/figure/skybridge/a-rule/{'9' * 5000}.svg")
    assert (answer.status_code, answer.json()["error"]) == (404, "no-page")


def test_json_that_is_nested_deeply_is_refused(mira: Visitor) -> None:
    deep = '{"deep":' + "[" * 4000
    answer = mira.http.post("/tables", content=deep, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")
    line = mira.connect(mira.open("skybridge", ME, HERE)["table"], {})
    line.socket.send(deep)
    assert line.until("error")["code"] == "bad-message"


def test_who_asks_for_too_many_pages_has_to_wait_and_others_do_not(house: House, mira: Visitor) -> None:
    house.tables.limits.common["address"] = Buckets(3 * COSTS["page"], rate=0.0)
    answers = [mira.http.get("/guide") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["connection"] == "close"
    with elsewhere(house) as noor:
        assert noor.get("/guide").status_code == 200


def test_a_name_is_changed_now_and_then(house: House, mira: Visitor) -> None:
    whose, (at_once, _) = BESIDES["nick"]
    house.tables.limits.besides["nick"] = (whose, Buckets(at_once, rate=0.0))
    table = mira.open("skybridge", ME, BOT)["table"]
    answers = [mira.http.post(f"/t/{table}/nick", json={"name": f"M{number}"}) for number in range(int(at_once) + 1)]
    assert [answer.status_code for answer in answers] == [200] * int(at_once) + [429]


def test_one_browser_has_so_many_tables(house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "TABLES_PER_GUEST", 2)
    for _ in range(2):
        mira.open("skybridge", ME, HERE)
    body = {"game": "skybridge", "seats": [ME, HERE]}
    answer = mira.http.post("/tables", json=body)
    assert (answer.status_code, answer.json()["error"]) == (409, "too-many-tables")
    for name in house.tables.live:
        house.tables.seen[name] = -1e9
    house.tables.forget_idle(0.0)
    assert mira.http.post("/tables", json=body).status_code == 201


def test_every_message_has_its_cost() -> None:
    limits = Limits()
    for kind in get_args(BrowserMessage):
        assert limits.take(kind.__struct_config__.tag, {"address": "here", "guest": "mira", "table": "t"})


def test_who_looks_on_uses_up_nothing_of_the_players() -> None:
    limits = Limits(clock=lambda: 0.0)
    limits.common["table"] = Buckets(0.0, 0.0)
    who: dict[Whose, str] = {"address": "here", "guest": "mira", "table": "t"}
    assert not limits.take("whynot", who)
    assert limits.take("play", who)


# ---------------------------------------------------------------------------------------------- proxies


@pytest.fixture
def proxied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house behind a proxy on the same machine that it was told of."""
    behind = House(tmp_path / "tables.sqlite")
    behind.server.config = configured(behind.app, ["127.0.0.1"])
    with behind:
        yield behind


def opened_from(house: House, visitor: Visitor, count: int) -> list[int]:
    """Tables opened as if from as many addresses, where one may open two."""
    whose, _ = BESIDES["open"]
    house.tables.limits.besides["open"] = (whose, Buckets(2, rate=0.0))
    body = {"game": "skybridge", "seats": [ME, HERE]}
    return [
        visitor.http.post("/tables", json=body, headers={"x-forwarded-for": f"192.0.2.{number}"}).status_code
        for number in range(count)
    ]


def test_a_forged_address_is_not_believed(house: House, mira: Visitor) -> None:
    assert opened_from(house, mira, 4) == [201, 201, 429, 429]


def test_a_proxy_that_was_named_is_believed(proxied: House) -> None:
    with proxied.visitor() as mira:
        assert opened_from(proxied, mira, 4) == [201] * 4


def test_behind_https_every_cookie_is_secure(proxied: House) -> None:
    with proxied.visitor() as mira, proxied.visitor() as noor:
        link = mira.open("skybridge", ME, FRIEND)["links"][0]["url"]
        answer = noor.http.get(link, headers={"x-forwarded-proto": "https"})
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        assert all("Secure" in cookie for cookie in cookies)
        plain = noor.http.get(link)
        assert not any("Secure" in cookie for cookie in plain.headers.get_list("set-cookie"))


def test_the_command_takes_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from cloudtop.cli.hosting import app

    asked: list[object] = []

    def refuse(*args: object, **more: object) -> None:
        asked.append(more["proxies"])
        raise CloudtopError("enough")

    monkeypatch.setattr(serving, "serve", refuse)
    with pytest.raises(CloudtopError):
        CliRunner().invoke(app, ["--proxy", "10.0.0.1", "--proxy", "10.1.0.0/16"], catch_exceptions=False)
    assert asked == [["10.0.0.1", "10.1.0.0/16"]]


# ---------------------------------------------------------------------------------------------- sockets


def socket_of(house: House, visitor: Visitor, table: str) -> socket.socket:
    """A plain socket that talks to a table as a browser does, and reads as it likes."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(DEADLINE)
    line.connect(("127.0.0.1", house.port))
    cookie = cookies_to(visitor.http, table)
    line.sendall(UPGRADE.format(path=f"/t/{table}/live", cookie=cookie).encode())
    assert line.recv(12) == b"HTTP/1.1 101"
    return line


def test_a_reader_who_never_reads_is_dropped_and_little_waits_for_it(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "STALLED", 0.3)
    table = mira.open("cloud-city", ME, HERE)["table"]
    live = house.tables.live[table].result()
    gone, most, leave, tell = threading.Event(), [0], live.go, Guest.send

    def go(guest: Guest) -> None:
        leave(guest)
        gone.set()

    def send(guest: Guest, text: str) -> None:
        tell(guest, text)
        most[0] = max(most[0], guest.letters)

    monkeypatch.setattr(live, "go", go)
    monkeypatch.setattr(Guest, "send", send)
    with socket_of(house, mira, table) as deaf:
        deaf.sendall(frame('{"do":"hello"}') * 70)
        assert gone.wait(DEADLINE)
    assert 60_000 < most[0] < 200_000
    assert mira.connect(table, {"near": 0}).you == 0


def test_a_guest_for_whom_too_much_waits_is_dropped_at_once() -> None:
    dropped: list[bool] = []
    guest = Guest("mira", drop=lambda: dropped.append(True))
    for _ in range(6):
        guest.send("x" * 100_000)
    assert dropped == [True]
    assert (guest.lost, guest.waiting.qsize(), guest.letters) == (True, 1, 0)


def test_who_only_pings_is_dropped(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    with socket_of(house, mira, table) as line:
        line.sendall(bytes([0x89, 0x80, 0, 0, 0, 0]) * 2000)
        heard = b""
        with suppress(ConnectionResetError):
            while part := line.recv(65536):
                heard += part
    assert heard.count(bytes([0x8A, 0])) <= PIECE / 6


def test_who_is_turned_away_is_let_go_when_both_have_said_goodbye(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long the house would wait for a goodbye that does not come.
    for_ever = property(lambda wire: 1e6, lambda wire, seconds: None)
    monkeypatch.setattr(protocols.Wire, "close_timeout", for_ever, raising=False)
    mira.open("skybridge", ME, HERE)
    goodbye, heard = (4404).to_bytes(2, "big"), b""
    with socket_of(house, mira, "0123456789") as line:
        while bytes([0x88, 2]) + goodbye not in heard:
            heard += line.recv(65536)
        line.sendall(bytes([0x88, 0x82, 0, 0, 0, 0]) + goodbye)
        assert line.recv(100) == b""


def test_the_house_can_close_while_somebody_leaves(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = protocols.Wire.shutdown

    def closing(wire: protocols.Wire) -> None:
        close(wire)
        assert wire.transport.is_closing()
        close(wire)

    monkeypatch.setattr(protocols.Wire, "shutdown", closing)
    line = mira.connect(mira.open("skybridge", ME, HERE)["table"], {})
    house.close()
    assert line.until_closed()[0] == 1012
    with pytest.raises(StoreFault, match="closed"):
        house.store.rows("any").result()


def test_one_browser_has_so_many_sockets(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    (holder,) = house.tables.live[table].result().table.seats[0].holders
    house.tables.limits.sockets["guest", holder] = SOCKETS["guest"] - 1
    mira.connect(table, {})
    code, heard = mira.connect(table).until_closed()
    assert (code, heard[0]["code"]) == (1013, "slow-down")


def test_a_crowd_that_looks_on_keeps_no_player_away(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, HERE)
    table = opened["table"]
    house.tables.limits.sockets["table", table] = SOCKETS["table"]
    house.tables.limits.common["table"] = Buckets(0.0, 0.0)
    noor.http.get(opened["watch"])
    assert noor.connect(table).until_closed()[0] == 1013
    line = mira.connect(table, {"near": 0})
    assert line.ask("draft", "draft", "error", seq=line.seq)["did"] == "draft"


def test_nobody_makes_up_ways_to_look(house: House, mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, HERE)["table"], {"near": 0})
    screens = next(house.tables.in_memory()).screens
    before = len(screens)
    for number in range(20):
        line.ask("hello", "state", near=0, form=f"form {number}")
    assert len(screens) == before
    line.ask("hello", "state", near=0, form="plan")
    assert len(screens) == before + 1


def test_what_a_socket_held_is_free_again(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    url = f"ws://127.0.0.1:{house.port}/t/{table}/live"
    cookie = cookies_to(mira.http, table)
    with connect(url, additional_headers={"cookie": cookie}, open_timeout=DEADLINE) as line:
        line.send('{"do":"ping"}')
        line.recv(DEADLINE)
        assert sum(house.tables.limits.sockets.values()) == 2
    until(lambda: not house.tables.limits.sockets)


# ---------------------------------------------------------------------------------------------- the log


def test_of_many_lines_that_are_alike_some_are_written() -> None:
    now = [0.0]
    sieve, written = Sieve(clock=lambda: now[0]), []

    def warn(text: str, *args: object) -> None:
        record = logging.LogRecord("cloudtop", logging.WARNING, "", 0, text, args, None)
        if sieve.filter(record):
            written.append(record.getMessage())

    for number in range(1000):
        warn("no room for %d", number)
    warn("something else")
    assert len(written) == ALIKE.size + 1
    now[0] = 20.0
    warn("no room for %d", 7)
    assert written[-1] == f"no room for 7 ({1000 - int(ALIKE.size)} more like it)"
