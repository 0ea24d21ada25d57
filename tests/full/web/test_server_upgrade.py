"""Upgrades: servers of two versions take turns at one database, and tables whose rules are not here say so."""

from __future__ import annotations

import json

import pytest
from tests.full.web.test_server_neighbours import Two
from tests.support.web.visitors import BOT, ME, House, Visitor

import cloudtop
from cloudtop.core.errors import BadRecord
from cloudtop.store import StoreFault, database

GAME = "skybridge"
NEXT = database.SCHEMA_VERSION + 1
STEP = "ALTER TABLE log ADD COLUMN program text NOT NULL DEFAULT ''; CREATE TABLE shelf (name text PRIMARY KEY)"


def test_a_rolling_upgrade_of_two_servers_loses_no_move(database_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def newer() -> House:
        with monkeypatch.context() as later:
            later.setattr(database, "SCHEMA_VERSION", NEXT)
            later.setitem(database.STEPS, NEXT, STEP)
            return House(database_address)

    def comes_to(house: House, seat: int) -> None:
        visitor = Visitor(house.port)
        visitor.http.cookies = people[seat].http.cookies
        people[seat] = visitor
        lines = list(two.lines)
        lines[seat] = visitor.connect(two.table, {"near": seat})
        # What was answered with a nonce before is answered again, and not made again.
        lines[seat].nonce = 1000
        two.lines = lines[0], lines[1]

    with House(database_address) as one, House(database_address) as other, Two((one, other)) as two:
        people = [two.mira, two.noor]
        made = 0
        for _ in range(4):
            two.move()
            made += 1
        with newer() as third:
            # Both older servers go on while the database is that of the newer one.
            for _ in range(4):
                two.move()
                made += 1
            one.close()
            comes_to(third, 0)
            for _ in range(4):
                two.move()
                made += 1
            with pytest.raises(StoreFault, match="install that or a later one"):
                House(database_address)
            other.close()
            with newer() as fourth:
                comes_to(fourth, 1)
                while two.lines[0].outcome is None:
                    two.move()
                    made += 1
                rows = [json.loads(row) for row in fourth.store.rows(two.table).result()]
                played = [row for row in rows if row["type"] == "played"]
                assert len(played) == made
                for visitor in people:
                    visitor.leave()


# ---------------------------------------------------------------------------------------------- rules


@pytest.fixture
def later(house: House, mira: Visitor) -> str:
    """The address of a table at which a few moves were made, and which follows rules that nobody here knows."""
    name = mira.open(GAME, ME, BOT)["table"]
    line = mira.connect(name, {"near": 0})
    line.dealt()
    for _ in range(2):
        line.my_turn()
        line.play()
    line.socket.close()
    text = house.store.rows(name).result()[0]
    changed = json.dumps({**json.loads(text), "rules": 99})
    house.store._ask(
        lambda connection: connection.execute(
            "UPDATE log SET row = ? WHERE table_name = ? AND seq = 0", (changed, name)
        )
    ).result()
    house.tables.live.pop(name)
    return f"/t/{name}"


PAGE = {"accept": "text/html"}


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "rules that this house does not have"), ("fr", "des règles que"), ("ja", "ルールの版")],
)
def test_a_table_whose_rules_are_not_here_says_so_and_offers_its_record(
    mira: Visitor, later: str, language: str, said: str
) -> None:
    page = mira.http.get(later, headers={**PAGE, "accept-language": language})
    assert page.status_code == 503
    assert said in page.text
    assert f'href="{later}/record"' in page.text
    line = mira.connect(later.removeprefix("/t/"))
    assert line.hear()["code"] == "other-rules"


def test_its_record_tells_ones_own_moves_and_nothing_of_the_deal(house: House, mira: Visitor, later: str) -> None:
    answer = mira.http.get(f"{later}/record")
    assert answer.status_code == 200
    opened = json.loads(house.store.rows(later.removeprefix("/t/")).result()[0])
    text = answer.text
    assert text.startswith("cloudtop record 1\ngame: skybridge\nrules: 99\nplayers: 2\n")
    moves = [line.split(maxsplit=2)[1:] for line in text.partition("\n\n")[2].splitlines()]
    assert {seat for seat, move in moves if not move.startswith(";")} == {"0"}
    assert {move for seat, move in moves if seat == "1"} == {"; a secret move"}
    for secret in (opened["shuffle"], opened["host"], opened["watch"]):
        assert secret
        assert secret not in text
    with pytest.raises(BadRecord, match="cannot be played again yet"):
        cloudtop.read_record(text)


def test_who_may_not_come_is_not_offered_anything(house: House, later: str) -> None:
    with house.visitor() as stranger:
        page = stranger.http.get(later, headers=PAGE)
        assert page.status_code == 503
        assert "/record" not in page.text
        answer = stranger.http.get(f"{later}/record")
        assert (answer.status_code, answer.json()["error"]) == (503, "other-rules")


def test_a_game_that_is_not_installed_any_more_is_told_like_that(house: House, mira: Visitor, later: str) -> None:
    name = later.removeprefix("/t/")
    rows = [json.loads(row) for row in house.store.rows(name).result()]
    gone = {**rows[0], "game": "gone", "places": [{"kind": "me", "holder": rows[0]["host"]}, {"kind": "bot"}]}
    for seq, row in enumerate([gone, *rows[1:]]):
        house.store.append("gone", seq, json.dumps(row)).result()
    assert 'href="/t/gone/record"' in mira.http.get("/t/gone", headers=PAGE).text
    assert "game: gone" in mira.http.get("/t/gone/record").text
