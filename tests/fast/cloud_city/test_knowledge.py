"""What is known and what is not: face-up tiles stay known, everything else is imagined anew."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from tests.support.cloud_city.playing import FULL, Table, play
from tests.support.cloud_city.playing import ONE as FIRST

from cloudtop.games.cloud_city.game import GAME
from cloudtop.games.cloud_city.state import CloudCity

SECOND = FIRST.replace(". B", ". G")


def hand_seen(state: CloudCity, owner: int, seat: int | None) -> list[str]:
    """A hand as a seat sees it."""
    return list(state.view(seat).facts.hands[owner])


def test_a_face_up_tile_that_was_taken_stays_known_to_all_until_it_is_laid(table: Table) -> None:
    state = table(FIRST, SECOND, hands=[["gg", "ss", "bg"], ["bs", "bs", "bs"]], market=["sg", "bb", "bb"])
    play(state, "gg0@i7", "draw:1")
    for seat in (1, None):
        assert hand_seen(state, 0, seat) == ["sg", "?", "?"]
    assert sorted(hand_seen(state, 0, 0)) == ["bg", "sg", "ss"]
    assert state.view(0).facts.known[0] == ("sg",)
    play(state, "bs0@i7", "draw:stack", "ss0@g9", "draw:stack", "bs0@k7", "draw:stack")
    assert hand_seen(state, 0, 1) == ["sg", "?", "?"]
    play(state, "sg0@i9")
    assert hand_seen(state, 0, 1) == ["?", "?"]


def test_a_tile_from_the_stack_is_known_to_its_owner_alone(table: Table) -> None:
    state = table(FIRST, SECOND, hands=[["gg", "ss", "bg"], ["bs", "bs", "bs"]], market=["sg", "bb", "bb"])
    play(state, "gg0@i7", "draw:stack")
    assert hand_seen(state, 0, 1) == ["?", "?", "?"]
    assert "?" not in hand_seen(state, 0, 0)


def test_laying_a_tile_like_a_known_one_leaves_one_known_tile_less(table: Table) -> None:
    # The others saw one sg being taken; that another is in hand they do not know. Which of the two is laid makes
    # no difference: what remains may be anything.
    state = table(FIRST, SECOND, hands=[["gg", "sg", "ss"], ["bs", "bs", "bs"]], market=["sg", "bb", "bb"])
    play(state, "gg0@i7", "draw:1", "bs0@i7", "draw:stack")
    assert hand_seen(state, 0, 1) == ["sg", "?", "?"]
    play(state, "sg0@g9", "draw:stack")
    assert hand_seen(state, 0, 1) == ["?", "?", "?"]


def test_two_equal_tiles_taken_face_up_are_both_known(table: Table) -> None:
    state = table(FIRST, SECOND, hands=[["gg", "ss", "gb"], ["bs", "bs", "bs"]], market=["sg", "sg", "bb"])
    play(state, "gg0@i7", "draw:1", "bs0@i7", "draw:stack", "ss0@g9", "draw:2", "bs0@k7", "draw:stack")
    assert hand_seen(state, 0, 1) == ["sg", "sg", "?"]
    play(state, "sg0@i9", "draw:stack")
    assert hand_seen(state, 0, 1) == ["sg", "?", "?"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_imagined_table_keeps_all_that_is_known_and_all_that_is_in_the_box(players: int) -> None:
    for seed in range(12):
        rng = Random(seed)
        state = GAME.deal(players=players, seed=seed)
        taken: list[list[str]] = [[] for _ in range(players)]
        while state.turn():
            seat = state.seat
            for observer in range(players):
                other = state.imagine(observer, rng)
                check_same_knowledge(state, other, observer, taken)
            legal = state.legal(seat)
            text = GAME.text(legal[int(rng.random() * len(legal))])
            if text[:-1] == "draw:":
                taken[seat].append(state.dump()["market"][int(text[-1]) - 1])
            elif "@" in text and text.split("@")[0][:-1] in taken[seat]:
                taken[seat].remove(text.split("@")[0][:-1])
            play(state, text)


def check_same_knowledge(state: CloudCity, other: CloudCity, observer: int, taken: list[list[str]]) -> None:
    """Whether an imagined table agrees with what an attentive player has noted down."""
    true, imagined = state.dump(), other.dump()
    assert imagined["hands"][observer] == true["hands"][observer]
    for seat, noted in enumerate(taken):
        assert not Counter(noted) - Counter(imagined["hands"][seat])
        if seat != observer:
            assert Counter(tile for tile in hand_seen(state, seat, observer) if tile != "?") == Counter(noted)
    for key in ("cities", "market", "known", "turn", "step", "requests"):
        assert imagined[key] == true[key]
    unlaid = [
        Counter(tile for hand in dump["hands"] for tile in hand) + Counter(dump["stack"]) for dump in (true, imagined)
    ]
    assert unlaid[0] == unlaid[1]


def test_what_cannot_be_known_makes_no_difference_to_what_is_imagined() -> None:
    for seed in range(20):
        state = GAME.deal(players=3, seed=seed)
        for seat in range(3):
            other = state.imagine(seat, Random(seed))
            assert other.dump() != state.dump()
            assert other.view(seat) == state.view(seat)
            assert other.imagine(seat, Random(9)).dump() == state.imagine(seat, Random(9)).dump()


def test_every_hidden_order_is_imagined_equally_often(table: Table) -> None:
    # Seat 1 has one secret tile of gg, bg and ss; the other two are the stack: six orders.
    second = """
        g h i j k l
      7 B . B . S .
      8 . G . S . S
      9 G . _ _ B .
     10 . G _ _ B .
     11 G S B G S B
     12 . . . . . .
    """
    state = table(
        FULL,
        second,
        hands=[["bs", "bs"], ["sb", "gg", "sb"]],
        known=[[], ["sb", "sb"]],
        market=["gb", "gb", "gb"],
        stack=["bg", "ss"],
    )
    rng = Random(1)
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(1200):
        dump = state.imagine(0, rng).dump()
        secret = Counter(dump["hands"][1]) - Counter(["sb", "sb"])
        seen[(*secret.elements(), *dump["stack"])] += 1
    assert set(seen) == set(permutations(["gg", "bg", "ss"]))
    assert all(150 < count < 250 for count in seen.values())


def test_with_four_players_stack_and_row_end_exactly_empty() -> None:
    for seed in range(150):
        rng = Random(seed)
        state = GAME.deal(players=4, seed=seed)
        while state.turn():
            legal = state.legal(state.seat)
            assert "draw:none" not in [GAME.text(action) for action in legal[-1:]]
            state.apply(state.seat, legal[int(rng.random() * len(legal))])
        dump = state.dump()
        assert dump["stack"] == []
        assert dump["market"] == [None, None, None]
        assert [len(hand) for hand in dump["hands"]] == [3, 3, 3, 3]


def test_what_is_laid_before_the_draw_may_be_taken_back() -> None:
    state = GAME.deal(players=2, seed=1)
    assert not any(state.commits(state.turn()[0], action) for action in state.legal(state.turn()[0]))
    state.play(state.turn()[0], state.legal(state.turn()[0])[0])
    for action in state.legal(state.turn()[0]):
        assert state.commits(state.turn()[0], action) == GAME.text(action).startswith("draw")


# ---------------------------------------------------------------------- tables that rely on memory


def test_what_was_taken_face_up_can_be_forgotten(table: Table) -> None:
    state = table(FIRST, SECOND, hands=[["gg", "ss", "bg"], ["bs", "bs", "bs"]], market=["sg", "sg", "sg"])
    play(state, "gg0@i7", "draw:1", "bs0@i7", "draw:2", "ss0@g9", "draw:3", "bs0@k7", "draw:1", "bg0@k7", "draw:1")
    for seat in (0, 1, None):
        facts = state.view(seat).facts
        told = GAME.forgotten(facts)
        assert all(facts.known)
        assert told.known == ((), ())
        for owner in (0, 1):
            assert told.hands[owner] == (facts.hands[owner] if owner == seat else ("?",) * len(facts.hands[owner]))
        assert told.cities == facts.cities
        assert told.market == facts.market
        assert GAME.forgotten(told) == told
    # Seat 0 has nothing in hand but what everybody saw: its own hand stays all the same.
    assert state.view(0).facts.hands[0] == state.view(1).facts.hands[0]
    assert "?" not in GAME.forgotten(state.view(0).facts).hands[0]
