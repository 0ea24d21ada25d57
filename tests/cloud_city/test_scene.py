"""Cloud City on stage: a view becomes a picture, and every move can be touched."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from random import Random

import pytest
from tests.cloud_city.playing import FULL, Table

from cloudtop.core.scene import Staging
from cloudtop.games.cloud_city import scene
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.moves import MOVES, Lay
from cloudtop.games.cloud_city.state import CloudCity


def played(players: int, moves: int, seed: int = 1, **options: object) -> CloudCity:
    """A random game after so many moves."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed, options=options)
    for _ in range(moves):
        if state.turn():
            legal = state.legal(state.seat)
            state.apply(state.seat, legal[int(rng.random() * len(legal))])
    return state


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("bg1@g9", ("hand:BG..", "turn:1", "cell:3,4")),
        ("b/g0@i7", ("hand:B.G.", "turn:0", "cell:4,3")),
        ("g7-l7", ("space:6,6", "space:11,6")),
        ("draw:stack", ("draw:stack",)),
        ("draw:3", ("draw:3",)),
        ("draw:none", ("draw:none",)),
    ],
)
def test_a_move_is_made_by_touching_its_targets(text: str, targets: tuple[str, ...]) -> None:
    view = played(2, 0).view(None)
    assert GAME.targets(view, MOVES.texts.index(text)) == targets


def test_no_two_moves_have_the_same_targets() -> None:
    for view in (played(2, 0).view(0), played(2, 30).view(0), played(2, 30).view(None)):
        assert len({scene.touched(view, move) for move in MOVES}) == GAME.actions


@pytest.mark.parametrize(("players", "moves"), [(1, 0), (2, 7), (4, 30), (3, 200)])
def test_every_legal_target_can_be_picked_in_the_scene(players: int, moves: int) -> None:
    state = played(players, moves, requests=1)
    seat = state.turn()[0] if state.turn() else 0
    view = state.view(seat)
    legal = {target for action in state.legal(seat) for target in GAME.targets(view, action)}
    chosen = [target for target in legal if target.startswith("hand:")][:1]
    for form in ("", "plan"):
        shown = GAME.scene(view, GAME.words("fr"), Staging(targets=legal, chosen=chosen, form=form))
        picked = {item.target for panel in shown.panels for item in panel.items}
        picked |= {slot.target for panel in shown.panels for slot in panel.slots}
        assert picked - {""} == {target for target in legal if not target.startswith("turn:")}


def test_a_move_that_is_considered_is_shown_as_a_ghost(table: Table) -> None:
    state = table(FULL)
    assert ghosts(state, "g7-g9")
    assert not ghosts(state, "draw:stack")
    first = played(1, 0)
    assert ghosts(first, GAME.text(first.legal(0)[0]))


def ghosts(state: CloudCity, text: str) -> list[str]:
    """What is shown as a ghost while a move is considered."""
    shown = GAME.scene(state.view(0), GAME.words(), Staging(ghost=MOVES.written(text)))
    return [item.id for panel in shown.panels for item in panel.items if item.state == "ghost"]


@pytest.mark.parametrize("theme", ["day", "dusk"])
@pytest.mark.parametrize(("players", "city"), [(1, "square"), (2, "rectangle"), (3, "rectangle"), (4, "square")])
def test_a_picture_is_sound_at_the_start_in_the_middle_and_at_the_end(players: int, city: str, theme: str) -> None:
    for moves in (0, 30, 1000):
        state = played(players, moves, city=city, requests=2)
        for seat in (0, None):
            root = ET.fromstring(GAME.picture(state.view(seat), "ja", theme, side=1, names=["Ada & Ben"]))
            ids = {element.get("id") for element in root.iter()}
            uses = {element.get("href", "")[1:] for element in root.iter("{http://www.w3.org/2000/svg}use")}
            assert uses
            assert uses <= ids


def test_the_last_tile_stays_marked_after_the_draw() -> None:
    state = played(2, 0)
    first = state.seat
    state.play(first, state.legal(first)[0])
    laid = scene.last_laid(state.view(None).facts)
    state.play(first, state.legal(first)[-1])
    assert scene.last_laid(state.view(None).facts) == laid
    assert laid is not None
    assert laid.seat == first
    assert isinstance(laid.move, Lay)
    assert scene.last_laid(played(2, 0).view(None).facts) is None


def test_a_spectator_is_shown_the_city_whose_turn_it_is() -> None:
    state = played(3, 9)
    first = GAME.scene(state.view(None), GAME.words(), Staging()).panels[0]
    assert first.name == f"city:{state.seat}"


def test_a_scene_shows_nothing_that_the_seat_does_not_know() -> None:
    state = played(3, 20)
    for seat in range(3):
        other = state.imagine(seat, Random(seat))
        imagined, true = (GAME.scene(seen.view(seat), GAME.words(), Staging()) for seen in (other, state))
        assert imagined == true


BOARD = """\
Round 1 of 8 Seat 0 builds walkways or draws.

Seat 0, votes: 2
    g  h  i  j
  7 B1 .  B1 .
  8 .  B0 .  S0
River walkways: g7-i7 worth 2
Forest walkways: none
Sand walkways: none
Hand: b/b  b/g

Face up: 1 b/g  2 b/g  3 b/s. Stack: 38.
River walkways left: 1 ×6  2 ×7  3 ×8  5 ×6  8 ×3
Forest walkways left: 1 ×6  2 ×8  3 ×8  5 ×6  8 ×3
Sand walkways left: 1 ×6  2 ×8  3 ×8  5 ×6  8 ×3
"""


def test_the_board_reads_well_as_text(table: Table) -> None:
    state = table("  g h i j\n7 B . B .\n8 . B . S\n", walkways="g7-i7")
    assert GAME.board_text(state.view(0)).startswith(BOARD)
