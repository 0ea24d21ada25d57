"""What Strange World tells: the steps of a turn, what is asked, what a move brings about, what counted where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random

import pytest
from tests.support.strange_world.maps import dealt, play, solo

from cloudtop.core.chance import pick
from cloudtop.core.scene import Item, Panel, Slot, Staging
from cloudtop.core.teller import Deed
from cloudtop.core.words import LANGUAGES
from cloudtop.games.strange_world.art import sprites
from cloudtop.games.strange_world.fast import ROW_CELLS
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.moves import Keep, PassOn
from cloudtop.games.strange_world.pieces import ROUNDS, THINGS, TRAVELLERS
from cloudtop.games.strange_world.score import by_row, found_of, missing, wish
from cloudtop.games.strange_world.state import StrangeWorld

WORDS = GAME.words("en")
OPTIONS = [
    {"portal_adjacency": adjacency, "portal_waste": waste}
    for adjacency, waste in product(("all", "sideways"), ("avoid", "free"))
]
Step = tuple[StrangeWorld, int, int, StrangeWorld]


def random_steps(players: int, seed: int, options: dict[str, str] | None = None) -> Iterator[Step]:
    """Every move of a random game: the position before it, who makes it, its number, the position after it."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed, options=options)
    while state.turn():
        before = state.copy()
        seat = pick(rng, state.turn())
        action = pick(rng, state.legal(seat))
        state.play(seat, action)
        yield before, seat, action, state.copy()


def told(before: StrangeWorld, seat: int, action: int, after: StrangeWorld, language: str = "en") -> Deed:
    deed = GAME.tell(before, seat, GAME.moves[action], after, GAME.words(language))
    assert deed is not None
    return deed


def deed_of(state: StrangeWorld, text: str) -> Deed:
    """What is told of a move of whoever decides; it is made."""
    before, seat = state.copy(), state.seat
    action = GAME.parse(state, seat, text)
    state.play(seat, action)
    return told(before, seat, action, state)


def brought(state: StrangeWorld, text: str) -> list[str]:
    return [brings.text for brings in deed_of(state, text).brings]


def panels(state: StrangeWorld, seat: int | None) -> dict[str, Panel]:
    return {panel.name: panel for panel in GAME.scene(state.view(seat), WORDS, Staging()).panels}


def things(panel: Panel) -> list[Item | Slot]:
    """All that a panel shows."""
    return [*panel.items, *panel.slots]


def ids(panel: Panel) -> set[str]:
    return {thing.id for thing in things(panel)}


def asked(state: StrangeWorld, *chosen: str, seat: int | None = None) -> str:
    view = state.view(state.seat if seat is None else seat)
    assert view.seat is not None
    targets = {target for action in state.legal(view.seat) for target in GAME.targets(view, action)}
    assert set(chosen) <= targets
    return GAME.ask(view, WORDS, targets, chosen)


# ---------------------------------------------------------------------- the steps of a turn


@pytest.mark.parametrize("players", [1, 2, 3])
def test_every_move_belongs_to_a_step_of_its_turn(players: int) -> None:
    for seed in (1, 2):
        for before, seat, action, _ in random_steps(players, seed):
            assert GAME.step(GAME.moves[action]) in GAME.steps(before.view(seat))


def test_a_turn_tells_what_its_card_has_asked() -> None:
    state = solo("Pe .   Pf\nTf *Ma MMg", "PM")
    assert GAME.steps(state.view(0)) == ("lay",)
    assert GAME.steps(play(state, "PM@d3").view(0)) == ("lay", "portal")
    assert GAME.steps(play(state, "portal@e3").view(0)) == ("lay", "portal", "traveller")
    volcano = play(solo("Tf#\n*Ma MMg#", "Vb"), "Vb@d5")
    assert GAME.steps(volcano.view(0))[-1] == "city"


def test_the_draft_leads_to_laying() -> None:
    state = dealt(3)
    assert GAME.steps(state.view(0)) == ("sun", "keep", "pass", "lay")
    assert GAME.steps(play(state, "sun-left").view(1)) == ("keep", "pass", "lay")
    assert GAME.steps(solo("*Ma", phase="pile").view(0)) == ("pile", "lay")
    assert GAME.steps(play(solo("*Ma", phase="pile"), "pile-1").view(0)) == ("pile", "lay")


