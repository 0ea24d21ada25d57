"""Acts of a host where several servers share a database: a command asks, and every server carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.support.web.visitors import FRIEND, ME, House, Line, Visitor, until
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from cloudtop.cli import app
from cloudtop.web.tokens import COOKIE, hashed

GAME = "skybridge"


@pytest.fixture
def houses(database_address: str) -> Iterator[tuple[House, House]]:
    """Two servers at one database that know each other."""
    with House(database_address) as one, House(database_address) as other:
        until(lambda: one.tables.neighbours.servers and other.tables.neighbours.servers)
        yield one, other


@pytest.fixture
def players(houses: tuple[House, House]) -> Iterator[tuple[Visitor, Visitor]]:
    """Two people, each at a server of their own."""
    with houses[0].visitor() as mira, houses[1].visitor() as noor:
        yield mira, noor


@pytest.fixture
def table(players: tuple[Visitor, Visitor]) -> str:
    """A table of both."""
    opened = players[0].open(GAME, ME, FRIEND)
    players[1].follow(opened["links"][0]["url"])
    found: str = opened["table"]
    return found


@pytest.fixture
def lines(players: tuple[Visitor, Visitor], table: str) -> tuple[Line, Line]:
    """Both at the table."""
    one, other = (player.connect(table, {"near": seat, "cut": str(seat) * 32}) for seat, player in enumerate(players))
    for line in (one, other):
        line.dealt()
    return one, other


def run(houses: tuple[House, House], *words: str) -> Any:
    """Run a command beside the database."""
    done = CliRunner().invoke(app, [*words, "--database", houses[0].store.address])
    assert done.exit_code == 0, done.exception
    return done


def test_a_message_and_a_closing_come_to_all_servers(
    houses: tuple[House, House], table: str, lines: tuple[Line, Line]
) -> None:
    run(houses, "tables", "message", "Restart at ten")
    for line in lines:
        assert line.until("notice")["text"] == "A message from this server: Restart at ten"
    run(houses, "tables", "close", table)
    for line in lines:
        assert "has been closed" in line.until("notice")["text"]
    run(houses, "tables", "reopen", table)
    for line in lines:
        assert "open again" in line.until("notice")["text"]
    # A command is no server, and leaves no trace among them.
    until(lambda: all(len(house.tables.neighbours.servers) == 1 for house in houses))


def test_a_deleted_table_leaves_every_server(houses: tuple[House, House], table: str, lines: tuple[Line, Line]) -> None:
    run(houses, "tables", "delete", table, "--yes")
    for line in lines:
        line.until_closed()
    for house in houses:
        assert house.tables.at_hand(table) is None
        assert house.store.rows(table).result() == []


def test_an_erased_browser_is_gone_from_every_server(
    houses: tuple[House, House], players: tuple[Visitor, Visitor], table: str, lines: tuple[Line, Line]
) -> None:
    key = hashed(players[1].http.cookies[COOKIE])
    run(houses, "browser", "erase", key, "--yes")
    for line in lines:
        line.until_closed()
    for house in houses:
        until(lambda: key not in str(house.tables.at_hand(table).table.seats))  # noqa: B023
    assert players[1].http.get(f"/t/{table}").status_code == 403


def test_a_drained_server_sends_its_players_to_the_other(
    houses: tuple[House, House], players: tuple[Visitor, Visitor], table: str, lines: tuple[Line, Line]
) -> None:
    run(houses, "drain", "--server", houses[0].store.server)
    lines[0].until_closed()
    assert httpx.get(f"http://127.0.0.1:{houses[0].port}/ready").status_code == 503
    assert httpx.get(f"http://127.0.0.1:{houses[1].port}/ready").status_code == 200
    with pytest.raises(InvalidStatus) as refused:
        players[0].connect(table, {"near": 0})
    assert refused.value.response.status_code == 502
    with houses[1].visitor() as moved:
        moved.http.cookies.update(players[0].http.cookies)
        again = moved.connect(table, {"near": 0})
        mover = next(line for line in (again, lines[1]) if line.actions)
        assert mover.play()["did"] == "played"
    run(houses, "drain", "--server", houses[0].store.server, "--end")
    until(lambda: httpx.get(f"http://127.0.0.1:{houses[0].port}/ready").status_code == 200)
    assert players[0].connect(table, {"near": 0}).heard
