"""Many games stepped at once, at full speed, through the contract alone. This module is compiled.

What a learner gets of a step is written into buffers as plain numbers, game after game, so that whoever has the buffers
can read them without looking at a game again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from librt.strings import BytesWriter, write_f32_le, write_i16_le, write_i64_le
from mypy_extensions import i16, i64

from cloudtop.core.errors import IllegalMove
from cloudtop.core.judge import worth_of_end
from cloudtop.core.observe import Observer
from cloudtop.core.state import State

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
GAIN: Final = 3
REWARDS = ("win", "margin", "points", "gain")
"""What is rewarded: at the end the win alone, the win with the margin as the bots count it, or the points; or, move by
move, what the points rise by, which adds up to the points."""
NOBODY: Final = -1
PORTION: Final = 32
"""So many observations are handed over at once: what is written over and over again stays in a core's own cache."""


def rewards_of(state: State, kind: int) -> list[float]:
    """What an end is worth to each seat; wins and margins are 0 in sum between two, and -1 to 1."""
    if kind in (POINTS, GAIN):
        return [float(score) for score in state.scores()]
    players = state.terms.players
    if kind == MARGIN and players > 1:
        return [2.0 * worth - 1.0 for worth in worth_of_end(state)]
    outcome = state.outcome()
    if outcome is None or not outcome.winners or players == 1:
        return [0.0] * players
    # One winner has 1 and the others share -1; several winners share what one would have.
    others = 1.0 / float(players - 1)
    share = (1.0 + others) / float(len(outcome.winners))
    return [share - others if seat in outcome.winners else -others for seat in range(players)]


def among(legal: list[int], action: int) -> bool:
    """Whether a move is one of these, which are in ascending order."""
    wanted: i64 = action
    low: i64 = 0
    high: i64 = len(legal)
    while low < high:
        middle: i64 = (low + high) >> 1
        here: i64 = legal[middle]
        if here == wanted:
            return True
        if here < wanted:
            low = middle + 1
        else:
            high = middle
    return False


