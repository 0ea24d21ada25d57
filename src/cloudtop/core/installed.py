"""Games that other packages bring: each is loaded by itself, and one that has a fault is left out with the reason."""

from __future__ import annotations

import contextlib
import re
import sys
import traceback
from collections.abc import Collection, Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from cloudtop.build import BUILD
from cloudtop.core.errors import BadPieces, BadWords, CloudtopError
from cloudtop.core.game import Game
from cloudtop.core.patience import Overlong, in_time
from cloudtop.core.printed import KNOWN, check_printed
from cloudtop.core.scene import Staging
from cloudtop.core.wording import SPOKEN, word_faults
from cloudtop.core.words import LANGUAGES

PATIENCE = 10.0
"""Seconds that a game may take to be loaded and looked at."""
HEAVIEST = 4_000_000
"""So many letters the drawings of a game have at most: everybody at a table is sent them."""
CROWDED = 5_000
"""So many items are seen at once at most."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class LeftOut(NamedTuple):
    """An installed game that cannot be played here, and why."""

    name: str
    """What its entry point calls it."""
    package: str
    """The distribution that brings it, with its version."""
    file: str
    """Where the fault is, as far as one file is to blame."""
    reason: str

    def __str__(self) -> str:
        """One line for the host."""
        return f"{self.name} of {self.package} is left out: {self.file}: {self.reason}"


class Fault(CloudtopError):
    """What is wrong with a game, and in which of its files."""

    def __init__(self, reason: str, file: str = "") -> None:
        self.file = file
        super().__init__(reason)


def sorted_out(points: Iterable[EntryPoint], house: Collection[str]) -> tuple[dict[str, EntryPoint], list[LeftOut]]:
    """Who may bring which name, and who comes too late: the house goes first, then packages in order."""
    first: dict[str, EntryPoint] = {}
    late: list[LeftOut] = []
    # The same package may lie in several places, as its source does beside what was built of it.
    for point in sorted({(point.name, point.value): point for point in points}.values(), key=bringer):
        if point.name in house or point.name in first:
            owner = "a game of the house" if point.name in house else bringer(first[point.name])
            reason = f"the name {point.name} is taken by {owner}"
            late.append(LeftOut(point.name, bringer(point), "pyproject.toml", reason))
        else:
            first[point.name] = point
    return first, late


def load(point: EntryPoint) -> Game | LeftOut:
    """The game of an entry point, or why it is left out, whatever the reason."""
    try:
        return load_one(point)
    except Fault as fault:
        file = fault.file or module_file(point)
        # Some errors name the file themselves.
        reason = str(fault).removeprefix(f"{file}: ").removeprefix(f"{file.rpartition('/')[2]}: ")
        return LeftOut(point.name, bringer(point), file, one_line(reason))


def bringer(point: EntryPoint) -> str:
    """The distribution that brings a game, with its version; of one that is not installed properly, its module."""
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.module


def module_file(point: EntryPoint) -> str:
    """The file that an entry point names."""
    return f"{point.module.replace('.', '/')}.py"


def one_line(text: str) -> str:
    """A text without line breaks, and not for ever."""
    return " ".join(text.split())[:300]


def load_one(point: EntryPoint) -> Game:
    """The game of an entry point, looked at closely; `Fault` tells what is wrong, whatever that is."""
    try:
        # A program that prints JSON shall not print what a package says while it is imported.
        with contextlib.redirect_stdout(sys.stderr):
            return in_time(lambda: sound_game(point), PATIENCE)
    except Fault:
        raise
    except Overlong:
        raise Fault(f"it was not loaded after {PATIENCE:.0f} seconds") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Fault(told(error), blamed_file(error, point)) from error


def told(error: BaseException) -> str:
    """What went wrong, in a line."""
    if isinstance(error, SystemExit):
        return f"it ends the program (SystemExit: {error})"
    return str(error) if isinstance(error, CloudtopError) else f"{type(error).__name__}: {error}"


def blamed_file(error: BaseException, point: EntryPoint) -> str:
    """The file of the package in which an error arose, with its line; the entry point's where it arose elsewhere."""
    top = point.module.partition(".")[0]
    if isinstance(error, SyntaxError) and error.filename:
        return f"{within(error.filename, top)}, line {error.lineno}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        place = within(frame.filename, top)
        if place != frame.filename:
            return f"{place}, line {frame.lineno}"
    return module_file(point)


