"""Other boxes: cards, wishes, values and supplies that an owner wrote down, played from the deal to the picture."""

from __future__ import annotations

import pickle
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest
from tests.support.strange_world.maps import play_out, world

import cloudtop
from cloudtop.bots import Perspective, bot
from cloudtop.core.box import differences, read_box
from cloudtop.core.chance import pick
from cloudtop.core.errors import BadPosition, IllegalMove, NotAMove
from cloudtop.core.game import Value
from cloudtop.core.record import Record
from cloudtop.core.scene import Staging
from cloudtop.games.strange_world.art.naming import wish_name
from cloudtop.games.strange_world.art.travellers import wish_lines
from cloudtop.games.strange_world.board import in_sets
from cloudtop.games.strange_world.game import GAME, StrangeWorldGame
from cloudtop.games.strange_world.moves import Move
from cloudtop.games.strange_world.pieces import THINGS, Traveller
from cloudtop.games.strange_world.score import found_of, score_travellers
from cloudtop.games.strange_world.state import StrangeWorld
from cloudtop.games.strange_world.view import WrittenWorld
from cloudtop.testing import conformance

TEXT = (files("cloudtop.games.strange_world") / "pieces.toml").read_text(encoding="utf-8")
NO_TOTALS = TEXT[TEXT.index("[totals]") : TEXT.index("[common]")]


def box(*changes: tuple[str, str]) -> dict[str, Any]:
    """The printed box with some of its text changed, and no totals."""
    text = TEXT.replace(NO_TOTALS, "")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return read_box(text)


MIXED = box(
    ('"V", "Va", "Vb", "VM",', '"VP", "VPM", "VW", "VTP", "WT", "WTP", "PMMa", "abcd",'),
    ('"Wc", "Wd", "We", "WM", "WM",', '"VWTP",'),
    ('["Ma", "Mb", "Mc", "Md"]', '["Pa", "Wa", "VT", "Pa"]'),
    ("cities = [9, 7, 5, 4, 3]", "cities = [12, 2]"),
    ("fumaroles = 11", "fumaroles = 4"),
)
"""Cards with several terrains, start cards with some too, and a scant supply."""
WISHES = box(
    ("{ water = 3 }", "{ half_portals = 2, a = 1, animals = 7 }"),
    ("each_row = { winds = 1 }", "wish = { mountains = 3 }, each_row = { fumaroles = 1, portals = 1 }"),
    ("{ mountains = 5 }", "{ water = 1 }"),
    ("mountain = 1 ", "mountain = 3 "),
    ("volcano = 1 ", "volcano = 0 "),
    ("water = 3  #", "water = 1  #"),
    ("animal = 2 ", "animal = 5 "),
    ("wind = 2 ", "wind = 4 "),
    ("traveller = 5 ", "traveller = 0 "),
    ("travellers = 3", "travellers = 8"),
    ("promising = 60", "promising = 65"),
)
"""Other wishes and other values; alone, all travellers are on offer."""
FEW = box(
    ('"Ph", "PM", "PM", "PM",\n    "MMg", "MMh",', '"PM", "PM",\n    "MMg",'),
    ('2 = ["VM",', '2 = ["TPM", "TPM", "TPM", "VM",'),
    ("cities = [9, 7, 5, 4, 3]", "cities = []"),
    ("fumaroles = 11", "fumaroles = 0"),
    ("travellers = 3", "travellers = 0"),
)
"""Six piles alone, no city, no fumarole, and nobody to welcome alone."""
BOXES = {"mixed": MIXED, "wishes": WISHES, "few": FEW}

each_box = pytest.mark.parametrize("data", BOXES.values(), ids=BOXES)


@each_box
def test_a_changed_box_keeps_every_promise(data: dict[str, Any]) -> None:
    terms: list[tuple[int, dict[str, Value]]] = [(players, {}) for players in GAME.player_counts]
    conformance(GAME.boxed(data), games=3, terms=terms)
    conformance(GAME.boxed(data), games=1, terms=[(2, {"portal_adjacency": "sideways", "portal_waste": "free"})])


def test_the_printed_box_is_the_game_itself() -> None:
    assert GAME.boxed(read_box(TEXT)) is GAME
    assert GAME.boxed(box()) is GAME
    assert (GAME.box_data, "box" in GAME.deal(seed=1).dump()) == (None, False)


