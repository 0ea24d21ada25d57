"""What a view of Cloudy Kingdom shows: it is translated into the terms of `art`, which draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Final

from cloudtop.core.scene import Staging
from cloudtop.core.view import View
from cloudtop.games.cloudy_kingdom import art
from cloudtop.games.cloudy_kingdom.art.designs import charm, designs_of, has_face, is_as_printed
from cloudtop.games.cloudy_kingdom.board import PAIRS, Card, Field, field_of
from cloudtop.games.cloudy_kingdom.moves import (
    CELL,
    CELL_NAMED,
    POINTS,
    Cut,
    Discard,
    Keep,
    Lay,
    Move,
    Pick,
    PlayMagic,
    Swap,
    Turn,
)
from cloudtop.games.cloudy_kingdom.pieces import Box, Design, Side
from cloudtop.games.cloudy_kingdom.prose import current_step, step_in_words
from cloudtop.games.cloudy_kingdom.view import Facts
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.scene import Scene, Words
from cloudtop.stage.sprites import sprites_svg

TURNS: Final[tuple[Side, ...]] = ("W", "N", "E", "S")
"""Where end a points after that many quarter turns of the drawing."""


# ---------------------------------------------------------------------- from a view to what is drawn


def face_key(design: Design) -> str:
    """The drawing of a card: magic that is laid and not as printed is drawn by what it joins."""
    return design.name if has_face(design) else charm(design.joins)


def drawn_card(card: Card) -> art.Card:
    """A card as it lies."""
    sealed = card.design.fireproof and not has_face(card.design)
    return art.Card(face_key(card.design), TURNS.index(card.a), sealed)


def magic_card(box: Box, name: str, words: Words, used: bool = False) -> art.Magic:
    """A magic card with what it does; one that does something else than the printed one is written in words."""
    magic = box.by_name[name]
    steps = [(step_in_words(step, words), len(list(run))) for step, run in groupby(magic.steps)]
    told = [words("step.times", step=step, count=count) if count > 1 else step for step, count in steps]
    return art.Magic(name, words(f"magic.{name}"), tuple(told), used, not is_as_printed(magic))


def players_of(box: Box, view: View[Facts], words: Words, names: Sequence[str]) -> Iterator[art.Player]:
    """The players as the view shows them."""
    facts = view.facts
    for seat, letter in enumerate(facts.families):
        used = facts.used[seat]
        yield art.Player(
            name=names[seat] if seat < len(names) else words(f"name.{box.family(letter)}"),
            family=letter,
            hand=tuple(face_key(box.by_code[code]) if code else None for code in facts.hands[seat]),
            magic=tuple(magic_card(box, name, words, name in used) for name in facts.magic[seat] or ()),
            to_play=seat in facts.turn,
            won=seat in (facts.winners or ()),
            note=note(facts, seat, words),
        )


def note(facts: Facts, seat: int, words: Words) -> str:
    """A few words below a player's name."""
    if facts.winners is not None:
        return ""
    if None in facts.magic and seat not in facts.turn:
        return words("note.chosen")
    if any(pair[0] == facts.families[seat] for pair in facts.joined):
        return words("note.waiting")
    if facts.spell is not None and facts.active == seat:
        return words(f"magic.{facts.spell.magic}")
    return ""


def roads_of(view: View[Facts], field: Field) -> Iterator[art.Road]:
    """Roads that have won or wait; and, for the seat that looks on, how far its own roads have grown."""
    facts = view.facts
    for pair in facts.joined:
        letter, sides = pair.split(":")
        won = facts.families.index(letter) in (facts.winners or ())
        if won or facts.winners is None:
            ends = tuple((side, field.castles[side].index(letter)) for side in TURNS if side in sides)
            yield art.Road(letter, tuple(field.road(letter, *PAIRS[sides])), ends, "won" if won else "waiting")
    if view.seat is None or facts.winners is not None:
        return
    letter = facts.families[view.seat]
    if any(pair[0] == letter for pair in facts.joined):
        return
    for side in TURNS:
        stretches = tuple(field.reach(letter, side))
        if stretches:
            yield art.Road(letter, stretches, ((side, field.castles[side].index(letter)),), "reach")


def offers(box: Box, words: Words) -> tuple[art.Offer, ...]:
    """The magic cards to choose from."""
    cards: list[tuple[str, ...]] = [*box.cards, *((side.name,) for side in box.own)]
    return tuple(art.Offer(tuple(magic_card(box, name, words) for name in sides)) for sides in cards)


