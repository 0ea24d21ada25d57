"""What Cloudy Kingdom tells people: the steps of a turn, what is asked, what a move brings about, what things are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from operator import methodcaller
from typing import Any, Final

from cloudtop.core.scene import UPON, Item, Picture, Staging
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import About, Brings, Counted, Deed, Progress, Sign, Thing, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloudy_kingdom.art.beside import TURNS, face_key, face_of, faces_of, hand_of, laid_now, magic_told
from cloudtop.games.cloudy_kingdom.art.designs import joins_key
from cloudtop.games.cloudy_kingdom.art.measures import ROOM
from cloudtop.games.cloudy_kingdom.art.naming import in_a_row
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES
from cloudtop.games.cloudy_kingdom.art.slots import (
    LYING,
    SQUARE,
    STANDING,
    card_picture,
    castle_picture,
    lacks,
    magic_picture,
    medal_picture,
    tally,
)
from cloudtop.games.cloudy_kingdom.board import PAIRS, Card, field_seen, road_seen
from cloudtop.games.cloudy_kingdom.fast import ANYWHERE, Tables
from cloudtop.games.cloudy_kingdom.moves import (
    CELL_NAMED,
    NUMBER_OF,
    POINTS,
    Cell,
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
from cloudtop.games.cloudy_kingdom.pieces import EACH, Box, Design, Side
from cloudtop.games.cloudy_kingdom.prose import card_name, current_step
from cloudtop.games.cloudy_kingdom.scene import designs_in
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.games.cloudy_kingdom.view import (
    Facts,
    codes,
    facts,
    field_of_view,
    height,
    lacking,
    nearest,
    seated,
    seen_in,
    seen_of,
    ways_to_lie,
    winners_of,
)

STEP_OF: Final = {"play": "lay", "lay": "lay", "cut": "cut", "turn": "turn", "discard": "discard"}
"""By the verb of a step of magic, the step of a turn that asks for it."""
IS_MAGIC: Final = methodcaller("startswith", "magic:")

# ---------------------------------------------------------------------- a turn


def steps(tables: Tables, view: View[Facts]) -> tuple[str, ...]:
    """A card is laid, and that is all; after magic is played, what it asks for."""
    box, known, seat = tables.book.box, view.facts, view.seat
    if seat is None or seat not in known.turn:
        return ()
    if known.magic[seat] is None:
        return ("choose",)
    if known.spell is None:
        return ("lay",) if field_of_view(tables, seen_in(known)).has_place(ANYWHERE, -1) else ("discard",)
    if seat != known.active:
        return ("answer",)
    magic, now, held = box.by_name[known.spell.magic], known.spell.step, len(known.hands[seat])
    found: list[str] = []
    for number, step in enumerate(magic.steps):
        if step.verb in ("draw", "take", "swap") and number < now:
            # What was done before a card was drawn or shown is done for good.
            found.clear()
        if step.verb in STEP_OF and (step.verb != "discard" or held > 1 or number == now):
            found.append(STEP_OF[step.verb])
        if number >= now:
            held += {"draw": 1, "take": 1, "play": -1, "discard": -1}.get(step.verb, 0)
    return tuple(dict.fromkeys(found))


def step(move: Move) -> str:
    """The step that a move belongs to."""
    match move:
        case Cut() | Turn():
            return move.verb
        case Discard():
            return "discard"
        case PlayMagic():
            return "magic"
        case Swap() | Keep():
            return "answer"
        case Pick():
            return "choose"
        case _:
            return "lay"


def progress(view: View[Facts]) -> Progress | None:
    """Which of the last turns this is; before the stack is empty nothing is counted."""
    known = view.facts
    if not known.last_turns or known.winners is not None:
        return None
    return Progress(view.players - known.last_turns + 1, view.players, "last-turn", True, "last-turns")


# ---------------------------------------------------------------------- what is asked


def ask(tables: Tables, view: View[Facts], words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
    """What a tap would do next, and what it is for."""
    box, known, seat = tables.book.box, view.facts, view.seat
    if seat is None or not (targets or chosen):
        return ""
    picked = sorted(target.partition(":")[2] for target in chosen if target.startswith("magic:"))
    if known.magic[seat] is None:
        left = EACH - len(picked)
        return words(f"ask.choose.{max(left, 0)}")
    now = current_step(box, known)
    if now is None and not chosen and "discard" not in targets:
        return asked_first(tables, view, meant(box, view, ()), targets, words)
    here = next((CELL_NAMED[target[5:]] for target in chosen if target.startswith("cell:")), None)
    others = sum(target.startswith("cell:") for target in set(targets)) > 1
    if now is None and picked:
        told = magic_told(box, picked[0], words)
        return words("ask.magic", magic=told.title, card=named(box, view, (), words), text=told.text)
    if now is not None and now.verb == "swap":
        key = "swap" if "stack" in chosen else "keep" if chosen else "answer"
        return words(f"ask.{key}", card=named(box, view, (), words))
    if now is not None and now.verb in ("cut", "turn"):
        if here is None:
            return words(f"ask.{now.verb}")
        top = field_seen(box, seen_in(known)).top(here)
        card = card_name(box, top.design.code, words) if top else ""
        return words(f"ask.{now.verb}.{'change' if others else 'done'}", card=card)
    card, code = named(box, view, chosen, words), meant(box, view, chosen)
    if "discard" in targets or "discard" in chosen:
        key = "discard.which" if not code else "discard.done" if now else "stuck"
        return words(f"ask.{key}", card=card)
    if here is not None and code:
        ways = sum(ways_to_lie(tables, seen_in(known))[here]) * (1 if box.by_code[code].symmetric else 2)
        return words(f"ask.lay.{'turn' if ways > 1 else 'place'}.{'change' if others else 'done'}", card=card)
    if now is not None and code:
        return words("ask." + str(now).replace(" ", "-"), card=card)
    return asked_first(tables, view, code, targets, words)


def asked_first(tables: Tables, view: View[Facts], code: str, targets: Collection[str], words: Words) -> str:
    """What a turn begins with: the card that is to be laid, and how far everybody's roads are."""
    known, seat = view.facts, view.seat or 0
    if not code:
        return words("ask.which", count=len(known.hands[seat]))
    usable, near = any(map(IS_MAGIC, targets)), nearest(tables, seen_in(known))
    return first_told(tables.book.box, code, usable, near, seat, known.families, words)


