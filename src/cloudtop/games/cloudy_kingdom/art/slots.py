"""What lies beside the field as places that never move: one's hand and magic, other players, the piles, the draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from cloudtop.core.scene import Picture, Slot
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom.art.designs import Designs
from cloudtop.games.cloudy_kingdom.art.faces import UPRIGHT
from cloudtop.games.cloudy_kingdom.art.field import design_name
from cloudtop.games.cloudy_kingdom.art.measures import HALF, HALF_LONG, ROOM, lies_west_east
from cloudtop.games.cloudy_kingdom.art.naming import in_a_row
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES
from cloudtop.games.cloudy_kingdom.art.table import Draft, Hand, Held, Magic, MagicPlace, MagicRow, Piles, Player
from cloudtop.games.cloudy_kingdom.pieces import EACH
from cloudtop.stage.latest import latest
from cloudtop.stage.scene import Box, Item, Panel

AROUND = 7.0
"""Room around a card in its picture, for its thickness and shadow."""
SQUARE: Box = (-HALF_LONG - AROUND, -HALF_LONG - AROUND, 2 * (HALF_LONG + AROUND), 2 * (HALF_LONG + AROUND))
"""A card of one's hand, which may be turned any way."""
LYING: Box = (-HALF_LONG - AROUND, -HALF - AROUND, 2 * (HALF_LONG + AROUND), 2 * (HALF + AROUND))
STANDING: Box = (-HALF - AROUND, -HALF_LONG - AROUND, 2 * (HALF + AROUND), 2 * (HALF_LONG + AROUND))
MEDAL: Box = (-12.0, -12.0, 24.0, 24.0)
CASTLE: Box = (-48.0, -50.0, 96.0, 92.0)
NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)
"""A panel of places has no drawing of its own."""

WAITING = "note.waiting"
"""The note of a player whose road waits."""
MagicTold = Callable[[str], Magic]
"""A magic card by its key, in the player's language."""

# --------------------------------------------------------------------------------------------- pictures


@lru_cache(maxsize=512)
def card_picture(design: str | None, turn: int = 0, box: Box = SQUARE) -> Picture:
    """A route card, or one that lies on the field; None is its back."""
    body = f"{ROOM}-{'card-h' if lies_west_east(turn) else 'card-v'}"
    items = [
        Item("body", body, 0, 0, 0),
        Item("card", f"{ROOM}-{design or 'back'}", 0, 0, 1, rotation=turn),
    ]
    if design in UPRIGHT:
        items.append(Item("upright", f"{ROOM}-{UPRIGHT[design]}", 0, 0, 2))
    return Picture(box, tuple(items))


@lru_cache(maxsize=64)
def magic_picture(key: str) -> Picture:
    """A magic card; empty for one written by the table is parchment, and its words stand beside it."""
    return Picture(STANDING, (Item("card", f"{ROOM}-magic-{key or 'written'}", 0, 0, 0),))


@lru_cache(maxsize=16)
def medal_picture(family: str) -> Picture:
    """The emblem of a family."""
    return Picture(MEDAL, (Item("medal", f"{ROOM}-medallion-{FAMILIES[family].key}", 0, 0, 0),))


@lru_cache(maxsize=16)
def castle_picture(key: str) -> Picture:
    """A castle of a family, by its key, or a forsaken one."""
    return Picture(CASTLE, (Item("castle", f"{ROOM}-castle-{key}", 0, 0, 0),))


# ------------------------------------------------------------------------------------------- one's own


def told_apart(labels: Iterable[str], words: Words) -> list[str]:
    """The same labels, where several are equal with numbers."""
    given = list(labels)
    seen: Counter[str] = Counter()
    found = []
    for label in given:
        seen[label] += 1
        found.append(words("slot.number", label=label, number=seen[label]) if given.count(label) > 1 else label)
    return found


def hand_panel(hand: Hand, player: Player, words: Words) -> Panel:
    """One's own route cards; places that magic may fill stay empty until then."""
    slots = hand_slots(hand.cards, hand.places, words)
    return Panel("hand", hand.seat, words("hand.title"), NOWHERE, (), "", about_player(player, words), "slots", slots)


