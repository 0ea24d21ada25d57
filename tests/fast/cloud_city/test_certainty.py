"""Where every rule of Cloud City comes from, and what was written when crossings were counted by pairs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.records.make import HOME

import cloudtop
from cloudtop.core.errors import BadOption
from cloudtop.games.cloud_city.game import GAME

OLD = sorted((HOME / "cloud-city" / "v1").glob("*.cloudtop"))
PAGE = Path(__file__).parents[3] / "docs" / "games" / "cloud-city.md"


def test_every_rule_says_where_it_comes_from() -> None:
    assert tuple(GAME.certainty) == GAME.rule_ids
    assert set(GAME.certainty.values()) == {"text", "source", "ours"}


def test_the_page_tells_the_same() -> None:
    chapter = PAGE.read_text(encoding="utf-8").partition("## How sure we are of each rule")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in chapter.splitlines() if "`" in line]
    told = {row[0].strip("`"): row for row in rows if row[0].strip("`") in GAME.rule_ids}
    assert {rule: row[1] for rule, row in told.items()} == GAME.certainty
    named = {option.name for option in GAME.options if any(f"`{option.name}`" in row[-1] for row in told.values())}
    assert named == {option.name for option in GAME.options}


# ---------------------------------------------------------------------- a value that is no longer offered


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_record_is_read_and_written_as_it_was_and_ends_as_it_did(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = cloudtop.read_record(text)
    outcome = record.end().outcome()
    assert outcome is not None
    assert f"result: {' '.join(map(str, outcome.scores))}\n" in text
    assert record.write() == text


def test_there_are_old_records_of_both_readings() -> None:
    readings = [cloudtop.read_record(path.read_text(encoding="utf-8")) for path in OLD]
    assert {record.options["crossing"] for record in readings} == {"walkways", "points"}


def test_pairs_are_no_longer_offered_but_keep_their_meaning() -> None:
    (option,) = (option for option in GAME.options if option.name == "crossing")
    assert option.values == ("walkways", "places")
    assert GAME.terms(2, {"crossing": "points"}).options["crossing"] == "points"
    with pytest.raises(BadOption, match=r"expected one of walkways, places$"):
        GAME.terms(2, {"crossing": "pairs"})
    for language in ("en", "fr", "ja"):
        assert all(f"option.crossing.{value}" in GAME.words(language) for value in ("walkways", "places", "points"))
