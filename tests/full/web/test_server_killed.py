"""SIGKILL in the middle of running games: what was acknowledged is there, once, and players simply go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from tests.support.web.visitors import BOT, DEADLINE, HERE, ME, Line, Visitor
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Played, read_event
from crowd import free_port

KILLS = 10
ACKNOWLEDGED = 8
"""So many moves are acknowledged between two kills, at all tables together."""

SERVER = """
import sys
from pathlib import Path
from cloudtop.web.serving import serve
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), browser=False, pace=0.0)
"""


class Server:
    """A server in a process of its own, which can be killed and started again on the same port and file."""

    def __init__(self, path: Path) -> None:
        self.port, self.path = free_port(), path
        self.process = self.started()

    def started(self) -> subprocess.Popen[str]:
        """A new process, as soon as it listens."""
        command = [sys.executable, "-c", SERVER, str(self.port), str(self.path)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert "open at" in process.stdout.readline()
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.kill()

    def start_again(self) -> None:
        """Start on the same port and file."""
        self.process = self.started()

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process.returncode is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait(DEADLINE)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Player(threading.Thread):
    """Somebody who plays on and on at one table, comes again after every break, and notes what was acknowledged."""

    def __init__(self, visitor: Visitor, table: str, progress: Progress) -> None:
        super().__init__(daemon=True)
        self.visitor, self.table, self.progress = visitor, table, progress
        self.acknowledged: list[tuple[str, int]] = []
        self.near = 0
        self.sent: dict[str, Any] | None = None
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Play until told to stop."""
        try:
            while not self.progress.stopped:
                try:
                    self.sit()
                except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                    self.progress.until_open()
        except BaseException as failure:
            self.failure = failure
            raise

    def sit(self) -> None:
        """Come to the table, repeat what was not answered, and play until the connection breaks or the game ends."""
        line = self.visitor.connect(self.table)
        line.ask("hello", "state", near=self.near)
        while not self.progress.stopped:
            if self.sent is None:
                self.find_decision(line)
                if line.outcome is not None:
                    self.progress.until_stopped()
                    return
                self.sent = {
                    "seq": line.seq,
                    "nonce": f"{line.seq}-{line.you}",
                    "actions": [line.actions[len(line.actions) // 2]],
                }
            answer = line.ask("play", "played", "stale", "illegal", "error", **self.sent)
            assert answer["did"] in ("played", "stale"), answer
            if answer["did"] == "played":
                self.acknowledged.append((self.sent["nonce"], self.sent["actions"][0]))
                self.progress.count()
            else:
                line.until("state")
            self.sent = None

    def find_decision(self, line: Line) -> None:
        """Look from whichever of my seats has to decide; wait while it is a bot's turn."""
        state = line.ask("hello", "state", near=self.near)
        while not line.actions and line.outcome is None:
            mine = [seat["seat"] for seat in state["seats"] if seat["deciding"] and seat["seat"] in state["mine"]]
            if mine:
                self.near = mine[0]
            else:
                line.until("moved", "state")
            state = line.ask("hello", "state", near=self.near)


class Progress:
    """What the players and the one who kills the server wait for."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.moves = 0
        self.open = True
        self.stopped = False

    def count(self) -> None:
        """One more move was acknowledged."""
        with self.changed:
            self.moves += 1
            self.changed.notify_all()

    def until_moves(self, moves: int) -> None:
        """Wait until so many moves were acknowledged."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.moves >= moves, DEADLINE * 3), self.moves

    def set(self, is_open: bool, stopped: bool = False) -> None:
        """The server was opened or closed, or it is enough."""
        with self.changed:
            self.open, self.stopped = is_open, stopped
            self.changed.notify_all()

    def until_open(self) -> None:
        """Wait until the server is there again."""
        with self.changed:
            self.changed.wait_for(lambda: self.open or self.stopped, DEADLINE)

    def until_stopped(self) -> None:
        """Wait until it is enough."""
        with self.changed:
            self.changed.wait_for(lambda: self.stopped, DEADLINE * KILLS)


def test_ten_kills_lose_and_double_no_acknowledged_move(tmp_path: Path) -> None:
    path, progress = tmp_path / "tables.sqlite", Progress()
    with Server(path) as server, ExitStack() as visitors:
        players = []
        for seats in ([ME, HERE, HERE, HERE], [ME, HERE], [ME, BOT, HERE, HERE], [ME, HERE, HERE, HERE]):
            visitor = visitors.enter_context(Visitor(server.port))
            players.append(Player(visitor, visitor.open("skybridge", *seats)["table"], progress))
        for player in players:
            player.start()
        for _ in range(KILLS):
            progress.until_moves(progress.moves + ACKNOWLEDGED)
            progress.set(is_open=False)
            server.kill()
            server.start_again()
            progress.set(is_open=True)
        progress.until_moves(progress.moves + ACKNOWLEDGED)
        progress.set(is_open=True, stopped=True)
        for player in players:
            player.join(DEADLINE)
            assert player.failure is None
            assert not player.is_alive()
    check_logs(path, players)


def check_logs(path: Path, players: list[Player]) -> None:
    """Every acknowledged move is in the log once, and every log can be played."""
    store = SqliteStore(path)
    for player in players:
        rows = store.rows(player.table).result()
        table = Table.rebuilt(player.table, rows)
        events = [event for event in map(read_event, rows) if isinstance(event, Played) and event.nonce]
        written = [event.nonce for event in events]
        assert len(written) == len(set(written))
        moves = {event.nonce: event.move for event in events}
        assert player.acknowledged
        for nonce, action in player.acknowledged:
            assert moves[nonce] == table.game.text(action)
        # At most the move that was on its way when it was enough is there without an answer.
        assert len(written) <= len(player.acknowledged) + 1
    store.close()


def test_a_server_that_was_killed_serves_its_pages_again(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server, Visitor(server.port) as visitor:
        table = visitor.open("skybridge", ME, BOT)["table"]
        server.kill()
        server.start_again()
        assert visitor.http.get(f"/t/{table}").status_code == 200
        assert visitor.connect(table, {}).you == 0
