"""What a host sees: whether the house is well, what it counts, and no hand anywhere."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Visitor

from cloudtop.core.errors import CloudtopError
from cloudtop.program import this_program
from cloudtop.web.limits import GUESSES
from cloudtop.web.logs import ASKED, Asked, JsonLines, Lines
from cloudtop.web.routes.host import PASS_LASTS
from cloudtop.web.serving import word_in
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


def test_a_word_must_be_long(tmp_path: Path) -> None:
    (tmp_path / "word").write_text("short\n")
    with pytest.raises(CloudtopError, match="at least"):
        word_in(tmp_path / "word")
    assert word_in(None) is None


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