def within(filename: str, top: str) -> str:
    """A file as its package calls it; one of another package as it is.

    >>> within("/usr/lib/python3/site-packages/stones/rules.py", "stones")
    'stones/rules.py'
    """
    parts = Path(filename).parts
    here = [number for number, part in enumerate(parts) if part in (top, f"{top}.py")]
    return "/".join(parts[here[-1] :]) if here else filename


def sound_game(point: EntryPoint) -> Game:
    """Import a game and look at everything that the house asks of any game before it is played."""
    if BUILD == "compiled" and (binary := compiled_apart(point.module.partition(".")[0])):
        raise Fault(f"it was compiled by itself and would crash; remove it, then: cloudtop build {point.name}", binary)
    found = point.load()
    if not isinstance(found, Game):
        raise Fault(f"{point.attr or point.module} is {type(found).__name__}, not a cloudtop.Game")
    if found.name != point.name:
        raise Fault(f"the game calls itself {found.name!r}, its entry point {point.name!r}")
    for reason, file in game_faults(found):
        raise Fault(reason, f"{found.package.replace('.', '/')}/{file}" if file and found.package else "")
    return found


def compiled_apart(package: str) -> str:
    """A binary of a package in which mypyc has compiled a `State` apart from the house's own; empty if there is none.

    Such a class has another layout than the house takes it for: the first call into it would crash the program.
    """
    spec = PathFinder.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for binary in sorted(path for suffix in EXTENSION_SUFFIXES for path in Path(folder).rglob(f"*{suffix}")):
            content = binary.read_bytes()
            if b"mypyc" in content and b"cloudtop.core.state" in content:
                return within(str(binary), package)
    return ""


def game_faults(game: Game) -> Iterator[tuple[str, str]]:
    """What is wrong with a game that nobody has played yet: the reason, and the file of its package."""
    if not NAME.fullmatch(game.name):
        yield f"{game.name!r} is no name of a game; expected small letters, digits and hyphens", ""
    if not game.player_counts or any(type(count) is not int or count < 1 for count in game.player_counts):
        yield f"player_counts is {game.player_counts!r}; expected numbers of players, as (2, 3)", ""
    try:
        check_printed(game)
    except BadPieces as error:
        yield str(error), KNOWN
    for option in game.options:
        if option.default not in option.values:
            yield f"{option!r} is no option with a default among its values", ""
    try:
        for fault in word_faults(game):
            yield fault, "words.toml"
    except BadWords as error:
        yield str(error), "words.toml"
    for language in LANGUAGES:
        yield from guide_faults(game, language)
    for file, read in (("lessons.toml", game.lessons), ("figures.toml", game.figures)):
        try:
            read()
        except CloudtopError as error:
            yield str(error), file
    yield from drawing_faults("sprites()", game.sprites())
    yield from drawing_faults("paints()", game.paints(), drawn=False)
    for players in game.player_counts:
        yield from opening_faults(game, players)


def guide_faults(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """What a guide lacks."""
    file = f"guide/{language}.md"
    try:
        told_rules = set(game.guide(language).rules)
    except OSError:
        yield f"there is no guide in {SPOKEN[language]}", file
        return
    for rule in game.rule_ids:
        if rule not in told_rules:
            yield f"the guide in {SPOKEN[language]} has no section for the rule {rule!r}", file


def drawing_faults(name: str, text: str, drawn: bool = True) -> Iterator[tuple[str, str]]:
    """What is wrong with a part of a game's drawings."""
    if len(text) > HEAVIEST:
        yield f"{name} gives {len(text):,} letters, and everybody is sent them; {HEAVIEST:,} are the most", ""
    elif drawn:
        try:
            ElementTree.fromstring(f'<svg xmlns:xlink="http://www.w3.org/1999/xlink">{text}</svg>')
        except ElementTree.ParseError as error:
            yield f"{name} gives no SVG: {error}", ""


def opening_faults(game: Game, players: int) -> Iterator[tuple[str, str]]:
    """What is wrong with the first position for so many players."""
    state = game.deal(players=players, seed=0)
    game.bounds(players, state.options)
    if not state.turn():
        yield f"a game of {players} has nobody to decide after the deal", ""
    for seat in (None, *range(players)):
        view = state.view(seat)
    for language in LANGUAGES:
        if not game.board_text(view, language):
            yield f"the first position has no text in {SPOKEN[language]}", ""
        for panel in game.scene(view, game.words(language), Staging()).panels:
            items = len(panel.items) + len(panel.slots)
            if items > CROWDED:
                yield f"the panel {panel.name!r} has {items:,} items; {CROWDED:,} are the most", ""
            yield from drawing_faults(f"the backdrop of the panel {panel.name!r}", panel.backdrop)