def test_steps_have_words() -> None:
    for language in LANGUAGES:
        words = GAME.words(language)
        for name in ("sun", "pile", "keep", "pass", "lay", "portal", "traveller", "fumarole", "city"):
            assert words(f"step.{name}")
            assert words(f"step.{name}.ask")
            assert words(f"end.{name}")


# ---------------------------------------------------------------------- what is asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 4])
def test_whatever_is_picked_there_is_a_sentence(players: int, language: str) -> None:
    words = GAME.words(language)
    for before, seat, action, _ in random_steps(players, seed=7):
        view = before.view(seat)
        targets = {target for legal in before.legal(seat) for target in GAME.targets(view, legal)}
        picks = GAME.targets(view, action)
        for chosen in ((), *((target,) for target in picks), picks):
            sentence = GAME.ask(view, words, targets, chosen)
            assert sentence.endswith((".", "?", "。"))
            assert "{" not in sentence
            assert not re.search(r"\b[a-g][1-7]\b", sentence), "no coordinates"


def test_nobody_is_asked_who_has_nothing_to_choose() -> None:
    state = play(dealt(2), f"keep-{dealt(2).kit.cards[dealt(2).hands[0][0]]}", seat=0)
    assert GAME.ask(state.view(0), WORDS, (), ()) == ""


def test_the_draft_says_how_many_go_and_where() -> None:
    state = dealt(2, "Va Vb VM", "Wc Wd We")
    assert asked(state, seat=0) == "Choose the card to keep; the other two go to the other player."
    assert asked(state, "hand:1", seat=0) == "You keep “volcano, stilt chick”; the other two go to the other player."
    play(state, "keep-Vb", "keep-Wd")
    assert asked(state, seat=0) == "Choose the one card that goes to the other player; the other two stay with you."
    three = play(dealt(3), "sun-right")
    assert asked(three, seat=1).endswith("the other two go to the right.")


def test_laying_asks_for_what_is_missing() -> None:
    state = solo("Tf *Ma", "Wc We")
    assert asked(state) == "Lay one of your 2 cards: choose it, then its place."
    assert asked(state, "hand:2") == "Where does “water, flame fox” go? Choose its place."
    assert asked(state, "cell:3,2") == "Which card goes there? Choose it in your hand."
    assert asked(state, "hand:2", "cell:3,2") == "“water, flame fox” goes here."
    last = solo("*Ma", "Wc")
    assert asked(last) == "Where does “water, sky whale” go? Choose its place."
    assert asked(last, "cell:3,2") == "“water, sky whale” goes here."


def test_a_portal_asks_who_comes_and_where_to() -> None:
    state = play(solo("Pe *Ma", "Pf"), "Pf@b4")
    assert asked(state) == "A portal is open: choose one of the travellers, or nobody."
    assert asked(state, "traveller:kark") == "Kark is coming: choose the place beside your world."
    assert asked(state, "slot:right,2") == "Who comes to this place? Choose a traveller."
    assert asked(state, "decline") == "Nobody comes by this portal, now or later."


# ---------------------------------------------------------------------- how far it has come


@pytest.mark.parametrize("players", [1, 3])
def test_progress_goes_from_one_to_five(players: int) -> None:
    seen = [GAME.progress(after.view(None)) for _, _, _, after in random_steps(players, seed=3)]
    counted = [progress.now for progress in seen if progress is not None]
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(counted))
    assert set(counted) == set(range(1, ROUNDS + 1))
    assert all(progress is not None and progress.last == (progress.now == progress.of) for progress in seen)


