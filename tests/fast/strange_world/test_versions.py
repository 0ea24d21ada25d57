"""Rules of version 1, before `portal-avoid`: what was begun under them goes on under them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.records.make import HOME
from tests.support.strange_world.maps import cells, solo

import cloudtop
from cloudtop.core.errors import BadOption, BadPosition, BadRules
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.state import StrangeWorld

OLD = sorted((HOME / "strange-world" / "v1").glob("*.cloudtop"))
"""Golden records of version 1, as they were made."""

each_old_record = pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)


def headers(path: Path) -> dict[str, str]:
    """The headers of a record."""
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    return dict(line.split(": ", 1) for line in head.splitlines()[1:])


def moves_of(path: Path) -> Iterator[tuple[int, str]]:
    """The moves of a record: seat and notation."""
    for line in path.read_text(encoding="utf-8").partition("\n\n")[2].splitlines():
        if words := line.partition(";")[0].split():
            yield int(words[1]), words[2]


def start(path: Path, rules: int) -> StrangeWorld:
    """The first position of a record, under one version of the rules or another."""
    told = headers(path)
    options = {"portal_adjacency": told["option portal_adjacency"]}
    seed, deal = (int(told["seed"]), None) if "seed" in told else (None, json.loads(told["deal"]))
    return GAME.deal(int(told["players"]), seed, options, deal, rules)


def test_every_number_of_players_and_every_option_of_version_1_is_kept() -> None:
    told = [headers(path) for path in OLD]
    assert {one["rules"] for one in told} == {"1"}
    assert {(one["players"], one["option portal_adjacency"]) for one in told} == {
        (players, adjacency) for players in "1234" for adjacency in ("all", "sideways")
    }


@each_old_record
def test_an_old_game_leads_to_the_same_end_under_its_old_rules(path: Path) -> None:
    state = start(path, 1)
    for seat, text in moves_of(path):
        state.play(seat, GAME.parse(state, seat, text))
    outcome = state.outcome()
    result = "unfinished" if outcome is None else " ".join(map(str, outcome.scores))
    assert result == headers(path)["result"]
    assert state.dump()["rules"] == 1


def test_some_old_games_waste_a_portal_card_as_it_is_not_done_any_more() -> None:
    refused = {refusal(path) for path in OLD}
    assert refused == {None, "strange-world/portal-avoid"}


def refusal(path: Path) -> str | None:
    """The first rule of today that an old game breaks."""
    state = start(path, 2)
    for seat, text in moves_of(path):
        action = GAME.parse(state, seat, text, checked=False)
        if rule := state.why_not(seat, action):
            return rule
        state.play(seat, action)
    return None


@each_old_record
def test_an_old_record_is_read_and_written_back_byte_for_byte(path: Path) -> None:
    record = cloudtop.read_record(path.read_bytes().decode())
    assert record.write().encode() == path.read_bytes()
    assert record.end().dump()["rules"] == 1
    assert record.end().dump()["options"]["portal_waste"] == "free"


def old_position(**changes: Any) -> dict[str, Any]:
    """A dump of version 1: its options know nothing of `portal_waste`."""
    dump = solo("Pe= PM *Ma", "Pf", rules=1, portal_waste="free").dump()
    del dump["options"]["portal_waste"]
    return dump | changes


@pytest.mark.rule("strange-world/options", "allows")
def test_an_old_dump_goes_on_under_its_rules_and_keeps_saying_so() -> None:
    state = GAME.load(old_position())
    assert {"a4", "b3", "c5"} <= cells(state, "Pf")
    assert (state.dump()["rules"], state.dump()["options"]["portal_waste"]) == (1, "free")
    assert GAME.load(state.dump()).dump() == state.dump()
    assert GAME.load(old_position(rules=2)).options["portal_waste"] == "avoid"


@pytest.mark.rule("strange-world/options", "refuses")
def test_version_1_has_no_choice_about_wasted_portal_cards() -> None:
    assert GAME.terms(2, {}, 1).options == {"portal_adjacency": "all", "portal_waste": "free"}
    assert GAME.terms(2).options == {"portal_adjacency": "all", "portal_waste": "avoid"}
    with pytest.raises(BadOption, match="portal_waste came with rules version 2"):
        GAME.terms(2, {"portal_waste": "avoid"}, 1)
    with pytest.raises(BadPosition, match="portal_waste came with rules version 2"):
        GAME.load(old_position(options={"portal_waste": "avoid"}))
    with pytest.raises(BadRules):
        GAME.terms(2, {}, 3)


def test_every_rule_has_a_certainty_and_every_rule_of_the_guide_is_one() -> None:
    assert tuple(GAME.certainty) == GAME.rule_ids
    assert set(GAME.certainty.values()) == {"text", "source", "ours"}
    assert set(GAME.rule_ids) == set(GAME.guide("en").rules)


def test_the_documentation_tells_the_same_certainty() -> None:
    page = (Path(__file__).parents[3] / "docs" / "games" / "strange-world.md").read_text(encoding="utf-8")
    table = page.partition("## Certainty")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    told = {rule: row[2].strip() for row in rows for rule in re.findall(r"`([\w-]+)`", row[1])}
    assert told == GAME.certainty
