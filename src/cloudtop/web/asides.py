"""What a guest may ask without changing anything: a preview, a reason, a hint, a look back.

Everything is found on an imagined position, so that no answer can give away what the seat does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from cloudtop.core.errors import IllegalMove
from cloudtop.core.state import State
from cloudtop.table.hosted import HostedTable
from cloudtop.web.changes import panel_changes
from cloudtop.web.showing import Message, Shown, Sight, house, line_in_words, names_seen, rule_in_words
from cloudtop.web.workers import Advice


def preview(table: HostedTable, old: Shown, chosen: Sequence[str], action: int | None, cuts: bool) -> Message:
    """The guest's table with targets picked and perhaps a ghost, as a difference to what is on the screen."""
    seat, lang, turn = old.sight
    assert seat is not None
    imagined = table.imagined(seat)
    legal = imagined.legal(seat)
    if action is not None and action not in legal:
        imagined.check_action(action)
        raise IllegalMove(imagined.why_not(seat, action) or "", table.game.text(action))
    view = imagined.view(seat)
    each = [table.game.targets(view, move) for move in legal]
    targets = list(dict.fromkeys(target for found in each if set(chosen) <= set(found) for target in found))
    scene = table.game.scene(view, table.game.words(lang), turn, targets, chosen, action, names_seen(table, old.sight))
    return {
        "did": "preview",
        "seq": table.seq,
        "chosen": chosen,
        "action": action,
        **panel_changes(old.panels, {panel.name: panel for panel in scene.panels}, cuts),
        "lines": [] if action is None else gains(table, imagined, seat, action, lang),
    }


def gains(table: HostedTable, imagined: State, seat: int, action: int, language: str) -> list[Message]:
    """What a move changes on the seat's score sheet, rule by rule."""
    after = imagined.copy()
    after.apply(seat, action)
    old, new = imagined.score_sheet(seat).lines, after.score_sheet(seat).lines
    found: list[Message] = []
    for rule in dict.fromkeys(line.rule for line in (*new, *old)):
        before, now = [line for line in old if line.rule == rule], [line for line in new if line.rule == rule]
        points = sum(line.points for line in now) - sum(line.points for line in before)
        fresh = [line for line in now if line not in before]
        if points and len(fresh) == 1:
            found.append({**line_in_words(after, fresh[0], language), "points": points})
        elif points:
            found.append({"text": rule_in_words(table, rule, language)["title"], "points": points, "rule": rule})
    return found


def hinted(table: HostedTable, sight: Sight, found: Sequence[Advice]) -> Message:
    """The best moves, with what they are worth and what they score at once, in words."""
    seat, lang, _ = sight
    assert seat is not None
    game, words, imagined = table.game, table.game.words(lang), table.imagined(seat)
    view = imagined.view(seat)
    lines = []
    for advice in found:
        gained = gains(table, imagined, seat, advice.action, lang)
        why = [f"{line['text']} ({line['points']:+d})" for line in gained]
        if advice.reply is not None:
            why.append(house(lang)("hint.reply", move=game.say(advice.reply, words)))
        lines.append(
            {
                "action": advice.action,
                "targets": game.targets(view, advice.action),
                "notation": game.text(advice.action),
                "words": game.say(advice.action, words),
                "value": round(advice.value, 3),
                "why": house(lang)("hint.and").join(why),
            }
        )
    return {"did": "hint", "seq": table.seq, "lines": lines}


def whynot(
    table: HostedTable, old: Shown, chosen: Sequence[str], target: str, panel: str, items: Sequence[str]
) -> Message:
    """Why something may not be picked: the rule that forbids most of the moves it could belong to."""
    seat, lang, turn = old.sight
    assert seat is not None
    imagined = table.imagined(seat)
    view = imagined.view(seat)
    moves = {action: table.game.targets(view, action) for action in range(table.game.actions)}
    if not target:
        everything = {found for targets in moves.values() for found in targets}
        scene = table.game.scene(view, table.game.words(lang), turn, everything, names=names_seen(table, old.sight))
        there = {item.id: item.target for shown in scene.panels if shown.name == panel for item in shown.items}
        target = next((there[item] for item in items if there.get(item)), "")
    rule = common_refusal(imagined, seat, moves, chosen, target) if target else None
    answer: Message = {"did": "whynot", "seq": table.seq, "chosen": chosen, "target": target, "rule": rule}
    return answer | (rule_in_words(table, rule, lang) if rule else {})


def common_refusal(
    imagined: State, seat: int, moves: dict[int, tuple[str, ...]], chosen: Collection[str], target: str
) -> str | None:
    """The rule that most often forbids moves with these targets; with the chosen ones left out if none has all."""
    for wanted in ({*chosen, target}, {target}):
        rules = [imagined.why_not(seat, action) for action, targets in moves.items() if wanted <= set(targets)]
        refusals = Counter(rule for rule in rules if rule is not None)
        if refusals:
            return refusals.most_common(1)[0][0]
    return None
