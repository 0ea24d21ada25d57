"""Tables with boxes of their own, under older rules, and with nothing that remembers for the players."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.rooms import ROOMS
from tests.support.web.visitors import BOT, HERE, ME, House, Visitor

import cloudtop
from cloudtop.table.events import Opened, Place, write_event
from cloudtop.web.live.boxes import boxes_in
from cloudtop.web.tokens import COOKIE, hashed

BLOCK = re.compile(r'<script type="application/json" id="page">(.*?)</script>')
GOOD = 'game = "coin-nim"\nname = "Large heaps"\nstones = [2, 9]\n'
BAD = 'game = "coin-nim"\n\nstones = [0]\n'
OTHERS = {"broken.toml": "stones = [", "stranger.toml": 'game = "chess"\n', "notes.txt": "no box"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a good box and some that are none."""
    folder = tmp_path / "boxes"
    folder.mkdir()
    for name, text in {"large.toml": GOOD, "bad.toml": BAD, **OTHERS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def house(tmp_path: Path, folder: Path, guest: str) -> Iterator[House]:
    """A house that offers the boxes of a folder."""
    with House(tmp_path / "tables.sqlite", boxes=boxes_in(folder)) as house:
        yield house


def told(visitor: Visitor, address: str) -> dict[str, Any]:
    """What a page tells its script."""
    found = BLOCK.search(visitor.http.get(address).text)
    assert found is not None
    page: dict[str, Any] = json.loads(unescape(found[1]))
    return page


def test_bad_boxes_are_left_out_with_a_line_each(folder: Path, guest: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        boxes = boxes_in(folder)
    assert [(name, [box.id for box in found]) for name, found in boxes.items()] == [(guest, ["large"])]
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == f"a box is left out: {folder}/bad.toml, line 3: a heap has at least one stone, not 0"
    assert lines[1].startswith(f"a box is left out: {folder}/broken.toml, line 1: this is no TOML")
    assert lines[2].startswith("a box is left out: ")
    assert len(lines) == 3


def test_the_set_up_page_offers_boxes_and_what_fits_so_many_players(mira: Visitor) -> None:
    page = told(mira, "/new/coin-nim?lang=en")
    (box,) = page["boxes"]
    assert (box["id"], box["title"], box["players"]) == ("large", "Large heaps", [2, 3])
    (option,) = box["options"]
    assert option["values"] == [{"value": 2, "title": "2"}, {"value": 9, "title": "9"}]
    assert (option["default"], option["fits"]) == (9, {"3": [1]})
    (printed,) = page["options"]
    assert [value["title"] for value in printed["values"]] == ["five", "seven"]
    assert printed["fits"] == {}
    assert page["forget"] is True


@pytest.mark.parametrize("game", ROOMS)
def test_former_values_are_not_offered(mira: Visitor, game: str) -> None:
    page = told(mira, f"/new/{game}")
    offered = {option["name"]: [value["value"] for value in option["values"]] for option in page["options"]}
    assert offered == {option.name: list(option.values) for option in cloudtop.game(game).options}


def test_a_table_is_played_with_a_box_to_its_end(mira: Visitor) -> None:
    table = mira.open("coin-nim", ME, BOT, box="large")["table"]
    line = mira.connect(table, {"told": True})
    state = line.heard[-1]
    assert (state["boxed"], state["rules"], state["present"], state["forget"]) == (True, 3, 3, False)
    assert state["text"].startswith("9 stones")
    while line.outcome is None:
        line.my_turn()
        if line.actions:
            line.play()
    assert line.outcome["again"] is None
    text = mira.http.get(f"/t/{table}/record").text
    assert 'box: {"stones":[2,9]}' in text
    assert cloudtop.read_record(text).game.box_data == {"stones": [2, 9]}


def test_the_drawings_of_a_box_are_at_its_table(mira: Visitor, noor: Visitor) -> None:
    table = mira.open("coin-nim", ME, BOT, box="large")["table"]
    page = mira.http.get(f"/t/{table}").text
    sprites = told(mira, f"/t/{table}")["sprites"]
    paints = re.search(rf'href="(/t/{table}/paints\.css\?v=\w+)"', page)
    assert paints is not None
    assert sprites.startswith(f"/t/{table}/sprites.svg?v=")
    assert mira.http.get(sprites).headers["content-type"].startswith("image/svg")
    assert mira.http.get(paints[1]).headers["content-type"].startswith("text/css")
    assert noor.http.get(sprites).status_code == 403
    usual = mira.open("coin-nim", ME, BOT)["table"]
    assert told(mira, f"/t/{usual}")["sprites"].startswith("/sprites/coin-nim.svg?v=")


def test_seats_are_marked_in_the_colours_that_the_players_chose(mira: Visitor) -> None:
    tables = [
        mira.open("cloudy-kingdom", ME, BOT, options={"families": chosen})["table"] for chosen in ("by-seat", "GR")
    ]
    pages = [mira.http.get(f"/t/{table}").text for table in tables]
    usual, chosen = (re.findall(r'href="([^"]*paints[^"]*)"', page)[0] for page in pages)
    assert usual.startswith("/paints/cloudy-kingdom.css")
    assert chosen.startswith(f"/t/{tables[1]}/paints.css")
    assert mira.http.get(chosen).text.endswith('[data-players="2"]{--seat-0:var(--hue-green);--seat-1:var(--hue-red);}')


def test_a_box_that_the_house_does_not_offer_is_refused(mira: Visitor) -> None:
    for game, box in (("coin-nim", "bad"), ("skybridge", "large")):
        answer = mira.http.post("/tables", json={"game": game, "seats": [ME, BOT], "box": box})
        assert answer.status_code == 422
        assert answer.json()["detail"] == f"the house has no box {box!r} of {game}"


def test_a_table_is_read_again_without_the_file_of_its_box(tmp_path: Path, house: House, mira: Visitor) -> None:
    table = mira.open("coin-nim", ME, HERE, box="large")["table"]
    (tmp_path / "boxes" / "large.toml").unlink()
    house.tables.live.clear()
    assert mira.connect(table, {"near": 0, "told": True}).heard[-1]["text"].startswith("9 stones")


# ---------------------------------------------------------------------- older rules


@pytest.mark.parametrize("rules", [1, 3])
def test_a_table_of_older_rules_goes_on_and_says_so(house: House, mira: Visitor, rules: int) -> None:
    mira.http.cookies.set(COOKIE, "0" * 32)
    me = Place("me", holder=hashed("0" * 32))
    row = write_event(Opened("coin-nim", rules, {}, [me, Place("bot", level="random")], 5))
    house.store.append("old", 0, row).result()
    line = mira.connect("old", {})
    state = line.heard[-1]
    assert (state["rules"], state["present"], state["boxed"]) == (rules, 3, False)
    line.my_turn()
    assert line.play()["did"] == "played"
    assert f"rules: {rules}\n" in mira.http.get("/t/old/record").text


# ---------------------------------------------------------------------- the next game


@pytest.mark.parametrize(
    ("lang", "title", "text"),
    [
        ("en", "seven", "Now with a larger heap."),
        ("fr", "sept", "Et maintenant un tas plus gros."),
        ("ja", "7個", "次はもっと多くの石で。"),
    ],
)
def test_whoever_finished_a_first_game_is_offered_the_next(mira: Visitor, lang: str, title: str, text: str) -> None:
    line = mira.connect(mira.open("coin-nim", ME, BOT, options={"stones": 5})["table"], {"lang": lang})
    while line.outcome is None:
        line.my_turn()
        if line.actions:
            line.play()
    assert line.outcome["again"] == {"option": "stones", "value": 7, "title": title, "text": text}


# ---------------------------------------------------------------------- memory


def texts_of(mira: Visitor, table: str) -> list[str]:
    """What the page says after the calls, in a replay, and when all is over."""
    line = mira.connect(table, {"lang": "en"})
    line.my_turn()
    line.play()
    line.my_turn()
    line.play(line.actions[0])
    before = line.ask("hello", "state", lang="en", told=True)["text"]
    looked_back = line.ask("replay", "replay", at=1)["text"]
    while line.outcome is None:
        line.my_turn()
        if line.actions:
            line.play()
    return [before, looked_back, line.ask("hello", "state", lang="en", told=True)["text"]]


def test_pages_can_hide_what_everybody_saw_until_the_end(house: House, mira: Visitor) -> None:
    table = mira.open("coin-nim", ME, BOT, forget=True)["table"]
    during, looked_back, after = texts_of(mira, table)
    assert during == "6 stones, taken []"
    assert looked_back == "7 stones, taken []"
    assert re.fullmatch(r"0 stones, taken \[\d, \d\]", after)
    assert cloudtop.read_record(mira.http.get(f"/t/{table}/record").text).end().outcome() is not None


def test_pages_show_what_everybody_saw_unless_told_otherwise(mira: Visitor) -> None:
    during, looked_back, _ = texts_of(mira, mira.open("coin-nim", ME, BOT)["table"])
    assert during == "6 stones, taken [1, 0]"
    assert looked_back == "7 stones, taken [0, 0]"


def test_bots_never_forget(house: House, mira: Visitor) -> None:
    table = mira.open("coin-nim", ME, HERE, forget=True)["table"]
    mira.connect(table, {})
    live = house.tables.live[table].result()
    assert live.moment.view(0).facts.taken == ()
    assert live.table.imagined(0).view(0).facts.taken == (0, 0)
    assert live.table.state.view(None).facts.taken == (0, 0)


def test_a_game_with_nothing_to_keep_in_mind_does_not_forget(house: House, mira: Visitor) -> None:
    assert told(mira, "/new/skybridge")["forget"] is False
    table = mira.open("skybridge", ME, BOT, forget=True)["table"]
    opened = house.tables.live[table].result().table.opened
    assert opened == replace(opened, forget=False)
