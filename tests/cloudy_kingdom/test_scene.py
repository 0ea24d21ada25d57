"""What players see and hear: pictures from views, targets for moves, the field in words."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from random import Random

import pytest
from tests.cloudy_kingdom.playing import RED_WAITS, Position, boxed

from cloudtop.core.scene import Staging
from cloudtop.core.words import LANGUAGES
from cloudtop.games.cloudy_kingdom.art import Table
from cloudtop.games.cloudy_kingdom.game import GAME
from cloudtop.games.cloudy_kingdom.moves import Move
from cloudtop.games.cloudy_kingdom.scene import table_of
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom

WORDS = GAME.words("en")
MAGIC_OF_RED = [["inspiration"], []]
"""What red must have used for its road to wait."""


def played(players: int, moves: int, seed: int = 1, **options: str) -> CloudyKingdom:
    """A position of random play."""
    state = GAME.deal(players=players, seed=seed, options=options)
    rng = Random(seed)
    for _ in range(moves):
        if state.turn():
            seat = rng.choice(state.turn())
            state.play(seat, rng.choice(state.legal(seat)))
    return state


def shown(state: CloudyKingdom, seat: int | None) -> Table:
    """What is drawn for a seat."""
    return table_of(GAME.box, state.view(seat), WORDS, Staging())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 14, 200])
def test_every_view_is_a_well_formed_picture(players: int, moves: int) -> None:
    state = played(players, moves, magic="random", layout="random")
    for seat, language, theme in ((None, "en", "day"), (0, "fr", "dusk"), (players - 1, "ja", "day")):
        drawn = GAME.picture(state.view(seat), language, theme, side=moves % 4, names=["Ada", "Bo"])
        root = ElementTree.fromstring(drawn)
        names = {element.get("id") for element in root.iter()}
        used = {element.get("href", "#")[1:] for element in root.iter("{http://www.w3.org/2000/svg}use")}
        assert used <= names
        assert "Ada" in drawn


def test_other_hands_are_drawn_from_the_back(position: Position) -> None:
    state = position("", "t f")
    own, other = shown(state, 0).players
    assert own.hand == ("tee",)
    assert other.hand == (None,)
    assert all(player.hand == (None,) for player in shown(state, None).players)


def test_the_draft_is_shown_to_those_who_still_choose() -> None:
    state = GAME.deal(players=2, seed=1, options={"magic": "choose"})
    state.play(1, state.legal(1)[0])
    assert len(shown(state, 0).draft) == 4
    assert shown(state, 1).draft == ()
    assert [len(player.magic) for player in shown(state, 0).players] == [0, 0]
    assert shown(state, 0).players[1].note == "has chosen"


def test_a_waiting_road_and_a_won_one_are_lit(position: Position) -> None:
    waiting = position(RED_WAITS, "t t", active=1, used=MAGIC_OF_RED)
    (road,) = shown(waiting, None).roads
    assert (road.state, road.family, road.castles) == ("waiting", "R", (("N", 0), ("S", 2)))
    assert [stretch.cell for stretch in road.stretches] == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]
    won = position(RED_WAITS, "- t", winners=[0], reason="win")
    assert [road.state for road in shown(won, 0).roads] == ["won"]


def test_a_player_sees_how_far_the_own_roads_have_grown(position: Position) -> None:
    state = position("a1 s:h l:n / b1 s:h", "t t")
    roads = shown(state, 0).roads
    assert [(road.state, road.family, road.castles) for road in roads] == [("reach", "R", (("N", 0),))]
    assert {stretch.cell for stretch in roads[0].stretches} == {(0, 0), (1, 0)}
    assert shown(state, None).roads == ()


def test_a_move_is_made_of_targets(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    view = state.view(0)

    def touched(text: str) -> tuple[str, ...]:
        return GAME.targets(state.view(state.seat), GAME.parse(state, state.seat, text))

    assert touched("t@b2w") == ("hand:0", "cell:b2", "turn:0")
    assert touched("t@b1n") == ("hand:0", "cell:b1", "turn:1")
    assert touched("magic:inspiration") == ("magic:inspiration",)
    made = {GAME.targets(view, action) for action in state.legal(0)}
    assert len(made) == len(state.legal(0))
    state.play(0, GAME.parse(state, 0, "magic:inspiration"))
    assert touched("l@b2e") == ("hand:1", "cell:b2", "turn:2")


def test_answers_steps_and_choices_have_targets_too(position: Position) -> None:
    moves = [GAME.text(action) for action in range(GAME.actions)]
    view = position("", "t s").view(0)

    def touched(text: str) -> tuple[str, ...]:
        return GAME.targets(view, moves.index(text))

    assert touched("cut@b2") == touched("turn@b2") == ("cell:b2",)
    assert touched("fire@b2v") == ("magic:burning-crossing", "cell:b2", "turn:1")
    assert touched("discard:t") == ("hand:0", "discard")
    assert touched("swap") == ("stack",)
    assert touched("keep") == ("hand:0",)
    assert touched("pick:cut-it-all+replant+green-hand") == ("magic:cut-it-all", "magic:replant", "magic:green-hand")


def test_targets_choices_and_a_ghost_reach_the_field(position: Position) -> None:
    state = position("b2 s:v", "t s")
    targets = {target for action in state.legal(0) for target in GAME.targets(state.view(0), action)}
    ghost = GAME.moves[GAME.parse(state, 0, "t@b2w")]
    staging: Staging[Move] = Staging(targets=targets, chosen=("hand:0", "cell:b2"), ghost=ghost)
    items = [item for panel in GAME.scene(state.view(0), WORDS, staging).panels for item in panel.items]
    assert {"hand:0", "cell:b2", "cell:a1", "turn:0", "turn:3", "magic:inspiration"} <= {item.target for item in items}
    assert any(item.id == "ghost" for item in items)
    frames = {item.id for item in items if item.id.startswith("place-")}
    assert {"place-b2-h", "place-a1-h", "place-a1-v", "place-b1-v"} <= frames
    assert not {"place-b2-v", "place-b1-h", "place-a2-v"} & frames
    assert not any(
        item.id == "ghost" for panel in GAME.scene(state.view(0), WORDS, Staging()).panels for item in panel.items
    )
    cutting = position("b2 s:v", "t s")
    cutting.play(0, cutting.game.parse(cutting, 0, "magic:cut-it-all"))
    cut: Staging[Move] = Staging(targets=("cell:b2",), ghost=GAME.moves[GAME.actions - 1])
    panels = GAME.scene(cutting.view(0), WORDS, cut).panels
    assert any(item.id == "act-b2" for panel in panels for item in panel.items)


def test_the_sheet_has_every_sprite_and_colours_follow_the_theme() -> None:
    sprites = GAME.sprites()
    for panel in GAME.scene(played(4, 40).view(0), WORDS, Staging()).panels:
        for item in panel.items:
            assert f'id="{item.sprite}"' in sprites
    assert "--" in GAME.paints()


def test_magic_of_ones_own_is_drawn_and_told() -> None:
    text = '[magic.gate]\ntitle = "Stone gate"\nsteps = [{ lay = "anywhere", joins = ["al"], fireproof = true }]'
    game = boxed(text)
    state = game.deal(players=2, seed=1, options={"magic": "choose"})
    assert "Stone gate" in game.picture(state.view(0))
    for seat in (0, 1):
        state.play(seat, game.parse(state, seat, "pick:gate+inspiration+green-hand"))
    seat = state.turn()[0]
    state.play(seat, game.parse(state, seat, "magic:gate"))
    state.play(seat, game.parse(state, seat, "gate@a1n"))
    assert "charm-al" in game.picture(state.view(1))
    assert "a1: Stone gate (north-south, joining north, east)" in game.board_text(state.view(1))


# ---------------------------------------------------------------------- in words


def test_the_field_is_drawn_in_lines_and_told(position: Position) -> None:
    told = GAME.board_text(
        position(RED_WAITS, "t f", active=1, discard=["x"], removed=["b"], used=MAGIC_OF_RED).view(1)
    )
    assert "  B 1 ───└─── ─────── ───┐───  R" in told
    assert "c1: right bend (west-east, joining south, west) on straight (north-south)" in told
    assert "Seat 0 holds a hidden card; magic left: Cut it all, Burning crossing" in told
    assert "Seat 1 holds fork (f);" in told
    assert "castles in north and south are joined by magic" in told
    assert "Scenery, green (clover)" in told


def test_every_position_and_move_has_words_in_every_language() -> None:
    states = [
        played(3, moves, seed, magic=magic) for seed, moves in ((1, 5), (2, 25), (3, 200)) for magic in ("random",)
    ]
    states.append(played(2, 1, 4, magic="choose"))
    for language in LANGUAGES:
        words = GAME.words(language)
        texts = [GAME.board_text(state.view(seat), language) for state in states for seat in (None, 0, 1)]
        texts += [GAME.say(action, words) for action in range(GAME.actions)]
        assert all(texts)
        assert not any("{" in text for text in texts)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("t@b2n", "T-junction on b2, north-south, joining north, east, south"),
        ("s@a1h", "straight on a1, west-east"),
        ("dl@a1v", "double bend left on a1, north-south"),
        ("fire@c3v", "Burning crossing on c3, north-south"),
        ("cut@b2", "cut the top card of b2"),
        ("turn@b2", "turn the stack on b2 a quarter clockwise"),
        ("discard:f", "discard: fork"),
        ("swap", "swap the route card for a new one"),
        ("pick:cut-it-all+replant+green-hand", "choose Cut it all, Replant, Green hand"),
    ],
)
def test_a_move_in_words(text: str, phrase: str) -> None:
    move = [GAME.text(action) for action in range(GAME.actions)].index(text)
    assert GAME.say(move, WORDS) == phrase
