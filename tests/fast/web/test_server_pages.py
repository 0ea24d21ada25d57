"""Pages, links, cookies, records and drawings over plain HTTP."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from xml.etree import ElementTree

import pytest
from jinja2 import UndefinedError
from starlette.middleware.gzip import GZipResponder
from tests.support.rooms import ROOMS
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Visitor

import cloudtop
from cloudtop.core import fair
from cloudtop.core.words import LANGUAGES
from cloudtop.web.limits import ALLOWANCES, BESIDES, Buckets
from cloudtop.web.live import tables
from cloudtop.web.routes.bodies import Page
from cloudtop.web.templates import basics, filled, static_root

ALL_GAMES = pytest.mark.parametrize("game", ROOMS)
EVERY_LANGUAGE = pytest.mark.parametrize("lang", LANGUAGES)
BLOCK = re.compile(r'<script type="application/json" id="page">(.*?)</script>', re.DOTALL)


def block(page: str) -> str:
    """What a page tells its script, as JSON."""
    found = BLOCK.search(page)
    assert found is not None
    return found[1]


@EVERY_LANGUAGE
def test_every_page_is_there_in_every_language(mira: Visitor, lang: str) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    paths = ["/", "/tables", "/guide", f"/t/{table}", f"/t/{table}/replay"]
    paths += [f"/{place}/{game}" for place in ("new", "guide") for game in ROOMS]
    for path in paths:
        page = mira.http.get(path, params={"lang": lang})
        assert page.status_code == 200, path
        assert f'<html lang="{lang}">' in page.text
        assert json.loads(block(page.text))["lang"] == lang


@pytest.mark.parametrize(("game", "points"), [("skybridge", True), ("cloudy-kingdom", False)])
def test_a_race_has_no_points_and_no_score_sheet(mira: Visitor, game: str, points: bool) -> None:
    table = mira.open(game, ME, BOT)["table"]
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        assert json.loads(block(mira.http.get(path).text))["points"] is points
    assert (">Score</button>" in mira.http.get(f"/t/{table}").text) is points


def test_a_language_that_was_chosen_stays(mira: Visitor) -> None:
    mira.http.get("/", params={"lang": "ja"})
    assert '<html lang="ja">' in mira.http.get("/tables").text


def test_without_a_choice_the_browsers_language_is_taken(mira: Visitor) -> None:
    page = mira.http.get("/", headers={"accept-language": "de-DE,fr-CH;q=0.9,en;q=0.8"})
    assert '<html lang="fr">' in page.text


def test_pages_allow_no_inline_script_and_ask_nobody_else(mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    for path in ("/", "/new/skybridge", "/tables", "/guide/skybridge", f"/t/{table}", "/nowhere"):
        page = mira.http.get(path, headers={"accept": "text/html"})
        policy = page.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        for script in re.findall(r"<script[^>]*>", page.text):
            assert "src=" in script or 'type="application/json"' in script
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page.text)
        assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)


def test_parts_of_a_page_carry_no_policy_that_nothing_reads(mira: Visitor) -> None:
    for part in ("css/base.css", "js/page.js"):
        headers = mira.http.get(f"{static_root()}/{part}").headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in headers
        assert "server" not in headers


def test_what_a_player_types_cannot_leave_its_place() -> None:
    typed = "</script><script>alert('&')</script>"
    words = basics("en") | {"words": {"name": typed}}
    html = filled("error", Page(**words), code=404, message=typed, record="")
    assert "<script>alert" not in html
    assert json.loads(block(html))["words"]["name"] == typed


def test_a_place_that_nothing_fills_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="message"):
        filled("error", Page(**basics("en")), code=404)


def test_a_mistake_in_the_browser_is_a_page(mira: Visitor) -> None:
    page = mira.http.get("/t/0123456789", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")


def test_static_files_are_compressed_and_kept_for_ever(mira: Visitor) -> None:
    answer = mira.http.get(f"{static_root()}/css/base.css")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"


def test_what_never_changes_is_compressed_once(mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []
    deflate = gzip.compress

    def noted(data: bytes, level: int, mtime: float) -> bytes:
        made.append(data)
        return deflate(data, level, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", noted)

    class Refusing:
        def __getattr__(self, name: str) -> object:
            raise AssertionError("compressed for a single answer")

    monkeypatch.setattr(GZipResponder, "compressor", Refusing())
    paths = [f"{static_root()}/js/table.js", f"{static_root()}/faces.svg", "/sprites/skybridge.svg"]
    paths += ["/paints/skybridge.css", "/picture/skybridge.svg", "/sky/day.svg"]
    for path in paths:
        plain = mira.http.get(path, headers={"accept-encoding": "identity"})
        packed = [mira.http.get(path) for _ in range(3)]
        assert {answer.headers.get("content-encoding") for answer in packed} == {"gzip"}, path
        assert "content-encoding" not in plain.headers
        assert {answer.text for answer in packed} == {plain.text}
        assert plain.headers["vary"] == packed[0].headers["vary"] == "Accept-Encoding"
    assert len(made) <= len(paths)


@pytest.mark.parametrize("name", ["js/wire.d.ts", "js", "", "js/nowhere.js", "css/..%2f..%2fapp.py", "JS/page.js"])
def test_only_what_a_browser_needs_is_served(mira: Visitor, name: str) -> None:
    assert mira.http.get(f"{static_root()}/{name}").status_code == 404


def test_a_static_file_is_only_read(mira: Visitor) -> None:
    assert mira.http.head(f"{static_root()}/js/page.js").status_code == 200
    assert mira.http.post(f"{static_root()}/js/page.js").json()["error"] == "no-method"


@ALL_GAMES
def test_a_games_drawings_are_sound(mira: Visitor, game: str) -> None:
    for theme in ("day", "dusk"):
        for part in ("", "board"):
            drawn = mira.http.get(f"/picture/{game}.svg", params={"theme": theme, "part": part})
            assert drawn.headers["content-type"] == "image/svg+xml"
            ElementTree.fromstring(drawn.text)
            names = set(re.findall(r' id="([^"]+)"', drawn.text))
            assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn.text)) != set()
            assert {a or b for a, b in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn.text)} <= names
    sprites = mira.http.get(f"/sprites/{game}.svg")
    ElementTree.fromstring(f"<div>{sprites.text}</div>")
    assert " style=" not in sprites.text
    assert "light-dark(" in mira.http.get(f"/paints/{game}.css").text


@ALL_GAMES
def test_a_guide_has_an_anchor_for_every_rule(mira: Visitor, game: str) -> None:
    for lang in LANGUAGES:
        page = mira.http.get(f"/guide/{game}", params={"lang": lang}).text
        ids = set(re.findall(r'<section class="rule[^"]*" id="([^"]+)"', page))
        assert set(cloudtop.game(game).rule_ids) <= ids
        assert "{#" not in page


def test_a_link_sits_down_one_browser_and_turns_the_next_away(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    link = opened["links"][0]["url"]
    first = noor.http.get(link)
    assert (first.status_code, first.headers["location"]) == (303, f"/t/{opened['table']}")
    cookies = first.headers.get_list("set-cookie")
    assert all("HttpOnly" in cookie and "samesite=lax" in cookie.lower() for cookie in cookies)
    assert noor.connect(opened["table"], {}).you == 1
    with house.visitor() as late:
        answer = late.http.get(link)
        assert (answer.status_code, answer.json()["error"]) == (410, "used-link")
    assert noor.follow(link).status_code == 200
    told = mira.http.get(f"/t/{opened['table']}/links").json()
    assert told["links"] == []


def test_a_program_that_only_looks_at_a_link_takes_nobodys_seat(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    with house.visitor() as preview:
        assert preview.follow(opened["links"][0]["url"]).status_code == 200
    noor.follow(opened["links"][0]["url"])
    assert noor.connect(opened["table"], {}).you == 1


def test_a_player_goes_on_with_another_device(house: House, mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    link = mira.http.post(f"/t/{table}/seat/0/link", json={}).json()["url"]
    with house.visitor() as phone:
        phone.follow(link)
        assert phone.connect(table, {}).you == 0
    assert mira.connect(table, {}).you == 0


def test_tokens_and_keys_are_kept_as_hashes_only(house: House, mira: Visitor, noor: Visitor) -> None:
    opened = mira.open("skybridge", ME, FRIEND)
    noor.follow(opened["links"][0]["url"])
    noor.connect(opened["table"], {})
    log = "".join(house.store.rows(opened["table"]).result())
    secrets = [visitor.http.cookies["cloudtop"] for visitor in (mira, noor)]
    secrets += [url.rpartition("/")[2] for url in (opened["links"][0]["url"], opened["watch"])]
    for secret in secrets:
        assert re.fullmatch(r"[0-9a-f]{32}", secret)
        assert secret not in log


def test_the_shuffle_comes_from_the_operating_system(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The house's own chance, not that of the tests.
    monkeypatch.undo()
    assert vars(tables)["new_shuffle"] is fair.new_shuffle
    names = [mira.open("skybridge", ME, BOT)["table"] for _ in range(4)]
    shuffles = {house.tables.live[name].result().table.opened.shuffle for name in names}
    assert len(shuffles) == 4
    assert {len(shuffle) for shuffle in shuffles} == {64}


def test_my_tables_are_listed_with_whose_turn_it_is(mira: Visitor, noor: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    mira.connect(table, {})
    (row,) = json.loads(block(mira.http.get("/tables").text))["tables"]
    assert (row["table"], row["url"], row["finished"], row["yours"]) == (table, f"/t/{table}", False, True)
    assert len(row["deciding"]) == 1
    assert json.loads(block(noor.http.get("/tables").text))["tables"] == []


def test_a_list_of_tables_calls_you_you(mira: Visitor) -> None:
    mira.open("skybridge", {"kind": "me"}, {"kind": "bot", "level": "calm"})
    assert '"names":["You","Calm"]' in mira.http.get("/tables?lang=en").text


def test_a_running_games_record_is_partial_and_a_finished_ones_opens_the_seal(mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    line = mira.connect(table, {})
    line.my_turn()
    line.play()
    partial = mira.http.get(f"/t/{table}/record")
    assert "attachment" in partial.headers["content-disposition"]
    assert "seed:" not in partial.text
    assert "partial:" in partial.text
    sealed = re.search(r"commitment: sha256 (\w+)", partial.text)
    assert sealed is not None
    while line.outcome is None:
        line.my_turn()
        if line.actions:
            line.play()
    record = cloudtop.read_record(mira.http.get(f"/t/{table}/record").text)
    assert record.names[0] == "Mira"
    opened = f"cloudtop shuffle {record.notes['shuffle']}".encode()
    assert hashlib.sha256(opened).hexdigest() == sealed[1]


def test_a_picture_of_the_table_is_a_spectators(mira: Visitor) -> None:
    table = mira.open("skybridge", ME, BOT)["table"]
    mira.connect(table, {})
    drawn = mira.http.get(f"/t/{table}/picture.svg", params={"theme": "dusk"})
    ElementTree.fromstring(drawn.text)
    assert "Mira" in drawn.text


def test_too_many_tables_at_once_are_refused(house: House, mira: Visitor) -> None:
    whose, (at_once, _) = BESIDES["open"]
    house.tables.limits.besides["open"] = (whose, Buckets(at_once, rate=0.0))
    house.tables.limits.common = {whose: Buckets(1e9, 0.0) for whose in ALLOWANCES}
    body = {"game": "skybridge", "seats": [ME, HERE]}
    answers = [mira.http.post("/tables", json=body) for _ in range(int(at_once) + 1)]
    assert [answer.status_code for answer in answers] == [201] * int(at_once) + [429]
    assert answers[-1].json()["error"] == "slow-down"


@ALL_GAMES
def test_what_a_board_needs_is_small(mira: Visitor, game: str) -> None:
    """Sprites, colours and the first state, compressed, leave room for the page below 150 KB."""
    count = 2 if 2 in cloudtop.game(game).player_counts else cloudtop.game(game).player_counts[0]
    line = mira.connect(mira.open(game, *[ME, *[BOT] * (count - 1)])["table"], {})
    drawings = mira.http.get(f"/sprites/{game}.svg").content + mira.http.get(f"/paints/{game}.css").content
    first = json.dumps(line.heard[-1], ensure_ascii=False).encode()
    assert len(gzip.compress(drawings)) + len(gzip.compress(first)) < 100_000


@pytest.mark.parametrize("game", ROOMS)
def test_seats_are_marked_in_the_colours_of_their_pieces(mira: Visitor, game: str) -> None:
    table = mira.open(game, ME, {"kind": "here"})["table"]
    page = mira.http.get(f"/t/{table}").text
    assert 'data-players="2"' in page
    style = next(part for part in page.split('"') if part.startswith(f"/paints/{game}.css"))
    first, second = cloudtop.game(game).hues(2)
    assert (
        f'[data-players="2"]{{--seat-0:var(--hue-{first});--seat-1:var(--hue-{second});}}' in mira.http.get(style).text
    )


def test_a_castles_family_and_a_roofs_lacquer_are_the_seats_colours() -> None:
    assert cloudtop.game("cloudy-kingdom").hues(4) == ("red", "blue", "green", "black")
    assert cloudtop.game("skybridge").hues(3) == ("red", "yellow", "blue")
