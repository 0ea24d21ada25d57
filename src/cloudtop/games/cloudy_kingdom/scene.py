"""What a view of Cloudy Kingdom shows: it is translated into the terms of `art`, which draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from cloudtop.core.view import View
from cloudtop.games.cloudy_kingdom import art
from cloudtop.games.cloudy_kingdom.art.designs import charm
from cloudtop.games.cloudy_kingdom.art.measures import SIDES
from cloudtop.games.cloudy_kingdom.board import CUT, DISCARD, KEEP, LAY, MAGIC, PICK, TURN, Book
from cloudtop.games.cloudy_kingdom.notation import CELL_NAMES
from cloudtop.games.cloudy_kingdom.pieces import BOX, FAMILIES
from cloudtop.games.cloudy_kingdom.prose import current_step, step_in_words, steps_of
from cloudtop.games.cloudy_kingdom.sight import Design, SeenCard, SeenField, cell_of, designs
from cloudtop.stage.paints import theme_named
from cloudtop.stage.scene import Scene, Words

TURNS: Final = "WNES"
"""Where end a points after that many quarter turns of the drawing."""

sprites = art.sprites


# ---------------------------------------------------------------------- from a view to what is drawn


def face_key(design: Design) -> str:
    """The drawing of a card."""
    return charm(design.joins) if design.custom else design.name


def drawn_card(card: SeenCard) -> art.Card:
    """A card as it lies."""
    return art.Card(face_key(card.design), TURNS.index(card.a), card.design.custom and card.design.fireproof)


def magic_card(name: str, facts: Mapping[str, Any], words: Words, used: bool = False) -> art.Magic:
    """A magic card with what it does."""
    steps = [(step_in_words(step, words), len(list(run))) for step, run in groupby(steps_of(name, facts))]
    told = [words("step.times", step=step, count=count) if count > 1 else step for step, count in steps]
    return art.Magic(name, words(f"magic.{name}"), tuple(told), used)


def players_of(view: View, words: Words, names: Sequence[str]) -> Iterator[art.Player]:
    """The players as the view shows them."""
    facts = view.facts
    known = designs(facts)
    for seat in range(view.players):
        letter = FAMILIES[seat]
        family = next(name for name, own in BOX.families.items() if own == letter)
        magic = [magic_card(name, facts, words, name in facts["used"][seat]) for name in facts["magic"][seat] or ()]
        yield art.Player(
            names[seat] if seat < len(names) else words(f"name.{family}"),
            letter,
            tuple(face_key(known[code]) if code else None for code in facts["hands"][seat]),
            tuple(magic),
            seat in facts["turn"],
            seat in (facts["winners"] or ()),
            note(view, seat, words),
        )


def note(view: View, seat: int, words: Words) -> str:
    """A few words below a player's name."""
    facts = view.facts
    waiting = [pair for pair in facts["joined"] if pair[0] == FAMILIES[seat]]
    if facts["winners"] is not None:
        return ""
    if None in facts["magic"] and seat not in facts["turn"]:
        return words("note.chosen")
    if waiting:
        return words("note.waiting")
    if facts["spell"] is not None and facts["active"] == seat:
        return words(f"magic.{facts['spell']['magic']}")
    return ""


def roads_of(view: View, field: SeenField) -> Iterator[art.Road]:
    """Roads that have won or wait; and, for the seat that looks on, how far its own roads have grown."""
    facts = view.facts
    winners = facts["winners"] or ()
    for pair in facts["joined"]:
        letter, sides = pair.split(":")
        won = FAMILIES.index(letter) in winners
        if won or facts["winners"] is None:
            stretches = tuple(art.Stretch(*stretch) for stretch in field.road(letter, sides))
            ends = tuple((side, field.castles[side].index(letter)) for side in SIDES if side in sides)
            yield art.Road(letter, stretches, ends, "won" if won else "waiting")
    if view.seat is None or facts["winners"] is not None:
        return
    letter = FAMILIES[view.seat]
    if any(pair[0] == letter for pair in facts["joined"]):
        return
    for side in SIDES:
        stretches = tuple(art.Stretch(*stretch) for stretch in field.reach(letter, side))
        if stretches:
            yield art.Road(letter, stretches, ((side, field.castles[side].index(letter)),), "reach")


def offers(facts: Mapping[str, Any], words: Words) -> tuple[art.Offer, ...]:
    """The magic cards to choose from."""
    names = [[BOX.magic[side].name for side in card] for card in BOX.cards]
    names += [[name] for name in facts.get("custom", {})]
    return tuple(art.Offer(tuple(magic_card(name, facts, words) for name in sides)) for sides in names)


