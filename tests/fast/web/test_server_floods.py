"""Who sends more than anybody has to say is not listened to, and everybody else plays on."""

from __future__ import annotations

import socket
from contextlib import suppress

import h11
import pytest
from tests.fast.web.test_server_doors import HALF, calling, frame, socket_of
from tests.support.web.visitors import HERE, ME, House, Visitor, until

from cloudtop.web import protocols
from cloudtop.web.limits import LINES, PIECE, SENT
from cloudtop.web.protocols import Visit

IN_PARTS = HALF + b"transfer-encoding: chunked\r\n\r\n"


def to_the_end(line: socket.socket) -> bytes:
    """All that is said on a connection until it is closed."""
    heard = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every part of a request that the house has looked at."""
    found: list[object] = []
    look = h11.Connection.next_event

    def next_event(connection: h11.Connection) -> object:
        found.append(look(connection))
        return found[-1]

    monkeypatch.setattr(h11.Connection, "next_event", next_event)
    return found


def test_of_a_body_in_tiny_parts_few_are_looked_at(
    house: House, looked_at: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "ARRIVAL", 0.5)
    with calling(house) as line:
        line.sendall(IN_PARTS)
        with suppress(ConnectionError):
            for _ in range(60):
                line.sendall(b"1\r\nx\r\n" * 1000)
        assert to_the_end(line).startswith(b"HTTP/1.1 200 ")
    assert len(looked_at) < LINES + PIECE


def test_of_an_endless_body_no_more_is_read_than_a_request_may_have(
    house: House, looked_at: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "ARRIVAL", 0.5)
    with calling(house) as line:
        line.sendall(HALF + b"content-length: 9999999\r\n\r\n")
        with suppress(ConnectionError):
            for _ in range(99):
                line.sendall(b"x" * 100_000)
        assert to_the_end(line).startswith(b"HTTP/1.1 200 ")
    assert sum(len(part.data) for part in looked_at if isinstance(part, h11.Data)) <= SENT + 2 * PIECE


def test_a_body_in_a_few_parts_arrives(mira: Visitor) -> None:
    said = b'{"game": "skybridge", "seats": [{"kind": "me"}, {"kind": "here"}]}'
    parts = (said[at : at + 5] for at in range(0, len(said), 5))
    answer = mira.http.post("/tables", content=parts, headers={"content-type": "application/json"})
    assert answer.status_code == 201, answer.text


def test_a_head_of_many_lines_is_refused_before_they_are_looked_at(house: House, looked_at: list[object]) -> None:
    with calling(house) as line:
        line.sendall(HALF + b"a:\r\n" * 4000 + b"\r\n")
        assert to_the_end(line).startswith(b"HTTP/1.1 400 ")
    assert [part for part in looked_at if isinstance(part, h11.Request)] == []


def test_requests_that_come_all_at_once_wait_in_little_room_and_are_all_answered(house: House) -> None:
    times = 200
    with calling(house) as line:
        line.sendall((HALF.replace(b"GET /", b"GET /health") + b"x: " + b"x" * 900 + b"\r\n\r\n") * times)
        until(lambda: house.server.server_state.total_requests >= 5)
        visits = [visit for visit in house.server.server_state.connections if isinstance(visit, Visit)]
        assert max(len(visit.conn.trailing_data[0]) for visit in visits) <= 2 * PIECE
        heard = b""
        while heard.count(b"HTTP/1.1 200 ") < times:
            heard += line.recv(65536)


def test_a_socket_asked_for_with_a_long_head_is_read(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    mira.http.cookies.set("long", "x" * 3 * PIECE)
    assert mira.connect(table, {"near": 0}).ask("ping", "pong")["did"] == "pong"


def test_a_body_that_makes_no_sense_after_its_answer_is_nobodys_fault(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    with calling(house) as line:
        line.sendall(IN_PARTS)
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        line.sendall(b"no length\r\n")
        to_the_end(line)
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("early", [True, False])
def test_who_goes_on_after_goodbye_is_dropped(
    house: House, mira: Visitor, early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long the house would wait for a goodbye that does not come.
    for_ever = property(lambda wire: 1e6, lambda wire, seconds: None)
    monkeypatch.setattr(protocols.Wire, "close_timeout", for_ever, raising=False)
    mira.open("skybridge", ME, HERE)
    with socket_of(house, mira, "0123456789") as line:
        heard = b""
        while not early and bytes([0x88, 2]) not in heard:
            heard += line.recv(65536)
        with suppress(ConnectionError):
            line.sendall(frame("") * 2000)
        to_the_end(line)
    assert mira.http.get("/").status_code == 200
