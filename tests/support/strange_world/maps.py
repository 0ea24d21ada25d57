"""Positions of Strange World, drawn as small maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from cloudtop.core.chance import pick
from cloudtop.core.errors import IllegalMove
from cloudtop.games.strange_world.board import in_sets
from cloudtop.games.strange_world.fast import World
from cloudtop.games.strange_world.game import GAME
from cloudtop.games.strange_world.state import StrangeWorld
from cloudtop.games.strange_world.view import Facts, WrittenWorld

SIGNS = "=#!"


def deck(players: int) -> Counter[str]:
    """How often each land card is in the deck of so many players."""
    return Counter(str(card) for card in GAME.box.deck(players))


def land(map_: str) -> dict[str, str]:
    """The cells of a map: cards row by row, `.` for an empty cell, `*` before the start card, which lies on d4."""
    rows = [line.split() for line in map_.strip().splitlines()]
    home = next((row, line.index(card)) for row, line in enumerate(rows) for card in line if card.startswith("*"))
    return {
        "abcdefg"[3 + column - home[1]] + str(4 + row - home[0]): card.lstrip("*")
        for row, line in enumerate(rows)
        for column, card in enumerate(line)
        if card != "."
    }


def world(map_: str, travellers: str = "", side: str | None = None, cities: str = "") -> dict[str, Any]:
    """A world as a position has it: `travellers="Burk 2"` by upper row, `cities="9 c3 c4"`."""
    guests, founded = travellers.split(), cities.split()
    return {
        "land": land(map_),
        "side": side or ("left" if guests else None),
        "travellers": [[guests[i], int(guests[i + 1])] for i in range(0, len(guests), 2)],
        "cities": [[int(founded[i]), founded[i + 1], founded[i + 2]] for i in range(0, len(founded), 3)],
    }


def built(map_: str, travellers: str = "", side: str | None = None, cities: str = "") -> World:
    """A world alone, to be counted."""
    return in_sets(msgspec.convert(world(map_, travellers, side, cities), WrittenWorld).read(), GAME.kit)


def solo(
    map_: str,
    hand: str = "",
    travellers: str = "",
    side: str | None = None,
    cities: str = "",
    offer: str = "Splash Burk Kark",
    **more: Any,
) -> StrangeWorld:
    """A solo game in which these cards are to be laid; the hand is filled up with cards nobody asks about."""
    given = world(map_, travellers, side, cities)
    cards = hand.split()
    left = deck(1)
    for cell, card in given["land"].items():
        if cell != "d4":
            left[card.rstrip(SIGNS)] -= 1
    for card in cards:
        left[card] -= 1
    laid = len(given["land"]) - 1
    spare = sorted(card for card in left.elements() if card[0] == "M") + sorted(left.elements())
    size = (1, 2, 1)[laid % 3] if more.get("phase", "lay") == "lay" else 0
    while len(cards) < size:
        cards.append(spare.pop(0))
    options = {option.name: more.pop(option.name) for option in GAME.options if option.name in more}
    guests = [name for name, _ in given["travellers"]]
    on_offer = [name for name in offer.split() if name not in guests][: 3 - len(guests)]
    dump = {"players": 1, "options": options, "worlds": [given], "hands": [cards], "travellers": on_offer}
    return GAME.load({**dump, **more})


def dealt(players: int, *hands: str, sun: int = 0, **options: object) -> StrangeWorld:
    """A game of several in which the first hands are these, seat by seat; `hands` goes on round by round."""
    first = [card for hand in hands for card in hand.split()]
    rest = deck(players) - Counter(first)
    deal = {"starts": list(GAME.box.start[:players]), "deck": first + sorted(rest.elements()), "sun": sun}
    return GAME.deal(players=players, deal=deal, options=options)


def play(state: StrangeWorld, *texts: str, seat: int | None = None) -> StrangeWorld:
    """Play moves in notation, each by the first seat that has to decide, or by the one given."""
    for text in texts:
        who = state.seat if seat is None else seat
        state.play(who, GAME.parse(state, who, text))
    return state


def moves(state: StrangeWorld, seat: int | None = None) -> set[str]:
    """The legal moves in notation."""
    return {GAME.text(action) for action in state.legal(state.seat if seat is None else seat)}


def cells(state: StrangeWorld, card: str) -> set[str]:
    """Where a card may be laid."""
    return {move.partition("@")[2] for move in moves(state) if move.startswith(f"{card}@")}


def refusal(state: StrangeWorld, text: str, seat: int | None = None) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, state.seat if seat is None else seat, text)
    return caught.value.rule.removeprefix("strange-world/")


def open_facts(state: StrangeWorld) -> Facts:
    """What everybody sees."""
    return GAME.facts(state, None)


def shown(state: StrangeWorld, cell: str, seat: int = 0) -> str:
    """The card on a cell with its signs."""
    return open_facts(state).worlds[seat].land[cell]


def phase(state: StrangeWorld) -> str:
    """What is to be decided."""
    return open_facts(state).phase


def play_out(state: StrangeWorld, choose: Callable[[list[int]], int]) -> StrangeWorld:
    """Play to the end, every move chosen from the legal ones."""
    while state.turn():
        state.play(state.seat, choose(state.legal(state.seat)))
    return state


def random_game(players: int, seed: int) -> StrangeWorld:
    """A game played to its end by chance."""
    rng = Random(seed)
    state = GAME.deal(players=players, seed=seed)
    return play_out(state, lambda legal: pick(rng, legal))
