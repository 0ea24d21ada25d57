"""A Ray cluster of a head and two machines, one of which dies in the middle of a run."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.lab.cluster import cluster, run_there
from cloudtop.lab.experiment import run
from cloudtop.lab.results import Table
from cloudtop.lab.simulate import games_of, simulate
from cloudtop.lab.teams import alone

GAME = cloudtop.game("skybridge")
MEMORY = 80 * 1024 * 1024
# A machine that does not answer three times in a row is dead; usually Ray waits for half a minute.
HEALTH = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 500,
    "health_check_timeout_ms": 500,
    "health_check_failure_threshold": 3,
}
HEAD = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": MEMORY, "_system_config": HEALTH}
# What Ray opens and leaves to the end of the process is its own affair.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Ray, and nothing of it afterwards."""
    found = import_module("ray")
    yield found
    found.shutdown()


@pytest.fixture(scope="module")
def machines(ray: Any) -> Iterator[Any]:
    """A head that plays nothing itself, to which machines can be added."""
    found = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args=HEAD)
    yield found
    ray.shutdown()
    found.shutdown()


def test_a_machine_that_dies_in_mid_run_costs_no_game_and_doubles_none(machines: Any, tmp_path: Path) -> None:
    dying, _ = (machines.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(2))
    jobs = games_of(GAME, 200, ["random", "greedy"], seed=5)
    path = tmp_path / "games.parquet"

    def hear(done: int, total: int) -> None:
        if done == 40:
            machines.remove_node(dying, allow_graceful=False)

    rows = run(jobs, cluster(machines.address), path, hear)
    assert rows == run(jobs, alone)
    assert list(Table(path).read()) == rows


def test_the_module_of_an_own_bot_travels_with_it(
    machines: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines.add_node(num_cpus=1, object_store_memory=MEMORY)
    source = tmp_path / "travelling.py"
    lines = ["class Flat:", " name = 'flat'", " def choose(self, perspective, rng):", "  return perspective.legal()[0]"]
    source.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    jobs = games_of(GAME, 4, ["travelling:Flat", "random"], seed=5)
    # No other process can import it any more.
    source.unlink()
    assert run(jobs, cluster(machines.address)) == run(jobs, alone)


def test_where_no_cluster_is_one_line_says_so(ray: Any) -> None:
    ray.shutdown()
    with pytest.raises(CloudtopError, match=r"no Ray cluster answers at 127\.0\.0\.1:1"):
        simulate(GAME, 1, ["random", "random"], seed=1, ray="127.0.0.1:1")


def test_a_machine_with_another_version_is_refused() -> None:
    with pytest.raises(CloudtopError, match=r"not 99\.0"):
        run_there("99.0", str, [1])
