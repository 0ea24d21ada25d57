"""What a seat knows, what it remembers, and what it can only imagine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from msgspec.structs import replace
from tests.support.strange_world.maps import dealt, deck, open_facts, play, solo

from cloudtop.core.chance import pick
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.moves import KEEP, LAY, PASS
from cloudtop.games.strange_world.pieces import card_of
from cloudtop.games.strange_world.state import StrangeWorld
from cloudtop.games.strange_world.view import Memory

CARDS = GAME.kit.cards

# ---------------------------------------------------------------------- views


def remembered(state: StrangeWorld, seat: int) -> Memory:
    """What a seat remembers of this round."""
    memory = GAME.facts(state, seat).draft
    assert memory is not None
    return memory


def test_a_seat_remembers_what_it_was_dealt_and_passed_and_what_came() -> None:
    state = play(dealt(3, "Va Vb VM", "Wc Wd We", "Tf Tg TM"), "sun-left")
    blank = Memory(1, 2, ("Va", "Vb", "VM"), None, None, None, None, None)
    assert remembered(state, 0) == blank
    play(state, "keep-Va", seat=0)
    chosen = replace(blank, kept="Va", gave=("Vb", "VM"))
    assert remembered(state, 0) == chosen
    play(state, "keep-Wc", seat=1)
    play(state, "keep-Tf", seat=2)
    assert remembered(state, 0) == replace(chosen, got=("Tg", "TM"))
    play(state, "pass-TM", seat=0)
    assert remembered(state, 0) == replace(chosen, got=("Tg", "TM"), passed="TM")
    play(state, "pass-VM", seat=1)
    play(state, "pass-Tf", seat=2)
    whole = replace(chosen, got=("Tg", "TM"), passed="TM", received="Tf")
    assert remembered(state, 0) == whole
    # It lasts while cards are laid, and the next round begins without it.
    play(state, "Va@d3")
    assert remembered(state, 0) == whole
    while state.round == 1:
        state.play(state.seat, state.legal(state.seat)[0])
    assert GAME.facts(state, 0).draft is None


def test_a_memory_is_told_in_plain_words() -> None:
    state = play(dealt(3, "Va Vb VM", "Wc Wd We", "Tf Tg TM"), "sun-right")
    told = state.view(0).to_dict()["facts"]["draft"]
    assert list(told) == ["to", "from", "dealt", "kept", "gave", "got", "passed", "received"]
    assert (told["to"], told["from"]) == (2, 1)


def test_a_spectator_sees_no_hand_no_draft_and_no_deck() -> None:
    state = play(dealt(3, "Va Vb VM", "Wc Wd We", "Tf Tg TM"), "sun-left", "keep-Va", "keep-Wc", "keep-Tf")
    facts = open_facts(state)
    assert (facts.hand, facts.draft, facts.deck, facts.held) == (None, None, 36, (3, 3, 3))


def test_alone_the_cards_under_the_tops_are_hidden_and_the_rest_is_open() -> None:
    state = solo("Pe *Ma\nWc Tf", "Pf")
    piles = open_facts(state).piles or ()
    assert [pile.cards for pile in piles] == [0, 2, 3, 3, 3, 3, 3]
    assert [pile.top is None for pile in piles] == [True, True, False, False, False, False, False]
    assert open_facts(state).hand == ("Pf",)


# ---------------------------------------------------------------------- imagining


def positions(players: int, seed: int) -> Iterator[StrangeWorld]:
    """The positions of a random game."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed)
    while state.turn():
        yield state
        seat = pick(rng, state.turn())
        state.play(seat, pick(rng, state.legal(seat)))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_imagined_looks_the_same_and_is_a_position(players: int) -> None:
    for seed in range(3):
        for state in positions(players, seed):
            seat = seed % players
            other = state.imagine(seat, Random(seed))
            assert other.view(seat) == state.view(seat)
            assert other.view(None) == state.view(None)
            assert GAME.load(other.dump()).dump() == other.dump()
            assert other.imagine(seat, Random(seed)).dump() == other.dump()


