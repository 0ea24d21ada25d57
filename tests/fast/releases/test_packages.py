"""The bill of materials and the licences of what is installed, and the versions that are locked."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tools.lock import locked
from typer.testing import CliRunner

from cloudtop.cli.packages import app, licence, normal, packages
from cloudtop.program import this_program

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKED = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))
ASKED = [
    *PROJECT["build-system"]["requires"],
    *PROJECT["project"]["dependencies"],
    *(each for extra in PROJECT["project"]["optional-dependencies"].values() for each in extra),
    *(each for group in PROJECT["dependency-groups"].values() for each in group if isinstance(each, str)),
]


def test_the_bill_names_every_package_with_its_version_and_what_it_needs() -> None:
    bill = json.loads(CliRunner().invoke(app, ["sbom"]).stdout)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert {each["name"]: each["value"] for each in bill["metadata"]["component"]["properties"]} == {
        "cloudtop:commit": this_program().commit,
        "cloudtop:build": this_program().build,
    }
    parts = {each["name"]: each for each in bill["components"]}
    assert parts["uvicorn"]["purl"] == f"pkg:pypi/uvicorn@{distribution('uvicorn').version}"
    assert parts["jinja2"]["licenses"] == [{"license": {"name": "BSD License"}}]
    assert parts["starlette"]["licenses"] == [{"expression": "BSD-3-Clause"}]
    needs = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
    assert set(needs) == {bill["metadata"]["component"]["bom-ref"], *(each["bom-ref"] for each in parts.values())}
    assert {ref for refs in needs.values() for ref in refs} <= set(needs)
    # Needed by what is needed, and by an extra of an extra.
    assert parts["h11"]["bom-ref"] in needs[parts["uvicorn"]["bom-ref"]]
    assert "psycopg-binary" in parts
    assert "pytest" not in parts


def test_every_package_that_is_needed_names_its_licence_in_a_line() -> None:
    lines = CliRunner().invoke(app, ["licences"]).stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(packages())
    assert re.fullmatch(r"cloudtop +\S+ +MIT", lines[0])
    needed = {Requirement(each).name for each in PROJECT["project"]["dependencies"]}
    assert [name for name in needed if not licence(distribution(name))] == []


@pytest.mark.parametrize("asked", sorted(set(ASKED)))
def test_what_the_project_asks_for_is_locked_at_a_version_that_it_allows(asked: str) -> None:
    wanted = Requirement(asked)
    if wanted.name != "cloudtop":
        assert LOCKED[normal(wanted.name)] in wanted.specifier


def test_what_is_needed_of_all_that_is_locked_is_what_the_tests_run_with() -> None:
    here = dict(re.findall(r"^([\w.-]+)==(\S+)$", locked(), re.MULTILINE))
    needed = set(packages()) - {"cloudtop"}
    assert {name: here[name] for name in needed} == {name: LOCKED[name] for name in needed}
