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
from cloudtop.core.wording import SPOKEN, word_faults
from cloudtop.core.words import LANGUAGES
from cloudtop.testing.breach import Breach, Fact, Place, differs, promise, taking_place
from cloudtop.testing.promises import check_end, check_notation, check_outcome, check_position, check_turn, check_views
from cloudtop.testing.secrecy import Secrets
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

    The message tells what was promised, what was seen instead, where, and the command that shows it again. `progress`
    is called after each game with the number of games it stands for.
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
    check_cover(game)
    for players, options in terms if terms is not None else all_terms(game):
        yield _trial(game, players, options, games, seed, progress)
    # A lesson fails where anything does: what is wrong with the game itself is named first.
    check_teaching(game)
    check_figures(game)


def check_cover(game: Game) -> None:
    """What can be seen before anything is dealt: words, guides, colours."""
    promise(bool(game.player_counts), "a game is played by somebody")
    promise(len(set(game.rule_ids)) == len(game.rule_ids), "every rule id is given once")
    for fault in word_faults(game):
        promise(False, "all words are there in all languages", Fact(fault))
    for language in LANGUAGES:
        told = set(game.guide(language).rules)
        promise(set(game.rule_ids) <= told, "the guide tells every rule", set(game.rule_ids) - told)
    for players in game.player_counts:
        hues = game.hues(players)
        promise(len(hues) == players and set(hues) <= set(HUES), "every seat has a colour of the page's", hues)


def check_teaching(game: Game) -> None:
    """What the game teaches by playing can be played as it is written."""
    try:
        check_lessons(game)
    except BadLesson as error:
        promise(False, "lessons can be taught", Fact(error))


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
            promise(False, "the engine confirms every figure", Fact(error))
        for number, example in enumerate(figure.example, 1):
            mute = [SPOKEN[language] for language in LANGUAGES if not example.caption(language).strip()]
            fact = Fact(f"example {number} of {figure.rule!r} says nothing in {', '.join(mute)}")
            promise(not mute, "every figure has words", fact)


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
    with taking_place(Place(game, players, options, seed, games=games)):
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


class Walk:
    """One random game on its way: the same seed goes the same way, however closely it is watched."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Value], seed: int) -> None:
        self.game = game
        self.seed = seed
        self.bounds = game.bounds(players, options)
        self.rng = Random(seed)
        self.state: State = game.deal(players=players, seed=seed, options=options)
        self.looks = {int(self.rng.random() * self.bounds.moves) for _ in range(CLOSE_LOOKS)}
        """After how many moves the position is looked at closely."""
        self.moves: list[Move] = []
        self.widest = 0

    def choose(self) -> Move:
        """The next move."""
        seat = pick(self.rng, self.state.turn())
        legal = self.state.legal(seat)
        self.widest = max(self.widest, len(legal))
        return Move(seat, pick(self.rng, legal))

    def make(self, move: Move) -> None:
        """Make it."""
        self.state.play(move.seat, move.action)
        self.moves.append(move)

    def check(self, secrets: Secrets) -> None:
        """Every promise that the position can show."""
        # A chance of its own: how closely a game is watched does not change how it goes.
        check_position(self.state, Random(self.seed), self.bounds)
        check_shown(self.state, Random(self.seed))
        secrets.look(self.state, Random(self.seed))
        rng = Random(self.seed)
        seat = pick(rng, self.state.turn())
        secrets.look_at_move(self.state, seat, pick(rng, self.state.legal(seat)), rng)


def play_and_check(
    game: Game, players: int, options: Mapping[str, Value], seed: int, bounds: Bounds, secrets: Secrets | None
) -> Play:
    """One random game, checked on the way; with `secrets` it is watched closely."""
    place = Place(game, players, options, seed, 0)
    with taking_place(place):
        walk = Walk(game, players, options, seed)
        if secrets is not None:
            dealt = game.deal(players=players, options=options, deal=game.deal_of(players, seed, options)).dump()
            first = walk.state.dump()
            other = differs(first, dealt, "dealt from the seed", "dealt from deal_of that seed")
            promise(dealt == first, "a deal written out gives the same game as its seed", other)
    while True:
        with taking_place(place._replace(move=len(walk.moves))):
            if not walk.state.turn():
                break
            check_turn(walk.state, bounds)
            if secrets is not None and len(walk.moves) in walk.looks:
                walk.check(secrets)
            move = walk.choose()
            check_notation(walk.state, move.seat, move.action)
            walk.make(move)
            if secrets is not None:
                check_views(walk.state, walk.state.copy(), "in that of a copy")
            longer = Fact(f"move {len(walk.moves)} was made, bounds() says {bounds.moves} at most")
            promise(len(walk.moves) <= bounds.moves, "no game is longer than declared", longer)
    with taking_place(place._replace(move=len(walk.moves))):
        outcome = check_outcome(walk.state)
        if secrets is not None:
            check_end(walk.state, bounds)
            check_ending(walk.state)
            check_record(Record(game, players, options, seed, moves=tuple(walk.moves)), walk.state)
    return Play(tuple(walk.moves), outcome, walk.widest)


def check_record(record: Record, end: State) -> None:
    """A record is written and read back without loss."""
    text = record.write()
    try:
        back = read_record(text, lambda name: record.game)
    except CloudtopError as error:
        raise Breach("a record reads back as it was written", str(error)) from error
    promise(back.write() == text, "a record reads back as it was written")
    led = differs(end.dump(), back.end().dump(), "at the end of the game", "at the end of its record")
    promise(back.end().dump() == end.dump(), "a record leads to the same end", led)