@lru_cache(maxsize=2048)
def first_told(
    box: Box, code: str, usable: bool, near: tuple[int | None, ...], seat: int, families: str, words: Words
) -> str:
    """The same, by what it depends on."""
    first = words("ask.lay.magic" if usable else "ask.lay", card=card_name(box, code, words))
    return in_a_row(words, [first, *warnings(box, near, seat, families, words)])


def meant(box: Box, view: View[Facts], chosen: Collection[str]) -> str:
    """The code of the card that is to be laid or discarded: the magic itself, the one picked, or the only one."""
    magic = laid_now(box, view.facts)
    if magic is not None and magic.laid is not None:
        return magic.laid.code
    hand = [code for code in view.facts.hands[view.seat or 0] if code is not None]
    picked = [code for code in hand if f"hand:{code}" in chosen]
    return picked[0] if picked else hand[0] if len(set(hand)) == 1 else ""


def named(box: Box, view: View[Facts], chosen: Collection[str], words: Words) -> str:
    """That card in words."""
    code = meant(box, view, chosen)
    return card_name(box, code, words) if code else words("hand.hidden")


def warnings(box: Box, near: tuple[int | None, ...], seat: int, families: str, words: Words) -> Iterator[str]:
    """How far one's own road is, and who lacks a single card."""
    own = near[seat]
    if own is not None:
        yield words("ask.lacks.one" if own == 1 else "ask.lacks.many", count=own)
    close = [other for other, cards in enumerate(near) if cards == 1 and other != seat]
    if close:
        names = words("text.and").join(family_told(box, families, other, words) for other in close)
        yield words("ask.beware", families=names)


