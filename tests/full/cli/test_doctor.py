"""`cloudtop doctor` looks at a PostgreSQL database."""

from __future__ import annotations

from cloudtop.cli.doctor import database_of_tables
from cloudtop.store.postgres import PostgresStore


def test_a_database_that_does_not_answer_is_amiss_and_one_that_does_is_well(database_address: str) -> None:
    assert "password" in database_of_tables("postgresql://nobody@/none?host=/nowhere").remedy
    assert database_of_tables(database_address).ok


def test_a_look_at_a_database_changes_nothing_there(database_address: str) -> None:
    assert "empty" in database_of_tables(database_address).told
    assert "empty" in database_of_tables(database_address).told
    store = PostgresStore(database_address)
    store.append("a", 0, "opened").result()
    store._ask(lambda connection: connection.execute("UPDATE house SET version = 1")).result()
    found = database_of_tables(database_address)
    assert (found.ok, "tables: 1; schema 1 will be brought" in found.told) == (True, True)
    store._ask(lambda connection: connection.execute("UPDATE house SET version = 99")).result()
    assert "(schema 99, this one knows" in database_of_tables(database_address).told
    store.close()
