"""Several servers at one database: whoever is at whichever plays at the same table, and one may go at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Self

import psycopg
import pytest
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Visitor, until

from cloudtop.store import News, StoreFault
from cloudtop.store.postgres import PostgresStore
from cloudtop.table import Table
from cloudtop.table.events import Renamed, write_event
from cloudtop.web.live.turns import Asker

GAME = "skybridge"
CUTS = "7" * 32, "8" * 32


@pytest.fixture
def houses(database_address: str) -> Iterator[tuple[House, House]]:
    """Two servers at one database."""
    with House(database_address) as one, House(database_address) as other:
        yield one, other


class Two:
    """Two people at one table, each at a server of their own."""

    def __init__(self, houses: tuple[House, House], *more: dict[str, str], game: str = GAME) -> None:
        self.mira, self.noor = (house.visitor() for house in houses)
        opened = self.mira.open(game, ME, FRIEND, *more)
        self.table: str = opened["table"]
        self.noor.follow(opened["links"][0]["url"])
        self.lines = (
            self.mira.cut(self.table, CUTS[0], near=0),
            self.noor.cut(self.table, CUTS[1], near=1),
        )
        self.lines[0].dealt(self.lines[1])

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


def deafen(house: House) -> None:
    """Let a server hear nothing of the others: it finds out when it writes."""
    house.tables.neighbours.hear = lambda news: None


def in_loop(house: House, work: Callable[[], None]) -> None:
    """Do something where the server does it."""
    looking = next(iter(house.tables.neighbours.tasks))
    looking.get_loop().call_soon_threadsafe(work)


def test_who_is_slower_cuts_all_the_same(houses: tuple[House, House]) -> None:
    with houses[0].visitor() as mira, houses[1].visitor() as noor:
        opened = mira.open(GAME, ME, FRIEND)
        noor.follow(opened["links"][0]["url"])
        hear = houses[0].tables.neighbours.hear
        deafen(houses[0])
        second = noor.cut(opened["table"], CUTS[1], near=1)
        first = mira.cut(opened["table"], CUTS[0], near=0)
        houses[0].tables.neighbours.hear = hear
        in_loop(houses[0], lambda: hear(News("", "", "")))
        first.dealt(second)
        table = houses[0].tables.at_hand(opened["table"]).table
        assert table.cuts == {0: CUTS[0], 1: CUTS[1]}


def test_the_seals_are_closed_although_the_players_are_at_different_servers_and_one_comes_back(
    houses: tuple[House, House],
) -> None:
    with houses[0].visitor() as mira, houses[1].visitor() as noor:
        opened = mira.open(GAME, ME, FRIEND)
        noor.follow(opened["links"][0]["url"])
        mira.cut(opened["table"], CUTS[0], near=0).socket.close()
        until(lambda: not houses[0].tables.at_hand(opened["table"]).here)
        second = noor.cut(opened["table"], CUTS[1], near=1)
        assert not second.fair["closed"]
        mira.cut(opened["table"], CUTS[0], near=0).dealt(second)
        assert [entry["cut"] for entry in second.fair["cuts"]] == list(CUTS)


def test_a_choice_that_nobody_disturbed_is_made_although_another_server_was_faster(houses: tuple[House, House]) -> None:
    with Two(houses, game="strange-world") as two:
        two.catch_up()
        assert all(line.actions for line in two.lines)
        deafen(houses[0])
        assert two.lines[1].play()["did"] == "played"
        assert two.lines[0].play()["did"] == "played"


def test_what_is_written_while_a_table_is_read_is_not_missed(houses: tuple[House, House]) -> None:
    reading, other = houses
    with other.visitor() as noor, Visitor(reading.port) as again:
        name = noor.open(GAME, ME, HERE)["table"]
        # Once it is dealt, who comes writes nothing, and so finds out nothing.
        noor.connect(name, {"near": 0}).dealt()
        again.http.cookies = noor.http.cookies
        written = other.tables.at_hand(name).table.seq + 1
        heard, hear, ask = asyncio.Event(), reading.tables.neighbours.hear, reading.tables.asides.ask

        def noted(news: News) -> None:
            hear(news)
            if news.note == "rows":
                heard.set()

        async def meanwhile(asker: Asker, work: Callable[[], Table]) -> Table:
            table: Table = await ask(asker, work)
            other.store.append(name, written, write_event(Renamed(0, "Noor")))
            await heard.wait()
            return table

        reading.tables.neighbours.hear = noted
        reading.tables.asides.ask = meanwhile
        line = again.connect(name, {"near": 0})
        while line.seq < written:
            line.until("moved", "state")


def test_a_table_of_bots_goes_on_where_it_is_watched(houses: tuple[House, House]) -> None:
    houses[0].tables.pace = 0.05
    with houses[0].visitor() as mira, houses[1].visitor() as noor:
        opened = mira.open(GAME, BOT, BOT, BOT, BOT)
        first = mira.connect(opened["table"], {})
        first.until("moved")
        noor.follow(opened["watch"])
        line = noor.connect(opened["table"], {})
        mira.leave()
        until(lambda: houses[1].store._claims == {opened["table"]})
        while line.outcome is None:
            line.until("moved", "state")


def test_a_server_that_was_thought_gone_and_comes_back_is_known_again(houses: tuple[House, House]) -> None:
    with Two(houses) as two:
        one = houses[0].tables.at_hand(two.table)
        until(lambda: one.here == {0, 1})
        in_loop(houses[0], lambda: houses[0].tables.neighbours._forget(houses[1].store.server))
        until(lambda: one.here == {0})
        in_loop(houses[1], lambda: houses[1].tables.neighbours.hear(News()))
        until(lambda: one.here == {0, 1})


def test_what_no_server_says_deafens_nobody(houses: tuple[House, House], database_address: str) -> None:
    with Two(houses) as two, psycopg.connect(database_address, autocommit=True) as stranger:
        for note in ("nonsense", f"x {two.table} here one", f"x {two.table} declines", "x * alive much", "  "):
            stranger.execute("SELECT pg_notify('cloudtop', %s)", (note,))
        for _ in range(4):
            two.move()


def test_who_comes_again_and_again_is_no_news(houses: tuple[House, House]) -> None:
    with Two(houses) as two:
        live = [house.tables.at_hand(two.table) for house in houses]
        until(lambda: [each.here for each in live] == [{0, 1}, {0, 1}])
        told: list[str] = []
        houses[0].store.tell = lambda table, note: told.append(note)
        for _ in range(5):
            two.mira.connect(two.table, {"near": 0})
        assert [note for note in told if note.startswith("here")] == []
        assert {word.partition(" ")[0] for word in told} <= {"alive"}


def test_a_move_whose_acknowledgement_was_lost_is_seen_and_not_made_twice(houses: tuple[House, House]) -> None:
    with Two(houses) as two:
        two.catch_up()
        mover = next(number for number, line in enumerate(two.lines) if line.actions)
        house, line = houses[mover], two.lines[mover]
        append = house.store.append

        def broken(table: str, seq: int, *rows: str) -> Future[None]:
            append(table, seq, *rows).result()
            house.store.append = append
            failed: Future[None] = Future()
            failed.set_exception(StoreFault("the connection was lost"))
            return failed

        house.store.append, seq = broken, line.seq
        assert line.play()["code"] == "not-kept"
        while line.seq == seq:
            line.until("moved", "state")
        line.say("play", seq=seq, nonce="n1", actions=[0])
        assert line.until("played", "stale")["did"] == "played"
        assert len(house.store.rows(two.table).result()) == seq + 2


def test_a_table_that_a_newer_server_took_further_than_this_one_can_follow_says_so(houses: tuple[House, House]) -> None:
    with Two(houses) as two:
        name, seq = two.table, max(line.seq for line in two.lines)
        two.catch_up()
        houses[1].store.append(name, seq + 1, '{"type":"teleported","seat":0}').result()
        assert two.lines[0].until_closed()[0] == 1013
        again = two.mira.connect(name)
        assert again.until_closed()[1][0]["code"] == "other-rules"
        page = two.mira.http.get(f"/t/{name}", headers={"accept": "text/html"})
        assert page.status_code == 503
        assert f"/t/{name}/record" in page.text


def test_neither_notes_nor_numbers_tell_a_secret(houses: tuple[House, House], database_address: str) -> None:
    heard: list[str] = []
    ear = PostgresStore(database_address)
    ear.listen(lambda news: heard.append(" ".join(news)))
    with Two(houses, BOT, game="cloudy-kingdom") as two:
        for _ in range(6):
            two.move()
        table = houses[0].tables.at_hand(two.table).table
        until(lambda: sum("rows" in note for note in heard) >= 6 and any("alive" in note for note in heard))
        ear.close()
        secrets = [table.opened.shuffle, table.opened.watch, str(table.seed), *CUTS]
        secrets += [holder for seat in table.seats for holder in seat.holders]
        secrets += [cookie for visitor in (two.mira, two.noor) for cookie in visitor.http.cookies.values()]
        secrets += [table.game.text(entry.action) for entry in table.log]
        told = "\n".join(heard) + houses[0].tables.gauges.written()[0].decode()
        assert [secret for secret in secrets if len(secret) > 3 and secret in told] == []
