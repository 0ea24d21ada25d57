"""Lessons over the socket and over HTTP: what is tried, what is said to it, and that nothing of it is written down."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.support.nim import GAME as NIM
from tests.support.rooms import ROOMS
from tests.support.web.visitors import DEADLINE, House, Line, Visitor, until
from websockets.exceptions import ConnectionClosed

import cloudtop
from cloudtop.core.lesson import Attempt
from cloudtop.core.scene import Staging
from cloudtop.core.words import LANGUAGES
from cloudtop.web import limits
from cloudtop.web.limits import COSTS
from cloudtop.web.live import lesson as live
from cloudtop.web.socket import lesson

GAMES = list(ROOMS)


def come(visitor: Visitor, game: str, step: str = "", origin: str | None = None) -> Line:
    """Open a lesson."""
    url = f"ws://127.0.0.1:{visitor.port}/learn/{game}/live?step={step}"
    headers = {"origin": origin} if origin else {}
    return visitor.line_to(url, headers)


def learning(visitor: Visitor, game: str, step: str = "", lang: str = "en") -> tuple[Line, dict[str, Any]]:
    """Open a lesson, and what it says first."""
    line = come(visitor, game, step)
    line.say("hello", lang=lang)
    line.until("state")
    return line, line.until("lesson")


def tried(line: Line, action: int) -> dict[str, Any]:
    """Try a move, and what is said to it."""
    line.nonce += 1
    line.say("play", seq=line.seq, nonce=str(line.nonce), actions=[action])
    line.until("played")
    return line.until("lesson")


def number_of(game: str, position: dict[str, Any], text: str) -> int:
    """The number of a move that is written as text."""
    found = cloudtop.game(game)
    return found.parse(found.load(position), 0, text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_learned_to_the_end_and_never_written(
    house: House, mira: Visitor, tmp_path: Path, game: str, lang: str
) -> None:
    steps = cloudtop.game(game).lessons().steps
    line, told = learning(mira, game, lang=lang)
    for step in steps:
        if told["step"] != step.id:
            line.say("learn", step=step.id)
            line.until("state")
            told = line.until("lesson")
        assert (told["mood"], told["said"], told["coach"]) == ("task", "", step.coach.by(lang))
        for number, task in enumerate(step.do, 1):
            assert told["task"] == task.task.by(lang)
            assert told["asked"]
            told = tried(line, told["show"])
            assert told["mood"] == ("good" if number < len(step.do) else "done")
            assert told["said"] == task.good.by(lang)
            assert line.outcome is None, "the end of a lesson is no end of a game"
        assert (told["task"], told["asked"], told["show"]) == ("", [], None)
    assert mira.http.get("/tables").text.count("/t/") == 0
    mira.leave()
    rows = sqlite3.connect(tmp_path / "tables.sqlite")
    for name in ("log", "guests"):
        assert rows.execute(f"select count(*) from {name}").fetchone()[0] == 0
    rows.close()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_move_brings_adds_up_and_stands_on_the_table(name: str) -> None:
    game = cloudtop.game(name)
    for step in game.lessons().steps:
        attempt = Attempt(game, step)
        while attempt.task is not None:
            before, action = attempt.state.copy(), attempt.shown()
            after = before.copy()
            after.apply(step.seat, action)
            points = after.scores()[step.seat] - before.scores()[step.seat]
            where = live.gained_where(game, before, step.seat, action, after)
            assert (where is not None) == (points != 0), step.id
            if where is not None:
                assert sum(part.points for part in where.counted) == points
                panels = game.scene(after.view(step.seat), game.words(), Staging()).panels
                there = {item.id for panel in panels if panel.name == where.panel for item in panel.items}
                assert all(set(part.items) & there for part in where.counted if part.points > 0), (step.id, where)
            attempt.make(action)


def test_a_learner_is_told_where_points_were_counted_but_not_in_a_race(mira: Visitor) -> None:
    line, told = learning(mira, "cloud-city", "first-walkway")
    assert (told["points"], told["panel"], told["counted"]) == (0, "", [])
    told = tried(line, told["show"])
    assert (told["points"], told["panel"], [points for _, points in told["counted"]]) == (2, "city:0", [2])
    line, told = learning(mira, "cloudy-kingdom", "win")
    told = tried(line, told["show"])
    assert (told["mood"], told["points"], told["counted"]) == ("done", 0, [])


def test_a_legal_move_that_was_not_asked_is_shown_and_taken_back(mira: Visitor) -> None:
    step = next(step for step in cloudtop.game("strange-world").lessons().steps if step.id == "water")
    line, told = learning(mira, "strange-world", "water")
    assert told["step"] == "water"
    told = tried(line, number_of("strange-world", step.position, "We@c3"))
    assert (told["mood"], told["back"], told["said"]) == ("again", True, step.again[0].say.en)
    assert len(line.log) == 1, "it is shown"
    assert not line.actions, "nothing else can be done before it is taken back"
    line.say("play", seq=line.seq, nonce="more", actions=[0])
    assert line.until("error")["code"] == "no-move"
    line.say("undo", seq=line.seq, nonce="back")
    line.until("undone")
    told = line.until("lesson")
    assert (told["mood"], told["back"], told["said"]) == ("task", False, "")
    assert line.log == []
    assert line.actions
    line.say("undo", seq=line.seq, nonce="once more")
    assert line.until("error")["code"] == "no-undo"
    assert tried(line, told["show"])["mood"] == "done"


def test_an_illegal_move_in_a_lesson_is_answered_with_its_rule(mira: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    line, _ = learning(mira, "skybridge")
    number = next(number for number in range(cloudtop.game("skybridge").actions) if number not in line.actions)
    line.say("play", seq=line.seq, nonce="not legal", actions=[number])
    answer = line.until("illegal", "error")
    assert (answer["did"], answer["nonce"]) == ("illegal", "not legal")
    assert answer["rule"]["why"]
    assert caplog.records == []


def test_what_was_not_asked_and_no_slip_gets_the_word_for_all_the_rest(mira: Visitor) -> None:
    step = cloudtop.game("skybridge").lessons().steps[2]
    line, _ = learning(mira, "skybridge", step.id)
    told = tried(line, number_of("skybridge", step.position, "cr@a2"))
    assert (told["mood"], told["said"]) == ("other", step.other.en)


def test_a_refused_pick_is_answered_by_the_slip_or_by_the_rule(mira: Visitor) -> None:
    step = cloudtop.game("skybridge").lessons().steps[1]
    line, _ = learning(mira, "skybridge", step.id)
    line.say("whynot", seq=line.seq, chosen=["hand:c3"], target="cell:b1")
    told = line.until("lesson")
    assert (told["mood"], told["said"]) == ("again", step.again[0].say.en)
    assert told["rule"]["rule"] == "skybridge/contact"
    line.say("whynot", seq=line.seq, target="nothing")
    assert line.until("lesson")["mood"] == "other"


def test_a_refusal_that_is_no_slip_cites_its_rule(mira: Visitor) -> None:
    game = cloudtop.game("cloud-city")
    step = game.lessons().steps[1]
    state = game.load(step.position)
    view, legal = state.view(0), set(state.legal(0))
    pickable = {target for action in legal for target in game.targets(view, action)}
    shut = [action for action in range(game.actions) if not pickable & set(game.targets(view, action))]
    line, _ = learning(mira, "cloud-city", step.id)
    line.say("whynot", seq=line.seq, target=game.targets(view, shut[0])[0])
    told = line.until("lesson")
    assert told["mood"] == "refused"
    assert told["said"] == told["rule"]["why"]
    assert not told["back"]


def test_while_a_refusal_is_looked_for_everybody_goes_on(
    house: House, mira: Visitor, noor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, allowed = threading.Semaphore(0), threading.Event()

    def looked_for(*asked: object) -> None:
        begun.release()
        assert allowed.wait(DEADLINE)

    monkeypatch.setattr(lesson, "refused", looked_for)
    lines = [learning(visitor, "skybridge")[0] for visitor in (mira, noor)]
    # Whatever one learner asks takes up nothing of what another may ask.
    house.tables.asides.turns.each = 1
    for line in lines:
        line.say("whynot", seq=line.seq, target="cell:b1")
        assert begun.acquire(timeout=DEADLINE)
    assert mira.http.get("/guide").status_code == 200
    allowed.set()
    assert [line.until("lesson", "error")["did"] for line in lines] == ["lesson", "lesson"]


def test_a_move_that_is_repeated_is_made_once(mira: Visitor) -> None:
    line, told = learning(mira, "cloud-city", "whole-turn")
    for _ in range(2):
        line.say("play", seq=1, nonce="same", actions=[told["show"]])
        line.until("played")
        assert line.until("lesson")["mood"] == "good"
    assert len(line.log) == 1
    line.say("play", seq=1, nonce="late", actions=[told["show"]])
    assert line.until("stale")


def test_drafts_and_pictures_of_pieces_work_as_at_any_table_and_hints_do_not(mira: Visitor) -> None:
    line, told = learning(mira, "cloud-city")
    line.say("draft", seq=line.seq, plan=[told["show"]])
    assert line.until("draft")["plan"] == [told["show"]]
    line.say("hint", seq=line.seq)
    assert line.until("error")["code"] == "no-hint"


def test_a_try_is_not_thought_over(mira: Visitor) -> None:
    line, told = learning(mira, "cloud-city")
    line.say("review", seq=line.seq, plan=[told["show"]])
    assert line.until("error")["code"] == "no-hint"


def test_steps_that_are_not_there_and_steps_too_often(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, _ = learning(mira, "skybridge", "moon")
    line.say("learn", step="moon")
    assert line.until("error")["code"] == "no-lesson"
    # Enough for two beginnings and a ping, and nothing comes back.
    bucket = house.tables.limits.common["address"].bucket("127.0.0.1")
    monkeypatch.setattr(bucket, "rate", 0.0)
    monkeypatch.setattr(bucket, "level", 2 * COSTS["learn"] + COSTS["ping"])
    for _ in range(2):
        line.say("learn", step="roof")
        assert line.until("lesson")["step"] == "roof"
    line.say("learn", step="contact")
    assert line.until("error")["code"] == "slow-down"
    line.say("ping")
    assert line.until("pong")["seq"] == line.seq


def closed_with(line: Line) -> tuple[str, int]:
    """What is said before a connection is closed, and its code."""
    said = line.hear()
    with pytest.raises(ConnectionClosed) as caught:
        line.hear()
    assert caught.value.rcvd is not None
    return said["code"], caught.value.rcvd.code


def test_who_may_not_come_is_told_why(house: House, mira: Visitor) -> None:
    assert closed_with(come(mira, "skybridge", origin="https://elsewhere.example")) == ("no-entry", 4403)
    assert closed_with(come(mira, "no-such-game")) == ("no-lesson", 4404)


def test_no_more_lessons_are_open_than_the_house_bears(
    house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LESSONS", 2)
    first, _ = learning(mira, "skybridge")
    learning(mira, "skybridge")
    assert closed_with(come(mira, "skybridge")) == ("slow-down", 1013)
    first.socket.close()
    until(lambda: len(house.app.state.classroom.open) == 1)
    learning(mira, "skybridge")


def test_no_address_fills_the_classroom_alone(house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    place = ["192.0.2.1"]
    monkeypatch.setattr(live, "LESSONS", 3)
    monkeypatch.setattr(lesson, "address_of", lambda socket: place[0])
    crowd = [learning(mira, "skybridge")[0] for _ in range(3)]
    place[0] = "192.0.2.2"
    newcomer, _ = learning(mira, "skybridge")
    with pytest.raises(ConnectionClosed):
        crowd[0].until("lesson")
    for stays in (*crowd[1:], newcomer):
        stays.say("ping")
        stays.until("pong")
    place[0] = "192.0.2.1"
    assert closed_with(come(mira, "skybridge")) == ("slow-down", 1013), "who has the most makes no room for itself"


def test_nobody_opens_lessons_without_end(house: House, mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.SOCKETS, "address", 3)
    lines = [learning(mira, "skybridge")[0] for _ in range(3)]
    assert closed_with(come(mira, "skybridge")) == ("slow-down", 1013)
    lines[0].socket.close()
    until(lambda: len(house.app.state.classroom.open) == 2)
    bucket = house.tables.limits.common["address"].bucket("127.0.0.1")
    bucket.level = bucket.rate = 0.0
    assert closed_with(come(mira, "skybridge")) == ("slow-down", 1013), "every coming is paid for"


# ---------------------------------------------------------------------------------------------- pages


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_lists_and_lessons_are_pages_in_every_language(mira: Visitor, game: str, lang: str) -> None:
    page = mira.http.get(f"/learn/{game}", params={"lang": lang}).text
    for step in cloudtop.game(game).lessons().steps:
        assert step.title.by(lang).replace("'", "&#39;") in page
        assert f'href="/learn/{game}/{step.id}"' in page
        answer = mira.http.get(f"/learn/{game}/{step.id}", params={"lang": lang})
        assert answer.status_code == 200
        assert f'"live":"/learn/{game}/live?step={step.id}"' in answer.text
    for other in GAMES:
        assert f'href="/learn/{other}' in page


def test_the_way_from_the_library_leads_to_the_lessons(mira: Visitor) -> None:
    library = mira.http.get("/").text
    for game in GAMES:
        assert f'href="/learn/{game}"' in library
    assert mira.http.get("/learn").status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_step_has_a_picture_by_day_and_at_dusk(mira: Visitor, game: str) -> None:
    step = cloudtop.game(game).lessons().steps[0].id
    day, dusk = (mira.http.get(f"/learn/{game}/{step}.svg", params={"theme": theme}) for theme in ("day", "dusk"))
    assert day.headers["content-type"] == dusk.headers["content-type"] == "image/svg+xml"
    assert day.text.startswith("<svg")
    assert day.text != dusk.text


@pytest.mark.parametrize("address", ["/learn/moon", "/learn/skybridge/moon", "/learn/skybridge/moon.svg"])
def test_what_is_not_taught_is_not_found(mira: Visitor, address: str) -> None:
    assert mira.http.get(address).status_code == 404


def test_a_game_without_lessons_is_learned_from_its_guide(mira: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    from cloudtop.core.game import Game
    from cloudtop.core.lesson import Lessons

    monkeypatch.setattr(Game, "lessons", lambda self: Lessons())
    assert 'href="/guide/skybridge"' in mira.http.get("/").text
    assert mira.http.get("/learn/skybridge").status_code == 404
    assert mira.http.get("/learn/skybridge/tips").json() == {"tips": []}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_coach_is_told_apart_from_the_board(mira: Visitor, lang: str) -> None:
    tips = cloudtop.game("skybridge").lessons().tips
    told = mira.http.get("/learn/skybridge/tips", params={"lang": lang}).json()["tips"]
    assert told == [{"step": tip.step, "moves": tip.moves, "text": tip.text.by(lang)} for tip in tips]


def test_a_strangers_game_is_taught_at_the_same_table(house: House) -> None:
    lesson = live.LiveLesson(NIM, NIM.lessons().steps[0], house.store, house.tables.thinkers)
    told = lesson.told("fr")
    assert (told.task, told.asked) == ("Prenez un caillou.", (("move:take",),))
    assert json.dumps(NIM.text(told.show or 0)) == '"take"'
