"""Where every rule of Skybridge comes from, and what was written before a rule had a choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.records.make import HOME

import cloudtop
from cloudtop.games.skybridge.game import GAME

OLD = sorted((HOME / "skybridge" / "v1").glob("*.cloudtop"))
PAGE = Path(__file__).parents[3] / "docs" / "games" / "skybridge.md"


def test_every_rule_says_where_it_comes_from() -> None:
    assert tuple(GAME.certainty) == GAME.rule_ids
    assert set(GAME.certainty.values()) == {"text", "source", "ours"}


def test_the_page_tells_the_same() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if "|" in line]
    told = {row[0].strip("`"): row for row in rows if row[0].strip("`") in GAME.rule_ids}
    assert {rule: row[1] for rule, row in told.items()} == GAME.certainty
    named = {option.name for option in GAME.options if any(f"`{option.name}`" in row[-1] for row in told.values())}
    assert named == {option.name for option in GAME.options}


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_from_before_the_choice_is_played_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "bridge_over_bridge" not in text
    record = cloudtop.read_record(text)
    assert record.options["bridge_over_bridge"] == "not-directly"
    outcome = record.end().outcome()
    assert outcome is not None
    assert f"result: {' '.join(map(str, outcome.scores))}\n" in text
    added = "option bridge_over_bridge: not-directly\noption two_player_colours:"
    assert record.write() == text.replace("option two_player_colours:", added)


def test_there_are_records_from_before_the_choice() -> None:
    assert len(OLD) >= 2
