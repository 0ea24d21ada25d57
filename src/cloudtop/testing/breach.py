"""How a broken promise is told: what was promised, what was seen, where, and the command that shows it again."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from cloudtop.core.errors import ContractBreach
from cloudtop.core.game import Game, Value, written
from cloudtop.games import game as game_named
from cloudtop.games import games

COMMAND = "python -m cloudtop.testing"
LONGEST = 160
"""No fact is told with more letters."""


class Place(NamedTuple):
    """Where a promise was broken: a game of one seed after so many moves; or somewhere in many games."""

    game: Game
    players: int
    options: Mapping[str, Value]
    seed: int
    move: int | None = None
    games: int = 0

    def __str__(self) -> str:
        """The place in words, and the command that leads there."""
        options = [f"{name}={written(value)}" for name, value in self.options.items()]
        where = (
            f"{self.games} games from seed {self.seed}" if self.move is None else f"seed {self.seed}, move {self.move}"
        )
        told = ", ".join([self.game.name, f"{self.players} players", *options, where])
        command = [COMMAND, "--game", called(self.game), "--players", str(self.players)]
        command += [part for option in options for part in ("--option", option)]
        command += ["--seed", str(self.seed)]
        command += ["--games", str(self.games), "--here"] if self.move is None else ["--move", str(self.move)]
        return f"{told}; to see it again: {' '.join(command)}"


class Breach(ContractBreach):
    """A promise that was not kept."""

    def __init__(self, promised: str, fact: str = "", place: Place | None = None) -> None:
        self.promised = promised
        self.fact = fact
        self.place = place
        seen = f": {fact}" if fact else ""
        super().__init__(f"broken promise: {promised}{seen}" + (f" ({place})" if place is not None else ""))


def promise(kept: bool, what: str, seen: object = None) -> None:
    """Raise `Breach` unless the promise is kept; what is seen instead is a sentence, or any value."""
    if not kept:
        raise Breach(what, "" if seen is None else seen if isinstance(seen, Fact) else repr(seen))


class Fact(str):
    """What was seen, as a sentence."""


@contextlib.contextmanager
def taking_place(place: Place) -> Iterator[None]:
    """Let whatever goes wrong inside say where it went wrong; what a game raises breaks a promise as well."""
    try:
        yield
    except Breach as breach:
        raise Breach(breach.promised, breach.fact, breach.place or place) from breach.__cause__
    except ContractBreach as error:
        raise Breach("a game keeps its contract", str(error), place) from error
    except Exception as error:
        raise Breach("a game answers whatever it is asked", failure(error), place) from error


def failure(error: Exception) -> str:
    """What was raised, and by which line."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = f"no word for {error.args[0]!r}" if isinstance(error, KeyError) and error.args else f"{error}"
    return short(f"{type(error).__name__}: {what} ({Path(frame.filename).name}, line {frame.lineno}, in {frame.name})")


def called(game: Game) -> str:
    """How a command names a game: as the library does, or by its module where it is not in the library."""
    if game.name in games() and type(game_named(game.name)) is type(game):
        return game.name
    module = type(game).__module__
    found = getattr(sys.modules.get(module) or import_module(module), "GAME", None)
    return f"{module}:GAME" if type(found) is type(game) else f"{module}:{type(game).__name__}"


# ---------------------------------------------------------------------- what differs


def difference(one: Any, other: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """The first place at which two pieces of plain data differ, and what each has there; None if they are equal.

    >>> difference({"hands": [[1, 2], [3]]}, {"hands": [[1, 4], [3]]})
    ('hands[0][1]', 2, 4)
    """
    if one == other and type(one) is type(other):
        return None
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            inner = f"{path}.{key}" if path else str(key)
            found = difference(one.get(key), other.get(key), inner)
            if found is not None:
                return found
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for number, (left, right) in enumerate(zip_longest(one, other)):
            found = difference(left, right, f"{path}[{number}]")
            if found is not None:
                return found
    return None if one == other else (path, one, other)


def differs(one: Any, other: Any, here: str, there: str) -> Fact:
    """Where two pieces of plain data differ, as a sentence: `here` has one, `there` has the other."""
    found = difference(one, other)
    if found is None:
        return Fact("they are equal as data, but not as objects")
    path, left, right = found
    return Fact(f"{path or 'it'} is {short(repr(left))} {here}, and {short(repr(right))} {there}")


def short(text: str) -> str:
    """A text that is not too long to be read."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
