"""Several servers at one database: whoever is at whichever plays at the same table, and one may go at any time."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Self

import pytest
from tests.web.visitors import BOT, FRIEND, ME, House, Visitor, until

GAME = "skybridge"


@pytest.fixture
def houses(database_address: str) -> Iterator[tuple[House, House]]:
    """Two servers at one database."""
    with House(database_address) as one, House(database_address) as other:
        yield one, other


class Two:
    """Two people at one table, each at a server of their own."""

    def __init__(self, houses: tuple[House, House], *more: dict[str, str]) -> None:
        self.mira, self.noor = (house.visitor() for house in houses)
        opened = self.mira.open(GAME, ME, FRIEND, *more)
        self.table: str = opened["table"]
        self.noor.follow(opened["links"][0]["url"])
        self.lines = self.mira.connect(self.table, {"near": 0}), self.noor.connect(self.table, {"near": 1})
        for line in self.lines:
            line.dealt()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for visitor in (self.mira, self.noor):
            visitor.leave()

    def catch_up(self) -> None:
        """Wait until both see the same."""
        while len({line.seq for line in self.lines}) > 1:
            min(self.lines, key=lambda line: line.seq).until("moved", "state")

    def move(self) -> None:
        """Let who has to decide make a move, and both see it."""
        self.catch_up()
        while not (movers := [line for line in self.lines if line.actions]):
            self.lines[0].until("moved", "state")
            self.catch_up()
        assert movers[0].play()["did"] == "played"
        self.catch_up()


def test_two_people_at_different_servers_finish_a_game(houses: tuple[House, House]) -> None:
    with Two(houses) as two:
        while two.lines[0].outcome is None:
            two.move()
        ends = [line.outcome or {} for line in two.lines]
        assert ends[0]["scores"] == ends[1]["scores"]
        rows = houses[0].store.rows(two.table).result()
        assert [entry["seq"] for entry in two.lines[0].log] == [entry["seq"] for entry in two.lines[1].log]
        assert len(set(rows)) == len(rows)


def test_who_is_at_another_server_is_here(houses: tuple[House, House]) -> None:
    with Two(houses) as two:
        live = [house.tables.live[two.table].result() for house in houses]
        until(lambda: [each.here for each in live] == [{0, 1}, {0, 1}])
        two.noor.leave()
        until(lambda: [each.here for each in live] == [{0}, {0}])
        assert 0 < live[0].patience(1) <= live[0].table.opened.grace


def test_a_tables_bots_think_at_one_server_and_go_on_at_another_when_that_is_gone(
    houses: tuple[House, House], database_address: str
) -> None:
    with Two(houses, BOT) as two:
        for _ in range(3):
            two.move()
        busy, idle = sorted(houses, key=lambda house: -len(house.store._claims))
        assert (busy.store._claims, idle.store._claims) == ({two.table}, set())
        left = two.lines[houses.index(idle)]
        busy.__exit__(None, None, None)
        with House(database_address) as third:
            visitor = two.mira if idle is houses[1] else two.noor
            moved_on = Visitor(third.port)
            moved_on.http.cookies = visitor.http.cookies
            other = moved_on.connect(two.table, {"near": 0})
            two.lines = left, other
            for _ in range(6):
                two.move()
            moved_on.leave()
