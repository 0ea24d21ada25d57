"""Whatever is wrong gets an answer of its own and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Line, Visitor

from cloudtop.web.limits import COSTS, Buckets

GOOD = {"game": "skybridge", "seats": [ME, BOT]}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad-json"),
        (b"\xff\xfe", 400, "bad-json"),
        (b"[]", 422, "bad-request"),
        (b"{}", 422, "bad-request"),
        (json.dumps(GOOD | {"game": "chess"}), 404, "no-game"),
        (json.dumps(GOOD | {"game": 7}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": []}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [ME] * 99}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [ME]}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [ME, ME]}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [ME, {"kind": "ghost"}]}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [ME, {"kind": "bot", "level": "oracle"}]}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [ME, {"kind": "bot", "level": "random", "seed": 1}]}), 422, "bad-request"),
        (json.dumps(GOOD | {"seats": [{"kind": "me", "name": "x" * 99}, BOT]}), 422, "bad-request"),
        (json.dumps(GOOD | {"options": {"gravity": "off"}}), 422, "bad-request"),
        (json.dumps(GOOD | {"options": {"two_player_colours": "purple"}}), 422, "bad-request"),
        (json.dumps(GOOD | {"options": []}), 422, "bad-request"),
        (json.dumps(GOOD | {"seed": 1}), 422, "bad-request"),
        (b" " * 20000, 413, "too-long"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(
    mira: Visitor, house: House, body: bytes | str, status: int, code: str
) -> None:
    answer = mira.http.post("/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.json()["message"]
    assert house.tables.live == {}
    assert "set-cookie" not in answer.headers


def test_a_form_of_another_site_opens_nothing(mira: Visitor, house: House) -> None:
    answer = mira.http.post("/tables", content=json.dumps(GOOD), headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]) == (415, "not-json")
    assert house.tables.live == {}


def test_refusals_speak_the_players_language(mira: Visitor) -> None:
    messages = {mira.http.get(f"/t/nowhere?lang={lang}").json()["message"] for lang in ("en", "fr", "ja")}
    assert len(messages) == 3


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "no-page"),
        ("GET", "/t/0123456789", 404, "no-table"),
        ("GET", "/t/0123456789/record", 404, "no-table"),
        ("GET", "/t/..%2f..%2fetc", 404, "no-page"),
        ("GET", "/new/chess", 404, "no-game"),
        ("GET", "/guide/chess", 404, "no-game"),
        ("GET", "/sprites/chess.svg", 404, "no-game"),
        ("GET", "/picture/chess.svg", 404, "no-game"),
        ("GET", "/sky/noon.svg", 404, "no-page"),
        ("GET", "/static/x/..%2f..%2fapp.py", 404, "no-page"),
        ("DELETE", "/tables", 405, "no-method"),
        ("POST", "/", 405, "no-method"),
    ],
)
def test_an_address_that_does_not_exist_says_so(mira: Visitor, method: str, path: str, status: int, code: str) -> None:
    answer = mira.http.request(method, path)
    assert (answer.status_code, answer.json()["error"]) == (status, code)


def seats_and_log(house: House, table: str) -> tuple[int, str]:
    """All that could have changed at a table."""
    live = house.tables.live[table].result().table
    return live.seq, repr((live.seats, live.log, live.nonces))


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("seat/0/bot", {"level": "random"}, 403, "not-your-seat"),
        ("seat/0/take", {}, 403, "not-your-seat"),
        ("seat/0/link", {}, 403, "not-your-seat"),
        ("seat/1/bot", {"level": "oracle"}, 422, "bad-request"),
        ("seat/1/bot", {"level": 3}, 422, "bad-request"),
        ("seat/1/bot", {}, 422, "bad-request"),
        ("seat/1/take", {}, 409, "not-lent"),
        ("seat/9/bot", {"level": "random"}, 404, "no-such-seat"),
        ("seat/-1/bot", {"level": "random"}, 404, "no-page"),
        ("seat/x/bot", {"level": "random"}, 404, "no-page"),
        ("nick", {"name": ""}, 422, "bad-request"),
        ("nick", {"name": "\u0007 "}, 422, "bad-name"),
        ("nick", {"name": "x", "seat": 0}, 403, "not-your-seat"),
        ("nick", {"name": "x" * 100}, 422, "bad-request"),
        ("nick", {"name": "x", "colour": "red"}, 422, "bad-request"),
    ],
)
def test_a_seat_is_changed_by_its_own_player_only(
    house: House, mira: Visitor, noor: Visitor, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    noor.connect(opened["table"], {})
    before = seats_and_log(house, opened["table"])
    answer = noor.http.post(f"/t/{opened['table']}/{path}", json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert seats_and_log(house, opened["table"]) == before


@pytest.mark.parametrize("path", ["", "/replay", "/record", "/picture.svg", "/links"])
def test_a_stranger_sees_nothing_of_a_table(house: House, mira: Visitor, noor: Visitor, path: str) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    for cookie in ("", "f" * 32, "not a token"):
        noor.http.cookies.set("cloudtop", cookie)
        answer = noor.http.get(f"/t/{table}{path}")
        assert (answer.status_code, answer.json()["error"]) == (403, "no-entry")
        assert noor.connect(table).until_closed() == (4403, [no_entry()])


def no_entry() -> dict[str, Any]:
    """What a stranger hears."""
    message = "This table is private. Ask for a link to a seat or to watch."
    return {"did": "error", "code": "no-entry", "message": message}


def test_only_the_host_is_told_the_links(mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    told = mira.http.get(f"/t/{opened['table']}/links").json()
    assert told == {"links": opened["links"], "watch": opened["watch"]}
    noor.follow(opened["watch"])
    assert noor.http.get(f"/t/{opened['table']}/links").json()["error"] == "not-host"


def test_a_socket_to_no_table_is_told_so(mira: Visitor) -> None:
    mira.open("skybridge", ME, BOT)
    code, heard = mira.connect("0123456789").until_closed()
    assert (code, heard[0]["code"]) == (4404, "no-table")


@pytest.mark.parametrize("origin", ["ftp://{host}", "{host}", "https://{host}.example", "null"])
def test_an_origin_has_a_scheme_of_the_web(house: House, mira: Visitor, origin: str) -> None:
    said = origin.format(host=f"127.0.0.1:{house.port}")
    answer = mira.http.post("/tables", json=GOOD, headers={"origin": said})
    assert (answer.status_code, answer.json()["error"]) == (403, "other-origin")
    table = mira.open("skybridge", ME, BOT)["table"]
    assert mira.connect(table, origin=said).until_closed()[0] == 4403
    assert mira.connect(table, {}, origin=f"https://127.0.0.1:{house.port}").you == 0


def test_a_page_of_another_origin_gets_no_socket(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    code, heard = mira.connect(table, origin="http://elsewhere.example").until_closed()
    assert (code, heard[0]["code"]) == (4403, "no-entry")
    assert mira.connect(table, {}, origin=f"http://127.0.0.1:{house.port}").you == 0


@pytest.fixture
def line(mira: Visitor) -> Line:
    """A connection to a table where somebody has to decide."""
    table = mira.open("skybridge", ME, HERE)["table"]
    line = mira.connect(table, {"near": 0})
    if not line.actions:
        line.ask("hello", "state", near=1)
    return line


BAD_MESSAGES: list[tuple[str, str]] = [
    ("", "bad-message"),
    ("{", "bad-message"),
    ("[]", "bad-message"),
    ("7", "bad-message"),
    ("{}", "bad-message"),
    ('{"do": "win"}', "bad-message"),
    ('{"do": "play"}', "bad-message"),
    ('{"do": "play", "seq": "0", "nonce": "a", "actions": [0]}', "bad-message"),
    ('{"do": "play", "seq": 1, "nonce": "a", "actions": [1.5]}', "bad-message"),
    ('{"do": "play", "seq": 1, "nonce": "a", "actions": [-1]}', "bad-message"),
    ('{"do": "play", "seq": 1, "nonce": "", "actions": [0]}', "bad-message"),
    ('{"do": "play", "seq": 1, "nonce": "a", "actions": [0], "seat": 1}', "bad-message"),
    ('{"do": "play", "seq": 1, "nonce": "a", "actions": [99999]}', "no-move"),
    ('{"do": "play", "seq": 1, "nonce": "a", "actions": [1e400]}', "bad-message"),
    (f'{{"do": "play", "seq": 1, "nonce": "{"n" * 50}", "actions": [0]}}', "bad-message"),
    ('{"do": "hello", "lang": "tlh"}', "bad-language"),
    ('{"do": "hello", "side": 4}', "bad-message"),
    ('{"do": "hello", "near": "me"}', "bad-message"),
    ('{"do": "hello", "cut": "mine"}', "bad-message"),
    ('{"do": "hello", "cut": 7}', "bad-message"),
    (f'{{"do": "hello", "cut": "{"0" * 33}"}}', "bad-message"),
    (f'{{"do": "hello", "sealed": "{"0" * 63}"}}', "bad-message"),
    (f'{{"do": "unseal", "cut": "{"G" * 32}"}}', "bad-message"),
    ('{"do": "unseal"}', "bad-message"),
    ('{"do": "draft", "seq": 1, "action": 99999}', "no-move"),
    ('{"do": "draft", "seq": 1, "chosen": "cell:b2"}', "bad-message"),
    ('{"do": "draft", "seq": 1, "chosen": [1]}', "bad-message"),
    ('{"do": "whynot", "seq": 1, "target": 7}', "bad-message"),
    ('{"do": "replay", "at": 1}', "no-such-move"),
    ('{"do": "replay", "at": -1}', "bad-message"),
    ('{"do": "undo", "seq": 1, "nonce": "u"}', "no-undo"),
    ('{"do": "nick", "name": "Boo"}', "bad-message"),
    ("[" * 4000, "bad-message"),
]


@pytest.mark.parametrize(("text", "code"), BAD_MESSAGES)
def test_a_bad_message_gets_an_answer_of_its_own_and_changes_nothing(
    house: House, line: Line, text: str, code: str
) -> None:
    (table,) = house.tables.live
    before = seats_and_log(house, table)
    line.socket.send(text)
    answer = line.until("error")
    assert answer["code"] == code
    assert answer["message"]
    assert seats_and_log(house, table) == before
    assert line.play()["did"] == "played"


def test_a_message_that_is_too_long_closes_the_connection(house: House, line: Line) -> None:
    (table,) = house.tables.live
    before = seats_and_log(house, table)
    line.socket.send('{"do": "draft", "seq": 0, "chosen": ["' + "x" * 9000 + '"]}')
    assert line.until_closed()[0] == 1009
    assert seats_and_log(house, table) == before


def test_a_message_that_is_not_text_closes_the_connection(line: Line) -> None:
    line.socket.send(b"\x00\x01")
    code, heard = line.until_closed()
    assert (code, heard[-1]["code"]) == (1003, "not-text")


def test_who_asks_too_often_has_to_wait(house: House, line: Line) -> None:
    house.tables.limits.common["guest"] = Buckets(10 * COSTS["ping"], rate=0.0)
    for _ in range(12):
        line.say("ping")
    answers = [line.hear() for _ in range(12)]
    assert [answer.get("code", answer["did"]) for answer in answers] == ["pong"] * 10 + ["slow-down"] * 2


def test_a_question_before_hello_is_refused(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"])
    assert line.ask("draft", "error", seq=0)["code"] == "no-seat"
    assert line.ask("play", "error", seq=0, nonce="x", actions=[0])["code"] == "no-seat"


def test_a_spectator_cannot_act(mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, HERE)
    noor.follow(opened["watch"])
    line = noor.connect(opened["table"], {"near": 0})
    assert line.you is None
    for asked in ({"do": "play", "nonce": "x", "actions": [0]}, {"do": "undo", "nonce": "x"}, {"do": "hint"}):
        do = asked.pop("do")
        assert line.ask(str(do), "error", seq=0, **asked)["code"] == "no-seat"
