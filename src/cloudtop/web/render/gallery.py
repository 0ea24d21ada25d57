"""Panels as they were drawn: one that looks the same for several guests, or after a move, is drawn once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from cloudtop.core.game import Game
from cloudtop.core.scene import Item, Part, Picture
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

    def panel(self, game: Game, words: Words, part: Part) -> Panel:
        """The panel of a part, as it is sent."""
        key = (game, words.language, part.name, part.key)
        found = self.drawn.get(key)
        if found is None:
            found = self.drawn[key] = sent(part.draw(), words)
            if len(self.drawn) > self.most:
                self.drawn.popitem(last=False)
        else:
            self.drawn.move_to_end(key)
        return found


GALLERY = Gallery()


def sent(panel: Drawn, words: Words) -> Panel:
    """A panel as it is sent: numbers are cut to what a screen can show."""
    return Panel(
        name=panel.name,
        seat=panel.seat,
        title=panel.title,
        box=rounded(panel.box),
        items=tuple(map(placed, panel.items)),
        backdrop=panel.backdrop,
        description=panel.description,
        kind=panel.kind,
        slots=tuple(slot._replace(picture=sent_picture(slot.picture)) for slot in panel.slots),
        forms=tuple((form, words(f"form.{form}")) for form in panel.forms),
    )


def sent_picture(picture: Picture) -> Picture:
    """A small drawing as it is sent."""
    return Picture(rounded(picture.box), tuple(map(placed, picture.items)), picture.backdrop)


def placed(item: Item) -> Item:
    """An item whose place is cut to what a screen can show."""
    return Item(item.id, item.sprite, round(item.x, 1), round(item.y, 1), round(item.depth, 2), *item[5:])


def rounded(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box cut to what a screen can show."""
    left, top, width, height = box
    return round(left, 1), round(top, 1), round(width, 1), round(height, 1)
