"""What Strange World tells people: the steps of a turn, what a move brings about, what counted where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from cloudtop.core.scene import Picture
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import About, Brings, Deed, Progress, Rung, Thing, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.strange_world import fast
from cloudtop.games.strange_world.art import closeup
from cloudtop.games.strange_world.art.brush import ROOM
from cloudtop.games.strange_world.art.counting import card_id, counted
from cloudtop.games.strange_world.art.hands import card_picture, places_in_hand
from cloudtop.games.strange_world.art.laid import key, land_sprite
from cloudtop.games.strange_world.art.naming import card_name, traveller_called
from cloudtop.games.strange_world.art.position import Face
from cloudtop.games.strange_world.art.supply import CITY_FRAME, PORTAL_FRAME, SUN_FRAME, TRAVELLER_FRAME, alone
from cloudtop.games.strange_world.board import Laid, World, in_sets
from cloudtop.games.strange_world.fast import BIT, NOBODY, Kit
from cloudtop.games.strange_world.moves import (
    GRID,
    HOME,
    KEEP,
    LAY,
    OVER,
    PASS,
    PHASES,
    SIDES,
    Cell,
    Decline,
    Erupt,
    Found,
    Join,
    Keep,
    Lay,
    Move,
    OpenPile,
    PassOn,
    Sun,
    Welcome,
    cell_of,
)
from cloudtop.games.strange_world.pieces import HAND, ROUNDS, TRAVELLERS, Box, card_of
from cloudtop.games.strange_world.scene import (
    TO_DECLINE,
    devourer,
    face,
    laid_cards,
    pile_drawn,
    place,
)
from cloudtop.games.strange_world.score import wish
from cloudtop.games.strange_world.state import StrangeWorld
from cloudtop.games.strange_world.view import Facts

# ---------------------------------------------------------------------- a turn

STEPS: dict[type, str] = {
    Sun: "sun",
    OpenPile: "pile",
    Keep: "keep",
    PassOn: "pass",
    Lay: "lay",
    Join: "portal",
    Welcome: "traveller",
    Decline: "traveller",
    Erupt: "fumarole",
    Found: "city",
}
"""The step that each kind of move belongs to: what is to be decided then."""


DRAFTING = (Sun, Keep, PassOn)
"""Moves that change nobody's world."""


def step(move: Move) -> str:
    """The step that a move belongs to."""
    return STEPS[type(move)]


def steps(view: View[Facts]) -> tuple[str, ...]:
    """The steps of the turn: the passing of cards up to laying them, or a card with the questions it has raised."""
    facts = view.facts
    if facts.phase == "over":
        return ()
    if facts.phase in ("sun", "keep", "pass"):
        passing = ("keep", "pass", "lay")
        return ("sun", *passing) if facts.phase == "sun" else passing
    if facts.phase == "pile":
        return ("pile", "lay")
    seat = facts.turn[0]
    top = facts.piles is not None and len(facts.laid[seat]) <= (facts.phase != "lay")
    return (*(("pile",) if top else ()), "lay", *questions(facts))


def questions(facts: Facts) -> Iterator[str]:
    """What the card that is being laid has asked, up to the present question."""
    if facts.phase == "lay" or facts.focus is None:
        return
    world = facts.worlds[facts.turn[0]].read()
    cell = cell_of(facts.laid[facts.turn[0]][-1])
    joined = [pair for pair in world.portals if cell in pair]
    beside = sum(world.free_portal(other) for other in cell.beside)
    if facts.phase == "portal" or (joined and beside):
        yield "portal"
    if facts.phase == "traveller" or (joined and facts.phase in ("fumarole", "city") and world.land[cell].card.volcano):
        yield "traveller"
    fumarole = cell_of(facts.focus)
    targets = sum(world.bare(other) or other == fumarole for other in cell.around)
    if facts.phase == "fumarole" or (facts.phase == "city" and targets > 1):
        yield "fumarole"
    if facts.phase == "city":
        yield "city"


