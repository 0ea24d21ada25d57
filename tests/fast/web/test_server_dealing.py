"""Dealing over the wire: the house is bound first, players cut, and nothing lies on the table before all have come."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Line, Visitor, until

import cloudtop
from cloudtop.core.fair import Noted, Proof, prove, seal_of, seal_of_cut, seed_of
from cloudtop.core.record import Record
from cloudtop.table import Table
from cloudtop.web.routes.fair import is_sound

ONE, OTHER = "0c" * 16, "1d" * 16


def told(page: str) -> dict[str, Any]:
    """What a page tells its script."""
    found: dict[str, Any] = json.loads(page.partition('id="page">')[2].partition("</script>")[0])
    return found


def to_the_end(*lines: Line) -> None:
    """Play until the game is over, as everybody at the table sees."""
    while lines[0].outcome is None:
        mover = next(line for line in lines if line.actions)
        mover.play()
        for line in lines:
            if line is not mover:
                line.until("moved")


def seals(*cuts: tuple[int, str]) -> list[dict[str, Any]]:
    """Seals as a table tells them."""
    return [{"seat": seat, "seal": seal_of_cut(cut)} for seat, cut in cuts]


def test_everybody_seals_then_everybody_opens_and_the_house_after_the_end(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    table = opened["table"]
    page = told(mira.http.get(f"/t/{table}").text)
    assert (page["cutting"], page["alone"]) == ("sealing", [])
    first = mira.cut(table, ONE)
    waiting = {"dealt": False, "cuts": [], "awaited": [1], "seals": seals((0, ONE)), "closed": False}
    assert first.fair == {"seal": page["seal"], **waiting}
    noor.follow(opened["links"][0]["url"])
    second = noor.cut(table, OTHER)
    assert second.fair["seals"] == seals((0, ONE), (1, OTHER))
    assert (second.fair["closed"], second.fair["dealt"], second.fair["cuts"]) == (True, False, [])
    first.dealt(second)
    assert [entry["cut"] for entry in first.fair["cuts"]] == [ONE, OTHER]
    second.dealt()
    to_the_end(first, second)
    record = cloudtop.read_record(mira.http.get(f"/t/{table}/record").text)
    note = Noted(page["seal"], {0: seal_of_cut(ONE), 1: seal_of_cut(OTHER)}, {1: OTHER})
    assert prove(record, note) == Proof("sealed-cuts", (0, 1))
    assert record.seed == seed_of(record.notes["shuffle"], {0: ONE, 1: OTHER})


def test_alone_against_bots_a_cut_is_sealed_and_opened_with_the_first_word(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE, BOT)["table"]
    assert told(mira.http.get(f"/t/{table}").text)["alone"] == [0, 1]
    line = mira.connect(table, {"sealed": seal_of_cut(ONE), "cut": ONE})
    assert line.fair["dealt"]
    assert line.fair["cuts"] == [{"seat": 0, "cut": ONE}, {"seat": 1, "cut": ONE}]
    assert line.fair["seals"] == seals((0, ONE), (1, ONE))


def test_a_cut_that_was_not_sealed_like_this_opens_nothing(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    first, second = mira.cut(opened["table"], ONE), noor.connect(opened["table"], {"sealed": seal_of_cut(OTHER)})
    second.say("unseal", cut=ONE)
    first.opened()
    until(lambda: table_of(house, opened["table"]).cuts == {0: ONE})
    assert second.ask("hello", "state", cut=ONE)["fair"]["awaited"] == [1]
    second.say("unseal", cut=OTHER)
    second.dealt()
    assert [entry["cut"] for entry in second.fair["cuts"]] == [ONE, OTHER]


def table_of(house: House, name: str) -> Table:
    """The table as the house knows it."""
    found: Table = house.tables.at_hand(name).table
    return found


def test_a_browser_that_goes_away_between_seal_and_opening_opens_when_it_comes_back(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    table = opened["table"]
    noor.follow(opened["links"][0]["url"])
    first, second = mira.cut(table, ONE), noor.connect(table, {"sealed": seal_of_cut(OTHER)})
    second.socket.close()
    first.opened()
    until(lambda: table_of(house, table).cuts == {0: ONE})
    house.tables.live.clear()
    back = noor.connect(table, {"sealed": seal_of_cut(OTHER), "cut": OTHER})
    assert (back.fair["dealt"], [entry["cut"] for entry in back.fair["cuts"]]) == (True, [ONE, OTHER])


def test_the_seals_are_closed_only_while_all_who_sealed_are_there(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    table = opened["table"]
    mira.cut(table, ONE).socket.close()
    until(lambda: not house.tables.at_hand(table).here)
    noor.follow(opened["links"][0]["url"])
    second = noor.cut(table, OTHER)
    assert (second.fair["closed"], second.fair["awaited"]) == (False, [])
    first = mira.cut(table, ONE)
    first.dealt(second)
    assert [entry["cut"] for entry in first.fair["cuts"]] == [ONE, OTHER]


def test_who_does_not_open_has_time_and_then_loses_the_seat_to_a_bot(
    house: House, mira: Visitor, noor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    table, deal = opened["table"], f"/t/{opened['table']}/deal"
    noor.follow(opened["links"][0]["url"])
    first, second = mira.cut(table, ONE), noor.connect(table, {"sealed": seal_of_cut(OTHER)})
    first.opened()
    until(lambda: table_of(house, table).cuts == {0: ONE})
    assert mira.http.post(deal, json={}).json()["error"] == "too-early"
    assert noor.http.post(f"/t/{table}/seat/1/bot", json={"level": "random"}).status_code == 200
    assert not table_of(house, table).dealt
    dealing = house.tables.at_hand(table).dealing
    now = dealing.clock()
    monkeypatch.setattr(dealing, "clock", lambda: now + table_of(house, table).opened.grace + 1)
    assert mira.http.post(deal, json={}).status_code == 200
    second.dealt()
    assert table_of(house, table).seats[1].given_up
    assert noor.http.post(f"/t/{table}/seat/1/take", json={}).json()["error"] == "given-up"
    assert noor.http.post(f"/t/{table}/seat/1/bot", json={"level": "random"}).json()["error"] == "given-up"
    assert second.ask("hello", "state", sealed=seal_of_cut(OTHER), cut=OTHER)["seats"][1]["level"]


def test_the_host_may_leave_out_who_sealed_and_went_before_anything_is_opened(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    table = opened["table"]
    noor.follow(opened["links"][0]["url"])
    noor.cut(table, OTHER).socket.close()
    until(lambda: not house.tables.at_hand(table).here)
    first = mira.cut(table, ONE)
    assert mira.http.post(f"/t/{table}/deal", json={}).status_code == 200
    first.dealt()
    assert (first.fair["seals"], first.fair["cuts"]) == (seals((0, ONE)), [{"seat": 0, "cut": ONE}])
    back = noor.cut(table, OTHER)
    assert (back.fair["dealt"], back.fair["seals"]) == (True, seals((0, ONE)))
    assert back.ask("hello", "state")["seats"][1]["level"] == ""


def test_a_second_device_seals_only_when_the_first_was_sent_away(house: House, mira: Visitor, noor: Visitor) -> None:
    table = mira.open("skybridge", ME, FRIEND)["table"]
    mira.cut(table, ONE)
    link = mira.http.post(f"/t/{table}/seat/0/link", json={}).json()["url"]
    assert told(noor.follow(link).text)["cutting"] == "opening"
    phone = noor.connect(table, {})
    assert phone.fair["seals"] == seals((0, ONE))
    assert phone.ask("hello", "state", sealed=seal_of_cut(OTHER))["fair"]["seals"] == seals((0, ONE))
    devices = mira.http.get(f"/t/{table}/seat/0/devices").json()["devices"]
    mine = next(device["device"] for device in devices if device["this"])
    assert mira.http.post(f"/t/{table}/seat/0/devices", json={"device": mine}).status_code == 200
    assert phone.until("moved")["fair"]["awaited"] == [0, 1]
    assert phone.ask("hello", "state", sealed=seal_of_cut(OTHER))["fair"]["seals"] == seals((0, OTHER))


def test_a_page_of_before_cuts_were_sealed_is_dealt_to_and_adds_nothing(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    first, second = mira.cut(opened["table"], ONE), noor.connect(opened["table"], {"cut": OTHER})
    second.dealt(first)
    assert second.fair["cuts"] == [{"seat": 0, "cut": ONE}]


def test_a_table_where_players_cut_in_the_open_goes_on_as_it_began(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    (row,) = house.store.rows(opened["table"]).result()
    house.store.append("older", 0, row.replace(',"cuts":"sealed"', "")).result()
    page = told(mira.http.get("/t/older").text)
    assert page["cutting"] == "open"
    line = mira.connect("older", {"cut": ONE})
    assert (line.fair["cuts"], line.fair["awaited"], line.fair["seals"]) == ([{"seat": 0, "cut": ONE}], [1], [])
    assert mira.http.post("/t/older/deal", json={}).status_code == 200
    line.dealt()
    assert line.fair["cuts"] == [{"seat": 0, "cut": ONE}]
    assert told(mira.http.get("/t/older/fair").text)["kind"] == "cut"


def test_nothing_lies_on_the_table_before_all_have_come(house: House, mira: Visitor) -> None:
    table = mira.open("cloud-city", ME, FRIEND)["table"]
    line = mira.cut(table, ONE)
    state = line.heard[-1]
    assert (state["panels"], state["decision"], state["text"], state["sheets"]) == ([], None, "", [])
    assert [seat["free"] for seat in state["seats"]] == [False, True]
    for do, more in (
        ("play", {"seq": line.seq, "nonce": "n", "actions": [0]}),
        ("undo", {"seq": line.seq, "nonce": "u"}),
        ("draft", {"seq": line.seq, "action": 0}),
        ("draft", {"seq": line.seq, "plan": [0]}),
        ("whynot", {"seq": line.seq, "target": "cell:a1"}),
        ("hint", {"seq": line.seq}),
        ("replay", {"at": 0}),
        ("locate", {"seat": 0, "line": 0}),
        ("inspect", {"panel": "board", "items": ["cell-a1"]}),
        ("inspect", {"panel": "board", "items": ["cell-a1"], "at": 0}),
    ):
        assert line.ask(do, "error", **more)["code"] in ("not-dealt", "no-undo", "no-such-move"), do
    for path in ("record", "picture.svg"):
        answer = mira.http.get(f"/t/{table}/{path}")
        assert (answer.status_code, answer.json()["error"]) == (409, "not-dealt")
    (row,) = told(mira.http.get("/tables").text)["tables"]
    assert (row["finished"], row["yours"], row["moves"], len(row["deciding"])) == (False, False, 0, 1)


def test_the_shuffle_is_told_to_nobody_before_the_end(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    lines = [mira.cut(opened["table"], ONE), noor.cut(opened["table"], OTHER)]
    lines[0].dealt(lines[1])
    shuffle = house.tables.live[opened["table"]].result().table.opened.shuffle
    seed = str(seed_of(shuffle, {0: ONE, 1: OTHER}))
    pages = [mira.http.get(f"/t/{opened['table']}/{path}").text for path in ("", "fair", "record", "replay")]
    heard = json.dumps([line.heard for line in lines])
    assert not any(shuffle in text or seed in text for text in (*pages, heard))
    to_the_end(*lines)
    page = told(noor.http.get(f"/t/{opened['table']}/fair").text)
    assert (page["shuffle"], page["seed"], page["seal"], page["sound"]) == (shuffle, seed, seal_of(shuffle), True)
    deal = hashlib.sha256(f"cloudtop deal {shuffle} 0:{ONE} 1:{OTHER}".encode()).hexdigest()
    assert int(deal, 16) == int(page["seed"])


def test_who_says_hello_without_a_cut_adds_nothing(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {})
    assert (line.fair["dealt"], line.fair["cuts"]) == (True, [])


def test_a_spectator_neither_cuts_nor_is_waited_for(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["watch"])
    assert told(noor.http.get(f"/t/{opened['table']}").text)["cutting"] == "none"
    assert noor.cut(opened["table"], OTHER).fair["seals"] == []


def test_the_host_may_deal_without_waiting_and_nobody_else(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND, FRIEND)
    noor.follow(opened["links"][0]["url"])
    second = noor.cut(opened["table"], OTHER)
    path = f"/t/{opened['table']}/deal"
    assert noor.http.post(path, json={}).json()["error"] == "not-host"
    assert mira.http.post(path, json={}).status_code == 200
    second.dealt()
    assert second.fair["cuts"] == [{"seat": 1, "cut": OTHER}]
    assert mira.http.post(path, json={}).status_code == 200


def test_a_bot_on_a_seat_that_nobody_took_lets_the_table_be_dealt(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, FRIEND)["table"]
    line = mira.cut(table, ONE)
    assert mira.http.post(f"/t/{table}/seat/1/bot", json={"level": "random"}).status_code == 200
    line.dealt()
    line.my_turn()
    assert line.actions


def test_a_table_of_bots_alone_is_dealt_at_once(mira: Visitor) -> None:
    assert mira.connect(mira.open("skybridge", BOT, BOT)["table"], {}).fair["dealt"]


def test_a_table_that_waits_is_still_waiting_after_it_was_read_anew(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, FRIEND)["table"]
    before = mira.cut(table, ONE).fair
    house.tables.live.clear()
    assert mira.connect(table, {}).fair == before


def test_the_house_deals_and_plays_it_again_and_says_so_when_it_does_not_fit() -> None:
    game = cloudtop.game("skybridge")
    shuffle = "5a" * 32
    notes = {"commitment": f"sha256 {seal_of(shuffle)}", "shuffle": shuffle}
    text = Record(game, 2, game.terms(2).options, seed_of(shuffle, {}), notes=notes).write()
    assert is_sound(text, game)
    assert not is_sound(text.replace("seed: ", "seed: 1"), game)
    assert not is_sound(text + "1 9 c3@b2\n", game)


@pytest.mark.parametrize("lang", ["en", "fr", "ja"])
def test_the_page_tells_how_it_is_dealt_in_every_language(mira: Visitor, lang: str) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    page = mira.http.get(f"/t/{table}/fair", params={"lang": lang})
    assert page.status_code == 200
    assert told(page.text)["kind"] == "sealed-cuts"
    assert told(page.text)["seal"] in page.text
