"""A game: its name, its options, how it is dealt, written and drawn. One object per game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple

import msgspec
from typing_extensions import TypeVar

from cloudtop.core.chance import new_seed
from cloudtop.core.errors import (
    AmbiguousMove,
    BadOption,
    BadPieces,
    BadPlayers,
    BadPosition,
    BadSeed,
    IllegalMove,
    NotAMove,
)
from cloudtop.core.guide import Guide, guide_of
from cloudtop.core.judge import Judge
from cloudtop.core.moves import Moves
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.scene import Scene, Staging, text_panel, text_picture
from cloudtop.core.state import ScoreLine, State, Terms
from cloudtop.core.view import View
from cloudtop.core.words import Words, words_of

# A plain `Game` is one of any kind: what the house asks for.
S = TypeVar("S", bound=State, default=Any)
F = TypeVar("F", bound=msgspec.Struct, default=Any)
P = TypeVar("P", bound=msgspec.Struct, default=Any)
M = TypeVar("M", default=Any)

Value = bool | int | str


class Option(NamedTuple):
    """A choice made before the deal."""

    name: str
    default: Value
    values: tuple[Value, ...]

    def read(self, given: object) -> Value:
        """The allowed value that was given, itself or as text (`on`, `off`, `2`).

        >>> Option("requests", 0, (0, 1, 2)).read("2")
        2
        """
        for value in self.values:
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


HUES = ("blue", "red", "green", "purple", "yellow", "black")
"""The colours in which a page can mark a seat; every mark has a shape as well."""


class Game(ABC, Generic[S, F, P, M]):
    """One game of the library: its states, the facts of its views, its written positions and its moves are types.

    A room makes one object of its own subclass and calls it `GAME`.
    """

    name: str
    """What it is called in code and on the command line, with hyphens."""
    rules_version: int
    """Raised whenever the same moves may lead elsewhere; every record carries it."""
    player_counts: tuple[int, ...]
    options: tuple[Option, ...]
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
    def facts(self, state: S, seat: int | None) -> F:
        """What the seat (None: a spectator) knows of a position."""

    @abstractmethod
    def position(self, state: S) -> P:
        """The whole position in writing, secrets included."""

    @abstractmethod
    def restore(self, terms: Terms, position: P) -> S:
        """The state of a written position; `BadPosition` says what is impossible about it."""

    @abstractmethod
    def read(self, state: S, seat: int, text: str) -> Sequence[M]:
        """The moves that a text can mean, legal or not, with a number or without, best reading first; none is none."""

    @abstractmethod
    def say_move(self, move: M, words: Words) -> str:
        """A move in the words of a language."""

    @abstractmethod
    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of a score sheet is for, in the words of a language."""

    @abstractmethod
    def say_board(self, view: View[F], words: Words) -> str:
        """The position as text that reads well aloud."""

    @abstractmethod
    def touched(self, view: View[F], move: M) -> tuple[str, ...]:
        """What a player touches to make the move, one target per facet: `("hand:c3", "cell:b2")`."""

    # ------------------------------------------------------------------ what a room may define: other boxes

    def boxed(self, text: str) -> Game[S, F, P, M]:
        """The same game with another box, written like its `pieces.toml`; `BadPieces` says what is wrong with it."""
        raise BadPieces(f"{self.name} is played with its own box alone")

    # ------------------------------------------------------------------ what a room may define: its look

    def hues(self, players: int) -> tuple[str, ...]:
        """In which of `HUES` a page marks the seats: where their pieces have colours, in those."""
        return tuple(HUES[seat % 4] for seat in range(players))

    def draw(self, view: View[F], words: Words, theme: str, staging: Staging[M]) -> str:
        """The position as a complete SVG picture; of a game that has no pictures yet, its text."""
        return text_picture(self.say_board(view, words))

    def scene(self, view: View[F], words: Words, staging: Staging[M]) -> Scene:
        """The position as panels of placed sprites, for a page; of a game that has no pictures yet, its text."""
        return Scene((text_panel(words("title"), self.say_board(view, words)),))

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

    def targets(self, view: View[F], action: int) -> tuple[str, ...]:
        """What a player touches to make the move, one target per facet."""
        return self.touched(view, self.moves[action])

    @property
    def package(self) -> str:
        """The package of the room."""
        return type(self).__module__.rpartition(".")[0]

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        return "GAME"

    def words(self, language: str = "en") -> Words:
        """The game's own words in a language."""
        return words_of(self.package, language)

    def guide(self, language: str = "en") -> Guide:
        """The game's rules, told in a language."""
        return guide_of(self.package, language)

    def title(self, language: str = "en") -> str:
        """The name on the box."""
        return self.words(language)("title")

    def terms(self, players: int | None = None, options: Mapping[str, object] | None = None) -> Terms:
        """What is agreed before the deal, checked: a number of players and a value for every option."""
        count = self.player_counts[0] if players is None else players
        if type(count) is not int or count not in self.player_counts:
            allowed = ", ".join(str(number) for number in self.player_counts)
            raise BadPlayers(f"{self.name} is not played by {count!r}; expected one of {allowed} players")
        if options is not None and not isinstance(options, Mapping):
            raise BadOption(f"options are a mapping of names to values, not {type(options).__name__}")
        given = dict(options or {})
        chosen: dict[str, Value] = {}
        for option in self.options:
            chosen[option.name] = option.read(given.pop(option.name, option.default))
        if given:
            known = ", ".join(option.name for option in self.options) or "none"
            raise BadOption(f"{self.name} has no option {next(iter(given))!r}; it has {known}")
        self.check_terms(count, chosen)
        return Terms(self, count, chosen)

    def check_terms(self, players: int, options: Mapping[str, Value]) -> None:
        """Refuse players and options that do not go together; a room overrides it where some do not."""

    def deal(
        self,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        deal: Mapping[str, Any] | None = None,
    ) -> S:
        """A new game, from a seed, from an explicit deal, or, with neither, from a seed nobody knows."""
        terms = self.terms(players, options)
        if deal is None:
            deal = self._shuffled(terms, new_seed() if seed is None else seed)
        elif seed is not None:
            raise BadSeed("give a seed or a deal, not both: a deal already says how everything was shuffled")
        return self.begin(terms, deal)

    def deal_of(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None
    ) -> dict[str, Any]:
        """The deal that a seed stands for: the order of everything shuffled, as plain data."""
        return self._shuffled(self.terms(players, options), seed)

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
        if dump.get("rules", self.rules_version) != self.rules_version:
            raise BadPosition(
                f"this position follows rules version {dump['rules']!r}; {self.name} has version {self.rules_version}"
            )
        if "players" not in dump:
            raise BadPosition("a position says how many play: the key 'players' is missing")
        head = ("game", "rules", "players", "options")
        written = {key: value for key, value in dump.items() if key not in head}
        try:
            terms = self.terms(dump["players"], dump.get("options"))
            position = msgspec.convert(written, self.position_type)
        except (BadPlayers, BadOption, msgspec.ValidationError) as error:
            raise BadPosition(f"this is no position of {self.name}: {error}") from None
        return self.restore(terms, position)

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
        assert rule is not None
        raise IllegalMove(rule, str(candidates[0]))

    def example(self, state: S, seat: int) -> str:
        """A legal move in notation, to show what is expected; any move of the game if there is none."""
        legal = state.legal(seat)
        return self.text(legal[0] if legal else 0)

    def explain(self, error: IllegalMove, language: str = "en") -> str:
        """Why a move was refused, in the words of the guide."""
        return self.guide(language).rules[error.rule.partition("/")[2]].statement

    def board_text(self, view: View[F], language: str = "en") -> str:
        """The position as text that reads well aloud."""
        return self.say_board(view, self.words(language))

    def picture(
        self, view: View[F], language: str = "en", theme: str = "day", side: int = 0, names: Sequence[str] = ()
    ) -> str:
        """The position as a complete SVG picture."""
        return self.draw(view, self.words(language), theme, Staging(side, names))
