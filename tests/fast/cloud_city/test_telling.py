"""Cloud City told: the steps of a turn, what moves bring, where votes come from, and pieces seen close."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace
from tests.support.cloud_city.plans import tiles_of
from tests.support.cloud_city.playing import FULL, Table, dealt, play, play_out

from cloudtop.core.scene import Staging
from cloudtop.core.teller import Deed
from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.moves import Lay, Walkway
from cloudtop.games.cloud_city.pieces import BOX
from cloudtop.games.cloud_city.state import CloudCity
from cloudtop.games.cloud_city.view import WrittenCity

WORDS = {language: GAME.words(language) for language in ("en", "fr", "ja")}
EN = WORDS["en"]
NUMBERED = re.compile(r"\b[a-n]\d+\b")
"""A space in notation."""

Terms = tuple[int, dict[str, object]]
TERMS: list[Terms] = [
    (1, {"requests": 2}),
    (2, {"requests": 2, "city": "rectangle"}),
    (3, {"requests": 1, "crossing": "places"}),
    (4, {}),
]
each_terms = pytest.mark.parametrize("terms", TERMS, ids=str)


def positions(terms: Terms, seed: int) -> Iterator[tuple[CloudCity, int]]:
    """A random game move by move: each position, and the move that is made in it; walkways are built when they can."""
    players, options = terms
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed, options=options)
    while state.turn():
        legal = state.legal(state.seat)
        ways = [action for action in legal if isinstance(GAME.moves[action], Walkway)]
        action = rng.choice(ways) if ways and rng.random() < 0.7 else rng.choice(legal)
        yield state, action
        state.apply(state.seat, action)


def told(state: CloudCity, action: int, language: str = "en") -> Deed:
    """What is told of a move."""
    after = state.copy()
    after.apply(state.seat, action)
    deed = GAME.tell(state, state.seat, GAME.moves[action], after, WORDS[language])
    assert deed is not None
    return deed


def told_move(state: CloudCity, text: str) -> Deed:
    """What is told of a move in notation."""
    return told(state, GAME.parse(state, state.seat, text))


def brought(state: CloudCity, text: str) -> list[str]:
    """What a move in notation brings about."""
    return [brings.text for brings in told_move(state, text).brings]


def ids_of(state: CloudCity, seat: int | None, form: str = "") -> dict[str, set[str]]:
    """By panel, its items and places."""
    panels = GAME.scene(state.view(seat), EN, Staging(form=form)).panels
    return {panel.name: {item.id for item in panel.items} | {slot.id for slot in panel.slots} for panel in panels}


# ---------------------------------------------------------------------- a turn


def test_a_turn_has_three_steps_with_words_for_each() -> None:
    state = dealt()
    view = state.view(0)
    assert GAME.steps(view) == ("lay", "walkways", "draw")
    assert {GAME.step(move) for move in GAME.moves} == set(GAME.steps(view))
    for words in WORDS.values():
        assert all(
            key in words for step in GAME.steps(view) for key in (f"step.{step}", f"step.{step}.ask", f"end.{step}")
        )
    assert GAME.steps(play_out(state).view(0)) == ()


def test_rounds_are_counted_and_the_last_one_is_announced() -> None:
    state = dealt(players=1)
    first = GAME.progress(state.view(0))
    assert first is not None
    assert (first.now, first.of, first.last, first.notice) == (1, 8, False, "")
    while state.turns < 7:
        state.apply(0, state.legal(0)[-1])
    last = GAME.progress(state.view(0))
    assert last is not None
    assert (last.now, last.of, last.last, last.notice) == (8, 8, True, "last-round")
    assert all(f"notice.{last.notice}" in words and f"progress.{last.unit}" in words for words in WORDS.values())
    over = GAME.progress(play_out(state).view(0))
    assert over is not None
    assert not over.last


def asked(state: CloudCity, *chosen: str, also: tuple[str, ...] = (), language: str = "en") -> str:
    """What is asked of the seat to play, with these picked."""
    view = state.view(state.seat)
    touched = [GAME.targets(view, action) for action in state.legal(state.seat)]
    fitting = [targets for targets in touched if set(chosen) <= set(targets)] or touched
    targets = list(dict.fromkeys((*also, *(target for targets in fitting for target in targets))))
    return GAME.ask(view, WORDS[language], targets, chosen)


def test_what_is_asked_follows_what_is_picked_for_a_tile() -> None:
    state = dealt(first="bb bb gg bs gs b/g")
    assert asked(state) == "Pick a tile from your hand, then a place for it in your city."
    assert asked(state, "hand:BS..") == "Pick a lit place for your tile with River and Sand."
    assert asked(state, "cell:4,3") == "Pick the tile from your hand that goes here."
    assert asked(state, "hand:BS..", "cell:4,3") == "Choose how the tile with River and Sand lies here."
    lying = asked(state, "hand:BS..", "cell:4,3", "turn:0", also=("cell:2,3",))
    assert lying == "Turn the tile, move it to another lit place, or lay it here."
    assert "last free place" in asked(state, "hand:BS..", "cell:4,3", "turn:0")


def test_what_is_asked_follows_what_is_picked_for_a_walkway(table: Table) -> None:
    state = table(FULL, step="build")
    assert asked(state) == "Join two lit roofs with a walkway, or take a tile to end your turn."
    assert asked(state, "space:6,6") == "Pick the other lit River roof: the walkway will join the two."
    assert asked(state, "space:6,6", "space:6,8") == "A River walkway for 2 votes: build it."
    changing = asked(state, "space:6,6", "space:6,8", also=("space:10,6",))
    assert changing == "A River walkway for 2 votes: build it, or pick another lit roof."
    moving = asked(state, also=("cell:5,5",))
    assert moving == "Turn or move the tile, join two lit roofs, or take a tile to end your turn."


def test_what_is_asked_says_what_a_draw_does() -> None:
    state = play(dealt(first="bb gs g/g bs"), "bs1@i7")
    assert asked(state, "draw:stack") == "You take the top tile of the stack unseen, and your turn ends."
    taking = asked(state, "draw:2")
    assert taking == "You take the tile with Forest and Sand, the stack fills its place, and your turn ends."
    view = state.view(0)
    assert GAME.ask(view, EN, ["draw:1", "draw:stack"], []) == "No walkway fits now: take a tile to end your turn."
    assert GAME.ask(view, EN, ["draw:none"], []) == "No tile is left to take: your turn ends without one."
    assert GAME.ask(view, EN, [], []) == ""


@each_terms
def test_something_is_asked_at_every_decision_and_never_in_notation(terms: Terms) -> None:
    for state, action in positions(terms, 5):
        picked = GAME.targets(state.view(state.seat), action)
        for language in WORDS:
            for count in range(len(picked) + 1):
                sentence = asked(state, *picked[:count], language=language)
                assert sentence
                assert "{" not in sentence
                assert not NUMBERED.search(sentence)


# ---------------------------------------------------------------------- a move


@each_terms
def test_what_is_told_marks_what_is_there_and_gives_nothing_away(terms: Terms) -> None:
    rng = Random(3)
    for state, action in positions(terms, 7):
        deed = told(state, action)
        after = state.copy()
        after.apply(state.seat, action)
        marks = {*deed.marks, *(mark for brings in deed.brings for mark in brings.marks)}
        for form in ("", "plan"):
            assert marks <= ids_of(after, state.seat, form)[deed.panel]
        assert deed.marks
        for viewer in range(state.players):
            for _ in range(2):
                imagined = state.imagine(viewer, rng)
                if viewer == state.seat or not isinstance(GAME.moves[action], Lay):
                    assert told(imagined, action) == deed


@each_terms
def test_everything_is_told_in_three_languages_without_notation(terms: Terms) -> None:
    for state, action in positions(terms, 11):
        for language in WORDS:
            deed = told(state, action, language)
            for text in (deed.text, *(brings.text for brings in deed.brings)):
                assert text
                assert "{" not in text
                assert not NUMBERED.search(text)


def test_a_tile_is_told_by_its_buildings() -> None:
    state = dealt(first="bb bb gg bs b/b gs")
    deed = told_move(state, "bs1@i7")
    assert (deed.text, deed.panel) == ("laid River and Sand", "city:0")
    assert deed.marks == ("tile-4_3", "building-9_6", "building-9_7")
    assert told_move(state, "b/b0@i7").text == "laid River twice"


def test_the_last_tile_completes_the_city(table: Table) -> None:
    lacking = FULL.replace("11 G S B G S B", "11 _ _ B G S B").replace("12 . . . . . .", "12 _ _ . . . .")
    state = table(lacking, step="lay", hands=[["gs", "bb", "bb"]])
    assert brought(state, "gs0@g11")[-1] == "The city is complete."


def test_a_tile_tells_the_best_walkway_that_it_makes_possible(table: Table) -> None:
    state = table("  g h i j\n7 B . G .\n8 . B . S\n", step="lay", hands=[["bg", "b/s", "gs"]])
    opened = told_move(state, "bg0@g9").brings
    assert [(brings.text, brings.good, brings.marks) for brings in opened] == [
        ("A River walkway worth 2 becomes possible.", True, ("building-6_6", "building-6_8"))
    ]
    assert brought(state, "gs1@k7") == ["A Forest walkway worth 3 becomes possible."]
    assert brought(state, "gs2@g9") == []


def test_a_walkway_tells_the_best_one_that_it_takes_away(table: Table) -> None:
    state = table(FULL, walkways="h10-j10", step="build")
    _, lost = told_move(state, "j10-j11").brings
    assert (lost.text, lost.good) == ("A Forest walkway worth 2 is no longer possible.", False)
    assert lost.marks == ("building-9_9", "building-11_9")


def test_a_walkway_is_told_with_the_roofs_that_are_full(table: Table) -> None:
    state = table(FULL, walkways="h10-j10", step="build")
    deed = told_move(state, "j10-l10")
    assert deed.text == "built a Forest walkway worth 2"
    assert deed.marks == ("value-9_9-11_9",)
    assert [(brings.text, brings.marks) for brings in deed.brings] == [
        ("A roof has its two walkways now: no more fit there.", ("building-9_9",))
    ]


def test_the_last_piece_of_a_kind_is_told(table: Table) -> None:
    city = """
        g h i j k l
      7 B . . . . B
      8 . B S S G .
      9 B . . . . B
     10 . G S G S .
     11 B . . . . B
     12 . S G S G .
    """
    state = table(city, walkways="g7-l7 g9-l9", step="build")
    assert brought(state, "g11-l11") == ["The last River walkway worth 8: nobody can build another."]


def test_the_last_piece_is_that_of_the_city_where_it_is_built() -> None:
    found = 0
    for seed in range(6):
        for state, action in positions((4, {}), seed):
            after = state.copy()
            after.apply(state.seat, action)
            spent = [left for left, before in zip(after.supply, state.supply, strict=True) if left < before]
            texts = [brings.text for brings in told(state, action).brings]
            assert any(text.startswith("The last") and "nobody" in text for text in texts) == (spent == [0])
            found += spent == [0]
    assert found


LOOP = """
    g h i j k l
  7 B . G . . G
  8 . B . B S .
  9 _ _ . S B .
 10 _ _ G . . G