def position_of(
    view: View,
    words: Words,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> art.Position:
    """A view in the terms of the art."""
    facts = view.facts
    field = SeenField(facts)
    known = designs(facts)
    choosing = view.seat is not None and facts["magic"][view.seat] is None and view.seat in facts["turn"]
    last = facts["last"]
    return art.Position(
        size=facts["size"],
        castles=facts["castles"],
        players=tuple(players_of(view, words, names)),
        seat=view.seat,
        stacks=tuple(
            art.Stack(cell, tuple(drawn_card(card) for card in cards)) for cell, cards in sorted(field.stacks.items())
        ),
        pile=facts["stack"],
        discards=tuple(face_key(known[code]) for code in facts["discard"]),
        removed=tuple(face_key(known[code]) for code in facts["removed"]),
        roads=tuple(roads_of(view, field)),
        last=(cell_of(last.partition("@")[2][:2]),) if last else (),
        places=tuple(places(facts, field, targets, chosen)),
        ghost=ghost_of(ghost, known) if ghost else None,
        ways=tuple(ways(view, known, targets, chosen)),
        draft=offers(facts, words) if choosing else (),
        legal=frozenset(targets),
        chosen=frozenset(chosen),
        last_turns=facts["last_turns"] > 0,
    )


def turns_in(targets: Collection[str], chosen: Collection[str]) -> list[int]:
    """The ways to turn a card that may be chosen, or are."""
    return [turn for turn in range(4) if f"turn:{turn}" in targets or f"turn:{turn}" in chosen]


def places(
    facts: Mapping[str, Any], field: SeenField, targets: Collection[str], chosen: Collection[str]
) -> Iterator[art.Place]:
    """The cells that may be chosen, or are."""
    act = current_step(facts) if facts["spell"] is not None else "lay"
    turns = tuple(turns_in(targets, chosen)) or (0, 1)
    for name in CELL_NAMES:
        if f"cell:{name}" in targets or f"cell:{name}" in chosen:
            if act == "cut" or act == "turn":
                yield art.Place(cell_of(name), act="cut" if act == "cut" else "turn")
            else:
                lies = field.lies(cell_of(name))
                yield art.Place(cell_of(name), tuple(turn for turn in turns if (turn % 2 == 0) in lies))


def ways(
    view: View, known: Mapping[str, Design], targets: Collection[str], chosen: Collection[str]
) -> Iterator[art.Card]:
    """The ways to turn the card that is to be laid: the chosen one, or the only one."""
    facts = view.facts
    turns = turns_in(targets, chosen)
    if view.seat is None or not turns:
        return
    hand = facts["hands"][view.seat]
    picked = [code for place, code in enumerate(hand) if f"hand:{place}" in chosen] or hand
    if facts["spell"] is not None and current_step(facts).startswith("lay"):
        design = next(design for design in known.values() if design.name == facts["spell"]["magic"])
    elif len(picked) == 1:
        design = known[picked[0]]
    else:
        return
    for turn in turns:
        yield art.Card(face_key(design), turn, design.custom and design.fireproof)


def ghost_of(placement: str, known: Mapping[str, Design]) -> art.Ghost:
    """A card about to be laid, written as the move: `t@b2n`."""
    code, _, where = placement.partition("@")
    a = {"h": "W", "v": "N"}.get(where[2], where[2].upper())
    return art.Ghost(cell_of(where[:2]), drawn_card(SeenCard(known[code], a)))


# ---------------------------------------------------------------------- what the house asks


def scene(
    view: View,
    words: Words,
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> Scene:
    """What a view shows, after the camera went `turn` quarters round the field.

    `targets` may be picked now (`cell:b2`, `hand:0`, `turn:1`, `magic:replant`), `chosen` have been; `ghost` is the
    card that is being considered, such as `t@b2n`; `names` are the players', seat by seat.
    """
    return Scene(art.panels(position_of(view, words, chosen, ghost, targets, names), words, turn))


def picture(
    view: View,
    words: Words,
    theme: str = "day",
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: str | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> str:
    """A view as a complete SVG picture."""
    return art.picture(position_of(view, words, chosen, ghost, targets, names), words, theme_named(theme), turn)


def targets(book: Book, view: View, action: int) -> tuple[str, ...]:
    """What a player touches to make a move: a card, a cell and a way to turn it; magic cards; a pile."""
    kind, what = book.kind[action], book.what[action]
    cell = f"cell:{CELL_NAMES[book.cell[action]]}"
    if kind == LAY:
        design = book.design[what]
        turned = f"turn:{(book.end_a[what] + 1) % 4}"
        if design >= book.routes:
            return f"magic:{book.names[design]}", cell, turned
        return in_hand(view, book.codes[design]), cell, turned
    if kind in (CUT, TURN):
        return (cell,)
    if kind == DISCARD:
        return in_hand(view, book.codes[what]), "discard"
    if kind == MAGIC:
        return (f"magic:{book.magic[what].name}",)
    if kind == PICK:
        return tuple(f"magic:{book.magic[side].name}" for side in book.picks[what])
    return ("hand:0",) if kind == KEEP else ("stack",)


def in_hand(view: View, code: str) -> str:
    """The place of a card in the hand of the seat that looks on; its code if it has none such."""
    hand = [] if view.seat is None else view.facts["hands"][view.seat]
    return f"hand:{hand.index(code) if code in hand else code}"
