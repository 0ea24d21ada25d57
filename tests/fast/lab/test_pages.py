"""The pages for researchers say what is so."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.lab.rooms import GAMES
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.lab import baselines
from cloudtop.lab.experiment import run
from cloudtop.lab.layouts import as_markdown, kinds, parts
from cloudtop.lab.simulator import Simulator
from cloudtop.lab.teams import team_of

DOCS = Path(__file__).parents[3] / "docs"


def test_the_page_of_observations_is_what_the_rooms_say() -> None:
    written = (DOCS / "observations.md").read_text(encoding="utf-8")
    assert written == as_markdown(map(cloudtop.game, ROOMS)), "python -m cloudtop.lab.layouts writes it"


def test_parts_and_kinds_cover_everything() -> None:
    for game in GAMES:
        found = parts(game, 2)
        assert [part.first for part in found] == [0, *[part.end for part in found][:-1]]
        assert found[-1].end == Simulator(game, 2).layout.size
        assert [kind.first for kind in kinds(game)] == [0, *[kind.last + 1 for kind in kinds(game)][:-1]]
        assert kinds(game)[-1].last == game.actions - 1


def test_the_page_names_the_bots_and_the_games_of_the_tables() -> None:
    page = (DOCS / "research.md").read_text(encoding="utf-8")
    assert page.count(baselines.BEGIN) == page.count(baselines.END) == 1
    tables = page.partition(baselines.BEGIN)[2].partition(baselines.END)[0]
    assert "cloudtop baselines --bot NAME --games" in tables
    for name in ROOMS:
        assert f"### {cloudtop.game(name).title()}" in tables
    assert set(re.findall(r"\| (random|greedy|calm|breeze|gale|storm|hurricane) (?=\|)", tables)) == set(
        baselines.SHARES
    )


def test_a_row_tells_how_the_bot_did_and_not_its_opponents() -> None:
    game = cloudtop.game("skybridge")
    contest = baselines.Contest(game, 2, "random", "greedy")
    results = run(contest.jobs(4, 1), team_of(1, None))
    row = baselines.row_of(contest, results)
    mine = [result.scores[result.bots.index("greedy")] for result in results]
    assert (row.games, row.score) == (4, sum(mine) / 4)
    assert 0 <= row.low <= row.win_rate <= row.high <= 1


def test_every_bot_plays_every_game_with_every_number_of_players() -> None:
    found = baselines.contests(cloudtop.games(), None, ["random", "greedy"])
    for name in cloudtop.games():
        for players in cloudtop.game(name).player_counts:
            here = [one for one in found if one.game.name == name and one.players == players]
            assert [one.bot for one in here] == [*baselines.SHARES] * (1 if players == 1 else 2)
            assert all({len(job.bots) for job in one.jobs(1, 1)} == {players} for one in here)


def test_tables_are_put_in_their_place() -> None:
    page = f"before\n{baselines.BEGIN}\nold\n{baselines.END}\nafter"
    assert baselines.with_tables(page, "new") == f"before\n{baselines.BEGIN}\nnew\n{baselines.END}\nafter"
