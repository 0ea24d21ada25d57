"""Games with magic cards of your own.

The rulebook invites players to write tricks on blank cards. Such a card is a few steps in a TOML file:

    [magic.two-axes]
    title = "Two axes"
    steps = ["cut", "cut", "draw", "play crosswise"]

`with_custom` makes a game in which everybody may choose these cards too, with the option `magic = choose`.
"""

from __future__ import annotations

from pathlib import Path
from typing import SupportsIndex

from cloudtop.core.errors import BadPieces
from cloudtop.games.cloudy_kingdom.board import PRINTED, Book
from cloudtop.games.cloudy_kingdom.game import CloudyKingdomGame
from cloudtop.games.cloudy_kingdom.pieces import BOX
from cloudtop.games.cloudy_kingdom.steps import read_custom


class OwnMagicGame(CloudyKingdomGame):
    """Cloudy Kingdom with magic cards that a table wrote."""

    def __init__(self, text: str) -> None:
        taken = [side.name for side in BOX.magic] + PRINTED.names + PRINTED.codes
        custom = read_custom(text, [*taken, "cut", "turn", "discard", "swap", "keep", "magic", "pick", "pass"])
        super().__init__(Book(list(BOX.routes), list(BOX.magic), list(custom)))
        self.source = text

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[type[OwnMagicGame], tuple[str]]:
        return OwnMagicGame, (self.source,)


def with_custom(path: str | Path) -> OwnMagicGame:
    """The game with the magic cards of a file; `BadPieces` says what is wrong with one of them."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadPieces(f"magic of your own: {path} cannot be read: {error}") from None
    return OwnMagicGame(text)


def with_custom_text(text: str) -> OwnMagicGame:
    """The same, from the text of such a file."""
    return OwnMagicGame(text)