@lru_cache(maxsize=4096)
def hand_slots(cards: tuple[Held, ...], places: int, words: Words) -> tuple[Slot, ...]:
    """The places of a hand, the very same ones whenever it is so."""
    free = places - len(cards)
    names = [words("hand.hidden") if card.design is None else design_name(card.design, words) for card in cards]
    labels = told_apart([*names, *[words("hand.empty")] * free], words)
    slots = [
        Slot(
            f"card-{place}",
            label,
            card_picture(card.design, card.turn),
            card.target,
            "held" if card.drafted else "",
        )
        for place, (card, label) in enumerate(zip(cards, labels, strict=False))
    ]
    slots += [Slot(f"card-{place}", labels[place], state="none") for place in range(len(cards), places)]
    return tuple(slots)


@lru_cache(maxsize=2048)
def magic_slot(place: MagicPlace, magic: Magic, name: str, words: Words, spoken: bool = True) -> Slot:
    """A magic card with what it does, unless it is only named."""
    picture = magic_picture(magic.key if magic.printed else "")
    state = "held" if place.drafted else "used" if place.used else ""
    text = words("magic.used", magic=magic.text) if state == "used" else magic.text
    return Slot(name, magic.title, picture, place.target, state, text=text if spoken else "")


def magic_panel(row: MagicRow, words: Words, told: MagicTold) -> Panel:
    """One's own magic cards, told in words; used ones stay."""
    slots = magic_places(row.cards, words, told, spoken=True)
    return Panel("magic", row.seat, words("magic.title"), NOWHERE, (), kind="notes", slots=slots)


@lru_cache(maxsize=4096)
def magic_places(cards: tuple[MagicPlace, ...] | None, words: Words, told: MagicTold, spoken: bool) -> tuple[Slot, ...]:
    """Three magic cards, or three places for them; `spoken` ones are told, the others only named."""
    if cards is None:
        labels = told_apart([words("magic.open" if spoken else "magic.none")] * EACH, words)
        return tuple(Slot(f"magic-{number}", label, state="none") for number, label in enumerate(labels))
    numbered = enumerate(cards)
    return tuple([magic_slot(card, told(card.key), f"magic-{number}", words, spoken) for number, card in numbered])


def draft_panel(draft: Draft, words: Words, told: MagicTold) -> Panel:
    """All magic cards on offer, card by card; of the two sides of one card only one can be chosen."""
    slots: list[Slot] = []
    for number, sides in enumerate(draft.offers, 1):
        key = "draft.card" if len(sides) > 1 else "draft.written"
        for side, place in enumerate(sides):
            slot = magic_slot(place, told(place.key), f"magic-{place.key}", words)
            slots.append(slot if side else slot._replace(group=words(key, number=number)))
    return Panel("draft", draft.seat, words("draft.title"), NOWHERE, (), kind="notes", slots=tuple(slots))


# --------------------------------------------------------------------------------------- other players


def player_panel(player: Player, words: Words, told: MagicTold) -> Panel:
    """Another player: how far the roads are, the magic that is left, and the hand from the back."""
    road = road_slot(player.family, lacking(player.won, player.note, player.lacks, words), words)
    hand = hidden_slot(next((design for design in player.hand if design), None), len(player.hand), words)
    slots = (road, *magic_places(player.magic, words, told, spoken=False), hand)
    title = words("player.title", name=player.name)
    about = about_player(player, words)
    return Panel(f"player:{player.seat}", player.seat, title, NOWHERE, (), "", about, "slots", slots)


@lru_cache(maxsize=256)
def road_slot(family: str, lacks: str, words: Words) -> Slot:
    """How far a family's roads are."""
    return Slot("road", lacks, medal_picture(family), text=words(f"family.{FAMILIES[family].key}"))


