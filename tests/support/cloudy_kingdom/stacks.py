"""Positions of Cloudy Kingdom, written as stacks of cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.support.cloudy_kingdom.playing import Position

import cloudtop
from cloudtop.core.game import Game
from cloudtop.games.cloudy_kingdom.pieces import BOX
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom


def written(field: str = "", hands: str = "", stack: str = "", short: bool = False, **more: Any) -> dict[str, Any]:
    """A position as data.

    `field` has stacks parted by slashes, bottom first: `"b2 t:n s:h / a1 s:v"`; `hands` a card for each seat (`-`
    for none); `stack` its top cards. The cards not named come under the stack, or, if it is `short`, are removed.
    """
    stacks = {part.split()[0]: part.split()[1:] for part in field.split("/") if part.strip()}
    players = more.pop("players", max(len(hands.split()), 2))
    held = [[] if card == "-" else card.split("+") for card in hands.split()]
    named = Counter(card.partition(":")[0] for cards in stacks.values() for card in cards)
    named.update(card for cards in held for card in cards)
    named.update(stack.split())
    named.update(more.get("discard", []) + more.get("removed", []))
    rest = [route.code for route in BOX.routes for _ in range(route.copies - named[route.code])]
    while len(held) < players:
        held.append([rest.pop()])
    options: dict[str, Any] = {key: more.pop(key) for key in ("layout", "families") if key in more}
    if "rule_of_magic" in more:
        options["magic"] = more.pop("rule_of_magic")
    dump: dict[str, Any] = {
        "players": players,
        "options": options,
        "field": stacks,
        "hands": held,
        "stack": stack.split() + ([] if short else rest),
        "active": 0,
        **more,
    }
    if short:
        dump["removed"] = more.get("removed", []) + rest
    if "magic" in dump and isinstance(dump["magic"], str):
        options.setdefault("magic", "random")
        dump["magic"] = [dump["magic"].split()] * players
    return dump


@pytest.fixture
def position() -> Position:
    """`position("b2 t:n s:h", "t s", active=1)`: see `written`."""

    def build(
        field: str = "", hands: str = "", stack: str = "", short: bool = False, game: Game | None = None, **more: Any
    ) -> CloudyKingdom:
        state = (game or cloudtop.game("cloudy-kingdom")).load(written(field, hands, stack, short, **more))
        assert isinstance(state, CloudyKingdom)
        return state

    return build
