"""The quick field and the move generator against slow ones, written from the brief and reading facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import cloudtop
from cloudtop.games.cloudy_kingdom.rules import CloudyKingdom
from cloudtop.games.cloudy_kingdom.view import pairs_in_words

GAME = cloudtop.game("cloudy-kingdom")

ENDS = {
    "s": ["ab"], "t": ["abl"], "x": ["ablr"], "l": ["al"], "r": ["ar"], "dl": ["al", "br"], "dr": ["ar", "bl"],
    "b": ["ab", "lr"], "f": ["alr"], "dead": [], "fire": ["ablr"],
}  # fmt: skip
SAME_AFTER_HALF_A_TURN = {"s", "x", "dl", "dr", "b", "dead", "fire"}
CLOCKWISE = "nesw"
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
Arm = tuple[int, int, str]


def across(side: str) -> str:
    """The opposite side."""
    return {"n": "s", "s": "n", "e": "w", "w": "e"}[side]


def at(name: str) -> tuple[int, int]:
    """Column and row of a cell."""
    return ord(name[0]) - ord("a"), int(name[1]) - 1


def is_flat(card: str) -> bool:
    """Whether a card lies west-east."""
    return card[-1] in "hwe"


def arms(facts: dict[str, Any]) -> set[Arm]:
    """All visible arms of all cells."""
    found = set()
    for name, cards in facts["field"].items():
        for card in cards:
            found |= {(*at(name), side) for side in ("we" if is_flat(card) else "ns")}
    return found


def joined_in_cell(cards: list[str]) -> list[set[str]]:
    """The sides that the top card's centre joins."""
    code, way = cards[-1].split(":")
    points = {"h": "w", "v": "n"}.get(way, way)
    start = CLOCKWISE.index(points)
    side = {end: CLOCKWISE[(start + i) % 4] for i, end in enumerate("albr")}
    return [{side[end] for end in group} for group in ENDS[code]]


def flood(facts: dict[str, Any], first: Arm) -> set[Arm]:
    """All arms that a road from one arm comes to."""
    all_arms = arms(facts)
    reached: set[Arm] = set()
    pending = [first]
    while pending:
        arm = pending.pop()
        if arm in reached or arm not in all_arms:
            continue
        reached.add(arm)
        column, row, side = arm
        pending.append((column + STEP[side][0], row + STEP[side][1], across(side)))
        cards = facts["field"]["abcd"[column] + str(row + 1)]
        for group in joined_in_cell(cards):
            if side in group:
                pending += [(column, row, other) for other in group]
    return reached


def castle_arm(facts: dict[str, Any], side: str, family: str) -> Arm:
    """The arm that a castle would join."""
    place, last = facts["castles"][side].index(family), facts["size"] - 1
    cell = {"N": (place, 0), "S": (place, last), "W": (0, place), "E": (last, place)}[side]
    return (*cell, side.lower())


def joined_pairs(facts: dict[str, Any], players: int) -> list[str]:
    """The pairs of castles of the players' families that a road joins."""
    found = []
    for family in "RBGK"[:players]:
        for one, other in ("NS", "WE"):
            reached = flood(facts, castle_arm(facts, one, family))
            if castle_arm(facts, other, family) in reached:
                found.append(f"{family}:{one}{other}")
    return found


def lays(facts: dict[str, Any], code: str, where: str = "anywhere", last: str | None = None) -> set[str]:
    """Every way to lay a card by `route-empty` and `route-cross`, in notation."""
    found = set()
    all_arms = arms(facts)
    size = facts["size"]
    for column in range(size):
        for row in range(size):
            name = "abcd"[column] + str(row + 1)
            cards = facts["field"].get(name, [])
            for way in "hv" if code in SAME_AFTER_HALF_A_TURN else "wens":
                sides = "we" if way in "hwe" else "ns"
                if cards:
                    fits = is_flat(cards[-1]) != is_flat(way) and not cards[-1].startswith("fire")
                    fits = fits and where != "on empty" and (where != "last" or name == last)
                else:
                    beyond = [(column + STEP[side][0], row + STEP[side][1], across(side)) for side in sides]
                    fits = any(arm in all_arms or not (0 <= arm[0] < size and 0 <= arm[1] < size) for arm in beyond)
                    fits = fits and where in ("anywhere", "on empty")
                if fits:
                    found.add(f"{code}@{name}{way}")
    return found


def touchable(facts: dict[str, Any]) -> list[str]:
    """The cells whose stacks have no fire."""
    return [name for name, cards in facts["field"].items() if not any(card.startswith("fire") for card in cards)]


def possible(facts: dict[str, Any], magic: str, cards_left: int) -> bool:
    """`magic-possible` for the printed cards."""
    if magic in ("inspiration", "green-hand"):
        return cards_left >= 2
    if magic == "quick-growth":
        return cards_left >= 2 and bool(lays(facts, "s", "on empty"))
    if magic == "replant":
        return bool(facts["discard"])
    if magic == "dead-end":
        return bool(lays(facts, "dead"))
    return bool(touchable(facts))


