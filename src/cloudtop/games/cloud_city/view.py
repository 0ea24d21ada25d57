"""A position in writing: what each seat knows, and the whole of it.

A tile is written as in `pieces.toml`, a laid one and a walkway as the move that laid it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import msgspec.structs

from cloudtop.games.cloud_city.board import Step, step_of
from cloudtop.games.cloud_city.fast import EMPTY, PIECES, City
from cloudtop.games.cloud_city.moves import MOVES, Lay, Walkway
from cloudtop.games.cloud_city.pieces import COLOURS, TILE_NAMED, TILE_NAMES, Tile
from cloudtop.games.cloud_city.score import votes_for
from cloudtop.games.cloud_city.state import CloudCity

HIDDEN = "?"
"""A hand tile whose face the viewer does not know."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is shuffled or drawn by lot."""

    starter: int
    tiles: tuple[str, ...]
    """In the order they are used: face-up slots, hands in playing order, then the stack from its top."""
    requests: tuple[str, ...]


class WrittenCity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city as the moves that made it, in their order."""

    tiles: tuple[str, ...]
    """The start tile first."""
    walkways: tuple[str, ...] = ()

    @property
    def lays(self) -> list[Lay]:
        """Its tiles as they lie."""
        return lays_of(self.tiles)

    @property
    def built(self) -> list[Walkway]:
        """Its walkways."""
        return walkways_of(self.walkways)


def lays_of(tiles: Iterable[str]) -> list[Lay]:
    """Tiles as they lie, from writing."""
    return [lay for text in tiles if isinstance(lay := MOVES.written(text), Lay)]


def walkways_of(walkways: Iterable[str]) -> list[Walkway]:
    """Walkways, from writing."""
    return [walkway for text in walkways if isinstance(walkway := MOVES.written(text), Walkway)]


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat, or a spectator, knows of a position."""

    viewer: int | None
    """Whose knowledge it is; None is a spectator's."""
    starter: int
    requests: tuple[str, ...]
    turn: tuple[int, ...]
    """The seat to play; nobody when the game is over."""
    step: Step | None
    cities: tuple[WrittenCity, ...]
    known: tuple[tuple[str, ...], ...]
    """By seat, the tiles of its hand that everybody saw it take."""
    market: tuple[str | None, ...]
    last: str | None
    hands: tuple[tuple[str, ...], ...]
    """By seat, its tiles as far as the viewer knows them."""
    stack: int
    supply: dict[str, tuple[int, ...]]
    """By level, the pieces left of each length."""
    round: int
    rounds: int
    scores: tuple[int, ...]
    votes: dict[str, tuple[int, ...]]
    """By request, what it brings each seat now."""

    @property
    def to_play(self) -> int | None:
        """The seat to play; None when the game is over."""
        return self.turn[0] if self.turn else None

    def hand(self, seat: int) -> list[Tile | None]:
        """The tiles of a hand; None for one that the viewer does not know."""
        return [TILE_NAMED.get(name) for name in self.hands[seat]]

    @property
    def face_up(self) -> list[Tile | None]:
        """The face-up tiles, slot by slot."""
        return [None if name is None else TILE_NAMED[name] for name in self.market]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole position, secrets included; one that is written by hand may leave out what has a default."""

    starter: int
    requests: tuple[str, ...] = ()
    turn: tuple[int, ...]
    step: Step | msgspec.UnsetType | None = msgspec.UNSET
    cities: tuple[WrittenCity, ...]
    known: tuple[tuple[str, ...], ...] | msgspec.UnsetType = msgspec.UNSET
    market: tuple[str | None, ...]
    last: str | None = None
    hands: tuple[tuple[str, ...], ...]
    stack: tuple[str, ...]
    """The top first."""


def facts(state: CloudCity, seat: int | None) -> Facts:
    """What a seat knows: its own hand, and of the others' hands the tiles that were taken face up."""
    left, lengths = dict(zip(PIECES, state.supply, strict=True)), state.setup.box.values
    return Facts(
        viewer=seat,
        starter=state.starter,
        requests=tuple(state.requests),
        turn=tuple(state.turn()),
        step=step_of(state),
        cities=tuple([written(city) for city in state.cities]),
        known=tuple([names(tiles) for tiles in state.known]),
        market=face_up(state),
        last=last_move(state),
        hands=tuple([hand_seen(state, owner, seat) for owner in range(state.seats)]),
        stack=len(state.stack) - state.drawn,
        supply={colour.level: tuple([left[colour, length] for length in lengths]) for colour in COLOURS},
        round=min(state.turns // state.seats + 1, state.setup.rounds),
        rounds=state.setup.rounds,
        scores=tuple(state.scores()),
        votes={request: tuple(votes_for(request, state)) for request in state.requests},
    )


def facts_beside(everybody: Facts, state: CloudCity, seat: int) -> Facts:
    """The same for a seat, from what everybody knows: its own hand."""
    hands = everybody.hands[:seat] + (names(state.hands[seat]),) + everybody.hands[seat + 1 :]
    return msgspec.structs.replace(everybody, viewer=seat, hands=hands)


def forgotten(facts: Facts) -> Facts:
    """The same facts for a table that relies on memory: nothing is known of the tiles that others took face up."""
    hands = tuple(hand if owner == facts.viewer else (HIDDEN,) * len(hand) for owner, hand in enumerate(facts.hands))
    return msgspec.structs.replace(facts, hands=hands, known=((),) * len(hands))


def position(state: CloudCity) -> Position:
    """The whole position: all hands and the order of the stack too."""
    return Position(
        starter=state.starter,
        requests=tuple(state.requests),
        turn=tuple(state.turn()),
        step=step_of(state),
        cities=tuple(written(city) for city in state.cities),
        known=tuple(names(tiles) for tiles in state.known),
        market=face_up(state),
        last=last_move(state),
        hands=tuple(names(tiles) for tiles in state.hands),
        stack=names(state.stack[state.drawn :]),
    )


def names(tiles: list[int]) -> tuple[str, ...]:
    """Tiles in writing."""
    return tuple([TILE_NAMES[tile] for tile in tiles])


def written(city: City) -> WrittenCity:
    """A city in writing."""
    texts = MOVES.texts
    return WrittenCity(tuple([texts[lay] for lay in city.tiles]), tuple([texts[walkway] for walkway in city.walkways]))


def face_up(state: CloudCity) -> tuple[str | None, ...]:
    """The face-up slots."""
    return tuple([None if tile == EMPTY else TILE_NAMES[tile] for tile in state.market])


def last_move(state: CloudCity) -> str | None:
    """The last move in notation."""
    return None if state.last < 0 else MOVES.texts[state.last]


def hand_seen(state: CloudCity, owner: int, seat: int | None) -> tuple[str, ...]:
    """A hand as a seat knows it: its own, or the tiles that were taken face up and a mark for each other one."""
    if owner == seat:
        return names(state.hands[owner])
    known = state.known[owner]
    return names(known) + (HIDDEN,) * (len(state.hands[owner]) - len(known))
