"""An honest word about a choice that was made: whether something else would have been much better.

It is found on a position that the seat imagined before it chose, so that it can give nothing away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cloudtop.bots.hints import Hint
from cloudtop.core.state import State
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.phrases import move_in_words, server_words

MUCH, MANY = 0.08, 4.0
"""So much of a chance to win, or alone so many points, has to be lost before a word is said."""


class Choice(NamedTuple):
    """A move among several, in a position that its seat imagines."""

    before: State
    seat: int
    action: int


def chosen(moment: Moment, seat: int, plan: Sequence[int]) -> Choice | None:
    """The first choice of some moves; None where there was none."""
    state = moment.table.imagined(seat)
    for action in plan:
        state.check_action(action)
        legal = state.legal(seat)
        if action not in legal:
            return None
        if len(legal) > 1:
            return Choice(state, seat, action)
        if state.commits(seat, action):
            return None
        state.apply(seat, action)
    return None


def second_thought(choice: Choice, hints: Sequence[Hint], language: str) -> str:
    """What is said about a choice; nothing where nothing that was found is much better.

    A move that is not among the best is worth no more than the last of them: so much is lost at least.
    """
    if not hints:
        return ""
    best = hints[0]
    worth = next((hint.value for hint in hints if hint.action == choice.action), hints[-1].value)
    lost, alone = best.value - worth, choice.before.players == 1
    if lost < (MANY if alone else MUCH) or after(choice, best.action) == after(choice, choice.action):
        return ""
    game = choice.before.game
    better, made = (move_in_words(game, action, language) for action in (best.action, choice.action))
    key, amount = ("coach.points", round(lost)) if alone else ("coach.chance", round(100 * lost))
    return server_words(language)(key, better=better, made=made, lost=amount)


def after(choice: Choice, action: int) -> object:
    """What a move leads to, as far as the seat can know."""
    state = choice.before.copy()
    state.apply(choice.seat, action)
    return state.view(choice.seat).facts