def test_a_card_passed_on_is_where_it_can_be_until_it_is_laid() -> None:
    # Two volcanoes of their own kind go to seat 1, and at most one of them on to seat 2.
    state = play(dealt(4, "Va Vb Wc", "Wd Wd We", "Tf Tg Tc", "Td Ta Tb"), "sun-left")
    play(state, "keep-Wc", "keep-We", "keep-Tf", "keep-Td")
    va, vb = CARDS.index(card_of("Va")), CARDS.index(card_of("Vb"))
    for chance in range(50):
        hand = state.imagine(0, Random(chance)).hands[1]
        assert va in hand
        assert vb in hand
    play(state, "pass-Wc", "pass-Va", "pass-Wd", "pass-Td")
    found: Counter[tuple[bool, ...]] = Counter()
    for chance in range(300):
        hands = state.imagine(0, Random(chance)).hands
        assert CARDS.index(card_of("Wc")) in hands[1]
        found[(va in hands[1], vb in hands[1], va in hands[2], vb in hands[2])] += 1
    # Seat 1 passed on its own card or one of the two: three equally likely ways.
    assert set(found) == {(True, True, False, False), (False, True, True, False), (True, False, False, True)}
    assert min(found.values()) > 70


def test_two_players_know_what_did_not_come_back() -> None:
    state = play(dealt(2, "Va Vb Wc", "Wd We Tf"), "keep-Wc", "keep-Tf")
    play(state, "pass-Wd", "pass-Va")
    for chance in range(50):
        # Va came back: seat 1 has Vb, the card just passed, and one that seat 0 never saw.
        hand = [str(CARDS[face]) for face in state.imagine(0, Random(chance)).hands[1]]
        assert {"Vb", "Wd"} <= set(hand)
    state = play(dealt(2, "Va Vb Wc", "Wd We Tf"), "keep-Wc", "keep-Tf", "pass-Wd", "pass-Tf")
    for chance in range(20):
        assert sorted(str(CARDS[face]) for face in state.imagine(0, Random(chance)).hands[1]) == ["Va", "Vb", "Wd"]


def test_choices_that_were_made_are_imagined_as_made() -> None:
    state = play(dealt(3), "sun-left")
    state.play(1, state.legal(1)[0])
    kept = {state.imagine(0, Random(chance)).draft.kept[1] for chance in range(40)}
    assert len(kept) > 5
    assert state.imagine(0, Random(1)).turn() == [0, 2]


# ---------------------------------------------------------------------- every way is equally likely


def last_round(players: int, *hands: str) -> StrangeWorld:
    """The last round, in which these hands are dealt: what is unseen is in the other hands."""
    last = [card for hand in hands for card in hand.split()]
    rest = sorted((deck(players) - Counter(last)).elements())
    Random(5).shuffle(rest)
    deal = {"starts": list(GAME.box.start[:players]), "deck": rest + last, "sun": 0}
    state = GAME.deal(players=players, deal=deal)
    rng = Random(8)
    while state.round < 5 or state.phase < KEEP:
        legal = state.legal(state.seat)
        state.play(state.seat, legal[0] if state.round == 5 else pick(rng, legal))
    return state


Physical = tuple[int, str]
"""A card that can be told from its equals: a number and its face."""


def matchings(laid: list[str], hand: list[Physical]) -> int:
    """In how many ways the laid cards can be cards of a hand."""
    return sum(
        all(card[1] == face for card, face in zip(order, laid, strict=True)) for order in permutations(hand, len(laid))
    )


