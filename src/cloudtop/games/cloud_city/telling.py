"""Cloud City told while it is played: the steps of a turn, what a move brings, where votes come from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cloudtop.core.scene import Staging
from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import About, Brings, Counted, Deed, Progress, Thing, Tie, Where
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloud_city.art.closeup import closeup
from cloudtop.games.cloud_city.art.display import building_id, draw_target, hand_target, space_target, tile_id, value_id
from cloudtop.games.cloud_city.art.measures import LEVEL_OF
from cloudtop.games.cloud_city.art.slots import badge_picture, tile_name
from cloudtop.games.cloud_city.art.tiles import BACK_PICTURE, tile_picture
from cloudtop.games.cloud_city.fast import PIECES
from cloudtop.games.cloud_city.moves import (
    MOVES,
    NOTHING,
    SOURCES,
    STACK,
    Draw,
    Lay,
    Move,
    Space,
    Walkway,
    spaces_along,
)
from cloudtop.games.cloud_city.pieces import BLUE, FULL, GREEN, LEVELS, SAND, TILE_NAMED, Box, Colour
from cloudtop.games.cloud_city.prose import say_votes
from cloudtop.games.cloud_city.scene import display_of
from cloudtop.games.cloud_city.score import closed, cross, crossing_places, routes
from cloudtop.games.cloud_city.state import CloudCity
from cloudtop.games.cloud_city.view import Facts, WrittenCity, face_up, written

STEPS = ("lay", "walkways", "draw")
"""A turn: a tile is laid, walkways are built, a tile is drawn."""

# ---------------------------------------------------------------------- a turn


def steps(view: View[Facts]) -> tuple[str, ...]:
    """The steps of the turn that is being played; none after the end."""
    return () if view.facts.to_play is None else STEPS


def step(move: Move) -> str:
    """The step that a move belongs to."""
    return STEPS[0] if isinstance(move, Lay) else STEPS[1] if isinstance(move, Walkway) else STEPS[2]


def progress(view: View[Facts]) -> Progress:
    """Which round is played, and whether it is the last."""
    facts = view.facts
    last = facts.round == facts.rounds and facts.to_play is not None
    return Progress(facts.round, facts.rounds, "round", last, "last-round" if last else "")


def ask(box: Box, view: View[Facts], words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
    """One sentence: what a tap would do next."""
    if not targets:
        return ""
    offered = NOTHING if set(targets) == {draw_target(NOTHING)} else None
    drawn = next((source for source in SOURCES if draw_target(source) in chosen), offered)
    if drawn is not None:
        return ask_draw(view.facts, words, drawn)
    town = town_of(view.facts.cities[view.seat or 0])
    ends = [space for space in town.colours if space_target(space) in chosen]
    if ends:
        return ask_walkway(box, town, words, targets, ends)
    kinds = {target.partition(":")[0] for target in targets}
    if view.facts.step == "lay":
        return ask_lay(view.facts, words, targets, chosen)
    moving = ".moving" if "cell" in kinds else ""
    return words(("ask.walkways" if "space" in kinds else "ask.draw") + moving)


def ask_lay(facts: Facts, words: Words, targets: Collection[str], chosen: Collection[str]) -> str:
    """What is still to be picked for a tile."""
    picked = {target.partition(":")[0] for target in chosen}
    tile = next((tile for tile in TILE_NAMED.values() if hand_target(tile) in chosen), None)
    if tile is None:
        return words("ask.lay.tile" if "cell" in picked else "ask.lay")
    if "cell" not in picked:
        return words("ask.lay.place", tile=tile_name(tile, words))
    if "turn" not in picked:
        return words("ask.lay.turn", tile=tile_name(tile, words))
    elsewhere = any(target.startswith("cell") and target not in chosen for target in targets)
    return words("ask.lay.move" if elsewhere else "ask.lay.here")


def ask_walkway(box: Box, town: Town, words: Words, targets: Collection[str], ends: Sequence[Space]) -> str:
    """What is still to be picked for a walkway that ends on these buildings."""
    level = words(f"level.{town.colours[ends[0]].level}")
    if len(ends) == 1:
        return words("ask.walkways.other", level=level)
    votes = say_votes(box.values.get(Walkway(ends[0], ends[1]).length, 0), words)
    picked = {space_target(end) for end in ends}
    other = any(target.startswith("space") and target not in picked for target in targets)
    return words("ask.walkways.change" if other else "ask.walkways.build", level=level, votes=votes)


def ask_draw(facts: Facts, words: Words, source: str) -> str:
    """What happens with a draw."""
    if source in (STACK, NOTHING):
        return words(f"ask.draw.{source}")
    tile = facts.face_up[int(source) - 1]
    name = "" if tile is None else tile_name(tile, words)
    return words("ask.draw.slot" if facts.stack else "ask.draw.last", tile=name)


# ---------------------------------------------------------------------- a move


def tell(box: Box, before: CloudCity, seat: int, move: Move, after: CloudCity, words: Words) -> Deed:
    """A move as anybody may hear of it."""
    if isinstance(move, Lay):
        marks = (tile_id(move.cell), *(building_id(space) for space, _ in move.sites))
        text = words("tell.lay", tile=tile_name(move.tile, words))
        grown = tuple(lay_brings(box, before, seat, move, after, words))
        return Deed(text, tile_picture(move.tile, move.rotation), f"city:{seat}", marks, grown)
    if isinstance(move, Walkway):
        return tell_walkway(box, before, seat, move, after, words)
    brings = tuple(Brings(words(f"brings.{key}"), None, marks) for key, marks in draw_brings(before, move, after))
    if move.source == STACK:
        return Deed(words("tell.draw-stack"), BACK_PICTURE, "market", ("stack",), brings)
    if move.source == NOTHING:
        return Deed(words("tell.draw-none"), panel="market", marks=("stack",), brings=brings)
    name = face_up(before)[int(move.source) - 1]
    tile = TILE_NAMED[str(name)]
    text = words("tell.draw-slot", tile=tile_name(tile, words))
    return Deed(text, tile_picture(tile), "market", (f"slot-{move.source}",), brings)


def lay_brings(box: Box, before: CloudCity, seat: int, lay: Lay, after: CloudCity, words: Words) -> Iterator[Brings]:
    """What a tile brings about: the best walkway that it makes possible, and the end of a city's growth."""
    yield from change_of_links(box, "opens", after, before, seat, words)
    if len(after.cities[seat].tiles) > after.setup.rounds:
        yield Brings(words("brings.complete"), None, (tile_id(lay.cell),))


