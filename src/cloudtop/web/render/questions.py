"""What a guest may ask without changing anything: why something is refused, where points come from, what a piece is.

Everything is found on what the seat knows: its view, its moves and imagined positions, so that no answer can give
anything away.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.scene import UPON, Picture
from cloudtop.web.render.draft import after_plan
from cloudtop.web.render.gallery import sent_picture
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.phrases import rule_in_words
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import Inspected, Located, Reason, WhyNot

KEPT = 64
"""Of so many positions it is kept what is touched for every move: up to half a megabyte each, whoever asks."""


def reason(moment: Moment, screen: Screen, seat: int, asked: WhyNot) -> Reason:
    """Why something may not be picked: the rule that forbids most of the moves it could belong to."""
    then = after_plan(moment, seat, asked.plan)
    touched = asked.target or target_of(then, screen, seat, asked.panel, asked.items)
    rule = common_refusal(then, seat, asked.chosen, touched) if touched else None
    told = None if rule is None else rule_in_words(moment.game, rule, screen.sight.lang)
    return Reason(moment.seq, asked.chosen, touched, told)


def target_of(moment: Moment, screen: Screen, seat: int, panel: str, items: Sequence[str]) -> str:
    """The target that one of some touched items could answer to, the first of them first; empty if there is none.

    For an item that answers to nothing itself, the sign upon it does.
    """
    shown = moment.panels(screen.sight, touches(moment, seat).by_target).get(panel)
    if shown is None:
        return ""
    there = {item.id: item.target for item in shown.items} | {slot.id: slot.target for slot in shown.slots}
    answers = (there.get(item) or there.get(UPON + item) for item in items)
    return next((target for target in answers if target), "")


def common_refusal(moment: Moment, seat: int, chosen: Collection[str], target: str) -> str | None:
    """The rule that most often forbids the moves somebody can mean by a target; None if it goes with what is chosen.

    Those are the moves of the sorts that are asked for now, if any has the target, and of them those with most of what
    is chosen already.
    """
    touched, moves = touches(moment, seat)
    meant = [(action, touched[action]) for action in moves.get(target, ())]
    legal = set(moment.legal(seat))
    if any(action in legal and {*chosen} <= {*targets} for action, targets in meant):
        return None
    asked = {sort_of(moment, action, touched[action]) for action in legal}
    meant = [found for found in meant if sort_of(moment, *found) in asked] or meant
    most = max((len({*chosen} & {*targets}) for _, targets in meant), default=0)
    imagined = moment.state if moment.plan else moment.table.imagined(seat)
    rules = [imagined.why_not(seat, action) for action, targets in meant if len({*chosen} & {*targets}) == most]
    refusals = Counter(rule for rule in rules if rule is not None)
    return refusals.most_common(1)[0][0] if refusals else None


class Touches(NamedTuple):
    """What a seat touches for every move of the game, legal or not."""

    of: list[tuple[str, ...]]
    """By the number of the move."""
    by_target: dict[str, list[int]]
    """The numbers of the moves with a target."""


@lru_cache(KEPT)
def touches(moment: Moment, seat: int) -> Touches:
    """What a seat touches for every move of the game; found once at a moment, as long as few others are asked about."""
    every = [tuple(map(sys.intern, moment.touched(seat, action))) for action in range(moment.game.actions)]
    index: dict[str, list[int]] = {}
    for action, targets in enumerate(every):
        for target in targets:
            index.setdefault(target, []).append(action)
    return Touches(every, index)


def sort_of(moment: Moment, action: int, targets: Sequence[str]) -> tuple[type, frozenset[str]]:
    """What sort of move it is: its type, and the kinds of targets that are touched for it."""
    return type(moment.game.moves[action]), frozenset(target.partition(":")[0] for target in targets)


def located(moment: Moment, sight: Sight, seat: int, number: int, at: int | None) -> Located | None:
    """Where a line of a seat's score sheet comes from; None if there is no such line."""
    sheets = moment.score_sheets()
    if seat >= len(sheets) or number >= len(sheets[seat].lines):
        return None
    line, game = sheets[seat].lines[number], moment.game
    where = game.where(moment.view(sight.you), seat, line)
    return Located(
        seat=seat,
        line=number,
        at=at,
        told=moment.line(line, sight.lang),
        rule=rule_in_words(game, line.rule, sight.lang),
        panel="" if where is None else where.panel,
        counted=() if where is None else where.counted,
    )


def inspected(moment: Moment, sight: Sight, panel: str, items: Sequence[str]) -> Inspected:
    """The first of some items that there is something to say about, seen close."""
    game, view, words = moment.game, moment.view(sight.you), moment.game.words(sight.lang)
    for item in items:
        about = game.about(view, words, panel, item)
        if about is not None:
            rule = rule_in_words(game, about.rule, sight.lang) if about.rule else None
            return Inspected(panel, item, about.title, about.text, rule, sent_picture(about.picture))
    return Inspected(panel, "", "", "", None, Picture())