"""
"""A city with room for a loop of Forest walkways."""


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("req-circuits", "It closes a loop."),
        ("req-longest", "Its route is worth 12 votes now."),
        ("req-blue", None),
    ],
)
def test_requests_in_play_say_what_a_walkway_means(table: Table, card: str, text: str | None) -> None:
    state = table(LOOP, walkways="i7-l7 i7-i10 l7-l10", step="build", requests=[card])
    full, *found = told_move(state, "i10-l10").brings
    assert full.marks == ("building-8_9", "building-11_9")
    assert [(brings.text, brings.good) for brings in found] == ([(text, True)] if text else [])


CROSSED = """
    g h i j k l
  7 B . . S B .
  8 . B G . . G
  9 _ _ . . _ _
 10 _ _ B S _ _
"""
"""A city where a Sand walkway can pass over a Forest one."""


def test_a_crossing_is_told_if_it_costs(table: Table) -> None:
    for requests, expected in (([], []), (["req-crossings"], ["It crosses another walkway."])):
        state = table(CROSSED, walkways="i8-l8", step="build", requests=requests)
        assert brought(state, "j7-j10") == expected
        assert brought(table(CROSSED, step="build", requests=requests), "j7-j10") == []


def test_a_draw_tells_what_comes_next() -> None:
    state = play(dealt(players=1, first="bb gs g/g bs"), "bs1@i7")
    deed = told_move(state, "draw:2")
    assert deed.text == "took Forest and Sand, face up"
    assert (deed.panel, deed.marks) == ("market", ("slot-2",))
    assert brought(state, "draw:2") == ["The top tile of the stack is turned up in its place."]
    assert brought(state, "draw:stack") == []
    while state.turns < 6:
        state.apply(0, state.legal(0)[-1])
    state.apply(0, state.legal(0)[0])
    assert "The last round begins." in brought(state, "draw:stack")
    state.apply(0, state.legal(0)[-1])
    state.apply(0, state.legal(0)[0])
    assert "The last round is over: the votes are counted." in brought(state, "draw:1")


def test_the_end_of_the_stack_is_told(table: Table) -> None:
    last = table(FULL, step="build", stack=["bb"])
    assert brought(last, "draw:1")[:2] == [
        "The top tile of the stack is turned up in its place.",
        "The stack is used up.",
    ]
    none = table(FULL, step="build", stack=[])
    assert brought(none, "draw:1")[0] == "Its place stays empty: the stack is used up."


# ---------------------------------------------------------------------- where votes come from


@each_terms
@pytest.mark.parametrize("seed", [1, 2])
def test_every_line_of_every_sheet_is_found_on_the_table(terms: Terms, seed: int) -> None:
    for number, (state, _) in enumerate(positions(terms, seed)):
        if number % 5 == 0:
            check_lines(state)
    check_lines(state)


def check_lines(state: CloudCity) -> None:
    """The parts of every line add up, and their items are there in both forms."""
    for seat in range(state.players):
        for line in state.score_sheet(seat).lines:
            found = GAME.where(state.view(None), seat, line)
            assert found is not None
            assert sum(part.points for part in found.counted) == line.points
            items = {item for part in found.counted for item in part.items}
            assert all(part.items for part in found.counted)
            for form in ("", "plan"):
                assert items <= ids_of(state, None, form)[found.panel]


@pytest.mark.parametrize("crossing", ["walkways", "places", "points"])
@pytest.mark.parametrize("card", BOX.requests)
def test_every_request_is_found_on_the_table(card: str, crossing: str) -> None:
    rng = Random(17)
    options = {"requests": 1, "crossing": crossing}
    deal = {**GAME.deal_of(2, 3, options), "requests": [card]}
    state = GAME.deal(2, deal=deal, options=options)
    while state.turn():
        legal = state.legal(state.seat)
        ways = [action for action in legal if isinstance(GAME.moves[action], Walkway)]
        state.apply(state.seat, rng.choice(ways or legal))
        if state.turns in (5, 11) and not state.building:
            check_lines(state)
    check_lines(state)


def test_crossings_are_marked_as_they_are_counted(table: Table) -> None:
    low, high = "value-8_7-11_7", "value-9_6-9_9"
    for crossing, expected in (("walkways", [(low,), (high,)]), ("places", [(low, high)]), ("points", [(high, low)])):
        state = table(CROSSED, walkways="i8-l8 j7-j10", step="build", requests=["req-crossings"], crossing=crossing)
        found = GAME.where(state.view(0), 0, state.score_sheet(0).lines[-1])
        assert found is not None
        assert [part.items for part in found.counted] == expected


def test_a_loop_is_marked_by_its_walkways(table: Table) -> None:
    state = table(LOOP, walkways="i7-l7 i7-i10 l7-l10 i10-l10", step="build", requests=["req-circuits"])
    found = GAME.where(state.view(0), 0, state.score_sheet(0).lines[-1])
    assert found is not None
    ((items, points),) = found.counted
    assert (len(items), points) == (4, 3)


# ---------------------------------------------------------------------- pieces seen close


@each_terms
def test_everything_that_is_shown_can_be_seen_close(terms: Terms) -> None:
    for number, (state, action) in enumerate(positions(terms, 23)):
        if number % 9:
            continue
        view = state.view(state.seat)
        targets = GAME.targets(view, action)
        for panel in GAME.scene(view, EN, Staging(targets=targets)).panels:
            for name in [item.id for item in panel.items] + [slot.id for slot in panel.slots]:
                for words in WORDS.values():
                    seen = GAME.about(view, words, panel.name, name)
                    assert seen is not None, (panel.name, name)
                    assert seen.title
                    assert "{" not in seen.text
                    assert seen.rule in GAME.rule_ids


def test_a_building_tells_its_height_and_its_walkways(table: Table) -> None:
    state = table(FULL, walkways="g7-g9", step="build")
    seen = GAME.about(state.view(0), EN, "city:0", "building-6_6")
    assert seen is not None
    assert seen.title == "River building (blue)"
    assert seen.text.endswith("Walkways here: 1 of 2.")
    assert seen.picture.items
    assert GAME.about(state.view(0), EN, "city:0", "building-7_6") is None


NONSENSE = ("", "city:9", "hand:1", "cell:a1", "space:99,99", "draw:9", "turn:x", "building-x", "value-1_2", "stack-7")


def test_nonsense_is_answered_with_nothing() -> None:
    for state in (played_on(0), played_on(1)):
        view = state.view(0)
        for panel in ("city:0", "city:9", "hand:0", "market", "supply", "requests", "", "nowhere"):
            for item in NONSENSE:
                assert GAME.about(view, EN, panel, item) is None
        for target in NONSENSE:
            assert GAME.ask(view, EN, ["draw:stack"], [target])
            assert GAME.scene(view, EN, Staging(targets=[target], chosen=[target], side=-3, form=target)).panels


def played_on(moves: int) -> CloudCity:
    """A game in which the first seat has made so many moves."""
    state = dealt()
    for _ in range(moves):
        state.apply(0, state.legal(0)[0])
    return state


def test_a_walkway_tells_its_route(table: Table) -> None:
    state = table(FULL, walkways="h10-j10 j10-l10", step="build")
    seen = GAME.about(state.view(0), EN, "city:0", "value-7_9-9_9")
    assert seen is not None
    assert seen.text == (
        "It joins two Forest buildings at distance 2 and brings 2 votes. Its route of 2 walkways is worth 4 votes."
    )


# ---------------------------------------------------------------------- the end


def test_a_tie_is_told_by_the_level_that_decided_it() -> None:
    over = play_out(dealt(players=3)).view(None)

    def decided(scores: tuple[int, ...], *walkways: str) -> tuple[str, tuple[int | None, ...]] | None:
        cities = tuple(WrittenCity(tuple(tiles_of(FULL)), tuple(built.split())) for built in walkways)
        tie = GAME.tie(replace(over, facts=replace(over.facts, scores=scores, cities=cities)), EN)
        return None if tie is None else (tie.title, tie.values)

    assert decided((2, 4, 0), "g7-g9", "g7-g9 h10-j10", "") is None
    assert decided((2, 2, 0), "g7-g9", "j10-l10", "") == ("Votes of River walkways", (2, 0, None))
    assert decided((4, 4, 4), "g7-g9 h10-j10", "g7-g9 j8-l8", "j10-l10 h10-j10") == (
        "Votes of Forest walkways, River being equal",
        (2, 0, None),
    )
    assert decided((2, 1, 2), "g7-g9", "j10-j11", "k7-k9") == (
        "Votes of Sand walkways, River and Forest being equal",
        (0, None, 0),
    )


def test_a_game_that_goes_on_has_no_tie() -> None:
    assert GAME.tie(dealt().view(0), EN) is None
