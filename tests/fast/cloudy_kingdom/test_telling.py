"""What is told: steps, what is asked, what moves bring about, where the win comes from, what things are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest
from tests.support.cloudy_kingdom.playing import RED_NEARLY, RED_WAITS, Position, boxed, play

from cloudtop.core.game import Game
from cloudtop.core.scene import Staging
from cloudtop.core.teller import Deed
from cloudtop.core.words import LANGUAGES
from cloudtop.games.cloudy_kingdom.art.designs import CHARM_JOINS, joins_key
from cloudtop.games.cloudy_kingdom.board import PAIRS, Card, Field, field_of
from cloudtop.games.cloudy_kingdom.game import GAME
from cloudtop.games.cloudy_kingdom.moves import Cell, Lay
from cloudtop.games.cloudy_kingdom.pieces import BOX, SIDES, Design
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.games.cloudy_kingdom.telling import about_design
from cloudtop.games.cloudy_kingdom.view import Seen, lacking

WORDS = GAME.words("en")
TERMS = [
    (players, {"magic": magic, "layout": layout})
    for players, magic, layout in product((2, 3, 4), ("first-game", "random", "choose"), ("fixed", "random"))
]
COORDINATES = re.compile(r"\b[a-d][1-4]\b")


def games(seeds: int = 1) -> Iterator[CloudyKingdom]:
    """The deals of random games under all terms."""
    for number, (players, options) in enumerate(TERMS):
        for seed in range(seeds):
            yield GAME.deal(players=players, seed=17 * number + seed, options=options)


def replies(state: CloudyKingdom, rng: Random) -> Iterator[tuple[int, int]]:
    """Random moves until the end, magic not too seldom; whoever asks makes them."""
    while state.turn():
        seat = rng.choice(state.turn())
        legal = state.legal(seat)
        magic = [action for action in legal if GAME.text(action).startswith("magic:")]
        yield seat, rng.choice(magic if magic and rng.random() < 0.25 else legal)


def told(before: CloudyKingdom, seat: int, action: int, language: str = "en") -> Deed:
    """A move as it is told."""
    after = before.copy()
    after.play(seat, action)
    deed = before.game.tell(before, seat, before.game.moves[action], after, before.game.words(language))
    assert deed is not None
    return deed


def tell(state: CloudyKingdom, text: str) -> Deed:
    """A move in notation as it is told."""
    return told(state, state.seat, state.game.parse(state, state.seat, text))


def brings(state: CloudyKingdom, text: str) -> dict[str, bool | None]:
    """What a move brings about, and whether that is good for whoever makes it."""
    return {each.text: each.good for each in tell(state, text).brings}


def targets_of(state: CloudyKingdom, seat: int) -> list[str]:
    """Everything that may be picked."""
    view = state.view(seat)
    return list(dict.fromkeys(target for action in state.legal(seat) for target in state.game.targets(view, action)))


def asked(state: CloudyKingdom, *chosen: str, seat: int | None = None) -> str:
    """What whoever has to decide is asked."""
    asked_seat = state.seat if seat is None else seat
    return GAME.ask(state.view(asked_seat), WORDS, targets_of(state, asked_seat), chosen)


def panel_ids(state: CloudyKingdom, seat: int | None) -> dict[str, set[str]]:
    """The ids of all items and places, by panel."""
    panels = state.game.scene(state.view(seat), state.game.words("en"), Staging()).panels
    return {panel.name: {item.id for item in panel.items} | {slot.id for slot in panel.slots} for panel in panels}


# ---------------------------------------------------------------------- whatever happens


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_of_random_games_is_told_in_words_and_seen_where_it_is_told(language: str) -> None:
    rng = Random(4)
    for state in games():
        for seat, action in replies(state, rng):
            before, deed = state.copy(), told(state, seat, action, language)
            state.play(seat, action)
            texts = [deed.text, *(each.text for each in deed.brings)]
            assert all(texts)
            assert not any("{" in text or COORDINATES.search(text) for text in texts), texts
            for viewer in (None, seat):
                ids = panel_ids(state, viewer)
                marked = {*deed.marks, *(mark for each in deed.brings for mark in each.marks)}
                assert marked <= ids.get(deed.panel, set()), (deed, before.dump())


def test_what_is_told_is_told_of_every_position_that_the_seat_could_imagine() -> None:
    rng = Random(5)
    for state in games():
        for seat, action in replies(state, rng):
            deed = told(state, seat, action)
            for _ in range(3):
                assert told(state.imagine(seat, rng), seat, action) == deed
            after = state.copy()
            after.play(seat, action)
            if state.picks:
                assert not any(WORDS(f"magic.{side.name}") in str(deed) for side in BOX.magic)
            # Nothing is told that the others do not see when it is done.
            for other in range(state.players):
                past, present = state.imagine(other, rng), after.imagine(other, rng)
                assert GAME.tell(past, seat, GAME.moves[action], present, WORDS) == deed
            state.play(seat, action)


def test_steps_asks_and_buttons_fit_every_decision() -> None:
    rng = Random(6)
    for state in games():
        for seat, action in replies(state, rng):
            for viewer in (None, *range(state.players)):
                view = state.view(viewer)
                steps = GAME.steps(view)
                assert bool(steps) == (viewer in state.turn())
                for name in steps:
                    assert WORDS(f"step.{name}")
                    assert WORDS(f"step.{name}.ask")
            steps = GAME.steps(state.view(seat))
            for name in {GAME.step(GAME.moves[each]) for each in state.legal(seat)}:
                assert name in (*steps, "magic")
                assert WORDS(f"end.{name}")
            view, targets = state.view(seat), targets_of(state, seat)
            picks = list(GAME.targets(view, action))
            rng.shuffle(picks)
            for count in range(len(picks) + 1):
                for language in LANGUAGES:
                    text = GAME.ask(view, GAME.words(language), targets, picks[:count])
                    assert text
                    assert "{" not in text
                    assert not COORDINATES.search(text)
            state.play(seat, action)


def test_the_win_is_shown_by_a_road_from_castle_to_castle() -> None:
    rng = Random(7)
    reasons = set()
    for state in games(seeds=3):
        for seat, action in replies(state, rng):
            state.play(seat, action)
        outcome = state.outcome()
        assert outcome is not None
        reasons.add(outcome.reason)
        for viewer in (None, *range(state.players)):
            view, ids = state.view(viewer), panel_ids(state, viewer)
            for seat in range(state.players):
                for line in state.score_sheet(seat).lines:
                    where = GAME.where(view, seat, line)
                    assert where is not None
                    assert sum(part.points for part in where.counted) == line.points
                    assert {item for part in where.counted for item in part.items} <= ids[where.panel]
            panel, road = GAME.trace(view)
            assert bool(road) == bool(outcome.winners)
            if road:
                assert set(road) <= ids[panel]
                winner = viewer if viewer in outcome.winners else outcome.winners[0]
                check_road(state, winner, road)
    assert "cloudy-kingdom/win" in reasons


def test_of_two_roads_the_one_that_won_is_shown(position: Position) -> None:
    waits = "a1 s:h l:n / b1 s:h / c1 s:v x:h / c2 s:h x:v / c3 s:v / b2 s:h"
    state = position(waits, "t s", active=1, used=[["inspiration"], []])
    assert GAME.trace(state.view(0)) == ("", ())
    play(state, "s@a2h")
    panel, road = GAME.trace(state.view(1))
    assert (panel, road[0], road[-1]) == ("board", "castle-W2", "castle-E1")
    assert road[1:-1] == ("card-a2-0", "card-b2-0", "card-c2-1", "card-c1-1")


def check_road(state: CloudyKingdom, winner: int, road: tuple[str, ...]) -> None:
    """It begins and ends at opposite castles of the winner, and each card lies beside the next."""
    facts = state.view(None).facts
    first, *cards, last = road
    sides = {first[7], last[7]}
    assert sides in ({"N", "S"}, {"W", "E"})
    for castle in (first, last):
        side = next(side for side in SIDES if side == castle[7])
        assert facts.castles[side][int(castle[8]) - 1] == facts.families[winner]
    cells = [Cell("abcd".index(card[5]), int(card[6]) - 1) for card in cards]
    assert all(abs(one.column - two.column) + abs(one.row - two.row) == 1 for one, two in pairwise(cells))


def test_everything_on_the_table_can_be_looked_at_closely() -> None:
    rng = Random(8)
    silent = re.compile(r"(ghost|glow|trail)-.*")
    sprites = set(re.findall(r'<symbol id="([^"]+)"', GAME.sprites()))
    for state in games():
        for number, (seat, action) in enumerate(replies(state, rng)):
            if number % 9 == 0:
                for viewer in (None, seat):
                    view = state.view(viewer)
                    for panel, ids in panel_ids(state, viewer).items():
                        for item in ids:
                            found = GAME.about(view, WORDS, panel, item)
                            assert found is not None or silent.fullmatch(item), (panel, item)
                            if found is not None:
                                assert found.title
                                assert found.text
                                assert found.rule in GAME.rule_ids
                                assert {each.sprite for each in found.picture.items} <= sprites
            state.play(seat, action)


# ---------------------------------------------------------------------- how many cards a road lacks


@cache
def faces() -> list[Card]:
    """Every card of the box in every way that makes a difference."""
    ways: dict[tuple[bool, str], Card] = {}
    for design in BOX.routes:
        for side in SIDES:
            card = Card(design, side)
            ways.setdefault((card.flat, " ".join(card.joined)), card)
    return list(ways.values())


def after_lays(field: Field) -> Iterator[Field]:
    """The field after every card that may be laid."""
    for cell in field.cells:
        for card in faces():
            if card.flat in field.lies(cell) and not field.burns(cell):
                stacks = {**field.stacks, cell: (*field.stacks.get(cell, ()), card)}
                yield Field(field.size, field.castles, stacks)


def lacks(field: Field, families: str) -> tuple[dict[str, int], ...]:
    """How many cards each family's pairs of castles lack."""
    ways = {"W": "w", "N": "n", "E": "e", "S": "s"}

    def written(design: Design, a: str) -> str:
        return f"{design.code}:{('h' if a in 'WE' else 'v') if design.symmetric else ways[a]}"

    stacks = {str(cell): tuple(written(card.design, card.a) for card in cards) for cell, cards in field.stacks.items()}
    return lacking(GAME.tables, Seen(tuple(field.castles.items()), tuple(stacks.items()), families))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_roads_lack_exactly_so_many_cards(players: int) -> None:
    """Nothing is lacking where castles are joined; no card brings more than one nearer, and some card does."""
    rng = Random(players)
    for seed in range(3):
        state = GAME.deal(players=players, seed=seed, options={"layout": "random"})
        for seat, action in replies(state, rng):
            if rng.random() < 0.12:
                facts = state.view(None).facts
                field = field_of(BOX, facts)
                now = lacks(field, facts.families)
                nexts = [lacks(each, facts.families) for each in after_lays(field)]
                for number, family in enumerate(facts.families):
                    assert {pair for pair, cards in now[number].items() if cards == 0} == field.joined(family)
                    for pair in PAIRS:
                        least = min(each[number][pair] for each in nexts)
                        assert now[number][pair] in (0, least + 1)
                        assert least >= now[number][pair] - 1
            state.play(seat, action)


