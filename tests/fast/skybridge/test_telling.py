"""What Skybridge tells people: what a tap would do, what a move brings about, where points come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from cloudtop.core.scene import Staging
from cloudtop.core.teller import Deed, Sign
from cloudtop.core.words import Words
from cloudtop.games.skybridge.art import page_drawings
from cloudtop.games.skybridge.game import GAME
from cloudtop.games.skybridge.moves import Move, Pass
from cloudtop.games.skybridge.pieces import BOX
from cloudtop.games.skybridge.state import Skybridge

Position = Callable[..., Skybridge]
WORDS = GAME.words("en")
LANGUAGES = ("en", "fr", "ja")
TERMS: list[tuple[int, dict[str, Any]]] = [
    (players, dict(zip((option.name for option in GAME.options), values, strict=True)))
    for players in GAME.player_counts
    for values in product(*(option.values for option in GAME.options))
]
COORDINATES = re.compile(r"\b[a-c][1-3]\b", re.IGNORECASE)


class Played(NamedTuple):
    """A move of a random game, with the positions before and after it."""

    before: Skybridge
    seat: int
    move: Move
    after: Skybridge


def random_moves(players: int = 4, seed: int = 0, **options: Any) -> Iterator[Played]:
    state, chance = GAME.deal(players, seed=seed, options=options), Random(seed)
    while state.turn():
        seat, before = state.turn()[0], state.copy()
        action = chance.choice(state.legal(seat))
        state.play(seat, action)
        yield Played(before, seat, GAME.moves[action], state.copy())


def item_ids(state: Skybridge, panel: str = "board", form: str = "") -> set[str]:
    """What is shown of a position in a panel."""
    shown = GAME.scene(state.view(None), WORDS, Staging(form=form)).panels
    found = next(found for found in shown if found.name == panel)
    return {item.id for item in found.items} | {slot.id for slot in found.slots}


def placed(state: Skybridge, text: str, words: Words = WORDS) -> Deed:
    """What is told of a move."""
    seat, after = state.turn()[0], state.copy()
    action = GAME.parse(state, seat, text)
    after.play(seat, action)
    told = GAME.tell(state, seat, GAME.moves[action], after, words)
    assert told is not None
    return told


def brought(told: Deed) -> dict[str, bool | None]:
    """What a move brings, and for whom it is good."""
    return {brings.text: brings.good for brings in told.brings}


# ---------------------------------------------------------------------- a turn


def asked(state: Skybridge, *chosen: str, words: Words = WORDS, narrowed: bool = True) -> str:
    """What somebody is asked who has picked this; either all targets are given or those that go with the picks."""
    seat = state.turn()[0]
    view = state.view(seat)
    found = [GAME.targets(view, action) for action in state.legal(seat)]
    fitting = [targets for targets in found if not narrowed or set(chosen) <= set(targets)]
    return GAME.ask(view, words, list(dict.fromkeys(target for targets in fitting for target in targets)), chosen)


def test_a_turn_is_one_step_with_a_title_and_a_button(position: Position) -> None:
    view = position(turn=0).view(0)
    assert GAME.steps(view) == ("place",)
    assert {GAME.step(move) for move in GAME.moves} == {"place"}
    for language in LANGUAGES:
        words = GAME.words(language)
        assert all(key in words for key in ("step.place", "step.place.ask", "end.place"))


def test_the_question_follows_what_is_picked(position: Position) -> None:
    state = position("a1 h3 / b1 i3 / b2 j2 h3", turn=0)
    assert asked(state) == "Choose a piece to place."
    assert asked(state, "cell:b2") == "Choose a piece for the middle tower."
    assert asked(state, "hand:c3") == "Choose a lit place for your cinnabar block of 3: the lowest it may use."
    assert asked(state, "hand:cr").startswith("Choose the tower to close with your cinnabar roof")
    assert asked(state, "hand:cb") == "Choose the first of two level neighbours for your cinnabar bridge."
    assert asked(state, "hand:cb", "cell:a1") == "Choose the neighbour at the other end of your cinnabar bridge."
    done = "Place it: your cinnabar block of 3 raises this corner foundation to height 3."
    assert asked(state, "hand:c3", "cell:c3") == done
    assert asked(state, "hand:cr", "cell:b2") == "Place it: your cinnabar roof closes the middle tower at height 5."
    joined = "Place it: your cinnabar bridge joins the two towers and raises both to height 4."
    assert asked(state, "hand:cb", "cell:a1", "cell:b1") == joined


def test_something_else_is_offered_only_where_there_is_something_else(position: Position) -> None:
    state = position("a1 h3 / b1 i3", turn=0)
    assert "Or choose another" in asked(state, "hand:c3", "cell:c3", narrowed=False)
    assert "Or choose another" not in asked(state, "hand:c3", "cell:c3")


def test_where_only_one_thing_is_possible_the_question_says_so(position: Position) -> None:
    towers = "a1 h3 / b1 h3 / c1 h3 / a2 h3 / b2 c2 / c2 i3 c2 / a3 i3 c2 / b3 i3 c2 / c3 j3"
    assert asked(position(towers, turn=2), "hand:i3") == (
        "Only one place is low enough for your indigo block of 3: choose it."
    )


def test_a_colour_whose_turn_it_is_is_named() -> None:
    state = GAME.deal(2, deal={"starter": 1}, options={"two_player_colours": "alternating"})
    assert asked(state) == "The honey pieces play now: choose one."


def test_nobody_else_is_asked(position: Position) -> None:
    state = position(turn=0)
    assert GAME.ask(state.view(1), WORDS, ["hand:h3"], []) == ""
    assert GAME.ask(state.view(None), WORDS, ["hand:h3"], []) == ""
    assert GAME.ask(state.view(0), WORDS, [], []) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_picked_something_is_asked_without_coordinates(language: str) -> None:
    words, chance = GAME.words(language), Random(5)
    for players, options in TERMS[::5]:
        for played in random_moves(players, 3, **options):
            view, legal = played.before.view(played.seat), played.before.legal(played.seat)
            targets = GAME.targets(view, chance.choice(legal))
            for chosen in ((), targets[:1], targets[1:], targets[:2], targets):
                for narrowed in (True, False):
                    text = asked(played.before, *chosen, words=words, narrowed=narrowed)
                    assert text
                    assert not COORDINATES.search(text)
                    assert "{" not in text


# ---------------------------------------------------------------------- why not


def common_refusal(state: Skybridge, seat: int, *wanted: str) -> str | None:
    """The rule that forbids most moves with these targets, as a page finds it."""
    view = state.view(seat)
    moves = [action for action in range(GAME.actions) if set(wanted) <= set(GAME.targets(view, action))]
    rules = [rule for action in moves if (rule := state.why_not(seat, action)) is not None]
    return max(rules, key=rules.count) if rules else None


def test_a_refusal_is_about_what_was_tapped(position: Position) -> None:
    state = position("a1 h3 cr / b1 i3 / b2 j2 c3", turn=0, players=4)
    assert common_refusal(state, 0, "cell:a1") == "skybridge/roof-closes"
    assert common_refusal(state, 0, "hand:cb", "cell:a1") == "skybridge/roof-closes"
    assert common_refusal(state, 0, "hand:cb", "cell:c3") == "skybridge/bridge-on-pieces"
    assert common_refusal(state, 0, "hand:cr", "cell:b2") == "skybridge/contact"
    assert common_refusal(state, 0, "hand:h3") == "skybridge/supply"
    assert common_refusal(state, 1, "hand:h3") == "skybridge/turn"


def test_a_piece_that_is_used_up_or_has_to_wait_says_so(position: Position) -> None:
    state = position("a1 h3 cr / b1 h3 cr", turn=0)
    assert common_refusal(state, 0, "hand:cr") == "skybridge/supply"
    waiting = GAME.deal(2, deal={"starter": 0}, options={"two_player_colours": "alternating"})
    assert common_refusal(waiting, 0, "hand:i3") == "skybridge/two-players"
    assert common_refusal(waiting, 0, "hand:cb") == "skybridge/bridge-on-pieces"


def test_legal_moves_are_told_apart_by_what_is_touched() -> None:
    for players, options in TERMS[::3]:
        for played in random_moves(players, 1, **options):
            view, legal = played.before.view(played.seat), played.before.legal(played.seat)
            touched = [frozenset(GAME.targets(view, action)) for action in legal]
            assert len(set(touched)) == len(legal)
            assert all(len(targets) > 1 for targets in touched)


# ---------------------------------------------------------------------- a move


def test_a_block_is_told_with_its_tower(position: Position) -> None:
    told = placed(position("b2 h3 / a1 h3", turn=0), "c2@c3")
    assert (told.text, told.panel, told.marks) == (
        "cinnabar block of 2 on a corner foundation",
        "board",
        ("piece-c3-0",),
    )
    assert brought(told) == {"The tower is now 2 high": None}
    assert [item.sprite for item in told.picture.items] == ["skybridge-cinnabar-block2"]


def test_a_roof_closes_and_counts(position: Position) -> None:
    told = placed(position("b2 h3 i2", turn=0), "cr@b2")
    assert told.text == "cinnabar roof on the middle tower, 5 high"
    assert brought(told) == {"Closed: all its storeys count for cinnabar": True}
    assert told.brings[0].marks == ("piece-b2-0", "piece-b2-1", "piece-b2-2")


def test_a_roof_counts_across_its_own_bridge_alone(position: Position) -> None:
    towers = "a1 h3 cb j2 / b1 i3 cb"
    across = "Over the {} bridge the tower at its other end counts too"
    assert brought(placed(position(towers, turn=0), "cr@a1"))[across.format("cinnabar")] is True
    assert placed(position(towers, turn=0), "cr@a1").brings[1].marks == ("piece-b1-0", "piece-b1-1")
    assert across.format("indigo") not in brought(placed(position(towers, turn=2), "ir@a1"))


def test_the_last_roof_and_a_worthless_one_are_told(position: Position) -> None:
    assert "That is the last cinnabar roof" in brought(placed(position("a1 h3 / b1 h3 cr", turn=0), "cr@a1"))
    bare = placed(position("a1 h3", turn=0, roof_on_foundation=True), "cr@c3")
    assert brought(bare) == {"A bare foundation is closed, worth nothing": False}
    assert bare.text == "cinnabar roof on a corner foundation"


def test_a_bridge_joins_for_those_who_have_a_roof_left(position: Position) -> None:
    told = placed(position("a1 h3 / b1 i3", turn=0), "cb@a1-b1")
    assert told.text == "cinnabar bridge between a corner tower and a side tower"
    assert told.marks == ("piece-a1-1", "piece-b1-1")
    assert brought(told) == {
        "Both towers are now 4 high": None,
        "A roof of cinnabar on either tower will count both": True,
    }
    spent = position("a1 h3 / b1 i3 / c3 h3 cr / b3 h3 cr", turn=0)
    assert brought(placed(spent, "cb@a1-b1"))["There is no cinnabar roof left to make it count"] is False


def test_storeys_that_count_over_a_bridge_are_good_for_its_owner(position: Position) -> None:
    towers = "a1 h3 cb j2 cr / b1 i3 cb / c1 h2 j2"
    text = "The cinnabar roof at the other end of its bridge counts this too"
    assert brought(placed(position(towers, turn=1), "hb@b1-c1"))[text] is False
    mine = placed(position(towers, turn=0, players=2), "ib@b1-c1")
    assert brought(mine)[text] is True
    assert mine.brings[-1].marks == ("piece-a1-0", "piece-a1-1", "piece-a1-2", "piece-a1-3")
    assert text not in brought(placed(position("a1 h3 cb j2 / b1 i3 cb / c1 h2 j2", turn=1), "hb@b1-c1"))


def test_who_is_skipped_and_the_end_are_told() -> None:
    over, again = "Nobody can build any more", "Nobody else can build: the same player goes on"
    skipped = 0
    for players, options in TERMS[::2]:
        for before, seat, move, after in random_moves(players, 1, **options):
            told = GAME.tell(before, seat, move, after, WORDS)
            assert told is not None
            texts = brought(told)
            skips = [text for text in texts if text.endswith("fits: it is skipped")]
            assert (over in texts) == (after.outcome() is not None)
            if players > 2 and after.turn():
                missed = (after.turn()[0] - seat - 1) % players
                assert len(skips) == (0 if after.turn()[0] == seat else missed)
                assert (again in texts) == (after.turn()[0] == seat)
            skipped += len(skips)
    assert skipped > 5


def test_a_skipped_colour_is_named_where_colours_alternate() -> None:
    named = set()
    for seed in range(12):
        for before, seat, move, after in random_moves(2, seed, two_player_colours="alternating"):
            told = GAME.tell(before, seat, move, after, WORDS)
            assert told is not None
            between = (after.colour - before.colour - 1) % 4 if after.turn() else 0
            skips = [text for text in brought(told) if text.endswith("fits: it is skipped")]
            assert len(skips) == (between if between < 3 else 0)
            named.update(skips)
    assert "Nothing of indigo fits: it is skipped" in named


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_is_told_in_words_and_shown_by_items_that_are_there(language: str) -> None:
    words = GAME.words(language)
    for players, options in TERMS[::4]:
        for before, seat, move, after in random_moves(players, 2, **options):
            told = GAME.tell(before, seat, move, after, words)
            assert told is not None
            shown = item_ids(after)
            assert told.marks
            assert set(told.marks) <= shown & item_ids(after, form="plan")
            assert all(set(brings.marks) <= shown for brings in told.brings)
            texts = [told.text, *(brings.text for brings in told.brings)]
            assert not any(COORDINATES.search(text) or "{" in text or not text for text in texts)
            assert {item.sprite for item in told.picture.items} <= page_drawings(BOX).keys()


def test_what_is_told_is_the_same_of_an_imagined_position() -> None:
    for players, options in TERMS[::6]:
        for before, seat, move, after in random_moves(players, 4, **options):
            told = GAME.tell(before, seat, move, after, WORDS)
            for chance in range(3):
                imagined = before.imagine(seat, Random(chance))
                later = imagined.copy()
                later.play(seat, GAME.moves.number(move))
                assert GAME.tell(imagined, seat, move, later, WORDS) == told


def test_passing_is_not_told(position: Position) -> None:
    state = position(turn=0)
    assert GAME.tell(state, 0, Pass(), state, WORDS) is None


# ---------------------------------------------------------------------- points


@pytest.mark.parametrize(("players", "options"), TERMS)
def test_every_line_of_every_sheet_is_found_on_the_board(players: int, options: dict[str, Any]) -> None:
    lines = 0
    for seed in range(3):
        for played in random_moves(players, seed, **options):
            state, view = played.after, played.after.view(None)
            shown = item_ids(state)
            for seat in range(players):
                for line in state.score_sheet(seat).lines:
                    found = GAME.where(view, seat, line)
                    assert found is not None
                    assert found.panel == "board"
                    assert sum(part.points for part in found.counted) == line.points
                    assert all(part.items and set(part.items) <= shown for part in found.counted)
                    lines += 1
    assert lines > 50


def test_a_line_counts_the_storeys_of_the_pieces_it_marks(position: Position) -> None:
    state = position("a1 h3 cb j2 cr / b1 i3 cb h2", turn=1)
    roof, bridge = state.score_sheet(0).lines
    assert GAME.where(state.view(None), 0, roof) == (
        "board",
        ((("piece-a1-0", "piece-a1-1", "piece-a1-2", "piece-a1-3"), 6),),
    )
    assert GAME.where(state.view(None), 0, bridge) == (
        "board",
        ((("piece-b1-0", "piece-b1-1", "piece-b1-2"), 6),),
    )


# ---------------------------------------------------------------------- seen close


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["towers", "plan"])
def test_everything_that_is_shown_can_be_seen_close(language: str, form: str) -> None:
    words = GAME.words(language)
    for players in GAME.player_counts:
        *_, played = random_moves(players, 3)
        view = played.after.view(None)
        for panel in GAME.scene(view, words, Staging(form=form)).panels:
            for name in (*(item.id for item in panel.items), *(slot.id for slot in panel.slots)):
                about = GAME.about(view, words, panel.name, name)
                assert about is not None, name
                assert about.title
                assert about.text
                assert "{" not in about.text
                assert about.rule in GAME.rule_ids
                assert {item.sprite for item in about.picture.items} <= page_drawings(BOX).keys()


def test_what_is_seen_close_is_what_was_meant(position: Position) -> None:
    view = position("b2 h3 c2 ir", turn=0).view(0)

    def title(panel: str, item: str) -> str:
        about = GAME.about(view, WORDS, panel, item)
        return "" if about is None else about.title

    assert title("board", "piece-b2-1") == "Cinnabar block of 2"
    assert title("board", "height-b2") == "The middle tower"
    assert title("board", "cell-a1") == "This corner foundation"
    assert title("hand:1", "hb") == "Honey bridge"
    assert title("board", "ghost-span") == title("hand:0", "xx") == title("board", "piece-b2-9") == ""
    tower = GAME.about(view, WORDS, "board", "cell-b2")
    assert tower is not None
    assert tower.text == (
        "Height 5, closed. It counts for indigo. From the ground up: "
        "honey block of 3, cinnabar block of 2, indigo roof."
    )
    assert len(tower.picture.items) == 4


def test_a_neutral_block_is_told_as_neutral() -> None:
    three, four = GAME.deal(3, seed=1).view(0), GAME.deal(4, seed=1).view(0)
    about = GAME.about(three, WORDS, "hand:0", "j3")
    assert about is not None
    assert about.rule == "three-players"
    about = GAME.about(four, WORDS, "hand:3", "j3")
    assert about is not None
    assert about.rule == "block-lowest"


def test_seats_are_known_by_their_colours() -> None:
    two = [GAME.signs(2, {}, seat, WORDS) for seat in range(2)]
    assert two[1] == (Sign("skybridge-sign-honey", "Honey"), Sign("skybridge-sign-jade", "Jade"))
    assert [len(GAME.signs(3, {}, seat, WORDS)) for seat in range(3)] == [1, 1, 1]
    assert {sign.sprite for seat in two for sign in seat} <= page_drawings(BOX).keys()


def test_nothing_is_told_where_the_game_has_nothing_to_tell(position: Position) -> None:
    view = position(turn=0).view(0)
    assert GAME.progress(view) is None
    assert GAME.tie(view, WORDS) is None
    assert GAME.trace(view) == ("", ())
