"""Cloudy Kingdom: the rulebook. Every function named after a rule answers one question, whether it is broken.

First the castles, then what each kind of move has to keep, at the end who wins. What is written here is not quick; the
quick code in `fast.py` and `effects.py` is held to it.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Any, NamedTuple

from cloudtop.core.rulebook import Rule, Rulebook
from cloudtop.games.cloudy_kingdom.board import Board, Field
from cloudtop.games.cloudy_kingdom.moves import (
    Cut,
    Discard,
    Keep,
    Lay,
    Move,
    Pass,
    Pick,
    PlayMagic,
    Swap,
    Turn,
)
from cloudtop.games.cloudy_kingdom.pieces import BOX, Box, Castles, Place, Side
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.games.cloudy_kingdom.view import position

# ---------------------------------------------------------------------- castles


def layout(castles: Castles) -> bool:
    """Castles of a family never face each other, and never meet at a corner of the field."""
    north, east, south, west = castles["N"], castles["E"], castles["S"], castles["W"]
    facing = [*zip(north, south, strict=True), *zip(west, east, strict=True)]
    corners = [(north[0], west[0]), (north[-1], east[0]), (south[0], west[-1]), (south[-1], east[-1])]
    return any(one == other for one, other in facing + corners)


def arrangements(families: str) -> list[dict[Side, str]]:
    """Every layout of castles that keeps the rule, up to a renaming of families: the north side is as given."""
    orders = ["".join(order) for order in permutations(families)]
    found: list[dict[Side, str]] = []
    for east, south, west in product(orders, repeat=3):
        found.append({"N": families, "E": east, "S": south, "W": west})
    return [castles for castles in found if not layout(castles)]


def families(chosen: str, in_play: str, players: int) -> bool:
    """Everyone plays one of the families laid out, and nobody the same: letters in the order of the seats."""
    return len(chosen) != players or len(set(chosen)) != players or not set(chosen) <= set(in_play)


# ---------------------------------------------------------------------- hands and turns


def turn(board: Board, move: Move) -> bool:
    """Who has to decide plays a route card, or a magic card and then its steps; nobody else plays, nobody passes."""
    return board.seat not in board.to_decide or not board.comes_now(move)


def hand(board: Board, move: Move) -> bool:
    """A card is played by whoever holds it, and none before cards are dealt."""
    return not board.holds(move)


# ---------------------------------------------------------------------- laying cards


def route_empty(board: Board, lay: Lay) -> bool:
    """On an empty cell a short edge touches a short edge of a laid card, or the long side of a castle."""
    return board.field.empty(lay.cell) and not (
        lay.cell in board.field and any(board.field.supports(lay.cell, side) for side in lay.ends)
    )


def route_cross(board: Board, lay: Lay) -> bool:
    """On a stack of any height it lies crosswise, at right angles to the top card."""
    top = board.field.top(lay.cell)
    return top is not None and top.flat == lay.flat


def on_fire(board: Board, lay: Lay) -> bool:
    """Whether it would lie on fire (`magic-fire`)."""
    return board.field.burns(lay.cell) and not route_cross(board, lay)


def may_lie(board: Board, lay: Lay) -> bool:
    """Whether a card may be laid so, if no magic wants it elsewhere."""
    return not (route_empty(board, lay) or route_cross(board, lay) or on_fire(board, lay))


def has_room(board: Board, place: Place) -> bool:
    """Whether any card could be laid in such a place."""
    lays = [Lay("any", cell, way) for cell in board.field.cells for way in "hv"]
    return any(board.reaches(place, lay.cell) and may_lie(board, lay) for lay in lays)


# ---------------------------------------------------------------------- magic


def magic_once(board: Board, move: Lay | PlayMagic) -> bool:
    """Each magic card is used once."""
    return board.has_used(move)


def against(rule: str, board: Board, move: Move) -> bool:
    """Whether magic of that rule is being carried out and its step asks for something else, or for another place."""
    return (board.spell is not None and board.spell.rule == rule) and (
        not board.asks_for(move)
        or (isinstance(move, Lay) and may_lie(board, move) and not board.reaches(board.place, move.cell))
    )


def magic_cut(board: Board, move: Move) -> bool:
    """Cut it all: remove a card that nothing lies on from the game."""
    return against("magic-cut", board, move) or (
        isinstance(move, Cut) and board.asks_for(move) and board.field.empty(move.cell)
    )


def magic_inspiration(board: Board, move: Move) -> bool:
    """Inspiration: draw two cards, play one, discard the other."""
    return against("magic-inspiration", board, move)


def magic_fire(board: Board, move: Move) -> bool:
    """Burning crossing: lay it crosswise on a card. Nothing is laid on it, and no magic touches its stack."""
    return (
        against("magic-fire", board, move)
        or (isinstance(move, Lay) and on_fire(board, move))
        or (isinstance(move, Cut | Turn) and board.asks_for(move) and board.field.burns(move.cell))
    )


def magic_dead_end(board: Board, move: Move) -> bool:
    """Dead end: lay it like a route card."""
    return against("magic-dead-end", board, move)


def magic_quick(board: Board, move: Move) -> bool:
    """Quick growth: draw a card and lay it on an empty cell, draw another and lay it crosswise on the first."""
    return against("magic-quick", board, move)


def magic_green(board: Board, move: Move) -> bool:
    """Green hand: draw two cards; the others, when asked, may swap their route card; then play both."""
    return against("magic-green", board, move) or (isinstance(move, Swap | Keep) and not board.asks_for(move))


def magic_replant(board: Board, move: Move) -> bool:
    """Replant: take the top of the discard pile as it was before you discarded, and play it."""
    return against("magic-replant", board, move)


def magic_turn(board: Board, move: Move) -> bool:
    """Winding road: turn a stack a quarter clockwise."""
    return against("magic-turn", board, move) or (
        isinstance(move, Turn) and board.asks_for(move) and board.field.empty(move.cell)
    )


def custom_magic(board: Board, move: Move) -> bool:
    """Magic that a table wrote: what its steps say, one after the other."""
    return against("custom-magic", board, move)


def magic_possible(board: Board, play: PlayMagic) -> bool:
    """It must be possible: cards to draw, a discard to take, stacks without fire to touch, room for a card."""
    magic = board.box.by_name[play.magic]
    return (
        board.stack < magic.draws(board.players)
        or board.discards < magic.takes()
        or board.without_fire < magic.touches
        or (magic.room is not None and not has_room(board, magic.room))
    )


# ---------------------------------------------------------------------- winning


class Ending(NamedTuple):
    """How a game ends: who has won, and by which rule."""

    winners: frozenset[int]
    reason: str


def linked(before: Field, after: Field, families: str) -> frozenset[int]:
    """`win`, `win-diagonal`: the seats with castles on opposite sides that are joined now and were not just before."""
    return frozenset(seat for seat, family in enumerate(families) if after.joined(family) - before.joined(family))


def ending(linked: frozenset[int], active: int, by_magic: bool) -> Ending | None:
    """How a card, a cut or a turn that has linked these seats ends the game, if it does."""
    return ending_by_magic(linked, active) if by_magic else ending_by_route(linked, active)


def ending_by_route(linked: frozenset[int], active: int) -> Ending | None:
    """`win`, `win-active-first`: a linked family wins; of several the active player's alone, or else they share."""
    winners = linked & {active} or linked
    return Ending(winners, "win" if len(linked) == 1 else "win-active-first") if linked else None


