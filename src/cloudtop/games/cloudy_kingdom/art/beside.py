"""What lies beside the field of a view, in the terms of the art: hands, magic cards and players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from cloudtop.core.scene import Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom import art
from cloudtop.games.cloudy_kingdom.art.designs import charm, has_face, is_as_printed
from cloudtop.games.cloudy_kingdom.moves import POINTS, Lay, Move, PlayMagic
from cloudtop.games.cloudy_kingdom.pieces import Box, Design, Magic, Side
from cloudtop.games.cloudy_kingdom.prose import current_step, step_in_words
from cloudtop.games.cloudy_kingdom.view import Facts

TURNS: Final[tuple[Side, ...]] = ("W", "N", "E", "S")
"""Where end a points after that many quarter turns of the drawing."""

# ---------------------------------------------------------------------- cards


def face_key(design: Design) -> str:
    """The drawing of a card: magic that is laid and not as printed is drawn by what it joins."""
    return design.name if has_face(design) else charm(design.joins)


@lru_cache(maxsize=512)
def face_of(box: Box, code: str) -> str:
    """The drawing of a card by its code."""
    return face_key(box.by_code[code])


def faces_of(box: Box, codes: Sequence[str]) -> tuple[str, ...]:
    """The drawings of cards by their codes."""
    return tuple([face_of(box, code) for code in codes])


@lru_cache(maxsize=256)
def magic_told(box: Box, name: str, words: Words) -> art.Magic:
    """A magic card with what it does; one that does something else than the printed one is told step by step."""
    magic = box.by_name[name]
    printed = is_as_printed(magic)
    text = words(f"magic.{name}.text") if printed else steps_told(magic, words)
    return art.Magic(name, words(f"magic.{name}"), text, printed)


def steps_told(magic: Magic, words: Words) -> str:
    """The steps of a magic card, one after the other."""
    steps = [(step_in_words(step, words), len(list(run))) for step, run in groupby(magic.steps)]
    told = [words("does.times", step=step, count=count) if count > 1 else step for step, count in steps]
    return words("does.all", steps=words("does.then").join(told))


def offered(target: str, staging: Staging[Move]) -> bool:
    """Whether a target may be chosen, or is."""
    return target in staging.targets or target in staging.chosen


def aim(target: str, staging: Staging[Move]) -> str:
    """The target, if it may be chosen or is."""
    return target if offered(target, staging) else ""


# ---------------------------------------------------------------------- one's own cards


def hand_places(box: Box, view: View[Facts]) -> int:
    """How many places a hand has throughout a game: for one card, or for all that the magic in play may give."""
    magic = view.facts.magic[0]
    return places_for(box, None if magic is None or view.options.get("magic") == "choose" else magic)


@lru_cache(maxsize=512)
def places_for(box: Box, names: tuple[str, ...] | None) -> int:
    """How many cards whoever plays one of these magic cards can hold; None stands for any."""
    most = 1
    for name in box.by_name if names is None else names:
        held = 0
        for step in box.by_name[name].steps:
            if step.verb in ("draw", "take"):
                held += 1
            elif step.verb in ("play", "discard"):
                held = max(held - 1, 0)
            most = max(most, held)
    return most


def laid_now(box: Box, facts: Facts) -> Magic | None:
    """The magic card that is itself to be laid now."""
    step = current_step(box, facts)
    return box.by_name[facts.spell.magic] if step is not None and step.verb == "lay" and facts.spell else None


@lru_cache(maxsize=64)
def order_of(box: Box) -> dict[str, int]:
    """Where in the box each card is, by its code."""
    return {design.code: number for number, design in enumerate(box.designs)}


def hand_of(box: Box, view: View[Facts], seat: int, staging: Staging[Move]) -> art.Hand:
    """One's own hand in the order of the box, so that each card keeps its place while others are laid."""
    facts = view.facts
    held = tuple([code for code in facts.hands[seat] if code is not None])
    places = hand_places(box, view)
    if facts.spell is None and not staging.drafted and not staging.chosen and staging.ghost is None:
        # Whoever waits cannot pick anything: what is picked in every turn is left as it is.
        waits = seat not in facts.turn
        targets = tuple([f"hand:{code}" if waits else aim(f"hand:{code}", staging) for code in held])
        return hand_held(box, seat, held, targets, places)
    cards: list[tuple[int, bool, art.Held]] = []
    order = order_of(box)
    turned = considered_turn(box, view, held, staging)
    for code in held:
        turn = turned.get(code, 0)
        cards.append((order[code], False, art.Held(face_of(box, code), turn, aim(f"hand:{code}", staging))))
    for move in staging.drafted:
        if isinstance(move, Lay) and move.card not in box.maker:
            target = f"hand:{move.card}"
            cards.append((order[move.card], True, art.Held(face_of(box, move.card), 0, target, drafted=True)))
    magic = laid_now(box, facts) if seat == facts.active else None
    if magic is not None and magic.laid is not None and not cards and seat in facts.turn:
        target = aim(f"magic:{magic.name}", staging)
        turn = turned.get(magic.laid.code, 0)
        cards.append((0, False, art.Held(face_key(magic.laid), turn, target)))
    shown = [card for _, _, card in sorted(cards, key=lambda each: each[:2])]
    return art.Hand(seat, tuple(shown[:places]), places)