@each_box
def test_a_boxed_game_has_its_own_moves_and_leaves_the_printed_one_alone(data: dict[str, Any]) -> None:
    before = GAME.moves.texts
    game = GAME.boxed(data)
    assert {str(card) for card in game.box.deck(4)} == {text[5:] for text in game.moves.texts if text[:5] == "keep-"}
    assert game.moves.texts != GAME.moves.texts or data is WISHES
    assert GAME.moves.texts == before
    assert list(differences(read_box(TEXT), data))


@each_box
@pytest.mark.parametrize("players", [1, 3])
def test_positions_with_another_box_are_dumped_loaded_and_pickled(data: dict[str, Any], players: int) -> None:
    game, rng = GAME.boxed(data), Random(players)
    state = game.deal(players=players, seed=players)
    while state.turn():
        if rng.random() < 0.3:
            dump = state.dump()
            assert dump["box"] == data
            for back in (GAME.load(dump), pickle.loads(pickle.dumps(state))):
                assert back.dump() == dump
                assert back.legal(state.seat) == state.legal(state.seat)
        state.play(state.seat, pick(rng, state.legal(state.seat)))
    assert GAME.load(state.dump()).scores() == state.scores()


@each_box
def test_words_pictures_sprites_and_bots_follow_the_box(data: dict[str, Any]) -> None:
    game, rng = GAME.boxed(data), Random(5)
    state = game.deal(players=2, seed=5)
    drawn = game.sprites()
    for number in range(50):
        if not state.turn():
            break
        seat = state.turn()[0]
        name = "breeze" if number % 10 == 0 else "greedy"
        state.play(seat, bot(name).choose(Perspective(state, seat), rng))
        for language in ("en", "fr", "ja"):
            assert game.board_text(state.view(seat), language)
        assert game.picture(state.view(seat)).startswith("<svg")
        staging: Staging[Move] = Staging()
        scene = game.scene(state.view(seat), game.words("en"), staging)
        for panel in scene.panels:
            assert all(f'id="{item.sprite}"' in drawn for item in panel.items)


# ---------------------------------------------------------------------- cards with several terrains


def alone(game: StrangeWorldGame, map_: str, hand: str, **more: Any) -> StrangeWorld:
    """A solo game with another box, in which these cards are to be laid."""
    given = world(map_, more.pop("travellers", ""), more.pop("side", None), more.pop("cities", ""))
    offer = more.pop("offer", "Roro Kark Rumph").split()
    options = {"portal_waste": more.pop("portal_waste", "avoid")}
    return game.load(
        {"players": 1, "options": options, "worlds": [given], "hands": [hand.split()], "travellers": offer, **more}
    )


BOTH = GAME.boxed(
    box(
        ('"V", "Va", "Vb", "VM",', '"VP", "VPM", "VW", "WT",'),
        ("cities = [9,", "cities = [11,"),
    )
)


def play(state: StrangeWorld, *texts: str) -> StrangeWorld:
    for text in texts:
        state.play(state.seat, state.game.parse(state, state.seat, text))
    return state


def cells(state: StrangeWorld, card: str) -> set[str]:
    texts = [state.game.text(action) for action in state.legal(state.seat)]
    return {text.partition("@")[2] for text in texts if text.startswith(f"{card}@")}


def test_a_portal_that_is_a_volcano_too_joins_first_and_erupts_then() -> None:
    state = play(alone(BOTH, "Pe *Ma MMg .\nTf MMh . .", "VP WT"), "VP@b4")
    assert state.game.facts(state, 0).phase == "traveller"
    play(state, "decline")
    facts = BOTH.facts(state, 0)
    assert (facts.phase, facts.worlds[0].land["b4"], facts.worlds[0].land["c4"]) == ("lay", "VP=", "Pe#")


def test_a_volcano_that_is_a_portal_too_asks_for_its_target_last() -> None:
    state = play(alone(BOTH, "Pe .  *Ma\nTf Wc MMg", "VP WM"), "VP@c4")
    assert state.game.facts(state, 0).phase == "traveller"
    play(state, "Roro@left-below")
    assert state.game.facts(state, 0).phase == "fumarole"
    assert {BOTH.text(action) for action in state.legal(0)} == {"fumarole@b4", "fumarole@d4", "fumarole@c5"}
    assert GAME.load(state.dump()).dump() == state.dump()


