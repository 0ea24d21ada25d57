"""Bots from outside the house take part in everything: by name, from a package, or as objects."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest
from tests.support.lab.strangers import Cheat, Duck, Forgetful, Last
from typer.testing import CliRunner

import cloudtop
from cloudtop.bots import Bot, Perspective
from cloudtop.bots import own as own_module
from cloudtop.bots.own import entered, find_bot, identity_of, own_bot
from cloudtop.cli import app
from cloudtop.core.errors import BadBot, IllegalMove
from cloudtop.lab import baselines
from cloudtop.lab.arena import bouts
from cloudtop.lab.experiment import play, run, team_for
from cloudtop.lab.ladder import climb
from cloudtop.lab.simulate import games_of, simulate, statistics
from cloudtop.lab.teams import alone
from cloudtop.lab.vector import GamesEnv
from cloudtop.lab.watch import watch

SKYBRIDGE = cloudtop.game("skybridge")
LAST = "tests.support.lab.strangers:Last"


def test_a_bot_is_named_by_its_module_and_plays_as_the_object_does() -> None:
    named = simulate(SKYBRIDGE, 3, [LAST, "random"], seed=1, workers=1)
    assert named == simulate(SKYBRIDGE, 3, [Last(), "random"], seed=1, workers=1)
    assert named[0].bots == ("last", "random")
    assert len(named[0].thought[0]) == own_module.DIGITS
    assert named[0].thought[1] == "-"
    assert statistics(named)["seats"][0]["bot"] == "last"


def test_the_houses_own_rows_have_the_keys_they_had() -> None:
    job = bouts(SKYBRIDGE, ("calm", "random"), 2, 3)[0]
    assert job.own == ()
    assert play(job).key[-2:] == (("calm", "random"), ("40/1.0", "-"))


def test_a_changed_bot_does_not_reuse_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    source = tmp_path / "changing.py"
    lines = [
        "class Pick:",
        " name = 'pick'",
        " def choose(self, perspective, rng):",
        "  return perspective.legal()[%s]",
    ]
    text = "\n".join(lines)
    found = []
    for number in (0, -1, 0):
        source.write_text(text % number)
        sys.modules.pop("changing", None)
        importlib.invalidate_caches()
        # The same size in the same second: only the source itself tells the difference.
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        jobs = games_of(SKYBRIDGE, 2, ["changing:Pick", "random"], 1)
        found.append(run(jobs, alone, tmp_path / "rows.csv"))
    assert found[0] == found[2]
    assert found[0][0].key != found[1][0].key
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 1 + 2 * 2


def test_the_identity_follows_the_source_and_the_state_unless_the_bot_says_it() -> None:
    assert identity_of(Last()) == identity_of(Last(0)) != identity_of(Last(3))
    assert identity_of(Cheat(1)) == identity_of(Cheat(2)) == "v1"
    typed: dict[str, type[Bot]] = {}
    exec("class Typed:\n    def choose(self, perspective, rng):\n        return 0", {"__name__": "nowhere"}, typed)
    with pytest.raises(BadBot, match="Typed has no attribute `identity`, and its source cannot be read"):
        identity_of(typed["Typed"]())
    holding = Last()
    holding.before = lambda: 0  # type: ignore[assignment]
    with pytest.raises(BadBot, match="its state cannot be pickled"):
        identity_of(holding)


def test_an_installed_package_brings_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("flat", LAST, own_module.GROUP)
    monkeypatch.setattr(own_module, "entry_points", lambda group: [point] if group == own_module.GROUP else [])
    assert find_bot("flat").name == "last"
    assert entered(["flat", "calm"]).names == ("last", "calm")
    assert own_bot("nobody") is None
    with pytest.raises(BadBot, match=r"expected one of random, greedy, .*, flat, or module:Class"):
        find_bot("nobody")


def test_a_bot_need_not_be_a_subclass_and_may_be_an_object_of_a_module() -> None:
    (row,) = simulate(SKYBRIDGE, 1, [Duck(), "tests.support.lab.strangers:OBJECT"], seed=1, workers=1)  # type: ignore[list-item]
    assert row.bots == ("Duck", "last")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("no_such_module:Flat", "cannot be imported: No module named 'no_such_module'; expected module:Class"),
        ("tests.support.lab.strangers:Nobody", "has no attribute 'Nobody'"),
        ("tests.support.lab.strangers:NEEDY", "cannot be made: .*depth.*name an object of the module instead"),
        ("random:Random", "is no bot: it has no method choose"),
    ],
)
def test_what_is_wrong_with_a_name_is_told(spec: str, message: str) -> None:
    with pytest.raises(BadBot, match=message):
        find_bot(spec)


def test_names_in_rows_are_not_mistaken() -> None:
    with pytest.raises(BadBot, match="'greedy' is taken by a bot of the house"):
        entered([renamed("greedy"), "greedy"])
    with pytest.raises(BadBot, match="two different bots are called 'last'"):
        entered([Last(1), Last(2)])
    with pytest.raises(BadBot, match="one word"):
        entered([renamed("my bot")])


def renamed(name: str) -> Last:
    """The stranger's bot with another name."""
    bot = Last()
    bot.name = name
    return bot


