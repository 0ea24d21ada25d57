"""What a view of Strange World shows, says and lets a player touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest
from tests.support.strange_world.maps import dealt, play, solo

from cloudtop.core.chance import pick
from cloudtop.core.scene import UPON, Item, Panel, Scene, Staging
from cloudtop.core.words import LANGUAGES
from cloudtop.games.strange_world.art import sprites
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.moves import Move
from cloudtop.games.strange_world.state import StrangeWorld

WORDS = GAME.words("en")


def random_states(players: int, seed: int, options: dict[str, str] | None = None) -> Iterator[StrangeWorld]:
    """Some positions of a random game, and its end."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed, options=options)
    while state.turn():
        if rng.random() < 0.25:
            yield state
        seat = pick(rng, state.turn())
        state.play(seat, pick(rng, state.legal(seat)))
    yield state


def touched(state: StrangeWorld, text: str) -> tuple[str, ...]:
    return GAME.targets(state.view(state.seat), GAME.parse(state, state.seat, text))


def scene(state: StrangeWorld, seat: int | None, staging: Staging[Move] | None = None) -> Scene:
    """What a seat, or a spectator, is shown."""
    return GAME.scene(state.view(seat), WORDS, staging or Staging())


def considered(state: StrangeWorld, text: str) -> dict[str, Item]:
    """The looker's world while a move is being considered."""
    return items(scene(state, 0, Staging(ghost=GAME.moves[GAME.parse(state, 0, text)])), "world:0")


def panel(shown: Scene, name: str) -> Panel:
    return next(panel for panel in shown.panels if panel.name == name)


def sprites_in(shown: Panel) -> set[str]:
    """The sprites of a panel, or of its places."""
    return {item.sprite for item in (*shown.items, *(item for slot in shown.slots for item in slot.picture.items))}


def items(shown: Scene, name: str) -> dict[str, Item]:
    return {item.id: item for item in panel(shown, name).items}


# ---------------------------------------------------------------------- what is touched


def test_a_lay_touches_a_card_and_a_cell() -> None:
    # Alone, the first place is that of the pile's top card, which is laid already.
    assert touched(solo("Tf *Ma", "Wc We"), "We@d3") == ("hand:2", "cell:3,2")


def test_passing_touches_the_card_that_is_named() -> None:
    state = dealt(2, "Va Vb VM", "Wc Wd We")
    assert touched(state, "keep-Vb") == ("hand:1",)
    # In hand are now Vb and the two that came: Wc and We.
    assert touched(play(state, "keep-Vb", "keep-Wd"), "pass-We") == ("hand:2",)


def test_a_card_keeps_its_place_while_others_are_laid() -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Vb", "keep-Wd", "pass-Vb", "pass-Wd")
    assert touched(state, "We@d3") == ("hand:2", "cell:3,2")
    play(state, "Wc@d3", "Va@d5")
    assert touched(state, "We@d5") == ("hand:2", "cell:3,4")
    hand = {slot.id: slot for slot in panel(scene(state, 0), "hand:0").slots}
    assert [hand[f"card-{i}"].state for i in range(3)] == ["none", "", ""]