def test_one_reason_devours_a_card_with_all_its_terrains() -> None:
    state = play(alone(BOTH, "Wc *Ma", "WT VP"), "WT@c5")
    assert BOTH.facts(state, 0).worlds[0].land["c5"] == "WT!"
    state = play(alone(BOTH, "Tf *Ma", "WT VP"), "WT@e4")
    assert BOTH.facts(state, 0).worlds[0].land["e4"] == "WT!"


@pytest.mark.rule("strange-world/portal-avoid", "refuses")
def test_a_card_that_is_both_keeps_away_from_portals_first_and_then_seeks_a_target() -> None:
    # e4 to g4: a portal, then a covered card. c4 is off the portal with a bare neighbour, h does not exist.
    state = alone(BOTH, "*Ma Pe= PM Tf#", "VP")
    assert cells(state, "VP") == {"d3", "d5"}
    for cell, rule in (("e3", "portal-avoid"), ("g3", "volcano-target")):
        with pytest.raises(IllegalMove) as caught:
            BOTH.parse(state, 0, f"VP@{cell}")
        assert caught.value.rule == f"strange-world/{rule}"


def test_a_filter_that_leaves_no_cell_is_passed_over() -> None:
    # All cells off the portal are among fumaroles: the portal is avoided all the same, and the volcano is devoured.
    state = alone(BOTH, "*Ma# Pe= PM MMg#", "VP")
    assert cells(state, "VP") == {"d3", "d5", "g3", "g5"}
    assert BOTH.facts(play(state, "VP@d3"), 0).worlds[0].land["d3"] == "VP!"


def test_start_cards_with_terrains_restrict_like_others_and_are_never_turned() -> None:
    game = GAME.boxed(MIXED)
    state = alone(game, "*Wa", "VW", offer="Roro Kark Rumph")
    assert game.facts(play(state, "VW@d3"), 0).worlds[0].land["d3"] == "VW!"
    state = play(alone(game, "*Pa", "PM"), "PM@e4")
    assert game.facts(state, 0).phase == "traveller"
    with pytest.raises(BadPosition, match="cannot have been devoured"):
        alone(game, "*Wa!", "VW")


def test_cards_of_another_box_are_no_moves_of_this_one() -> None:
    with pytest.raises(NotAMove):
        GAME.parse(GAME.deal(seed=1), 0, "keep-VP")
    assert BOTH.text(BOTH.parse(BOTH.deal(players=2, seed=1), 0, "keep vp", checked=False)) == "keep-VP"


# ---------------------------------------------------------------------- wishes and values


FULL = "Va# *Ma Wc Tb .\nPe= PM Tf PM= Ph#"
"""Rows 4 and 5, at which the traveller aims; Va and Wc are beside the start card on d4."""
COUNTS = {
    "mountains": 3,
    "volcanoes": 0,
    "water": 1,
    "winds": 2,
    "half_portals": 3,
    "a": 1,
    "b": 1,
    "c": 1,
    "d": 0,
    "e": 1,
    "f": 1,
    "g": 0,
    "h": 0,
    "animals": 5,
    "fumaroles": 2,
    "portals": 1,
    "made_portals": 2,
}


def wished(wish: dict[str, int], each_row: dict[str, int]) -> list[int]:
    """What Splash counts in the world above if it wishes for this."""
    data = read_box(TEXT)
    data["travellers"]["Splash"] = {"stars": 7, "wish": wish, "each_row": each_row}
    written = msgspec.convert(world(FULL, "Splash 4"), WrittenWorld)
    return score_travellers(in_sets(written.read(), GAME.boxed(data).kit))


@pytest.mark.rule("strange-world/score-travellers", "allows")
@pytest.mark.parametrize("thing", THINGS)
def test_each_thing_that_can_be_wished_for_is_counted(thing: str) -> None:
    counted = in_sets(msgspec.convert(world(FULL), WrittenWorld).read(), GAME.kit)
    assert found_of(counted, THINGS.index(thing), counted.occupied) == COUNTS[thing]
    assert wished({thing: COUNTS[thing]} if COUNTS[thing] else {"water": 1}, {}) == [12]


