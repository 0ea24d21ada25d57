"""Words and guides: how they are read from their files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.errors import BadLanguage
from cloudtop.core.guide import read_guide
from cloudtop.core.words import LANGUAGES, Words, check_language, read_words, words_of

TOML = """
[title]
en = "Fog"
fr = "Brume"
ja = "霧"

[piece.lantern]
en = "{colour} lantern"
fr = "lanterne {colour}"
ja = "{colour}のランタン"
"""

GUIDE = """# Fog

A word before the rules.

## The turn

### One lantern a turn {#turn}

You light one lantern,
then the next player plays.

More about it.

#### Under it {#under-it}

Deeper.

### No anchor

Just talk.

### Last {#last}

The end.
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file of words."""
    path = tmp_path / "words.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


def test_words_are_kept_side_by_side_and_read_by_language(source: Path) -> None:
    texts = read_words(source)
    assert texts["fr"] == {"title": "Brume", "piece.lantern": "lanterne {colour}"}
    assert [texts[language]["title"] for language in LANGUAGES] == ["Fog", "Brume", "霧"]


def test_a_text_takes_its_fields(source: Path) -> None:
    words = Words("ja", read_words(source)["ja"])
    assert words("piece.lantern", colour="朱色") == "朱色のランタン"
    assert words("title") == "霧"
    assert "title" in words
    assert "subtitle" not in words


def test_a_text_that_is_missing_or_lacks_a_field_does_not_pass_silently(source: Path) -> None:
    words = Words("en", read_words(source)["en"])
    with pytest.raises(KeyError):
        words("subtitle")
    with pytest.raises(KeyError):
        words("piece.lantern", color="red")


@pytest.mark.parametrize("language", ["de", "EN", "", "en-GB", "../en"])
def test_a_language_the_house_does_not_speak_is_refused(language: str) -> None:
    with pytest.raises(BadLanguage, match="expected one of en, fr, ja"):
        check_language(language)
    with pytest.raises(BadLanguage):
        words_of("cloudtop.terminal", language)


def test_a_guide_tells_each_rule_with_an_anchor() -> None:
    guide = read_guide("en", GUIDE)
    assert list(guide.rules) == ["turn", "under-it", "last"]
    turn = guide.rules["turn"]
    assert turn.title == "One lantern a turn"
    assert turn.statement == "You light one lantern, then the next player plays."
    assert turn.text == "You light one lantern,\nthen the next player plays.\n\nMore about it."
    assert guide.rules["last"].statement == "The end."


def test_a_guide_is_told_without_its_anchors() -> None:
    plain = read_guide("en", GUIDE).plain()
    assert "{#" not in plain
    assert "### One lantern a turn\n" in plain
    assert plain.replace("\n", "").startswith("# FogA word")


@pytest.mark.parametrize("name", ROOMS)
def test_a_game_has_its_title_in_every_language(name: str) -> None:
    game = cloudtop.game(name)
    for language in LANGUAGES:
        assert game.title(language) == game.words(language)("title")
        assert game.guide(language).text.startswith("# ")