@pytest.mark.parametrize(("action", "message"), [(0, "skybridge/"), (9999, "9999: that is no move")])
def test_an_illegal_choice_says_which_game_it_was(action: int, message: str) -> None:
    (job,) = games_of(SKYBRIDGE, 1, ["random", Cheat(action)], 7)
    for work in (play, watch):
        with pytest.raises(BadBot, match=rf"cheat at seat 1 .*{message}.*in game 0 of skybridge with seed 7"):
            work(job)


def test_a_bot_is_told_of_a_new_game() -> None:
    bot = Forgetful()
    run(games_of(SKYBRIDGE, 3, [bot, "random"], 1), alone)
    assert bot.games == 3


def test_a_bot_that_was_typed_in_plays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudtop.lab.experiment.typed_in", lambda bot: True)
    jobs = games_of(SKYBRIDGE, 1, [Last(), "random"], 1)
    assert team_for(jobs, None) is alone
    with pytest.raises(BadBot, match="last was typed in, and other processes cannot find it"):
        team_for(jobs, 2)


def test_a_bot_climbs_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudtop.lab.ladder.LEVELS", ())
    rungs = climb(SKYBRIDGE, 2, 1, workers=1, bot=Last())
    assert [(rung.upper, rung.lower, rung.games) for rung in rungs] == [("last", "greedy", 2), ("last", "random", 2)]


def test_a_bot_is_measured_like_the_baselines() -> None:
    contests = baselines.contests(["skybridge"], 2, ["random"], [LAST])
    (row,) = baselines.measure(contests, 4, seed=1, workers=1)
    assert (row.bot, row.opponents, row.games) == ("last", "random", 4)
    assert "| 2 | random | last | 4 |" in baselines.as_markdown([row], "a command")


def test_simulate_ladder_and_baselines_take_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cloudtop.lab.ladder.LEVELS", ())
    monkeypatch.setattr("cloudtop.lab.ladder.as_markdown", lambda game, rungs, command, date: command)
    runner = CliRunner()
    for command in (
        ["simulate", "skybridge", "--bots", f"{LAST},random", "--games", "2", "--workers", "1"],
        ["simulate", "skybridge", "--seats", f"{LAST},random", "--games", "2", "--workers", "1"],
        ["ladder", "skybridge", "--bot", LAST, "--games", "2", "--workers", "1", "--out", str(tmp_path / "page.md")],
        ["baselines", "--bot", LAST, "--game", "skybridge", "--players", "2", "--games", "2", "--workers", "1"],
    ):
        result = runner.invoke(app, command)
        assert result.exit_code == 0, result.output
        assert "last" in result.output or LAST in result.output


class Named(Last):
    """Notes in which games it has decided."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = 0

    def choose(self, perspective: Perspective, rng: Random) -> int:
        """The last move."""
        self.decisions += 1
        return super().choose(perspective, rng)


def test_a_game_goes_on_with_its_own_opponent_to_its_end() -> None:
    before, after = Named(), Named()
    many = GamesEnv(SKYBRIDGE, 1, seat=0, opponents=before, workers=1)
    many.reset(seed=3)
    many.step(many.sample())
    many.invite(after)
    ended = False
    while not ended:
        decisions = before.decisions
        _, _, over, _, _ = many.step(many.sample())
        ended = bool(over[0])
        if not ended:
            assert before.decisions > decisions or not after.decisions
            assert after.decisions == 0
    decisions = before.decisions
    for _ in range(5):
        many.step(many.sample())
    assert before.decisions == decisions
    assert after.decisions


def test_a_stranger_that_cheats_is_named_by_an_environment() -> None:
    many = GamesEnv(SKYBRIDGE, 1, seat=0, opponents=Cheat(9999), workers=1)
    many.reset(seed=1)
    with pytest.raises((BadBot, IllegalMove), match="cheat at seat 1 of skybridge chose 9999: that is no move"):
        many.step(many.sample())
