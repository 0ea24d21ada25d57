"""Every rule is tested in both directions and told in every language; every text exists in every language.

The tests are read here, not run: a rule without a test that sees it allow something and one that sees it refuse
something is not done.
"""

from __future__ import annotations

import ast
import string
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core.game import written
from cloudtop.core.words import LANGUAGES, read_words

TESTS = Path(__file__).parents[2]
PACKAGE = Path(cloudtop.__file__).parent
WAYS = ("allows", "refuses")

each_game = pytest.mark.parametrize("name", ROOMS)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_file_of_words = pytest.mark.parametrize(
    "words", sorted(PACKAGE.rglob("words.toml")), ids=lambda path: str(path.parent.relative_to(PACKAGE))
)


def rule_marks(source: str) -> Iterator[tuple[str, str]]:
    """The arguments of every `@pytest.mark.rule` on a test of a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    rule, way = (ast.literal_eval(argument) for argument in mark.args)
                    yield rule, way


@cache
def marked() -> dict[str, set[str]]:
    """For every rule that some test names, the ways it was seen to go."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule, way in rule_marks(path.read_text(encoding="utf-8")):
            found[rule].add(way)
    return dict(found)


def fields(text: str) -> set[str]:
    """The fields that a text takes."""
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_marks_are_read_from_tests_alone() -> None:
    source = (
        '@pytest.mark.rule("fog/turn", "allows")\n@pytest.mark.parametrize("x", [1])\ndef test_a(x): pass\n'
        'class TestFog:\n    @pytest.mark.rule("fog/end", "refuses")\n    def test_b(self): pass\n'
        '@pytest.mark.rule("fog/lamp", "allows")\ndef lamp(): pass\n'
    )
    assert sorted(rule_marks(source)) == [("fog/end", "refuses"), ("fog/turn", "allows")]


@each_game
@pytest.mark.parametrize("way", WAYS)
def test_every_rule_has_a_test_that_sees_it(name: str, way: str) -> None:
    game = cloudtop.game(name)
    unseen = [rule for rule in game.rule_ids if way not in marked().get(f"{name}/{rule}", set())]
    assert unseen == []


def test_every_marked_rule_exists() -> None:
    known = {f"{name}/{rule}" for name in ROOMS for rule in cloudtop.game(name).rule_ids}
    assert set(marked()) - known == set()
    assert set().union(*marked().values()) <= set(WAYS)


@each_game
@each_language
def test_the_guide_tells_exactly_the_rules_in_their_order(name: str, language: str) -> None:
    game = cloudtop.game(name)
    assert tuple(game.guide(language).rules) == game.rule_ids


@each_game
@each_language
def test_every_rule_has_a_statement_to_answer_with(name: str, language: str) -> None:
    rules = cloudtop.game(name).guide(language).rules.values()
    assert [rule.id for rule in rules if not rule.statement or not rule.title] == []


@each_file_of_words
def test_every_text_is_there_in_every_language(words: Path) -> None:
    texts = read_words(words)
    assert texts["en"]
    for language in LANGUAGES:
        assert texts[language].keys() == texts["en"].keys()
        # Between two sentences some languages have nothing.
        assert [key for key, text in texts[language].items() if not text.strip() and key != "js.gap"] == []


@each_file_of_words
def test_a_text_takes_the_same_fields_in_every_language(words: Path) -> None:
    texts = read_words(words)
    for key, english in texts["en"].items():
        for language in LANGUAGES:
            assert fields(texts[language][key]) == fields(english), f"{key} in {language}"


@each_game
@each_language
def test_every_option_is_named_with_all_its_values(name: str, language: str) -> None:
    game = cloudtop.game(name)
    words = game.words(language)
    keys = ["title", "tagline"]
    for option in game.options:
        keys.append(f"option.{option.name}.title")
        assert all(game.say_option(option, value, words) for value in option.values)
    keys += [f"again.{option}" for option in game.next_option]
    assert [key for key in keys if key not in words] == []


@each_game
def test_every_default_is_one_of_the_values(name: str) -> None:
    for option in cloudtop.game(name).options:
        assert option.read(option.default) is option.default
        assert len({written(value) for value in option.values}) == len(option.values)
