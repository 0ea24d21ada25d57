"""The promises about what a seat may know: what it is shown, what it imagines, and what a move reveals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from cloudtop.core.board import Board, Component
from cloudtop.core.errors import BadPosition
from cloudtop.core.state import State
from cloudtop.core.view import plain
from cloudtop.testing.breach import Breach, Fact, differs, promise, short

WORLDS = 3
"""So many positions are imagined to see whether a move shows something."""
MOST_MOVES = 6
"""So many moves are looked at that do not commit."""
SAME, TRIES = 12, 300
"""So many imagined positions in which a move shows the same, out of so many at most, tell what it gives away."""


def check_secrecy(state: State, seat: int, rng: Random) -> None:
    """Whatever the seat cannot know makes no difference to what it gets."""
    view = state.view(seat)
    promise(json.loads(json.dumps(view.to_dict())) == view.to_dict(), "a view is plain data")
    beside = plain(state.game.facts_beside(state.view(None).facts, state, seat))
    promise(
        beside == facts_of(state, seat),
        "a seat knows the same beside what everybody knows",
        differs(facts_of(state, seat), beside, f"for seat {seat}", "found beside what everybody knows"),
    )
    chance = int(rng.random() * 1_000_000_007)
    other = state.imagine(seat, Random(chance))
    known, imagined = facts_of(state, seat), facts_of(other, seat)
    promise(
        other.view(seat) == view,
        "an imagined position looks the same to the seat",
        differs(known, imagined, f"for seat {seat}", "in what it imagines: it is shown a secret, or imagines too much"),
    )
    promise(
        other.view(None) == state.view(None),
        "a spectator knows nothing that a seat does not",
        differs(facts_of(state, None), facts_of(other, None), "for a spectator", f"in what seat {seat} imagines"),
    )
    promise(
        other.legal(seat) == state.legal(seat),
        "an imagined position has the same legal moves",
        differs(state.legal(seat), other.legal(seat), f"for seat {seat}", "in what it imagines"),
    )
    promise(other.turn() == state.turn(), "an imagined position has the same seats to decide", other.turn())
    told = f"in what seat {seat} imagines: everybody sees the sheets, so what is secret counts at the end alone"
    for player in range(state.players):
        promise(
            other.score_sheet(player) == state.score_sheet(player),
            "scores tell no secret",
            differs(sheet_of(state, player), sheet_of(other, player), f"on the sheet of seat {player}", told),
        )
    again = other.imagine(seat, Random(chance))
    promise(
        again.dump() == other.dump(),
        "the same view and generator imagine the same position",
        differs(other.dump(), again.dump(), "once", f"again: what seat {seat} cannot know decides what it imagines"),
    )
    check_possible(other, seat)
    for action in state.legal(seat)[:1]:
        others = state.game.targets(other.view(seat), action) == state.game.targets(view, action)
        promise(others, "targets follow from the view alone", seat)
    if isinstance(view, Board):
        check_components(view)
    twin = state.copy()
    spoil(twin.view(seat).facts)
    promise(
        twin.view(seat) == view,
        "a view shares nothing with the game",
        differs(known, facts_of(twin, seat), "in the game", "after somebody has changed a list of the view"),
    )


def facts_of(state: State, seat: int | None) -> Any:
    """What a seat knows, as plain data."""
    return plain(state.view(seat).facts)


def sheet_of(state: State, seat: int) -> Any:
    """A score sheet as plain data."""
    sheet = state.score_sheet(seat)
    return {"total": sheet.total, "lines": [line._asdict() for line in sheet.lines]}


def check_possible(imagined: State, seat: int) -> None:
    """What is imagined can be: nothing that lies elsewhere is drawn a second time."""
    try:
        imagined.game.load(imagined.dump())
    except BadPosition as error:
        raise Breach("an imagined position can be", f"what seat {seat} imagines cannot be loaded: {error}") from None


PLAIN = (bool, int, float, str, type(None), frozenset)
"""Types of values that a board may hold besides components."""


def check_components(board: Board) -> None:
    """Check that a board reaches components and plain values alone, and so no part of the position."""
    seen, ahead = set[int](), [*vars(board).values()]
    while ahead:
        part = ahead.pop()
        if id(part) in seen or isinstance(part, PLAIN):
            continue
        seen.add(id(part))
        if isinstance(part, tuple | list):
            ahead += part
        elif isinstance(part, Mapping):
            ahead += [*part.keys(), *part.values()]
        else:
            fact = Fact(f"it holds a {type(part).__name__}")
            promise(isinstance(part, Component), "a board is made of components", fact)
            ahead += [getattr(part, name) for name in type(part).__slots__]


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


def played(state: State, seat: int, action: int) -> State:
    """The position after a move."""
    after = state.copy()
    after.apply(seat, action)
    return after


def check_commits(state: State, seat: int, rng: Random) -> None:
    """A move that can be taken back freely shows its player nothing new and does not end the turn."""
    free = [action for action in state.legal(seat) if not state.commits(seat, action)]
    for action in free[:MOST_MOVES]:
        text, after = state.game.text(action), played(state, seat, action)
        ended = bool(after.turn()) and seat not in after.turn()
        promise(not ended, "a move that ends the turn commits", Fact(f"after {text} it is the turn of {after.turn()}"))
        for _ in range(WORLDS):
            world = state.imagine(seat, rng)
            other = played(world, seat, action)
            where = f"after {text} for seat {seat}"
            promise(
                other.view(seat) == after.view(seat),
                "a move that reveals something commits",
                differs(facts_of(after, seat), facts_of(other, seat), where, "where what it cannot know is different"),
            )


class Secrets:
    """Counts, over many positions, what is secret from a seat, and how often imagining draws it anew.

    Of a single position nobody can tell whether `imagine` peeks: the true position is one of those that may be.
    """

    ENOUGH = 30
    """If so many secrets were imagined exactly as they are, that was no chance."""
    REVEALED = 4
    """So many moves that show something are looked at closely."""

    def __init__(self) -> None:
        self.kept = 0
        self.redrawn = 0
        self.revealed = 0

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
        fact = Fact(f"{self.kept} times a seat imagined exactly what others hide: it may look at what is there")
        promise(self.redrawn > 0 or self.kept < self.ENOUGH, "imagine draws anew what is secret", fact)

    def look_at_move(self, before: State, seat: int, action: int, rng: Random) -> None:
        """What a move shows to the others is known to them from then on; else it should not have been shown."""
        if self.revealed >= self.REVEALED or before.secret(seat, action):
            return
        after = played(before, seat, action)
        for other in range(before.players):
            if other != seat and self.revealed < self.REVEALED:
                self.compare(before, after, seat, other, action, rng)

    def compare(self, before: State, after: State, seat: int, other: int, action: int, rng: Random) -> None:
        """Compare what follows from what a seat was shown with what it imagines afterwards."""
        shown = after.view(other)
        world = before.imagine(other, rng)
        if action not in world.legal(seat) or played(world, seat, action).view(other) == shown:
            return
        self.revealed += 1
        certain = common(what_follows(before, shown, seat, other, action, rng))
        # What everybody can see is no secret of the player's.
        public = leaves(facts_of(after, other))
        for _ in range(SAME):
            held = leaves(facts_of(after.imagine(other, rng), seat))
            for (path, value), count in certain.items():
                if held[path, value] < count and public[path, value] < count:
                    text = before.game.text(action)
                    was = differs(facts_of(after, other), facts_of(played(world, seat, action), other), "", "elsewhere")
                    told = was.partition(" , and ")[0]
                    raise Breach(
                        "what a move shows is known from then on",
                        f"after {text} seat {other} is shown that {told}, so seat {seat} must have {path} ="
                        f" {short(repr(value))}; but seat {other} imagines it without. Either that is shown to too"
                        " many, or imagine forgets it",
                    )


def what_follows(before: State, shown: Any, seat: int, other: int, action: int, rng: Random) -> Iterator[Counter[Any]]:
    """What the mover has wherever the move would have shown the same; nothing where that is too rare to tell."""
    found: list[Counter[Any]] = []
    for _ in range(TRIES):
        world = before.imagine(other, rng)
        if action in world.legal(seat):
            then = played(world, seat, action)
            if then.view(other) == shown:
                found.append(leaves(facts_of(then, seat)))
                if len(found) >= SAME:
                    return iter(found)
    return iter(())


def common(found: Iterator[Counter[Any]]) -> Counter[Any]:
    """What all have, as often as all have it."""
    all_have: Counter[Any] | None = None
    for one in found:
        all_have = one if all_have is None else all_have & one
    return Counter() if all_have is None else all_have


def leaves(data: Any) -> Counter[Any]:
    """The values inside plain data with the names of their places; where in a list they stand does not count."""
    return Counter(placed(data, ""))


def placed(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every value with its place."""
    if isinstance(data, Mapping):
        for key, inner in data.items():
            yield from placed(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list | tuple):
        for inner in data:
            yield from placed(inner, f"{path}[]")
    else:
        yield path, data
