"""Whose seat it is: lent only after a grace, given back at once, and nobody's but its player's."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.support.web.visitors import BOT, FRIEND, ME, House, Line, Visitor

from cloudtop.table.events import GRACE, SatDown, write_event
from cloudtop.web.live.table import LiveTable
from cloudtop.web.tokens import hashed


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self, live: LiveTable) -> None:
        self.now = live.absent.clock()
        live.absent.clock = lambda: self.now


def together(house: House, mira: Visitor, noor: Visitor, **more: Any) -> tuple[LiveTable, Line, Line, Clock]:
    """A host and a friend at a table, and its clock."""
    opened = mira.open("skybridge", ME, FRIEND, **more)
    noor.follow(opened["links"][0]["url"])
    second, first = noor.connect(opened["table"], {}), mira.connect(opened["table"], {})
    second.dealt()
    live = house.tables.live[opened["table"]].result()
    return live, first, second, Clock(live)


def leaves(line: Line, other: Line) -> None:
    """One goes, and the other sees it."""
    line.socket.close()
    while other.until("here")["seats"][line.you or 0]["here"]:
        continue


def test_a_host_cannot_lend_the_seat_of_a_player_who_has_just_gone(house: House, mira: Visitor, noor: Visitor) -> None:
    live, first, second, clock = together(house, mira, noor)
    lend = f"/t/{live.table.name}/seat/1/bot"
    assert mira.http.post(lend, json={"level": "gale"}).json()["error"] == "not-your-seat"
    leaves(second, first)
    away = first.heard[-1]["away"]
    assert away == [{"seat": 1, "since": int(clock.now), "grace": GRACE}]
    for waited in (0.1, GRACE - 1):
        clock.now = away[0]["since"] + waited
        answer = mira.http.post(lend, json={"level": "gale"})
        assert (answer.status_code, answer.json()["error"]) == (409, "too-early")
    clock.now += 2
    assert mira.http.post(lend, json={"level": "gale"}).status_code == 200
    assert "Player 2" in first.until("notice")["text"]


def test_setting_the_systems_clock_shortens_nobodys_grace(
    house: House, mira: Visitor, noor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    second, first = noor.connect(opened["table"], {}), mira.connect(opened["table"], {})
    second.dealt()
    leaves(second, first)
    now = time.time()
    for jump in (86_400.0, -86_400.0):
        monkeypatch.setattr(time, "time", lambda jump=jump: now + jump)
        assert 0 < house.tables.live[opened["table"]].result().patience(1) <= GRACE


def test_a_player_who_comes_back_at_the_last_moment_keeps_the_seat(
    house: House, mira: Visitor, noor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, first, second, clock = together(house, mira, noor)
    leaves(second, first)
    clock.now += GRACE
    change = live.change

    async def late(*asked: Any) -> None:
        live.absent.left[1] = clock.now
        await change(*asked)

    monkeypatch.setattr(live, "change", late)
    answer = mira.http.post(f"/t/{live.table.name}/seat/1/bot", json={"level": "gale"})
    assert answer.json()["error"] == "too-early"
    assert live.table.seats[1].level == ""


def test_the_grace_is_what_the_table_was_opened_with(house: House, mira: Visitor, noor: Visitor) -> None:
    live, first, second, clock = together(house, mira, noor, grace=3600)
    leaves(second, first)
    lend = f"/t/{live.table.name}/seat/1/bot"
    clock.now += 3500
    assert mira.http.post(lend, json={"level": "gale"}).json()["error"] == "too-early"
    clock.now += 101
    assert mira.http.post(lend, json={"level": "gale"}).status_code == 200


def test_coming_back_in_between_begins_the_grace_anew(house: House, mira: Visitor, noor: Visitor) -> None:
    live, first, second, clock = together(house, mira, noor)
    leaves(second, first)
    clock.now += GRACE - 1
    back = noor.connect(live.table.name, {})
    first.until("here")
    leaves(back, first)
    clock.now += 2
    assert mira.http.post(f"/t/{live.table.name}/seat/1/bot", json={"level": "gale"}).json()["error"] == "too-early"


def test_who_comes_back_has_the_seat_at_once_and_all_are_told(house: House, mira: Visitor, noor: Visitor) -> None:
    live, first, second, clock = together(house, mira, noor)
    leaves(second, first)
    clock.now += GRACE
    mira.http.post(f"/t/{live.table.name}/seat/1/bot", json={"level": "gale"})
    first.my_turn()
    first.play()
    first.my_turn()
    stood_in = [entry for entry in first.log if entry["seat"] == 1]
    assert stood_in
    assert all("Gale standing in" in entry["words"] for entry in stood_in)
    back = noor.connect(live.table.name, {"lang": "fr"})
    assert back.heard[-1]["seats"][1]["level"] == ""
    assert "remplacement par Grand vent" in next(entry["words"] for entry in back.log if entry["seat"] == 1)
    while "is back" not in first.until("notice")["text"]:
        continue


def test_a_bot_that_the_player_chose_stays_whatever_the_host_asks(house: House, mira: Visitor, noor: Visitor) -> None:
    live, first, second, clock = together(house, mira, noor)
    seat = f"/t/{live.table.name}/seat/1"
    leaves(second, first)
    assert noor.http.post(f"{seat}/bot", json={"level": "gale"}).status_code == 200
    clock.now += 10 * GRACE
    assert mira.http.post(f"{seat}/bot", json={"level": "storm"}).json()["error"] == "not-your-seat"
    assert mira.http.post(f"{seat}/take", json={}).json()["error"] == "not-your-seat"
    assert live.table.seats[1].level == "gale"
    noor.connect(live.table.name, {})
    assert live.table.seats[1].level == "gale"
    assert noor.http.post(f"{seat}/take", json={}).status_code == 200


@pytest.mark.parametrize("level", ["random", "greedy", "calm", "breeze"])
def test_an_absent_player_gets_no_weak_bot(house: House, mira: Visitor, noor: Visitor, level: str) -> None:
    live, first, second, clock = together(house, mira, noor)
    leaves(second, first)
    clock.now += GRACE
    answer = mira.http.post(f"/t/{live.table.name}/seat/1/bot", json={"level": level})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")


def test_after_a_restart_everybody_has_the_whole_grace(house: House, mira: Visitor, noor: Visitor) -> None:
    live, first, second, _ = together(house, mira, noor)
    leaves(second, first)
    first.socket.close()
    house.tables.live.clear()
    mira.connect(live.table.name, {})
    lend = f"/t/{live.table.name}/seat/1/bot"
    assert mira.http.post(lend, json={"level": "gale"}).json()["error"] == "too-early"


@pytest.mark.parametrize("grace", [0, 29, -1, 604_801, "long"])
def test_a_grace_that_is_none_is_refused(mira: Visitor, grace: object) -> None:
    body = {"game": "skybridge", "seats": [ME, FRIEND], "grace": grace}
    assert mira.http.post("/tables", json=body).json()["error"] == "bad-request"


# ---------------------------------------------------------------------- devices


def second_device(visitor: Visitor, other: Visitor, table: str, seat: int) -> Line:
    """Somebody goes on with another device."""
    link = visitor.http.post(f"/t/{table}/seat/{seat}/link", json={})
    assert link.status_code == 201
    other.follow(link.json()["url"])
    return other.connect(table, {})


def test_devices_are_listed_without_anything_that_opens_a_seat(house: House, mira: Visitor, noor: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    mira.connect(table, {})
    second_device(mira, noor, table, 0)
    answer = mira.http.get(f"/t/{table}/seat/0/devices")
    devices = answer.json()["devices"]
    assert [device["this"] for device in devices] == [True, False]
    assert [device["here"] for device in devices] == [True, True]
    assert [device["may_go"] for device in devices] == [True, True]
    assert all(device["since"] > 1_700_000_000 for device in devices)
    for visitor in (mira, noor):
        token = visitor.http.cookies["cloudtop"]
        assert token not in answer.text
        assert hashed(token) not in answer.text
    (_, own) = noor.http.get(f"/t/{table}/seat/0/devices").json()["devices"]
    assert (own["this"], own["may_go"]) == (True, True)


def test_a_device_that_is_sent_away_sees_and_plays_nothing_any_more(house: House, mira: Visitor, noor: Visitor) -> None:
    table = mira.open("cloud-city", ME, BOT)["table"]
    first = mira.connect(table, {})
    thief = second_device(mira, noor, table, 0)
    made = noor.http.post(f"/t/{table}/seat/0/link", json={}).json()["url"]
    assert thief.you == 0
    devices = f"/t/{table}/seat/0/devices"
    named = next(device["device"] for device in mira.http.get(devices).json()["devices"] if not device["this"])
    (left,) = mira.http.post(devices, json={"device": named}).json()["devices"]
    assert (left["this"], left["may_go"]) == (True, False)
    code, _ = thief.until_closed()
    assert code == 1013
    assert noor.http.get(f"/t/{table}").status_code == 403
    assert noor.connect(table).until_closed()[0] == 4403
    assert noor.http.get(made).status_code == 410
    first.my_turn()
    assert first.play()["did"] == "played"


def test_a_later_device_cannot_send_the_first_one_away(house: House, mira: Visitor, noor: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    second_device(mira, noor, table, 0)
    devices = f"/t/{table}/seat/0/devices"
    first, _ = noor.http.get(devices).json()["devices"]
    assert first["may_go"] is False
    answer = noor.http.post(devices, json={"device": first["device"]})
    assert (answer.status_code, answer.json()["error"]) == (409, "stays")
    assert noor.http.post(devices, json={"device": "nobody"}).json()["error"] == "no-such-device"


def test_nobody_else_is_told_the_devices_of_a_seat(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    noor.connect(opened["table"], {})
    assert noor.http.get(f"/t/{opened['table']}/seat/0/devices").json()["error"] == "not-your-seat"
    assert mira.http.get(f"/t/{opened['table']}/seat/1/devices").json()["error"] == "not-your-seat"


# ---------------------------------------------------------------------- pages of other sites


@pytest.mark.parametrize("path", ["seat/0/link", "seat/0/take", "seat/0/bot", "seat/0/devices", "nick", "deal"])
@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"content-type": "application/json", "origin": "http://elsewhere.example"}, 403, "other-origin"),
        ({"content-type": "application/json", "origin": "null"}, 403, "other-origin"),
        ({"content-type": "application/json", "sec-fetch-site": "cross-site"}, 403, "other-origin"),
        ({"content-type": "application/json", "sec-fetch-site": "same-site"}, 403, "other-origin"),
        ({"content-type": "text/plain"}, 415, "not-json"),
        ({"content-type": "application/x-www-form-urlencoded"}, 415, "not-json"),
        ({}, 415, "not-json"),
    ],
)
def test_a_page_of_another_site_changes_nothing(
    house: House, mira: Visitor, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    before = house.store.rows(table).result()
    answer = mira.http.post(f"/t/{table}/{path}", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert house.store.rows(table).result() == before


def test_a_page_of_another_site_opens_no_table(mira: Visitor) -> None:
    body = {"game": "skybridge", "seats": [ME, BOT]}
    answer = mira.http.post("/tables", json=body, headers={"origin": "http://elsewhere.example"})
    assert answer.json()["error"] == "other-origin"


def test_our_own_page_may_also_behind_a_proxy(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    for own in (
        {"origin": f"http://127.0.0.1:{house.port}"},
        {"origin": "https://games.example", "sec-fetch-site": "same-origin"},
    ):
        assert mira.http.post(f"/t/{table}/seat/0/link", json={}, headers=own).status_code == 201


# ---------------------------------------------------------------------- somebody else was faster


def test_a_link_that_another_server_gave_away_is_told_as_used(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    taken = write_event(SatDown(1, hashed("somebody else"), 5))
    house.store.append(opened["table"], 1, taken).result()
    code, heard = noor.connect(opened["table"]).until_closed()
    assert (code, heard[-1]["code"]) == (4403, "no-entry")
    assert noor.http.get(opened["links"][0]["url"]).status_code == 410
    assert house.store.rows(opened["table"]).result()[1:] == [taken]


def test_another_seat_that_another_server_gave_away_does_not_keep_anybody_out(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    opened = mira.open("skybridge", ME, FRIEND, FRIEND)
    noor.follow(opened["links"][1]["url"])
    house.store.append(opened["table"], 1, write_event(SatDown(1, hashed("somebody else"), 5))).result()
    assert noor.connect(opened["table"], {}).you == 2


def test_a_move_at_a_table_that_was_forgotten_meanwhile_is_not_made(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    line = mira.connect(table, {})
    line.my_turn()
    house.store.forget_after = 30
    assert house.store.forget_before(2**60).result() == [table]
    assert line.play()["code"] == "not-kept"
    assert house.store.rows(table).result() == []


def test_who_comes_while_nothing_can_be_kept_may_look(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    house.store.path.rename(house.store.path.with_name("elsewhere.sqlite"))
    house.store.path.write_text("another file")
    line = mira.connect(table)
    assert line.ask("hello", "error", cut="0c" * 16)["code"] == "not-kept"
    assert line.until("state")["fair"]["dealt"] is False
    house.store.path.with_name("elsewhere.sqlite").replace(house.store.path)
    assert line.ask("hello", "state", cut="0c" * 16)["fair"]["dealt"] is True
