"""A rulebook: for every kind of move the rules it has to keep, in the order of the printed one.

A rule is a function that carries the rule's id as its name and answers one question about a move on a board: *is the
rule broken?* True always means broken. What a game can do quickly is proved equal to its rulebook by the
conformance suite; nothing is refused anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

S = TypeVar("S")
M = TypeVar("M")

Rule = Callable[[Any, Any], bool]
"""Whether a move breaks the rule on a board: `walkway_two(city, walkway)`."""


@cache
def rule_id(rule: Rule) -> str:
    """The id of the rule that a function is named after.

    >>> def walkway_two(city, walkway): ...
    >>> rule_id(walkway_two)
    'walkway-two'
    """
    return rule.__name__.rstrip("_").replace("_", "-")


class Rulebook(Generic[S, M]):
    """The rules of a game by kind of move, and how a position is laid out to be read by them."""

    def __init__(self, game: str, board: Callable[[S, int], object], rules: Mapping[type[Any], Sequence[Rule]]) -> None:
        self.game = game
        self.board = board
        """A position as the rules read it, in words of the game, from where a seat sits."""
        self.rules = rules

    def broken(self, board: object, move: M) -> str | None:
        """The first rule, as `game/rule`, that a move breaks on a board; None for a legal one."""
        for rule in self.rules[type(move)]:
            if rule(board, move):
                return f"{self.game}/{rule_id(rule)}"
        return None

    def why_not(self, state: S, seat: int, move: M) -> str | None:
        """The first rule, as `game/rule`, that a seat would break with a move; None for a legal one."""
        return self.broken(self.board(state, seat), move)
