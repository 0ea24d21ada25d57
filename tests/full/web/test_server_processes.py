"""`cloudtop serve --processes`: real servers at one door and one PostgreSQL, one of which is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.web.visitors import DEADLINE, FRIEND, ME, Visitor, until
from websockets.exceptions import ConnectionClosed

from cloudtop.store.postgres import PostgresStore
from cloudtop.web.serving import listening

GAME, ALONE = "skybridge", "strange-world"
WORD = "a word that nobody guesses"


@contextmanager
def serving(database: str, count: int, *options: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Servers at one door: its port, and the process that looks after them."""
    command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser", "--processes", str(count), *options]
    environment = {**os.environ, "CLOUDTOP_DATABASE": database}
    keeper = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert keeper.stdout is not None
    try:
        found = re.search(r":(\d+)/", keeper.stdout.readline())
        assert found is not None
        yield int(found[1]), keeper
    finally:
        keeper.terminate()
        assert keeper.wait(DEADLINE) == 0
        keeper.stdout.close()


def servers_of(keeper: subprocess.Popen[str]) -> list[int]:
    """The numbers of the processes that serve."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    rows = (map(int, line.split()) for line in listed.splitlines())
    return [number for number, parent in rows if parent == keeper.pid]


def runs(number: int) -> bool:
    """Whether a process is there and runs."""
    seen = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True, check=False).stdout
    return bool(seen.strip()) and not seen.startswith("Z")


class Player:
    """Somebody who comes back whenever the connection is lost, and knows which moves were acknowledged."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor = visitor
        self.table = table
        self.acknowledged: list[str] = []
        self.comings = 0
        self.come()

    def come(self) -> None:
        """Come to the table, again."""
        self.line = self.visitor.connect(self.table, {"near": 0})
        self.comings += 1
        self.line.nonce = 1000 * self.comings

    def move_from(self, seq: int) -> int:
        """Make a move if there is one to be made, once everything up to that event is seen; what is seen then."""
        try:
            while self.line.seq < seq or not self.line.fair["dealt"]:
                self.line.until("moved", "state")
            if self.line.actions and self.line.play()["did"] == "played":
                self.acknowledged.append(f"n{self.line.nonce}")
        except (ConnectionClosed, OSError):
            self.come()
        return max(seq, self.line.seq)


def test_a_game_survives_the_death_of_servers_and_nothing_is_lost_or_doubled(database_address: str) -> None:
    with serving(database_address, 2) as (port, keeper), Visitor(port) as mira, Visitor(port) as noor:
        opened = mira.open(GAME, ME, FRIEND)
        noor.follow(opened["links"][0]["url"])
        players = [Player(visitor, opened["table"]) for visitor in (mira, noor)]
        seq = kills = 0
        while players[0].line.outcome is None:
            for player in players:
                seq = player.move_from(seq)
            if seq >= 8 * (kills + 1):
                until(lambda: len(servers_of(keeper)) == 2)
                os.kill(servers_of(keeper)[kills % 2], signal.SIGKILL)
                kills += 1
        assert kills >= 3
    store = PostgresStore(database_address)
    rows = [json.loads(row) for row in store.rows(opened["table"]).result()]
    store.close()
    for seat, player in enumerate(players):
        kept = [row["nonce"] for row in rows if row["type"] == "played" and row["seat"] == seat]
        assert len(kept) == len(set(kept))
        assert set(player.acknowledged) <= set(kept)


def test_whichever_server_is_asked_tells_what_all_of_them_count(database_address: str, tmp_path: Path) -> None:
    (tmp_path / "word").write_text(WORD)
    with serving(database_address, 2, "--admin-token-file", str(tmp_path / "word")) as (port, keeper):
        made = 0
        for _ in range(8):
            # Every visitor comes to one of the servers.
            with Visitor(port) as mira:
                line = mira.connect(mira.open(ALONE, ME)["table"], {"near": 0})
                line.dealt()
                assert line.play()["did"] == "played"
                made += 1
                until(lambda: all(told["cloudtop_sockets"] == 1 for told in counted(port)))
        moves = f'cloudtop_moves_total{{by="person",game="{ALONE}"}}'
        assert [told[moves] for told in counted(port)] == [made] * 6
        assert all(sum(name.startswith("cloudtop_build_info{") for name in told) == 1 for told in counted(port))
        os.kill(servers_of(keeper)[0], signal.SIGKILL)
        until(lambda: len(servers_of(keeper)) == 2)
        assert [told[moves] for told in counted(port)] == [made] * 6
        until(lambda: {told["cloudtop_processes_replaced_total"] for told in counted(port)} == {1})


def test_servers_end_with_the_process_that_looks_after_them(database_address: str) -> None:
    command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser", "--processes", "2"]
    variables = {**os.environ, "CLOUDTOP_DATABASE": database_address}
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout is not None
        assert keeper.stderr is not None
        found = re.search(r":(\d+)/", keeper.stdout.readline())
        assert found is not None
        servers = servers_of(keeper)
        assert len(servers) == 2
        keeper.kill()
        try:
            until(lambda: not any(map(runs, servers)))
        finally:
            for server in filter(runs, servers):
                os.kill(server, signal.SIGKILL)
        assert keeper.stderr.read().count("the process that looks after this server has ended") == 2
    with listening("127.0.0.1", int(found[1])):
        pass


def test_servers_that_cannot_start_are_not_started_for_ever(database_address: str, tmp_path: Path) -> None:
    (tmp_path / "boxes").touch()
    variables = {**os.environ, "CLOUDTOP_DATABASE": database_address}
    command = [sys.executable, "-m", "cloudtop", "serve", "--no-browser", "--processes", "2", "--boxes"]
    ended = subprocess.run(
        [*command, str(tmp_path / "boxes")], env=variables, capture_output=True, text=True, timeout=DEADLINE
    )
    assert ended.returncode == 2
    assert "is no folder of boxes" in ended.stderr


def counted(port: int) -> list[dict[str, float]]:
    """What is told to a host who asks several times, each time whichever server takes the call."""
    found = []
    for _ in range(6):
        with Visitor(port) as host:
            text = host.http.get("/metrics", headers={"authorization": f"Bearer {WORD}"}).text
        found.append({name: float(value) for name, value in re.findall(r"^([a-z]\S*) (\S+)$", text, re.MULTILINE)})
    return found
