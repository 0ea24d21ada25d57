"""Hands of cards, face up or face down, and the piles of the solo game."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.measures import CARD_HEIGHT, CARD_WIDTH
from cloudtop.games.strange_world.art.naming import card_name
from cloudtop.games.strange_world.art.position import Face, Pile, Position, Seat, hand_target, pile_target
from cloudtop.games.strange_world.art.world import land_sprite
from cloudtop.games.strange_world.pieces import HAND
from cloudtop.stage.scene import Item, Panel, Words, back_to_front

PITCH = CARD_WIDTH + 18
RAISED = 26
"""How far a card that will be passed stands out of the hand."""
STEP = 5
"""How far a card of a pile sticks out under the one above."""


def chosen_sign(position: Position, target: str, x: float, y: float, words: Words) -> Iterator[Item]:
    """The ring around a card of the viewer's that may be chosen or is chosen."""
    name = target.replace(":", "-")
    if target in position.chosen:
        yield Item(f"chosen-{name}", f"{ROOM}-chosen-card", x, y, 3, target, words("scene.chosen"), state="target")
    elif target in position.targets:
        yield Item(f"target-{name}", f"{ROOM}-ring-card", x, y, 3, target, words("scene.choose"), state="target")


class HandArt:
    """Draws the hand of one seat."""

    def __init__(self, position: Position, seat: int, words: Words) -> None:
        """Take the position, whose hand it is, and the words."""
        self.position = position
        self.own = seat == position.seat
        self.brief = seat != position.large
        self.owner: Seat = position.seats[seat]
        self.words = words

    def items(self) -> Iterator[Item]:
        """The cards, from left to right, with their signs."""
        hand = self.owner.hand
        for i, face in enumerate(hand):
            yield from self.card(i, face, (i - (len(hand) - 1) / 2) * PITCH)
        if self.owner.ready and hand:
            label = self.words("scene.ready", name=self.owner.name)
            x, y = (len(hand) / 2 * PITCH, -CARD_HEIGHT / 2) if self.own else (0, 0)
            yield Item("ready", f"{ROOM}-tick" if self.own else f"{ROOM}-ready", x, y, 4, label=label)

    def card(self, i: int, face: Face | None, x: float) -> Iterator[Item]:
        """One card: face or back, raised and marked if it will be passed on."""
        passed = i in self.owner.passing
        y = -RAISED if passed else 0
        target = hand_target(i) if self.own else ""
        offered = target if target in self.position.targets | self.position.chosen else ""
        label = card_name(face and face.card, self.words)
        if passed:
            label = self.words("scene.passing", card=label)
        name = self.name(i, face)
        sprite = f"{ROOM}-back" if face is None else land_sprite(face, self.brief)
        yield Item(name, sprite, x, y, 1, offered, label)
        if self.own:
            yield from chosen_sign(self.position, target, x, y, self.words)
        if passed:
            way = self.position.direction or "across"
            yield Item(f"pass-{name}", f"{ROOM}-pass-{way}", x, y + CARD_HEIGHT / 2 - 12, 4, offered)

    def name(self, i: int, face: Face | None) -> str:
        """An id that a card keeps while others leave the hand."""
        if face is None:
            return f"back-{i}"
        twins = self.owner.hand[:i].count(face)
        return f"card-{face.card}-{face.copy}" + (f"-{twins}" if twins else "")


def hand_panel(position: Position, seat: int, words: Words) -> Panel:
    """The hand of a seat."""
    art = HandArt(position, seat, words)
    width, top = HAND * PITCH + 30, CARD_HEIGHT / 2 + RAISED + 12
    title = words("scene.own-hand") if art.own else words("scene.hand", name=art.owner.name)
    box = (-width / 2, -top, width, top + CARD_HEIGHT / 2 + 20)
    return Panel(f"hand:{seat}", seat, title, box, back_to_front(art.items()))


def pile_items(position: Position, i: int, pile: Pile, words: Words) -> Iterator[Item]:
    """One pile: backs below, its top face up; a used-up pile leaves an empty place."""
    x, target = (i - (len(position.piles) - 1) / 2) * PITCH, pile_target(i)
    if pile.top is None or not pile.cards:
        yield Item(f"pile-{i}-gone", f"{ROOM}-empty", x, 0, 0, "", words("scene.pile-gone", number=i + 1))
        return
    lift = -STEP * (pile.cards - 1)
    offered = target if target in position.targets | position.chosen else ""
    for level in range(pile.cards - 1):
        yield Item(f"pile-{i}-{level}", f"{ROOM}-back", x - STEP * (pile.cards - 1 - level), -STEP * level, 0)
    label = words("scene.pile", number=i + 1, card=card_name(pile.top.card, words), count=pile.cards)
    yield Item(f"pile-{i}-top", land_sprite(pile.top), x, lift, 1, offered, label)
    yield from chosen_sign(position, target, x, lift, words)


def piles_panel(position: Position, words: Words) -> Panel:
    """The piles of the solo game, in a row."""
    items = (item for i, pile in enumerate(position.piles) for item in pile_items(position, i, pile, words))
    width, height = len(position.piles) * PITCH + 30, CARD_HEIGHT + 50
    box = (-width / 2, -height / 2 - 2, width, height)
    return Panel("piles", None, words("scene.piles"), box, back_to_front(items))