def ending_by_magic(linked: frozenset[int], active: int) -> Ending | None:
    """`magic-no-win`, `win-magic-other`: in a magic turn the others who are linked win, the active player never."""
    others = linked - {active}
    return Ending(others, "win-magic-other") if others else None


def ending_at_start(field: Field, families: str, active: int) -> Ending | None:
    """`win-delayed`: who is linked when a turn begins was so by magic of its own, and wins."""
    return Ending(frozenset({active}), "win-delayed") if field.joined(families[active]) else None


def win(board: Board, move: Move) -> bool:
    """Nobody moves after the end: a road has joined two castles of a family on opposite sides."""
    return board.ended_by == "win"


def win_active_first(board: Board, move: Move) -> bool:
    """Nobody moves after the end: a card has linked several families at once."""
    return board.ended_by == "win-active-first"


def win_magic_other(board: Board, move: Move) -> bool:
    """Nobody moves after the end: magic has linked another family."""
    return board.ended_by == "win-magic-other"


def win_delayed(board: Board, move: Move) -> bool:
    """Nobody moves after the end: a road by one's own magic has held until one's next turn."""
    return board.ended_by == "win-delayed"


# ---------------------------------------------------------------------- the end of the stack, and what remains


def deck_out(board: Board, move: Move) -> bool:
    """The last of the last turns ends the game; and in these there is no magic, even where it would be possible."""
    return board.ended_by == "deck-out" or (
        board.last_turns
        and isinstance(move, PlayMagic)
        and not (turn(board, move) or hand(board, move) or magic_once(board, move) or magic_possible(board, move))
    )


def stuck(board: Board, move: Discard) -> bool:
    """A card that has a place is laid, not discarded, unless magic says so."""
    return (board.step is None or board.step.verb == "play") and has_room(board, board.place)


def options(board: Board, move: Pick) -> bool:
    """Magic is chosen only where that was agreed, and before the first turn."""
    return not board.choosing


# ---------------------------------------------------------------------- the rulebook

# A refusal cites the first rule that is broken.
OVER = (win, win_active_first, win_magic_other, win_delayed, deck_out)
STEPS = (
    magic_cut,
    magic_inspiration,
    magic_dead_end,
    magic_quick,
    magic_green,
    magic_replant,
    magic_turn,
    custom_magic,
    magic_fire,
)
TOUCH = (*OVER, turn, hand, *STEPS)
ANSWER = (*OVER, turn, hand, magic_green)
RULES: dict[type[Any], tuple[Rule, ...]] = {
    Lay: (*OVER, turn, hand, magic_once, *STEPS, route_empty, route_cross),
    Cut: TOUCH,
    Turn: TOUCH,
    Discard: (*OVER, turn, hand, *STEPS, stuck),
    PlayMagic: (*OVER, turn, hand, magic_once, magic_possible),
    Swap: ANSWER,
    Keep: ANSWER,
    Pick: (*OVER, turn, options),
    Pass: (turn,),
}


def rulebook(box: Box) -> Rulebook[CloudyKingdom, Move]:
    """The rulebook of a game that is played with a box."""
    return Rulebook("cloudy-kingdom", lambda state, seat: Board(box, position(state), seat), RULES)


RULEBOOK = rulebook(BOX)
"""That of the usual box."""
