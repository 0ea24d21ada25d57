"""Records and pictures for people: lines to read aloud, files to keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import cloudtop
from cloudtop.core.errors import CloudtopError
from cloudtop.core.record import Record
from cloudtop.terminal import picture
from cloudtop.terminal.reading import record_lines

SKYBRIDGE = cloudtop.game("skybridge")
RECORDS = Path(__file__).parents[2] / "records" / "skybridge"


def golden(name: str) -> Record:
    return cloudtop.read_record((RECORDS / f"{name}.cloudtop").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_a_record_is_told_move_by_move_with_everything_said_about_it(language: str) -> None:
    record = golden("2p-mixed")
    lines = list(record_lines(record, language))
    words = SKYBRIDGE.words(language)
    for number, move in enumerate(record.moves, 1):
        told = f"{number:>4}  {move.seat}  {SKYBRIDGE.text(move.action)}  {SKYBRIDGE.say(move.action, words)}"
        assert [line for line in lines if line.startswith(told)]
    assert "event: golden records" in lines
    assert "      ; Played for the tests." in lines
    assert f"      ; {record.closing[0]}" in lines
    assert any(line.endswith(f"  ; {record.moves[1].comment}") for line in lines)
    assert SKYBRIDGE.board_text(record.end().view(None), language) in lines


def test_an_unfinished_record_ends_with_its_position() -> None:
    record = golden("4p-unfinished")
    *_, last = record_lines(record, "en")
    assert last == SKYBRIDGE.board_text(record.end().view(None))


def test_names_are_told() -> None:
    record = replace(golden("4p-unfinished"), names={2: "greedy"})
    assert "seat 2: greedy" in list(record_lines(record, "en"))


def test_a_picture_is_written_as_it_is(tmp_path: Path) -> None:
    svg = SKYBRIDGE.picture(golden("2p-mixed").end().view(None))
    picture.save_picture(svg, tmp_path / "end.svg")
    assert (tmp_path / "end.svg").read_text(encoding="utf-8") == svg


def test_a_picture_that_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(CloudtopError, match=r"could not be written to .*No such file or directory"):
        picture.save_picture("<svg/>", tmp_path / "nowhere" / "end.svg")


def test_a_png_without_a_browser_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CloudtopError, match="a PNG needs Chromium"):
        picture.save_picture('<svg viewBox="0 0 10 10"/>', tmp_path / "end.png")
    assert list(tmp_path.iterdir()) == []


def test_a_browser_that_draws_nothing_is_not_taken_at_its_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(CloudtopError, match="did not draw the picture"):
        picture.save_picture('<svg viewBox="0 0 10 10"/>', tmp_path / "end.png")
    assert not (tmp_path / "end.png").exists()
