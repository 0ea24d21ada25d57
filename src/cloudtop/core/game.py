"""A game: its name, its options, how it is dealt, written and drawn. One object per game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec
from typing_extensions import TypeVar

from cloudtop.core.chance import new_seed
from cloudtop.core.errors import (
    AmbiguousMove,
    BadOption,
    BadPieces,
    BadPlayers,
    BadPosition,
    BadRules,
    BadSeed,
    ContractBreach,
    IllegalMove,
    NotAMove,
)
from cloudtop.core.figure import Figures, figures_of
from cloudtop.core.guide import Guide, guide_of
from cloudtop.core.judge import Judge
from cloudtop.core.lesson import Lessons, lessons_of
from cloudtop.core.moves import Moves
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.scene import Panel, Part, Scene, Staging, text_panel, text_picture
from cloudtop.core.state import ScoreLine, State, Terms
from cloudtop.core.teller import Teller
from cloudtop.core.view import View
from cloudtop.core.words import Words, words_of

if TYPE_CHECKING:
    from cloudtop.core.observe import Observer

# A plain `Game` is one of any kind: what the house asks for.
S = TypeVar("S", bound=State, default=Any)
V = TypeVar("V", default=Any)
P = TypeVar("P", bound=msgspec.Struct, default=Any)
M = TypeVar("M", default=Any)

Value = bool | int | str


class Option(NamedTuple):
    """A choice made before the deal."""

    name: str
    default: Value
    values: tuple[Value, ...]
    since: int = 1
    """The rules version that brought the choice; before that the game was always played as `before` says."""
    before: Value = False
    former: tuple[Value, ...] = ()
    """Values that are no longer offered, but keep their meaning in what was written down with them."""

    def read(self, given: object) -> Value:
        """The allowed value that was given, itself or as text (`on`, `off`, `2`).

        >>> Option("requests", 0, (0, 1, 2)).read("2")
        2
        """
        for value in self.values + self.former:
            if given == written(value) or (type(given) is type(value) and given == value):
                return value
        allowed = ", ".join(written(value) for value in self.values)
        raise BadOption(f"option {self.name} does not take {given!r}; expected one of {allowed}")


def written(value: Value) -> str:
    """An option's value as people write it: on, off, a number or a word."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class Bounds(NamedTuple):
    """What a game promises of every play; the conformance suite holds it to that."""

    moves: int
    """No game lasts longer, counted in decisions."""
    legal: int
    """No decision has more legal moves."""
    lowest: int
    """No seat scores less."""
    highest: int
    """No seat scores more."""

    @property
    def points(self) -> bool:
        """Whether points are counted: where nobody can have more than one, it only says who won."""
        return self.highest > 1


HUES = ("blue", "red", "green", "purple", "yellow", "black")
"""The colours in which a page can mark a seat; every mark has a shape as well."""


