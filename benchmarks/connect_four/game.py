"""Connect four as one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from cloudtop.core.errors import BadDeal, BadPosition
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.guide import Guide, read_guide
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.state import ScoreLine, Terms
from cloudtop.core.view import View
from cloudtop.core.words import LANGUAGES, Words, check_language

from .moves import COLUMNS, LETTERS, MOVES, ROWS, Drop
from .state import BOTTOM, CELLS, HEIGHT, ConnectFour, four

if TYPE_CHECKING:
    from cloudtop.core.observe import Observer

DISCS = "xo"
"""A disc of either seat, in writing."""


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything, as nothing is hidden: each column from the bottom up, `xxo`; the seats take turns, and 0 begins."""

    columns: tuple[str, ...]


class Seated:
    """The board as one of the players asks about it."""

    def __init__(self, state: ConnectFour, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.columns = columns_of(state)


def over(table: Seated, move: Drop) -> bool:
    """Nothing is played after four in a row."""
    return table.state.winner >= 0


def turn(table: Seated, move: Drop) -> bool:
    """The seats take turns."""
    return int(table.state.count) % 2 != table.seat


def full(table: Seated, move: Drop) -> bool:
    """A column holds six discs."""
    return len(table.columns[move.column]) == ROWS


def columns_of(state: ConnectFour) -> tuple[str, ...]:
    """The board in writing."""
    written = []
    for column in range(COLUMNS):
        discs = ""
        for row in range(ROWS):
            cell = 2 ** (HEIGHT * column + row)
            if int(state.first) & cell:
                discs += DISCS[0]
            elif int(state.second) & cell:
                discs += DISCS[1]
        written.append(discs)
    return tuple(written)


WORDS: dict[str, tuple[str, str, str]] = {
    "title": ("Connect four", "Puissance quatre", "四目並べ"),
    "minutes": ("5–10", "5–10", "5〜10"),
    "tagline": ("Four in a row.", "Quatre d’affilée.", "4つ並べましょう。"),
    "move": ("a disc into {column}", "un jeton en {column}", "{column}列に落とす"),
    "score.four": ("four in a row", "quatre d’affilée", "4つ並んだ"),
}
RULES: dict[str, tuple[str, str, str]] = {
    "over": ("The game is over.", "La partie est finie.", "ゲームは終わりました。"),
    "turn": ("Play in your turn.", "Jouez à votre tour.", "自分の番に行動します。"),
    "full": ("A column holds six discs.", "Une colonne contient six jetons.", "1列に入るのは6個です。"),
    "four": ("Four in a row win.", "Quatre d’affilée gagnent.", "4つ並べば勝ちです。"),
}


class ConnectFourGame(Game[ConnectFour, View[Facts], Facts, Drop]):
    """Let discs fall, and have four in a row."""

    name = "connect-four"
    rules_version = 1
    player_counts = (2,)
    options: tuple[Option, ...] = ()
    rule_ids = tuple(RULES)
    moves = MOVES
    rulebook: Rulebook[ConnectFour, Drop] = Rulebook("connect-four", Seated, {Drop: (over, turn, full)})
    position_type = Facts

    def words(self, language: str = "en") -> Words:
        """Words that are kept in this module."""
        column = LANGUAGES.index(check_language(language))
        return Words(language, {key: texts[column] for key, texts in WORDS.items()})

    def guide(self, language: str = "en") -> Guide:
        """A guide that is kept in this module."""
        column = LANGUAGES.index(check_language(language))
        sections = [f"### {rule} {{#{rule}}}\n\n{texts[column]}\n" for rule, texts in RULES.items()]
        return read_guide(language, f"# {self.title(language)}\n\n" + "\n".join(sections))

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """At most every cell is filled."""
        return Bounds(moves=CELLS, legal=COLUMNS, lowest=0, highest=1)

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """Nothing is left to chance."""
        return {}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> ConnectFour:
        """An empty board."""
        if deal != {}:
            raise BadDeal("nothing is dealt in connect four")
        return ConnectFour(terms, 0, 0, 0, -1)

    def facts(self, state: ConnectFour, seat: int | None) -> Facts:
        """The board."""
        return Facts(columns_of(state))

    def position(self, state: ConnectFour) -> Facts:
        """The board."""
        return Facts(columns_of(state))

    def restore(self, terms: Terms, position: Facts) -> ConnectFour:
        """The state of a board on which the seats have taken turns."""
        if len(position.columns) != COLUMNS or any(len(discs) > ROWS for discs in position.columns):
            raise BadPosition(f"there are {COLUMNS} columns of at most {ROWS} discs")
        sides = [0, 0]
        for column, discs in enumerate(position.columns):
            for row, disc in enumerate(discs):
                if disc not in DISCS:
                    raise BadPosition(f"a disc is one of {DISCS}, not {disc!r}")
                sides[DISCS.index(disc)] += int(BOTTOM[column]) * 2**row
        counts = [side.bit_count() for side in sides]
        if counts[0] - counts[1] not in (0, 1):
            raise BadPosition("the seats take turns, and the first begins")
        last = 1 if counts[0] == counts[1] else 0
        if four(sides[1 - last]):
            raise BadPosition("nothing is played after four in a row")
        return ConnectFour(terms, sides[0], sides[1], sum(counts), last if four(sides[last]) else -1)

    def observer(self, terms: Terms) -> Observer:
        """Who writes the discs as numbers; it needs the extra `lab`."""
        from .observe import ConnectFourObserver

        return ConnectFourObserver()

    def read(self, state: ConnectFour, seat: int, text: str) -> Sequence[Drop]:
        """The letter of a column, large or small."""
        letter = text.strip().lower()
        return [Drop(LETTERS.index(letter))] if len(letter) == 1 and letter in LETTERS else []

    def say_move(self, move: Drop, words: Words) -> str:
        """A move as a phrase."""
        return words("move", column=move)

    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of the score sheet is for."""
        return words(line.key)

    def say_board(self, view: View[Facts], words: Words) -> str:
        """The board as text, the top row first."""
        rows = [" ".join(column[row : row + 1] or "." for column in view.facts.columns) for row in range(ROWS)]
        return "\n".join([*reversed(rows), " ".join(LETTERS)])

    def touched(self, view: View[Facts], move: Drop) -> tuple[str, ...]:
        """The column."""
        return (f"column:{move}",)


GAME = ConnectFourGame()
