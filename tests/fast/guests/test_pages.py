"""What the pages for authors say is so: tables follow the code, commands stand once, files and methods are there."""

from __future__ import annotations

import re

import pytest
from tests.support.guests.making import KINDS, PAGE, commands
from tools.contract_tables import FILE, TABLES, entries, filled

from cloudtop.cli.guests import read_name, rendered
from cloudtop.core.game import Game
from cloudtop.core.state import State


def test_the_tables_of_the_contract_are_made_from_the_code() -> None:
    page = FILE.read_text(encoding="utf-8")
    assert page == filled(page), "run `make contract-tables`"


def test_a_table_that_differs_would_be_seen() -> None:
    page = FILE.read_text(encoding="utf-8")
    spoilt = page.replace("choices(seat: int)", "choices(seat: str)")
    assert spoilt != page == filled(spoilt)
    with pytest.raises(ValueError, match="0 places for the table judge-may"):
        filled(page.replace("<!-- judge-may -->", ""))


def test_what_is_needed_is_what_python_asks_for() -> None:
    for kind, name in ((State, "state"), (Game, "game")):
        needed = {entry.written.partition("(")[0] for entry in entries(name, kind.__name__) if entry.needed}
        # A compiled class does not tell; plain ones do.
        assert set(getattr(kind, "__abstractmethods__", ())) <= needed
        assert all(entry.told for entry in entries(name, kind.__name__)), "everything is told in a sentence"
    assert len(TABLES) == 6


def test_the_commands_stand_once() -> None:
    assert PAGE.read_text(encoding="utf-8").count("```sh\n") == 1
    assert commands()[0] == 'cloudtop new "Lucky Stones" --cards'
    assert commands()[-1] == "cloudtop"


@pytest.mark.parametrize("kind", KINDS)
def test_another_kind_is_made_by_the_same_commands(kind: str) -> None:
    assert commands(kind)[1:] == commands()[1:]
    assert commands(kind)[0] == f'cloudtop new "Lucky Stones"{KINDS[kind]}'


def test_the_page_tells_every_file_of_a_new_game() -> None:
    told = set(re.findall(r"`([\w/]+(?:\.\w+)?/?)`", PAGE.read_text(encoding="utf-8")))
    made = {path for path, _ in rendered(read_name("Lucky Stones"), "cards")}
    names = {path.removeprefix("src/lucky_stones/").replace("guide/en.md", "guide/") for path in made}
    untold = {"__init__.py", "py.typed", ".gitignore", "README.md", "guide/fr.md", "guide/ja.md"}
    assert {name for name in names - untold if not name.startswith("tests/")} <= told
