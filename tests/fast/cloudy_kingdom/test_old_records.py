"""Records from before families could be chosen: they are kept as they were, and mean what they meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.records.make import HOME

import cloudtop

OLD = sorted((HOME / "cloudy-kingdom" / "v1").glob("*.cloudtop"))


def test_some_are_kept() -> None:
    assert len(OLD) >= 2


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_record_is_read_with_families_by_seat_and_leads_to_the_same_end(path: Path) -> None:
    text = path.read_bytes().decode()
    assert "families" not in text
    record = cloudtop.read_record(text)
    assert record.options["families"] == "by-seat"
    outcome = record.end().outcome()
    assert outcome is not None
    assert f"\nresult: {' '.join(map(str, outcome.scores))}\n" in text
    assert record.write() == text.replace("option layout: fixed\n", "option layout: fixed\noption families: by-seat\n")
