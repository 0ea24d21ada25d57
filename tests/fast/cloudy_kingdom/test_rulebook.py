"""The rulebook against the quick code: every entry of its tables matters, roads and wins are the same in both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest
from tests.support.cloudy_kingdom.playing import PRINTED, boxed

from cloudtop.core.rulebook import rule_id
from cloudtop.games.cloudy_kingdom import rules
from cloudtop.games.cloudy_kingdom.board import Board, field_of
from cloudtop.games.cloudy_kingdom.game import GAME, CloudyKingdomGame
from cloudtop.games.cloudy_kingdom.moves import Lay, Pass, Turn
from cloudtop.games.cloudy_kingdom.score import SEAT_PAIRS, joined_from_castles, pairs_in_words
from cloudtop.games.cloudy_kingdom.state import CloudyKingdom
from cloudtop.games.cloudy_kingdom.view import position

OWN = """
[magic.bramble]
steps = ["draw", "draw", "discard", "cut", "turn", "others may swap", "play on empty"]
"""
EVERY_STEP = re.sub(
    r"(rule = .*\n)(?:code = .*\n)?steps = .*",
    r'\1steps = ["draw", "draw", "discard", "cut", "turn", "others may swap", "play on empty"]',
    PRINTED,
)
"""A box in which every printed trick goes through all kinds of steps, so that each rule of magic can be broken by
every kind of move.
"""


def random_games(game: CloudyKingdomGame, games: int, seed: int) -> Iterator[CloudyKingdom]:
    """Every position of random games under all terms, also after cuts and turns; the same state goes on."""
    rng = Random(seed)
    for players, magic, layout in product((2, 3, 4), ("first-game", "random", "choose"), ("fixed", "random")):
        for _ in range(games):
            families = rng.choice(game.option_values(game.options[2], players))
            options = {"magic": magic, "layout": layout, "families": families}
            state = game.deal(players=players, seed=int(rng.random() * 10**9), options=options)
            while state.seat >= 0:
                yield state
                # Magic is taken more often than by chance, so that there is much cutting and turning.
                legal = state.legal(state.seat)
                tricks = [action for action in legal if game.text(action).startswith("magic")]
                state.apply(state.seat, rng.choice(tricks if tricks and rng.random() < 0.3 else legal))
            yield state


# ---------------------------------------------------------------------- every entry matters


@cache
def seen() -> dict[tuple[str, str], bool]:
    """For every kind of move and rule that was the first to refuse one: whether it was ever the only one."""
    found: dict[tuple[str, str], bool] = {}
    for game, games, share in ((GAME, 2, 0.06), (boxed(OWN), 1, 0.05), (boxed(EVERY_STEP), 1, 0.12)):
        rng = Random(5)
        for state in random_games(game, games, 7):
            if rng.random() < (share if state.seat >= 0 else 0.4):
                note(found, game, state)
    return found


def note(found: dict[tuple[str, str], bool], game: CloudyKingdomGame, state: CloudyKingdom) -> None:
    """Note which rules refuse moves in a position."""
    for seat in {max(state.seat, 0), (state.seat + 1) % state.seats}:
        board = Board(game.box, position(state), seat)
        for move in game.moves:
            broken = [rule for rule in rules.RULES[type(move)] if rule(board, move)]
            if broken:
                key = (type(move).__name__, rule_id(broken[0]))
                found[key] = found.get(key, False) or len(broken) == 1


ENTRIES = [(kind.__name__, rule_id(rule)) for kind, table in rules.RULES.items() for rule in table if kind is not Pass]


@pytest.mark.slow("plays games without each entry until the answer differs")
@pytest.mark.parametrize(("kind", "rule"), ENTRIES)
def test_without_any_one_entry_of_its_tables_the_rulebook_answers_otherwise(kind: str, rule: str) -> None:
    assert (kind, rule) in seen()
    # After the end it is nobody's turn either, and before the deal nobody asks for an answer; all other entries are
    # sometimes the only one that refuses a move.
    doubled = {rule_id(over) for over in rules.OVER} | ({"hand"} if kind in ("Swap", "Keep") else set())
    assert seen()[kind, rule] or rule in doubled


# ---------------------------------------------------------------------- roads and wins


def test_roads_join_the_same_castles_in_words_and_in_bits() -> None:
    counted: Counter[str] = Counter()
    for state in random_games(GAME, games=5, seed=1):
        written = position(state)
        field = field_of(GAME.box, written)
        letters = written.families
        found = [f"{family}:{pair}" for family in letters for pair in ("NS", "WE") if pair in field.joined(family)]
        assert list(written.joined or ()) == found
        assert pairs_in_words(joined_from_castles(state.field) & SEAT_PAIRS[state.seats], letters) == found
        counted["positions"] += 1
        counted[str(written.last)[:4]] += 1
        counted["joined"] += bool(found)
    assert counted["positions"] > 2500
    assert min(counted["cut@"], counted["turn"], counted["fire"], counted["joined"]) > 50


@pytest.mark.slow("asks the rulebook at every move of whole games")
@pytest.mark.parametrize(("game", "seed"), [(GAME, 2), (boxed(OWN), 6)], ids=["usual box", "own magic"])
def test_games_end_when_the_rulebook_says_so(game: CloudyKingdomGame, seed: int) -> None:
    reasons: Counter[str] = Counter()
    before: CloudyKingdom | None = None
    for state in random_games(game, games=6, seed=seed):
        if before is not None:
            check_ending(game, before, state)
        reasons[state.reason] += 1
        before = state.copy() if state.seat >= 0 else None
    assert set(reasons) == {"", "win", "win-active-first", "win-magic-other", "win-delayed", "deck-out"}


def check_ending(game: CloudyKingdomGame, before: CloudyKingdom, after: CloudyKingdom) -> None:
    """A move ended the game exactly if, and as, the rulebook tells it."""
    letters = position(after).families
    old, new = (field_of(game.box, position(state)) for state in (before, after))
    ending = rules.ending(rules.linked(old, new, letters), before.active, before.spell >= 0)
    if ending is None and after.reason != "deck-out" and after.spell < 0 and not after.picks:
        ending = rules.ending_at_start(new, letters, after.active)
    outcome = after.outcome()
    if outcome is not None and after.reason == "deck-out":
        assert ending is None
        assert not outcome.winners
        assert not any(new.joined(family) for family in letters)
    elif outcome is not None:
        assert ending == rules.Ending(frozenset(outcome.winners), after.reason)
    else:
        assert ending is None


def test_what_was_joined_before_a_card_was_laid_or_a_stack_turned_is_known_after_it() -> None:
    before: CloudyKingdom | None = None
    undone: Counter[str] = Counter()
    for state in random_games(GAME, games=3, seed=3):
        last = state.tables.book.values[state.last] if state.last >= 0 else None
        if before is not None and position(before).field != position(state).field and isinstance(last, Lay | Turn):
            old, new = (field_of(GAME.box, position(each)) for each in (before, state))
            for family in position(state).families:
                assert new.before(last).joined(family) == old.joined(family)
            undone[type(last).__name__] += 1
        before = state.copy() if state.seat >= 0 else None
    assert undone["Lay"] > 500
    assert undone["Turn"] > 20


def test_no_card_is_ever_lost_or_doubled() -> None:
    box = Counter(GAME.box.deck)
    for state in random_games(GAME, games=1, seed=4):
        dump = state.dump()
        cards = Counter(dump["stack"] + dump["discard"] + dump["removed"])
        cards.update(card for hand in dump["hands"] for card in hand)
        cards.update(card.split(":")[0] for stack in dump["field"].values() for card in stack)
        cards -= Counter({"dead": 9, "fire": 9})
        assert cards == box
