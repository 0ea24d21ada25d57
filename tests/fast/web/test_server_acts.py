"""What a host can do: by the host's page, by command while the house is open, and by command while it is closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support.web.visitors import BOT, FRIEND, ME, House, Line, Visitor, until
from typer.testing import CliRunner

from cloudtop.cli import app
from cloudtop.store.opening import store_at
from cloudtop.table import Table
from cloudtop.web.tokens import COOKIE, hashed

WORD = "a word that nobody guesses"
GAME = "skybridge"
NOOR = {"kind": "friend", "name": "Noor"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house whose host has a word, and which commands find."""
    with House(tmp_path / "tables.sqlite", host_word=WORD) as house:
        house.store.announce(f"http://127.0.0.1:{house.port}/", house.app.state.act_key)
        yield house


class Two:
    """Two people at a table; the second came by a link."""

    def __init__(self, mira: Visitor, noor: Visitor, *more: dict[str, str]) -> None:
        opened = mira.open(GAME, ME, NOOR, *more)
        self.table: str = opened["table"]
        noor.follow(opened["links"][0]["url"])
        self.mira, self.noor = (
            visitor.connect(self.table, {"near": seat, "cut": str(seat) * 32})
            for seat, visitor in enumerate((mira, noor))
        )
        for line in (self.mira, self.noor):
            line.dealt()


@pytest.fixture
def two(mira: Visitor, noor: Visitor) -> Two:
    """Two people at a table."""
    return Two(mira, noor)


def run(house: House, *words: str, typed: str = "") -> Any:
    """Run a command beside the house, as its host does."""
    return CliRunner().invoke(app, [*words, "--data", str(house.store.path)], input=typed)


def act(visitor: Visitor, name: str, word: str = WORD, **more: object) -> Any:
    """Ask for an act over HTTP."""
    head = {"authorization": f"Bearer {word}"} if word else {}
    return visitor.http.post("/host/act", json={"act": name, **more}, headers=head)


def notice(line: Line) -> str:
    """The next message of the house to a player."""
    while not (told := line.until("notice")).get("stays"):
        continue
    return str(told["text"])


def key_of(visitor: Visitor) -> str:
    """The key that a browser is known by."""
    return hashed(visitor.http.cookies[COOKIE])


# ---------------------------------------------------------------------- who may act


def test_only_the_host_may_act(house: House, mira: Visitor, two: Two) -> None:
    assert act(mira, "list", word="").status_code == 403
    assert act(mira, "delete", word="another word altogether", table=two.table).status_code == 403
    assert [row["table"] for row in act(mira, "list").json()] == [two.table]
    assert [row["table"] for row in act(mira, "list", word=house.app.state.act_key).json()] == [two.table]
    assert mira.http.post("/host", data={"word": WORD}).status_code == 303
    assert act(mira, "list", word="").status_code == 200
    foreign = {"sec-fetch-site": "cross-site"}
    assert mira.http.post("/host/act", json={"act": "list"}, headers=foreign).status_code == 403


def test_without_a_word_only_commands_act(tmp_path: Path) -> None:
    with House(tmp_path / "other.sqlite") as house, house.visitor() as somebody:
        assert act(somebody, "list", word="").status_code == 404
        assert act(somebody, "list", word=WORD).status_code == 404
        assert act(somebody, "list", word=house.app.state.act_key).json() == []


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"act": "burn"}, 422),
        ({"act": "show", "table": "../etc"}, 422),
        ({"act": "show", "table": "abcdef"}, 404),
        ({"act": "message", "text": "x" * 281}, 422),
        ({"act": "erase", "browser": "%%%%%%%%"}, 404),
        ({"act": "erase", "browser": "00000000"}, 404),
    ],
)
def test_what_cannot_be_done_is_told(mira: Visitor, asked: dict[str, str], status: int) -> None:
    answer = mira.http.post("/host/act", json=asked, headers={"authorization": f"Bearer {WORD}"})
    assert answer.status_code == status


# ---------------------------------------------------------------------- looking


def test_tables_are_listed_and_shown_without_any_hand(house: House, two: Two, mira: Visitor, noor: Visitor) -> None:
    assert two.table in run(house, "tables", "list").output
    (row,) = json.loads(run(house, "tables", "list", "--json").output)
    assert (row["table"], row["game"]) == (two.table, GAME)
    told = json.loads(run(house, "tables", "show", two.table, "--json").output)
    assert (told["state"], told["closed"], told["moves"]) == ("running", False, 0)
    assert [seat["name"] for seat in told["seats"]] == ["Mira", "Noor"]
    assert [seat["browsers"] for seat in told["seats"]] == [[key_of(who)[:12]] for who in (mira, noor)]
    shuffle = house.tables.at_hand(two.table).table.opened.shuffle
    for words in (("tables", "show", two.table), ("tables", "show", two.table, "--json"), ("tables", "list")):
        said = run(house, *words).output
        assert shuffle not in said
        assert key_of(mira) not in said
        assert "0" * 32 not in said


