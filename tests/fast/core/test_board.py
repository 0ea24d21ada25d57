"""Components: equal ones are one object, and each is freed with everything that was made of it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from random import Random
from weakref import ref

import pytest

import cloudtop
from cloudtop.core import board
from cloudtop.core.board import Component, cached
from cloudtop.core.scene import Staging
from cloudtop.core.words import Words


class Stack(Component):
    """Cards from the ground up."""

    __slots__ = ("cards", "lower")

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.lower = Stack.of(cards[:-1]) if cards else None


MADE: list[tuple[int, ...]] = []


@cached
def said(stack: Stack, language: str) -> str:
    """A stack in words, and a note that somebody had to find them."""
    MADE.append(stack.cards)
    return f"{language} {stack.cards}"


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Only reference counts free anything meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_equal_components_are_one_object() -> None:
    assert Stack.of((1, 2)) is Stack.of((1, 2))
    assert Stack.of((1, 2)) is not Stack.of((2, 1))
    assert Stack.of((1, 2)).lower is Stack.of((1,))


def test_a_result_is_made_once_for_each_component_and_arguments() -> None:
    MADE.clear()
    assert [said(Stack.of((3, 4)), language) for language in ("en", "fr", "en")] == [
        "en (3, 4)",
        "fr (3, 4)",
        "en (3, 4)",
    ]
    assert MADE == [(3, 4), (3, 4)]


def test_a_component_is_freed_without_the_garbage_collector(no_collector: None) -> None:
    stack = Stack.of((5, 6))
    said(stack, "en")
    gone, values = ref(stack), ((5, 6),)
    del stack
    board.POOL.clear()
    assert gone() is None
    assert values not in Stack.instances


def test_a_pool_keeps_within_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = board.Pool(limit=100_000)
    monkeypatch.setattr(board, "POOL", pool)
    first = Stack.of((7, 0))
    assert said(first, "en") == "en (7, 0)"
    for card in range(1, 1000):
        said(Stack.of((7, card)), "en")
    assert pool.weight <= 100_000
    assert pool.weight == sum(member.weight for member in pool.members)
    assert first.cache == {}
    assert first.weight == 0
    MADE.clear()
    assert said(first, "en") == "en (7, 0)"
    assert MADE == [(7, 0)]
    assert pool.members[-1] is first


def test_estimated_bytes_are_near_the_real_ones() -> None:
    """The pool counts at least what Python takes, and at most ten times as much: items that are shared count again."""
    board.POOL.clear()
    game = cloudtop.game("skybridge")
    words = game.words("en")
    state, dice = game.deal(4, seed=3), Random(3)
    while state.turn():
        state.play(state.turn()[0], dice.choice(state.legal(state.turn()[0])))
        for side in range(4):
            game.scene(state.view(None), words, Staging(side))
    taken = bytes_of([member.cache for member in board.POOL.members])
    assert taken < board.POOL.weight < 10 * taken


def bytes_of(part: object, seen: set[int] | None = None) -> int:
    """The bytes of containers and plain values, each object once, without components."""
    known = set() if seen is None else seen
    if id(part) in known or isinstance(part, Component | Words) or callable(part):
        return 0
    known.add(id(part))
    inner = [*part.keys(), *part.values()] if isinstance(part, dict) else part if isinstance(part, list | tuple) else ()
    return sys.getsizeof(part) + sum(bytes_of(one, known) for one in inner)