def test_two_cards_are_lacking_where_one_is_too_few_and_two_are_enough() -> None:
    """The same by trying all cards on all places, twice."""
    rng = Random(2)
    tried = 0
    for seed in range(40):
        state = GAME.deal(players=2, seed=seed)
        for _ in range(14):
            if state.turn():
                seat = state.turn()[0]
                state.play(seat, rng.choice([each for each in state.legal(seat) if isinstance(GAME.moves[each], Lay)]))
        facts = state.view(None).facts
        field = field_of(BOX, facts)
        if tried < 3 and lacks(field, facts.families)[0]["NS"] == 2:
            tried += 1
            once = list(after_lays(field))
            assert not any("NS" in each.joined(facts.families[0]) for each in once)
            assert any("NS" in each.joined(facts.families[0]) for first in once for each in after_lays(first))
    assert tried == 3


def test_an_empty_field_lacks_what_the_shortest_road_takes() -> None:
    facts = GAME.deal(players=2, seed=1).view(None).facts
    assert lacks(field_of(BOX, facts), facts.families) == ({"NS": 7, "WE": 6}, {"NS": 6, "WE": 7})


# ---------------------------------------------------------------------- a turn


def test_a_turn_is_one_step_and_magic_has_its_own(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    assert GAME.steps(state.view(0)) == ("lay",)
    assert GAME.steps(state.view(1)) == GAME.steps(state.view(None)) == ()
    play(state, "magic:inspiration")
    assert GAME.steps(state.view(0)) == ("lay",)
    green = position("b2 s:v", "t s", magic="green-hand cut-it-all winding-road")
    assert GAME.steps(play(green, "magic:green-hand").view(1)) == ("answer",)
    assert GAME.steps(play(green, "keep").view(0)) == ("lay",)
    cut = play(position("b2 s:v", "t s"), "magic:cut-it-all")
    assert GAME.steps(cut.view(0)) == ("cut",)
    choosing = GAME.deal(players=2, seed=1, options={"magic": "choose"})
    assert GAME.steps(choosing.view(1)) == ("choose",)
    sifting = boxed('[magic.sift]\nsteps = ["draw", "draw", "draw", "discard", "play anywhere", "play anywhere"]')
    state = position(
        "b2 s:v",
        "t s",
        stack="f l x",
        game=sifting,
        rule_of_magic="choose",
        magic=[["sift", "inspiration", "dead-end"]] * 2,
    )
    assert sifting.steps(play(state, "magic:sift").view(0)) == ("discard", "lay")


def test_the_last_turns_are_counted_and_announced(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f", short=True)
    assert GAME.progress(state.view(0)) is None
    deed = tell(state, "t@b2w")
    assert "The draw pile is empty: everybody lays one last card, without magic" in [each.text for each in deed.brings]
    play(state, "t@b2w")
    progress = GAME.progress(state.view(0))
    assert progress is not None
    assert (progress.now, progress.of, progress.last) == (1, 2, True)
    assert WORDS(f"progress.{progress.unit}", now=1, of=2) == "Last turns: 1 of 2"
    assert WORDS(f"notice.{progress.notice}")


def test_the_prompt_says_what_a_tap_does(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    assert asked(state).startswith("Tap a lit place to lay your T-junction, or use magic instead. Your road")
    assert asked(state, "hand:t", "cell:b2", "turn:0") == "Turn the T-junction, tap another place, or lay it."
    assert asked(state, "magic:inspiration").startswith("Inspiration: your T-junction is discarded for it. Draw two")
    play(state, "magic:inspiration")
    assert asked(state) == "Tap one of your 2 cards, then a lit place for it."
    assert asked(state, "hand:l") == "Tap a lit place to lay your left bend."
    straight = position("b2 s:v", "s t", used=[["cut-it-all", "inspiration", "burning-crossing"], []])
    assert asked(straight).startswith("Tap a lit place to lay your straight.")
    assert asked(straight, "hand:s", "cell:b2") == "Lay the straight here, or tap another place."
    assert asked(straight, "hand:s", "cell:a1") == "Turn the straight, tap another place, or lay it."
    cut = play(position("b2 s:v", "t s"), "magic:cut-it-all")
    assert asked(cut) == "Tap the stack whose top card you want out of the game."
    assert asked(cut, "cell:b2") == "Cut the straight away for good: nothing else can be cut."
    fire = play(position("b2 s:v / a1 s:h", "t s"), "magic:burning-crossing")
    assert asked(fire) == "Tap a lit stack to lay Burning crossing crosswise on it."
    green = play(position("b2 s:v", "t s", magic="green-hand cut-it-all winding-road"), "magic:green-hand")
    assert asked(green).endswith("tap your straight to keep it, or the draw pile to swap it for a new card.")
    assert asked(green, "stack").startswith("Your straight is discarded and you draw a new card")
    assert asked(green, "hand:s").startswith("You keep your straight")
    growing = play(
        position("b2 s:v", "t s", magic="quick-growth cut-it-all inspiration", stack="f x"), "magic:quick-growth"
    )
    assert asked(growing).startswith("Tap an empty lit place for your fork")
    assert asked(play(growing, "f@a1w")) == "Lay your crossroads crosswise on the card that you have just laid."
    assert asked(growing, "cell:a1", "turn:1") == "Lay the crossroads here: it is the only place."


def test_choosing_magic_counts_down() -> None:
    state = GAME.deal(players=2, seed=1, options={"magic": "choose"})
    three = ("magic:cut-it-all", "magic:replant", "magic:green-hand")
    texts = [asked(state, *three[:count], seat=1) for count in range(4)]
    assert [text.split()[1] for text in texts] == ["three", "two", "one", "these"]


def test_a_rival_who_lacks_one_card_is_named(position: Position) -> None:
    state = position(RED_NEARLY, "t s", active=1)
    assert asked(state).endswith("Beware, just 1 card to go: Red.")
    assert "Beware" not in asked(position("", "t s"))


# ---------------------------------------------------------------------- what a move brings about


def test_a_laid_card_is_told_by_its_place_and_how_far_roads_are(position: Position) -> None:
    state = position(RED_NEARLY, "t s", active=1)
    assert tell(state, "s@a2h").text == "straight on an empty space"
    deed = tell(state, "s@c2h")
    assert (deed.text, deed.panel, deed.marks) == ("straight over another card", "board", ("card-c2-1",))
    assert brings(state, "s@c2h")["Red: 2 cards to go"] is True
    assert brings(state, "s@c3h")["Blue: 2 cards to go"] is True


def test_joining_castles_says_who_wins(position: Position) -> None:
    state = position(RED_NEARLY, "s s")
    assert brings(state, "s@c3v") == {"Joins two castles of Red": True}
    deed = tell(state, "s@c3v")
    assert deed.brings[0].marks[0] == "castle-N1"
    assert deed.brings[0].marks[-1] == "castle-S3"
    rival = position(RED_NEARLY, "t s", active=1)
    assert brings(rival, "s@c3v") == {"Joins two castles of Red": False}
    magic = play(position(RED_NEARLY, "t s", stack="s l"), "magic:inspiration")
    told_of = brings(magic, "s@c3v")
    assert told_of["Joins two castles of Red by magic: a win at the start of its next turn, if the road holds"] is True
    assert "Goes to the discards: left bend" in told_of


def test_a_waiting_road_is_broken_or_holds(position: Position) -> None:
    waits = {"active": 1, "used": [["inspiration"], []]}
    broken = brings(position(RED_WAITS, "t s", **waits), "s@c2h")
    assert broken["Breaks the road that was waiting: Red"] is True
    held = brings(position(RED_WAITS, "t s", **waits), "s@a2h")
    assert held["The road of Red has held until its turn"] is False


def test_magic_tells_what_it_draws_takes_cuts_and_burns(position: Position) -> None:
    state = position("b2 s:v t:w / a1 s:h", "t s", discard=["f", "x"], magic="replant green-hand cut-it-all")
    assert brings(state, "magic:replant") == {
        "Goes to the discards: T-junction": None,
        "Comes back from the discards: crossroads": True,
    }
    assert brings(state, "magic:green-hand") == {
        "Goes to the discards: T-junction": None,
        "2 cards are drawn": None,
        "The others may swap their card": None,
    }
    cut = play(state.copy(), "magic:cut-it-all")
    assert tell(cut, "cut@b2").text == "T-junction cut away"
    assert brings(cut, "cut@b2")["The straight beneath counts again"] is None
    assert brings(cut, "cut@a1")["The space is empty again"] is None
    assert tell(cut, "cut@a1").marks == ("cell-a1",)
    green = play(state, "magic:green-hand")
    assert brings(green, "swap") == {"Goes to the discards: straight": None, "A new card is drawn": None}
    assert brings(green, "keep") == {}
    fire = play(position("b2 s:v", "t s"), "magic:burning-crossing")
    assert brings(fire, "fire@b2h")["Nothing may touch this stack any more"] is None


def test_of_cards_drawn_only_their_number_is_told(position: Position) -> None:
    state = position("b2 s:v", "t s", stack="f l")
    deed = tell(state, "magic:inspiration")
    assert "fork" not in str(deed)
    assert "2 cards are drawn" in [each.text for each in deed.brings]
    sifting = boxed('[magic.sift]\nsteps = ["draw", "discard"]')
    own: Game = sifting
    state = position(
        "b2 s:v", "t s", stack="f l", game=own, rule_of_magic="choose", magic=[["sift", "inspiration", "dead-end"]] * 2
    )
    assert [each.text for each in tell(state, "magic:sift").brings] == [
        "Goes to the discards: T-junction",
        "A new card is drawn",
    ]


# ---------------------------------------------------------------------- what things are


def test_things_seen_close(position: Position) -> None:
    state = position("b2 s:v t:w", "f s", discard=["x", "x"])
    view = state.view(0)

    def about(panel: str, item: str) -> tuple[str, str, str]:
        found = GAME.about(view, WORDS, panel, item)
        assert found is not None
        return found.title, found.text, found.rule

    assert about("board", "card-b2-1") == ("T-junction", "Joins its two ends and one side.", "route-cross")
    assert about("board", "card-b2-0")[0] == "straight"
    assert about("board", "badge-b2")[0] == about("board", "cell-b2")[0] == "T-junction"
    assert about("board", "cell-a1")[2] == "route-empty"
    assert about("board", "castle-N1-keep")[0] == "Castle: red (crown)"
    assert about("board", "castle-N3")[1].startswith("Nobody plays this family")
    assert about("hand", "card-0")[0] == "fork"
    assert about("hand", "card-1")[0] == "empty place"
    assert about("magic", "magic-0")[::2] == ("Cut it all", "magic-cut")
    assert about("player:1", "hand")[0] == "Route card, face down"
    assert about("player:1", "road")[0] == "Road: blue (lily)"
    assert about("piles", "discard") == ("Discards", "crossroads × 2", "hand")
    assert "Cards left" in about("piles", "stack")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_joins(language: str) -> None:
    words = GAME.words(language)
    texts = {about_design(BOX, design, 0, words).text for design in BOX.designs}
    # Crossroads and Burning crossing join alike, but of the fire there is more to say.
    assert len(texts) == len(BOX.designs)
    for joins in CHARM_JOINS:
        assert words(f"joins.{joins_key(joins)}")