def decisions(facts: dict[str, Any]) -> set[str]:
    """All legal moves of the seat to decide, from the whole position; not while magic is chosen."""
    seat = facts["turn"][0]
    hand = facts["hands"][seat]
    spell = facts["spell"]
    if spell is None:
        found = lays(facts, hand[0]) or {f"discard:{hand[0]}"}
        for magic in facts["magic"][seat]:
            unused = magic not in facts["used"][seat] and not facts["last_turns"]
            if unused and possible(facts, magic, len(facts["stack"])):
                found.add(f"magic:{magic}")
        return found
    name = spell["magic"]
    if name == "cut-it-all":
        return {f"cut@{cell}" for cell in touchable(facts)}
    if name == "winding-road":
        return {f"turn@{cell}" for cell in touchable(facts)}
    if name == "burning-crossing":
        return {text for text in lays(facts, "fire") if text[5:7] in facts["field"]}
    if name == "dead-end":
        return lays(facts, "dead")
    if name == "green-hand" and seat != facts["active"]:
        return {"swap", "keep"}
    if name == "quick-growth":
        return lays(facts, hand[0], "on empty" if spell["step"] == 1 else "last", spell["fresh"])
    return {text for code in hand for text in lays(facts, code)}


# ---------------------------------------------------------------------- the two compared


def random_games(games: int, seed: int) -> Iterator[CloudyKingdom]:
    """Every position of random games under all terms, also after cuts and turns; the same state goes on."""
    rng = Random(seed)
    for players, magic, layout in product((2, 3, 4), ("first-game", "random", "choose"), ("fixed", "random")):
        for _ in range(games):
            options = {"magic": magic, "layout": layout}
            state = GAME.deal(players=players, seed=int(rng.random() * 10**9), options=options)
            assert isinstance(state, CloudyKingdom)
            while state.seat >= 0:
                yield state
                # Magic is taken more often than by chance, so that there is much cutting and turning.
                legal = state.legal(state.seat)
                tricks = [action for action in legal if GAME.text(action).startswith("magic")]
                state.apply(state.seat, rng.choice(tricks if tricks and rng.random() < 0.3 else legal))
            yield state


def test_roads_join_the_same_castles_as_a_naive_flood_finds() -> None:
    seen: Counter[str] = Counter()
    for state in random_games(games=9, seed=1):
        dump = state.dump()
        found = joined_pairs(dump, state.seats)
        assert dump["joined"] == found
        assert pairs_in_words(state.field.joined_from_castles() & (16**state.seats - 1)) == found
        seen["positions"] += 1
        seen[str(dump["last"])[:4]] += 1
        seen["joined"] += bool(found)
    assert seen["positions"] > 5000
    assert min(seen["cut@"], seen["turn"], seen["fire"], seen["joined"]) > 100


def test_the_pair_that_ends_a_game_was_not_joined_before() -> None:
    before: dict[str, Any] = {}
    reasons: Counter[str] = Counter()
    for state in random_games(games=12, seed=2):
        dump = state.dump()
        if dump["winners"] is None:
            before = dump
            continue
        fresh = [pair for pair in joined_pairs(dump, state.seats) if pair not in joined_pairs(before, state.seats)]
        linked = {"RBGK".index(pair[0]) for pair in fresh}
        reasons[dump["reason"]] += 1
        if dump["reason"] == "win-delayed":
            # The road of the winner stood before its turn began, and nobody else was linked by the last move.
            assert dump["winners"] == [dump["active"]]
            assert not linked
            assert f"{'RBGK'[dump['active']]}" in {pair[0] for pair in joined_pairs(before, state.seats)}
        elif dump["reason"] == "win-magic-other":
            assert dump["winners"] == sorted(linked - {dump["active"]})
        elif dump["reason"] == "deck-out":
            assert not linked
            assert not dump["stack"]
        else:
            assert dump["winners"] == ([dump["active"]] if dump["active"] in linked else sorted(linked))
    assert set(reasons) == {"win", "win-active-first", "win-magic-other", "win-delayed", "deck-out"}


def test_legal_moves_are_those_of_a_naive_generator() -> None:
    widest = 0
    for state in random_games(games=3, seed=3):
        if state.seat >= 0 and not state.picks:
            legal = [GAME.text(action) for action in state.legal(state.seat)]
            assert set(legal) == decisions(state.dump())
            assert len(legal) == len(set(legal))
            widest = max(widest, len(legal))
    assert 50 < widest <= 108


def test_no_card_is_ever_lost_or_doubled() -> None:
    box = Counter({"s": 12, "t": 12, "x": 6, "l": 5, "r": 5, "dl": 4, "dr": 4, "b": 4, "f": 4})
    for state in random_games(games=2, seed=4):
        dump = state.dump()
        cards = Counter(dump["stack"] + dump["discard"] + dump["removed"])
        cards.update(card for hand in dump["hands"] for card in hand)
        cards.update(card.split(":")[0] for stack in dump["field"].values() for card in stack)
        cards -= Counter({"dead": 9, "fire": 9})
        assert cards == box
