"""Dealing over the wire: the house is bound first, players cut, and nothing lies on the table before all have come."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Line, Visitor

import cloudtop
from cloudtop.core.fair import Proof, prove, seal_of, seed_of
from cloudtop.core.record import Record
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


def test_the_house_is_bound_before_anybody_cuts_and_opens_the_seal_after_the_end(
    house: House, mira: Visitor, noor: Visitor
) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    table = opened["table"]
    seal = told(mira.http.get(f"/t/{table}").text)["seal"]
    first = mira.connect(table, {"cut": ONE})
    assert first.fair == {"seal": seal, "dealt": False, "cuts": [{"seat": 0, "cut": ONE}], "awaited": [1]}
    noor.follow(opened["links"][0]["url"])
    second = noor.connect(table, {"cut": OTHER})
    assert second.fair["dealt"]
    assert [entry["cut"] for entry in second.fair["cuts"]] == [ONE, OTHER]
    first.dealt()
    to_the_end(first, second)
    record = cloudtop.read_record(mira.http.get(f"/t/{table}/record").text)
    assert prove(record) == Proof("cut", (0, 1))
    assert record.notes["commitment"] == f"sha256 {seal}"
    assert record.seed == seed_of(record.notes["shuffle"], {0: ONE, 1: OTHER})


def test_nothing_lies_on_the_table_before_all_have_come(house: House, mira: Visitor) -> None:
    table = mira.open("cloud-city", ME, FRIEND)["table"]
    line = mira.connect(table, {"cut": ONE})
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
    lines = [mira.connect(opened["table"], {"cut": ONE}), noor.connect(opened["table"], {"cut": OTHER})]
    lines[0].dealt()
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


def test_one_device_cuts_for_all_its_seats_and_bots_add_nothing(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, HERE, BOT)["table"], {"cut": ONE})
    assert line.fair["dealt"]
    assert line.fair["cuts"] == [{"seat": 0, "cut": ONE}, {"seat": 1, "cut": ONE}]


def test_who_says_hello_without_a_cut_adds_nothing(mira: Visitor) -> None:
    line = mira.connect(mira.open("skybridge", ME, BOT)["table"], {})
    assert (line.fair["dealt"], line.fair["cuts"]) == (True, [])


def test_a_cut_counts_once_and_only_before_the_deal(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    line = mira.connect(opened["table"], {"cut": ONE})
    again = line.ask("hello", "state", cut=OTHER)
    assert again["fair"]["cuts"] == [{"seat": 0, "cut": ONE}]
    noor.follow(opened["links"][0]["url"])
    late = noor.connect(opened["table"], {})
    assert late.fair["dealt"]
    assert late.ask("hello", "state", cut=OTHER)["fair"]["cuts"] == [{"seat": 0, "cut": ONE}]


def test_a_spectator_neither_cuts_nor_is_waited_for(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["watch"])
    assert noor.connect(opened["table"], {"cut": OTHER}).fair["cuts"] == []


def test_the_host_may_deal_without_waiting_and_nobody_else(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND, FRIEND)
    noor.follow(opened["links"][0]["url"])
    second = noor.connect(opened["table"], {"cut": OTHER})
    path = f"/t/{opened['table']}/deal"
    assert noor.http.post(path, json={}).json()["error"] == "not-host"
    assert mira.http.post(path, json={}).status_code == 200
    second.dealt()
    assert second.fair["cuts"] == [{"seat": 1, "cut": OTHER}]
    assert mira.http.post(path, json={}).status_code == 200


def test_a_bot_on_a_seat_that_nobody_took_lets_the_table_be_dealt(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, FRIEND)["table"]
    line = mira.connect(table, {"cut": ONE})
    assert mira.http.post(f"/t/{table}/seat/1/bot", json={"level": "random"}).status_code == 200
    line.dealt()
    line.my_turn()
    assert line.actions


def test_a_table_of_bots_alone_is_dealt_at_once(mira: Visitor) -> None:
    assert mira.connect(mira.open("skybridge", BOT, BOT)["table"], {}).fair["dealt"]


def test_a_table_that_waits_is_still_waiting_after_it_was_read_anew(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, FRIEND)["table"]
    before = mira.connect(table, {"cut": ONE}).fair
    house.tables.live.clear()
    assert mira.connect(table, {"cut": OTHER}).fair == before


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
    assert told(page.text)["kind"] == "cut"
    assert told(page.text)["seal"] in page.text
