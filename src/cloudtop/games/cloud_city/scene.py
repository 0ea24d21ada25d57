"""Cloud City on stage: a view translated into what the drawings show."""

from __future__ import annotations

from cloudtop.core.scene import Scene, Staging
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloud_city import art
from cloudtop.games.cloud_city.art.display import (
    Display,
    Last,
    Player,
    cell_target,
    draw_target,
    hand_target,
    space_target,
    turn_target,
)
from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.moves import MOVES, Draw, Lay, Move, Walkway
from cloudtop.games.cloud_city.pieces import CORNERS, FRAMES, TILES, Box, Tile
from cloudtop.games.cloud_city.view import Facts
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg


def scene(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> Scene:
    """The cities, the hand, the face-up tiles, the supply and the requests."""
    return Scene(art.panels(display_of(box, view, words, staging), words, staging.side))


def draw(box: Box, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """A complete SVG picture: one city large, the others beside it, hand, face-up tiles and supply below."""
    return art.picture(display_of(box, view, words, staging), words, theme_named(theme), staging.side)


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """A hand tile, its rotation and its cell; the two buildings of a walkway; or where to draw from."""
    if isinstance(move, Lay):
        return hand_target(move.tile), turn_target(move.rotation), cell_target(move.cell)
    if isinstance(move, Walkway):
        return tuple(space_target(end) for end in move.ends)
    return (draw_target(move.source),)


def sprites(box: Box) -> str:
    """All sprites of the room, with the badges of a box."""
    return sprites_svg(art.sprites(box), [art.PALETTE])


def paints() -> str:
    """The colours of the room by day and at dusk."""
    return stylesheet([art.PALETTE])


# ---------------------------------------------------------------------- from a view to the drawings


def display_of(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> Display:
    """What the drawings need to know of a view."""
    facts = view.facts
    leader = facts.scores.index(max(facts.scores))
    watched = leader if facts.to_play is None else facts.to_play
    return Display(
        box=box,
        players=tuple(player(box, view, seat, words, staging) for seat in range(view.players)),
        market=tuple(facts.face_up),
        stack=facts.stack,
        supply=facts.supply,
        requests=facts.requests,
        crossing=view.options["crossing"],
        round=facts.round,
        rounds=facts.rounds,
        seat=view.seat,
        shown=watched if view.seat is None else view.seat,
        to_play=facts.to_play,
        targets=staging.targets,
        chosen=staging.chosen,
        ghost=None if isinstance(staging.ghost, Draw) else staging.ghost,
        turning=turning(staging),
        last=last_laid(facts),
    )


def player(box: Box, view: View[Facts], seat: int, words: Words, staging: Staging[Move]) -> Player:
    """One player as the viewer knows them."""
    facts = view.facts
    written = facts.cities[seat]
    return Player(
        name=staging.names[seat] if seat < len(staging.names) else words("text.seat", seat=seat),
        city=City(FRAMES[view.options["city"]], written.lays, written.built, box=box),
        birds=(seat - facts.starter) % view.players + 1,
        votes=facts.scores[seat],
        hand=tuple(facts.hand(seat)),
    )


def turning(staging: Staging[Move]) -> Tile | None:
    """The chosen hand tile while its rotation can be picked."""
    rotations = {turn_target(rotation) for rotation in range(CORNERS)}
    if rotations.isdisjoint((*staging.targets, *staging.chosen)):
        return None
    return next((tile for tile in TILES if hand_target(tile) in staging.chosen), None)


def last_laid(facts: Facts) -> Last | None:
    """What was laid or built last; after a draw, the tile that was laid in the turn it ended."""
    move = None if facts.last is None else MOVES.written(facts.last)
    if move is None:
        return None
    if isinstance(move, Draw):
        following = facts.starter if facts.to_play is None else facts.to_play
        seat = (following - 1) % len(facts.cities)
        return Last(seat, facts.cities[seat].lays[-1])
    return Last(facts.turn[0], move)