def family_told(box: Box, families: str, seat: int, words: Words) -> str:
    """A seat's family, by its colour."""
    return words(f"name.{box.family(families[seat])}")


# ---------------------------------------------------------------------- what a move brings about


def tell(tables: Tables, before: CloudyKingdom, seat: int, move: Move, after: CloudyKingdom, words: Words) -> Deed:
    """A move in a few words, where it is seen, and all that follows from it: from what everybody knows of both."""
    box = tables.book.box
    text, picture = deed(box, before, move, words)
    panel, marks, brings = "", tuple[str, ...](), list[Brings]()
    if isinstance(move, Lay | Cut | Turn):
        level = height(after, move.cell) - 1
        marks = (f"card-{move.cell}-{level}",) if level >= 0 else (f"cell-{move.cell}",)
        panel = "board"
        brings += at_the_place(box, before, move, marks, words)
    elif isinstance(move, Discard | PlayMagic | Swap):
        panel, marks = "piles", ("discard",)
    following = steps_after(box, before, seat, move)
    if following or isinstance(move, Swap):
        brings += of_cards(box, before, after, following, move, words)
    brings += of_roads(tables, before, after, seat, move, words)
    return Deed(text, picture, panel, marks, tuple(brings))


def deed(box: Box, before: CloudyKingdom, move: Move, words: Words) -> tuple[str, Picture]:
    """A move as a short phrase, and its picture."""
    match move:
        case Lay(code, cell, way):
            key = "deed.over" if before.field.top[NUMBER_OF[cell]] >= 0 else "deed.empty"
            turn = TURNS.index(POINTS[way])
            picture = card_picture(face_of(box, code), turn, LYING if move.flat else STANDING)
            return words(key, card=card_name(box, code, words)), picture
        case Cut(cell) | Turn(cell):
            card = cards_on(box, before, cell)[-1].turned(1 if isinstance(move, Turn) else 0)
            code = card.design.code
            picture = card_picture(face_of(box, code), TURNS.index(card.a), LYING if card.flat else STANDING)
            return words(f"deed.{move.verb}", card=card_name(box, code, words)), picture
        case Discard(code):
            return words("deed.discard", card=card_name(box, code, words)), card_picture(face_of(box, code), 0, LYING)
        case PlayMagic(name):
            magic = magic_told(box, name, words)
            return words("deed.magic", magic=magic.title), magic_picture(name if magic.printed else "")
        case Pick():
            return words("deed.pick"), magic_picture("")
        case _:
            return words(f"deed.{move}"), card_picture(None, 0, LYING)


def cards_on(box: Box, state: CloudyKingdom, cell: Cell) -> tuple[Card, ...]:
    """The cards on a cell, bottom first."""
    return field_seen(box, seen_of(state)).stacks[cell]


def at_the_place(
    box: Box, before: CloudyKingdom, move: Lay | Cut | Turn, marks: tuple[str, ...], words: Words
) -> Iterator[Brings]:
    """What becomes of the place."""
    if isinstance(move, Cut):
        beneath = cards_on(box, before, move.cell)[:-1]
        if beneath:
            card = card_name(box, beneath[-1].design.code, words)
            yield Brings(words("brings.uncovered", card=card), None, marks)
        else:
            yield Brings(words("brings.emptied"), None, marks)
    elif isinstance(move, Lay):
        design = box.by_code[move.card]
        if design.fireproof:
            yield Brings(words("brings.fire"), None, marks)
        if not design.joins:
            yield Brings(words("brings.dead-end"), None, marks)


