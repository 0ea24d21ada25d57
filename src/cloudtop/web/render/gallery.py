"""Panels as drawn, cached per table, and as sent: numbers cut, slots encoded once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from cloudtop.core.scene import Item, Part, Picture, Slot
from cloudtop.core.scene import Panel as Drawn
from cloudtop.core.words import Words
from cloudtop.web.socket.messages import Panel, piece

MOST = 256
"""Panels cached per table and generation. There are two generations."""


class PanelCache:
    """Panels of a table drawn lately, by language, name and key, for moves, drafts and ghosts.

    A new position begins a new generation. Panels shown again move on to it, the others are freed with the old one.
    Several threads may look at once without a lock; at worst a panel is drawn twice.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.now: dict[Hashable, Panel] = {}
        self.before: dict[Hashable, Panel] = {}

    def panel(self, part: Part, words: Words) -> Panel:
        """The panel of a part; its items and slots are the very ones that were drawn."""
        key = words.language, part.name, part.key
        found = self.now.get(key)
        if found is None:
            found = self.before.get(key)
            if found is None:
                found = hung(part.draw(), words)
            if len(self.now) >= self.most:
                self.begin()
            self.now[key] = found
        return found

    def begin(self) -> None:
        """Begin a new generation of panels."""
        self.now, self.before = {}, self.now


def hung(panel: Drawn, words: Words) -> Panel:
    """A panel to compare with others, and to send what changed of it: items and slots are as they were drawn.

    Most of them are the very ones that were there before, and are never sent again.
    """
    return Panel(
        name=panel.name,
        seat=panel.seat,
        title=panel.title,
        box=rounded(panel.box),
        items=panel.items,
        backdrop=panel.backdrop,
        description=panel.description,
        kind=panel.kind,
        slots=panel.slots,
        forms=forms_told(panel.forms, words) if panel.forms else (),
    )


@lru_cache(maxsize=256)
def forms_told(forms: tuple[str, ...], words: Words) -> tuple[tuple[str, str], ...]:
    """The ways in which a panel can be drawn, and what they are called."""
    return tuple([(form, words(f"form.{form}")) for form in forms])


# ---------------------------------------------------------------------------------------------- what is sent

MANY = 1 << 14
"""So many numbers are known by what they are cut to, and so many slots by how they are written."""


class Cut(dict[float, float]):
    """Numbers cut to so many digits; the same places are sent again and again, and to look is faster than to round.

    >>> Cut(1)[0.26]
    0.3
    """

    def __init__(self, digits: int) -> None:
        self.digits = digits

    def __missing__(self, number: float) -> float:
        if len(self) >= MANY:
            self.clear()
        found = float(round(number, self.digits))
        # Whole numbers, and -0.0, are written without a point: that is shorter, and takes a tenth of the time.
        cut = self[number] = int(found) if found.is_integer() else found
        return cut


TENTHS, HUNDREDTHS = Cut(1), Cut(2)
"""Of places, and of depths."""


def sent(panel: Panel) -> Panel:
    """A whole panel as it is sent."""
    return replace(panel, items=sent_items(panel.items), slots=sent_slots(panel.slots))


def sent_items(items: Iterable[Item]) -> tuple[Any, ...]:
    """Items as they are sent: numbers are cut to what a screen can show."""
    return tuple(map(cut, items))


def cut(item: Item) -> tuple[Any, ...]:
    """An item whose place is cut to what a screen can show.

    It equals an item, and is written like one; but it takes half the time to make, and to write.
    """
    name, sprite, x, y, depth, target, label, rotation, state = item
    return name, sprite, TENTHS[x], TENTHS[y], HUNDREDTHS[depth], target, label, rotation, state


WRITTEN: dict[int, tuple[Slot, Raw]] = {}
"""Slots as they were written, by the number of the very slot, which is kept beside it."""


def sent_slots(slots: Iterable[Slot]) -> tuple[Any, ...]:
    """Slots as they are sent; nearly all have been sent before, and are not written again."""
    return tuple(map(written, slots))


def written(slot: Slot) -> Raw:
    """A slot as it was written the first time, its picture cut to what a screen can show."""
    known = WRITTEN.get(id(slot))
    if known is None:
        if len(WRITTEN) >= MANY:
            WRITTEN.clear()
        name, label, picture, *rest = slot
        known = WRITTEN[id(slot)] = slot, piece((name, label, sent_picture(picture), *rest))
    return known[1]


@lru_cache(maxsize=1 << 12)
def sent_picture(picture: Picture) -> Picture:
    """A small drawing as it is sent."""
    return Picture(rounded(picture.box), sent_items(picture.items), picture.backdrop)


@lru_cache(maxsize=1 << 10)
def rounded(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box cut to what a screen can show."""
    left, top, width, height = box
    return TENTHS[left], TENTHS[top], TENTHS[width], TENTHS[height]
