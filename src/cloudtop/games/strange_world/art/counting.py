"""What in a world counts for a line of the score sheet: items of its panel, and what each brings."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.core.state import ScoreLine
from cloudtop.core.teller import Counted
from cloudtop.games.strange_world import fast
from cloudtop.games.strange_world.art.laid import key
from cloudtop.games.strange_world.board import Laid, World
from cloudtop.games.strange_world.moves import Cell
from cloudtop.games.strange_world.pieces import ANIMALS, TRAVELLERS
from cloudtop.games.strange_world.score import volcano_stars, wind_stars


def counted(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """The parts of a line that bring points, in a world to be read and the same to be counted."""
    return (part for part in PARTS[line.rule.partition("/")[2]](world, kept, line) if part.points)


def card_id(cell: Cell) -> str:
    """The item of a card in a world."""
    return f"card-{key((cell.column, cell.row))}"


def showing(world: World, terrain: str = "") -> list[Laid]:
    """The visible cards, or those of a terrain, in reading order."""
    cards = [laid for laid in world.cards if laid.visible and terrain in laid.card.terrains]
    return sorted(cards, key=lambda laid: laid.cell.number)


def mountains(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """The cards of the largest range."""
    stars, waiting = kept.kit.mountain_stars, {laid.cell: laid for laid in showing(world) if laid.card.mountains}
    ranges: list[list[Laid]] = []
    while waiting:
        found = [waiting.pop(next(iter(waiting)))]
        for laid in found:
            found += [waiting.pop(cell) for cell in laid.cell.around if cell in waiting]
        ranges.append(found)
    for laid in max(ranges, key=lambda found: sum(laid.card.mountains for laid in found), default=[]):
        yield Counted((card_id(laid.cell),), stars * laid.card.mountains)


def volcanoes(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """Each volcano, with the cards around it that count."""
    for laid in showing(world, "V"):
        around = [world.land[cell] for cell in laid.cell.around if cell in world.land]
        near = [card_id(other.cell) for other in around if other.covered or not other.devoured]
        yield Counted((card_id(laid.cell), *near), volcano_stars(kept, laid.cell.number))


def waters(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """Each water card."""
    for laid in showing(world, "W"):
        yield Counted((card_id(laid.cell),), kept.kit.water_stars)


def animals(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """Each different animal, on the first card that shows it."""
    for animal in ANIMALS:
        cards = [laid for laid in showing(world) if animal in laid.card.animals]
        if cards:
            yield Counted((card_id(cards[0].cell),), kept.kit.animal_stars)


def winds(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """Each wind, with the card below it."""
    for laid in showing(world, "T"):
        below = Cell(laid.cell.column, laid.cell.row + 1)
        cells = [laid.cell, *([below] if below in world.land else [])]
        yield Counted(tuple(card_id(cell) for cell in cells), wind_stars(kept, laid.cell.number))


def cities(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """Each Dark City."""
    for city in world.cities:
        yield Counted((f"city-{city.stars}",), city.stars)


def travellers(world: World, kept: fast.World, line: ScoreLine) -> Iterator[Counted]:
    """The traveller of the line, and the tick of its wish."""
    name, stars = TRAVELLERS[line.fields["traveller"]].lower(), kept.kit.welcome_stars
    yield Counted((f"traveller-{name}",), stars)
    yield Counted((f"fulfilled-{name}",), line.points - stars)


PARTS = {
    "score-mountains": mountains,
    "score-volcano": volcanoes,
    "score-water": waters,
    "score-animals": animals,
    "score-wind": winds,
    "score-cities": cities,
    "score-travellers": travellers,
}
