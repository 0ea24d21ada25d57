"""What towers and bridges are worth, by hand and by a second computation."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.state import Skybridge

Position = Callable[..., Skybridge]
STOREYS = {"3": 3, "2": 2, "b": 1, "r": 0}


@pytest.mark.rule("skybridge/score", "allows")
def test_an_own_bridge_adds_the_far_tower_of_another(position: Position) -> None:
    # a1 = 3 + 1 + 3 = 7 with cinnabar's roof; b1 = 3 + 1 + 3 + 2 = 9 with honey's: cinnabar 7 + 9, honey 9.
    state = position("a1 h3 cb i3 cr / b1 j3 cb i3 j2 hr", turn=0)
    assert state.scores() == [16, 9, 0, 0]


@pytest.mark.rule("skybridge/score", "allows")
def test_owning_both_ends_counts_everything_twice(position: Position) -> None:
    # (7 + 9) x 2 = 32.
    assert position("a1 h3 cb i3 cr / b1 j3 cb i3 j2 cr", turn=1).scores() == [32, 0, 0, 0]


@pytest.mark.rule("skybridge/score", "refuses")
def test_anothers_bridge_adds_nothing(position: Position) -> None:
    # The bridge is honey's: cinnabar has only its own 7; honey roofs nothing.
    assert position("a1 h3 i3 hb cr / b1 j3 i3 hb", turn=1).scores() == [7, 0, 0, 0]


@pytest.mark.rule("skybridge/score", "refuses")
def test_an_unroofed_tower_counts_only_as_a_far_tower(position: Position) -> None:
    # b1 = 4 is open: it counts for cinnabar's bridge from a1 = 6 (3 + 1 + 2), and for nobody else.
    assert position("a1 h3 cb i2 cr / b1 j3 cb", turn=1).scores() == [10, 0, 0, 0]


@pytest.mark.rule("skybridge/score", "refuses")
def test_bridges_make_no_chains(position: Position) -> None:
    # Cinnabar roofs a1 = 6; its bridge reaches b1 = 7; the indigo bridge from b1 to c1 carries it no farther.
    state = position("a1 h3 cb h2 cr / b1 h3 cb j2 ib / c1 h3 j3 ib", turn=1)
    assert state.scores() == [6 + 7, 0, 0, 0]


@pytest.mark.rule("skybridge/two-players", "refuses")
def test_roof_and_bridge_must_be_of_the_same_colour(position: Position) -> None:
    # Seat 0 roofs a1 = 7 with cinnabar and b1 = 9 with indigo; the bridge is cinnabar's: 16 + 9 = 25, not 32.
    state = position("a1 h3 cb j3 cr / b1 j3 cb h3 j2 ir", turn=1, players=2)
    assert state.scores() == [25, 0]


@pytest.mark.rule("skybridge/three-players", "refuses")
def test_the_neutral_colour_never_scores(position: Position) -> None:
    state = position("a1 j3 h2 cr", turn=1, players=3)
    assert state.scores() == [5, 0, 0]


@pytest.mark.rule("skybridge/tie", "allows")
def test_equal_points_share_the_win() -> None:
    found = 0
    for seed in range(400):
        state = played(seed, 4)
        outcome = state.outcome()
        assert outcome is not None
        best = [seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores)]
        assert list(outcome.winners) == best == list(outcome.ranking[0])
        found += len(best) > 1
    assert found


@pytest.mark.rule("skybridge/tie", "refuses")
def test_fewer_points_win_nothing() -> None:
    outcome = played(1, 2).outcome()
    assert outcome is not None
    assert outcome.ranking[0] == outcome.winners
    assert outcome.scores[outcome.ranking[0][0]] > outcome.scores[outcome.ranking[1][0]]


def test_the_sheet_names_each_tower(position: Position) -> None:
    sheet = position("a1 h3 cb i3 cr / b1 j3 cb i3 j2 hr", turn=0).score_sheet(0)
    words = GAME.words("en")
    assert [(GAME.say_score(line, words), line.points) for line in sheet.lines] == [
        ("tower a1, roofed by cinnabar", 7),
        ("tower b1, by the cinnabar bridge from a1", 9),
    ]


def played(seed: int, players: int, **options: object) -> Skybridge:
    """A random game to its end."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed, options=options)
    while state.turn():
        legal = state.legal(state.turn()[0])
        state.play(state.turn()[0], legal[int(rng.random() * len(legal))])
    return state


def naive_scores(towers: dict[str, list[str]], players: int) -> list[int]:
    """The score from the towers alone: for every roof, its tower and the other tower that has its colour's bridge."""
    height = {cell: sum(STOREYS[piece[1]] for piece in stack) for cell, stack in towers.items()}
    points = dict.fromkeys("chij", 0)
    for cell, stack in towers.items():
        if stack[-1][1] == "r":
            colour = stack[-1][0]
            points[colour] += height[cell]
            if f"{colour}b" in stack:
                points[colour] += sum(height[far] for far in towers if far != cell and f"{colour}b" in towers[far])
    if players == 2:
        return [points["c"] + points["i"], points["h"] + points["j"]]
    return [points[colour] for colour in "chij"[:players]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_agree_with_a_second_computation(players: int) -> None:
    for seed in range(150):
        state = played(seed, players, roof_on_foundation=seed % 2 == 0, bridge_on_foundation=seed % 3 == 0)
        assert state.scores() == naive_scores(state.dump()["towers"], players)