def ask(view: View[Facts], words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
    """One sentence: what a tap would do next, and what it is for."""
    facts = view.facts
    if not targets:
        return ""
    picked = {kind: value for kind, _, value in (target.partition(":") for target in chosen)}
    match facts.phase:
        case "sun":
            return words(f"ask.sun-{picked['sun']}" if "sun" in picked else "ask.sun")
        case "keep" | "pass" as phase:
            way = words(f"way.{facts.direction or 'across'}")
            if "hand" not in picked:
                return words(f"ask.{phase}", way=way)
            return words(f"ask.{phase}-chosen", way=way, card=in_hand_named(view, picked["hand"], words))
        case "pile":
            return ask_pile(facts, words, picked)
        case "lay":
            return ask_lay(view, words, picked)
        case "traveller":
            return ask_traveller(facts, words, picked)
        case "city":
            return words("ask.city-chosen" if "cell" in picked else "ask.city", worth=facts.cities[0])
        case "fumarole" if "cell" in picked:
            column, row = map(int, picked["cell"].split(","))
            covered = facts.worlds[facts.turn[0]].read().land[Cell(column, row)]
            return words("ask.fumarole-chosen", card=laid_named(covered, words))
    return words(f"ask.{facts.phase}-chosen" if "cell" in picked else f"ask.{facts.phase}")


def ask_pile(facts: Facts, words: Words, picked: dict[str, str]) -> str:
    """Which pile, and what happens with it."""
    if "pile" not in picked:
        return words("ask.pile")
    number = int(picked["pile"])
    top = None if facts.piles is None else facts.piles[number].top
    return words("ask.pile-chosen", number=number + 1, card="" if top is None else card_name(card_of(top), words))


def ask_lay(view: View[Facts], words: Words, picked: dict[str, str]) -> str:
    """Which card, and where; who holds a single one need not say which."""
    hand = view.facts.hand or ()
    card = in_hand_named(view, picked["hand"], words) if "hand" in picked else ""
    if not card and len(set(hand)) == 1:
        card = card_name(card_of(hand[0]), words)
    if not card:
        return words("ask.lay-which" if "cell" in picked else "ask.lay", count=len(hand))
    return words("ask.lay-chosen" if "cell" in picked else "ask.lay-where", card=card)


def ask_traveller(facts: Facts, words: Words, picked: dict[str, str]) -> str:
    """Who comes, and where to; or nobody."""
    if TO_DECLINE in picked:
        return words("ask.traveller-nobody")
    if "traveller" not in picked:
        return words("ask.traveller-who" if "slot" in picked else "ask.traveller", count=len(facts.travellers))
    name = traveller_called(picked["traveller"], words)
    return words("ask.traveller-chosen" if "slot" in picked else "ask.traveller-where", name=name)


def in_hand_named(view: View[Facts], place: str, words: Words) -> str:
    """The card at a place of the looker's hand, in words."""
    cards = places_in_hand(view.facts.hand or (), laid_cards(view.facts, view.seat or 0), view.players == 1)
    return card_name(card_of(cards[int(place)][0]), words)


def progress(view: View[Facts]) -> Progress | None:
    """Which round of five it is; alone, which pile."""
    facts = view.facts
    if view.players > 1:
        last = facts.round == ROUNDS
        return Progress(facts.round, ROUNDS, "round", last, "last-round" if last else "")
    now = facts.round + (facts.phase == "pile")
    return Progress(now, ROUNDS, "pile", now == ROUNDS, "last-pile" if now == ROUNDS else "")


# ---------------------------------------------------------------------- a move


def tell(before: StrangeWorld, seat: int, move: Move, after: StrangeWorld, words: Words) -> Deed:
    """A move as anybody may hear of it: what is kept and passed on is named to nobody."""
    world = f"world:{seat}"
    brings = tuple(consequences(before, seat, move, after, words))
    match move:
        case Sun():
            text = words("tell.sun", side=words(f"side.{move.direction}"))
            sun = f"sun-{move.direction}"
            return Deed(text, alone(sun, SUN_FRAME), "supply", (sun,), brings)
        case OpenPile():
            top = card_picture(land_sprite(Face(before.kit.cards[after.hands[0][0]])))
            return Deed(words("tell.pile", number=move.pile), top, "piles", (f"pile-{move.pile - 1}",), brings)
        case Keep() | PassOn():
            text = passed_on("keep" if isinstance(move, Keep) else "pass", way_of(before), words)
            return Deed(text, card_picture(f"{ROOM}-back"), f"hand:{seat}", (), brings)
        case Lay():
            text, picture, card = laid_down(move, words)
            return Deed(text, picture, world, (card,), brings)
        case Join():
            left = cells_of(after.worlds[seat].seams & ~before.worlds[seat].seams)[0]
            portal = f"portal-{key(place(left))}"
            return Deed(words("tell.portal"), alone("portal", PORTAL_FRAME), world, (portal,), brings)
        case Welcome():
            name = move.traveller.lower()
            text = words("tell.traveller", name=traveller_called(name, words))
            return Deed(text, alone(f"traveller-{name}", TRAVELLER_FRAME), world, (f"traveller-{name}",), brings)
        case Decline():
            return Deed(words("tell.decline"), alone("portal", PORTAL_FRAME), world, (), brings)
        case Erupt():
            text = words("tell.fumarole", card=land_named(before.worlds[seat], move.cell, words))
            mark = f"fumarole-{key(place(move.cell))}"
            return Deed(text, card_picture(f"{ROOM}-fumarole"), world, (mark,), brings)
        case Found():
            worth = before.kit.cities[before.city]
            text = words("tell.city", worth=worth)
            return Deed(text, alone(f"city-{worth}", CITY_FRAME), world, (f"city-{worth}",), brings)


@lru_cache(maxsize=64)
def passed_on(choice: str, way: str, words: Words) -> str:
    """A choice of the draft: which card it is nobody hears."""
    return words(f"tell.{choice}", way=words(f"way.{way}"))


@lru_cache(maxsize=1 << 12)
def laid_down(move: Lay, words: Words) -> tuple[str, Picture, str]:
    """A card that is laid: in words, its picture, and the item it becomes."""
    text = words("tell.lay", card=card_name(move.card, words))
    return text, card_picture(land_sprite(face(move.card, move.cell))), card_id(move.cell)


def way_of(state: StrangeWorld) -> str:
    """Where the cards of this round go."""
    if state.seats == 2:
        return "across"
    return "left" if state.draft.step == 1 else "right"


def consequences(before: StrangeWorld, seat: int, move: Move, after: StrangeWorld, words: Words) -> list[Brings]:
    """All that a move brings about besides points, in the order in which it happens."""
    found = [] if isinstance(move, DRAFTING) else in_world(before, seat, move, after, words)
    return found + onwards(before, move, after, words)


def in_world(before: StrangeWorld, seat: int, move: Move, after: StrangeWorld, words: Words) -> list[Brings]:
    """What it brings about in the world of the seat, and what it asks."""
    was, now = before.worlds[seat], after.worlds[seat]
    found: list[Brings] = []
    if isinstance(move, Lay) and now.devoured != was.devoured:
        cause = devourer(was, move, before.portal_sides, before.fumaroles)
        found.append(Brings(words(f"brings.{cause}"), False, (card_id(move.cell),)))
    if now.seams != was.seams and not isinstance(move, Join):
        for cell in cells_of(now.seams & ~was.seams):
            found.append(Brings(words("brings.portal"), True, (f"portal-{key(place(cell))}",)))
    if isinstance(move, Welcome) and was.side == NOBODY:
        found.append(Brings(words("brings.closes", side=words(f"side.{move.side}"))))
    if now.covered != was.covered and not isinstance(move, Erupt):
        for cell in cells_of(now.covered & ~was.covered):
            text = words("brings.fumarole", card=land_named(now, cell, words))
            found.append(Brings(text, None, (f"fumarole-{key(place(cell))}",)))
    if not isinstance(move, Found):
        for city, _, _ in now.cities[len(was.cities) :]:
            worth = now.kit.cities[city]
            found.append(Brings(words("brings.city", worth=worth), True, (f"city-{worth}",)))
    if now.guests:
        found += wishes(was, now, words)
    if after.asking():
        found.append(Brings(words(f"brings.ask-{PHASES[after.phase]}")))
    return found


def cells_of(cells: int) -> list[Cell]:
    """The cells of a set."""
    return [cell for cell in GRID if cells & BIT[cell.number]]


def wishes(was: fast.World, now: fast.World, words: Words) -> Iterator[Brings]:
    """Wishes that come true, and those that no longer are."""
    granted = {traveller for traveller, upper in was.guests if wish(was, traveller, upper)}
    for traveller, upper in now.guests:
        good = wish(now, traveller, upper)
        if good != (traveller in granted):
            name = TRAVELLERS[traveller]
            text = words("brings.wish" if good else "brings.no-wish", name=traveller_called(name, words))
            yield Brings(text, good, (f"traveller-{name.lower()}",))


def onwards(before: StrangeWorld, move: Move, after: StrangeWorld, words: Words) -> list[Brings]:
    """How the round goes on."""
    found: list[Brings] = []
    if isinstance(move, Sun):
        found.append(Brings(words("brings.deal")))
    if (before.phase, after.phase) in ((KEEP, PASS), (PASS, LAY)):
        found.append(Brings(words("brings.moved")))
    if before.seats == 1 and before.pile >= 0 and after.pile < 0:
        found.append(Brings(words("brings.others")))
    if after.phase == OVER:
        found.append(Brings(words("brings.end")))
    elif before.seats > 1 and after.round > before.round:
        found.append(Brings(words("brings.round")))
    return found


def laid_named(laid: Laid, words: Words) -> str:
    """A card of a world by its icons, or the Tzimime that devoured it."""
    return words("card.tzimime") if laid.devoured else card_name(laid.card, words)


def land_named(world: fast.World, cell: Cell, words: Words) -> str:
    """The same of the card that lies on a cell."""
    card, devoured = world.kit.cards[world.land[cell.number]], bool(world.devoured & BIT[cell.number])
    return laid_named(Laid(cell, card, devoured=devoured), words)


# ---------------------------------------------------------------------- where points come from


def where(kit: Kit, view: View[Facts], seat: int, line: ScoreLine) -> Where | None:
    """Where a line of a seat's score sheet comes from: cards, cities and travellers of its world."""
    world = view.facts.worlds[seat].read()
    return Where(f"world:{seat}", tuple(counted(world, in_sets(world, kit), line)))


# ---------------------------------------------------------------------- pieces, seen close


def about(kit: Kit, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
    """A card, fumarole, portal, city, traveller, pile or the Sun, seen close; None for what is none of these."""
    kind, _, which = item.partition("-")
    area, _, owner = panel.partition(":")
    name = item if area == "travellers" else which if kind in ("traveller", "fulfilled") else ""
    if name.capitalize() in TRAVELLERS:
        return closeup.traveller(name.lower(), kit.box, words)
    if name or (owner and owner not in map(str, range(view.players))):
        return None
    match kind:
        case "city" if which in map(str, kit.cities):
            return closeup.city(int(which), words)
        case "sun" if which in ("", *SIDES):
            return closeup.sun("left" if which == "left" else "right" if which else "", words)
        case "fumarole" | "fumaroles":
            return closeup.sprite("fumarole", "eruption", words)
        case "portal":
            return closeup.portal(words)
        case "pile" if which in map(str, range(len(view.facts.piles or ()))):
            return closeup.pile(int(which) + 1, pile_drawn((view.facts.piles or ())[int(which)]), kit.box, words)
        case "card" if area == "hand" and owner and which in map(str, range(HAND)):
            return about_held(kit, view, words, int(owner), int(which))
        case "card" | "start" if area == "world" and owner:
            return about_laid(kit, view.facts.worlds[int(owner)].read(), words, which)
    return None


def about_held(kit: Kit, view: View[Facts], words: Words, seat: int, number: int) -> About | None:
    """A card of a hand, for whoever may see it."""
    facts = view.facts
    if facts.hand is None or seat != (0 if view.players == 1 else view.seat):
        return closeup.sprite("back", "draft", words) if number < facts.held[seat] else None
    cards = places_in_hand(facts.hand, laid_cards(facts, seat), view.players == 1)
    return closeup.card(Face(card_of(cards[number][0])), kit.box, words) if number < len(cards) else None


def about_laid(kit: Kit, world: World, words: Words, which: str) -> About | None:
    """A card of a world."""
    laid = next((laid for laid in world.cards if key(place(laid.cell)) == which), None)
    if laid is None:
        return None
    if laid.devoured:
        return closeup.sprite("tzimime", "desolation", words)
    told = closeup.start if laid.cell == HOME else closeup.card
    return told(face(laid.card, laid.cell), kit.box, words)


# ---------------------------------------------------------------------- the end


def scale(box: Box, players: int, words: Words) -> Sequence[Rung]:
    """The verdicts on a game alone, from the humblest up."""
    return [Rung(least, words(f"rung.{name}")) for name, least in box.verdicts.items()] if players == 1 else []


# ---------------------------------------------------------------------- what statistics are kept of


def used(move: Move) -> tuple[Thing, ...]:
    """The land that is laid, or the traveller that is welcomed."""
    match move:
        case Lay():
            return (Thing("land", str(move.card)),)
        case Welcome():
            return (Thing("traveller", move.traveller),)
        case _:
            return ()


def scored(line: ScoreLine) -> Thing:
    """A part of the world, or a traveller."""
    if "traveller" in line.fields:
        return Thing("guest", TRAVELLERS[line.fields["traveller"]])
    return Thing("score", line.key.partition(".")[2])


def say_thing(thing: Thing, words: Words) -> str:
    """A land by its icons, a traveller by its name."""
    if thing.kind == "land":
        return card_name(card_of(thing.name), words)
    return words(f"scored.{thing.name}") if thing.kind == "score" else traveller_called(thing.name, words)