def change_of_links(
    box: Box, key: str, having: CloudCity, lacking: CloudCity, seat: int, words: Words, least: int = 0
) -> Iterator[Brings]:
    """The most valuable walkway that can be built in one position and not in the other, if it is worth so much."""
    town = town_of(written(having.cities[seat]))
    gone = set(having.cities[seat].links) - set(lacking.cities[seat].links) - set(lacking.cities[seat].walkways)
    ways = [way for number in sorted(gone) if isinstance(way := MOVES[number], Walkway)]
    best = max(ways, key=lambda way: way.length, default=None)
    if best is not None and box.values[best.length] >= least:
        level = words(f"level.{town.colours[best.near].level}")
        marks = tuple(map(building_id, best.ends))
        opens = key == "opens"
        yield Brings(words(f"brings.{key}", level=level, value=box.values[best.length]), opens, marks, chance=opens)


def tell_walkway(box: Box, before: CloudCity, seat: int, way: Walkway, after: CloudCity, words: Words) -> Deed:
    """A walkway that was built."""
    town = town_of(written(after.cities[seat]))
    colour = town.colours[way.near]
    value, level = box.values[way.length], words(f"level.{colour.level}")
    text = words("tell.walkway", level=level, value=value)
    lost = change_of_links(box, "rules-out", before, after, seat, words, value)
    brings = (*walkway_brings(box, town, way, after, words), *lost)
    return Deed(text, badge_picture(LEVEL_OF[colour], value), f"city:{seat}", (value_id(way),), brings)


def walkway_brings(box: Box, town: Town, way: Walkway, after: CloudCity, words: Words) -> Iterator[Brings]:
    """What a walkway brings about: for the supply, for its roofs, and for the requests in play."""
    colour, number = town.colours[way.near], MOVES.number(way)
    value, level = box.values[way.length], words(f"level.{colour.level}")
    if after.supply[PIECES.index((colour, way.length))] == 0:
        yield Brings(words("brings.last-piece", level=level, value=value), None, (value_id(way),))
    ends = [end for other in town.walkways for end in other.ends]
    full = tuple(building_id(end) for end in way.ends if ends.count(end) == FULL)
    if full:
        yield Brings(words("brings.full"), None, full)
    route = next(route for route in town.routes if way in route)
    marks = tuple(map(value_id, route))
    if "req-circuits" in after.requests and closed([MOVES.number(other) for other in route]):
        yield Brings(words("brings.loop"), True, marks)
    if "req-longest" in after.requests and len(route) > 1 and colour != SAND:
        votes = say_votes(sum(box.values[other.length] for other in route), words)
        yield Brings(words("brings.route", votes=votes), True, marks)
    crossed = [other for other in town.walkways if cross(number, MOVES.number(other))]
    if "req-crossings" in after.requests and crossed:
        yield Brings(words("brings.crosses"), False, tuple(map(value_id, (way, *crossed))))


