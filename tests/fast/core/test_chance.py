"""Chance: a seed deals the same on every machine, and every order is equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

from cloudtop.core.chance import below, new_seed, pick, shuffled


def test_a_seed_shuffles_the_same_order_for_ever() -> None:
    assert shuffled(Random(2024), range(12)) == [2, 0, 4, 10, 6, 1, 11, 9, 7, 3, 8, 5]
    assert shuffled(Random(0), "cloudtop") == ["c", "u", "d", "p", "l", "o", "t", "o"]


def test_a_seed_picks_the_same_things_for_ever() -> None:
    rng = Random(2024)
    assert [below(rng, 6) for _ in range(10)] == [2, 4, 1, 5, 2, 4, 1, 1, 4, 2]
    assert [pick(rng, "abc") for _ in range(6)] == ["b", "c", "c", "a", "c", "b"]


def test_a_shuffle_keeps_every_thing_and_leaves_the_given_order_alone() -> None:
    given = list(range(40))
    assert sorted(shuffled(Random(3), given)) == given == list(range(40))
    assert shuffled(Random(3), "") == []


def test_every_order_of_four_is_about_equally_likely() -> None:
    rng = Random(5)
    rounds = 12_000
    counts = Counter(tuple(shuffled(rng, range(4))) for _ in range(rounds))
    expected = rounds / 24
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in permutations(range(4)))
    # 23 degrees of freedom: a fair shuffle exceeds 49.7 once in a thousand runs, and this one is always the same.
    assert chi_square < 49.7


def test_numbers_below_a_count_are_all_drawn_and_no_others() -> None:
    rng = Random(1)
    assert {below(rng, 7) for _ in range(500)} == set(range(7))


def test_new_seeds_have_128_bits() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(0 <= seed < 2**128 for seed in seeds)
    # Once in 2**50 such runs every one of them would have a zero in front.
    assert max(seeds) >= 2**127
