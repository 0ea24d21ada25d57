"""Reports: numbers that a slow count confirms, and a page that needs nothing else, for every game."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.box import read_box
from cloudtop.core.errors import CloudtopError
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import Thing
from cloudtop.core.words import LANGUAGES
from cloudtop.lab.balance import balance_of, by_habit
from cloudtop.lab.estimates import Estimate, mean, share, slope
from cloudtop.lab.experiment import play
from cloudtop.lab.report import Boxed, report, watched
from cloudtop.lab.simulate import games_of
from cloudtop.lab.teams import alone
from cloudtop.lab.watch import watch

SKYBRIDGE = cloudtop.game("skybridge")
SEATS = ["random", "greedy"]


class Names(HTMLParser):
    """What a page loads, and how its tags nest."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag asks for."""
        self.loaded += [str(value) for name, value in attrs if name in ("src", "href") and tag != "use"]
        if tag not in ("meta", "br", "img", "link", "path", "circle", "use", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Tags close in the order in which they were opened."""
        if tag not in ("path", "circle", "use", "rect"):
            assert self.open.pop() == tag


# ---------------------------------------------------------------------- watching


def test_a_watched_game_is_the_game_that_would_have_been_played() -> None:
    for job in games_of(SKYBRIDGE, 3, SEATS, 4):
        seen = watch(job)
        assert seen.row == play(job)
        assert len(seen.widths) == seen.row.moves
        assert sum(use.times for use in seen.uses) == seen.row.moves
        for seat, score in enumerate(seen.row.scores):
            assert sum(line.points for line in seen.lines if line.seat == seat) == score


@pytest.mark.parametrize("name", ROOMS)
def test_every_room_names_what_is_used_and_scored_in_every_language(name: str) -> None:
    game = cloudtop.game(name)
    things = {thing for move in game.moves for thing in game.used(move)}
    for job in games_of(game, 2, ["random", "random"], 1):
        things |= {line.thing for line in watch(job).lines}
    assert things
    for language in LANGUAGES:
        words = game.words(language)
        assert all(f"things.{thing.kind}" in words for thing in things)
        said = {thing: game.say_thing(thing, words) for thing in things}
        assert all(said.values())
        kinds = {thing.kind for thing in things}
        assert all(
            len({said[thing] for thing in things if thing.kind == kind}) == sum(thing.kind == kind for thing in things)
            for kind in kinds
        )


def test_a_strangers_score_lines_are_counted_by_their_keys() -> None:
    assert SKYBRIDGE.scored(ScoreLine("skybridge/score", "score.tower", {}, 3)) == Thing("score", "tower")


# ---------------------------------------------------------------------- numbers


def test_an_interval_covers_the_truth_and_a_difference_is_seen() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.low == pytest.approx(2.5 - 1.96 * (5 / 3 / 4) ** 0.5)
    assert Estimate(1.0, 0.9, 1.1).differs(Estimate(1.3, 1.2, 1.4))
    assert not Estimate(1.0, 0.9, 1.1).differs(Estimate(1.1, 1.0, 1.2))
    assert share(0, 10).low == 0.0


def test_a_slope_is_the_difference_between_those_with_and_those_without() -> None:
    games = [[(1.0, 5.0), (0.0, 3.0)], [(0.0, 2.0), (1.0, 6.0)], [(1.0, 7.0), (0.0, 1.0)]]
    found = slope(games)
    assert found is not None
    assert found.value == pytest.approx(18 / 3 - 6 / 3)
    assert found.low < found.value < found.high
    assert slope([[(1.0, 2.0), (1.0, 4.0)]]) is None


def test_a_balance_is_what_a_slow_count_gives() -> None:
    games = watched(SKYBRIDGE, 12, SEATS, 2, None, alone)
    found = balance_of("printed", games)
    assert found.length.value == pytest.approx(sum(one.row.moves for one in games) / 12)
    assert found.wins[1].value == pytest.approx(
        sum(1 / len(one.row.winners) for one in games if 1 in one.row.winners) / 12
    )
    roof = found.used[Thing("piece", "roof")]
    assert roof.times.value == pytest.approx(
        sum(use.times for one in games for use in one.uses if use.thing.name == "roof") / 24
    )
    assert found.widths[0].value == 36


def test_a_strong_bot_does_not_lend_its_strength_to_what_it_likes() -> None:
    # Seat 0 always wins and always uses it, seat 1 never does either: that says nothing about the thing.
    habit = by_habit([[2.0, 0.0], [2.0, 0.0]])
    assert habit == [[0.0, 0.0], [0.0, 0.0]]
    assert slope([[(used, 1.0) for used in of_game] for of_game in habit]) is None


# ---------------------------------------------------------------------- the page


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_every_game_stands_alone(name: str, language: str) -> None:
    game = cloudtop.game(name)
    page = report([Boxed(game)], 3, ["random", "random"], 1, None, alone, ["cloudtop", "report", name], language)
    names = Names()
    names.feed(page)
    assert names.open == []
    assert names.loaded == []
    assert "<script" not in page
    assert "url(http" not in page
    assert game.title(language) in page
    assert f"cloudtop report {name}" in page
    assert not re.search(r"#0[0-9a-c]0[0-9a-c]0[0-9a-c]\b", page)


def test_a_lone_player_has_a_page_too() -> None:
    page = report([Boxed(cloudtop.game("strange-world"))], 2, ["random"], 1, None, alone, ["cloudtop"])
    assert "Wins by seat" not in page
    assert "Lands laid" in page


def test_two_boxes_stand_side_by_side() -> None:
    box = read_box(SKYBRIDGE.box_text())
    box["pieces"]["block3"]["each"] = 3
    boxes = [Boxed(SKYBRIDGE), Boxed(SKYBRIDGE.with_box(box), "The <small> box")]
    heard: list[tuple[int, int]] = []
    page = report(boxes, 4, SEATS, 1, None, alone, ["cloudtop"], progress=lambda *far: heard.append(far))
    assert "pieces.block3.each: 4 -&gt; 3" in page
    assert "the printed box" in page
    assert "The &lt;small&gt; box" in page
    assert 'class="v2' in page
    assert heard[-1] == (8, 8)


def test_of_one_game_no_interval_is_told() -> None:
    with pytest.raises(CloudtopError, match="needs 2 games"):
        report([Boxed(SKYBRIDGE)], 1, SEATS, 1, None, alone, [])


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from cloudtop.cli import app

    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["box", "export", "skybridge", "own.toml"]).exit_code == 0
    command = "report skybridge --seats random,random --games 2 --workers 1 --pieces own.toml --lang fr"
    answer = runner.invoke(app, command.split())
    assert answer.exit_code == 0, answer.output
    page = (tmp_path / "skybridge.html").read_text(encoding="utf-8")
    assert "cloudtop report skybridge --seats random,random --games 2 --seed 1 --pieces own.toml" in page
    assert 'lang="fr"' in page
