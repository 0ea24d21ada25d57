"""The promises of the contract, each as a check of one position."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from random import Random

import msgspec

from cloudtop.core.chance import pick
from cloudtop.core.errors import ContractBreach, IllegalMove, MoveError
from cloudtop.core.game import Bounds
from cloudtop.core.state import Outcome, State

TRIES = 20
"""So many moves are tried, legal or not, where a game has too many to try them all."""


def promise(kept: bool, what: str, seen: object = None) -> None:
    """Raise `ContractBreach` unless the promise is kept."""
    if not kept:
        detail = "" if seen is None else f": {seen!r}"
        raise ContractBreach(f"broken promise: {what}{detail}")


def check_turn(state: State, bounds: Bounds) -> None:
    """The quick checks, made before every move."""
    turn = state.turn()
    promise(turn == sorted(set(turn)), "turn() lists each seat once, in order", turn)
    promise(state.mover() == turn[0], "mover() is the first seat of turn()", state.mover())
    promise(state.outcome() is None, "a game with a seat to decide has no outcome")
    for seat in range(state.players):
        legal = state.legal(seat)
        promise(bool(legal) == (seat in turn), "exactly the seats to decide have legal moves", seat)
        promise(len(legal) <= bounds.legal, "no decision is wider than declared", len(legal))


def check_position(state: State, rng: Random, bounds: Bounds) -> None:
    """Every promise that a position can show."""
    check_moves(state, rng)
    check_dump(state)
    check_copy(state, rng)
    check_scores(state, bounds)
    for seat in range(state.players):
        check_secrecy(state, seat, rng)
    spectator = state.view(None)
    promise(json.loads(json.dumps(spectator.to_dict())) == spectator.to_dict(), "a view is plain data")


def check_moves(state: State, rng: Random) -> None:
    """Legal moves, notation and refusals agree; a refused move changes nothing."""
    game = state.game
    before = state.dump()
    for seat in range(state.players):
        legal = state.legal(seat)
        promise(legal == sorted(set(legal)), "legal moves come once, in ascending order", legal)
        for action in legal:
            check_notation(state, seat, action)
            promise(bool(game.say(action, game.words("ja"))), "a move has words", action)
        check_rulebook(state, seat, legal)
        for action in tried(game.actions, legal, rng):
            rule = state.why_not(seat, action)
            promise((rule is None) == (action in legal), "why_not refuses exactly what is not legal", action)
            if rule is not None:
                check_refusal(state, seat, action, rule)
        listed = list(legal)
        legal.clear()
        promise(state.legal(seat) == listed, "a list of moves is the caller's own", seat)
    promise(state.dump() == before, "asking changes nothing")


def check_rulebook(state: State, seat: int, legal: Sequence[int]) -> None:
    """The rulebook, asked about every move of the game, forbids exactly those that are not listed as legal."""
    game = state.game
    board = game.rulebook.board(state, seat)
    listed = set(legal)
    for action, move in enumerate(game.moves):
        rule = game.rulebook.broken(board, move)
        if (rule is None) != (action in listed):
            said = "nothing" if rule is None else rule
            promise(False, f"legal moves are those that break no rule; {game.text(action)} breaks {said}", seat)
        if rule is not None:
            name, _, rule_id = rule.partition("/")
            promise(name == game.name and rule_id in game.rule_ids, "a refusal names a rule", rule)


def check_notation(state: State, seat: int, action: int) -> None:
    """A legal move is written in one word, which is read as that move."""
    text = state.game.text(action)
    promise(not set(text) & set(" ;\t\n"), "notation has no white space and no semicolon", text)
    try:
        read = state.game.parse(state, seat, text)
    except MoveError:
        read = -1
    promise(read == action, "notation reads back", text)


def tried(actions: int, legal: Sequence[int], rng: Random) -> list[int]:
    """Moves to try to play: all of a small game; of a large one a sample, and the neighbours of what is legal."""
    if actions <= 300:
        return list(range(actions))
    near = {action + step for action in legal for step in (-1, 1)} - set(legal)
    return sorted({int(rng.random() * actions) for _ in range(TRIES)} | set(list(near)[:TRIES]) & set(range(actions)))


def check_refusal(state: State, seat: int, action: int, rule: str) -> None:
    """A move that is refused is refused by `play` as well, for the same reason."""
    try:
        state.play(seat, action)
    except IllegalMove as error:
        promise(error.rule == rule, "play and why_not name the same rule", (error.rule, rule))
    else:
        promise(False, "play refuses what is not legal", action)


def check_copy(state: State, rng: Random) -> None:
    """A copy is the same position and lives its own life; play and apply do the same."""
    before = state.dump()
    copy, twin = state.copy(), state.copy()
    promise(copy.dump() == before, "a copy is the same position")
    seat = pick(rng, state.turn())
    action = pick(rng, state.legal(seat))
    promise(state.commits(seat, action) in (True, False), "commits() says yes or no")
    copy.play(seat, action)
    twin.apply(seat, action)
    promise(copy.dump() == twin.dump(), "play and apply lead to the same position", action)
    promise(state.dump() == before, "playing on a copy leaves the original alone", action)
    promise(pickle.loads(pickle.dumps(state)).dump() == before, "a state travels between processes")


def check_dump(state: State) -> None:
    """A position written down reads back and goes on in the same way."""
    dump = state.dump()
    plain = json.loads(json.dumps(dump))
    promise(plain == dump, "a dump is plain data")
    back = state.game.load(plain)
    promise(back.dump() == dump, "a dump reads back")
    promise(back.turn() == state.turn(), "a position read back has the same seats to decide")
    for seat in range(state.players):
        promise(back.legal(seat) == state.legal(seat), "a position read back has the same moves", seat)


def check_scores(state: State, bounds: Bounds) -> None:
    """Sheets add up to the scores, which keep within the declared bounds and have words in every language."""
    scores = state.scores()
    promise(len(scores) == state.players, "every seat has a score", scores)
    for seat, score in enumerate(scores):
        sheet = state.score_sheet(seat)
        promise(sheet.total == score == sum(line.points for line in sheet.lines), "a sheet adds up", sheet)
        promise(bounds.lowest <= score <= bounds.highest, "scores keep within their bounds", score)
        for line in sheet.lines:
            for language in ("en", "fr", "ja"):
                promise(bool(state.game.say_score(line, state.game.words(language))), "a line has words", line)


def check_secrecy(state: State, seat: int, rng: Random) -> None:
    """Whatever the seat cannot know makes no difference to what it gets."""
    view = state.view(seat)
    promise(json.loads(json.dumps(view.to_dict())) == view.to_dict(), "a view is plain data")
    chance = int(rng.random() * 1_000_000_007)
    other = state.imagine(seat, Random(chance))
    promise(other.view(seat) == view, "an imagined position looks the same to the seat", seat)
    promise(other.view(None) == state.view(None), "a spectator knows nothing that a seat does not", seat)
    promise(other.legal(seat) == state.legal(seat), "an imagined position has the same legal moves", seat)
    promise(other.turn() == state.turn(), "an imagined position has the same seats to decide", seat)
    same = other.imagine(seat, Random(chance)).dump() == other.dump()
    promise(same, "the same view and generator imagine the same position", seat)
    others = state.game.targets(other.view(seat), 0) == state.game.targets(view, 0)
    promise(others, "targets follow from the view alone", seat)
    twin = state.copy()
    spoil(twin.view(seat).facts)
    promise(twin.view(seat) == view, "a view shares nothing with the game", seat)


def spoil(facts: object) -> None:
    """Add something to every list and every mapping inside the facts of a view."""
    if isinstance(facts, msgspec.Struct):
        spoil(tuple(getattr(facts, name) for name in facts.__struct_fields__))
    elif isinstance(facts, dict):
        spoil(tuple(facts.values()))
        facts["spoilt"] = 0
    elif isinstance(facts, list | tuple):
        for inner in facts:
            spoil(inner)
        if isinstance(facts, list):
            facts.append(facts[0] if facts else 0)


class Secrets:
    """Counts, over many positions, what is secret from a seat, and how often imagining draws it anew.

    Of a single position nobody can tell whether `imagine` peeks: the true position is one of those that may be.
    """

    ENOUGH = 30
    """If so many secrets were imagined exactly as they are, that was no chance."""

    def __init__(self) -> None:
        self.kept = 0
        self.redrawn = 0

    def look(self, state: State, rng: Random) -> None:
        """Let every seat imagine what the others alone can see."""
        public = state.view(None).facts
        views = [state.view(seat) for seat in range(state.players)]
        for seat in range(state.players):
            imagined = state.imagine(seat, rng)
            for other, view in enumerate(views):
                if other != seat and view.facts != public:
                    self.kept += 1
                    self.redrawn += imagined.view(other) != view

    def check(self) -> None:
        """Some of many secrets must have been drawn anew."""
        promise(self.redrawn > 0 or self.kept < self.ENOUGH, "imagine draws anew what is secret", self.kept)


def check_outcome(state: State) -> Outcome:
    """A game that is over says how it ended, and refuses every move."""
    outcome = state.outcome()
    if outcome is None:
        raise ContractBreach("broken promise: a game without a seat to decide has an outcome")
    promise(state.mover() == -1, "mover() is -1 when the game is over")
    promise(list(outcome.scores) == state.scores(), "the outcome has the scores", outcome)
    placed = sorted(seat for group in outcome.ranking for seat in group)
    promise(placed == list(range(state.players)), "the ranking has every seat once", outcome.ranking)
    promise(set(outcome.winners) <= set(outcome.ranking[0]), "winners are ranked first", outcome)
    promise(outcome.reason.partition("/")[2] in state.game.rule_ids, "the end names its rule", outcome.reason)
    for seat in range(state.players):
        promise(state.legal(seat) == [], "nobody moves after the end", seat)
        promise(state.why_not(seat, 0) is not None, "a move after the end is refused", seat)
    return outcome


def check_end(state: State, bounds: Bounds) -> None:
    """The last position can be written down, and its sheets add up."""
    check_dump(state)
    check_scores(state, bounds)
