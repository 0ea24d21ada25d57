"""Panels as they were drawn: one that looks the same for several guests, or after a move, is drawn once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from threading import Lock

from cloudtop.core.game import Game
from cloudtop.core.scene import Item, Part, Picture, Slot
from cloudtop.core.scene import Panel as Drawn
from cloudtop.core.words import Words
from cloudtop.web.socket.messages import Panel

MOST = 4096
"""So many panels are kept, of all tables together; those that were not used for the longest time go first."""


class Gallery:
    """The panels that were drawn last, by what they depend on."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.drawn: OrderedDict[Hashable, Panel] = OrderedDict()
        # Questions are answered in threads of their own.
        self.lock = Lock()

    def panel(self, game: Game, words: Words, part: Part) -> Panel:
        """The panel of a part, as it is sent."""
        key = (game, words.language, part.name, part.key)
        with self.lock:
            found = self.drawn.get(key)
            if found is not None:
                self.drawn.move_to_end(key)
                return found
        found = sent(part.draw(), words)
        with self.lock:
            self.drawn[key] = found
            if len(self.drawn) > self.most:
                self.drawn.popitem(last=False)
        return found


GALLERY = Gallery()


def sent(panel: Drawn, words: Words) -> Panel:
    """A panel as it is sent: numbers are cut to what a screen can show."""
    return Panel(
        name=panel.name,
        seat=panel.seat,
        title=panel.title,
        box=rounded(panel.box),
        items=all_placed(panel.items),
        backdrop=panel.backdrop,
        description=panel.description,
        kind=panel.kind,
        slots=tuple([sent_slot(slot) for slot in panel.slots]),
        forms=tuple((form, words(f"form.{form}")) for form in panel.forms),
    )


@lru_cache(maxsize=1 << 12)
def sent_slot(slot: Slot) -> Slot:
    """A slot as it is sent; most of a row's slots are what they were before."""
    return slot._replace(picture=sent_picture(slot.picture))


@lru_cache(maxsize=1 << 12)
def sent_picture(picture: Picture) -> Picture:
    """A small drawing as it is sent."""
    return Picture(rounded(picture.box), all_placed(picture.items), picture.backdrop)


MANY = 1 << 14
"""So many items are known by themselves."""
KNOWN: dict[int, tuple[Item, Item]] = {}
"""Items as they were drawn and as they are sent, by the identity of the first, which stays while it is kept here."""


def all_placed(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items whose places are cut to what a screen can show; most of a panel's items are those of the one before it."""
    known = [*map(KNOWN.get, map(id, items))]
    return tuple([pair[1] if pair is not None else placed(item) for pair, item in zip(known, items, strict=True)])


def placed(item: Item) -> Item:
    """An item that is met for the first time, or was forgotten, as it is sent."""
    found = cut(item)
    if len(KNOWN) >= MANY:
        KNOWN.clear()
    # A number stands for its item as long as the item is kept with it.
    KNOWN[id(item)] = (item, found)
    return found


@lru_cache(maxsize=MANY)
def cut(item: Item) -> Item:
    """The same, found by what the item is."""
    return Item(item.id, item.sprite, round(item.x, 1), round(item.y, 1), round(item.depth, 2), *item[5:])


def rounded(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box cut to what a screen can show."""
    left, top, width, height = box
    return round(left, 1), round(top, 1), round(width, 1), round(height, 1)
