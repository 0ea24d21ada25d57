"""Cloud City on stage: a view translated into what the drawings show, and what is touched to make a move."""

from __future__ import annotations

from functools import lru_cache

from cloudtop.core.scene import Part, Staging
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
from cloudtop.games.cloud_city.moves import MOVES, SPACES, Draw, Lay, Move, Space, Walkway, joining
from cloudtop.games.cloud_city.pieces import FRAMES, FULL, TILES, Box
from cloudtop.games.cloud_city.rules import WALKWAY, walkway_once, walkway_supply, walkway_two
from cloudtop.games.cloud_city.view import Facts, WrittenCity
from cloudtop.stage.paints import stylesheet, theme_named
from cloudtop.stage.sprites import sprites_svg

TILE_TEXTS = {tile: str(tile) for tile in TILES}
ASIDE = "aside"
"""What a player would touch for a move that nobody means: a target that nothing on the table answers to."""


def parts(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> list[Part]:
    """The shown city, its hand, the face-up tiles, the supply, the requests, and the other cities."""
    return art.parts(display_of(box, view, words, staging), words)


def draw(box: Box, view: View[Facts], words: Words, theme: str, staging: Staging[Move]) -> str:
    """A complete SVG picture: one city large, the others beside it, hand, face-up tiles and supply below."""
    return art.picture(display_of(box, view, words, staging), words, theme_named(theme))


def sprites(box: Box) -> str:
    """All sprites of the room, with the badges of a box."""
    return sprites_svg(art.sprites(box), [art.PALETTE])


def paints() -> str:
    """The colours of the room by day and at dusk."""
    return stylesheet([art.PALETTE])


# ---------------------------------------------------------------------- what is touched


def touched(view: View[Facts], move: Move) -> tuple[str, ...]:
    """A hand tile, its rotation and its cell; the two buildings of a walkway; or where to draw from.

    What nobody can mean is touched aside: a place with a tile that is not in the hand, a roof with another that says
    nothing about it. So the moves that a target belongs to are those that explain why it may not be picked.
    """
    if isinstance(move, Lay):
        held = view.seat is None or TILE_TEXTS[move.tile] in view.facts.hands[view.seat]
        return touched_by_laying(move, held)
    if isinstance(move, Walkway):
        near, far = move.ends
        if view.seat is None:
            return space_target(near), space_target(far)
        frame, written = view.options["city"], view.facts.cities[view.seat]
        return touched_end(frame, written, near, far), touched_end(frame, written, far, near)
    return (draw_target(move.source),)


@lru_cache(8192)
def touched_by_laying(lay: Lay, held: bool) -> tuple[str, ...]:
    """A tile, its rotation and its cell, which is aside where the tile is not in the hand."""
    target = cell_target(lay.cell)
    return hand_target(lay.tile), turn_target(lay.rotation), target if held else f"{ASIDE}:{target}"


def touched_end(frame: str, written: WrittenCity, end: Space, other: Space) -> str:
    """An end of a walkway: aside, if the other end tells nothing about it."""
    telling = telling_ends(frame, written, end)
    target = space_target(end)
    return target if telling is None or other in telling else f"{ASIDE}:{target}"


@lru_cache(64)
def city_of(frame: str, written: WrittenCity) -> City:
    """A city of a view, to be read."""
    return City(FRAMES[frame], written.lays, written.built)


@lru_cache(4096)
def telling_ends(frame: str, written: WrittenCity, space: Space) -> frozenset[Space] | None:
    """The other ends that tell what is in the way of a walkway from a building; None where there are none.

    A building that is full is refused for that, wherever a walkway would be possible otherwise; another one for what
    is between it and the buildings of its colour that it is not joined to yet.
    """
    city = city_of(frame, written)
    colour = city.building(space)
    if colour is None:
        return None
    stands = city.buildings.get
    in_line = [way for other, way in ways_from(space) if stands(other) == colour]
    apart = [way for way in in_line if not walkway_once(city, way)]
    full = len(city.walkways_at(space)) >= FULL
    ways = (full and [way for way in apart if not any(rule(city, way) for rule in BEFORE_TWO)]) or apart or in_line
    return frozenset(end for way in ways for end in way.ends if end != space) or None


BEFORE_TWO = [rule for rule in WALKWAY if rule not in (walkway_two, walkway_supply)]
"""The rules that may forbid a walkway wherever there is room for it."""


@lru_cache(256)
def ways_from(space: Space) -> tuple[tuple[Space, Walkway], ...]:
    """All walkways that could end on a space, wherever buildings stand, each with its other end."""
    in_line = (other for other in SPACES if other != space and joining(space, other).straight)
    return tuple((other, way) for other in in_line if (way := joining(space, other)) in MOVES)


# ---------------------------------------------------------------------- from a view to the drawings


def display_of(box: Box, view: View[Facts], words: Words, staging: Staging[Move]) -> Display:
    """What the drawings need to know of a view."""
    facts = view.facts
    leader = facts.scores.index(max(facts.scores))
    watched = leader if facts.to_play is None else facts.to_play
    return Display(
        players=tuple([player(view, seat, words, staging) for seat in range(view.players)]),
        frame=view.options["city"],
        market=tuple(facts.face_up),
        stack=facts.stack,
        supply=facts.supply,
        requests=facts.requests,
        request_votes=tuple(facts.votes.values()),
        crossing=view.options["crossing"],
        round=facts.round,
        rounds=facts.rounds,
        seat=view.seat,
        shown=watched if view.seat is None else view.seat,
        to_play=facts.to_play,
        building=facts.step == "build",
        targets=staging.targets,
        chosen=staging.chosen,
        ghost=None if isinstance(staging.ghost, Draw) else staging.ghost,
        drafted=tuple([move for move in staging.drafted if not isinstance(move, Draw)]),
        last=last_laid(facts),
        side=staging.side % 4,
        form=staging.form,
        box=box,
    )


def player(view: View[Facts], seat: int, words: Words, staging: Staging[Move]) -> Player:
    """One player as the viewer knows them."""
    facts = view.facts
    written = facts.cities[seat]
    return Player(
        staging.names[seat] if seat < len(staging.names) else words("text.seat", seat=seat),
        written.tiles,
        written.walkways,
        (seat - facts.starter) % view.players + 1,
        facts.scores[seat],
        tuple(facts.hand(seat)),
    )


def last_laid(facts: Facts) -> Last | None:
    """What was laid or built last; after a draw, the tile that was laid in the turn it ended."""
    move = None if facts.last is None else MOVES.written(facts.last)
    if move is None:
        return None
    if isinstance(move, Draw):
        following = facts.starter if facts.to_play is None else facts.to_play
        seat = (following - 1) % len(facts.cities)
        laid = MOVES.written(facts.cities[seat].tiles[-1])
        return Last(seat, laid) if isinstance(laid, Lay) else None
    return Last(facts.turn[0], move)
