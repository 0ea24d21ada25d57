"""Panels as they were drawn: one that looks the same for several guests, or after a move, is drawn once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Generic, TypeVar

from cloudtop.core.game import Game
from cloudtop.core.scene import Item, Part, Picture, Slot
from cloudtop.core.scene import Panel as Drawn
from cloudtop.core.words import Words
from cloudtop.web.socket.messages import Panel

T = TypeVar("T")
MOST = 2048
"""So many panels of all tables together are kept at least, and twice as many at most."""


class Gallery:
    """The panels that were drawn last, by what they depend on.

    Questions are answered in threads of their own, so that several look here at once; nothing is locked, and the worst
    that can happen is that a panel is drawn twice.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.drawn: dict[Hashable, Panel] = {}
        self.older: dict[Hashable, Panel] = {}
        """Those of the time before; what is asked for again is kept, and the others go together."""

    def panel(self, game: Game, words: Words, part: Part) -> Panel:
        """The panel of a part, as it is sent."""
        key = (game, words.language, part.name, part.key)
        found = self.drawn.get(key)
        if found is None:
            found = self.older.get(key)
            if found is None:
                found = sent(part.draw(), words)
            if len(self.drawn) >= self.most:
                self.drawn, self.older = {}, self.drawn
            self.drawn[key] = found
        return found


GALLERY = Gallery()


def sent(panel: Drawn, words: Words) -> Panel:
    """A panel as it is sent: numbers are cut to what a screen can show."""
    return Panel(
        name=panel.name,
        seat=panel.seat,
        title=panel.title,
        box=rounded(panel.box),
        items=ITEMS.all(panel.items),
        backdrop=panel.backdrop,
        description=panel.description,
        kind=panel.kind,
        slots=SLOTS.all(panel.slots),
        forms=tuple((form, words(f"form.{form}")) for form in panel.forms),
    )


MANY = 1 << 14
"""So many items, or slots, are known by themselves."""


class Known(Generic[T]):
    """What things are like when they are sent: most that a panel shows are the very ones that it showed before."""

    def __init__(self, find: Callable[[T], T]) -> None:
        self.find = find
        self.of: dict[int, tuple[T, T]] = {}
        """Each as it was drawn and as it is sent, by the identity of the first, which lasts as long as it is kept."""

    def all(self, things: tuple[T, ...]) -> tuple[T, ...]:
        """All of them as they are sent."""
        pairs = map(self.of.get, map(id, things))
        return tuple([self.met(thing) if pair is None else pair[1] for pair, thing in zip(pairs, things, strict=True)])

    def met(self, thing: T) -> T:
        """One that is met for the first time, or was forgotten."""
        found = self.find(thing)
        if len(self.of) >= MANY:
            self.of.clear()
        self.of[id(thing)] = (thing, found)
        return found


@lru_cache(maxsize=MANY)
def cut(item: Item) -> Item:
    """An item whose place is cut to what a screen can show."""
    return Item(item.id, item.sprite, round(item.x, 1), round(item.y, 1), round(item.depth, 2), *item[5:])


@lru_cache(maxsize=1 << 12)
def sent_picture(picture: Picture) -> Picture:
    """A small drawing as it is sent."""
    return Picture(rounded(picture.box), ITEMS.all(picture.items), picture.backdrop)


@lru_cache(maxsize=1 << 12)
def sent_slot(slot: Slot) -> Slot:
    """A slot as it is sent."""
    return slot._replace(picture=sent_picture(slot.picture))


ITEMS, SLOTS = Known(cut), Known(sent_slot)


def rounded(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box cut to what a screen can show."""
    left, top, width, height = box
    return round(left, 1), round(top, 1), round(width, 1), round(height, 1)
