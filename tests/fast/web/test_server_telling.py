"""What the server tells besides the position: the result explained, hints with reasons, the picture to share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice
from random import Random
from xml.etree import ElementTree

import pytest
from tests.support.rooms import ROOMS
from tests.support.web.visitors import BOT, HERE, ME, Visitor

import cloudtop
from cloudtop.bots.hints import Hint, hints
from cloudtop.bots.perspective import Perspective
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import Tie
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web.levels import levels
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.draft import with_points
from cloudtop.web.render.ending import decided, history, played_again, result
from cloudtop.web.render.hinting import avoided, followed, hinted
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.phrases import in_a_row
from cloudtop.web.render.screen import seen
from cloudtop.web.routes.share import SIZE, shared

LANGUAGES = ("en", "fr", "ja")


def table_of(game: str, players: int = 2) -> Table:
    """A new table at which everybody is called something."""
    places = [Place("here", name=f"Player {seat}") for seat in range(players)]
    return Table("t", Opened(game, cloudtop.game(game).rules_version, {}, places, 7))


def ended(game: str, players: int = 2) -> Moment:
    """A table at the end of a game of random moves."""
    table, dice = table_of(game, players), Random(players)
    while not table.over:
        seat = dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))
    return Moment(table, table.state)


# ---------------------------------------------------------------------------------------------- the picture to share


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ROOMS)
def test_picture_to_share_names_game_players_scores_winner_and_day(game: str, language: str) -> None:
    moment = ended(game)
    outcome = result(moment, language)
    assert outcome is not None
    drawn = ElementTree.fromstring(shared(moment, outcome, language, "day", date(2026, 2, 3)))
    assert (drawn.get("width"), drawn.get("height")) == tuple(map(str, SIZE)) == ("1200", "630")
    lines = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    day = {"en": "3 February 2026", "fr": "3 février 2026", "ja": "2026年2月3日"}[language]
    assert any(line is not None and line.startswith(day) for line in lines)
    assert outcome.headline in lines
    assert {"Player 0", "Player 1"} <= set(lines)
    scores = set(map(str, outcome.scores))
    assert not scores & set(lines) if game == "cloudy-kingdom" else scores <= set(lines)


def test_names_in_the_picture_are_never_markup() -> None:
    moment = ended("skybridge")
    moment.table.seats[0].name = "<b>&'\""
    outcome = result(moment, "en")
    assert outcome is not None
    drawn = shared(moment, outcome, "en", "dusk", date(2026, 2, 3))
    assert "<b>" not in drawn
    ElementTree.fromstring(drawn)


def test_picture_is_there_when_the_game_is_over_and_not_before(mira: Visitor, noor: Visitor) -> None:
    table = mira.open("skybridge", ME, HERE)["table"]
    assert mira.http.get(f"/t/{table}/share.svg").json()["error"] == "not-dealt"
    assert noor.http.get(f"/t/{table}/share.svg").status_code == 403
    lines = [mira.connect(table, {"near": seat}) for seat in (0, 1)]
    assert mira.http.get(f"/t/{table}/share.svg").json()["error"] == "not-over"
    while lines[0].outcome is None and lines[1].outcome is None:
        for line in lines:
            line.ask("hello", "state", near=lines.index(line))
            if line.actions:
                line.play()
    answer = mira.http.get(f"/t/{table}/share.svg?lang=ja")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "年" in answer.text


# ---------------------------------------------------------------------------------------------- what decided it


def test_largest_difference_between_first_and_second_is_named() -> None:
    moment = ended("cloud-city")
    outcome = moment.state.outcome()
    assert outcome is not None
    (winner,), second = outcome.winners, outcome.ranking[1][0]
    (found,) = decided(moment, outcome, None, "en")
    sheets = [{line.text: line.points for line in sheet.lines} for sheet in moment.sheets("en")]
    leads = {text: points - sheets[second].get(text, 0) for text, points in sheets[winner].items()}
    best = max(leads, key=leads.__getitem__)
    assert found.seat == winner
    assert best in found.text
    assert str(sheets[winner][best]) in found.text
    tie = Tie("tie", "River walkways", (8, 5))
    assert "Player 0: 8, Player 1: 5" in decided(moment, outcome, tie, "en")[0].text


def test_winner_is_told_that_they_won() -> None:
    table = Table("t", Opened("skybridge", 1, {}, [Place("me"), Place("bot", level="calm")], 3))
    dice = Random(2)
    while not table.over:
        seat = dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))
    moment = Moment(table, table.state)
    outcome = moment.state.outcome()
    assert outcome is not None
    (winner,) = outcome.winners
    told, watched = result(moment, "en", winner), result(moment, "en")
    assert told is not None
    assert watched is not None
    assert told.headline.startswith("You win")
    assert not watched.headline.startswith("You")


def test_what_decided_it_calls_whoever_reads_it_you() -> None:
    moment = ended("cloud-city")
    for seat in moment.table.seats:
        seat.kind, seat.name = "me", ""
    outcome = moment.state.outcome()
    assert outcome is not None
    (winner,), second = outcome.winners, outcome.ranking[1][0]
    mine, theirs, watched = (result(moment, "en", you) for you in (winner, second, None))
    assert mine is not None
    assert theirs is not None
    assert watched is not None
    assert ". You: " in mine.decided[0].text
    assert ", You: " in theirs.decided[0].text
    assert "You" not in watched.decided[0].text


def test_every_step_of_a_turn_tells_the_points_that_it_adds_and_no_other() -> None:
    table = Table("t", Opened("cloud-city", 1, {}, [Place("me"), Place("me")], 3))
    (seat,) = table.state.turn()
    game = table.game
    for lay in table.state.legal(seat):
        state = table.imagined(seat)
        state.apply(seat, lay)
        way = next((action for action in state.legal(seat) if game.step(game.moves[action]) != "draw"), None)
        if way is not None:
            break
    else:
        raise AssertionError("no tile opens a walkway")
    state.apply(seat, way)
    draw = state.legal(seat)[-1]
    moment = Moment(table, table.state)
    then = Moment(table, state, (lay, way))
    steps = with_points(moment, seat, then.steps(seat, "en", draw), (lay, way, draw))
    assert [step.points for step in steps] == [0, state.scores()[seat], 0]
    assert state.scores()[seat] > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ROOMS)
def test_points_are_told_where_there_are_points_and_only_there(game: str, language: str) -> None:
    for players in (2, 3):
        moment = ended(game, players)
        told = result(moment, language)
        assert told is not None
        if len(told.winners) == 1:
            figures = re.findall(r"\d+", re.sub(r"Player \d", "", told.headline))
            best, *others = sorted(told.scores, reverse=True)
            assert figures == ([] if game == "cloudy-kingdom" else [str(best), str(others[0])])


def test_a_win_without_a_road_is_told_without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = ended("cloudy-kingdom", 3)
    monkeypatch.setattr(moment.game, "trace", lambda view: ("", ()))
    told = result(moment, "en")
    assert told is not None
    (winner,) = told.winners
    assert re.sub(r"Player \d", "", told.headline) == " wins"
    assert told.headline.startswith(f"Player {winner}")


# ---------------------------------------------------------------------------------------------- hints


def positions(game: str) -> Iterator[Table]:
    """A table now and then in a game of random moves."""
    table, dice = table_of(game), Random(11)
    while not table.over:
        if len(table.log) % 9 == 4:
            yield table
        seat = dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))


@pytest.mark.parametrize("game", ROOMS)
def test_every_hint_has_reasons_and_leads_to_a_position_of_its_own(game: str) -> None:
    for table in islice(positions(game), 2):
        seat = table.state.turn()[0]
        found = hints(Perspective(table.imagined(seat), seat), Random(1))
        reached = []
        for hint in found:
            after = table.imagined(seat)
            after.apply(seat, hint.action)
            assert after.dump() not in reached
            reached.append(after.dump())
        moment = Moment(table, table.state)
        screen = seen(moment, Chronicle(table), Sight(seat, "en", 0), frozenset())
        told = hinted(moment, screen, seat, found)
        assert [line.action for line in told.lines] == [hint.action for hint in found]
        assert all(1 <= len(line.reasons) <= 2 and all(line.reasons) for line in told.lines)
        # What is only turned face down or cast has no place where it could be shown before.
        assert any(line.scene.changed for line in told.lines)


def test_reasons_in_words_of_the_game_come_before_what_may_follow() -> None:
    begins, spoken = ("expected next", "in tries"), 0
    for table in islice(positions("cloudy-kingdom"), 3):
        seat = table.state.turn()[0]
        moment = Moment(table, table.state)
        screen = seen(moment, Chronicle(table), Sight(seat, "en", 0), frozenset())
        told = hinted(moment, screen, seat, hints(Perspective(table.imagined(seat), seat), Random(1)))
        for line in told.lines:
            own = [not reason.startswith(begins) for reason in line.reasons]
            assert own == sorted(own, reverse=True), line.reasons
            spoken += any(own)
    assert spoken >= 3, "most hints have a reason that speaks of roads and cards"


def test_a_move_is_told_to_avoid_what_many_others_bring() -> None:
    spared = 0
    for table in islice(positions("cloudy-kingdom"), 3):
        seat = table.state.turn()[0]
        moment = Moment(table, table.state)
        tried = [followed(moment, seat, Hint(action, 0.5, None), "en") for action in table.state.legal(seat)[:40]]
        brings = [{told.text for told in one.deed.brings if told.good is False} for one in tried]
        for one, bad in zip(tried, brings, strict=True):
            text = avoided(moment, seat, one, "en")
            assert not text or (text not in bad and any(text in others for others in brings))
            spared += bool(text)
    assert spared, "some moves avoid something"


def test_hint_follows_the_moves_of_a_draft(mira: Visitor) -> None:
    line = mira.connect(mira.open("cloud-city", ME, BOT)["table"], {})
    line.my_turn()
    first = line.actions[0]
    then = line.ask("draft", "draft", seq=line.seq, plan=[first])["decision"]["actions"]
    numbers, total = set(), 0
    for row in then:
        total += row[0]
        numbers.add(total)
    told = line.ask("hint", "hint", seq=line.seq, plan=[first])["lines"]
    assert told
    assert {found["action"] for found in told} <= numbers


# ---------------------------------------------------------------------------------------------- log and bots


def test_round_of_a_secret_choice_is_told_and_nothing_else() -> None:
    table = table_of("strange-world")
    seat = table.state.turn()[0]
    other = next(one for one in range(2) if one != seat)
    while not any(entry.secret for entry in table.log):
        seat = table.state.turn()[0]
        other = 1 - seat
        table.play(seat, table.state.legal(seat)[0])
    (entry,) = [line for line in Chronicle(table).read_by(other, "en") if line.text is None]
    assert (entry.round, entry.deed, entry.picture, entry.marks, entry.points) == (1, "", None, (), 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_is_introduced(language: str) -> None:
    told = levels(language)
    assert len({level.line for level in told}) == len({level.share for level in told}) == len(told) == 5


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", ["Mira"], "Mira"),
        ("en", ["Mira", "Noor"], "Mira and Noor"),
        ("fr", ["Mira", "Noor", "Ida"], "Mira, Noor et Ida"),
        ("ja", ["Mira", "Noor", "Ida"], "Mira、NoorとIda"),
    ],
)
def test_winners_are_named_in_a_row(language: str, names: list[str], said: str) -> None:
    assert in_a_row(names, language) == said


@pytest.mark.parametrize("game", ROOMS)
def test_what_was_told_of_a_game_is_not_played_again_at_its_end(game: str) -> None:
    table = Table.open(cloudtop.game(game), players=2, seed=4, bots={1: "random"})
    chronicle, dice, undone = Chronicle(table), Random(4), 0
    while table.state.turn():
        seat = table.state.turn()[0]
        table.play(seat, dice.choice(table.state.legal(seat)))
        chronicle.read_by(None, "en")
        if len(table.log) == 6 and not undone:
            undone = table.undo(0)
    chronicle.read_by(None, "en")
    moment, anew = chronicle.now(), Moment(table, table.state)
    assert undone
    assert [moment.memory.standings[entry.seq] for entry in table.log] == list(played_again(anew))
    assert history(moment) == history(anew)


def test_a_score_line_is_told_by_all_that_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("skybridge", 2)
    monkeypatch.setattr(type(table.game), "say_score", lambda game, line, words: f"{line.fields['fill']}")
    moment = Moment(table, table.state)
    for points in (3, 4):
        for fill in (1, True, 1.0, "1", [1]):
            told = moment.line(ScoreLine("skybridge/score", "any", {"fill": fill}, points), "en")
            assert (told.text, told.points) == (f"{fill}", points)
