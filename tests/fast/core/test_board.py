"""Components: equal ones are one object, and each is freed with everything that was made of it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from cloudtop.core import board
from cloudtop.core.board import Component, cached


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
    board.RECENT.clear()
    assert gone() is None
    assert values not in Stack.instances