def ways(state: StrangeWorld) -> Counter[tuple[tuple[str, ...], ...]]:
    """For seat 0 in the last round: how many histories lead to each set of other hands, by trying them all."""
    players = state.seats
    mine = remembered(state, 0)
    assert mine.gave is not None
    assert mine.got is not None
    assert mine.passed is not None
    laid = [[str(CARDS[face]) for face in state.laid_cards(seat)] for seat in range(players)]
    left = Counter({str(CARDS[face]): count for face, count in enumerate(GAME.kit.copies[players])})
    for seat, world in enumerate(state.worlds):
        left -= Counter(str(CARDS[world.land[cell]]) for cell in world.laid[1:] if cell not in state.laid_cells(seat))
    left -= Counter(mine.dealt)
    unseen: list[Physical] = list(enumerate(left.elements()))
    gifts = [(-1, mine.gave[0]), (-2, mine.gave[1])]
    last = (-3, mine.passed)
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for first in combinations(unseen, 3):
        others = [list(first), [card for card in unseen if card not in first]][: players - 1]
        for kept in choices(others):
            gave = [[card for card in hand if card != keep] for hand, keep in zip(others, kept, strict=True)]
            if sorted(face for _, face in gave[-1]) != sorted(mine.got):
                continue
            held = [[keep, *came] for keep, came in zip(kept, [gifts, *gave], strict=False)]
            for passed in choices(held):
                if passed[-1][1] != mine.received:
                    continue
                full = [
                    [card for card in hand if card != gone] + [came]
                    for hand, gone, came in zip(held, passed, [last, *passed], strict=False)
                ]
                count = 1
                for seat, hand in enumerate(full, 1):
                    count *= matchings(laid[seat], hand)
                hands = tuple(
                    tuple(sorted((Counter(face for _, face in hand) - Counter(laid[seat])).elements()))
                    for seat, hand in enumerate(full, 1)
                )
                found[hands] += count
    return +found


def choices(hands: list[list[Physical]]) -> Iterator[list[Physical]]:
    """Every way to take one card of each hand."""
    if not hands:
        yield []
        return
    for card in hands[0]:
        for rest in choices(hands[1:]):
            yield [card, *rest]


def imagined(state: StrangeWorld, times: int) -> Counter[tuple[tuple[str, ...], ...]]:
    """How often each set of other hands is imagined."""
    rng = Random(3)
    return Counter(
        tuple(tuple(sorted(str(CARDS[face]) for face in hand)) for hand in state.imagine(0, rng).hands[1:])
        for _ in range(times)
    )


ROUNDS = [
    (2, ("PM PM TM", "PM VM PM"), ["keep-TM", "keep-PM", "pass-TM", "pass-PM"]),
    (2, ("PM PM TM", "PM VM PM"), ["keep-PM", "keep-VM", "pass-PM", "pass-PM"]),
    (3, ("PM Wa TM", "PM PM VM", "TM MM PM"), ["keep-TM", "keep-PM", "keep-PM", "pass-TM", "pass-PM", "pass-PM"]),
    (3, ("PM PM TM", "Wa PM VM", "TM MM PM"), ["keep-TM", "keep-Wa", "keep-TM", "pass-MM", "pass-PM", "pass-TM"]),
]


@pytest.mark.parametrize(("players", "hands", "draft"), ROUNDS)
def test_every_history_that_fits_is_equally_likely(players: int, hands: tuple[str, ...], draft: list[str]) -> None:
    """Equal cards make it hard: a laid card may be the one passed on, or its twin."""
    state = play(last_round(players, *hands), *draft)
    assert state.phase == LAY
    looked = 0
    for step in range(3 * players):
        if state.phase == LAY and 0 < step < 4:
            expected = ways(state)
            whole, times = sum(expected.values()), 3000
            seen = imagined(state, times)
            assert set(seen) <= set(expected)
            for found, count in expected.items():
                share = count / whole
                assert abs(seen[found] - times * share) <= 4 * (times * share * (1 - share)) ** 0.5 + 1e-6, found
            looked += 1
        if not state.turn():
            break
        # Portal cards first, so that twins show up on the table.
        legal = sorted(state.legal(state.seat), key=lambda move: not GAME.text(move).startswith("PM"))
        state.play(state.seat, legal[0])
    assert looked >= 2


def test_while_others_choose_their_hands_are_drawn_from_the_unseen_cards() -> None:
    state = play(dealt(2, "Va Vb Wc", "Wd We Tf"))
    drawn = Counter(face for chance in range(400) for face in state.imagine(0, Random(chance)).hands[1])
    # 27 cards are unseen, 4 of them PM: on average 400 * 3 * 4 / 27 = 178.
    assert 140 < drawn[CARDS.index(card_of("PM"))] < 215
    assert drawn[CARDS.index(card_of("Va"))] == 0
    state = play(state, "keep-Wc", "keep-Tf")
    assert state.phase == PASS
    for chance in range(30):
        hand = [str(CARDS[face]) for face in state.imagine(0, Random(chance)).hands[1]]
        assert {"Va", "Vb"} <= set(hand)
        assert not {"Wd", "We"} & set(hand)