class Game(Teller[S, V, M], ABC, Generic[S, V, P, M]):
    """A game of the library, generic over the types of its states, views, written positions and moves.

    A room makes one object of its own subclass and calls it `GAME`.
    """

    name: str
    """What it is called in code and on the command line, with hyphens."""
    rules_version: int
    """Raised whenever the same moves may lead elsewhere; every record carries it."""
    player_counts: tuple[int, ...]
    """How many can play, in ascending order; the first is usual."""
    options: tuple[Option, ...]
    """What can be chosen before the deal; none: `()`."""
    rule_ids: tuple[str, ...]
    """Every rule of the game, in the order of its guide; `name/id` is what a refusal cites."""
    moves: Moves[M]
    """Every move with its number: a value in words of the game, and its notation."""
    rulebook: Rulebook[S, M]
    """What forbids a move."""
    position_type: type[P]
    """A position in writing, secrets included."""
    judge: Judge = Judge()
    """What the bots are told about the game; this one tells nothing, and they search all the same."""
    box_data: Mapping[str, Any] | None = None
    """The box it is played with, as plain data, where that is not the one that `pieces.toml` describes."""
    next_option: Mapping[str, tuple[Value, Value]] = {}
    """Whoever has finished a game with the first value of an option is offered the other; words: `again.NAME`."""

    # ------------------------------------------------------------------ what a room defines

    @abstractmethod
    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """How long, how wide and how high a game can get under these terms."""

    @abstractmethod
    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """A deal: the order of everything that is shuffled or drawn by lot, as plain data."""

    @abstractmethod
    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> S:
        """The first position of a deal; `BadDeal` if no shuffle gives it."""

    @abstractmethod
    def facts(self, state: S, seat: int | None) -> Any:
        """What the seat (None: a spectator) knows of a position."""

    @abstractmethod
    def position(self, state: S) -> P:
        """The whole position in writing, secrets included."""

    @abstractmethod
    def restore(self, terms: Terms, position: P) -> S:
        """The state of a written position; `BadPosition` says what is impossible about it."""

    @abstractmethod
    def say_move(self, move: M, words: Words) -> str:
        """A move in the words of a language."""

    @abstractmethod
    def say_board(self, view: V, /, words: Words) -> str:
        """The position as text that reads well aloud."""

    # ------------------------------------------------------------------ what a room may define: its moves

    def read(self, state: S, seat: int, text: str) -> Sequence[M]:
        """The moves that a text can mean, legal or not, with a number or without, best reading first; none is none.

        By default those whose notation begins with the text.
        """
        begun = text.strip().lower()
        return [
            move
            for move, notation in zip(self.moves, self.moves.texts, strict=True)
            if begun and notation.lower().startswith(begun)
        ]

    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of a score sheet is for, in the words of a language; by default its key, its fields filled in."""
        return words(line.key, **line.fields)

    def touched(self, view: V, /, move: M) -> tuple[str, ...]:
        """What a player touches to make the move, one target per facet: `("hand:c3", "cell:b2")`.

        By default a target of its own that no panel shows, which a page makes a button.
        """
        return (f"move:{move}",)

    def touching(self, view: V, /, moves: Sequence[M]) -> list[tuple[str, ...]]:
        """The same for all moves that a player may make now, where it is known faster for all of them together."""
        return [self.touched(view, move) for move in moves]

    # ------------------------------------------------------------------ what a room may define: other boxes

    def boxed(self, box: Mapping[str, Any]) -> Game[S, V, P, M]:
        """The same game played with another box: plain data as in `pieces.toml`; `BadPieces` tells what is wrong."""
        raise BadPieces(f"{self.name} is played with its own box alone")

    def box_text(self) -> str:
        """The printed box as its file tells it, for an owner to begin with."""
        try:
            return (files(self.package) / "pieces.toml").read_text(encoding="utf-8")
        except OSError:
            raise BadPieces(f"{self.name} has no file of pieces") from None

    # ------------------------------------------------------------------ what a room may define: its options

    def option_values(self, option: Option, players: int) -> tuple[Value, ...]:
        """The values of an option among which so many players have a choice; of one or none there is no choice."""
        return option.values

    def say_option(self, option: Option, value: Value, words: Words) -> str:
        """A value of an option in the words of a language."""
        return words(f"option.{option.name}.{written(value)}")

    # ------------------------------------------------------------------ what a room may define: for learners

    def observer(self, terms: Terms) -> Observer:
        """Who writes what a seat knows as a row of numbers; without a room's own it is made from the facts' types.

        It needs the extra `lab`.
        """
        from cloudtop.core.survey import SurveyedObserver

        return SurveyedObserver(terms)

    # ------------------------------------------------------------------ what a room may define: memory

    def view(self, state: S, seat: int | None, public: V | None = None) -> V:
        """The knowledge of a seat (None: a spectator): a `View` of its facts, or a `Board` of the room.

        `public` is the spectator's view of the same position, if it is there already.
        """
        if public is None or seat is None:
            known = self.facts(state, seat)
        else:
            everybody: Any = public
            known = self.facts_beside(everybody.facts, state, seat)
        view: Any = View(self.name, state.players, state.options, seat, known)
        found: V = view
        return found

    def facts_beside(self, everybody: Any, state: S, seat: int) -> Any:
        """The same as `facts` for a seat, from what everybody knows of the position: a room may find only its own.

        What a page shows to several guests is made from it.
        """
        return self.facts(state, seat)

    def forgotten(self, facts: Any) -> Any:
        """The facts without what everybody saw and a player has to keep in mind, as around a real table.

        Only pages show it, at tables that were opened so; bots and records always have all the facts.
        """
        return facts

    # ------------------------------------------------------------------ what a room may define: its look

    def hues(self, players: int, options: Mapping[str, Value] | None = None) -> tuple[str, ...]:
        """In which of `HUES` a page marks the seats: where their pieces have colours, in those."""
        return tuple(HUES[seat % 4] for seat in range(players))

    def draw(self, view: V, /, words: Words, theme: str, staging: Staging[M]) -> str:
        """The position as a complete SVG picture; of a game that has no pictures yet, its text."""
        return text_picture(self.say_board(view, words))

    def parts(self, view: V, /, words: Words, staging: Staging[M]) -> Sequence[Part]:
        """The position as panels of placed sprites, for a page; of a game that has no pictures yet, its text."""
        return [drawn(text_panel(words("title"), self.say_board(view, words)))]

    def sprites(self) -> str:
        """The sprites of the scene and their gradients, to be put into a page once."""
        return ""

    def paints(self) -> str:
        """The colours of the sprites by day and at dusk, as CSS variables."""
        return ""

    # ------------------------------------------------------------------ what follows from it

    @property
    def actions(self) -> int:
        """Moves are the numbers 0 to `actions` - 1."""
        return len(self.moves)

    def text(self, action: int) -> str:
        """A move in notation; `parse` reads it back."""
        return self.moves.texts[action]

    def say(self, action: int, words: Words) -> str:
        """A move in the words of a language."""
        return self.say_move(self.moves[action], words)

    def targets(self, view: V, action: int) -> tuple[str, ...]:
        """What a player touches to make the move, one target per facet."""
        return self.touched(view, self.moves[action])

    @property
    def forgets(self) -> bool:
        """Whether there is something to keep in mind that a table can hide."""
        return type(self).forgotten is not Game.forgotten

    def scene(self, view: V, words: Words, staging: Staging[M]) -> Scene:
        """All panels of the position, drawn."""
        return Scene(tuple(part.draw() for part in self.parts(view, words, staging)))

    def with_box(self, box: Mapping[str, Any] | None) -> Game[S, V, P, M]:
        """The same game with that box, made once for all who play with it; None changes nothing."""
        if box is None or box == self.box_data:
            return self
        try:
            return boxed_once(self, json.dumps(box))
        except TypeError as error:
            raise BadPieces(f"a box is plain data: {error}") from None

    @cached_property
    def package(self) -> str:
        """The package of the room."""
        return type(self).__module__.rpartition(".")[0]

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return "GAME" if self.box_data is None else (unboxed, (type(self).__module__, dict(self.box_data)))

    def words(self, language: str = "en") -> Words:
        """The game's own words in a language."""
        return words_of(self.package, language)

    def guide(self, language: str = "en") -> Guide:
        """The game's rules, told in a language."""
        return guide_of(self.package, language)

    def lessons(self) -> Lessons:
        """The game's lessons; none where it has none, and with another box than the one they were written for."""
        return lessons_of(self.package) if self.box_data is None else Lessons()

    def figures(self) -> Figures:
        """The figures of the guide; none where it has none, and with another box than the one they were drawn for."""
        return figures_of(self.package) if self.box_data is None else Figures()

    def title(self, language: str = "en") -> str:
        """The name on the box."""
        return self.words(language)("title")

    def terms(
        self, players: int | None = None, options: Mapping[str, object] | None = None, rules: int | None = None
    ) -> Terms:
        """What is agreed before the deal, checked: a number of players, a value for every option, a rules version.

        Under an older version the choices that came later are settled as they were then.
        """
        version = self.rules_version if rules is None else rules
        if type(version) is not int or not 1 <= version <= self.rules_version:
            raise BadRules(f"{self.name} has the rules versions 1 to {self.rules_version}, not {version!r}")
        count = self.player_counts[0] if players is None else players
        if type(count) is not int or count not in self.player_counts:
            allowed = ", ".join(str(number) for number in self.player_counts)
            raise BadPlayers(f"{self.name} is not played by {count!r}; expected one of {allowed} players")
        if options is not None and not isinstance(options, Mapping):
            raise BadOption(f"options are a mapping of names to values, not {type(options).__name__}")
        given = dict(options or {})
        chosen: dict[str, Value] = {}
        for option in self.options:
            settled = option.default if option.since <= version else option.before
            chosen[option.name] = option.read(given.pop(option.name, settled))
            if option.since > version and chosen[option.name] != option.before:
                raise BadOption(f"option {option.name} came with rules version {option.since} of {self.name}")
        if given:
            known = ", ".join(option.name for option in self.options) or "none"
            raise BadOption(f"{self.name} has no option {next(iter(given))!r}; it has {known}")
        self.check_terms(count, chosen)
        return Terms(self, count, chosen, version)

    def check_terms(self, players: int, options: Mapping[str, Value]) -> None:
        """Refuse players and options that do not go together, with `BadOption` or `BadPlayers`; by default all do."""

    def deal(
        self,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        deal: Mapping[str, Any] | None = None,
        rules: int | None = None,
    ) -> S:
        """A new game, from a seed, from an explicit deal, or, with neither, from a seed nobody knows.

        It follows the present rules unless an older version is asked for.
        """
        terms = self.terms(players, options, rules)
        if deal is None:
            deal = self._shuffled(terms, new_seed() if seed is None else seed)
        elif seed is not None:
            raise BadSeed("give a seed or a deal, not both: a deal already says how everything was shuffled")
        return self.begin(terms, deal)

    def deal_of(
        self,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        rules: int | None = None,
    ) -> dict[str, Any]:
        """The deal that a seed stands for: the order of everything shuffled, as plain data."""
        return self._shuffled(self.terms(players, options, rules), seed)

    def _shuffled(self, terms: Terms, seed: object) -> dict[str, Any]:
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise BadSeed(f"a seed is a whole number, not {seed!r}")
        return self.shuffle(terms, Random(seed))

    def load(self, dump: Mapping[str, Any]) -> S:
        """The state a dump was made from, or a position written by hand; `BadPosition` for an impossible one."""
        if not isinstance(dump, Mapping):
            raise BadPosition(f"a position is a mapping of keys to values, not {type(dump).__name__}")
        if dump.get("game", self.name) != self.name:
            raise BadPosition(f"this is a position of {dump['game']!r}, not of {self.name}")
        if "players" not in dump:
            raise BadPosition("a position says how many play: the key 'players' is missing")
        if dump.get("box") is not None and dump["box"] != self.box_data:
            return self._own_box(dump["box"]).load({key: value for key, value in dump.items() if key != "box"})
        head = ("game", "rules", "players", "options", "box")
        written = {key: value for key, value in dump.items() if key not in head}
        try:
            terms = self.terms(dump["players"], dump.get("options"), dump.get("rules"))
            position = msgspec.convert(written, self.position_type)
        except (BadPlayers, BadOption, BadRules, msgspec.ValidationError) as error:
            raise BadPosition(f"this is no position of {self.name}: {error}") from None
        return self.restore(terms, position)

    def _own_box(self, box: object) -> Game[S, V, P, M]:
        """The same game with the box of a written position."""
        try:
            if not isinstance(box, Mapping):
                raise BadPieces(f"a box is a mapping of keys to values, not {type(box).__name__}")
            return self.with_box(box)
        except BadPieces as error:
            raise BadPosition(f"this position has a box that cannot be played with: {error}") from None

    def parse(self, state: S, seat: int, text: str, checked: bool = True) -> int:
        """The legal move that a text means, or one of three errors: not a move, not legal here, ambiguous.

        With `checked=False` an illegal move is read too, so that `why_not` can be asked about it; a legal reading goes
        first.
        """
        state.check_seat(seat)
        exact = self.moves.written(text)
        candidates = self.read(state, seat, text) if exact is None else [exact]
        if not candidates:
            raise NotAMove(f"{text!r} is no move of {self.name}; expected something like {self.example(state, seat)}")
        numbers = [self.moves.number(move) for move in candidates if move in self.moves]
        legal = [action for action in state.legal(seat) if action in numbers]
        if len(legal) == 1:
            return legal[0]
        if legal:
            meant = ", ".join(self.text(action) for action in legal)
            raise AmbiguousMove(f"{text!r} can mean several moves; say which: {meant}", legal)
        if not checked and candidates[0] in self.moves:
            return self.moves.number(candidates[0])
        rule = self.rulebook.why_not(state, seat, candidates[0])
        if rule is None:
            raise ContractBreach(f"{self.name}: no rule forbids {candidates[0]}, but it is not legal")
        raise IllegalMove(rule, str(candidates[0]))

    def example(self, state: S, seat: int) -> str:
        """A legal move in notation, to show what is expected; any move of the game if there is none."""
        legal = state.legal(seat)
        return self.text(legal[0] if legal else 0)

    def explain(self, error: IllegalMove, language: str = "en") -> str:
        """Why a move was refused, in the words of the guide."""
        return self.guide(language).rules[error.rule.partition("/")[2]].statement

    def board_text(self, view: V, language: str = "en") -> str:
        """The position as text that reads well aloud."""
        return self.say_board(view, self.words(language))

    def picture(
        self, view: V, language: str = "en", theme: str = "day", side: int = 0, names: Sequence[str] = ()
    ) -> str:
        """The position as a complete SVG picture."""
        return self.draw(view, self.words(language), theme, Staging(side, names))


def drawn(panel: Panel) -> Part:
    """A part that is drawn already."""
    return Part(panel.name, panel, lambda: panel)


@lru_cache(maxsize=64)
def boxed_once(game: Game, box: str) -> Game:
    """A game with another box, written as JSON."""
    return game.boxed(json.loads(box))


def unboxed(module: str, box: Mapping[str, Any]) -> Game:
    """The game of a room's module with a box that travelled with it."""
    game: Game = import_module(module).GAME
    return game.with_box(box)