def of_cards(
    box: Box, before: CloudyKingdom, after: CloudyKingdom, following: list[str], move: Move, words: Words
) -> Iterator[Brings]:
    """Cards that are discarded, drawn or taken: by name those alone that the seat knew, and everybody sees now."""
    draws, takes = following.count("draw"), following.count("take")
    first, fresh = len(before.discards) - takes, 0
    if isinstance(move, PlayMagic | Swap):
        fresh = 1
    elif following[:1] == ["discard"]:
        # What is left of the hand goes by itself if there is no choice.
        first += isinstance(move, Discard)
        fresh = len(after.discards) - first
    for code in codes(after, after.discards[first : first + fresh]):
        yield Brings(words("brings.discards", card=card_name(box, code, words)))
    if after.reason:
        return
    if takes and isinstance(move, PlayMagic):
        for code in codes(before, before.discards[-takes:]):
            yield Brings(words("brings.takes", card=card_name(box, code, words)), True)
    draws += isinstance(move, Swap)
    if draws:
        yield Brings(words("brings.draws.one" if draws == 1 else "brings.draws.many", count=draws))
    if following[-1:] == ["swap"]:
        yield Brings(words("brings.others"))


def steps_after(box: Box, before: CloudyKingdom, seat: int, move: Move) -> list[str]:
    """What magic does by itself after a move, and what it asks for then."""
    if isinstance(move, PlayMagic):
        magic, first = box.by_name[move.magic], 0
    elif before.spell >= 0 and seat == before.active:
        magic, first = box.magic[before.spell], before.step + 1
    else:
        return []
    found: list[str] = []
    for each in magic.steps[first:]:
        found.append(each.verb)
        if each.verb not in ("draw", "take"):
            break
    return found


def of_roads(
    tables: Tables, before: CloudyKingdom, after: CloudyKingdom, seat: int, move: Move, words: Words
) -> Iterator[Brings]:
    """Castles that are joined, roads that wait or are broken, and how many cards everybody lacks now."""
    box, families = tables.book.box, seated(after)
    joined = seats_in(after.linked & ~before.linked, after.seats)
    broken = seats_in(before.linked & ~after.linked, after.seats)
    winners = winners_of(after) or ()
    if after.reason == "win-delayed":
        for each in winners:
            told = words("brings.held", family=family_told(box, families, each, words))
            yield Brings(told, each == seat, road_items(box, facts(after, None), each))
    for each in joined:
        key = "brings.joins" if each in winners else "brings.waits" if not after.reason else "brings.too-late"
        told = words(key, family=family_told(box, families, each, words))
        yield Brings(told, each == seat, road_items(box, facts(after, None), each))
    for each in broken:
        yield Brings(words("brings.breaks", family=family_told(box, families, each, words)), each != seat)
    if not after.reason and isinstance(move, Lay | Cut | Turn):
        was, now = nearest(tables, seen_of(before)), nearest(tables, seen_of(after))
        for each in [seat, *(other for other in range(after.seats) if other != seat)]:
            old, new = was[each], now[each]
            if old != new and each not in joined and each not in broken:
                closer = new is not None and (old is None or new < old)
                family = family_told(box, families, each, words)
                yield Brings(words("brings.lacks", family=family, lacks=lacks(new, words)), closer == (each == seat))
    if after.last_turns and not before.last_turns and not after.reason:
        yield Brings(words("brings.last-turns"))
    if after.reason == "deck-out":
        yield Brings(words("brings.deck-out"))


def seats_in(pairs: int, seats: int) -> list[int]:
    """The seats that have some of these pairs of castles, which are bits of `CloudyKingdom.linked`."""
    return [seat for seat in range(seats) if pairs >> 4 * seat & 0b1111] if pairs else []


# ---------------------------------------------------------------------- the win


def roads_won(box: Box, known: Facts, seat: int) -> list[list[str]]:
    """The roads that join castles of a seat, each as items of the board from castle to castle, the newest first."""
    seen, letter = seen_in(known), known.families[seat]
    field = field_seen(box, seen)
    move = changed(known.last)
    older = field.before(move).joined(letter) if move is not None else set()
    found = []
    for pair in sorted(known.joined, key=lambda pair: pair[2:] in older):
        if pair[0] == letter:
            first, last = PAIRS[pair[2:]]
            road = road_seen(box, seen, letter, pair[2:])
            cards = [f"card-{each.cell}-{len(field.stacks[each.cell]) - 1}" for each in road]
            found.append([castle_item(known, letter, first), *cards, castle_item(known, letter, last)])
    return found


