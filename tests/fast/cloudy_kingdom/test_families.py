"""Who plays which family, and that everything follows the choice."""

from __future__ import annotations

import pytest
from tests.support.cloudy_kingdom.playing import RED_AND_BLUE_NEARLY, RED_NEARLY, RED_WAITS, Position, play, result

from cloudtop.core.errors import BadOption, BadPosition
from cloudtop.core.scene import Staging
from cloudtop.core.teller import Sign
from cloudtop.games.cloudy_kingdom import scene
from cloudtop.games.cloudy_kingdom.art.beside import note
from cloudtop.games.cloudy_kingdom.game import CERTAINTY, GAME

(FAMILIES,) = (option for option in GAME.options if option.name == "families")


@pytest.mark.rule("cloudy-kingdom/families", "allows")
@pytest.mark.parametrize(("players", "choices"), [(2, 6), (3, 6), (4, 24)])
def test_every_choice_of_different_families_is_played(players: int, choices: int) -> None:
    values = GAME.option_values(FAMILIES, players)
    assert values[0] == "by-seat"
    assert len(set(values)) == 1 + choices
    for value in values[1:]:
        state = GAME.deal(players=players, seed=1, options={"families": value})
        assert state.view(None).facts.families == value


@pytest.mark.rule("cloudy-kingdom/families", "refuses")
@pytest.mark.parametrize(
    ("players", "chosen", "reason"),
    [
        (2, "GRB", "another family out of R, B, G with 2 players, not 'GRB'"),
        (2, "RK", "not 'RK'"),
        (3, "GGB", "not 'GGB'"),
        (3, "GRK", "not 'GRK'"),
        (3, "RB", "another family out of R, B, G with 3 players, not 'RB'"),
        (4, "RBG", "another family out of R, B, G, K with 4 players, not 'RBG'"),
        (2, "gr", "not 'gr'"),
        (2, True, "not True"),
        (2, ["R"], "not .'R'."),
    ],
)
def test_anything_else_is_refused_by_the_rule(players: int, chosen: object, reason: str) -> None:
    with pytest.raises(BadOption, match=f"cloudy-kingdom/families: .* is by-seat, or .*{reason}"):
        GAME.deal(players=players, options={"families": chosen})


def test_families_come_in_order_unless_they_are_chosen() -> None:
    assert [GAME.deal(players=count, seed=1).view(None).facts.families for count in (2, 3, 4)] == ["RB", "RBG", "RBGK"]


def test_the_deal_does_not_depend_on_the_choice() -> None:
    for layout in ("fixed", "random"):
        deals = [GAME.deal_of(3, 7, {"layout": layout, "families": each}) for each in ("by-seat", "GBR")]
        assert deals[0] == deals[1]


# ---------------------------------------------------------------------- what follows the choice


@pytest.mark.parametrize(("families", "winner"), [("RB", 0), ("BR", 1), ("GR", 1)])
def test_the_seat_that_plays_a_family_wins_with_it(position: Position, families: str, winner: int) -> None:
    state = position(RED_NEARLY, "s t", families=families)
    assert result(play(state, "s@c3v")) == ((winner,), "win")
    assert state.dump()["joined"] == ["R:NS"]
    assert GAME.load(state.dump()).dump() == state.dump()


def test_whichever_family_nobody_plays_is_scenery(position: Position) -> None:
    state = position(RED_NEARLY, "s t", families="GB")
    play(state, "s@c3v")
    assert state.outcome() is None
    assert state.dump()["joined"] == []
    assert "Scenery, red (crown): castles at north 1" in str(state)
    assert "Seat 0, green (clover): castles at north 3" in str(state)


def test_of_several_linked_families_the_active_seats_own_wins_alone(position: Position) -> None:
    for families, winners in (("BRG", (0,)), ("RBG", (0,)), ("GBR", (1, 2))):
        state = position(RED_AND_BLUE_NEARLY, "s t f", families=families)
        assert result(play(state, "s@b2v")) == (winners, "win-active-first")


