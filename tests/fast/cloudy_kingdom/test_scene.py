"""What players see and hear: pictures from views, targets for moves, the field in words."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from random import Random

import pytest
from tests.support.cloudy_kingdom.playing import RED_WAITS, Position, boxed

from cloudtop.core.game import Game
from cloudtop.core.scene import KINDS, SLOT_STATES, UPON, Panel, Slot, Staging
from cloudtop.core.words import LANGUAGES
from cloudtop.games.cloudy_kingdom.art import Board
from cloudtop.games.cloudy_kingdom.board import Field, field_of
from cloudtop.games.cloudy_kingdom.game import GAME
from cloudtop.games.cloudy_kingdom.moves import Cell, Move
from cloudtop.games.cloudy_kingdom.pieces import SIDES, Side
from cloudtop.games.cloudy_kingdom.scene import board_of, on_field
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.games.cloudy_kingdom.view import Stretch, reaches, seen_in

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


def shown(state: CloudyKingdom, seat: int | None) -> Board:
    """What is drawn of the field for a seat."""
    return board_of(GAME.tables, on_field(GAME.tables, state.view(seat), Staging()))


def panels(
    state: CloudyKingdom, seat: int | None, staging: Staging[Move] | None = None, game: Game = GAME
) -> dict[str, Panel]:
    """What a seat is shown, panel by panel."""
    view = state.view(seat)
    return {panel.name: panel for panel in game.scene(view, game.words("en"), staging or Staging()).panels}


def slots(state: CloudyKingdom, seat: int | None, panel: str, staging: Staging[Move] | None = None) -> dict[str, Slot]:
    """The places of a panel by their ids."""
    return {slot.id: slot for slot in panels(state, seat, staging)[panel].slots}


def everything(state: CloudyKingdom, seat: int) -> list[str]:
    """Every target of the game."""
    view = state.view(seat)
    return sorted({target for action in range(GAME.actions) for target in GAME.targets(view, action)})


def refusal(state: CloudyKingdom, seat: int, target: str) -> str | None:
    """The rule that most often forbids the moves that a target belongs to."""
    view = state.view(seat)
    moves = [action for action in range(GAME.actions) if target in GAME.targets(view, action)]
    rules = Counter(rule for action in moves if (rule := state.why_not(seat, action)) is not None)
    return rules.most_common(1)[0][0].removeprefix("cloudy-kingdom/") if rules else None


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


def test_other_hands_are_seen_from_the_back(position: Position) -> None:
    state = position("", "t f")
    own, other = slots(state, 0, "hand")["card-0"], slots(state, 0, "player:1")["hand"]
    assert own.label == "T-junction"
    assert "cloudy-kingdom-tee" in {item.sprite for item in own.picture.items}
    assert other.label == "Route card, face down"
    assert "cloudy-kingdom-back" in {item.sprite for item in other.picture.items}
    watched = panels(state, None)
    assert "hand" not in watched
    assert "T-junction" not in str(watched["player:0"])


def test_the_draft_is_shown_to_those_who_still_choose() -> None:
    state = GAME.deal(players=2, seed=1, options={"magic": "choose"})
    state.play(1, state.legal(1)[0])
    draft = panels(state, 0)["draft"]
    assert [slot.id for slot in draft.slots if slot.group] == [
        f"magic-{name}" for name in ("cut-it-all", "inspiration", "burning-crossing", "quick-growth")
    ]
    assert len(draft.slots) == 8
    assert all(slot.text for slot in draft.slots)
    assert "draft" not in panels(state, 1)
    assert {slot.state for slot in panels(state, 0)["magic"].slots} == {"none"}
    assert "has chosen" in panels(state, 0)["player:1"].description
    assert panels(state, 0, Staging(names=["You", "Bo"]))["hand"].description.startswith("You, red (crown). To play.")
    assert not any(
        "magic" in item.sprite for slot in slots(state, 0, "player:1").values() for item in slot.picture.items
    )


@pytest.mark.parametrize(("players", "magic"), [(2, "first-game"), (3, "random"), (4, "choose")])
def test_places_never_move(players: int, magic: str) -> None:
    state = GAME.deal(players=players, seed=3, options={"magic": magic})
    rng = Random(3)
    known: dict[tuple[int | None, str], list[str]] = {}
    order = [name for name in panels(state, 0) if name != "draft"]
    while state.turn():
        for seat in (None, *range(players)):
            for name, panel in panels(state, seat).items():
                assert panel.kind in KINDS
                assert panel.kind == "board" or not (panel.items or panel.backdrop)
                ids = [slot.id for slot in panel.slots]
                assert known.setdefault((seat, name), ids) == ids
                assert all(slot.state in SLOT_STATES and slot.label for slot in panel.slots)
                labels = [slot.label for slot in panel.slots]
                assert len(set(labels)) == len(labels) or name.startswith("player:")
        assert [name for name in panels(state, 0) if name != "draft"] == order
        seat = rng.choice(state.turn())
        state.play(seat, rng.choice(state.legal(seat)))
    assert order == ["board", "hand", "magic", *(f"player:{seat}" for seat in range(1, players)), "piles"]


def test_equal_cards_share_a_target_and_have_different_names(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f f")
    state.play(0, GAME.parse(state, 0, "magic:inspiration"))
    targets = {target for action in state.legal(0) for target in GAME.targets(state.view(0), action)}
    first, second = slots(state, 0, "hand", Staging(targets=targets)).values()
    assert first.target == second.target == "hand:f"
    assert (first.label, second.label) == ("fork (1)", "fork (2)")


def test_the_card_in_the_hand_lies_as_its_ghost(position: Position) -> None:
    state = position("b2 s:v", "t s")
    for side, text, body, rotation in ((0, "t@b2w", "card-h", 0), (0, "t@a1s", "card-v", 3), (1, "t@a1s", "card-h", 2)):
        ghost = GAME.moves[GAME.parse(state, 0, text)]
        staging: Staging[Move] = Staging(side=side, chosen=("cell:b2",), ghost=ghost)
        card = slots(state, 0, "hand", staging)["card-0"].picture.items
        assert card[0].sprite == f"cloudy-kingdom-{body}"
        assert card[1].rotation == rotation
        lying = next(item for item in panels(state, 0, staging)["board"].items if item.id == "ghost")
        assert lying.rotation == rotation


def test_magic_that_is_laid_lies_in_the_hand_and_is_used_only_then(position: Position) -> None:
    state = position("b2 s:v", "t s")
    state.play(0, GAME.parse(state, 0, "magic:burning-crossing"))
    targets = [target for action in state.legal(0) for target in GAME.targets(state.view(0), action)]
    staging: Staging[Move] = Staging(targets=targets)
    card = slots(state, 0, "hand", staging)["card-0"]
    assert (card.label, card.target) == ("Burning crossing", "magic:burning-crossing")
    note = slots(state, 0, "magic", staging)["magic-2"]
    assert (note.label, note.target, note.state) == ("Burning crossing", "magic:burning-crossing", "")
    state.play(0, GAME.parse(state, 0, "fire@b2h"))
    used = slots(state, 0, "magic")["magic-2"]
    assert used.state == "used"
    assert used.text.startswith("Used.")


def test_drafted_cards_wear_the_ghost_s_look_and_keep_their_place_in_the_hand(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f t", magic="green-hand dead-end inspiration")
    state.play(0, GAME.parse(state, 0, "magic:green-hand"))
    state.play(1, GAME.parse(state, 1, "keep"))
    whole = [slot.label for slot in slots(state, 0, "hand").values()]
    assert whole == ["T-junction", "fork"]
    move = GAME.moves[GAME.parse(state, 0, "t@b2w")]
    state.play(0, GAME.parse(state, 0, "t@b2w"))
    staging: Staging[Move] = Staging(drafted=(move,))
    assert [(slot.label, slot.state, slot.target) for slot in slots(state, 0, "hand", staging).values()] == [
        ("T-junction", "held", "hand:t"),
        ("fork", "", ""),
    ]
    items = {item.id: item for item in panels(state, 0, staging)["board"].items}
    assert items["card-b2-1"].state == "ghost"
    assert "drafted-b2" in items
    assert items["cell-b2"].target == "cell:b2"
    assert panels(state, 0)["board"].items != panels(state, 0, staging)["board"].items


def test_drafted_magic_can_be_put_back(position: Position) -> None:
    state = position("b2 s:v", "t s")
    move = GAME.moves[GAME.parse(state, 0, "magic:cut-it-all")]
    state.play(0, GAME.parse(state, 0, "magic:cut-it-all"))
    assert [slot.state for slot in slots(state, 0, "magic").values()] == ["used", "", ""]
    drafted = slots(state, 0, "magic", Staging(drafted=(move,)))["magic-0"]
    assert (drafted.state, drafted.target) == ("held", "magic:cut-it-all")


def test_a_stack_about_to_be_turned_shows_how_it_would_lie(position: Position) -> None:
    state = position("b2 t:w", "t s", magic="winding-road dead-end inspiration")
    state.play(0, GAME.parse(state, 0, "magic:winding-road"))
    ghost = GAME.moves[GAME.parse(state, 0, "turn@b2")]
    items = {item.id: item for item in panels(state, 0, Staging(ghost=ghost))["board"].items}
    assert (items["card-b2-0"].rotation, items["ghost"].rotation) == (0, 1)


def test_every_thing_that_could_be_meant_answers_when_all_targets_are_open(position: Position) -> None:
    state = position("a1 s:h fire:v / c3 s:v", "t s", used=[["burning-crossing"], []])
    staging: Staging[Move] = Staging(targets=everything(state, 0))
    board = panels(state, 0, staging)["board"].items
    assert {item.id: item.target for item in board if item.id.startswith(UPON)} == {
        f"{UPON}cell-{c}{r}": f"cell:{c}{r}" for c in "abc" for r in "123"
    }
    assert [slot.target for slot in panels(state, 0, staging)["magic"].slots] == [
        f"magic:{name}" for name in ("cut-it-all", "inspiration", "burning-crossing")
    ]
    assert [slot.target for slot in panels(state, 0, staging)["piles"].slots] == ["stack", "discard", ""]
    assert slots(state, 0, "hand", staging)["card-0"].target == "hand:t"
    assert not any(item.target for item in panels(state, 0)["board"].items)


def test_cards_that_may_be_picked_in_every_turn_are_left_as_they_are_while_others_play(position: Position) -> None:
    state = position("b2 s:v", "t s", used=[["burning-crossing"], []])
    targets = {target for action in state.legal(0) for target in GAME.targets(state.view(0), action)}
    mine = panels(state, 0, Staging(targets=targets))
    state.play(0, GAME.parse(state, 0, "t@a1n"))
    waiting = panels(state, 0)
    assert all(now is then for now, then in zip(waiting["magic"].slots, mine["magic"].slots, strict=True))
    assert [slot.target for slot in waiting["magic"].slots] == ["magic:cut-it-all", "magic:inspiration", ""]
    assert waiting["hand"].slots[0].target.startswith("hand:")


def test_what_is_touched_in_vain_finds_the_right_rule(position: Position) -> None:
    state = position("a1 s:h fire:v", "t s", used=[["burning-crossing"], []])
    assert refusal(state, 0, "cell:b2") == "route-empty"
    assert refusal(state, 0, "cell:a1") == "magic-fire"
    assert refusal(state, 0, "magic:burning-crossing") == "magic-once"
    assert refusal(state, 0, "magic:cut-it-all") == "magic-possible"
    assert refusal(state, 0, "stack") == "turn"
    assert refusal(state, 0, "discard") == "stuck"
    assert refusal(state, 1, "cell:c3") == "turn"
    state.play(0, GAME.parse(state, 0, "magic:inspiration"))
    assert refusal(state, 0, "stack") == "magic-inspiration"
    growing = position("c3 s:v", "t s", magic="quick-growth dead-end inspiration")
    growing.play(0, GAME.parse(growing, 0, "magic:quick-growth"))
    assert refusal(growing, 0, "cell:c3") == "magic-quick"
    asked = position("c3 s:v", "t s", magic="green-hand dead-end inspiration")
    asked.play(0, GAME.parse(asked, 0, "magic:green-hand"))
    assert refusal(asked, 1, "cell:a1") == "magic-green"
    assert refusal(asked, 1, "stack") is None


def test_a_waiting_road_and_a_won_one_are_lit(position: Position) -> None:
    waiting = position(RED_WAITS, "t t", active=1, used=MAGIC_OF_RED)
    road = shown(waiting, None).roads[0]
    assert {other.state for other in shown(waiting, None).roads[1:]} == {"rival"}
    assert (road.state, road.family, road.castles) == ("waiting", "R", (("N", 0), ("S", 2)))
    assert [stretch.cell for stretch in road.stretches] == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]
    won = position(RED_WAITS, "- t", winners=[0], reason="win")
    assert [road.state for road in shown(won, 0).roads] == ["won"]


def test_roads_that_grow_are_shown_one_s_own_broad_and_the_others_in_lanes(position: Position) -> None:
    state = position("a1 s:h l:n / b1 s:h / c3 s:h", "t t")
    own = (Stretch(Cell(0, 0), "NE"), Stretch(Cell(1, 0), "EW"))
    assert [(road.state, road.family, road.castles) for road in shown(state, 0).roads] == [
        ("own", "R", (("N", 0),)),
        ("rival", "B", (("E", 2),)),
        ("rival", "B", (("W", 0),)),
    ]
    assert shown(state, 0).roads[0].stretches == own
    assert {road.state for road in shown(state, None).roads} == {"rival"}
    assert {(road.family, road.lane) for road in shown(state, None).roads} == {("R", 0), ("B", 1)}
    items = {item.id: item.sprite for item in panels(state, 0)["board"].items}
    assert items["glow-red-a1-NE"] == "cloudy-kingdom-glow-red-bend"
    assert items["trail-blue-c3-WE"] == "cloudy-kingdom-trail-blue-straight"


def reach(field: Field, family: str, side: Side) -> list[tuple[Cell, str]]:
    """All of the road that grows from a family's castle, found without hurry."""
    found: list[tuple[Cell, str]] = []
    seen: set[tuple[Cell, Side]] = set()
    for (cell, entry), onward, _ in field.walk(field.gate(family, side)):
        if entry in field.arms(cell) and (cell, entry) not in seen:
            seen |= {(cell, each) for each in (entry, *onward)}
            found.append((cell, "".join(each for each in SIDES if each in (entry, *onward))))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_roads_are_found_as_by_walking_them(players: int) -> None:
    for seed in range(4):
        for moves in range(0, 48, 6):
            facts = played(players, moves, seed, magic="random", layout="random").view(None).facts
            field = field_of(GAME.box, facts)
            for (family, side), pieces in reaches(GAME.tables, seen_in(facts)).items():
                assert list(pieces) == reach(field, family, side)


