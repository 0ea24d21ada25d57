"""What a strong player would do, with reasons that differ in kind; found on positions that the seat imagines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cloudtop.bots.hints import Hint, differing, gained
from cloudtop.core.state import State
from cloudtop.core.teller import Deed
from cloudtop.web.render.difference import scene_change
from cloudtop.web.render.draft import decided
from cloudtop.web.render.gallery import sent_picture
from cloudtop.web.render.moment import Moment
from cloudtop.web.render.phrases import move_in_words, names_of, rule_in_words, server_words, signed
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import Hinted, HintLine

REASONS = 2
"""So many reasons a move has at most."""
ASIDE = ("cost", "reply")
"""What does not speak for a move is told after what does."""
MANY = 4
"""What one move in so many brings is what many bring."""
LOOKED_AT = 60
"""So many moves of the next player are tried to see what a move leaves."""


class Because(NamedTuple):
    """A reason for a move, and of which kind it is."""

    kind: str
    text: str


class Tried(NamedTuple):
    """A hint, followed on a position that the seat imagines."""

    hint: Hint
    before: State
    after: State
    deed: Deed
    best_next: tuple[int, int]
    """What whoever is next can gain at once at most, and by which move; nothing, by no move: (0, -1)."""


def hinted(moment: Moment, screen: Screen, seat: int, hints: Sequence[Hint]) -> Hinted:
    """Good moves of different kinds after the moment's plan, as a seat may know them, with what each brings and why."""
    sight, game = screen.sight, moment.game
    told = differing(hints, lambda action: moment.touched(seat, action), moment.state.players == 1)
    tried = [followed(moment, seat, hint, sight.lang) for hint in told]
    lines: list[HintLine] = []
    used: set[str] = set()
    for one in tried:
        found = because(moment, seat, one, tried, sight.lang)
        reasons = sorted(found, key=lambda reason: (reason.kind in ASIDE, reason.kind in used))[:REASONS]
        used |= {reason.kind for reason in reasons[:1]}
        action, deed = one.hint.action, one.deed
        touched = moment.touched(seat, action)
        # What can be picked stays: the board must not grow under what is pointed at.
        pickable = [*moment.targets(seat), *touched]
        lines.append(
            HintLine(
                action=action,
                targets=touched,
                notation=game.text(action),
                words=move_in_words(game, action, sight.lang),
                value=round(one.hint.value, 3),
                picture=sent_picture(deed.picture) if deed.picture.box[2] else None,
                points=one.after.scores()[seat] - one.before.scores()[seat] if moment.table.points else 0,
                reasons=tuple(reason.text for reason in reasons),
                panel=deed.panel,
                marks=deed.marks,
                scene=scene_change(screen.panels, moment.panels(sight, pickable, touched, action)),
            )
        )
    return Hinted(moment.seq, tuple(lines))


def followed(moment: Moment, seat: int, hint: Hint, language: str) -> Tried:
    """A hint on an imagined position: what it leads to."""
    game = moment.game
    before = moment.state.copy() if moment.plan else moment.table.imagined(seat)
    after = before.copy()
    after.apply(seat, hint.action)
    deed = game.tell(before, seat, game.moves[hint.action], after, game.words(language)) or Deed("")
    return Tried(hint, before, after, deed, best_gain(after))


def best_gain(state: State) -> tuple[int, int]:
    """What whoever is next can gain at once at most, and by which move."""
    mover = state.mover()
    best = (0, -1)
    if mover < 0:
        return best
    now = state.scores()[mover]
    for action in state.legal(mover)[:LOOKED_AT]:
        then = state.copy()
        then.apply(mover, action)
        best = max(best, (then.scores()[mover] - now, action))
    return best


def because(moment: Moment, seat: int, one: Tried, others: Sequence[Tried], language: str) -> list[Because]:
    """The reasons for a move, the plainest first: what it decides, scores, brings about, opens and leaves."""
    game, said, names = moment.game, server_words(language), names_of(moment.table, language)
    actions = [*moment.plan, one.hint.action]
    found = [Because("decides", told.text) for told in decided(moment, seat, actions, one.after, language)]
    for rule, points, line in gained(one.before, one.after, seat) if moment.table.points else ():
        title = rule_in_words(game, rule, language).title if line is None else moment.line(line, language).text
        found.append(Because("gain" if points > 0 else "cost", said("hint.gain", text=title, points=signed(points))))
    found += [Because("brings", told.text) for told in one.deed.brings if told.good]
    mover, (gain, action) = one.after.mover(), one.best_next
    if mover == seat and gain > 0:
        found.append(
            Because("opens", said("hint.then", move=move_in_words(game, action, language), points=signed(gain)))
        )
    # What the next player may do is told only where nothing hidden goes into it: as less, never as a number.
    rivals = [other.best_next[0] for other in others if other.after.mover() == mover]
    if mover not in (-1, seat) and gain < max(rivals, default=0):
        found.append(Because("leaves", said("hint.leaves", name=names[mover])))
    if one.hint.reply is not None:
        found.append(Because("reply", said("hint.reply", move=move_in_words(game, one.hint.reply, language))))
    if all(reason.kind == "reply" for reason in found):
        spared = avoided(moment, seat, one, language)
        does = [Because("does", told.text) for told in one.deed.brings if told.good is None]
        found = [*([Because("avoids", said("hint.avoids", text=spared))] if spared else []), *does, *found]
    return found or [Because("value", worth(moment, one.hint, language))]


def avoided(moment: Moment, seat: int, one: Tried, language: str) -> str:
    """What is bad about many of the other moves, and not about this one; empty where nothing is."""
    game, words = moment.game, moment.game.words(language)
    others = [action for action in one.before.legal(seat) if action != one.hint.action][:LOOKED_AT]
    bad: Counter[str] = Counter()
    for action in others:
        after = one.before.copy()
        after.apply(seat, action)
        deed = game.tell(one.before, seat, game.moves[action], after, words)
        bad.update({told.text for told in deed.brings if told.good is False} if deed else ())
    for told in one.deed.brings:
        del bad[told.text]
    text, times = next(iter(bad.most_common(1)), ("", 0))
    return text if times and MANY * times >= len(others) else ""


def worth(moment: Moment, hint: Hint, language: str) -> str:
    """What can be expected of a move, where nothing else speaks for it."""
    said = server_words(language)
    if moment.state.players == 1:
        return said("hint.points", points=round(hint.value))
    return said("hint.chance", percent=round(100 * hint.value))
