"""Cloud City on stage: a view translated into what the drawings show."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cloudtop.core.scene import Scene
from cloudtop.core.view import View
from cloudtop.games.cloud_city import art
from cloudtop.games.cloud_city.art.position import (
    DRAW_NOTHING,
    Cell,
    City,
    Ends,
    LaidTile,
    Last,
    Player,
    Position,
    Space,
    cell_target,
    draw_target,
    hand_target,
    space_target,
    turn_target,
)
from cloudtop.games.cloud_city.board import (
    ACROSS,
    BIT,
    CELLS,
    DRAW_NONE,
    DRAW_STACK,
    DRAWS,
    FAR,
    FORMS,
    LAYS,
    NEAR,
    PER_KIND,
    START_CELL,
    VALUE,
    WIDTH,
)
from cloudtop.games.cloud_city.notation import MOVE_OF
from cloudtop.games.cloud_city.pieces import KIND_OF, LEVELS
from cloudtop.games.cloud_city.rules_city import founded
from cloudtop.games.cloud_city.view import HIDDEN
from cloudtop.stage.paints import theme_named
from cloudtop.stage.scene import Words

LETTERS = ".BGS"
"""What a drawing calls a space without a building and the three heights."""


def sprites() -> dict[str, str]:
    """Every sprite that a scene of this room may name, and their parts."""
    return art.sprites()


def scene(
    view: View,
    words: Words,
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: int | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> Scene:
    """What a view shows, after the camera went `turn` quarters round the cities.

    `targets` may be picked now ("hand:BG..", "cell:3,4"), `chosen` have been; `ghost` is the lay or walkway that is
    being considered; `names` are the players', seat by seat.
    """
    return Scene(art.panels(position_of(view, words, chosen, ghost, targets, names), words, turn))


def picture(
    view: View,
    words: Words,
    theme: str = "day",
    turn: int = 0,
    chosen: Collection[str] = (),
    ghost: int | None = None,
    targets: Collection[str] = (),
    names: Sequence[str] = (),
) -> str:
    """A view as a complete SVG picture: one city large, the others beside it, hand, face-up tiles and supply below."""
    position = position_of(view, words, chosen, ghost, targets, names)
    return art.picture(position, words, theme_named(theme), turn)


def targets(action: int) -> tuple[str, ...]:
    """What a player touches to make a move."""
    if action < LAYS:
        tile = tile_letters(action // PER_KIND)
        return hand_target(tile), turn_target(action % 4), cell_target(cell_of_lay(action))
    if action < DRAWS:
        return tuple(space_target(end) for end in ends_of(action))
    return (DRAW_NOTHING if action == DRAW_NONE else draw_target(action - DRAW_STACK),)


# ---------------------------------------------------------------------- from facts to drawings


def tile_letters(kind: int, turn: int = 0) -> str:
    """A tile as the drawings write it: its four spaces clockwise from the top left."""
    return "".join(LETTERS[space // 4] for space in FORMS[kind * 4 + turn])


def cell_of_lay(lay: int) -> Cell:
    """The column and row of the cell a tile is laid on."""
    cell = lay % PER_KIND // 4
    return cell % ACROSS, cell // ACROSS


def ends_of(walkway: int) -> Ends:
    """The column and row of both ends of a walkway."""
    return place(NEAR[walkway]), place(FAR[walkway])


def place(space: int) -> Space:
    """The column and row of a space."""
    return space % WIDTH, space // WIDTH


def position_of(
    view: View,
    words: Words,
    chosen: Collection[str],
    ghost: int | None,
    targets: Collection[str],
    names: Sequence[str],
) -> Position:
    """What the drawings need to know of a view."""
    facts = view.facts
    to_play = facts["turn"][0] if facts["turn"] else None
    leader = facts["scores"].index(max(facts["scores"]))
    shown = view.seat if view.seat is not None else leader if to_play is None else to_play
    return Position(
        tuple(player(view, seat, words, names) for seat in range(view.players)),
        tuple(None if tile is None else tile_letters(KIND_OF[tile]) for tile in facts["market"]),
        facts["stack"],
        {
            letter: dict(zip(VALUE[1:], facts["supply"][level], strict=True))
            for letter, level in zip(LETTERS[1:], LEVELS, strict=True)
        },
        tuple(facts["requests"]),
        view.options["crossing"],
        facts["round"],
        facts["rounds"],
        view.seat,
        shown,
        to_play,
        targets,
        chosen,
        (),
        ghost_of(ghost),
        turning(targets, chosen),
        last_laid(facts, view.players),
    )


def player(view: View, seat: int, words: Words, names: Sequence[str]) -> Player:
    """One player as the viewer knows them."""
    facts = view.facts
    name = names[seat] if seat < len(names) else words("text.seat", seat=seat)
    tiles = tuple(None if tile == HIDDEN else tile_letters(KIND_OF[tile]) for tile in facts["hands"][seat])
    birds = (seat - facts["starter"]) % view.players + 1
    oblong = view.options["city"] == "rectangle"
    return Player(name, city(facts["cities"][seat], birds, oblong), facts["scores"][seat], tiles)


def city(facts: Mapping[str, Any], birds: int, oblong: bool) -> City:
    """A city with the cells it may still grow to."""
    lays = [MOVE_OF[tile] for tile in facts["tiles"]]
    grown = founded(oblong, lays[0])
    for lay in lays[1:]:
        grown.lay(lay)
    return City(
        {cell_of_lay(lay): tile_letters(lay // PER_KIND, lay % 4) for lay in lays},
        tuple(ends_of(MOVE_OF[walkway]) for walkway in facts["walkways"]),
        tuple((cell % ACROSS, cell // ACROSS) for cell in range(CELLS) if grown.frontier & BIT[cell]),
        (START_CELL % ACROSS, START_CELL // ACROSS),
        birds,
    )


def ghost_of(move: int | None) -> LaidTile | Ends | None:
    """The tile or walkway that is being considered."""
    if move is None or move >= DRAWS:
        return None
    return ends_of(move) if move >= LAYS else LaidTile(cell_of_lay(move), tile_letters(move // PER_KIND, move % 4))


def turning(targets: Collection[str], chosen: Collection[str]) -> str:
    """The chosen hand tile while its rotation can be picked."""
    tiles = [target.removeprefix("hand:") for target in chosen if target.startswith("hand:")]
    offered = any(target.startswith("turn:") for target in (*targets, *chosen))
    return tiles[0] if tiles and offered else ""


def last_laid(facts: Mapping[str, Any], players: int) -> Last | None:
    """What was laid or built last; after a draw, the tile that was laid in the turn it ended."""
    if facts["last"] is None:
        return None
    move = MOVE_OF[facts["last"]]
    if move >= DRAWS:
        following = facts["turn"][0] if facts["turn"] else facts["starter"]
        seat = (following - 1) % players
        return Last(seat, cell_of_lay(MOVE_OF[facts["cities"][seat]["tiles"][-1]]))
    seat = facts["turn"][0]
    return Last(seat, walkway=ends_of(move)) if move >= LAYS else Last(seat, cell_of_lay(move))
