"""The promises of the contract, each as a check of one position."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from random import Random

from cloudtop.core.chance import pick
from cloudtop.core.errors import BadPosition, BadSeat, IllegalMove, MoveError
from cloudtop.core.game import Bounds
from cloudtop.core.state import Outcome, ScoreLine, State
from cloudtop.core.view import plain
from cloudtop.core.wording import SPOKEN
from cloudtop.testing.breach import Breach, Fact, differs, failure, promise
from cloudtop.testing.secrecy import check_commits, check_secrecy

TRIES = 20
"""So many moves are tried, legal or not, where a game has too many to try them all."""


def check_turn(state: State, bounds: Bounds) -> None:
    """The quick checks, made before every move."""
    turn = state.turn()
    promise(turn == sorted(set(turn)), "turn() lists each seat once, in order", turn)
    promise(state.mover() == turn[0], "mover() is the first seat of turn()", state.mover())
    promise(state.outcome() is None, "a game with a seat to decide has no outcome")
    for seat in range(state.players):
        legal = state.legal(seat)
        decides = "has to decide" if seat in turn else "has nothing to decide"
        fact = Fact(f"seat {seat} {decides} and has {len(legal)} legal moves")
        promise(bool(legal) == (seat in turn), "exactly the seats to decide have legal moves", fact)
        wide = Fact(f"seat {seat} has {len(legal)} moves, bounds() says {bounds.legal} at most")
        promise(len(legal) <= bounds.legal, "no decision is wider than declared", wide)


def check_position(state: State, rng: Random, bounds: Bounds) -> None:
    """Every promise that a position can show."""
    check_seats(state)
    check_moves(state, rng)
    check_dump(state)
    check_copy(state, rng)
    check_scores(state, bounds)
    for seat in range(state.players):
        check_secrecy(state, seat, rng)
    for seat in state.turn():
        check_commits(state, seat, rng)
    spectator = state.view(None)
    promise(json.loads(json.dumps(spectator.to_dict())) == spectator.to_dict(), "a view is plain data")


def check_seats(state: State) -> None:
    """Nobody is asked about who does not sit at the table."""
    asked: dict[str, Callable[[int], object]] = {
        "legal": state.legal,
        "view": state.view,
        "imagine": lambda seat: state.imagine(seat, Random(0)),
        "score_sheet": state.score_sheet,
        "why_not": lambda seat: state.why_not(seat, 0),
        "play": lambda seat: state.copy().play(seat, 0),
    }
    for seat in (-1, state.players):
        for name, ask in asked.items():
            try:
                ask(seat)
            except BadSeat:
                continue
            except Exception as error:
                told = Fact(f"{name}({seat}) raises {failure(error)}")
                raise Breach("a seat that is not at the table is refused with BadSeat", told) from error
            promise(False, "a seat that is not at the table is refused with BadSeat", Fact(f"{name}({seat}) answers"))


def check_moves(state: State, rng: Random) -> None:
    """Legal moves, notation and refusals agree; a refused move changes nothing."""
    game = state.game
    before = state.dump()
    for seat in range(state.players):
        legal = state.legal(seat)
        promise(
            legal == sorted(set(legal)), "legal moves come once, in ascending order", Fact(f"seat {seat} has {legal}")
        )
        check_rulebook(state, seat, legal)
        for action in legal:
            check_notation(state, seat, action)
            for language, spoken in SPOKEN.items():
                said = game.say(action, game.words(language))
                promise(bool(said), "a move has words", Fact(f"{game.text(action)} is nothing in {spoken}"))
        check_targets(state, seat, legal)
        for action in tried(game.actions, legal, rng):
            rule = state.why_not(seat, action)
            promise((rule is None) == (action in legal), "why_not refuses exactly what is not legal", action)
            if rule is not None:
                check_refusal(state, seat, action, rule)
        listed = list(legal)
        legal.clear()
        promise(state.legal(seat) == listed, "a list of moves is the caller's own", seat)
    promise(state.dump() == before, "asking changes nothing", differs(before, state.dump(), "before", "after"))


def check_targets(state: State, seat: int, legal: Sequence[int]) -> None:
    """Whoever touches the targets of a move means that move and no other."""
    view, meant = state.view(seat), dict[tuple[str, ...], int]()
    for action in legal:
        targets = tuple(sorted(state.game.targets(view, action)))
        first = meant.setdefault(targets, action)
        both = Fact(f"{state.game.text(first)} and {state.game.text(action)} are both made by touching {list(targets)}")
        promise(first == action, "every legal move has targets of its own", both)
    game = state.game
    together = game.touching(view, [game.moves[action] for action in legal])
    one_by_one = [game.targets(view, action) for action in legal]
    promise(together == one_by_one, "moves are touched alike one by one and together", (together, one_by_one))


def check_rulebook(state: State, seat: int, legal: Sequence[int]) -> None:
    """The rulebook, asked about every move of the game, forbids exactly those that are not listed as legal."""
    game = state.game
    board = game.rulebook.board(state, seat)
    listed = set(legal)
    for action, move in enumerate(game.moves):
        rule = game.rulebook.broken(board, move)
        if (rule is None) != (action in listed):
            said = "nothing" if rule is None else rule
            which = "lists it" if action in listed else "does not list it"
            fact = Fact(f"legal({seat}) {which}, while why_not answers {rule!r}")
            promise(False, f"legal moves are those that break no rule; {game.text(action)} breaks {said}", fact)
        if rule is not None:
            name, _, rule_id = rule.partition("/")
            promise(name == game.name and rule_id in game.rule_ids, "a refusal names a rule", rule)


def check_notation(state: State, seat: int, action: int) -> None:
    """A legal move is written in one word, which is read as that move."""
    text = state.game.text(action)
    promise(not set(text) & set(" ;\t\n"), "notation has no white space and no semicolon", text)
    try:
        read = state.game.parse(state, seat, text)
    except MoveError as error:
        raise Breach("notation reads back", f"{text!r} is legal for seat {seat}, but cannot be read: {error}") from None
    promise(read == action, "notation reads back", Fact(f"{text!r} is read as {state.game.text(read)!r}, move {read}"))


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
    promise(copy.dump() == before, "a copy is the same position", differs(before, copy.dump(), "here", "in the copy"))
    seat = pick(rng, state.turn())
    action = pick(rng, state.legal(seat))
    promise(state.commits(seat, action) in (True, False), "commits() says yes or no")
    text = state.game.text(action)
    copy.play(seat, action)
    # Asked first: a list that copies share makes the next promise fail too, and would be harder to find there.
    shared = differs(before, state.dump(), "before", f"after {text} was played on a copy: does copy() share a list?")
    promise(state.dump() == before, "playing on a copy leaves the original alone", shared)
    twin.apply(seat, action)
    led = differs(copy.dump(), twin.dump(), f"after play of {text}", "after apply")
    promise(copy.dump() == twin.dump(), "play and apply lead to the same position", led)
    try:
        travelled = pickle.loads(pickle.dumps(state)).dump()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise Breach("a state travels between processes", f"it cannot be pickled: {error}") from error
    promise(travelled == before, "a state travels between processes", differs(before, travelled, "here", "there"))


def check_dump(state: State) -> None:
    """A position written down reads back and goes on in the same way."""
    dump = state.dump()
    read = json.loads(json.dumps(dump))
    promise(read == dump, "a dump is plain data", differs(dump, read, "in the dump", "written as JSON and read"))
    try:
        back = state.game.load(read)
    except BadPosition as error:
        raise Breach("a dump reads back", f"load refuses it: {error}") from None
    promise(back.dump() == dump, "a dump reads back", differs(dump, back.dump(), "when written", "when read back"))
    promise(back.turn() == state.turn(), "a position read back has the same seats to decide")
    for seat in range(state.players):
        promise(back.legal(seat) == state.legal(seat), "a position read back has the same moves", seat)
    check_views(state, back, "in that of the position read back")


def check_views(state: State, other: State, there: str) -> None:
    """Every seat is shown another state of the same position alike: no view is left over from before the last move."""
    for seat in (None, *range(state.players)):
        shown, fresh = state.view(seat), other.view(seat)
        if shown != fresh:
            told = differs(plain(shown.facts), plain(fresh.facts), "in the view", there)
            promise(False, "a view follows every move", told)


def check_scores(state: State, bounds: Bounds) -> None:
    """Sheets add up to the scores, which keep within the declared bounds and have words in every language."""
    scores = state.scores()
    promise(len(scores) == state.players, "every seat has a score", scores)
    for seat, score in enumerate(scores):
        sheet = state.score_sheet(seat)
        lines = sum(line.points for line in sheet.lines)
        sums = Fact(f"seat {seat} scores {score}, its sheet says {sheet.total}, the lines come to {lines}")
        promise(sheet.total == score == lines, "a sheet adds up", sums)
        kept = Fact(f"seat {seat} has {score}, bounds() says {bounds.lowest} to {bounds.highest}")
        promise(bounds.lowest <= score <= bounds.highest, "scores keep within their bounds", kept)
        for line in sheet.lines:
            check_line(state, line)


def check_line(state: State, line: ScoreLine) -> None:
    """A line of a score sheet has words in every language and names a rule that every guide tells."""
    game = state.game
    name, _, rule = line.rule.partition("/")
    for language, spoken in SPOKEN.items():
        told = name == game.name and rule in game.guide(language).rules
        fact = Fact(f"the line {line.key!r} names {line.rule!r}, which the guide in {spoken} does not tell")
        promise(told, "a line of the score sheet names a rule of the guide", fact)
        try:
            said = game.say_score(line, game.words(language))
        except KeyError as error:
            missing = Fact(f"{error.args[0]!r} is missing in {spoken}, or in the fields {sorted(line.fields)}")
            raise Breach("a line of the score sheet has words", missing) from None
        promise(bool(said), "a line of the score sheet has words", Fact(f"{line.key!r} is nothing in {spoken}"))


def check_outcome(state: State) -> Outcome:
    """A game that is over says how it ended, and refuses every move."""
    outcome = state.outcome()
    if outcome is None:
        raise Breach("a game without a seat to decide has an outcome", "turn() is empty and outcome() is None")
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