# ---------------------------------------------------------------------- what a move brings about


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("options", OPTIONS[:2])
def test_a_move_is_told_alike_of_imagined_positions(players: int, options: dict[str, str]) -> None:
    rng = Random(5)
    for before, seat, action, after in random_steps(players, seed=11, options=options):
        deed = told(before, seat, action, after)
        for _ in range(2):
            imagined = before.imagine(seat, rng)
            then = imagined.copy()
            then.play(seat, action)
            assert told(imagined, seat, action, then) == deed


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_kept_or_passed_on_is_told_to_nobody(players: int) -> None:
    for before, seat, action, after in random_steps(players, seed=13):
        if isinstance(GAME.moves[action], Keep | PassOn):
            deed = told(before, seat, action, after)
            for other in before.legal(seat):
                then = before.copy()
                then.play(seat, other)
                assert told(before, seat, other, then) == deed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_told_is_to_be_seen(players: int, language: str) -> None:
    known = sprites()
    for before, seat, action, after in random_steps(players, seed=17):
        deed = told(before, seat, action, after, language)
        shown = panels(after, None)[deed.panel]
        assert deed.text
        assert not re.search(r"\b[a-g][1-7]\b|[{}]", deed.text)
        assert {item.sprite for item in deed.picture.items} <= known.keys()
        assert set(deed.marks) <= ids(shown)
        for brings in deed.brings:
            assert brings.text
            assert "{" not in brings.text
            assert set(brings.marks) <= ids(shown)


@pytest.mark.parametrize(
    ("map_", "move", "why"),
    [
        ("Wd *Ma", "We@c5", "Devoured: it touches water"),
        ("Tf *Ma", "TM@e4", "Devoured: a wind already shows in this row"),
        ("*Ma MMg Pe= PM", "Ph@f5", "Devoured: it is next to a completed portal"),
        ("*Ma#", "Vb@d5", "Devoured: no card beside it can be covered"),
    ],
)
def test_the_devoured_are_told_why(map_: str, move: str, why: str) -> None:
    state = solo(map_, move.partition("@")[0], portal_waste="free")
    deed = deed_of(state, move)
    assert (deed.brings[0].text, deed.brings[0].good) == (why, False)


def test_without_fumaroles_a_volcano_is_devoured() -> None:
    state = solo("*Ma", "Vb")
    state.fumaroles = 0
    assert "Devoured: no fumarole is left" in brought(state, "Vb@d5")


def test_a_volcano_covers_and_founds() -> None:
    # The only card beside it that is bare is covered, and beside that lies a free fumarole.
    state = solo("Tf# *Ma", "Vb")
    deed = deed_of(state, "Vb@d5")
    assert [brings.text for brings in deed.brings][:2] == [
        "A fumarole covers mountain, house snail",
        "The Dark City worth 9 is founded",
    ]
    assert deed.brings[0].marks == ("fumarole-3_3",)
    asking = solo("V! .  Tf\nMMg *Ma Wc", "Vb")
    assert brought(asking, "Vb@d3")[0] == "Then a fumarole covers a card beside it"
    assert deed_of(asking, "fumarole@e3").text == "put a fumarole on wind, jelly cap"


def test_a_portal_opens_and_a_traveller_closes_the_world() -> None:
    state = solo("Pe *Ma", "Pf")
    assert brought(state, "Pf@b4")[:2] == ["A portal opens", "Then a traveller may come"]
    deed = deed_of(state, "Kark@right-above")
    assert (deed.text, deed.panel, deed.marks) == ("welcomed Kark", "world:0", ("traveller-kark",))
    assert deed.brings[0].text == "The world can no longer grow to the right"


def test_wishes_come_true_and_are_lost() -> None:
    state = solo("Pe= PM . .\n*Ma TM MMg .", "Tf", travellers="Burk 3")
    assert "Burk: wish fulfilled" in brought(state, "Tf@f3")
    volcano = solo("Pe= PM Tf .\n*Ma TM MMg .", "Vb", travellers="Burk 3")
    assert "Burk: wish no longer fulfilled" in brought(volcano, "Vb@g3")


def test_the_round_goes_on() -> None:
    state = dealt(3, "Va Vb VM", "Wc Wd We")
    assert deed_of(state, "sun-left").brings[-1].text == "Three new cards for everybody"
    for seat in (0, 1):
        state.play(seat, state.legal(seat)[0])
    before, action = state.copy(), state.legal(2)[0]
    state.play(2, action)
    assert [brings.text for brings in told(before, 2, action, state).brings] == ["All have chosen: the cards move on"]
    assert brought(solo("*Ma", "Wc"), "Wc@d5") == ["The other two cards of the pile turn up"]


