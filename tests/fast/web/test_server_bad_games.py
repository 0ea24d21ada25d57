"""A game that fails while it is played breaks its own table only, says so, and leaves its record."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.nim import HEADS, TAKE
from tests.support.packages import install
from tests.support.web.bad_games import NAME, WAYS, Fault
from tests.support.web.visitors import BOT, DEADLINE, HERE, ME, House, Line, Visitor

import cloudtop
from cloudtop.web.app import prepare
from cloudtop.web.logs import Sieve

BEFORE = ["apply", "turn", "legal", "outcome"]
"""Where a fault is found before the move is kept."""
AFTER = ["facts", "parts", "tell"]
"""Where it is found when the move is shown."""


def first_stone(visitor: Visitor, where: str, way: str) -> tuple[str, Line]:
    """A table of two on one device at which everybody has called; the first stone will fail."""
    table = visitor.open(NAME, ME, HERE)["table"]
    line = visitor.connect(table, {"near": 0})
    line.play(HEADS)
    line.ask("hello", "state", near=1)
    line.play(HEADS)
    line.ask("hello", "state", near=0)
    Fault.where, Fault.way = where, staticmethod(WAYS[way])
    return table, line


def others_go_on(visitor: Visitor) -> None:
    """Pages and other tables are as they were."""
    for path in ("/", "/?lang=fr", "/tables", "/guide", "/learn", f"/new/{NAME}"):
        assert visitor.http.get(path).status_code == 200, path
    line = visitor.connect(visitor.open("skybridge", ME, HERE)["table"], {"near": 0})
    if not line.actions:
        line.ask("hello", "state", near=1)
    assert line.play()["did"] == "played"


@pytest.mark.slow("a game that hangs keeps a core busy until the house has lost patience")
@pytest.mark.parametrize(
    ("where", "way"), [*((where, "stumble") for where in BEFORE), *(("apply", way) for way in WAYS), ("legal", "hang")]
)
def test_a_move_at_which_a_game_fails_is_not_made(
    house: House, mira: Visitor, faulty: str, where: str, way: str
) -> None:
    table, line = first_stone(mira, where, way)
    failed = line.play(TAKE)
    assert (failed["did"], failed["code"]) == ("error", "game-fault")
    assert "mistake of its own" in failed["message"]
    assert "take" not in " ".join(house.store.rows(table).result())
    others_go_on(mira)
    record = mira.http.get(f"/t/{table}/record")
    assert record.status_code == 200
    assert record.text.splitlines()[-1].startswith("2 1 heads")
    Fault.where = ""
    assert line.play(TAKE)["did"] == "played"


def test_a_game_that_takes_too_much_memory_is_stopped_before_its_time_is_up(
    house: House, mira: Visitor, faulty: str, caplog: pytest.LogCaptureFixture
) -> None:
    watch = house.tables.asides.watch
    watch.patience, watch.room = DEADLINE, 32 * 2**20
    _, line = first_stone(mira, "apply", "grow")
    failed = line.play(TAKE)
    assert (failed["did"], failed["code"]) == ("error", "game-fault")
    assert "it took more memory than it may" in caplog.text
    others_go_on(mira)


@pytest.mark.slow("a game that hangs keeps a core busy until the house has lost patience")
@pytest.mark.parametrize(
    ("where", "way"), [*((where, "stumble") for where in AFTER), ("parts", "hang"), ("parts", "leave")]
)
def test_a_position_that_a_game_cannot_show_is_told_and_its_record_kept(
    house: House, mira: Visitor, faulty: str, where: str, way: str
) -> None:
    table, line = first_stone(mira, where, way)
    failed = line.play(TAKE)
    assert (failed["did"], failed["code"]) == ("error", "game-fault")
    assert line.ask("hello", "error", near=0)["code"] == "game-fault"
    others_go_on(mira)
    record = mira.http.get(f"/t/{table}/record")
    assert record.status_code == 200
    assert record.text.splitlines()[-1] == "3 0 take"
    Fault.where = ""
    assert line.ask("hello", "state", near=0)["log"][-1]["text"] == "take"


def test_a_game_that_stumbles_over_a_bot_s_move_is_told_to_those_who_wait(mira: Visitor, faulty: str) -> None:
    table = mira.open(NAME, BOT, ME)["table"]
    Fault.where, Fault.way = "apply", staticmethod(WAYS["stumble"])
    line = mira.connect(table, {})
    line.my_turn()
    line.play(HEADS)
    assert line.until("error")["code"] == "game-fault"
    others_go_on(mira)


@pytest.mark.parametrize("where", ["apply", "turn"])
def test_a_table_whose_log_no_longer_plays_offers_what_can_be_read(
    house: House, mira: Visitor, noor: Visitor, faulty: str, where: str
) -> None:
    table, line = first_stone(mira, "", "stumble")
    assert line.play(TAKE)["did"] == "played"
    house.tables.live.pop(table)
    Fault.where = where
    page = mira.http.get(f"/t/{table}", headers={"accept": "text/html"})
    if where == "apply":
        assert page.status_code == 503
        assert f'href="/t/{table}/record"' in page.text
    record = mira.http.get(f"/t/{table}/record")
    assert record.status_code == 200
    assert "2 1 heads" in record.text
    assert "seed:" not in record.text
    assert noor.http.get(f"/t/{table}/record").status_code == 403
    others_go_on(mira)


def test_pages_of_a_game_that_fails_say_so_and_name_no_secret(
    house: House, faulty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(language: str = "en") -> None:
        Fault.way()

    for way in ("stumble", "leave", "hang"):
        monkeypatch.setattr(Fault, "way", staticmethod(WAYS[way]))
        monkeypatch.setattr(cloudtop.game(NAME), "guide", stumble, raising=False)
        with house.visitor() as somebody:
            page = somebody.http.get(f"/guide/{NAME}", headers={"accept": "text/html"})
        assert page.status_code == 500
        assert "mistake of its own" in page.text
        assert "ZeroDivision" not in page.text
    with house.visitor() as somebody:
        assert somebody.http.get("/").status_code == 200


# ---------------------------------------------------------------------- what the host is told


@pytest.fixture
def broken_package(site: Path) -> str:
    """A package that cannot be imported; returns what is said about it."""
    install(site, "stones", "1 / 0\n")
    return "stones of stones 1.2 is left out: stones/game.py, line 1: ZeroDivisionError: division by zero"


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_the_host_alone_is_told_on_the_library_s_page_what_is_left_out(
    house: House, mira: Visitor, broken_package: str, language: str
) -> None:
    address = f"/?lang={language}"
    assert broken_package in mira.http.get(address).text
    for headers in (
        {"x-forwarded-for": "192.0.2.1"},
        {"forwarded": "for=192.0.2.1"},
        {"via": "1.1 proxy"},
        {"host": "games.example.org"},
    ):
        page = mira.http.get(address, headers=headers)
        assert page.status_code == 200
        assert "stones" not in page.text
    house.app.state.proxied = True
    assert "stones" not in mira.http.get(address).text


def test_what_is_left_out_is_one_line_of_the_log(broken_package: str, caplog: pytest.LogCaptureFixture) -> None:
    prepare()
    assert [record.getMessage() for record in caplog.records] == [broken_package]


def test_of_many_that_are_left_out_none_is_missing_in_the_log(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(9):
        install(site, f"stones_{number}", "1 / 0\n")
    caplog.handler.addFilter(sieve := Sieve(lambda: 0.0))
    try:
        prepare()
    finally:
        caplog.handler.removeFilter(sieve)
    assert [record.getMessage().split()[0] for record in caplog.records] == [f"stones-{number}" for number in range(9)]