def test_what_a_player_has_chosen_in_secret_is_not_shown(house: House, mira: Visitor) -> None:
    table = mira.open("cloud-city", ME, BOT)["table"]
    line = mira.connect(table, {"near": 0, "cut": "1" * 32})
    line.dealt()
    line.my_turn()
    move = line.rows[0][2]
    line.play()
    assert move not in run(house, "tables", "show", table, "--json").output


# ---------------------------------------------------------------------- messages


def test_a_message_comes_to_all_players_each_with_words_of_their_language(
    house: House, two: Two, mira: Visitor, noor: Visitor
) -> None:
    two.noor.say("hello", near=1, lang="ja")
    two.noor.until("state")
    done = run(house, "tables", "message", "Restart in five minutes")
    assert (done.exit_code, done.output) == (0, "told to the players\n")
    assert notice(two.mira) == "A message from this server: Restart in five minutes"
    assert notice(two.noor) == "サーバーからのお知らせ：Restart in five minutes"
    # Those who come later see it too.
    assert notice(mira.connect(two.table, {"near": 0})) == "A message from this server: Restart in five minutes"


def test_a_message_to_a_table_comes_to_that_table_alone(house: House, two: Two) -> None:
    with house.visitor() as vera, house.visitor() as leo:
        other = Two(vera, leo)
        assert run(house, "tables", "message", "Hello there", "--table", two.table).exit_code == 0
        assert notice(two.mira) == "A message from this server: Hello there"
        assert run(house, "tables", "message", "Hello all").exit_code == 0
        assert notice(other.mira) == "A message from this server: Hello all"
    refused = run(house, "tables", "message", "Hello", "--table", "abc")
    assert "there is no table abc" in str(refused.exception)


# ---------------------------------------------------------------------- closing and deleting


def test_a_closed_table_is_played_at_no_more_until_it_is_opened_again(
    house: House, two: Two, mira: Visitor, noor: Visitor
) -> None:
    assert run(house, "tables", "close", two.table).output == f"table {two.table} is closed\n"
    assert "has been closed by the people who run this server" in notice(two.mira)
    answers = [line.play() for line in (two.mira, two.noor) if line.actions]
    assert answers
    assert all((answer["did"], answer["code"]) == ("error", "closed") for answer in answers)
    refused = mira.http.post(f"/t/{two.table}/nick", json={"name": "Mina"})
    assert (refused.status_code, refused.json()["error"]) == (409, "closed")
    assert "has been closed" in notice(mira.connect(two.table, {"near": 0}))
    assert mira.http.get(f"/t/{two.table}/record").status_code == 200
    assert run(house, "tables", "close", two.table).output == f"table {two.table} was closed already\n"
    assert ", closed" in run(house, "tables", "show", two.table).output
    assert run(house, "tables", "reopen", two.table).output == f"table {two.table} is open again\n"
    until(lambda: not house.tables.at_hand(two.table).table.closed)
    line = noor.connect(two.table, {"near": 1})
    mover = next(each for each in (line, mira.connect(two.table, {"near": 0})) if each.actions)
    assert mover.play()["did"] == "played"
    rows = house.store.rows(two.table).result()
    assert Table.rebuilt(two.table, rows).record().write().count("closed") == 0


def test_bots_do_not_play_at_a_closed_table(house: House, mira: Visitor) -> None:
    table = mira.open(GAME, ME, BOT)["table"]
    line = mira.connect(table, {"near": 0, "cut": "1" * 32})
    line.dealt()
    live = house.tables.at_hand(table)
    until(lambda: not live.playing.busy)
    assert run(house, "tables", "close", table).exit_code == 0
    until(lambda: live.table.closed)
    assert live.table.bot_to_play() is None


def test_a_deleted_table_is_gone_for_everybody(house: House, two: Two, mira: Visitor) -> None:
    kept = run(house, "tables", "delete", two.table, typed="n\n")
    assert kept.exit_code == 1
    assert house.store.rows(two.table).result()
    assert run(house, "tables", "delete", two.table, "--yes").exit_code == 0
    for line in (two.mira, two.noor):
        code, heard = line.until_closed()
        assert heard[-1]["text"] == "This table has been deleted by the people who run this server."
        assert code != 1000
    assert house.store.rows(two.table).result() == []
    assert mira.http.get(f"/t/{two.table}").status_code == 404
    assert two.table not in mira.http.get("/tables").text
    assert house.tables.at_hand(two.table) is None


def test_nothing_is_written_to_a_table_that_was_deleted_beside_the_server(house: House, two: Two) -> None:
    house.store.work(lambda execute: execute("DELETE FROM log WHERE table_name = ?", (two.table,))).result()
    mover = next(line for line in (two.mira, two.noor) if line.actions)
    assert mover.play()["code"] == "not-kept"
    assert house.store.rows(two.table).result() == []


# ---------------------------------------------------------------------- what a browser left