def test_a_move_is_made_of_targets(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    view = state.view(0)

    def touched(text: str) -> tuple[str, ...]:
        return GAME.targets(state.view(state.seat), GAME.parse(state, state.seat, text))

    assert touched("t@b2w") == ("hand:t", "cell:b2", "turn:0")
    assert touched("t@b1n") == ("hand:t", "cell:b1", "turn:1")
    assert touched("magic:inspiration") == ("magic:inspiration",)
    made = {GAME.targets(view, action) for action in state.legal(0)}
    assert len(made) == len(state.legal(0))
    state.play(0, GAME.parse(state, 0, "magic:inspiration"))
    assert touched("l@b2e") == ("hand:l", "cell:b2", "turn:2")


def test_answers_steps_and_choices_have_targets_too(position: Position) -> None:
    moves = [GAME.text(action) for action in range(GAME.actions)]

    def touched(text: str, during: str = "", seat: int = 0) -> tuple[str, ...]:
        state = position("b2 s:h", "t s", magic="cut-it-all winding-road green-hand")
        if during == "fire":
            state = position("b2 s:h", "t s")
            state.play(0, GAME.parse(state, 0, "magic:burning-crossing"))
        elif during:
            state.play(0, GAME.parse(state, 0, f"magic:{during}"))
        return GAME.targets(state.view(seat), moves.index(text))

    assert touched("cut@b2", "cut-it-all") == touched("turn@b2", "winding-road") == ("cell:b2",)
    assert touched("fire@b2v", "fire") == ("magic:burning-crossing", "cell:b2", "turn:1")
    assert touched("discard:t") == ("hand:t", "discard")
    assert touched("swap", "green-hand", 1) == ("stack",)
    assert touched("keep", "green-hand", 1) == ("hand:s",)
    choosing = GAME.deal(players=2, seed=1, options={"magic": "choose"}).view(0)
    three = moves.index("pick:cut-it-all+replant+green-hand")
    assert GAME.targets(choosing, three) == ("magic:cut-it-all", "magic:replant", "magic:green-hand")
    # What nobody could mean now touches nothing that is on the table.
    for text in ("fire@b2v", "swap", "keep", "pick:cut-it-all+replant+green-hand", "s@b2v"):
        assert not {"magic:burning-crossing", "stack", "hand:t", "magic:cut-it-all", "cell:b2"} & set(touched(text))


def test_targets_choices_and_a_ghost_reach_the_field(position: Position) -> None:
    state = position("b2 s:v", "t s")
    targets = {target for action in state.legal(0) for target in GAME.targets(state.view(0), action)}
    ghost = GAME.moves[GAME.parse(state, 0, "t@b2w")]
    staging: Staging[Move] = Staging(targets=targets, chosen=("hand:t", "cell:b2"), ghost=ghost)
    items = panels(state, 0, staging)["board"].items
    places = [slot for panel in panels(state, 0, staging).values() for slot in panel.slots]
    assert {"cell:b2", "cell:a1"} <= {item.target for item in items}
    assert {"hand:t", "magic:inspiration"} <= {slot.target for slot in places}
    assert any(item.id == "ghost" for item in items)
    signs = {item.id: item.sprite.removeprefix("cloudy-kingdom-upon-") for item in items if item.id.startswith(UPON)}
    assert signs[f"{UPON}cell-b2"] == "chosen-h-1"
    assert signs[f"{UPON}cell-a1"] == "target-hv-0"
    assert (signs[f"{UPON}cell-b1"], signs[f"{UPON}cell-a2"]) == ("target-v-0", "target-h-0")
    assert not any(item.id == "ghost" for item in panels(state, 0)["board"].items)
    cutting = position("b2 s:v", "t s")
    cutting.play(0, cutting.game.parse(cutting, 0, "magic:cut-it-all"))
    cut: Staging[Move] = Staging(targets=("cell:b2",), ghost=GAME.moves[GAME.actions - 1])
    assert any(item.id == "act-b2" for item in panels(cutting, 0, cut)["board"].items)


def test_the_sheet_has_every_sprite_and_colours_follow_the_theme() -> None:
    sprites = GAME.sprites()
    for panel in panels(played(4, 40), 0).values():
        drawn = [item for slot in panel.slots for item in slot.picture.items]
        for item in (*panel.items, *drawn):
            assert f'id="{item.sprite}"' in sprites
    assert "--" in GAME.paints()


def test_magic_of_ones_own_is_drawn_and_told() -> None:
    text = '[magic.gate]\ntitle = "Stone gate"\nsteps = [{ lay = "anywhere", joins = ["al"], fireproof = true }]'
    game = boxed(text)
    state = game.deal(players=2, seed=1, options={"magic": "choose"})
    assert "Stone gate" in game.picture(state.view(0))
    note = next(slot for slot in panels(state, 0, game=game)["draft"].slots if slot.id == "magic-gate")
    assert (note.label, note.text, note.group) == ("Stone gate", "Steps: lay this card.", "Written by your table")
    assert [item.sprite for item in note.picture.items] == ["cloudy-kingdom-magic-written"]
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
