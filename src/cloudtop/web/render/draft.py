"""A turn that is decided but not made: how the table would look after it, and what it would bring about.

Everything is found on what the seat knows: its view and imagined positions, so that no draft can give anything away. A
move that ends the turn or reveals something is never made here; it is shown as a ghost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cloudtop.bots.hints import gained
from cloudtop.core.state import ScoreSheet, State
from cloudtop.web.render.difference import scene_change
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.phrases import in_a_row, names_of, rule_in_words, server_words, signed
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import Brought, Draft, Drafted, SheetLine, TurnStep


class Course(NamedTuple):
    """A plan as far as it is possible, followed on an imagined position."""

    made: tuple[int, ...]
    """Moves that can be made without revealing anything."""
    last: int | None
    """The move that completes the turn: it ends it, or reveals something."""
    lost: int
    """How many moves of the plan are not possible."""
    state: State
    """The position after the moves that can be made."""
    stops: tuple[State, ...]
    """The positions before each move of the plan that is possible."""

    @property
    def plan(self) -> tuple[int, ...]:
        """All of it that is possible."""
        return self.made if self.last is None else (*self.made, self.last)


def followed(moment: Moment, seat: int, plan: Sequence[int], chance: int = 0) -> Course:
    """As much of a plan as is possible, one move after the other; what is not is left out."""
    state, made, lost, stops = moment.table.imagined(seat, chance), list[int](), 0, list[State]()
    for number, action in enumerate(plan):
        state.check_action(action)
        if action not in state.legal(seat):
            lost += 1
        elif state.commits(seat, action):
            return Course(tuple(made), action, lost + len(plan) - number - 1, state, tuple(stops))
        else:
            stops.append(state.copy())
            made.append(action)
            state.apply(seat, action)
    return Course(tuple(made), None, lost, state, tuple(stops))


def after_plan(moment: Moment, seat: int, plan: Sequence[int]) -> Moment:
    """The table after a plan, as the seat imagines it; a seat's last plan is kept, with all that was found there."""
    key = ("after a plan", seat)
    known: tuple[tuple[int, ...], Moment] | None = moment.found.get(key)
    if known is None or known[0] != tuple(plan):
        course = followed(moment, seat, plan)
        then = Moment(moment.table, course.state, course.made, moment.memory) if course.made else moment
        known = moment.found[key] = tuple(plan), then
    return known[1]


def drafted(moment: Moment, screen: Screen, seat: int, asked: Draft) -> Drafted:
    """The guest's table after a plan, with targets picked and perhaps a ghost, as a difference to what is shown."""
    course, sight = followed(moment, seat, asked.plan), screen.sight
    then = Moment(moment.table, course.state, course.made, moment.memory) if course.made else moment
    ghost = course.last
    if ghost is None and asked.action is not None:
        course.state.check_action(asked.action)
        ghost = asked.action if asked.action in course.state.legal(seat) else None
    targets = pickable(moment, then, seat, course)
    picked = [target for target in asked.chosen if target in targets]
    chosen = picked if course.last is None else list(then.touched(seat, course.last))
    decision = None if course.last is not None else then.shown(sight).decision
    if decision is not None:
        prompt = then.prompt(seat, sight.lang, chosen)
        decision = replace(decision, prompt=prompt)
    considered = (*course.made, ghost) if ghost is not None else course.made
    return Drafted(
        seq=moment.seq,
        plan=course.plan,
        lost=course.lost,
        chosen=picked,
        action=ghost,
        ready=course.last is not None,
        goes_on=course.last is not None and seat in played(course.state, seat, [course.last]).turn(),
        end=end_words(moment, course.last if course.last is not None else ghost, sight.lang),
        scene=scene_change(screen.panels, then.panels(sight, targets, chosen, ghost)),
        decision=decision,
        steps=with_points(moment, seat, then.steps(seat, sight.lang, course.last), course.plan),
        gains=gained_in_words(moment, seat, considered, sight.lang),
        brings=brought(moment, seat, considered, sight.lang),
        number=asked.number,
    )


def pickable(moment: Moment, then: Moment, seat: int, course: Course) -> list[str]:
    """Every target that a tap can mean: of the move that follows the plan, and of every move of the plan."""
    before = (Moment(moment.table, stop, course.made[:number]) for number, stop in enumerate(course.stops))
    return list(dict.fromkeys(target for found in (then, *before) for target in found.targets(seat)))


def end_words(moment: Moment, action: int | None, language: str) -> str:
    """What the button says that makes a move."""
    if action is not None:
        words, key = moment.game.words(language), f"end.{moment.game.step(moment.game.moves[action])}"
        if key in words:
            return words(key)
    return server_words(language)("end-turn")