class Batch:
    """Some games that are played side by side; a finished one is dealt anew at once."""

    def __init__(
        self,
        observer: Observer,
        first: int,
        actions: int,
        width: int,
        reward: int,
        learner: int,
        deal: Callable[[int], State],
        opponent: Callable[[int, State, int], int] | None,
        chances: list[Random],
        seen: memoryview,
    ) -> None:
        self.observer = observer
        self.first = first
        """The number of the first of the games among those of all processes."""
        self.actions = actions
        """How many moves the game has."""
        self.width = width
        """No decision has more legal moves."""
        self.blanks: list[bytes] = [b"\xff\xff" * count for count in range(width + 1)]
        """By number, so many -1 to fill a list of legal moves up with."""
        self.reward = reward
        self.learner = learner
        """The seat that learns while `opponent` plays the others; `NOBODY` if every seat learns."""
        self.deal = deal
        self.opponent = opponent
        """Who plays the other seats, asked with a game's number, position and seat; None plays at random."""
        self.chances = chances
        """By game, its own chance, so that it goes the same way wherever the others are played."""
        self.seen = seen
        """The bytes of all games' observations, which others read."""
        self.handed = 0
        """How many of those bytes are up to date."""
        self.states: list[State] = []
        self.legal: list[list[int]] = []
        """By game, what may be done now."""
        self.steps = 0
        """How many steps have been made."""
        self.begun: list[int] = []
        """By game, after how many of them it was dealt."""
        self.seats = BytesWriter()
        """By game, who decides."""
        self.widths = BytesWriter()
        """By game, how many legal moves there are."""
        self.observations = BytesWriter()
        """Those that are not handed over yet."""
        self.finals = BytesWriter()
        """The last observations of games that have just ended."""
        self.masked = BytesWriter()
        """The places of all legal moves in a table with a row for each game and a column for each move."""
        self.choices = BytesWriter()
        """By game, the legal moves, filled up with -1."""
        self.ended: list[int] = []
        """The games that have just ended, in the order of `finals`."""
        self.rewards = BytesWriter()
        """What their ends bring to each seat."""
        self.lengths: list[int] = []
        """How many decisions the learners have made in them."""
        self.scores = BytesWriter()
        """Their points by seat."""
        self.winners = BytesWriter()
        """By seat, 1 for a winner."""
        self.counted: list[list[int]] = []
        """By game, the points by seat that have been rewarded, where points are rewarded as they come."""
        self.gains = BytesWriter()
        """By game and seat, what the points have risen by in this step."""

    def begin(self, count: int) -> None:
        """Deal so many games and write what is seen of them."""
        self.states = []
        for number in range(count):
            self.states.append(self.dealt(number))
        self.legal = [[] for _ in range(count)]
        self.steps = 0
        self.begun = [0] * count
        self.counted = [[0] * state.terms.players for state in self.states]
        self.clear()
        for number in range(count):
            self.show(number, self.states[number])
        self.hand_over()

    def step(self, actions: list[int]) -> None:
        """Make a move in every game and write what is seen then; an illegal move is refused before any is made."""
        states = self.states
        legal = self.legal
        for number in range(len(states)):
            if not among(legal[number], actions[number]):
                self.refuse(number, actions[number])
        self.clear()
        self.steps += 1
        for number in range(len(states)):
            state = states[number]
            seat = self.decider(state)
            state.apply(seat, actions[number])
            if self.learner >= 0:
                self.let_others_play(number, state)
            if self.reward == GAIN:
                self.count(number, state)
            if state.mover() < 0:
                self.finish(number, seat, state)
                state = states[number]
            self.show(number, state)
        self.hand_over()

    def decider(self, state: State) -> int:
        """Which learner is to decide."""
        return self.learner if self.learner >= 0 else state.mover()

    def refuse(self, number: int, action: int) -> None:
        """Tell which rule forbids a move."""
        state = self.states[number]
        rule = state.why_not(self.decider(state), action)
        game = state.terms.game
        raise IllegalMove(rule or f"{game.name}/turn", f"{game.text(action)} (game {self.first + number} of the batch)")

    def clear(self) -> None:
        """Empty all buffers."""
        self.handed = 0
        self.observations.truncate(0)
        self.masked.truncate(0)
        self.choices.truncate(0)
        self.seats.truncate(0)
        self.widths.truncate(0)
        self.finals.truncate(0)
        self.rewards.truncate(0)
        self.scores.truncate(0)
        self.winners.truncate(0)
        self.gains.truncate(0)
        self.ended = []
        self.lengths = []

    def dealt(self, number: int) -> State:
        """A new game in which a learner is to decide."""
        state = self.deal(number)
        if self.learner >= 0:
            self.let_others_play(number, state)
            while state.mover() < 0:
                state = self.deal(number)
                self.let_others_play(number, state)
        return state

    def let_others_play(self, number: int, state: State) -> None:
        """Play the seats that do not learn until the one that does has to decide."""
        chance = self.chances[number]
        seat = state.mover()
        while seat >= 0:
            if seat == self.learner or (seat < self.learner and self.learner in state.turn()):
                return
            opponent = self.opponent
            if opponent is None:
                legal = state.legal(seat)
                state.apply(seat, legal[int(chance.random() * len(legal))])
            else:
                state.apply(seat, opponent(number, state, seat))
            seat = state.mover()

    def count(self, number: int, state: State) -> None:
        """Write what the points of a game have risen by since they were counted last."""
        scores = state.scores()
        counted = self.counted[number]
        for seat in range(len(scores)):
            write_f32_le(self.gains, float(scores[seat] - counted[seat]))
        self.counted[number] = scores

    def finish(self, number: int, seat: int, state: State) -> None:
        """Write how a game ended that a seat has moved in, and deal the next one."""
        for reward in rewards_of(state, self.reward):
            write_f32_le(self.rewards, reward)
        outcome = state.outcome()
        assert outcome is not None
        for place in range(state.terms.players):
            write_i64_le(self.scores, outcome.scores[place])
            write_i64_le(self.winners, 1 if place in outcome.winners else 0)
        self.counted[number] = [0] * state.terms.players
        self.observer.write(state, seat, self.finals)
        self.ended.append(number)
        self.lengths.append(self.steps - self.begun[number])
        self.begun[number] = self.steps
        self.states[number] = self.dealt(number)

    def show(self, number: int, state: State) -> None:
        """Write what the seat that decides sees and what it may do."""
        seat = self.decider(state)
        legal = state.legal(seat)
        self.legal[number] = legal
        width: i64 = len(legal)
        write_i64_le(self.seats, seat)
        write_i64_le(self.widths, width)
        self.observer.write(state, seat, self.observations)
        if number % PORTION == PORTION - 1:
            self.hand_over()
        row: i64 = number * self.actions
        masked = self.masked
        choices = self.choices
        for action in legal:
            place: i64 = action
            write_i64_le(masked, row + place)
            write_i16_le(choices, i16(place))
        choices.write(self.blanks[self.width - width])

    def hand_over(self) -> None:
        """Put the observations that have been written where others read them."""
        written = self.observations.getvalue()
        self.seen[self.handed : self.handed + len(written)] = written
        self.handed += len(written)
        self.observations.truncate(0)
