"""Experiments: each game once, the same rows whoever plays them, and files that a stopped run goes on from."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from tests.support.nim import GAME as NIM

import cloudtop
from cloudtop.core.box import read_box
from cloudtop.core.errors import CloudtopError
from cloudtop.lab.arena import bouts
from cloudtop.lab.experiment import Job, play, run
from cloudtop.lab.results import COLUMNS, Row, Table
from cloudtop.lab.simulate import games_of
from cloudtop.lab.teams import MOST, PORTION, TRIES, Batch, Batches, alone, processes, team_of

GAME = cloudtop.game("skybridge")
JOBS = games_of(GAME, 12, ["random", "random"], seed=3)
J = TypeVar("J")
R = TypeVar("R")


@pytest.fixture
def ending() -> str:
    """The kind of file; `tests/full/lab/test_parquet.py` has another."""
    return "csv"


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The rows of the jobs, played one after the other."""
    return run(JOBS, alone)


class Stopped(Exception):
    """Somebody stopped a run."""


def stopping(after: int) -> Callable[[int, int], None]:
    """Stops a run after so many games."""

    def hear(done: int, total: int) -> None:
        if done >= after:
            raise Stopped

    return hear


# ---------------------------------------------------------------------- rows


def test_a_row_says_what_was_played_and_how_it_ended(rows: list[Row]) -> None:
    first = rows[0]
    assert first.key == JOBS[0].key
    assert (first.game, first.seed, first.number, first.bots) == ("skybridge", 3, 0, ("random", "random"))
    assert "bridge_over_bridge=not-directly" in first.options.split()
    assert len(first.scores) == 2
    assert first.end == "skybridge/end"


def test_the_same_deal_in_another_order_or_box_or_arena_is_another_game() -> None:
    jobs = [*bouts(GAME, ("calm", "random"), 2, 1), *games_of(GAME, 1, ["calm", "random"], 1)]
    jobs += games_of(GAME, 1, ["calm", "random"], 1, {"roof_on_foundation": True})
    jobs.append(jobs[-1]._replace(box='{"colours": []}'))
    assert len({job.key for job in jobs}) == len(jobs) == 5


def test_a_job_with_a_box_is_played_with_it() -> None:
    plain = read_box(GAME.box_text())
    plain["pieces"]["block3"]["each"] = 3
    boxed = GAME.with_box(plain)
    (job,) = games_of(boxed, 1, ["random", "random"], 1)
    row = play(job)
    assert row.box != "printed"
    assert row.moves < play(games_of(GAME, 1, ["random", "random"], 1)[0]).moves


# ---------------------------------------------------------------------- files