# ---------------------------------------------------------------------------------------------- what it brings


def gained_in_words(moment: Moment, seat: int, actions: Sequence[int], language: str) -> tuple[SheetLine, ...]:
    """What moves change on the seat's score sheet, in words."""
    before = moment.table.imagined(seat)
    after = played(before, seat, actions)
    found: list[SheetLine] = []
    for rule, points, line in gained(before, after, seat) if moment.table.points else ():
        if line is not None:
            found.append(SheetLine(moment.line(line, language).text, points, rule))
            continue
        several = by_line(moment, rule, before.score_sheet(seat), after.score_sheet(seat), language)
        title = rule_in_words(moment.game, rule, language).title
        found += several if len(several) <= LINES else [SheetLine(title, points, rule)]
    return tuple(found)


LINES = 3
"""So many lines of one rule are told one by one."""


def by_line(moment: Moment, rule: str, before: ScoreSheet, after: ScoreSheet, language: str) -> list[SheetLine]:
    """What changes under a rule that has several lines, line by line; those that say the same are one."""
    worth = Counter[str]()
    for sheet, sign in ((after, 1), (before, -1)):
        for line in sheet.lines:
            if line.rule == rule:
                worth[moment.line(line, language).text] += sign * line.points
    return [SheetLine(text, points, rule) for text, points in worth.items() if points]


def with_points(moment: Moment, seat: int, steps: tuple[TurnStep, ...], plan: Sequence[int]) -> tuple[TurnStep, ...]:
    """The steps of a turn, each with the points that what is drafted for it adds."""
    if not moment.table.points:
        return steps
    game, state, worth = moment.game, moment.table.imagined(seat), Counter[str]()
    for action in plan:
        before = state.scores()[seat]
        state.apply(seat, action)
        worth[game.step(game.moves[action])] += state.scores()[seat] - before
    return tuple(replace(step, points=worth[step.name]) for step in steps)


def played(before: State, seat: int, actions: Sequence[int]) -> State:
    """An imagined position after moves."""
    after = before.copy()
    for action in actions:
        after.apply(seat, action)
    return after


def brought(moment: Moment, seat: int, actions: Sequence[int], language: str) -> tuple[Brought, ...]:
    """What moves bring about besides points, told one after the other; and whether they decide the game."""
    game, words, state = moment.game, moment.game.words(language), moment.table.imagined(seat)
    found: dict[tuple[str, bool | None], tuple[str, ...]] = {}
    for number, action in enumerate(actions, 1):
        before = state.copy()
        state.apply(seat, action)
        # What ends the turn leaves open what could have been done in it.
        goes_on = any(not state.commits(seat, following) for following in actions[number : number + 1])
        deed = game.tell(before, seat, game.moves[action], state, words)
        for told in () if deed is None else deed.brings:
            if not (told.chance and goes_on):
                # The same is told once, of everything that it is about.
                known = found.get((told.text, told.good), ())
                found[told.text, told.good] = tuple(dict.fromkeys((*known, *told.marks)))
    itself = (Brought(text, good, marks) for (text, good), marks in found.items())
    return (*itself, *rivals(moment, seat, state, language), *decided(moment, seat, actions, state, language))


def rivals(moment: Moment, seat: int, after: State, language: str) -> list[Brought]:
    """What the others gain or lose by it, where there are points."""
    if not moment.table.points:
        return []
    names, said = names_of(moment.table, language), server_words(language)
    changes = [
        (other, now - then) for other, (then, now) in enumerate(zip(moment.scores(), after.scores(), strict=True))
    ]
    return [
        Brought(said("brings.rival", name=names[other], points=signed(points)), points < 0, ())
        for other, points in changes
        if points and other != seat
    ]


def decided(moment: Moment, seat: int, actions: Sequence[int], after: State, language: str) -> list[Brought]:
    """Who wins by it, where that does not depend on what is hidden."""
    outcome = after.outcome()
    if outcome is None:
        return []
    other = played(moment.table.imagined(seat, 1), seat, actions).outcome()
    said, names = server_words(language), names_of(moment.table, language)
    if other is None or other.winners != outcome.winners or len(names) == 1:
        return [Brought(said("brings.end"), None, ())]
    if not outcome.winners:
        return [Brought(said("brings.draw"), None, ())]
    if seat in outcome.winners:
        key = "brings.win" if len(outcome.winners) == 1 else "brings.share"
        return [Brought(said(key), True, ())]
    winners = in_a_row([names[winner] for winner in outcome.winners], language)
    return [Brought(said("brings.lose", name=winners), False, ())]