@lru_cache(maxsize=256)
def hidden_slot(shown: str | None, count: int, words: Words) -> Slot:
    """The hand of another player: so many cards, and the first that all have seen."""
    return Slot(
        "hand",
        design_name(shown, words) if shown else words("hand.hidden" if count else "hand.empty"),
        card_picture(shown, 0, LYING) if count else Picture(),
        state="" if count else "none",
        number=count if count > 1 else None,
    )


def lacking(won: bool, note: str, cards: int | None, words: Words) -> str:
    """How a player's roads stand, in a few words: joined, waiting, or so many cards short."""
    if won:
        return words("player.joined")
    return words(note) if note == WAITING else lacks(cards, words)


def lacks(cards: int | None, words: Words) -> str:
    """How many cards the nearest road lacks."""
    if cards is None:
        return words("lacks.never")
    return words("lacks.one" if cards == 1 else "lacks.many", count=cards)


def about_player(player: Player, words: Words) -> str:
    """What is to be said of a player."""
    _, name, family, _, _, cards, to_play, won, note = player
    return player_told(name, family, cards, to_play, won, note, words)


@lru_cache(maxsize=4096)
def player_told(name: str, family: str, cards: int | None, to_play: bool, won: bool, note: str, words: Words) -> str:
    """The same, by what it depends on."""
    parts = [words("player.family", name=name, family=words(f"family.{FAMILIES[family].key}"))]
    if to_play:
        parts.append(words("player.to-play"))
    if won:
        parts.append(words("player.won"))
    else:
        parts.append(words("player.road", lacks=lacking(won, note, cards, words)))
    if note not in ("", WAITING):
        parts.append(words("player.note", note=words(note)))
    return in_a_row(words, parts)


# ---------------------------------------------------------------------------------------------- the piles


def counted(pile: Sequence[str], designs: Sequence[str]) -> list[tuple[str, int]]:
    """The designs of a pile with their numbers, in the order of the box."""
    numbers = Counter(pile)
    return [(design, numbers[design]) for design in designs if design in numbers]


@lru_cache(maxsize=1024)
def count_told(design: str, count: int, words: Words) -> str:
    """So many cards of a design, in words."""
    return words("pile.count", design=design_name(design, words), count=count)


def tally(pile: Sequence[str], designs: Designs, words: Words) -> str:
    """What lies in a pile, in words."""
    return tally_told(tuple(pile), order_in(designs), words)


@latest
def order_in(designs: Designs) -> tuple[str, ...]:
    """The names of designs in the order of the box."""
    return tuple(designs)


@lru_cache(maxsize=1024)
def tally_told(pile: tuple[str, ...], designs: tuple[str, ...], words: Words) -> str:
    """The same, by what it depends on: a pile lies as it is for many moves."""
    return words("text.comma").join([count_told(design, count, words) for design, count in counted(pile, designs)])


@lru_cache(maxsize=1024)
def pile_slot(name: str, picture: Picture, target: str, count: int, text: str, words: Words) -> Slot:
    """A pile of so many cards, with what is to be said of it."""
    return Slot(name, words(f"pile.{name}"), picture, target, "" if count else "none", count, text)


def piles_panel(piles: Piles, words: Words, designs: Designs) -> Panel:
    """The stack to draw from, the discards and what is out of the game."""
    top = piles.discards[-1] if piles.discards else None
    gone = piles.removed[-1] if piles.removed else None

    def pile(name: str, picture: Picture, cards: Sequence[str], count: int) -> Slot:
        target, text = name if name in piles.targets else "", ""
        if cards:
            text = words("pile.top", cards=tally(cards, designs, words), design=design_name(cards[-1], words))
        return pile_slot(name, picture, target, count, text, words)

    slots = (
        pile("stack", card_picture(None, 0, LYING), (), piles.stack),
        pile("discard", card_picture(top, 0, LYING) if top else Picture(), piles.discards, len(piles.discards)),
        pile("removed", card_picture(gone, 0, LYING) if gone else Picture(), piles.removed, len(piles.removed)),
    )
    return Panel("piles", None, words("table.title"), NOWHERE, (), kind="slots", slots=slots)
