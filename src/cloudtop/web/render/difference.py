"""The difference between two screens: what has to be sent so that one becomes the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec import UNSET

from cloudtop.core.scene import Item
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import Moved, Panel, PanelChange, SceneChange, TextChange

SHORT = 20
"""It is not worth while to save fewer letters than that."""
PIECES = re.compile(r"(?=[<M\n、。,;])")
"""Texts are compared piece by piece: elements and outlines of a drawing, lines and clauses of a description."""
COUNTED_TWICE = re.compile("[\U00010000-\U0010ffff]")
"""Letters that a browser counts as two."""
PARTS = ("secrets", "moves", "seats", "decision", "sheets", "titles", "outcome", "progress")
"""What is sent whole if it changed at all."""
FRAME = ("seat", "title", "box", "kind", "forms")
"""The same of a panel."""


def continues(old: Screen, new: Screen) -> bool:
    """Whether the log of the old screen goes on in the new one: nothing taken back, seen from the same place."""
    before, after = old.state.log, new.state.log
    if old.sight != new.sight or len(after) < len(before):
        return False
    return not before or before[-1].seq == after[len(before) - 1].seq


def moved(old: Screen, new: Screen) -> Moved:
    """What happened between two screens of one guest; moves that were taken back need a whole state instead."""
    before, after = old.state, new.state
    told = tuple(entry for entry, known in zip(after.log, before.log, strict=False) if entry != known)
    return Moved(
        seq=after.seq,
        scene=scene_change(old.panels, new.panels),
        log=after.log[len(before.log) :],
        told=told or UNSET,
        text=UNSET if after.text == before.text else cut(before.text, after.text),
        **changes(before, after, PARTS),
    )


def changes(old: object, new: object, parts: Sequence[str]) -> dict[str, Any]:
    """Those of the parts that are not what they were."""
    both = ((part, getattr(old, part), getattr(new, part)) for part in parts)
    return {part: after for part, before, after in both if before != after}


def scene_change(old: Mapping[str, Panel], new: Mapping[str, Panel]) -> SceneChange:
    """The panels that are new, changed or gone."""
    added = tuple(panel for name, panel in new.items() if name not in old)
    stayed = [(old[name], panel) for name, panel in new.items() if name in old]
    changed = tuple(panel_change(before, after) for before, after in stayed if before is not after and before != after)
    gone = tuple(name for name in old if name not in new)
    usual = [name for name in old if name in new] + [panel.name for panel in added]
    return SceneChange(
        added=added or UNSET,
        changed=changed or UNSET,
        gone=gone or UNSET,
        order=UNSET if list(new) == usual else tuple(new),
    )


def panel_change(old: Panel, new: Panel) -> PanelChange:
    """What changed in a panel: items to set, ids to drop, and what comes after what where depth does not tell it."""
    before, after = by_id(old.items), by_id(new.items)
    put = tuple(item for name, item in after.items() if before.get(name) != item)
    drop = tuple(name for name in before if name not in after)
    places, now = {slot.id: slot for slot in old.slots}, {slot.id: slot for slot in new.slots}
    slots = tuple(slot for name, slot in now.items() if places.get(name) != slot)
    gone = tuple(name for name in places if name not in now)
    if [*(name for name in places if name in now), *(name for name in now if name not in places)] != list(now):
        slots, gone = new.slots, tuple(places)
    return PanelChange(
        name=new.name,
        backdrop=UNSET if new.backdrop == old.backdrop else cut(old.backdrop, new.backdrop),
        description=UNSET if new.description == old.description else cut(old.description, new.description),
        set=put or UNSET,
        slots=slots or UNSET,
        drop=(*drop, *gone) or UNSET,
        after=shifts(arranged(before, put, drop), list(after)) or UNSET,
        **changes(old, new, FRAME),
    )


def by_id(items: Sequence[Item]) -> dict[str, Item]:
    """Items by their ids, in the order in which they are painted."""
    return {item.id: item for item in items}


def arranged(before: Mapping[str, Item], put: Sequence[Item], drop: Sequence[str]) -> list[str]:
    """The order a browser arrives at by itself: changed items in place, new ones last, then sorted by depth."""
    present = {name: item for name, item in before.items() if name not in drop} | by_id(put)
    return [item.id for item in sorted(present.values(), key=lambda item: item.depth)]


def shifts(found: Sequence[str], wanted: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What to put after what, one after the other, so that one order becomes another; after nothing is first.

    >>> shifts(["a", "c", "d", "b"], ["a", "b", "c", "d"])
    (('b', 'a'),)
    """
    if list(found) == list(wanted):
        return ()
    blocks = SequenceMatcher(None, found, wanted, autojunk=False).get_matching_blocks()
    stay = {name for block in blocks for name in found[block.a : block.a + block.size]}
    return tuple((name, before) for before, name in zip(["", *wanted], wanted, strict=False) if name not in stay)


def cut(old: str, new: str) -> TextChange:
    """A long text as steps along the old one: keep so many letters, skip so many (less than 0), put these in.

    A short text, or one of which little stays, is the new one, whole.
    """
    if COUNTED_TWICE.search(old) or COUNTED_TWICE.search(new):
        return new
    head = shared(old, new)
    tail = shared(old[head:][::-1], new[head:][::-1])
    gone, come = PIECES.split(old[head : len(old) - tail]), PIECES.split(new[head : len(new) - tail])
    steps: list[int | str] = [head]
    for _, i, j, k, m in SequenceMatcher(None, gone, come, autojunk=False).get_opcodes():
        before, after = "".join(gone[i:j]), "".join(come[k:m])
        steps += [len(before)] if before == after else [-len(before), after]
    steps.append(tail)
    put = sum(SHORT // 4 if isinstance(step, int) else len(step) for step in steps)
    return [step for step in steps if step] if put + SHORT < len(new) else new


def shared(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginning.

    >>> shared("walkway", "walking")
    4
    """
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[:middle] == other[:middle]:
            least = middle
        else:
            most = middle - 1
    return least