@lru_cache(maxsize=2048)
def hand_held(box: Box, seat: int, held: tuple[str, ...], targets: tuple[str, ...], places: int) -> art.Hand:
    """A hand while no magic is at work and nothing is picked or considered."""
    order = order_of(box)
    cards = sorted(zip(held, targets, strict=True), key=lambda card: order[card[0]])
    return art.Hand(seat, tuple([art.Held(face_of(box, code), 0, target) for code, target in cards[:places]]), places)


def considered_turn(box: Box, view: View[Facts], held: Sequence[str], staging: Staging[Move]) -> dict[str, int]:
    """How the card that is being laid is turned on the screen: as its ghost, or as was picked."""
    ghost = staging.ghost
    if isinstance(ghost, Lay):
        return {ghost.card: (TURNS.index(POINTS[ghost.way]) - staging.side) % 4}
    turn = next((turn for turn in range(4) if f"turn:{turn}" in staging.chosen), None)
    if turn is None:
        return {}
    magic = laid_now(box, view.facts)
    codes = [code for code in held if f"hand:{code}" in staging.chosen] or held[:1]
    if magic is not None and magic.laid is not None:
        codes = [magic.laid.code]
    return dict.fromkeys(codes[:1], (turn - staging.side) % 4)


def magic_row(box: Box, view: View[Facts], seat: int, staging: Staging[Move]) -> art.MagicRow:
    """One's own magic cards; one that is being laid is not used before it lies."""
    facts = view.facts
    names = facts.magic[seat]
    if names is None:
        return art.MagicRow(seat, None)
    laid = laid_now(box, facts) if seat == facts.active else None
    used = facts.used[seat] if laid is None else tuple([name for name in facts.used[seat] if name != laid.name])
    drafted = tuple([move.magic for move in staging.drafted if isinstance(move, PlayMagic)])
    targets: tuple[str, ...] = ()
    if seat not in facts.turn:
        targets = tuple([name for name in names if name not in used])
    elif staging.targets or staging.chosen:
        targets = tuple([name for name in names if offered(f"magic:{name}", staging)])
    return magic_held(seat, names, used, targets, drafted)


@lru_cache(maxsize=2048)
def magic_held(
    seat: int, names: tuple[str, ...], used: tuple[str, ...], targets: tuple[str, ...], drafted: tuple[str, ...]
) -> art.MagicRow:
    """Magic cards of which some are used, some may be chosen, and the use of some is decided but not made."""
    cards = [
        art.MagicPlace(name, name in used, f"magic:{name}" if name in targets + drafted else "", name in drafted)
        for name in names
    ]
    return art.MagicRow(seat, tuple(cards))


# ---------------------------------------------------------------------- players


class Known(NamedTuple):
    """All that is known of a player."""

    seat: int
    name: str
    family: str
    hand: tuple[str | None, ...]
    magic: tuple[str, ...] | None
    used: tuple[str, ...]
    lacks: int | None
    to_play: bool
    won: bool
    note: str


def known_of(box: Box, facts: Facts, seat: int, names: Sequence[str], lacks: int | None, words: Words) -> Known:
    """A player as a view shows it."""
    letter, winners = facts.families[seat], facts.winners
    known = (
        seat,
        names[seat] if seat < len(names) else words(f"name.{box.family(letter)}"),
        letter,
        facts.hands[seat],
        facts.magic[seat],
        facts.used[seat],
        lacks,
        seat in facts.turn,
        winners is not None and seat in winners,
        note(facts, seat) if winners is None else "",
    )
    # Twice as fast as to call the type.
    return tuple.__new__(Known, known)


def player_of(box: Box, known: Known) -> art.Player:
    """The same in the terms of the art."""
    magic, used = known.magic, known.used
    return art.Player(
        seat=known.seat,
        name=known.name,
        family=known.family,
        hand=tuple([face_of(box, code) if code else None for code in known.hand]),
        magic=None if magic is None else tuple([art.MagicPlace(name, name in used) for name in magic]),
        lacks=known.lacks,
        to_play=known.to_play,
        won=known.won,
        note=known.note,
    )


def note(facts: Facts, seat: int) -> str:
    """The key of a few words about a player, as long as the game goes on."""
    if None in facts.magic and seat not in facts.turn:
        return "note.chosen"
    if facts.joined and any(pair[0] == facts.families[seat] for pair in facts.joined):
        return "note.waiting"
    return f"magic.{facts.spell.magic}" if facts.spell is not None and facts.active == seat else ""


def draft_of(box: Box, seat: int, staging: Staging[Move]) -> art.Draft:
    """The magic cards to choose from."""
    cards: list[tuple[str, ...]] = [*box.cards, *((side.name,) for side in box.own)]
    return art.Draft(
        seat,
        tuple(tuple(art.MagicPlace(name, False, aim(f"magic:{name}", staging)) for name in sides) for sides in cards),
    )
