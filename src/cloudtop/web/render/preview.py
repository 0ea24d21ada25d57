"""What a guest may ask without changing anything: how a move would look, why something is refused, what is good.

Everything is found on what the seat knows: its view, its moves and imagined positions, so that no answer can give
anything away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from cloudtop.bots.hints import Hint, gains
from cloudtop.core.errors import NotAMove
from cloudtop.web.render.difference import scene_change
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.phrases import move_in_words, rule_in_words, server_words
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import Hinted, HintLine, Previewed, Reason, SheetLine


def previewed(moment: Moment, screen: Screen, seat: int, chosen: list[str], action: int | None) -> Previewed:
    """The guest's table with targets picked and perhaps a ghost, as a difference to what is on the screen."""
    if action is not None:
        moment.table.check(seat, action)
    if not set(chosen) <= set(moment.targets(seat)):
        raise NotAMove("nothing that was chosen can be part of a move")
    fitting = [moment.touched(seat, move) for move in moment.legal(seat)]
    targets = list(dict.fromkeys(target for found in fitting if set(chosen) <= set(found) for target in found))
    panels = moment.staged(screen.sight, targets, chosen, action)
    gained = () if action is None else gained_in_words(moment, seat, action, screen.sight.lang)
    return Previewed(moment.seq, chosen, action, scene_change(screen.panels, panels), gained)


def gained_in_words(moment: Moment, seat: int, action: int, language: str) -> tuple[SheetLine, ...]:
    """What a move changes on the seat's score sheet, in words."""
    found: list[SheetLine] = []
    for rule, points, line in gains(moment.table.imagined(seat), seat, action):
        text = rule_in_words(moment.game, rule, language).title if line is None else moment.line(line, language).text
        found.append(SheetLine(text, points, rule))
    return tuple(found)


def hinted(moment: Moment, seat: int, language: str, hints: Sequence[Hint]) -> Hinted:
    """The best moves, with what they are worth and what they score at once, in words."""
    lines: list[HintLine] = []
    for hint in hints:
        why = [f"{line.text} ({line.points:+d})" for line in gained_in_words(moment, seat, hint.action, language)]
        if hint.reply is not None:
            reply = move_in_words(moment.game, hint.reply, language)
            why.append(server_words(language)("hint.reply", move=reply))
        lines.append(
            HintLine(
                action=hint.action,
                targets=moment.touched(seat, hint.action),
                notation=moment.game.text(hint.action),
                words=move_in_words(moment.game, hint.action, language),
                value=round(hint.value, 3),
                why=server_words(language)("hint.and").join(why),
            )
        )
    return Hinted(moment.seq, tuple(lines))


def reason(
    moment: Moment, screen: Screen, seat: int, chosen: list[str], target: str, panel: str, items: Sequence[str]
) -> Reason:
    """Why something may not be picked: the rule that forbids most of the moves it could belong to."""
    touched = target or target_of(moment, screen, seat, panel, items)
    rule = common_refusal(moment, seat, chosen, touched) if touched else None
    told = None if rule is None else rule_in_words(moment.game, rule, screen.sight.lang)
    return Reason(moment.seq, chosen, touched, told)


def target_of(moment: Moment, screen: Screen, seat: int, panel: str, items: Sequence[str]) -> str:
    """The target that one of some touched items could answer to, the first of them first; empty if there is none."""
    shown = moment.staged(screen.sight, by_target(moment, seat)).get(panel)
    there = {item.id: item.target for item in shown.items} if shown is not None else {}
    return next((there[item] for item in items if there.get(item)), "")


def common_refusal(moment: Moment, seat: int, chosen: Collection[str], target: str) -> str | None:
    """The rule that most often forbids moves with these targets; with the chosen ones left out if none has all."""
    imagined = moment.table.imagined(seat)
    moves = by_target(moment, seat)
    for wanted in ({*chosen, target}, {target}):
        fitting = set.intersection(*(moves.get(name, set()) for name in wanted))
        rules = [imagined.why_not(seat, action) for action in sorted(fitting)]
        refusals = Counter(rule for rule in rules if rule is not None)
        if refusals:
            return refusals.most_common(1)[0][0]
    return None


def by_target(moment: Moment, seat: int) -> dict[str, set[int]]:
    """All moves of the game, legal or not, by what a seat touches to make them; found once at a moment."""
    key = ("by_target", seat)
    if key not in moment.found:
        index: dict[str, set[int]] = {}
        for action in range(moment.game.actions):
            for target in moment.game.targets(moment.view(seat), action):
                index.setdefault(target, set()).add(action)
        moment.found[key] = index
    found: dict[str, set[int]] = moment.found[key]
    return found
