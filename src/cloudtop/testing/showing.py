"""A position of the conformance run, shown again: who decides, what everybody knows, and what is wrong there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module

from cloudtop.core.errors import CloudtopError, ContractBreach
from cloudtop.core.game import Game, Value
from cloudtop.core.state import State
from cloudtop.games import game as game_named
from cloudtop.testing.breach import Place, taking_place
from cloudtop.testing.conformance import Walk, check_cover, play_and_check
from cloudtop.testing.promises import check_end, check_outcome, check_turn
from cloudtop.testing.secrecy import Secrets, facts_of
from cloudtop.testing.shown import check_ending


def asked_game(name: str) -> Game:
    """The game of that name, or the one that `package.module:OBJECT` leads to: an object, or the class of one."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return game_named(name)
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise CloudtopError(f"{name} leads to no game: {error}") from None
    made = found() if isinstance(found, type) and issubclass(found, Game) else found
    if not isinstance(made, Game):
        raise CloudtopError(f"{name} is {type(found).__name__}, not a cloudtop.Game")
    return made


def shown_again(game: Game, players: int, options: Mapping[str, Value], seed: int, move: int) -> Iterator[str]:
    """The lines that show a random game of the conformance run after so many moves, and what is broken there."""
    options = game.terms(players, options).options
    try:
        with taking_place(Place(game, players, options, seed, 0)):
            check_cover(game)
            walk = Walk(game, players, options, seed)
            for _ in range(move):
                made = walk.choose()
                yield f"{len(walk.moves) + 1}. seat {made.seat}: {game.text(made.action)}"
                walk.make(made)
        with taking_place(Place(game, players, options, seed, move)):
            yield from position_lines(walk.state)
            look(walk)
    except ContractBreach as breach:
        yield f"\n{breach}"
        return
    try:
        # Some faults show only on the way: the game is played as the suite plays it.
        play_and_check(game, players, options, seed, walk.bounds, Secrets())
    except ContractBreach as breach:
        yield f"\n{breach}"
        return
    yield "\nEvery promise is kept here."


def look(walk: Walk) -> None:
    """Check everything about the position that a walk has come to."""
    state = walk.state
    if state.turn():
        check_turn(state, walk.bounds)
        walk.check(Secrets())
    else:
        check_outcome(state)
        check_end(state, walk.bounds)
        check_ending(state)


def position_lines(state: State) -> Iterator[str]:
    """A position, from every side."""
    game = state.game
    yield f"\nTo decide: seats {state.turn()}"
    yield from (f"  {line}" for line in game.board_text(state.view(None)).splitlines())
    for seat in state.turn():
        yield f"Legal for seat {seat}: {' '.join(game.text(action) for action in state.legal(seat))}"
    for seat in (None, *range(state.players)):
        who = "A spectator" if seat is None else f"Seat {seat}"
        yield f"{who} knows: {json.dumps(facts_of(state, seat), ensure_ascii=False)}"
    yield f"Everything: {json.dumps(state.dump(), ensure_ascii=False)}"