def draw_brings(before: CloudCity, move: Draw, after: CloudCity) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a draw brings about, as words and marks: nobody is told what comes from the stack."""
    left = len(after.stack) - after.drawn
    if move.source not in (STACK, NOTHING):
        refilled = before.drawn < len(before.stack)
        yield "refill" if refilled else "no-refill", (f"slot-{move.source}",)
    if left == 0 and before.drawn < len(before.stack):
        yield "stack-empty", ("stack",)
    if after.seat < 0:
        yield "over", ()
    elif after.turns == (after.setup.rounds - 1) * after.seats:
        yield "last-round", ()


# ---------------------------------------------------------------------- where votes come from


class Town(NamedTuple):
    """A city as its votes are told: what stands, what is joined."""

    colours: dict[Space, Colour]
    """By space, the building there."""
    walkways: tuple[Walkway, ...]
    routes: tuple[tuple[Walkway, ...], ...]

    def level(self, route: tuple[Walkway, ...]) -> Colour:
        """The level of a route."""
        return self.colours[route[0].near]


@lru_cache(1024)
def town_of(city: WrittenCity) -> Town:
    """A city that is written down."""
    built = city.built
    colours = {space: colour for lay in city.lays for space, colour in lay.sites}
    named = {MOVES.number(walkway): walkway for walkway in built}
    found = routes(list(named))
    return Town(colours, tuple(built), tuple(tuple(named[number] for number in route) for route in found))


Groups = list[tuple[str, ...]]
"""Items that count together."""


def where(box: Box, view: View[Facts], seat: int, line: ScoreLine) -> Where:
    """Where a line of a score sheet comes from: walkways of a level, or what a request counts."""
    town, panel, kind = town_of(view.facts.cities[seat]), f"city:{seat}", line.key.partition(".")[2]
    if kind in LEVELS:
        built = [way for way in town.walkways if town.colours[way.near].level == kind]
        return Where(panel, tuple(Counted((value_id(way),), box.values[way.length]) for way in built))
    if line.points == 0:
        return Where(panel, ())
    if kind == "req-balance":
        return Where("requests", (Counted((kind,), line.points),))
    groups = crossed(town, view.options["crossing"]) if kind == "req-crossings" else COUNTED[kind](town, box)
    each = box.requests[kind].get("each")
    if each is not None:
        return Where(panel, tuple(Counted(group, each) for group in groups))
    together = tuple(item for group in groups for item in group)
    return Where(panel, (Counted(together, line.points),))


def longest(town: Town, box: Box) -> Groups:
    """`req-longest`: the walkways of the most valuable route on River or Forest."""
    low = [route for route in town.routes if town.level(route) != SAND]
    best = max(low, key=lambda route: sum(box.values[way.length] for way in route), default=())
    return [tuple(map(value_id, best))]


def varied(town: Town, box: Box) -> Groups:
    """`req-varied`: the walkways of the route with the most different values."""
    best = max(town.routes, key=lambda route: len({way.length for way in route}), default=())
    return [tuple(map(value_id, best))]


def all_routes(town: Town, box: Box) -> Groups:
    """`req-most-routes`: every walkway, as each belongs to a route."""
    return [tuple(map(value_id, route)) for route in town.routes]


def loops(town: Town, box: Box) -> Groups:
    """`req-circuits`: the walkways of each loop."""
    numbers = ([MOVES.number(way) for way in route] for route in town.routes)
    return [
        tuple(map(value_id, route)) for route, walkways in zip(town.routes, numbers, strict=True) if closed(walkways)
    ]


def buildings_of(colour: Colour) -> Callable[[Town, Box], Groups]:
    """`req-blue`, `req-green`: the buildings of a colour."""
    return lambda town, box: [(building_id(space),) for space, here in town.colours.items() if here == colour]


def carrying(count: int) -> Callable[[Town, Box], Groups]:
    """`req-light`, `req-solo`: the buildings with so many walkways."""

    def found(town: Town, box: Box) -> Groups:
        ends = [end for way in town.walkways for end in way.ends]
        return [(building_id(space),) for space in town.colours if ends.count(space) == count]

    return found


COUNTED: dict[str, Callable[[Town, Box], Groups]] = {
    "req-longest": longest,
    "req-most-routes": all_routes,
    "req-varied": varied,
    "req-circuits": loops,
    "req-blue": buildings_of(BLUE),
    "req-green": buildings_of(GREEN),
    "req-light": carrying(1),
    "req-solo": carrying(0),
}
"""What each request counts, as items of a city."""


def crossed(town: Town, reading: str) -> Groups:
    """`req-crossings`: the walkways that cross another, the places where they do, or as it once was the pairs."""
    numbers = {way: MOVES.number(way) for way in town.walkways}
    pairs = [
        (one, other)
        for index, one in enumerate(town.walkways)
        for other in town.walkways[:index]
        if cross(numbers[one], numbers[other])
    ]
    if reading == "points":
        return [(value_id(one), value_id(other)) for one, other in pairs]
    involved = {way for pair in pairs for way in pair}
    if reading == "walkways":
        return [(value_id(way),) for way in town.walkways if way in involved]
    return [
        tuple(value_id(way) for way in town.walkways if way in involved and meets(pairs, way, place, numbers))
        for place in crossing_places(list(numbers.values()))
    ]


def meets(pairs: list[tuple[Walkway, Walkway]], way: Walkway, place: set[int], numbers: dict[Walkway, int]) -> bool:
    """Whether a walkway crosses another one at a place."""
    shared = (spaces_along(numbers[one]) & spaces_along(numbers[other]) for one, other in pairs if way in (one, other))
    return any(not place.isdisjoint(spaces) for spaces in shared)


# ---------------------------------------------------------------------- pieces, and the end


def about(box: Box, view: View[Facts], words: Words, panel: str, item: str) -> About | None:
    """A piece, card or place seen close."""
    return closeup(display_of(box, view, words, Staging()), words, panel, item)


def tie(box: Box, view: View[Facts], words: Words) -> Tie | None:
    """`tie`: how equal votes at the top were told apart: by River, then Forest, then Sand."""
    facts = view.facts
    tied = [seat for seat, votes in enumerate(facts.scores) if votes == max(facts.scores)]
    if facts.to_play is not None or len(tied) == 1:
        return None
    for level in LEVELS:
        votes = {seat: level_votes(box, facts.cities[seat], level) for seat in tied}
        best = [seat for seat in tied if votes[seat] == max(votes.values())]
        if len(best) == 1 or level == LEVELS[-1]:
            return Tie("tie", words(f"tie.{level}"), tuple(votes.get(seat) for seat in range(view.players)))
        tied = best
    return None


def level_votes(box: Box, city: WrittenCity, level: str) -> int:
    """The votes of a city's walkways of a level."""
    town = town_of(city)
    return sum(box.values[way.length] for way in town.walkways if town.colours[way.near].level == level)


# ---------------------------------------------------------------------- what statistics are kept of


def used(move: Move) -> tuple[Thing, ...]:
    """The tile that is laid, or a walkway of some length."""
    if isinstance(move, Lay):
        return (Thing("tile", str(move.tile)),)
    return (Thing("walkway", str(move.length)),) if isinstance(move, Walkway) else ()


def scored(line: ScoreLine) -> Thing:
    """A level, or a request."""
    name = line.key.partition(".")[2]
    return Thing("level" if name in LEVELS else "request", name)


def say_thing(box: Box, thing: Thing, words: Words) -> str:
    """A tile by its buildings, a walkway by what it is worth, a level or a request by its name."""
    if thing.kind == "tile":
        tile = TILE_NAMED[thing.name]
        first, second = (words(f"level.{colour.level}") for colour in (tile.first, tile.second))
        return words("things.tile-diagonal" if tile.diagonal else "things.tile-beside", first=first, second=second)
    if thing.kind == "walkway":
        return words("things.walkway-of", length=thing.name, value=box.values.get(int(thing.name), 0))
    return words(f"level.{thing.name}" if thing.kind == "level" else f"request.{thing.name}.name")