# ---------------------------------------------------------------------- where points come from


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("options", OPTIONS)
def test_the_parts_of_a_line_add_up_and_are_to_be_seen(players: int, options: dict[str, str]) -> None:
    for number, (_, _, _, after) in enumerate(random_steps(players, seed=19, options=options)):
        if number % 5 and after.turn():
            continue
        shown = panels(after, None)
        for seat in range(players):
            for line in after.score_sheet(seat).lines:
                where = GAME.where(after.view(None), seat, line)
                assert where is not None
                assert sum(part.points for part in where.counted) == line.points
                assert {item for part in where.counted for item in part.items} <= ids(shown[where.panel])


def test_a_volcano_is_marked_with_what_it_counts() -> None:
    # Of two Tzimimes beside it, only the one under a fumarole counts.
    state = solo("Tf!# Vb Wc!\n. *Ma# .")
    line = next(line for line in state.score_sheet(0).lines if line.rule.endswith("score-volcano"))
    where = GAME.where(state.view(0), 0, line)
    assert where is not None
    assert [(part.items, part.points) for part in where.counted] == [(("card-3_2", "card-2_2", "card-3_3"), 2)]


# ---------------------------------------------------------------------- wishes


@pytest.mark.parametrize("players", [1, 4])
def test_what_a_wish_lacks_is_counted_as_the_rules_count(players: int) -> None:
    for _, _, _, after in random_steps(players, seed=23):
        for world in after.worlds:
            rows = by_row(world)
            for upper in range(6):
                pair = ROW_CELLS[upper] | ROW_CELLS[upper + 1]
                for traveller in range(len(TRAVELLERS)):
                    assert (missing(GAME.kit, rows, traveller, upper) == 0) == wish(world, traveller, upper)
                for thing in range(len(THINGS)):
                    if THINGS[thing] != "animals":
                        assert rows[upper][thing] + rows[upper + 1][thing] == found_of(world, thing, pair)


def test_a_note_says_what_is_missing() -> None:
    state = solo("Wc . We\nTf *Ma MMg", "Wd", offer="Splash Burk Kark")
    notes = {slot.id: slot.text for slot in panels(state, 0)["travellers"].slots}
    assert notes["splash"].endswith("Lacking in your best two rows: 1.")


# ---------------------------------------------------------------------- pieces, seen close


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_everything_can_be_seen_close(players: int, language: str) -> None:
    known = sprites()
    silent = ("empty", "last", "aim", "target")
    for number, (_, _, _, after) in enumerate(random_steps(players, seed=29)):
        if number % 7:
            continue
        for seat in (0, None):
            view = after.view(seat)
            for name, panel in panels(after, seat).items():
                for thing in things(panel):
                    about = GAME.about(view, GAME.words(language), name, thing.id)
                    if about is None:
                        assert thing.id.startswith(silent) or getattr(thing, "state", "") == "none"
                        continue
                    assert about.title
                    assert about.text
                    assert "{" not in about.title + about.text
                    assert about.rule in GAME.rule_ids
                    assert {item.sprite for item in about.picture.items} <= known.keys()


@pytest.mark.parametrize("players", [1, 3])
def test_of_what_is_not_there_nothing_is_told(players: int) -> None:
    view = GAME.deal(players=players, seed=1).view(0)
    panels = ("world:0", "world:9", "world:", "world:x", "hand:0", "hand:-1", "piles", "supply", "travellers", "", "?")
    items = (
        "",
        "card-",
        "card-9",
        "card-x",
        "card-9_9",
        "city-8",
        "city-",
        "sun-up",
        "pile-7",
        "pile-x",
        "-",
        "nobody",
    )
    for panel, item in product(panels, items):
        assert GAME.about(view, WORDS, panel, item) is None


def test_a_hand_is_seen_close_by_its_owner_alone() -> None:
    state = dealt(2, "Va Vb VM", "Wc Wd We")
    own = GAME.about(state.view(0), WORDS, "hand:0", "card-0")
    other = GAME.about(state.view(1), WORDS, "hand:0", "card-0")
    assert own is not None
    assert own.title == "volcano, house snail"
    assert other is not None
    assert other.title == "card face down"


# ---------------------------------------------------------------------- the end


def test_a_lone_player_stands_on_a_scale() -> None:
    rungs = GAME.scale(1, {}, WORDS)
    assert [(rung.points, rung.text) for rung in rungs][1] == (60, "A promising sky")
    assert [rung.points for rung in rungs] == sorted(GAME.box.verdicts.values())
    assert not GAME.scale(2, {}, WORDS)