def test_a_road_waits_for_the_seat_of_its_family(position: Position) -> None:
    waiting = {"used": [[], ["inspiration"]], "active": 0, "families": "BR"}
    state = position(RED_WAITS, "s t", **waiting)
    assert note(state.view(0).facts, 1) == "note.waiting"
    assert note(state.view(0).facts, 0) == ""
    assert result(play(state, "s@b3v")) == ((1,), "win-delayed")
    with pytest.raises(BadPosition, match="castles of seat 0 are joined"):
        position(RED_WAITS, "s t", **{**waiting, "families": "RB"})


def test_a_written_position_and_its_option_agree(position: Position) -> None:
    dump = position(RED_NEARLY, "s t", families="GR").dump()
    assert (dump["families"], dump["options"]["families"]) == ("GR", "GR")
    with pytest.raises(BadPosition, match="'families' is 'GR', as the option says, not 'RB'"):
        GAME.load({**dump, "families": "RB"})
    with pytest.raises(BadPosition, match="cloudy-kingdom/families"):
        GAME.load({**dump, "options": {"families": "GRB"}})


# ---------------------------------------------------------------------- told and shown


def test_seats_have_the_colours_of_their_families() -> None:
    assert GAME.hues(4) == ("red", "blue", "green", "black")
    assert GAME.hues(3, {"families": "GRB"}) == ("green", "red", "blue")
    assert GAME.hues(2, {"families": "by-seat"}) == ("red", "blue")


def test_pictures_show_each_seat_with_its_family() -> None:
    state = GAME.deal(players=2, seed=1, options={"families": "GR"})
    players = scene.players_of(GAME.tables, state.view(0), (), GAME.words())
    assert [(player.name, player.family) for player in players] == [("Green", "G"), ("Red", "R")]
    panels = {panel.name: panel for panel in GAME.scene(state.view(0), GAME.words(), Staging()).panels}
    assert "red (crown)" in panels["player:1"].description
    (sign,) = GAME.signs(2, state.options, 0, GAME.words())
    assert sign == Sign("cloudy-kingdom-medallion-green", "green (clover)")
    sprites = {item.sprite for item in panels["board"].items}
    assert "cloudy-kingdom-castle-green-N" in sprites
    assert not any(name.startswith("cloudy-kingdom-castle-blue") for name in sprites)
    assert "cloudy-kingdom-castle-scenery" in sprites


def test_how_far_ones_own_roads_reach_is_seen_by_its_family(position: Position) -> None:
    state = position("a1 s:v", "s t", families="BR")
    for seat, told in ((1, ("R", "own")), (0, ("R", "rival"))):
        roads = scene.board_of(GAME.tables, scene.on_field(GAME.tables, state.view(seat), Staging())).roads
        assert [(road.family, road.state) for road in roads] == [told]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Green, Red, Blue"), ("fr", "Vert, Rouge, Bleu"), ("ja", "緑、赤、青")]
)
def test_a_choice_is_told_in_names(language: str, told: str) -> None:
    words = GAME.words(language)
    assert GAME.say_option(FAMILIES, "GRB", words) == told
    assert GAME.say_option(FAMILIES, "by-seat", words) == words("option.families.by-seat")
    assert GAME.say_option(GAME.options[0], "random", words) == words("option.magic.random")
    assert words("option.families.note")


def test_whoever_has_finished_a_first_game_is_offered_the_normal_one() -> None:
    for name, values in GAME.next_option.items():
        (option,) = (option for option in GAME.options if option.name == name)
        assert set(values) <= set(option.values)
        for language in ("en", "fr", "ja"):
            assert GAME.words(language)(f"again.{name}")


def test_every_rule_says_how_certain_it_is() -> None:
    assert set(GAME.certainty) == set(GAME.rule_ids)
    assert set(CERTAINTY.values()) <= {"text", "source", "ours"}