def test_what_a_browser_left_is_exported(house: House, two: Two, noor: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "noor.json"
    assert run(house, "browser", "export", key_of(noor)[:12], str(file)).exit_code == 0
    told = json.loads(file.read_text("utf-8"))
    assert told["browser"] == key_of(noor)
    (left,) = told["tables"]
    assert (left["table"], left["game"], left["seats"], left["names"]) == (two.table, GAME, [1], ["Noor"])
    assert left["record"].startswith("cloudtop record 1\n")
    assert "seed:" not in left["record"]
    again = run(house, "browser", "export", noor.http.cookies[COOKIE], str(file))
    assert "is there already" in str(again.exception)
    other = tmp_path / "by-token.json"
    assert run(house, "browser", "export", noor.http.cookies[COOKIE], str(other)).exit_code == 0
    assert json.loads(other.read_text("utf-8")) == told


def test_an_erased_browser_has_left_nothing_and_the_others_play_on(
    house: House, two: Two, mira: Visitor, noor: Visitor
) -> None:
    alone = noor.open(GAME, {**ME, "name": "Noor"}, BOT)["table"]
    key = key_of(noor)
    done = run(house, "browser", "erase", key[:12], "--yes")
    assert done.exit_code == 0, done.output
    assert "1 table deleted where nobody else sat" in done.output
    assert "1 table of others without its key and its names" in done.output
    assert house.store.rows(alone).result() == []
    rows = house.store.rows(two.table).result()
    assert key not in "".join(rows)
    assert "Noor" not in "".join(rows)
    assert "Mira" in "".join(rows)
    two.noor.until_closed()
    assert noor.http.get(f"/t/{two.table}").status_code == 403
    line = mira.connect(two.table, {"near": 0})
    for _ in range(3):
        # A bot has taken the seat: its turns come to an end by themselves.
        line.my_turn()
        assert line.play()["did"] == "played"
    assert Table.rebuilt(two.table, house.store.rows(two.table).result()).seats[1].level == "calm"
    gone = run(house, "browser", "erase", key[:12], "--yes")
    assert "0 browsers have a key that begins with" in str(gone.exception)


def test_a_browser_that_only_looked_on_leaves_the_table_as_it_was(house: House, two: Two, mira: Visitor) -> None:
    watch = mira.http.get(f"/t/{two.table}/links").json()["watch"]
    before = house.store.rows(two.table).result()
    with house.visitor() as vera:
        vera.follow(watch)
        key = key_of(vera)
        assert house.store.has_come(key, two.table).result()
        assert run(house, "browser", "erase", key, "--yes").exit_code == 0
        assert not house.store.has_come(key, two.table).result()
    assert house.store.rows(two.table).result() == before


def test_a_player_finds_the_own_key(mira: Visitor, two: Two) -> None:
    assert key_of(mira)[:12] in mira.http.get("/tables").text


# ---------------------------------------------------------------------- draining


def test_a_drained_house_opens_no_tables_and_its_games_go_on(house: House, two: Two, mira: Visitor) -> None:
    assert run(house, "drain").exit_code == 0
    assert mira.http.get("/ready").status_code == 503
    refused = mira.http.post("/tables", json={"game": GAME, "seats": [ME, FRIEND]})
    assert (refused.status_code, refused.json()["error"]) == (503, "draining")
    mover = next(line for line in (two.mira, two.noor) if line.actions)
    assert mover.play()["did"] == "played"
    assert run(house, "drain", "--end").exit_code == 0
    assert mira.http.get("/ready").json() == {"ready": True}
    assert mira.http.post("/tables", json={"game": GAME, "seats": [ME, FRIEND]}).status_code == 201


# ---------------------------------------------------------------------- while the house is closed


def test_the_same_commands_work_on_the_file_of_a_closed_house(house: House, two: Two, noor: Visitor) -> None:
    key, path = key_of(noor), house.store.path
    house.close()
    assert two.table in run(house, "tables", "list").output
    assert run(house, "tables", "close", two.table).output == f"table {two.table} is closed\n"
    assert run(house, "tables", "message", "Hello").output == "the house is closed: nobody is there to read it\n"
    assert "there is nothing to drain" in str(run(house, "drain").exception)
    assert run(house, "browser", "erase", key, "--yes").exit_code == 0
    with closing(store_at(path)) as store:
        rows = store.rows(two.table).result()
        assert Table.rebuilt(two.table, rows).closed
        assert key not in "".join(rows)
    assert run(house, "tables", "delete", two.table, "--yes").exit_code == 0
    assert "0 tables" in run(house, "tables", "list").output


def test_a_house_that_does_not_tell_where_it_is_is_named(tmp_path: Path) -> None:
    with closing(store_at(tmp_path / "tables.sqlite")):
        refused = CliRunner().invoke(app, ["tables", "list", "--data", str(tmp_path / "tables.sqlite")])
    assert "is in use by another Cloudtop (process " in str(refused.exception)