def table_of(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> art.Table:
    """A view in the terms of the art."""
    facts = view.facts
    field = field_of(box, facts)
    choosing = view.seat is not None and facts.magic[view.seat] is None and view.seat in facts.turn
    ghost = staging.ghost
    return art.Table(
        size=facts.size,
        castles=facts.castles,
        players=tuple(players_of(box, view, words, staging.names)),
        seat=view.seat,
        stacks=tuple(
            art.Stack(cell, tuple(drawn_card(card) for card in cards)) for cell, cards in sorted(field.stacks.items())
        ),
        pile=facts.stack,
        discards=tuple(face_key(box.by_code[code]) for code in facts.discard),
        removed=tuple(face_key(box.by_code[code]) for code in facts.removed),
        roads=tuple(roads_of(view, field)),
        last=(CELL_NAMED[facts.last.partition("@")[2][:2]],) if facts.last else (),
        places=tuple(places(box, facts, field, staging)),
        ghost=ghost_of(box, ghost) if isinstance(ghost, Lay) else None,
        ways=tuple(ways(box, view, staging)),
        draft=offers(box, words) if choosing else (),
        legal=frozenset(staging.targets),
        chosen=frozenset(staging.chosen),
        last_turns=facts.last_turns > 0,
        designs=designs_of(box),
    )


def offered(target: str, staging: Staging[Move]) -> bool:
    """Whether a target may be chosen, or is."""
    return target in staging.targets or target in staging.chosen


def turns_in(staging: Staging[Move]) -> list[int]:
    """The ways to turn a card that may be chosen, or are."""
    return [turn for turn in range(4) if offered(f"turn:{turn}", staging)]


def places(box: Box, facts: Facts, field: Field, staging: Staging[Move]) -> Iterator[art.Place]:
    """The cells that may be chosen, or are."""
    step = current_step(box, facts)
    turns = turns_in(staging) or [0, 1]
    for cell in CELL:
        if offered(f"cell:{cell}", staging):
            if step is not None and step.verb == "cut":
                yield art.Place(cell, act="cut")
            elif step is not None and step.verb == "turn":
                yield art.Place(cell, act="turn")
            else:
                lies = field.lies(cell)
                yield art.Place(cell, tuple(turn for turn in turns if (TURNS[turn] in "WE") in lies))


def ways(box: Box, view: View[Facts], staging: Staging[Move]) -> Iterator[art.Card]:
    """The ways to turn the card that is to be laid: the chosen one, or the only one."""
    turns = turns_in(staging)
    if view.seat is None or not turns:
        return
    hand = view.facts.hands[view.seat]
    step, spell = current_step(box, view.facts), view.facts.spell
    if step is not None and spell is not None and step.verb == "lay":
        design = box.by_name[spell.magic].laid
    else:
        picked = [code for place, code in enumerate(hand) if f"hand:{place}" in staging.chosen] or hand
        design = box.by_code[picked[0]] if len(picked) == 1 and picked[0] else None
    if design is not None:
        for turn in turns:
            yield drawn_card(Card(design, TURNS[turn]))


def ghost_of(box: Box, lay: Lay) -> art.Ghost:
    """A card about to be laid."""
    return art.Ghost(lay.cell, drawn_card(Card(box.by_code[lay.card], POINTS[lay.way])))


# ---------------------------------------------------------------------- what the house asks


def scene(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> Scene:
    """The field, the players, the piles, and the magic to choose from."""
    return Scene(art.panels(table_of(box, view, words, staging), words, staging.side))


def draw(box: Box, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """The field above the clouds as a complete SVG picture."""
    return art.picture(table_of(box, view, words, staging), words, theme_named(theme), staging.side)


@cache
def reserved_names() -> frozenset[str]:
    """Names under which something else is drawn than a route card."""
    return frozenset(name.removeprefix(f"{art.ROOM}-") for name in art.sprites({}))


def sprites(box: Box) -> str:
    """The cards and castles, drawn once."""
    return sprites_svg(art.sprites(designs_of(box)), [art.PALETTE])


def paints() -> str:
    """Sky, stalks and banners by day and at dusk."""
    return stylesheet([art.PALETTE])


def touched(box: Box, view: View[Facts], move: Move) -> tuple[str, ...]:
    """What a player touches to make a move: a card, a cell and a way to turn it; magic cards; a pile."""
    match move:
        case Lay(code, cell, way):
            magic = box.maker.get(code)
            card = f"magic:{magic.name}" if magic else in_hand(view, code)
            return card, f"cell:{cell}", f"turn:{TURNS.index(POINTS[way])}"
        case Cut(cell) | Turn(cell):
            return (f"cell:{cell}",)
        case Discard(code):
            return in_hand(view, code), "discard"
        case PlayMagic(name):
            return (f"magic:{name}",)
        case Pick(three):
            return tuple(f"magic:{name}" for name in three)
        case Keep():
            return ("hand:0",)
        case Swap():
            return ("stack",)
        case _:
            return ()


def in_hand(view: View[Facts], code: str) -> str:
    """The place of a card in the hand of the seat that looks on; its code if it has none such."""
    hand = () if view.seat is None else view.facts.hands[view.seat]
    return f"hand:{hand.index(code) if code in hand else code}"