def changed(last: str | None) -> Lay | Turn | None:
    """The last move that changed the field, unless it took a card away, which cannot be put back."""
    verb, _, place = (last or "cut").partition("@")
    if verb == "cut":
        return None
    cell = CELL_NAMED[place[:2]]
    return Turn(cell) if verb == "turn" else Lay(verb, cell, place[2:])


def castle_item(known: Facts, letter: str, side: Side) -> str:
    """A family's castle on a side, as an item of the board."""
    return f"castle-{side}{known.castles[side].index(letter) + 1}"


def castles_named(known: Facts) -> dict[str, str]:
    """The letter of the family of every castle, by side and number as its item names it."""
    return {f"{side}{place + 1}": letter for side, row in known.castles.items() for place, letter in enumerate(row)}


def road_items(box: Box, known: Facts, seat: int) -> tuple[str, ...]:
    """All items of the roads that join castles of a seat."""
    return tuple(dict.fromkeys(item for road in roads_won(box, known, seat) for item in road))


def where(box: Box, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
    """The road that has won, with its castles."""
    items = road_items(box, view.facts, seat)
    return Where("board", (Counted(items, line.points),)) if items else None


def trace(box: Box, view: View[Facts]) -> tuple[str, tuple[str, ...]]:
    """The road that has won, from castle to castle: one's own, or else the first winner's."""
    winners = view.facts.winners or ()
    if not winners:
        return "", ()
    roads = roads_won(box, view.facts, view.seat if view.seat in winners else winners[0])
    return ("board", tuple(roads[0])) if roads else ("", ())


# ---------------------------------------------------------------------- what things are


def about(tables: Tables, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
    """A card, a castle, a space, a road, a magic card or a pile, seen close."""
    box, known = tables.book.box, view.facts
    if panel == "board":
        return about_field(box, known, words, item)
    if panel == "draft":
        return about_magic(box, item.removeprefix("magic-"), words)
    if panel == "piles":
        return about_pile(box, known, item, words)
    if panel == "hand":
        return about_held(box, view, number_in(item, "card-"), words)
    seat = view.seat if panel == "magic" else number_in(panel, "player:")
    if seat is None or seat >= view.players:
        return None
    if item == "road":
        return about_road(tables, known, known.families[seat], words)
    if item == "hand":
        return About(words("hand.hidden"), words("about.hidden"), "hand", card_picture(None))
    names, place = known.magic[seat], number_in(item, "magic-")
    if place is None:
        return None
    if names is None:
        return About(words("magic.none"), words("about.no-magic"), "options")
    return about_magic(box, names[place], words) if place < len(names) else None


def number_in(name: str, before: str) -> int | None:
    """The number that a name ends with; None for any other name, since guests ask as they like.

    >>> number_in("card-2", "card-"), number_in("card-x", "card-"), number_in("tower-2", "card-")
    (2, None, None)
    """
    number = name.removeprefix(before)
    return int(number) if name.startswith(before) and number.isdecimal() else None


def about_held(box: Box, view: View[Facts], place: int | None, words: Words) -> About | None:
    """A place of one's own hand."""
    if view.seat is None or place is None:
        return None
    cards = hand_of(box, view, view.seat, Staging()).cards
    if place >= len(cards):
        return About(words("hand.empty"), words("about.no-card"), "hand")
    design = cards[place].design
    return about_design(box, designs_in(box)[design], 0, words) if design else None


def about_field(box: Box, known: Facts, words: Words, item: str) -> About | None:
    """A thing on the field; of the lights on a card there is nothing to say."""
    kind, _, rest = item.removeprefix(UPON).partition("-")
    if kind == "castle":
        letter = castles_named(known).get(rest[:2])
        if letter is None:
            return None
        lived_in = letter in known.families
        family = words(f"family.{FAMILIES[letter].key}")
        text = words("about.castle" if lived_in else "about.scenery")
        picture = castle_picture(FAMILIES[letter].key if lived_in else "scenery")
        return About(words("about.castle.title", family=family), text, ("win" if lived_in else "layout"), picture)
    name, _, level = rest.partition("-")
    if name not in CELL_NAMED:
        return None
    cards = known.field.get(name, ())
    if not cards:
        picture = Picture((-62, -62, 124, 128), (Item("cell", f"{ROOM}-cell", 0, 0, 0),))
        return About(words("about.space.title"), words("about.space"), "route-empty", picture)
    number = number_in(level.partition("-")[0], "")
    if kind == "card" and number is not None and number >= len(cards):
        return None
    lying = cards[-1 if kind != "card" or number is None else number]
    code, _, way = lying.partition(":")
    return about_design(box, box.by_code[code], TURNS.index(POINTS[way]), words)


def about_design(box: Box, design: Design, turn: int, words: Words) -> About:
    """A card that can lie on the field."""
    magic = next((each for each in box.maker.values() if each.laid == design), None)
    code = design.code if design.code in box.by_code else ""
    title = card_name(box, code, words) if code else words("design.charm")
    text = [words(f"joins.{joins_key(design.joins)}")]
    if design.fireproof:
        text.append(words("about.sealed"))
    rule = magic.rule if magic else "route-cross"
    return About(title, in_a_row(words, text), rule, card_picture(face_key(design), turn, SQUARE))


def about_magic(box: Box, name: str, words: Words) -> About | None:
    """A magic card."""
    if name not in box.by_name:
        return None
    magic = magic_told(box, name, words)
    text = in_a_row(words, [magic.text, words("about.magic")])
    return About(magic.title, text, box.by_name[name].rule, magic_picture(name if magic.printed else ""))


def about_pile(box: Box, known: Facts, item: str, words: Words) -> About | None:
    """The stack, the discards, or what is out of the game."""
    if item == "stack":
        return About(words("pile.stack"), words("about.stack", count=known.stack), "deck-out", card_picture(None))
    cards = {"discard": known.discard, "removed": known.removed}.get(item)
    if cards is None:
        return None
    text = tally(faces_of(box, cards), designs_in(box), words) or words("about.no-card")
    picture = card_picture(face_of(box, cards[-1])) if cards else Picture()
    return About(words(f"pile.{item}"), text, ("hand" if item == "discard" else "magic-cut"), picture)


def about_road(tables: Tables, known: Facts, letter: str, words: Words) -> About:
    """How a family's roads stand."""
    seat = known.families.index(letter)
    title = words("about.road", family=words(f"family.{FAMILIES[letter].key}"))
    return About(title, roads_told(tables, known, seat, words), "win", medal_picture(letter))


def roads_told(tables: Tables, known: Facts, seat: int, words: Words) -> str:
    """Both pairs of castles of a seat: joined, or so many cards short."""
    pairs = lacking(tables, seen_in(known))[seat]
    told = []
    for pair in PAIRS:
        count = pairs.get(pair)
        state = words("about.joined") if count == 0 else lacks(count, words)
        told.append(words("about.pair", pair=words(f"pair.{pair}"), lacks=state))
    return in_a_row(words, told)


def signs(box: Box, players: int, options: Mapping[str, Any], seat: int, words: Words) -> tuple[Sign, ...]:
    """The family that a seat plays: its emblem."""
    letter = box.seated(players, str(options["families"]))[seat]
    key = FAMILIES[letter].key
    return (Sign(f"{ROOM}-medallion-{key}", words(f"family.{key}")),)


# ---------------------------------------------------------------------- what statistics are kept of


def used(move: Move) -> tuple[Thing, ...]:
    """The card that is laid, the magic that is played, or the three that are chosen."""
    match move:
        case Lay(code, _, _):
            return (Thing("card", code),)
        case PlayMagic(name):
            return (Thing("magic", name),)
        case Pick(three):
            return tuple(Thing("choice", name) for name in three)
        case _:
            return ()


def say_thing(box: Box, thing: Thing, words: Words) -> str:
    """A card or a magic by its name; of points there is one kind."""
    if thing.kind == "score":
        return words(f"score.{thing.name}")
    return card_name(box, thing.name, words) if thing.kind == "card" else words(f"magic.{thing.name}")
