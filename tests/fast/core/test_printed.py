"""The printed box is part of a game's identity: records and tables keep its digest, and go on with no other."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace as changed
from tests.support.packages import install
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core import printed
from cloudtop.core.errors import BadPieces, BadRecord
from cloudtop.core.game import Game
from cloudtop.core.installed import game_faults
from cloudtop.core.printed import check_printed, data_in, digest_of, edition, is_printed, known, present
from cloudtop.core.record import Record, read_record
from cloudtop.games import game as game_named
from cloudtop.table import Table, UnknownRules
from cloudtop.table.events import Opened, Place, read_event, write_event

NOW, FORMER = digest_of({"stones": [5, 7]}), digest_of({"stones": [4, 9]})
KNOWN = f'1 = "{FORMER}"\n2 = "{FORMER}"\n3 = "{NOW}"\n'
OPENED = Opened("stones", 3, {}, [Place("me"), Place("me")], 5)


def room(site: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> Game:
    """A game whose versions 1 and 2 were played with heaps of four and nine, and whose version 3 is not."""
    given = {"pieces__toml": "stones = [5, 7]", "pieces-2__toml": "stones = [4, 9]", "printed__toml": KNOWN}
    install(site, "stones", **(given | files))
    data_in.cache_clear()
    monkeypatch.setattr(printed, "data_in", data_in)
    found: Game = import_module("stones.game").GAME
    return found


@pytest.mark.parametrize("name", ROOMS)
def test_the_printed_box_is_the_one_that_belongs_to_the_rules(name: str) -> None:
    game = game_named(name)
    check_printed(game)
    assert [known(game, rules) != "" for rules in range(1, game.rules_version + 1)] == [True] * game.rules_version
    assert known(game, game.rules_version) == present(game)
    for rules in range(1, game.rules_version + 1):
        assert edition(game, rules, known(game, rules)).name == name


def test_a_changed_box_without_a_new_version_is_refused_and_the_line_says_what_to_do(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = room(site, monkeypatch, pieces__toml="stones = [5, 8]")
    with pytest.raises(BadPieces) as told:
        check_printed(game)
    said = str(told.value)
    assert said.startswith("stones/pieces.toml was changed")
    assert "cloudtop box export stones FILE" in said
    assert "keep the former file as pieces-3.toml, raise rules_version in stones/game.py to 4" in said
    assert f'4 = "{digest_of({"stones": [5, 8]})}"' in said
    assert (said, "printed.toml") in list(game_faults(game))


def test_a_new_version_without_a_digest_is_refused(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = room(site, monkeypatch, printed__toml=f'1 = "{NOW}"')
    with pytest.raises(BadPieces, match=f'rules version 3; add the line 3 = "{NOW}"'):
        check_printed(game)


def test_comments_change_nothing_and_the_order_of_keys_does() -> None:
    assert digest_of({"a": 1, "b": 2}) != digest_of({"b": 2, "a": 1})


def test_an_older_version_is_played_with_its_own_printed_box(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = room(site, monkeypatch)
    check_printed(game)
    assert edition(game, 3, NOW) is game
    assert edition(game, 2).box_data == edition(game, 1, FORMER).box_data == {"stones": [4, 9]}
    assert is_printed(edition(game, 2), 2)
    assert not is_printed(game.with_box({"stones": [6]}), 2)
    for rows in (changed(OPENED, rules=2), changed(OPENED, rules=2, printed=FORMER)):
        table = Table("old", rows, game)
        assert table.state.dump()["heap"] == 9


def test_a_table_that_began_with_another_box_is_not_played_on(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = room(site, monkeypatch)
    with pytest.raises(UnknownRules, match=f"table t cannot be played here: it began with the printed box {FORMER}"):
        Table("t", changed(OPENED, printed=FORMER), game)


def test_a_former_box_that_is_not_kept_is_missed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = room(site, monkeypatch, **{"pieces-2__toml": "stones = [1]"})
    with pytest.raises(UnknownRules, match=f"has the printed box {FORMER}, which pieces-2.toml does not hold"):
        Table("t", changed(OPENED, rules=1), game)


def test_a_record_carries_the_digest_and_reads_back_byte_for_byte(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = room(site, monkeypatch)
    find = {"stones": game}.__getitem__
    for rules, digest in ((3, NOW), (2, FORMER)):
        text = Record(game, 2, {}, 5, rules=rules).write()
        assert text.splitlines()[3:5] == ["players: 2", f"printed: {digest}"]
        assert "box:" not in text
        assert read_record(text, find).write() == text
        again = read_record(text, find)
        assert replace(again, names={0: "Mira"}).start().dump() == again.start().dump()
        without = text.replace(f"printed: {digest}\n", "")
        assert read_record(without, find).write() == without
        assert read_record(without, find).start().dump() == again.start().dump()
        with pytest.raises(BadRecord, match="it began with the printed box 00ff"):
            read_record(text.replace(digest, "00ff"), find)


def test_a_record_with_a_box_of_its_own_carries_the_box_alone(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = room(site, monkeypatch)
    text = Record(game.with_box({"stones": [6]}), 2, {}, 5).write()
    assert "printed:" not in text
    assert 'box: {"stones":[6]}' in text


def test_a_table_hands_its_box_on_with_its_record() -> None:
    game = cloudtop.game("skybridge")
    table = Table.open(game, seed=3)
    assert table.opened.printed == present(game)
    assert f"printed: {present(game)}\n" in table.record().write()
    assert read_event(write_event(table.opened)) == table.opened
    old = changed(table.opened, printed="")
    assert '"printed"' not in write_event(old)
    assert Table("old", old).record().write() == table.record().write()