def test_a_file_holds_the_rows_and_reads_back(rows: list[Row], tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    assert run(JOBS, alone, path) == rows
    assert list(Table(path).read()) == rows
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_stopped_run_goes_on_and_ends_with_the_same_file(rows: list[Row], tmp_path: Path, ending: str) -> None:
    whole, stopped = tmp_path / f"whole.{ending}", tmp_path / f"stopped.{ending}"
    run(JOBS, alone, whole)
    with pytest.raises(Stopped):
        run(JOBS, alone, stopped, stopping(5))
    heard: list[int] = []
    assert run(JOBS, alone, stopped, lambda done, total: heard.append(done)) == rows
    assert heard == list(range(5, 13))
    assert stopped.read_bytes() == whole.read_bytes()


def test_half_a_line_is_dropped_and_its_game_played_again(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    run(JOBS, alone, path)
    content = path.read_bytes()
    for cut in (1, 3, 40, len(content) - 10):
        path.write_bytes(content[:-cut])
        table = Table(path)
        found = list(table.read())
        assert found == rows[: len(found)]
        assert run(JOBS, alone, path) == rows
        assert path.read_bytes() == content


def test_half_a_line_is_not_glued_to_the_next_row(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    run(JOBS, alone, path)
    path.write_bytes(path.read_bytes()[:-3])
    table = Table(path)
    table.add(rows[-1])
    table.close()
    assert list(table.read()) == rows


def test_rows_of_other_runs_stay_in_the_file(rows: list[Row], tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    others = run(games_of(GAME, 2, ["random", "random"], seed=4), alone, path)
    assert run(JOBS, alone, path) == rows
    assert list(Table(path).read()) == [*rows, *others]


def test_games_of_a_level_that_thought_otherwise_are_played_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    jobs = bouts(GAME, ("calm", "random"), 2, 3)
    whole = run(jobs, alone, path)
    old = [row._replace(thought=tuple("1/1.0" if one != "-" else "-" for one in row.thought)) for row in whole]
    Table(path).settle([row._replace(scores=(0, 0)) for row in old])
    assert run(jobs, alone, path) == whole


@pytest.mark.parametrize("name", ["notes.csv", "notes.txt"])
def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("dear,diary\n1,2\n")
    with pytest.raises(CloudtopError, match="notes"):
        run(JOBS, alone, path)
    assert path.read_text() == "dear,diary\n1,2\n"


def test_the_documentation_names_every_column_in_order() -> None:
    page = (Path(__file__).parents[3] / "docs" / "experiments.md").read_text(encoding="utf-8")
    named = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert [name for name in named if name in COLUMNS] == list(COLUMNS)


# ---------------------------------------------------------------------- teams


def test_portions_grow_to_a_quarter_of_a_second_and_shrink_towards_the_end() -> None:
    batches = Batches(range(3000), workers=2)
    sizes = []
    while batches:
        batch = batches.take()
        sizes.append(len(batch.jobs))
        batches.hear(batch, 0.001 * len(batch.jobs))
    assert sizes[:5] == [1, 2, 4, 8, 16]
    assert max(sizes) == PORTION / 0.001
    assert sizes[-1] == 1
    assert sum(sizes) == 3000
    batches.size = 4 * MOST
    batches.hear(Batch([1]), 0.0)
    assert batches.size == MOST


def test_a_portion_that_kills_every_worker_is_given_up_in_one_line() -> None:
    batches = Batches([1], workers=1)
    for _ in range(TRIES - 1):
        batches.lost(batches.take())
    with pytest.raises(CloudtopError, match="workers died"):
        batches.lost(batches.take())


def deadly(job: tuple[str, int]) -> int:
    """Dies over number 3, once: whoever does it first leaves a mark."""
    mark, number = job
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def failing(number: int) -> int:
    """Cannot do number 3."""
    if number == 3:
        raise ValueError("three is too much")
    return number


def test_a_worker_that_is_killed_costs_no_result_and_doubles_none(tmp_path: Path) -> None:
    jobs = [(str(tmp_path / "died"), number) for number in range(40)]
    assert sorted(processes(2)(deadly, jobs)) == list(range(40))
    assert (tmp_path / "died").exists()


def test_what_goes_wrong_in_a_worker_is_told_where_it_went_wrong() -> None:
    with pytest.raises(ValueError, match="three is too much") as caught:
        list(processes(2)(failing, range(10)))
    assert "in failing" in caught.value.__notes__[0]


def test_who_asks_for_workers_and_a_cluster_is_asked_back() -> None:
    with pytest.raises(CloudtopError, match="give one of both"):
        team_of(2, "auto")


def test_a_row_that_comes_twice_counts_once(rows: list[Row], tmp_path: Path) -> None:
    def stuttering(work: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
        for job in jobs:
            yield work(job)
            yield work(job)

    heard: list[int] = []
    path = tmp_path / "games.csv"
    assert run(JOBS, stuttering, path, lambda done, total: heard.append(done)) == rows
    assert heard[-1] == len(JOBS)
    assert list(Table(path).read()) == rows


def test_ctrl_c_leaves_a_file_that_the_same_command_goes_on_from(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    command = [sys.executable, "-m", "cloudtop", "simulate", "skybridge", "--games", "20000", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--out", str(path)],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        # A shell that runs the tests in the background has them ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    # A line for the names of the columns, and eleven rows.
    while not (path.exists() and path.read_bytes().count(b"\n") > 11):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate()
    assert process.returncode == 130
    assert f"goes on from {path}" in told
    assert "Traceback" not in told
    kept = list(Table(path).read())
    assert len(kept) > 10
    assert len({row.key for row in kept}) == len(kept)
    assert kept[0] == play(games_of(GAME, 20000, ["random", "random"], 1)[kept[0].number])


def test_a_strangers_game_is_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Job, "table", lambda job: NIM)
    assert {row.end for row in run(games_of(NIM, 3, ["random", "greedy"], 1), alone)} == {"coin-nim/end"}
