"""What can go wrong, one class each, with a message that a player or a host can act on."""

from __future__ import annotations

from collections.abc import Sequence


class CloudtopError(Exception):
    """Something was asked that cannot be done; nothing has changed."""


class UnknownGame(CloudtopError):
    """No game has that name."""


class BadPlayers(CloudtopError):
    """The game is not played by that many."""


class BadOption(CloudtopError):
    """No such option, or a value it does not take."""


class BadRules(CloudtopError):
    """No version of the game's rules has that number."""


class BadSeed(CloudtopError):
    """The seed is not a whole number, or both a seed and a deal were given."""


class BadSeat(CloudtopError):
    """Nobody sits there."""


class BadDeal(CloudtopError):
    """The given order of shuffled things is not one that a shuffle can give."""


class BadPosition(CloudtopError):
    """A written position that cannot be."""


class BadPieces(CloudtopError):
    """A box of pieces that does not add up; `at` is where in its data, key by key, as far as one place is to blame."""

    def __init__(self, message: str, *at: str | int) -> None:
        self.at = at
        super().__init__(message)


class BadRecord(CloudtopError):
    """A record that cannot be read, or whose moves do not follow the rules."""


class BadLanguage(CloudtopError):
    """A language the house does not speak."""


class BadWords(CloudtopError):
    """A file of words that cannot be read."""


class BadBot(CloudtopError):
    """No bot has that name."""


class MoveError(CloudtopError):
    """A move that was not made."""


class NotAMove(MoveError):
    """The text, or the number, is no move of this game at all."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves; `moves` are those."""

    def __init__(self, message: str, moves: Sequence[int]) -> None:
        self.moves = tuple(moves)
        super().__init__(message)


class IllegalMove(MoveError):
    """A move of the game that is not legal here; `rule` names the rule that forbids it."""

    def __init__(self, rule: str, move: str = "") -> None:
        self.rule = rule
        self.move = move
        what = f"the move {move}" if move else "that move"
        super().__init__(f"{what} is not legal here: it breaks the rule {rule}")


class ContractBreach(CloudtopError):
    """A game broke a promise that every game makes; found by the conformance suite."""


class BadFigure(CloudtopError):
    """A figure of a guide that the engine does not confirm."""


class MissingExtra(CloudtopError, ImportError):
    """Something needs packages that are not installed with the house itself."""
