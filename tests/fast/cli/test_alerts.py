"""The alert rules and the dashboard: what they ask for is measured, and every alert has its line for the host."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from cloudtop.cli.deploying import FOLDER
from cloudtop.store.health import Health
from cloudtop.store.postgres import PostgresStore
from cloudtop.store.sqlite import SqliteStore
from cloudtop.web.app import house
from cloudtop.web.backups import Backups
from cloudtop.web.live.bots import OnTheSpot

ALERTS = FOLDER / "alerts.yml"
RULES: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"][0]["rules"]
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
KEEPING = Path(__file__).parents[3] / "docs" / "keeping.md"
ENDINGS = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "info": ("_info",), "gauge": ("",)}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all that a house on a file and one on a database tell at /metrics."""
    path = tmp_path_factory.mktemp("house") / "tables.sqlite"
    store = SqliteStore(path)
    backups = Backups(path, path.parent / "copies", 3600, 2)
    backups.mine = True
    text = house(store, OnTheSpot(), backups=backups).state.tables.gauges.written()[0].decode()
    store.close()
    found = {family.name + ending for family in text_string_to_metric_families(text) for ending in ENDINGS[family.type]}
    connected = SimpleNamespace(_connection=SimpleNamespace(closed=False), health=Health())
    return found | {f"cloudtop_{name}" for name in PostgresStore.vitals(cast(PostgresStore, connected))}


def asked_for(expression: str) -> set[str]:
    """The metrics of ours in an expression."""
    return set(re.findall(r"\bcloudtop_\w+", expression))


def expressions() -> Iterator[str]:
    """What the dashboard asks for."""
    for panel in DASHBOARD["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (str(each["query"]) for each in DASHBOARD["templating"]["list"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_asks_for_what_is_measured(rule: dict[str, Any], measured: set[str]) -> None:
    names = asked_for(rule["expr"])
    assert names or rule["expr"].startswith("up{")
    assert names - measured == set()
    assert rule["labels"]["severity"] in ("critical", "warning")


def test_the_dashboard_asks_for_what_is_measured(measured: set[str]) -> None:
    assert set().union(*map(asked_for, expressions())) - measured == set()
    assert len({panel["title"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"]) > 10


def test_every_alert_has_its_line_for_the_host_and_every_line_its_alert() -> None:
    lines = dict(re.findall(r"^\| (Cloudtop\w+) \| (.*) \|$", KEEPING.read_text("utf-8"), re.MULTILINE))
    assert set(lines) == {rule["alert"] for rule in RULES}
    assert all(len(what.split(" | ")) == 2 for what in lines.values())
    assert {rule["annotations"]["runbook"] for rule in RULES} == {"docs/keeping.md#alerts"}
    assert "\n## Alerts\n" in KEEPING.read_text("utf-8")
