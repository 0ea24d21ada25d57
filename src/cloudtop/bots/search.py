"""Information-set tree search for any game that keeps the contract. This module is compiled.

Every iteration imagines a position that may be the true one for all the seat knows, walks down the tree by the moves
legal there, adds one move, plays on at random to the end and credits every move on the way to the seat that made it. So
the tree holds what is good on average over all that is hidden, and nothing hidden can leak into it.
"""

from __future__ import annotations

import time
from math import log, sqrt
from random import Random
from typing import NamedTuple

from mypy_extensions import i64

from cloudtop.core.chance import shuffled
from cloudtop.core.judge import Judge
from cloudtop.core.state import State


class Line(NamedTuple):
    """A move the search has looked at, with what it thinks of it."""

    action: int
    visits: int
    value: float
    """What the seat can expect, from 0 to 1; alone, points."""
    follow_up: tuple[int, ...]
    """How the search expects the game to go on."""


class Node:
    """A move in the tree, with what came of it for the seat that made it."""

    def __init__(self, action: int) -> None:
        self.action = action
        self.visits: i64 = 0
        self.available: i64 = 0
        """In how many iterations the move was legal when its parent was visited."""
        self.total: float = 0.0
        self.rounds: i64 = 0
        """How many rounds of halving the move has been in, if it is one of the thinker's."""
        self.children: dict[int, Node] = {}

    def mean(self) -> float:
        """What the move has brought on average."""
        return self.total / float(self.visits) if self.visits else 0.0


class Search:
    """One tree, grown iteration by iteration."""

    def __init__(self, judge: Judge, limit: int) -> None:
        self.judge = judge
        self.exploration = judge.exploration
        self.limit = limit
        """No rollout is longer."""
        self.root = Node(-1)
        self.lowest = 1e9
        self.highest = -1e9

    def iterate(self, state: State, thinker: int, first: Node, rng: Random) -> None:
        """Make the first move, walk down, add a move, play on, and credit the way.

        The thinker decides first, also where several seats decide at once.
        """
        judge = self.judge
        node = first
        path: list[Node] = [self.root, node]
        seats: list[int] = [-1, thinker]
        growing = node.visits > 0
        state.apply(thinker, node.action)
        seat = state.mover()
        while growing and seat >= 0:
            legal = state.choices(seat)
            if len(legal) > 1:
                legal = judge.candidates(state, seat, legal)
            child = self.choose(node, legal, rng)
            if child is None:
                child = self.expand(node, legal, rng)
                growing = False
            state.apply(seat, child.action)
            node = child
            path.append(node)
            seats.append(seat)
            seat = state.mover()
        judge.rollout(state, rng, self.limit)
        self.credit(path, seats, judge.worth(state))

    def choose(self, node: Node, legal: list[int], rng: Random) -> Node | None:
        """The child that promises most; None if a legal move has not been tried yet."""
        children = node.children
        if len(children) == 0:
            return None
        found: list[Node] = []
        for action in legal:
            child = children.get(action)
            if child is None:
                return None
            found.append(child)
        span = self.span()
        scale = 1.0 / span if span > 0.0 else 1.0
        best = found[0]
        best_score = -1e18
        for child in found:
            child.available += 1
            visits = float(child.visits)
            mean = (child.total / visits - self.lowest) * scale
            score = mean + self.exploration * sqrt(log(float(child.available)) / visits)
            if score > best_score:
                best_score = score
                best = child
        return best

    def expand(self, node: Node, legal: list[int], rng: Random) -> Node:
        """Add one of the moves that have not been tried."""
        children = node.children
        untried: list[int] = []
        for action in legal:
            child = children.get(action)
            if child is None:
                untried.append(action)
            else:
                child.available += 1
        action = untried[int(rng.random() * len(untried))]
        added = Node(action)
        added.available = 1
        children[action] = added
        return added

    def credit(self, path: list[Node], seats: list[int], worth: list[float]) -> None:
        """Give every move on the way what it brought the seat that made it."""
        for value in worth:
            if value < self.lowest:
                self.lowest = value
            if value > self.highest:
                self.highest = value
        path[0].visits += 1
        for depth in range(1, len(path)):
            node = path[depth]
            node.visits += 1
            node.total += worth[seats[depth]]

    def span(self) -> float:
        """From the worst that was seen to the best."""
        return self.highest - self.lowest

    def first_moves(self, state: State, seat: int, rng: Random) -> list[Node]:
        """The thinker's moves, in any order."""
        legal = self.judge.candidates(state, seat, state.choices(seat))
        for action in legal:
            self.root.children[action] = Node(action)
        return shuffled(rng, list(self.root.children.values()))

    def lines(self, count: int) -> list[Line]:
        """The moves that went furthest, best first, each with how it may go on."""
        nodes = [node for node in self.root.children.values() if node.visits]
        nodes.sort(key=lambda node: (-node.rounds, -node.mean(), node.action))
        return [Line(node.action, int(node.visits), node.mean(), follow_up(node)) for node in nodes[:count]]


def follow_up(node: Node) -> tuple[int, ...]:
    """The moves most looked at after this one."""
    actions: list[int] = []
    while node.children and len(actions) < 6:
        best: Node | None = None
        for child in node.children.values():
            if best is None or child.visits > best.visits:
                best = child
        if best is None or best.visits < 8:
            break
        actions.append(best.action)
        node = best
    return tuple(actions)


def think(state: State, seat: int, search: Search, rng: Random, iterations: int, seconds: float) -> int:
    """Grow a tree by so many iterations, or until the time is up; returns how many were made.

    The thinker's moves are halved: in a round all that are left are looked at equally often, then the better half goes
    on, so that the last ones are compared on equal terms and much thought. The state given is an imagined one: it is
    imagined anew for every iteration.
    """
    start = time.monotonic()
    seconds = max(seconds, 1e-9)
    rivals = search.first_moves(state, seat, rng)
    rounds = max(1, (len(rivals) - 1).bit_length())
    spent = 0.0
    done = 0
    for number in range(1, rounds + 1):
        share = number / rounds
        for node in rivals:
            node.rounds += 1
        while spent < share:
            for node in rivals:
                search.iterate(state.imagined(seat, rng), seat, node, rng)
                done += 1
                if done % 16 == 0:
                    spent = max(done / iterations, (time.monotonic() - start) / seconds)
                if done >= iterations or spent >= 1.0:
                    return done
            spent = max(spent, done / iterations)
        rivals.sort(key=lambda node: -node.mean())
        del rivals[(len(rivals) + 1) // 2 :]
    return done
