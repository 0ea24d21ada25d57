"""The difference between two screens: what has to be sent so that one becomes the other."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import compress, count, filterfalse
from operator import attrgetter, is_not, itemgetter, ne, not_
from typing import Any

from msgspec import UNSET, Raw
from msgspec.structs import replace

from cloudtop.core.scene import Item, Slot
from cloudtop.web.render.gallery import HUNDREDTHS, sent, sent_items, sent_slots
from cloudtop.web.render.screen import Screen
from cloudtop.web.socket.messages import LogEntry, Moved, Panel, PanelChange, SceneChange, TableState, TextChange, piece

SHORT = 20
"""It is not worth while to save fewer letters than that."""
MIDDLE = 10 * SHORT
"""What differs in the middle of a text is looked at piece by piece only if it is longer."""
PIECES = re.compile(r"(?:^|[<M\n、。,;])[^<M\n、。,;]*")
"""Texts are compared piece by piece: elements and outlines of a drawing, lines and clauses of a description."""
COMMON = ("secrets", "moves", "fair", "seats", "sheets", "titles", "progress")
"""What is sent whole if it changed at all, of what all see who read the same language."""
ID, DEPTH = itemgetter(Item._fields.index("id")), itemgetter(Item._fields.index("depth"))
SLOT_ID = itemgetter(Slot._fields.index("id"))
FRAME = ("seat", "title", "box", "kind", "forms")
"""What is sent whole of a panel."""
frame = attrgetter(*FRAME)


def continues(old: Screen, new: Screen) -> bool:
    """Whether the log of the old screen goes on in the new one: nothing taken back, seen from the same place."""
    if old.sight != new.sight or new.told < old.told:
        return False
    return old.lines is new.lines or not old.told or old.lines[old.told - 1].seq == new.lines[old.told - 1].seq


class Found:
    """What was found already, by the old and the new one of each: several guests see the same.

    It is of use as long as the screens are kept that it was found from.
    """

    def __init__(self) -> None:
        self.panels: dict[tuple[int, int], PanelChange | None] = {}
        self.common: dict[tuple[int, int], dict[str, Any]] = {}
        self.lines: dict[int, Raw] = {}

    def panel_change(self, old: Panel, new: Panel) -> PanelChange | None:
        """What changed in a panel; None if nothing did."""
        key = (id(old), id(new))
        found = self.panels.get(key, UNSET)
        if found is UNSET:
            found = self.panels[key] = panel_change(old, new)
        return found

    def common_changes(self, old: TableState, new: TableState) -> dict[str, Any]:
        """What changed for all who read the same language, written once for all of them."""
        key = (id(old), id(new))
        if key not in self.common:
            self.common[key] = {part: piece(value) for part, value in changes(old, new, COMMON).items()}
        return self.common[key]

    def line(self, entry: LogEntry) -> Any:
        """A line of the log, written once for all who may know as much."""
        found = self.lines.get(id(entry))
        if found is None:
            found = self.lines[id(entry)] = piece(entry)
        return found


def moved(old: Screen, new: Screen, found: Found | None = None) -> Moved:
    """What happened between two screens of one guest; moves that were taken back need a whole state instead."""
    known = Found() if found is None else found
    told: tuple[LogEntry, ...] = ()
    if new.lines is not old.lines:
        both = zip(new.log, old.log, strict=False)
        told = tuple(entry for entry, before in both if entry is not before and entry != before)
    return Moved(
        seq=new.common.seq,
        scene=scene_change(old.panels, new.panels, known),
        log=tuple(map(known.line, new.lines[old.told : new.told])),
        told=told or UNSET,
        text=UNSET if new.text == old.text else cut_text(old.text, new.text),
        decision=UNSET if old.decision is new.decision or old.decision == new.decision else new.decision,
        outcome=UNSET if old.outcome is new.outcome or old.outcome == new.outcome else new.outcome,
        **known.common_changes(old.common, new.common),
    )


def changes(old: object, new: object, parts: Sequence[str]) -> dict[str, Any]:
    """Those of the parts that are not what they were."""
    found: dict[str, Any] = {}
    for part in parts:
        before, after = getattr(old, part), getattr(new, part)
        if before is not after and before != after:
            found[part] = after
    return found


def scene_change(old: Mapping[str, Panel], new: Mapping[str, Panel], found: Found | None = None) -> SceneChange:
    """The panels that are new, changed or gone."""
    known = Found() if found is None else found
    changed: list[PanelChange] = []
    if [*old] == [*new]:
        before, after = old.values(), new.values()
        for was, panel in compress(zip(before, after, strict=True), map(is_not, before, after)):
            if (change := known.panel_change(was, panel)) is not None:
                changed.append(change)
        return SceneChange(changed=tuple(changed) or UNSET)
    for name, panel in new.items():
        if name in old and old[name] is not panel and (change := known.panel_change(old[name], panel)) is not None:
            changed.append(change)
    added = tuple([sent(panel) for name, panel in new.items() if name not in old])
    usual = [name for name in old if name in new] + [panel.name for panel in added]
    return SceneChange(
        added=added or UNSET,
        changed=tuple(changed) or UNSET,
        gone=tuple([name for name in old if name not in new]) or UNSET,
        order=UNSET if list(new) == usual else tuple(new),
    )


def panel_change(old: Panel, new: Panel) -> PanelChange | None:
    """What changed in a panel: items to set, ids to drop, and what comes after what where depth does not tell it.

    None if nothing did.
    """
    put: Sequence[Item] = ()
    slots: Slots = ()
    drop: tuple[str, ...] = ()
    after: Shifts = ()
    if old.items is not new.items:
        put, drop, after = items_changed(old.items, new.items)
    if old.slots is not new.slots:
        slots, gone = slots_changed(old.slots, new.slots)
        drop += gone
    redrawn, retold = old.backdrop != new.backdrop, old.description != new.description
    framed = {} if frame(old) == frame(new) else changes(old, new, FRAME)
    if not (put or slots or drop or after or redrawn or retold or framed):
        return None
    change = PanelChange(
        name=new.name,
        set=sent_items(put) if put else UNSET,
        slots=sent_slots(slots) if slots else UNSET,
        drop=drop or UNSET,
        after=after or UNSET,
        backdrop=cut_ground(old.backdrop, new.backdrop) if redrawn else UNSET,
        description=cut_text(old.description, new.description) if retold else UNSET,
    )
    return replace(change, **framed) if framed else change


Items = tuple[Item, ...]
Slots = tuple[Slot, ...]
Shifts = tuple[tuple[str, str], ...]


def items_changed(old: Items, new: Items) -> tuple[Sequence[Item], tuple[str, ...], Shifts]:
    """Items to set, ids to drop, and what to put after what."""
    first, last = same_ends(old, new)
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    if not after or not (before or last):
        # Some are gone and nothing else, or new ones lie upon all others.
        return after, tuple(map(ID, before)), ()
    wanted = [*map(ID, after)]
    present = dict(zip(map(ID, before), before, strict=True))
    knew = [*map(present.get, wanted)]
    put: list[Item] = []
    come: list[str] = []
    sunk: list[Item] = []
    """Those at another depth."""
    # Most are the very ones that were there before: those are passed over without a step of Python.
    for item, known in compress(zip(after, knew, strict=True), map(is_not, after, knew)):
        if known is None:
            put.append(item)
            come.append(item.id)
        elif item != known:
            put.append(item)
            if item.depth != known.depth:
                sunk.append(item)
    gone: tuple[str, ...] = ()
    if len(present) + len(come) > len(wanted):
        gone = tuple(filterfalse({*wanted}.__contains__, present))
        for name in gone:
            del present[name]
    front = old[first - 1].id if first else ""
    rest = new[len(new) - last :]
    if sunk or [*present.values()] != [*filter(None, knew)]:
        placed = sunk + [item for item, known in zip(after, knew, strict=True) if known is None]
        return put, gone, put_in_order([*present], come, after, placed, front, rest)
    return put, gone, put_between(after, knew, front, rest[0] if rest else None) if come else ()


def put_between(after: Items, knew: Sequence[Item | None], front: str, behind: Item | None) -> Shifts:
    """What to put after what where all that stays lies as it lay: nothing but what is new.

    Something, or nothing, lies in front of all that is looked at and stays, and something or nothing behind it.
    """
    found: list[tuple[str, str]] = []
    lay, follows = [*knew, behind], behind
    for number in reversed([*compress(count(), map(not_, knew))]):
        item, follows = after[number], lay[number + 1] or follows
        # A browser puts new items last and then sorts all of them by depth: they lie upon all others of their depth.
        if follows is not None and HUNDREDTHS[follows.depth] <= HUNDREDTHS[item.depth]:
            found.append((item.id, after[number - 1].id if number else front))
    return tuple(found[::-1])


def put_in_order(
    present: list[str], come: list[str], after: Items, placed: Sequence[Item], front: str, rest: Items
) -> Shifts:
    """What to put after what where something lies in another order, or at another depth, than it did.

    What is present comes as it lay, and what comes is new; what is wanted lies between what is in front and the rest.
    """
    if not placed:
        # What was sorted by depth stays so where nothing came or moved to another depth.
        return shifts(present, [*map(ID, after)], front)
    # A browser puts changed items in place and new ones last, and then sorts all of them by depth: what follows at the
    # same depth is between.
    deepest = max(map(HUNDREDTHS.__getitem__, map(DEPTH, placed)))
    between = [item for item in rest if HUNDREDTHS[item.depth] <= deepest]
    wanted = [*after, *between]
    names = [*map(ID, wanted)]
    lay = [*present, *map(ID, between), *come]
    numbers = dict(zip(lay, count(), strict=False))
    depths = map(HUNDREDTHS.__getitem__, map(DEPTH, wanted))
    places = [*zip(depths, map(numbers.__getitem__, names), strict=True)]
    found = sorted(places)
    return () if found == places else shifts([lay[number] for _, number in found], names, front)


def same_ends(old: Items, new: Items) -> tuple[int, int]:
    """How many items are the very same ones at the beginning of both, and how many at their end.

    Most of a panel is, and as both are sorted from back to front nothing can come between.
    """
    fewer = min(len(old), len(new))
    first = next(compress(count(), map(is_not, old, new)), fewer)
    last = next(compress(count(), map(is_not, reversed(old), reversed(new))), fewer)
    return first, min(last, fewer - first)


def slots_changed(old: Slots, new: Slots) -> tuple[Slots, tuple[str, ...]]:
    """Slots to set, and ids to drop."""
    if old is new or old == new:
        return (), ()
    places, now = [*map(SLOT_ID, old)], [*map(SLOT_ID, new)]
    if places == now:
        return tuple(compress(new, map(ne, new, old))), ()
    before = dict(zip(places, old, strict=True))
    if [*(name for name in places if name in now), *(name for name in now if name not in before)] != now:
        return new, tuple(places)
    slots = tuple([slot for slot in new if before.get(slot.id) != slot])
    return slots, tuple([name for name in places if name not in now])


def shifts(found: list[str], wanted: list[str], before: str = "") -> Shifts:
    """What to put after what, one after the other, so that one order becomes another; after nothing is first.

    Both begin behind something, or nothing, that stays where it is.

    >>> shifts(["a", "c", "d", "b"], ["a", "b", "c", "d"])
    (('b', 'a'),)
    """
    if found == wanted:
        return ()
    first, last = 0, len(found)
    while found[first] == wanted[first]:
        first += 1
    while found[last - 1] == wanted[last - 1]:
        last -= 1
    place = {name: number for number, name in enumerate(found[first:last])}
    stay = rising([place[name] for name in wanted[first:last]])
    between = zip([before, *wanted][first:last], wanted[first:last], strict=True)
    return tuple([(name, follows) for follows, name in between if place[name] not in stay])


def rising(numbers: Sequence[int]) -> set[int]:
    """As many of the numbers as possible that rise from the first to the last.

    >>> sorted(rising([0, 3, 1, 2, 5, 4]))
    [0, 1, 2, 4]
    """
    ends: list[int] = []
    """The least number on which a row of each length can end."""
    before: dict[int, int] = {}
    for number in numbers:
        length = bisect(ends, number)
        if length:
            before[number] = ends[length - 1]
        ends[length : length + 1] = [number]
    found: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        found.add(last)
        last = before.get(last)
    return found


def cut(old: str, new: str) -> TextChange:
    """A long text as steps along the old one: keep so many letters, skip so many (less than 0), put these in.

    A short text, or one of which little stays, is the new one, whole.
    """
    if len(new) <= SHORT or not old or counted_twice(old) or counted_twice(new):
        return new
    head = shared(old, new)
    tail = shared(old[head:][::-1], new[head:][::-1])
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    steps: list[int | str] = [head, *pieced(gone, come), tail] if len(come) > MIDDLE else [head, -len(gone), come, tail]
    put = 0
    for step in steps:
        put += SHORT // 4 if isinstance(step, int) else len(step)
    return [step for step in steps if step] if put + SHORT < len(new) else new


cut_text = lru_cache(maxsize=128)(cut)
"""Several are sent the same change of a text, one after the other; hardly ever is there such a change again."""
cut_ground = lru_cache(maxsize=512)(cut)
"""Tables go from one ground to the next as others did before, and what is told changes must not push that out."""


def counted_twice(text: str) -> bool:
    """Whether a browser counts some letter of a text as two.

    >>> counted_twice("Wolkenstadt"), counted_twice("雲"), counted_twice("\N{EUROPEAN CASTLE}")
    (False, False, True)
    """
    return not text.isascii() and len(text.encode("utf-16-le")) > 2 * len(text)


def pieced(old: str, new: str) -> list[int | str]:
    """What differs in the middle of a long text, as steps along it."""
    gone, come = PIECES.findall(old), PIECES.findall(new)
    if set(gone).isdisjoint(come):
        return [-len(old), new]
    steps: list[int | str] = []
    for _, i, j, k, m in SequenceMatcher(None, gone, come, autojunk=False).get_opcodes():
        before, after = "".join(gone[i:j]), "".join(come[k:m])
        steps += [len(before)] if before == after else [-len(before), after]
    return steps


def shared(one: str, other: str) -> int:
    """How many letters two texts have in common at their beginning.

    >>> shared("walkway", "walking")
    4
    """
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one.startswith(other[least:middle], least):
            least = middle
        else:
            most = middle - 1
    return least
