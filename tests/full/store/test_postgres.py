"""What is particular to a database that several servers share: they hear of each other, and bots are claimed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import psycopg
import pytest
from typer.testing import CliRunner

from cloudtop.cli.keeping import app
from cloudtop.core.errors import CloudtopError
from cloudtop.program import this_program
from cloudtop.store import News, StoreFault
from cloudtop.store.database import SCHEMA_VERSION, asked_for, looked_at
from cloudtop.store.health import DAY
from cloudtop.store.postgres import PostgresStore

SOON = 20.0


@pytest.fixture
def two(database_address: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """Two servers at one database."""
    both = PostgresStore(database_address), PostgresStore(database_address)
    yield both
    for store in both:
        store.close()


def heard_by(store: PostgresStore) -> SimpleQueue[News]:
    """What a server hears, but signs of life; it listens already."""
    news: SimpleQueue[News] = SimpleQueue()
    store.listen(lambda said: None if said.note == "alive" else news.put(said))
    assert news.get(timeout=SOON) == News()
    return news


def test_a_server_hears_what_another_writes_and_tells(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    news = heard_by(other)
    other.append("mine", 0, "a row of its own").result()
    one.append("a", 0, "opened", "played").result()
    one.tell("a", "here 0 2")
    assert [news.get(timeout=SOON) for _ in range(2)] == [
        News(one.server, "a", "rows"),
        News(one.server, "a", "here 0 2"),
    ]


def test_of_two_servers_one_gets_a_number(two: tuple[PostgresStore, PostgresStore]) -> None:
    for store in two:
        store.rows("a").result()
    for seq in range(50):
        asked = [store.append("a", seq, f"row {seq} of {store.server}") for store in two]
        assert sum(future.exception() is None for future in asked) == 1
    assert len(two[0].rows("a").result()) == 50


def test_a_tables_bots_are_one_servers_until_it_lets_go_or_is_gone(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    news = heard_by(other)
    assert one.claim("a").result()
    assert one.claim("a").result()
    assert not other.claim("a").result()
    one.release("a").result()
    assert news.get(timeout=SOON).note == "free"
    assert other.claim("a").result()
    assert not one.claim("a").result()
    other.close()
    assert one.claim("a").result()


def test_a_lost_connection_fails_what_was_asked_and_is_made_again(
    two: tuple[PostgresStore, PostgresStore], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    news = heard_by(one)
    one.append("a", 0, "opened").result()
    assert one.claim("a").result()
    with psycopg.connect(one.address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
    with pytest.raises(StoreFault):
        one.append("a", 1, "lost").result()
    assert one.vitals() == {"store_writable": 0.0, "database_connected": 0.0}
    assert one.health.reason
    # Who asks whether the house is ready need not wait for somebody to play.
    one.probe().result()
    assert one.vitals() == {"store_writable": 1.0, "database_connected": 1.0}
    assert any("connected to postgresql://" in line for line in caplog.messages)
    assert any("can be written again" in line for line in caplog.messages)
    one.append("a", 1, "played").result()
    assert one.rows("a").result() == ["opened", "played"]
    # What was said meanwhile may have been missed, and the bots may be another server's.
    assert news.get(timeout=SOON) == News()
    with pytest.raises(StoreFault):
        other.claim("a").result()
    assert other.claim("a").result()


def test_a_database_is_never_emptied_and_the_log_tells_what_was_deleted(
    database_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = PostgresStore(database_address)
    for table in ("a", "b"):
        store.append(table, 0, "opened").result()
    age = "UPDATE log SET at = at - %s"
    store._ask(lambda connection: connection.execute(age, (100 * DAY,))).result()
    store.close()
    careful = PostgresStore(database_address, forget_after=30)
    assert careful.rows("a").result() == ["opened"]
    careful.append("new", 0, "opened").result()
    careful.close()
    assert any("no table was deleted" in line for line in caplog.messages)
    forgetting = PostgresStore(database_address, forget_after=30)
    assert [forgetting.rows(table).result() for table in ("a", "b", "new")] == [[], [], ["opened"]]
    forgetting.close()
    assert any(line == "deleted tables without a change for 30 days: 2" for line in caplog.messages)


def test_a_database_of_a_newer_program_is_refused(database_address: str) -> None:
    PostgresStore(database_address).close()
    with psycopg.connect(database_address, autocommit=True) as connection:
        connection.execute("UPDATE house SET version = %s", (SCHEMA_VERSION + 1,))
        connection.execute("UPDATE house SET program = NULL")
    with pytest.raises(StoreFault, match="by a newer Cloudtop"):
        PostgresStore(database_address)


def test_a_refused_database_names_the_program_that_wrote_it(database_address: str) -> None:
    PostgresStore(database_address).close()
    with psycopg.connect(database_address, autocommit=True) as connection:
        assert connection.execute("SELECT program FROM house").fetchone() == (this_program().signature,)
        connection.execute("UPDATE house SET version = %s, program = '9.1.0'", (SCHEMA_VERSION + 1,))
    for refused in (PostgresStore, looked_at):
        with pytest.raises(StoreFault, match=r"by Cloudtop 9\.1\.0 \(schema"):
            refused(database_address)


def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    with pytest.raises(StoreFault, match="cannot be reached") as told:
        PostgresStore("postgresql://cloudtop:secret@/none?host=/nowhere")
    assert "secret" not in str(told.value)


def test_an_old_database_is_brought_forward(database_address: str) -> None:
    PostgresStore(database_address).close()
    with psycopg.connect(database_address, autocommit=True) as connection:
        connection.execute("DROP INDEX guests_by_table")
        connection.execute("UPDATE house SET version = 1")
        PostgresStore(database_address).close()
        assert connection.execute("SELECT version FROM house").fetchone() == (SCHEMA_VERSION,)
        assert connection.execute("SELECT 1 FROM pg_indexes WHERE indexname = 'guests_by_table'").fetchone()


def test_a_move_that_is_just_being_made_keeps_its_table_from_being_forgotten(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    store, _ = two
    store.append("a", 0, "opened").result()
    late = 2**60
    with psycopg.connect(store.address) as mover, psycopg.connect(store.address, autocommit=True) as looker:
        mover.execute("INSERT INTO log (table_name, seq, at, row) VALUES ('a', 1, %s, 'a late move')", (late,))
        asked = store.forget_before(late)
        waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'log'::regclass"
        while looker.execute(waiting).fetchone() is None and not asked.done():
            continue
        mover.commit()
    assert asked.result() == []
    assert store.rows("a").result() == ["opened", "a late move"]


def test_a_machine_that_is_gone_is_noticed_on_both_sides(two: tuple[PostgresStore, PostgresStore]) -> None:
    asked = asked_for("postgresql://db.example/tables?keepalives_idle=60")
    assert "keepalives_idle" not in asked
    assert asked["tcp_user_timeout"] == 10_000
    assert "tcp_keepalives_idle=5" in asked["options"]


def test_what_is_asked_while_the_store_is_closed_is_answered(database_address: str) -> None:
    store = PostgresStore(database_address)
    store._waiting.put(None)
    late = store.rows("a")
    with pytest.raises(StoreFault, match="closed"):
        late.result(SOON)
    store.close()


def test_a_database_is_exported_while_servers_use_it(
    two: tuple[PostgresStore, PostgresStore], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = Path(__file__).parents[2] / "released" / "tables-of-the-second-server.sql"
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(released.read_text("utf-8"))
        rows = connection.execute("SELECT table_name, seq, row FROM log ORDER BY table_name, seq").fetchall()
    for name, seq, row in rows:
        two[0].append(name, seq, row).result()
    monkeypatch.setenv("CLOUDTOP_DATABASE", two[0].address)
    done = CliRunner().invoke(app, ["export", str(tmp_path / "records")])
    assert (done.exit_code, done.output) == (0, f"4 records written to {tmp_path / 'records'}\n")
    assert len(list((tmp_path / "records").glob("*.cloudtop"))) == 4
    refused = CliRunner().invoke(app, ["restore", str(tmp_path / "copy")])
    assert isinstance(refused.exception, CloudtopError)
    assert "cloudtop move" in str(refused.exception)
    assert "pg_restore" in str(refused.exception)
    assert "\n" not in str(refused.exception)
    done = CliRunner().invoke(app, ["backup", "--prove", str(tmp_path / "copy.sqlite")])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("4 tables of postgresql:")
    assert "4 tables restored, " in done.output
