"""The alert rules, tried by Prometheus's own tool: each fires when it should, and none when all is well."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from cloudtop.cli.deploying import FOLDER

ALERTS = FOLDER / "alerts.yml"
RULES: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"][0]["rules"]
MINUTES = 90
FIRES = {
    "CloudtopDown": ['up{job="cloudtop"} 0x90'],
    "CloudtopStoreNotWritable": ["cloudtop_store_writable 0x90"],
    "CloudtopMovesNotKept": ['cloudtop_moves_refused_total{code="not-kept"} 0+1x90'],
    "CloudtopDatabaseLost": ["cloudtop_database_connected 0x90"],
    "CloudtopDiskFilling": ["cloudtop_disk_free_bytes 1e8x90"],
    "CloudtopBackupOld": ["cloudtop_backup_age_seconds 100000x90"],
    "CloudtopStoreSlow": [
        'cloudtop_store_seconds_bucket{le="0.5"} 0x90',
        'cloudtop_store_seconds_bucket{le="2"} 0+9x90',
        'cloudtop_store_seconds_bucket{le="+Inf"} 0+9x90',
    ],
    "CloudtopMovesSlow": [
        'cloudtop_move_seconds_bucket{le="1"} 0x90',
        'cloudtop_move_seconds_bucket{le="2"} 0+9x90',
        'cloudtop_move_seconds_bucket{le="+Inf"} 0+9x90',
    ],
    "CloudtopLoopLate": ["cloudtop_loop_late_seconds 0.5x90"],
    "CloudtopServersReplaced": ["cloudtop_processes_replaced_total 0+1x90"],
    "CloudtopErrors": ['cloudtop_requests_total{status="500"} 0+10x90'],
    "CloudtopBotsWait": ["cloudtop_bots_waiting 80x90"],
    "CloudtopBotFaults": ["cloudtop_bot_faults_total 0+1x90"],
    "CloudtopManyRefused": ["cloudtop_refused_total 0+6000x90"],
    "CloudtopBuildsDiffer": ['cloudtop_build_info{version="1"} 1x90', 'cloudtop_build_info{version="2"} 1x90'],
    "CloudtopStillDrained": ["cloudtop_draining 1x90"],
}
WELL = [
    'up{job="cloudtop"} 1x90',
    "cloudtop_store_writable 1x90",
    'cloudtop_moves_refused_total{code="stale"} 0+1x90',
    "cloudtop_database_connected 1x90",
    "cloudtop_disk_free_bytes 1e10x90",
    "cloudtop_backup_age_seconds 3600x90",
    "cloudtop_loop_late_seconds 0.01x90",
    "cloudtop_processes_replaced_total 1x90",
    'cloudtop_requests_total{status="200"} 0+1000x90',
    "cloudtop_bots_waiting 3x90",
    "cloudtop_bot_faults_total 2x90",
    "cloudtop_refused_total 0+60x90",
    'cloudtop_build_info{version="1"} 1x90',
    "cloudtop_draining 0x90",
]
"""A house in which all is well."""


@pytest.fixture
def promtool() -> str:
    """Prometheus's own tool; without it the test is skipped, except where tests must not be."""
    found = shutil.which("promtool")
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no promtool here, and this run must not do without: install the system package prometheus")
        pytest.skip("NO PROMTOOL: the alert rules were not tried; install the system package prometheus")
    return found


def series(lines: list[str]) -> list[dict[str, str]]:
    """Series as promtool reads them."""
    return [dict(zip(("series", "values"), line.rsplit(" ", 1), strict=True)) for line in lines]


def test_each_alert_fires_when_it_should_and_none_when_all_is_well(promtool: str, tmp_path: Path) -> None:
    assert set(FIRES) == {rule["alert"] for rule in RULES}
    moment = f"{MINUTES - 2}m"
    firing = {name: f'count(ALERTS{{alertstate="firing", alertname="{name}"}})' for name in FIRES}
    cases: list[dict[str, Any]] = [
        {
            "interval": "1m",
            "input_series": series(lines),
            "promql_expr_test": [
                {"expr": f"{expr} > bool 0", "eval_time": moment, "exp_samples": [{"labels": "{}", "value": 1}]}
                for expr in [firing[name]]
            ],
        }
        for name, lines in FIRES.items()
    ]
    cases.append(
        {
            "interval": "1m",
            "input_series": series(WELL),
            "promql_expr_test": [{"expr": "count(ALERTS)", "eval_time": moment, "exp_samples": []}],
        }
    )
    path = tmp_path / "cases.yml"
    path.write_text(yaml.safe_dump({"rule_files": [str(ALERTS)], "evaluation_interval": "1m", "tests": cases}))
    done = subprocess.run([promtool, "test", "rules", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
