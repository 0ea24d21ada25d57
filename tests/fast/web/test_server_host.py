"""What a host sees: whether the house is well, what it counts, and no hand anywhere."""

from __future__ import annotations

import io
import json
import logging
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, redirect_stderr
from pathlib import Path

import pytest
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Visitor, until

from cloudtop.core.errors import CloudtopError
from cloudtop.program import this_program
from cloudtop.store import StoreFault
from cloudtop.web.limits import GUESSES
from cloudtop.web.logs import ASKED, REQUESTS, Asked, JsonLines, Lines, log_to_stderr
from cloudtop.web.routes.host import PASS_LASTS
from cloudtop.web.serving import admin_word
from cloudtop.web.tokens import hashed

WORD = "a word that nobody guesses"


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[House]:
    """A house whose host has a word."""
    with House(tmp_path / "tables.sqlite", host_word=WORD) as house:
        yield house


def let_in(house: House) -> Visitor:
    """The host's browser."""
    host = house.visitor()
    answer = host.http.post("/host", data={"word": WORD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/host")
    return host


def test_the_house_says_that_it_is_well_and_ready(house: House, mira: Visitor) -> None:
    version, commit, build, _ = this_program()
    well = {"well": True, "version": version, "commit": commit, "build": build}
    assert mira.http.get("/health").json() == well
    assert mira.http.get("/ready").json() == {"ready": True}


def test_a_house_whose_store_is_closed_is_not_ready(house: House, mira: Visitor) -> None:
    house.store.close()
    answer = mira.http.get("/ready")
    assert (answer.status_code, answer.json()["ready"]) == (503, False)


def test_without_a_word_there_is_no_hosts_page(house: House, mira: Visitor) -> None:
    for address in ("/host", "/metrics"):
        assert mira.http.get(address).status_code == 404
    assert mira.http.post("/host", data={"word": ""}).status_code == 404


def test_only_who_knows_the_word_sees_what_goes_on(hosted: House) -> None:
    with hosted.visitor() as somebody:
        assert somebody.http.post("/host", data={"word": "another"}).status_code == 403
        assert somebody.http.get("/metrics").status_code == 403
        assert "host-numbers" not in somebody.http.get("/host").text
        other_site = {"origin": "http://elsewhere.example"}
        assert somebody.http.post("/host", data={"word": WORD}, headers=other_site).status_code == 403
    with let_in(hosted) as host:
        assert "host-numbers" in host.http.get("/host").text


def test_the_hosts_page_tells_what_runs_and_no_secret_of_it(hosted: House) -> None:
    with hosted.visitor() as mira, let_in(hosted) as host:
        table = mira.open("cloudy-kingdom", ME, HERE, BOT)["table"]
        line = mira.connect(table, {"near": 0})
        line.dealt()
        seen = host.http.get("/host").text
        assert table in seen
        assert this_program().name in seen
        live = hosted.tables.live[table].result()
        for secret in (live.table.opened.shuffle, *(holder for seat in live.table.seats for holder in seat.holders)):
            assert secret
            assert secret not in seen
        cells = re.findall(r"<td[^>]*>(?:<code>)?([^<]*)<", seen)
        assert cells[:5] == [table, live.table.game.title("en"), "2", "1", "1"]


def test_moves_are_counted_and_measured(hosted: House) -> None:
    with hosted.visitor() as mira:
        line = mira.connect(mira.open("strange-world", ME)["table"], {"near": 0})
        line.dealt()
        line.play()
        answer = mira.http.get("/metrics", headers={"authorization": f"Bearer {WORD}"})
    assert answer.headers["content-type"].startswith("text/plain")
    values = dict(re.findall(r"^(\S+) (\S+)$", answer.text, re.MULTILINE))
    assert values['cloudtop_moves_total{by="person",game="strange-world"}'] == "1.0"
    assert (values["cloudtop_sockets"], values["cloudtop_tables"]) == ("1.0", "1.0")
    assert values["cloudtop_move_seconds_count"] == "1.0"
    version, commit, build, _ = this_program()
    assert f'cloudtop_build_info{{build="{build}",commit="{commit}",version="{version}"}} 1.0\n' in answer.text
    assert float(values["cloudtop_move_seconds_sum"]) > 0 < float(values["cloudtop_store_seconds_sum"])


def numbers(visitor: Visitor) -> dict[str, float]:
    """The metrics of a house."""
    text = visitor.http.get("/metrics", headers={"authorization": f"Bearer {WORD}"}).text
    return {name: float(value) for name, value in re.findall(r"^(cloudtop_\S+) (\S+)$", text, re.MULTILINE)}


def test_a_house_that_cannot_write_is_not_ready_until_it_can(
    hosted: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    away: Future[None] = Future()
    away.set_exception(StoreFault("the disk is full"))
    with hosted.visitor() as mira:
        hosted.store.health.failed("the disk is full")
        with monkeypatch.context() as full:
            full.setattr(hosted.store, "probe", lambda: away)
            assert mira.http.get("/ready").status_code == 503
            assert (numbers(mira)["cloudtop_store_writable"], numbers(mira)["cloudtop_store_failures_total"]) == (0, 1)
        assert mira.http.get("/ready").json() == {"ready": True}
        assert numbers(mira)["cloudtop_store_writable"] == 1
    assert any("can be written again" in line for line in caplog.messages)


def test_refused_moves_closed_sockets_and_thoughts_are_counted(hosted: House) -> None:
    with hosted.visitor() as mira:
        line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {"near": 0})
        line.dealt()
        line.my_turn()
        line.ask("play", "stale", seq=line.seq + 7, nonce="late", actions=[line.actions[0]])
        line.ask("play", "error", seq=line.seq, nonce="odd", actions=[10**6])
        line.play()
        line.until("moved")
        with hosted.visitor() as noor:
            assert noor.connect("0" * 8).until_closed()[0] == 4404
        line.socket.close(1000)
        until(lambda: 'cloudtop_sockets_closed_total{code="1000"}' in numbers(mira))
        found = numbers(mira)
    assert found['cloudtop_moves_refused_total{code="stale"}'] == 1
    assert found['cloudtop_moves_refused_total{code="no-move"}'] == 1
    assert found['cloudtop_sockets_closed_total{code="4404"}'] == 1
    assert found["cloudtop_bot_seconds_count"] >= 1
    assert {"cloudtop_loop_late_seconds", "cloudtop_disk_free_bytes", "cloudtop_bot_faults_total"} <= set(found)


def test_every_request_is_logged_where_the_host_asks_for_it() -> None:
    def lines(level: str, requests: bool) -> tuple[int, int]:
        written = io.StringIO()
        with monkeypatched_logging(written):
            log_to_stderr("text", level, requests)
            for _ in range(20):
                logging.getLogger(REQUESTS).info("%s %s %d", "GET", "page", 200)
                logging.getLogger("cloudtop.web").info("alike")
        return written.getvalue().count("GET page 200"), written.getvalue().count("alike")

    assert lines("info", True) == (20, 5)
    assert lines("info", False) == (0, 5)
    assert lines("warning", True) == (20, 0)


@contextmanager
def monkeypatched_logging(stream: io.StringIO) -> Iterator[None]:
    """Let the log be set up anew, to write to that stream; as it was afterwards."""
    loggers = [logging.getLogger(name) for name in ("", "cloudtop", REQUESTS)]
    before = [(logger, logger.level, list(logger.handlers)) for logger in loggers]
    try:
        loggers[0].handlers.clear()
        with redirect_stderr(stream):
            yield
    finally:
        for logger, level, handlers in before:
            logger.setLevel(level)
            logger.handlers[:] = handlers


def test_a_word_must_be_long(tmp_path: Path) -> None:
    (tmp_path / "word").write_text("short\n")
    with pytest.raises(CloudtopError, match="word must hold a word of at least"):
        admin_word(None, tmp_path / "word")
    with pytest.raises(CloudtopError, match="--admin-token must hold a word of at least"):
        admin_word("short", None)
    assert admin_word(None, None) is None
    assert admin_word(WORD, None) == WORD


def test_every_answer_has_a_number_that_its_log_lines_name(
    house: House, mira: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    with caplog.at_level(logging.INFO, logger="cloudtop.requests"):
        answer = mira.http.get(f"/t/{table}/sit/a-key-that-is-secret")
    assert re.fullmatch("[0-9a-f]{8}", answer.headers["x-request-id"])
    assert "secret" not in caplog.text
    assert "GET page" in caplog.text


@pytest.mark.parametrize("form", [Lines("%(message)s"), JsonLines()])
def test_a_line_names_request_and_table(form: logging.Formatter) -> None:
    token = ASKED.set(Asked("00c0ffee", "7ab1e"))
    line = form.format(logging.makeLogRecord({"msg": "a fault of %s", "args": ("ours",), "levelname": "ERROR"}))
    ASKED.reset(token)
    assert all(word in line for word in ("a fault of ours", "00c0ffee", "7ab1e"))
    if isinstance(form, JsonLines):
        assert json.loads(line)["table"] == "7ab1e"


def test_an_odd_cookie_opens_nothing_and_breaks_nothing(hosted: House) -> None:
    with hosted.visitor() as somebody:
        answer = somebody.http.get("/host", headers=[(b"cookie", "host=mot-clé".encode("latin-1"))])
        assert (answer.status_code, "host-numbers" in answer.text) == (200, False)


def test_who_guesses_the_word_has_to_wait_even_with_the_right_one(hosted: House) -> None:
    with hosted.visitor() as somebody:
        said = [somebody.http.post("/host", data={"word": f"guess {number}"}) for number in range(30)]
        assert said[0].json()["error"] == "wrong-word"
        assert [answer.status_code for answer in said].count(403) <= GUESSES.size + 1
        assert somebody.http.post("/host", data={"word": WORD}).status_code == 429
        bearer = {"authorization": f"Bearer {WORD}"}
        assert somebody.http.get("/metrics", headers=bearer).status_code == 429
        assert somebody.http.get("/host").status_code == 200


def test_a_browser_that_was_let_in_stays_so_while_others_guess(hosted: House) -> None:
    with let_in(hosted) as host, hosted.visitor() as somebody:
        for number in range(30):
            somebody.http.post("/host", data={"word": f"guess {number}"})
        assert somebody.http.post("/host", data={"word": WORD}).status_code == 429
        assert "host-numbers" in host.http.get("/host").text


def test_a_pass_ends_and_holds_no_digest_of_the_word(hosted: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with let_in(hosted) as host, hosted.visitor() as somebody:
        cookie = next(cookie for cookie in host.http.cookies.jar if cookie.name == "host")
        assert cookie.value is not None
        assert hashed(WORD) not in cookie.value
        until, _, proof = cookie.value.partition(".")
        assert 0 < int(until) - time.time() <= PASS_LASTS
        for forged in (f"{int(until) + 1}.{proof}", f"{until}.{'0' * 64}", hashed(WORD), WORD):
            page = somebody.http.get("/host", headers={"cookie": f"host={forged}"})
            assert (page.status_code, "host-numbers" in page.text) == (200, False)
        # Another process with the same word knows the pass as well.
        hosted.app.state.host_passes.clear()
        assert "host-numbers" in host.http.get("/host").text
        late = int(until) + 1
        monkeypatch.setattr("cloudtop.web.routes.host.time.time", lambda: late)
        assert "host-numbers" not in host.http.get("/host").text


def test_a_link_is_not_told_in_the_log(hosted: House, caplog: pytest.LogCaptureFixture) -> None:
    with hosted.visitor() as mira:
        link = mira.open("skybridge", ME, FRIEND)["links"][0]["url"]
        hosted.tables.live.clear()
        hosted.store.close()
        assert mira.http.get(link).status_code == 503
        assert caplog.records
        assert link.rpartition("/")[2] not in caplog.text
