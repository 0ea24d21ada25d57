"""Cloud City on stage: a view becomes a picture, and every move can be touched."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from random import Random

import pytest
from tests.support.cloud_city.playing import FULL, Table

from cloudtop.core.scene import Panel, Staging
from cloudtop.games.cloud_city import scene
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.moves import MOVES, Lay, Move
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


# ---------------------------------------------------------------------- why something may not be picked


def everything(state: CloudCity) -> Staging[Move]:
    """The table as it is asked what somebody touched: with every target of the game."""
    view = state.view(0)
    return Staging(targets={target for move in MOVES for target in scene.touched(view, move)})


def answering(state: CloudCity, form: str = "") -> dict[str, str]:
    """By item and place, the target that it answers to when everything is one."""
    panels = GAME.scene(state.view(0), GAME.words(), everything(state)._replace(form=form)).panels
    items = {item.id: item.target for panel in panels for item in panel.items if panel.seat in (0, None)}
    return items | {slot.id: slot.target for panel in panels for slot in panel.slots}


def refusals(state: CloudCity, thing: str) -> Counter[str]:
    """The rules that forbid the moves with the target of an item or a place."""
    target, view = answering(state)[thing], state.view(0)
    actions = (action for action in range(GAME.actions) if target in GAME.targets(view, action))
    rules = (state.why_not(0, action) for action in actions)
    return Counter(rule.removeprefix("cloud-city/") for rule in rules if rule is not None)


def reason(state: CloudCity, thing: str) -> str:
    """The rule that forbids most of them."""
    return refusals(state, thing).most_common(1)[0][0]


def test_everything_that_can_be_meant_answers(table: Table) -> None:
    for step in ("lay", "build"):
        state = table(FULL if step == "build" else "  g h i j\n7 B . G .\n8 . B . S\n", step=step)
        for form in ("", "plan"):
            targets = answering(state, form)
            meant = ("tile-", "building-", "hand-", "slot-", "stack")
            silent = [thing for thing, target in targets.items() if thing.startswith(meant) and not target]
            assert silent == ([] if step == "lay" else silent[:1])


def test_a_laid_tile_says_that_its_place_is_taken(table: Table) -> None:
    state = table("  g h i j\n7 B . G .\n8 . B . S\n", step="lay")
    assert refusals(state, "tile-3_3").keys() == {"place-free"}
    assert reason(state, "building-6_6") == reason(state, "stack") == "turn-step"


def test_a_full_roof_says_that_it_is_full(table: Table) -> None:
    state = table(FULL, walkways="h10-j10 j10-j11", step="build")
    assert reason(state, "building-9_9") == "walkway-two"
    assert reason(state, "tile-3_3") == "turn-step"


def test_a_roof_says_what_is_in_its_way(table: Table) -> None:
    state = table(FULL, step="build")
    assert reason(state, "building-8_10") == "walkway-taller"
    lonely = table("  g h i j\n7 B . G .\n8 . B . S\n", step="build")
    assert reason(lonely, "building-8_6") == "walkway-same-height"


def test_legal_moves_are_never_touched_aside() -> None:
    for seed in range(4):
        for moves in range(0, 60, 6):
            state = played(2, moves, seed)
            if state.turn():
                view = state.view(state.seat)
                touched = [target for action in state.legal(state.seat) for target in GAME.targets(view, action)]
                assert not [target for target in touched if target.startswith("aside")]


# ---------------------------------------------------------------------- parts


@pytest.mark.parametrize(("players", "options"), [(3, {"requests": 2}), (1, {"city": "rectangle"})])
def test_panels_with_the_same_key_are_the_same(players: int, options: dict[str, object]) -> None:
    rng = Random(8)
    state = GAME.deal(players=players, seed=4, options=options)
    known: dict[tuple[str, object], Panel] = {}
    while state.turn():
        seat, legal = state.seat, state.legal(state.seat)
        action = rng.choice(legal)
        view = state.view(seat)
        targets = GAME.targets(view, action)
        stagings: list[Staging[Move]] = [
            Staging(),
            Staging(names=["Ada"] * players),
            Staging(side=1),
            Staging(form="plan"),
            Staging(targets=targets),
            Staging(targets=targets, chosen=targets[:1]),
            Staging(targets=targets, chosen=targets, ghost=GAME.moves[action]),
        ]
        for staging in stagings:
            for part in GAME.parts(view, GAME.words(), staging):
                panel = part.draw()
                assert part.name == panel.name
                assert known.setdefault((part.name, part.key), panel) == panel
        state.apply(seat, action)
    panels = {repr(panel) for panel in known.values()}
    assert len(panels) > 0.9 * len(known), "a key is no finer than it needs to be"


def test_a_move_changes_few_panels() -> None:
    state = played(3, 20, requests=1)
    while state.building:
        state.apply(state.seat, state.legal(state.seat)[-1])
    keys = {part.name: part.key for part in GAME.parts(state.view(None), GAME.words(), Staging())}
    shown = state.seat
    state.apply(shown, state.legal(shown)[0])
    after = {part.name: part.key for part in GAME.parts(state.view(None), GAME.words(), Staging())}
    changed = {name for name in keys if keys[name] != after[name]}
    assert {f"city:{shown}", f"hand:{shown}"} <= changed
    assert "market" not in changed
    assert "supply" not in changed


# ---------------------------------------------------------------------- drafts


def test_what_is_drafted_wears_the_look_of_a_ghost(table: Table) -> None:
    state = table("  g h i j\n7 B . G .\n8 . B . S\n", step="lay", hands=[["bg", "bs", "gs"]])
    lay, built = MOVES.written("bg0@g9"), MOVES.written("g7-g9")
    assert lay is not None
    assert built is not None
    for move in (lay, built):
        state.play(0, MOVES.number(move))
    staging = Staging(targets=("cell:3,4", "hand:BG..", "draw:stack"), drafted=(lay, built))
    panels = {panel.name: panel for panel in GAME.scene(state.view(0), GAME.words(), staging).panels}
    ghosts = {item.id for item in panels["city:0"].items if item.state == "ghost"}
    assert ghosts >= {"tile-3_4", "building-6_8", "building-7_8", "value-6_6-6_8", "walkway-6_6-6_8-0"}
    assert not [key for key in ghosts if key.startswith("building-6_6")]
    assert [item.target for item in panels["city:0"].items if item.id == "frame-3_4"] == ["cell:3,4"]
    assert [(slot.state, slot.target) for slot in panels["hand:0"].slots] == [("held", "hand:BG.."), ("", ""), ("", "")]