@pytest.mark.rule("strange-world/score-travellers", "refuses")
@pytest.mark.parametrize("thing", THINGS)
def test_one_less_than_is_wished_for_is_not_enough(thing: str) -> None:
    assert wished({thing: COUNTS[thing] + 1}, {}) == [5]
    assert wished({"water": 1, thing: COUNTS[thing] + 1}, {}) == [5]


def test_a_wish_for_each_row_is_not_fulfilled_by_one_of_them() -> None:
    assert wished({}, {"winds": 1, "mountains": 1}) == [12]
    assert wished({}, {"water": 1}) == [5]
    assert wished({"water": 1}, {"winds": 1}) == [12]
    assert wished({"water": 2}, {"winds": 1}) == [5]


def test_what_things_are_worth_is_written_in_the_box() -> None:
    game = GAME.boxed(WISHES)
    map_ = "TM .\nMMg *Ma\nWc Va#"
    lines = {}
    for played in (GAME, game):
        state = alone(
            played, map_, "Wd Tf", offer="Roro Kark Rumph" if played is GAME else " ".join(GAME.box.travellers)
        )
        lines[played] = [line.points for line in state.score_sheet(0).lines]
    assert lines == {GAME: [4, 0, 3, 6, 2, 0], game: [12, 0, 1, 15, 4, 0]}
    assert GAME.boxed(MIXED).kit.cities == [12, 2]


def test_verdicts_follow_the_box() -> None:
    game = GAME.boxed(box(("promising = 60", "promising = 1"), ("handsome = 70", "handsome = 2")))
    rng = Random(2)
    outcome = play_out(game.deal(players=1, seed=2), lambda legal: pick(rng, legal)).outcome()
    assert outcome is not None
    assert outcome.verdict == "verdict.handsome"


# ---------------------------------------------------------------------- how a wish is told and drawn


@pytest.mark.parametrize(
    ("wish", "english", "japanese", "lines"),
    [
        ({"wish": {"water": 3}}, "3 water, +4", "水3枚以上", ["WWW"]),
        ({"each_row": {"winds": 1}}, "a wind in each row, +4", "2行とも風1枚以上", ["T^", "Tv"]),
        (
            {"wish": {"water": 2, "mountains": 2, "winds": 2}},
            "2 water, 2 mountains and 2 wind, +4",
            "水2枚・山2つ・風2枚以上",
            ["WWM", "MTT"],
        ),
        ({"wish": {"portals": 1}}, "a portal in full view, +4", "2枚とも見えるポータル1組以上", ["P"]),
        ({"wish": {"a": 2}}, "2 × house snail, +4", "家カタツムリ2つ以上", ["aa"]),
        (
            {"wish": {"volcanoes": 9}, "each_row": {"fumaroles": 2}},
            "9 volcanoes and 2 fumaroles in each row, +4",
            "火山9枚・2行とも噴煙2枚以上",
            ["9V", "FF^", "FFv"],
        ),
    ],
)
def test_any_wish_can_be_told_and_drawn(wish: dict[str, Any], english: str, japanese: str, lines: list[str]) -> None:
    who = msgspec.convert({"stars": 4, **wish}, Traveller)
    assert wish_name(who, GAME.words("en")) == english
    assert wish_name(who, GAME.words("ja")).partition("で")[0] == japanese
    signs = {"icon-fumarole": "F", "row-upper": "^", "row-lower": "v"}
    shown = [
        "".join(signs.get(sign, sign.removeprefix("icon-").removeprefix("x")) for sign in line)
        for line in wish_lines(who)
    ]
    assert shown == lines


# ---------------------------------------------------------------------- records


@each_box
def test_a_game_with_another_box_is_recorded_and_read_back_by_its_content(data: dict[str, Any]) -> None:
    game, rng = GAME.boxed(data), Random(3)
    record = Record(game, 2, game.terms(2).options, seed=3)
    state = record.start()
    while state.turn():
        seat = state.turn()[0]
        action = pick(rng, state.legal(seat))
        state.play(seat, action)
        record = record.with_move(seat, action)
    text = record.write()
    back = cloudtop.read_record(text)
    assert back.game.box_data == data
    assert back.end().dump() == state.dump()
    assert back.write() == text
