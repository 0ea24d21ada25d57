"""A match against the outsider: mirrored, on equal terms, kept, and told as it was."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import cloudtop
import outsider
from cloudtop.bots import Perspective, RandomBot
from cloudtop.lab.experiment import Job
from cloudtop.lab.results import Row
from openspiel import match as match_module
from openspiel.clock import ALLOWANCE, LEAST, Clock, TimeIsUp
from openspiel.match import CHAMPION, Champion, Contestant, Effort, Played, Terms, match, play, read_kept
from openspiel.report import HEADS, Report, Side, in_words, report_of, row_of, with_row
from openspiel.settings import OUTSIDER, USUAL, Settings, settings_of

TERMS = Terms("skybridge", 0.01, USUAL)


class Thinker(RandomBot):
    """Plays at random and says that it made ten iterations."""

    iterations = 10


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who took a seat: quick bots in the place of both sides."""
    seated: list[str] = []

    def contestant(name: str, terms: Terms) -> Contestant:
        seated.append(name)
        return Thinker()

    monkeypatch.setattr(match_module, "contestant", contestant)
    return seated


def played(order: tuple[str, str], scores: tuple[int, int], efforts: tuple[Effort, Effort]) -> Played:
    """A game that seat 0 or 1 won by points."""
    winners = (0,) if scores[0] > scores[1] else (1,)
    row = Row("1", "arena", "skybridge", 1, "", "printed", 1, 0, order, ("-", "-"), 40, scores, winners, "end", "")
    return Played(row, efforts)


def test_every_deal_is_played_in_both_seat_orders(quick: list[str]) -> None:
    games = match(TERMS, 4, 1, 1, None, lambda done: None)
    assert [one.result.bots for one in games] == [(CHAMPION, OUTSIDER), (OUTSIDER, CHAMPION)] * 2
    assert quick == [CHAMPION, OUTSIDER, OUTSIDER, CHAMPION] * 2


def test_only_real_decisions_count() -> None:
    rules = cloudtop.game("strange-world").rules_version
    bout = Job("arena", "strange-world", rules, "", "", 1, 0, ("a", "b"))
    one = play(bout, [Thinker(), Thinker()])
    assert sum(effort.decisions for effort in one.efforts) < one.result.moves
    assert all(effort.iterations == 10 * effort.decisions for effort in one.efforts)
    assert all(effort.seconds > 0.0 for effort in one.efforts)


def test_a_match_goes_on_from_what_was_kept(quick: list[str], tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    first = match(TERMS, 2, 1, 1, kept, lambda done: None)
    kept.write_text(kept.read_text() + '{"game": "skybr')
    quick.clear()
    heard: list[int] = []
    again = match(TERMS, 4, 1, 1, kept, lambda done: heard.append(len(done)))
    assert again[:2] == first
    assert len(quick) == 4
    assert heard == [2, 3, 4]


def test_games_on_other_terms_are_not_taken_over(quick: list[str], tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    match(TERMS, 2, 1, 1, kept, lambda done: None)
    assert len(read_kept(kept, TERMS)) == 2
    assert read_kept(kept, TERMS._replace(seconds=0.02)) == {}
    assert read_kept(kept, TERMS._replace(settings=Settings(9.0, margin=True))) == {}
    assert read_kept(kept, TERMS._replace(game="cloud-city")) == {}
    assert read_kept(tmp_path / "none.jsonl", TERMS) == {}


def test_the_champion_is_our_strongest_bot_bounded_by_the_clock_alone() -> None:
    champion = Champion(0.02)
    state = cloudtop.game("skybridge").deal(players=2, seed=1)
    action = champion.choose(Perspective(state, state.mover()), Random(1))
    assert action in state.legal(state.mover())
    assert champion.iterations > 0
    assert champion.name == CHAMPION
    assert champion.level.iterations > 10**8
    assert champion.seconds == 0.02


def test_the_outsiders_clock_is_no_shorter_than_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.perf_counter", lambda: now)
    clock = Clock(2.0)
    for _ in range(LEAST):
        clock.tick()
    now = 102.0
    clock.tick()
    assert ALLOWANCE > 1.0
    now = 100.0 + 2.0 * ALLOWANCE + 0.001
    with pytest.raises(TimeIsUp):
        clock.tick()
    assert clock.simulations == LEAST + 1


def test_a_clock_that_ran_out_at_once_still_grants_the_least_number_of_simulations() -> None:
    clock = Clock(0.0)
    for _ in range(LEAST):
        clock.tick()
    with pytest.raises(TimeIsUp):
        clock.tick()
    assert clock.simulations == LEAST


def test_a_report_counts_each_side_over_both_seats() -> None:
    games = [
        played((CHAMPION, OUTSIDER), (50, 40), (Effort(10, 2.0, 1000), Effort(10, 3.0, 300))),
        played((OUTSIDER, CHAMPION), (44, 40), (Effort(30, 9.0, 500), Effort(10, 4.0, 3000))),
    ]
    report = report_of(games)
    assert (report.games, report.win_rate, report.margin) == (2, 0.5, 3.0)
    assert report.ours == Side(0.3, 200.0)
    assert report.theirs == Side(0.3, 20.0)
    assert "hurricane won 50.0% of 2 games" in in_words(report)


def test_a_row_takes_the_place_of_the_games_old_one_and_keeps_the_page() -> None:
    report = Report(100, 0.8, (0.71, 0.87), 6.25, Side(0.251, 4000.0), Side(0.255, 1200.0))
    sky = row_of(TERMS, False, report, "2026-01-01")
    city = row_of(TERMS._replace(game="cloud-city"), True, report, "2026-01-01")
    page = with_row(with_row("# A page\n", sky), city)
    assert page.splitlines()[0] == "# A page"
    assert page.splitlines()[-2:] == [city, sky]
    assert "IS-MCTS" in city
    assert sky.count("|") == city.count("|") == len(HEADS) + 1
    newer = row_of(TERMS, False, report._replace(win_rate=0.9), "2026-02-02")
    text = with_row(page + "\nThe end.\n", newer)
    assert sky not in text
    assert text.splitlines()[-4:] == [city, newer, "", "The end."]


def test_a_game_that_was_never_tried_has_the_usual_settings() -> None:
    assert settings_of("coin-nim") == USUAL


def test_without_openspiel_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outsider, "find_spec", lambda name: None)
    answer = CliRunner().invoke(outsider.app, ["skybridge"])
    assert answer.exit_code != 0
    assert str(answer.exception or answer.output).count("\n") == 0
    assert "pip install" in str(answer.exception)
