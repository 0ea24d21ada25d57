"""What a table weighs: bytes of a state and of a move on the wire, memory of a connection that only waits."""

from __future__ import annotations

import statistics
import zlib
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.web.test_server_killed import Server
from tests.web.visitors import BOT, ME, Visitor

import cloudtop
from cloudtop.web.changes import cut
from cloudtop.web.live import WINDOWS
from cloudtop.web.wire import write_message

FIRST, MOVE = 16_000, 3_000
"""No first state has more bytes, and no usual move, compressed."""
BROWSERS, EACH = 10, 120_000
"""So many browsers wait, and none of their connections takes more bytes of the server's memory."""


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", cloudtop.games())
def test_a_move_is_light_on_the_wire(mira: Visitor, game: str, players: int) -> None:
    line = mira.connect(mira.open(game, ME, *[BOT] * (players - 1))["table"], {"cuts": True})
    for _ in range(12):
        line.my_turn()
        if line.actions:
            line.play(line.actions[len(line.actions) // 2])
    # As the server compresses: one stream for the whole connection.
    stream = zlib.compressobj(wbits=-12, memLevel=5)
    weights: dict[str, list[int]] = {}
    for message in line.heard:
        packed = stream.compress(write_message(message).encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
        weights.setdefault(message["did"], []).append(len(packed))
    assert weights["state"][0] < FIRST
    assert statistics.median(weights["moved"]) < MOVE


def test_a_text_is_cut_where_it_stays_the_same() -> None:
    old, new = "a" * 500 + "old" + "z" * 500, "a" * 500 + "new one" + "z" * 500
    assert cut(old, new) == [500, 500, "new one"]
    assert cut(old, old + "!") == [len(old), 0, "!"]
    assert cut("short", "shore") == "shore"
    assert cut(old + "\U0001f3f0", new + "\U0001f3f0") == new + "\U0001f3f0"


def memory(process: int) -> int:
    """The bytes of memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def test_connections_that_only_wait_are_cheap(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server, ExitStack() as visitors:
        host = visitors.enter_context(Visitor(server.port))
        opened = host.open("skybridge", ME, {"kind": "here"})
        watchers = [visitors.enter_context(Visitor(server.port)) for _ in range(BROWSERS)]
        for watcher in watchers:
            watcher.follow(opened["watch"])
            watcher.connect(opened["table"], {})
        before = memory(server.process.pid)
        lines = [watcher.connect(opened["table"], {}) for watcher in watchers for _ in range(WINDOWS - 1)]
        assert memory(server.process.pid) - before < len(lines) * EACH
        line = host.connect(opened["table"], {"near": 0})
        if not line.actions:
            line.ask("hello", "state", near=1)
        line.play()
        for waiting in lines:
            assert len(waiting.until("moved")["log"]) == 1


def test_of_too_many_windows_the_oldest_is_closed(mira: Visitor) -> None:
    table = mira.open("skybridge", ME, {"kind": "here"})["table"]
    lines = [mira.connect(table, {}) for _ in range(WINDOWS + 1)]
    assert lines[0].until_closed()[0] == 1013
    assert lines[-1].ask("ping", "pong")["seq"] == 0
