"""The difference between two screens: what has to be sent so that one becomes the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from cloudtop.core.scene import Item, Panel
from cloudtop.web.showing import Message, Shown, panel_data

ItemRow = list[Any]
DEPTH = Item._fields.index("depth")
SHORT = 20
"""It is not worth while to save fewer letters than that."""
PIECES = re.compile(r"(?=[<M\n、。,;])")
"""Texts are compared piece by piece: elements and outlines of a drawing, lines and clauses of a description."""

LONG = ("backdrop", "description")
KEPT = ("game", "title", "log", "panels", "did")
"""What a `moved` message does not repeat, or carries in another form."""


def moved(old: Shown, new: Shown, cuts: bool) -> Message:
    """What happened between two screens of one guest; moves that were taken back need a whole state instead.

    `cuts` says whether the guest's browser can join texts that were cut.
    """
    known = old.message["log"]
    message: Message = {"did": "moved", "log": new.message["log"][len(known) :]}
    told = [entry for entry, before in zip(new.message["log"], known, strict=False) if entry != before]
    if told:
        message["told"] = told
    for key, value in new.message.items():
        if key not in KEPT and (key == "seq" or value != old.message[key]):
            message[key] = cut(old.message[key], value) if cuts and key == "text" else value
    return message | panel_changes(old.panels, new.panels, cuts)


def continues(old: Shown, new: Shown) -> bool:
    """Whether the log of the old screen goes on in the new one: nothing taken back, in the same language."""
    before, after = ([entry["seq"] for entry in screen.message["log"]] for screen in (old, new))
    return old.sight.lang == new.sight.lang and after[: len(before)] == before


def panel_changes(old: Mapping[str, Panel], new: Mapping[str, Panel], cuts: bool) -> Message:
    """The panels that changed, and the names of those that are gone."""
    changed = []
    for name, panel in new.items():
        if name not in old:
            changed.append(panel_data(panel))
        elif panel != old[name]:
            changed.append(panel_change(panel_data(old[name]), panel_data(panel), cuts))
    message: Message = {"panels": changed}
    gone = [name for name in old if name not in new]
    if gone:
        message["gone"] = gone
    if list(new) != [name for name in old if name in new] + [name for name in new if name not in old]:
        message["order"] = list(new)
    return message


def panel_change(old: Message, new: Message, cuts: bool) -> Message:
    """What changed in a panel: items to set, ids to drop, and what comes after what where depth does not tell it."""
    before, after = by_id(old["items"]), by_id(new["items"])
    change: Message = {"name": new["name"]}
    plain = [key for key in ("seat", "title", "box", "backdrop", "description") if new[key] != old[key]]
    change |= {key: cut(old[key], new[key]) if cuts and key in LONG else new[key] for key in plain}
    put = [item for name, item in after.items() if before.get(name) != item]
    drop = [name for name in before if name not in after]
    if put:
        change["set"] = put
    if drop:
        change["drop"] = drop
    after_what = shifts(arranged(before, put, drop), list(after))
    if after_what:
        change["after"] = after_what
    return change


def by_id(items: Sequence[ItemRow]) -> dict[str, ItemRow]:
    """Items by their ids, in the order in which they are painted."""
    return {item[0]: item for item in items}


def arranged(before: Mapping[str, ItemRow], put: Sequence[ItemRow], drop: Sequence[str]) -> list[str]:
    """The order a browser arrives at by itself: changed items in place, new ones last, then sorted by depth."""
    present = {name: item for name, item in before.items() if name not in drop} | by_id(put)
    return [item[0] for item in sorted(present.values(), key=lambda item: item[DEPTH])]


def shifts(found: Sequence[str], wanted: Sequence[str]) -> list[tuple[str, str]]:
    """What to put after what, one after the other, so that one order becomes another; after nothing is first.

    >>> shifts(["a", "c", "d", "b"], ["a", "b", "c", "d"])
    [('b', 'a')]
    """
    blocks = SequenceMatcher(None, found, wanted, autojunk=False).get_matching_blocks()
    stay = {name for block in blocks for name in found[block.a : block.a + block.size]}
    return [(name, before) for before, name in zip(["", *wanted], wanted, strict=False) if name not in stay]


def cut(old: str, new: str) -> str | list[int | str]:
    """A long text as steps along the old one: keep so many letters, skip so many (less than 0), put these in.

    A short text, or one of which little stays, is the new one, whole.
    """
    # A browser counts the letters beyond the first 65,536 twice.
    if max(old + new, default="") > "\uffff":
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
