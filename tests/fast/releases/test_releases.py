"""The releases: table, changelog, version and history agree, and a disagreement is found."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from tests.support.rooms import ROOMS
from tools.keep import keep
from tools.release import faults_of_documents, faults_of_history, releases, whole_history

import cloudtop
from cloudtop.store.file import SCHEMA_VERSION

ROOT = next(folder for folder in Path(__file__).parents if (folder / "pyproject.toml").exists())
PAGE = (ROOT / "docs" / "releasing.md").read_text("utf-8")
CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
LAST = releases(PAGE)[-1]


def test_table_changelog_and_version_agree() -> None:
    assert list(faults_of_documents(PAGE, CHANGES)) == []


def test_the_citation_names_the_last_release_and_no_person() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (citation["version"], citation["date-released"]) == (LAST.version, LAST.date)
    assert citation["authors"] == [{"name": "The Cloudtop authors"}]
    assert (citation["cff-version"], citation["license"], citation["type"]) == ("1.2.0", "MIT", "software")


def test_every_release_is_a_commit_of_the_history() -> None:
    if whole_history():
        assert list(faults_of_history(PAGE)) == []
    else:
        # A shallow clone has no other commits: that they are written in full is all that can be seen.
        assert len(releases(PAGE)) == PAGE.count("\n| 0.")


@pytest.mark.parametrize(
    ("page", "changes", "version", "fault"),
    [
        ("", CHANGES, "9.0.0", "no table"),
        (PAGE, CHANGES.replace(LAST.date, "2020-01-01"), "9.0.0", f"no section ## {LAST.version} "),
        (PAGE, CHANGES + "\n## 0.0.1 (2026-01-01)\n", "9.0.0", "the commit of 0.0.1"),
        (PAGE, CHANGES, "0.1.0", f"{LAST.version} is released already"),
        (PAGE, CHANGES, "9.0.0.dev0", "no section ## 9.0.0 (unreleased)"),
    ],
)
def test_a_disagreement_is_named(page: str, changes: str, version: str, fault: str) -> None:
    assert fault in " ".join(faults_of_documents(page, changes, version))


@pytest.mark.skipif(not whole_history(), reason="a shallow clone has no other commits")
def test_a_commit_of_no_history_is_named() -> None:
    wrong = PAGE.replace(LAST.commit, "0" * 40)
    assert list(faults_of_history(wrong)) == [f"{'0' * 40} of {LAST.version} is no commit of this history"]


def test_a_release_keeps_its_tables_and_a_record_of_every_game_and_overwrites_none(tmp_path: Path) -> None:
    kept = keep("9.8.7", tmp_path)
    assert [path.name for path in kept] == [*(f"{name}-of-9.8.7.cloudtop" for name in ROOMS), "tables-of-9.8.7.sql"]
    assert all(cloudtop.read_record(path.read_text("utf-8")).end().outcome() for path in kept[:-1])
    assert kept[-1].read_text("utf-8").endswith(f"PRAGMA user_version = {SCHEMA_VERSION};\n")
    with pytest.raises(FileExistsError):
        keep("9.8.7", tmp_path)


def test_every_release_that_keeps_files_is_in_the_table() -> None:
    kept = {path.stem.partition("-of-")[2] for path in (ROOT / "tests" / "released").iterdir()}
    known = {release.version for release in releases(PAGE)}
    assert {name for name in kept if name[0].isdigit()} <= known
    assert LAST.version in kept
