"""Bots from outside the house: found by name or handed over as objects, with an identity for the rows they play.

A bot is named as `module:Class`, or by an installed package in the entry point group `cloudtop.bots`. Only experiments
look here: a name that comes over the network is one of the house's (`cloudtop.bots.bot`), as finding imports code.
"""

from __future__ import annotations

import inspect
import operator
import os
import pickle
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from cloudtop.bots import BOTS
from cloudtop.bots.levels import SearchBot
from cloudtop.bots.perspective import Perspective
from cloudtop.bots.simple import Bot, GreedyBot, RandomBot
from cloudtop.core.errors import BadBot
from cloudtop.core.state import State

GROUP = "cloudtop.bots"
"""The entry point group of installed bots."""
WORD = re.compile(r"[^\s,]+")
"""A name or an identity is one word: lists in rows have blanks, lists on the command line commas."""
DIGITS = 12
"""Hexadecimal digits of an identity that is found from the source."""

AnyBot = str | Bot
"""A bot by name, or itself."""


class OwnBot(NamedTuple):
    """A bot from outside the house, as rows tell it."""

    name: str
    identity: str
    """Differs for a bot that may choose otherwise, so that its rows are not reused."""
    bot: Bot


class Entry(NamedTuple):
    """The bots of a run: their names, and those that are not the house's own."""

    names: tuple[str, ...]
    own: dict[str, OwnBot]


def entered(bots: Sequence[AnyBot]) -> Entry:
    """The bots of a run; `BadBot` where two different ones would have the same name in its rows.

    An unknown plain name is left alone: the code that plays the games refuses it.
    """
    names: list[str] = []
    own: dict[str, OwnBot] = {}
    for given in bots:
        found = None if given in BOTS else own_bot(given)
        if found is None:
            names.append(str(given))
            continue
        if found.name in BOTS:
            raise BadBot(f"the name {found.name!r} is taken by a bot of the house; give yours another one")
        if own.setdefault(found.name, found).identity != found.identity:
            raise BadBot(f"two different bots are called {found.name!r}; give one of them another name")
        names.append(found.name)
    return Entry(tuple(names), own)


def own_bot(given: AnyBot) -> OwnBot | None:
    """A bot from outside the house; None for a plain name that no package brings."""
    if isinstance(given, str):
        if ":" not in given and given not in {point.name for point in entry_points(group=GROUP)}:
            return None
        given = find_bot(given)
    name = getattr(given, "name", type(given).__name__)
    return OwnBot(word(name, f"the name of {type(given).__name__}"), identity_of(given), sound(given, repr(given)))


def find_bot(name: str) -> Bot:
    """The bot of a name: of the house, of an installed package, or `module:Class`.

    >>> find_bot("greedy").name
    'greedy'
    """
    if name in BOTS:
        return BOTS[name]
    if ":" in name:
        return imported(name)
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        known = ", ".join([*BOTS, *sorted(points)])
        raise BadBot(f"there is no bot {name!r}; expected one of {known}, or module:Class for your own")
    return imported(points[name].value, f"the bot {name} of {points[name].value}")


def imported(spec: str, what: str = "") -> Bot:
    """The bot at `module:Class` or `module:OBJECT`; modules of the current folder are found too."""
    module, _, path = spec.partition(":")
    what = what or f"the bot {spec}"
    top = module.partition(".")[0]
    here = os.getcwd()
    if top and here not in sys.path and "" not in sys.path and find_spec(top) is None:
        sys.path.append(here)
    try:
        found: object = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadBot(f"{what} cannot be imported: {error}; expected module:Class, looked for in {here} too") from None
    if isinstance(found, type):
        try:
            found = found()
        except TypeError as error:
            raise BadBot(f"{what} cannot be made: {error}; name an object of the module instead") from None
    return sound(found, what)


def sound(found: object, what: str) -> Bot:
    """The object, if it can choose moves."""
    if not callable(getattr(found, "choose", None)):
        raise BadBot(f"{what} is no bot: it has no method choose(perspective, rng)")
    return found  # type: ignore[return-value]  # Anything that chooses may play.


def identity_of(bot: object) -> str:
    """The identity of a bot in rows: its attribute `identity`, or a digest of its source and its state.

    >>> identity_of(BOTS["calm"])
    '40/1.0'
    """
    if type(bot) is SearchBot:
        return f"{bot.level.iterations}/{bot.level.freedom}"
    said = getattr(bot, "identity", None)
    if said is not None:
        return word(said, f"the identity of {type(bot).__name__}")
    text = sha256()
    for kind in type(bot).__mro__:
        if kind not in (object, Bot, RandomBot, GreedyBot, SearchBot) and kind.__module__ not in ("abc", "typing"):
            text.update(source_of(kind))
    try:
        text.update(pickle.dumps(getattr(bot, "__dict__", {}), protocol=4))
    except Exception as error:
        raise unidentified(type(bot), f"its state cannot be pickled ({error})") from None
    return text.hexdigest()[:DIGITS]


def source_of(kind: type) -> bytes:
    """The source of the module of a class; of one that was typed in, its own."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    try:
        if file is not None:
            path = Path(file)
            return (path if path.suffix == ".py" else Path(inspect.getsourcefile(kind) or file)).read_bytes()
        return inspect.getsource(kind).encode()
    except (OSError, TypeError) as error:
        raise unidentified(kind, f"its source cannot be read ({error})") from None


def unidentified(kind: type, why: str) -> BadBot:
    """The error of a bot whose identity cannot be found."""
    return BadBot(
        f"rows need to know which bot played: {kind.__name__} has no attribute `identity`, and {why}; "
        f"give it one, such as identity = 'v1', and change it with the bot"
    )


def word(text: object, what: str) -> str:
    """A text that is one word."""
    if not isinstance(text, str) or WORD.fullmatch(text) is None:
        raise BadBot(f"{what} is one word without blanks and commas, not {text!r}")
    return text


def checked_choice(bot: Bot, state: State, seat: int, rng: Random) -> int:
    """The move of a bot; one that is not legal raises `BadBot` with the rule."""
    action = operator.index(bot.choose(Perspective(state, seat), rng))
    if action not in state.legal(seat):
        rule = state.why_not(seat, action) if 0 <= action < state.game.actions else None
        move = state.game.text(action) if rule else str(action)
        name = getattr(bot, "name", type(bot).__name__)
        raise BadBot(f"{name} at seat {seat} of {state.game.name} chose {move}: {rule or 'that is no move'}")
    return action


def typed_in(bot: Bot) -> bool:
    """Whether the class of a bot was typed in at a prompt or in a notebook, where no other process finds it."""
    return type(bot).__module__ == "__main__" and not hasattr(sys.modules["__main__"], "__file__")