def test_questions_touch_what_answers_them() -> None:
    assert touched(dealt(3), "sun-right") == ("sun:right",)
    assert touched(solo("*Ma", phase="pile"), "pile-3") == ("pile:2",)
    assert touched(play(solo("Pe .   Pf\nTf *Ma MMg", "PM"), "PM@d3"), "portal@e3") == ("cell:4,2",)
    welcome = play(solo("Pe *Ma", "Pf"), "Pf@b4")
    assert touched(welcome, "Kark@right-above") == ("traveller:kark", "slot:right,2")
    assert touched(welcome, "Kark@right-below") == ("traveller:kark", "slot:right,3")
    assert touched(welcome, "decline") == ("decline",)
    assert touched(play(solo("V! .  Tf\nMMg *Ma Wc", "Vb"), "Vb@d3"), "fumarole@e3") == ("cell:4,2",)
    assert touched(play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5"), "city@e4") == ("cell:4,3",)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_no_two_legal_moves_touch_the_same_things_and_all_of_it_can_be_touched(players: int) -> None:
    for state in random_states(players, seed=players):
        for seat in state.turn():
            view = state.view(seat)
            targets = [GAME.targets(view, move) for move in state.legal(seat)]
            assert len({frozenset(target) for target in targets}) == len(targets)
            offered = {name for target in targets for name in target} - {"decline"}
            shown = scene(state, seat, Staging(targets=offered))
            answering = {item.target for panel in shown.panels for item in panel.items}
            answering |= {slot.target for panel in shown.panels for slot in panel.slots}
            assert answering - {""} == offered


# ---------------------------------------------------------------------- what is shown


def test_a_world_is_shown_with_all_that_stands_in_it() -> None:
    state = solo("Pe= PM# .\nTf! *Ma# Wc", "Vb", travellers="Burk 3", cities="9 d3 d4")
    shown = items(scene(state, 0), "world:0")
    assert shown["card-2_2"].sprite.startswith("strange-world-land-Pe")
    assert shown["card-2_3"].sprite == "strange-world-tzimime"
    assert {"fumarole-3_2", "fumarole-3_3", "city-9", "traveller-burk", "start-3_3"} <= set(shown)


def test_only_ones_own_cards_are_face_up() -> None:
    state = dealt(2, "Va Vb VM", "Wc Wd We")
    shown = scene(state, 0)
    assert sprites_in(panel(shown, "hand:1")) == {"strange-world-back"}
    assert "strange-world-back" not in sprites_in(panel(shown, "hand:0"))
    watched = scene(state, None)
    assert sprites_in(panel(watched, "hand:0")) == sprites_in(panel(watched, "hand:1")) == {"strange-world-back"}


def test_a_choice_of_the_draft_shows_to_whoever_made_it() -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Vb", seat=0)
    assert [bool(slot.text) for slot in panel(scene(state, 0), "hand:0").slots] == [True, False, True]
    assert not any(slot.text for slot in panel(scene(state, 1), "hand:0").slots)


def test_a_choice_that_is_considered_shows_what_goes() -> None:
    state = dealt(2, "Va Vb VM", "Wc Wd We")
    shown = scene(state, 0, Staging(ghost=GAME.moves[GAME.parse(state, 0, "keep-VM")]))
    assert [bool(slot.text) for slot in panel(shown, "hand:0").slots] == [True, True, False]


def test_a_move_that_is_considered_hovers() -> None:
    assert considered(solo("Tf *Ma", "Wc We"), "We@d3")["ghost-3_2"].state == "ghost"
    welcome = play(solo("Pe *Ma", "Pf"), "Pf@b4")
    assert "ghosttraveller-kark" in considered(welcome, "Kark@right-above")
    erupt = play(solo("V! .  Tf\nMMg *Ma Wc", "Vb"), "Vb@d3")
    assert "ghostfumarole-4_2" in considered(erupt, "fumarole@e3")


@pytest.mark.parametrize("options", [{}, {"portal_adjacency": "sideways", "portal_waste": "free"}])
@pytest.mark.parametrize("players", [1, 3])
def test_a_ghost_shows_all_that_will_be_there(players: int, options: dict[str, str]) -> None:
    for seed in range(3):
        for state in random_states(players, seed=80 + seed, options=options):
            for seat in state.turn():
                before = items(scene(state, seat), f"world:{seat}")
                for action in state.legal(seat):
                    after = state.copy()
                    after.play(seat, action)
                    staging = Staging[Move](ghost=GAME.moves[action])
                    ghost = items(scene(state, seat, staging), f"world:{seat}").items()
                    hovering = {
                        name.replace("ghost-", "card-").replace("ghost", ""): item.sprite
                        for name, item in ghost
                        if name.startswith("ghost") and "aim" not in name
                    }
                    shown = items(scene(after, seat), f"world:{seat}")
                    there = {name: item.sprite for name, item in shown.items() if name not in before}
                    kinds = ("card-", "fumarole-", "portal-", "city-", "traveller-")
                    assert hovering == {name: sprite for name, sprite in there.items() if name.startswith(kinds)}


def test_a_fulfilled_wish_is_ticked() -> None:
    state = solo("Pe= PM Tf .\n*Ma TM MMg .", "Wc", travellers="Burk 3")
    assert "fulfilled-burk" in items(scene(state, 0), "world:0")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_sprite_exists_and_every_picture_is_well_formed(players: int) -> None:
    known = sprites()
    for state in random_states(players, seed=20 + players):
        for seat in (0, None):
            shown = scene(state, seat)
            assert {sprite for panel in shown.panels for sprite in sprites_in(panel)} <= set(known)
    for theme in ("day", "dusk"):
        ElementTree.fromstring(GAME.picture(state.view(None), "ja", theme, names=["A", "B & C"]))


def test_the_house_gets_sprites_and_paints() -> None:
    assert "strange-world-tzimime" in GAME.sprites()
    assert "--strange-world" in GAME.paints()


# ---------------------------------------------------------------------- what is said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_and_every_position_has_words(language: str) -> None:
    words = GAME.words(language)
    assert all(GAME.say(move, words) for move in range(0, GAME.actions, 7))
    for players in (1, 2, 3):
        for state in random_states(players, seed=30 + players):
            for seat in (None, 0):
                assert "{" not in GAME.board_text(state.view(seat), language)


def test_the_table_reads_well() -> None:
    state = solo("Pe= PM# .\nTf! *Ma# Wc", "Vb", travellers="Burk 3", cities="9 d3 d4")
    assert GAME.board_text(state.view(0)).splitlines() == [
        "Solo; piles chosen: 2 of 5",
        "Seat 0 lays a card",
        "",
        "World of seat 0, 21 stars",
        "     c      d      e      f",
        "  2  .      .",
        "  3  Pe=    PM#    .",
        "  4  Tf!    Ma#    Wc     .",
        "  5  .      .      .",
        "  Burk stands on the left of rows 3 and 4 (a wind in each row, +4)",
        "  Dark City 9 on d3 and d4",
        "  Row 3: c3 portal, flame fox, joined to the card on its right; d3 fumarole",
        "  Row 4: c4 Tzimime; d4 fumarole; e4 water, sky whale",
        "",
        "= portal with the card to its right, # under a fumarole, ! Tzimime, a point: a card may be laid there",
        "Fumaroles left: 9",
        "Dark Cities left: 7, 5, 4, 3",
        "Travellers on offer: Splash, Kark",
        "Pile 3: V (volcano)",
        "Pile 4: Wd (water, sprout bear)",
        "Pile 5: WM (water, mountain)",
        "Pile 6: TM (wind, mountain)",
        "Pile 7: PM (portal, mountain)",
        "",
        "In hand: Vb (volcano, stilt chick); MMg (two mountains, loop serpent)",
    ]


# ---------------------------------------------------------------------- why not


def everything(state: StrangeWorld, seat: int) -> set[str]:
    """Every target of the game, for a seat that wonders why it may not pick something."""
    view = state.view(seat)
    return {target for action in range(GAME.actions) for target in GAME.targets(view, action)}


def reason(state: StrangeWorld, target: str, seat: int = 0) -> str:
    """The rule that forbids most of the moves with a target."""
    view = state.view(seat)
    moves = [action for action in range(GAME.actions) if target in GAME.targets(view, action)]
    rules = Counter(rule for action in moves if (rule := state.why_not(seat, action)) is not None)
    return rules.most_common(1)[0][0].removeprefix("strange-world/")


def test_what_may_not_be_picked_names_its_own_rule() -> None:
    state = solo("Tf *Ma", "Wc We")
    assert reason(state, "cell:3,3") == "lay-adjacent"
    assert reason(state, "cell:0,0") == "lay-adjacent"
    assert reason(state, "pile:0") == "solo"
    assert reason(state, "traveller:kark") == "traveller"
    assert reason(solo("Tf MMg MMh *Ma", "Wc"), "cell:4,3") == "lay-square"
    assert reason(solo("*Ma", phase="pile"), "cell:3,2") == "lay"


def test_while_a_card_asks_a_cell_means_an_answer() -> None:
    portal = play(solo("Pe .   Pf\nTf *Ma MMg", "PM"), "PM@d3")
    assert reason(portal, "cell:3,3") == "portal"
    volcano = play(solo("V! .  Tf\nMMg *Ma Wc", "Vb"), "Vb@d3")
    assert reason(volcano, "cell:4,3") == "eruption"
    assert reason(play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5"), "cell:3,4") == "dark-city"


def test_a_card_that_cannot_be_taken_says_why() -> None:
    state = play(dealt(2, "Va Vb VM", "Wc Wd We"), "keep-Vb", seat=0)
    assert reason(state, "hand:0") == "draft"
    assert reason(state, "cell:3,2") == "lay"
    play(state, "keep-Wd", "pass-Vb", "pass-Wd")
    assert reason(state, "hand:0", seat=1) == "lay"
    assert reason(play(dealt(3), "sun-left"), "sun:right", seat=1) == "sun"


@pytest.mark.parametrize("players", [1, 2, 3])
def test_whatever_a_player_can_mean_answers(players: int) -> None:
    for state in random_states(players, seed=40 + players):
        shown = scene(state, 0, Staging(targets=everything(state, 0)))
        world = panel(shown, "world:0").items
        mute = [item for item in world if not item.target]
        assert not [item.id for item in mute if item.id.startswith(("card-", "fumarole-", "traveller-"))]
        signs = {item.id for item in world if item.target}
        assert not [item.id for item in mute if item.id.startswith("empty-") and UPON + item.id not in signs]
        for name in ("piles", "travellers", "supply", "hand:0"):
            slots = [slot for shown_panel in shown.panels if shown_panel.name == name for slot in shown_panel.slots]
            silent = [slot.id for slot in slots if not slot.target]
            assert all(slot.startswith(("city", "fumaroles", "sun")) or panel(shown, name).seat == 0 for slot in silent)


def test_a_drafted_card_looks_like_a_ghost_and_can_be_put_back() -> None:
    state = solo("Tf *Ma", "Wc We")
    move = GAME.moves[GAME.parse(state, 0, "Wc@d3")]
    play(state, "Wc@d3")
    shown = scene(state, 0, Staging(drafted=[move]))
    assert items(shown, "world:0")["card-3_2"].state == "ghost"
    assert [(slot.state, slot.target) for slot in panel(shown, "hand:0").slots] == [
        ("none", ""),
        ("held", "hand:1"),
        ("", ""),
    ]


def test_a_drafted_pile_and_traveller_can_be_put_back() -> None:
    state = solo("*Ma", phase="pile")
    pile = GAME.moves[GAME.parse(state, 0, "pile-2")]
    play(state, "pile-2")
    slots = panel(scene(state, 0, Staging(drafted=[pile])), "piles").slots
    assert [(slot.state, slot.target) for slot in slots][:2] == [("", ""), ("held", "pile:1")]
    welcome = play(solo("Pe *Ma", "Pf"), "Pf@b4")
    kark = GAME.moves[GAME.parse(welcome, 0, "Kark@right-above")]
    for staging in (Staging[Move](ghost=kark), Staging[Move](drafted=[kark])):
        notes = {slot.id: slot for slot in panel(scene(welcome, 0, staging), "travellers").slots}
        assert (notes["kark"].state, notes["kark"].target) == ("held", "traveller:kark")
        if staging.ghost is not None:
            play(welcome, "Kark@right-above")


def test_whoever_watches_a_solo_game_sees_somebody_else_s_world() -> None:
    state = solo("Tf *Ma", "Wc We")
    watched = scene(state, None, Staging(names=["Åsa"]))
    assert panel(watched, "world:0").title == "World of Åsa"
    assert panel(watched, "hand:0").title == "Hand of Åsa"
    assert "strange-world-back" not in sprites_in(panel(watched, "hand:0"))
    assert panel(scene(state, 0), "world:0").title == "Your world"


def test_a_portal_and_a_city_hover_while_they_are_considered() -> None:
    portal = play(solo("Pe .   Pf\nTf *Ma MMg", "PM"), "PM@d3")
    assert considered(portal, "portal@e3")["ghostportal-3_2"].state == "ghost"
    city = play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5")
    assert considered(city, "city@e4")["ghostcity-9"].state == "ghost"


def considerations(state: StrangeWorld, seat: int, names: list[str]) -> Iterator[Staging[Move]]:
    """Ways to stage a position: calmly, with all that may be picked, with a pick, a ghost, a draft, in other forms."""
    yield Staging(names=names)
    yield Staging(names=[*reversed(names)], form="icons")
    yield Staging(names=names, form="lands")
    view, legal = state.view(seat), state.legal(seat)
    targets = {target for action in legal for target in GAME.targets(view, action)}
    for action in legal[:3]:
        chosen, move = GAME.targets(view, action), GAME.moves[action]
        yield Staging(names=names, targets=targets, chosen=chosen[:1])
        yield Staging(names=names, targets=targets, chosen=chosen, ghost=move)
        after = state.copy()
        after.play(seat, action)
        if after.seats == 1:
            yield Staging(names=names, drafted=[move])


@pytest.mark.parametrize("players", [1, 2, 4])
def test_equal_keys_are_equal_panels(players: int) -> None:
    drawn: dict[object, Panel] = {}
    names = ["Åsa", "Bo", "Cleo", "Dora"][:players]
    for state in random_states(players, seed=50 + players):
        for seat in range(players):
            for staging in considerations(state, seat, names):
                for part in GAME.parts(state.view(seat), WORDS, staging):
                    shown = part.draw()
                    assert drawn.setdefault((part.name, part.key), shown) == shown
                    assert part.name == shown.name


def test_places_stay_for_the_whole_game() -> None:
    for players in (1, 2, 3, 4):
        places: dict[str, list[str]] = {}
        for state in random_states(players, seed=60 + players):
            for shown in scene(state, 0).panels:
                if shown.kind != "board":
                    ids = [slot.id for slot in shown.slots]
                    assert places.setdefault(shown.name, ids) == ids
                    labels = [slot.label for slot in shown.slots]
                    assert len(set(labels)) == len(labels)


def test_a_world_can_be_drawn_with_lands_or_with_icons() -> None:
    state = solo("Tf *Ma", "Wc We")
    assert panel(scene(state, 0), "world:0").forms == ("lands", "icons")
    assert "brief" not in items(scene(state, 0), "world:0")["card-2_3"].sprite
    assert "brief" in items(scene(state, 0, Staging(form="icons")), "world:0")["card-2_3"].sprite
    other = dealt(2)
    assert panel(scene(other, 0), "world:1").forms == ("icons", "lands")
    assert "brief" not in items(scene(other, 0, Staging(form="lands")), "world:1")["card-3_3"].sprite


def test_the_box_is_cut_to_what_stands_there() -> None:
    for state in random_states(1, seed=70):
        shown = panel(scene(state, 0), "world:0")
        cells = [item for item in shown.items if item.id.startswith(("card-", "empty-"))]
        assert shown.box[1] == min(item.y for item in cells) - 100 - 24
        assert shown.box[1] + shown.box[3] == max(item.y for item in cells) + 100 + 24
