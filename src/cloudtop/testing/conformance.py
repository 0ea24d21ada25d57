"""Random play that holds a game to the promises of the contract."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from cloudtop.core.chance import pick
from cloudtop.core.errors import BadFigure, CloudtopError
from cloudtop.core.figure import played
from cloudtop.core.game import HUES, Bounds, Game, Option, Value
from cloudtop.core.lesson import BadLesson, check_lessons
from cloudtop.core.record import Move, Record, read_record
from cloudtop.core.state import Outcome, State
from cloudtop.testing.promises import (
    Secrets,
    check_end,
    check_notation,
    check_outcome,
    check_position,
    check_turn,
    promise,
)
from cloudtop.testing.shown import check_ending, check_shown

MANY = 4
"""An option with more values is not tried with all of them."""
CLOSE_LOOKS = 3
"""In a game that is watched closely, so many positions are put through every check there is."""
CLOSE_GAMES = 50
"""The first games of a trial are watched closely, and after that every tenth: the others only move by move."""


class Trial(NamedTuple):
    """What random play under one set of terms has shown."""

    players: int
    options: dict[str, Value]
    games: int
    moves: int
    longest: int
    widest: int
    lowest: int
    highest: int
    digest: str
    """Over all moves and final positions: equal on plain and compiled code."""


def all_terms(game: Game) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every number of players with every combination of options the game accepts.

    Of an option with very many values the first, the second and the last one that are accepted stand for all.
    """
    names = [option.name for option in game.options]
    for players in game.player_counts:
        for values in itertools.product(*(tried_values(game, players, option) for option in game.options)):
            options = dict(zip(names, values, strict=True))
            if accepted(game, players, options):
                yield players, options


def tried_values(game: Game, players: int, option: Option) -> tuple[Value, ...]:
    """The values of an option that are tried with so many players."""
    if len(option.values) <= MANY:
        return option.values
    found = [value for value in option.values if accepted(game, players, {option.name: value})]
    return tuple(dict.fromkeys((*found[:2], found[-1])))


def accepted(game: Game, players: int, options: Mapping[str, Value]) -> bool:
    """Whether the game is played on these terms."""
    try:
        game.terms(players, options)
    except CloudtopError:
        return False
    return True


def conformance(
    game: Game,
    games: int = 20,
    seed: int = 0,
    terms: list[tuple[int, dict[str, Value]]] | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Trial]:
    """Play random games under all terms (or those given); raises `ContractBreach` at the first broken promise.

    `progress` is called after each game with the number of games it stands for.
    """
    return list(trials(game, games, seed, terms, progress))


def trials(
    game: Game,
    games: int = 20,
    seed: int = 0,
    terms: list[tuple[int, dict[str, Value]]] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Trial]:
    """The trials of `conformance`, each as soon as it is done; what all terms have in common is checked once."""
    promise(bool(game.player_counts), "a game is played by somebody")
    promise(len(set(game.rule_ids)) == len(game.rule_ids), "every rule id is given once")
    for language in ("en", "fr", "ja"):
        told = set(game.guide(language).rules)
        promise(set(game.rule_ids) <= told, "the guide tells every rule", set(game.rule_ids) - told)
    for players in game.player_counts:
        hues = game.hues(players)
        promise(len(hues) == players and set(hues) <= set(HUES), "every seat has a colour of the page's", hues)
    for players, options in terms if terms is not None else all_terms(game):
        yield _trial(game, players, options, games, seed, progress)
    # A lesson fails where anything does: what is wrong with the game itself is named first.
    check_teaching(game)
    check_figures(game)


def check_teaching(game: Game) -> None:
    """What the game teaches by playing can be played as it is written."""
    try:
        check_lessons(game)
    except BadLesson as error:
        promise(False, "lessons can be taught", error)


def check_figures(game: Game) -> None:
    """Play the figures of the guide: where a game has some, every rule has one or says why none would help."""
    figures = game.figures().figure
    if figures:
        told = [figure.rule for figure in figures]
        promise(sorted(told) == sorted(game.rule_ids), "every rule is shown or said to need no figure", told)
    for figure in figures:
        promise(bool(figure.example) != bool(figure.none), "a rule has examples or a reason why not", figure.rule)
        try:
            played(game, figure.rule)
        except BadFigure as error:
            promise(False, "the engine confirms every figure", error)


def _trial(
    game: Game,
    players: int,
    options: Mapping[str, Value],
    games: int,
    seed: int,
    progress: Callable[[int], object] | None,
) -> Trial:
    options = game.terms(players, options).options
    bounds = game.bounds(players, options)
    digest = hashlib.sha256()
    lengths: list[int] = []
    widest = 0
    points: list[int] = []
    secrets = Secrets()
    for number in range(games):
        game_seed = seed * 1_000_003 + number
        closely = number < CLOSE_GAMES or number % 10 == 0
        play = play_and_check(game, players, options, game_seed, bounds, secrets if closely else None)
        moves = ",".join(f"{move.seat}:{move.action}" for move in play.moves)
        digest.update(f"{moves}|{play.outcome.scores}|{play.outcome.ranking}\n".encode())
        lengths.append(len(play.moves))
        widest = max(widest, play.widest)
        points += play.outcome.scores
        if progress is not None:
            progress(1)
    secrets.check()
    return Trial(
        players,
        dict(options),
        games,
        sum(lengths),
        max(lengths),
        widest,
        min(points),
        max(points),
        digest.hexdigest()[:16],
    )


class Play(NamedTuple):
    """One random game."""

    moves: tuple[Move, ...]
    outcome: Outcome
    widest: int


def play_and_check(
    game: Game, players: int, options: Mapping[str, Value], seed: int, bounds: Bounds, secrets: Secrets | None
) -> Play:
    """One random game, checked on the way; with `secrets` it is watched closely."""
    rng = Random(seed)
    state = game.deal(players=players, seed=seed, options=options)
    if secrets is not None:
        again = game.deal(players=players, options=options, deal=game.deal_of(players, seed, options))
        promise(again.dump() == state.dump(), "a deal written out gives the same game as its seed")
    looks = {int(rng.random() * bounds.moves) for _ in range(CLOSE_LOOKS)}
    widest = 0
    played: list[Move] = []
    while state.turn():
        check_turn(state, bounds)
        if secrets is not None and len(played) in looks:
            # A chance of its own: how closely a game is watched does not change how it goes.
            check_position(state, Random(seed), bounds)
            check_shown(state, Random(seed))
            secrets.look(state, Random(seed))
        seat = pick(rng, state.turn())
        legal = state.legal(seat)
        widest = max(widest, len(legal))
        action = pick(rng, legal)
        check_notation(state, seat, action)
        state.play(seat, action)
        played.append(Move(seat, action))
        promise(len(played) <= bounds.moves, "no game is longer than declared", bounds.moves)
    outcome = check_outcome(state)
    if secrets is not None:
        check_end(state, bounds)
        check_ending(state)
        check_record(Record(game, players, options, seed, moves=tuple(played)), state)
    return Play(tuple(played), outcome, widest)


def check_record(record: Record, end: State) -> None:
    """A record is written and read back without loss."""
    text = record.write()
    back = read_record(text, lambda name: record.game)
    promise(back.write() == text, "a record reads back as it was written")
    promise(back.end().dump() == end.dump(), "a record leads to the same end")
