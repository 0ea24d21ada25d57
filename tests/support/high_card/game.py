"""High Card as one object."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
from tests.support.high_card.state import CARDS, DRAW, HAND, HighCard

from cloudtop.core.chance import shuffled
from cloudtop.core.errors import BadDeal, BadPosition
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.guide import Guide, read_guide
from cloudtop.core.moves import Moves
from cloudtop.core.rulebook import Rulebook
from cloudtop.core.state import Terms
from cloudtop.core.view import View
from cloudtop.core.words import LANGUAGES, Words, check_language


class Move(NamedTuple):
    """Draw, or play a card."""

    card: int

    def __str__(self) -> str:
        return f"play-{self.card}" if self.card else "draw"


class Facts(msgspec.Struct, frozen=True):
    """What a seat knows."""

    deck: int
    hand: tuple[int, ...]
    """One's own; a spectator has none."""
    hands: tuple[int, ...]
    """How many cards everybody has."""
    played: tuple[tuple[int, ...], ...]
    seat: int
    drawn: bool
    last: str = ""
    """What can be told about the last card that was drawn."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything."""

    deck: list[int]
    hands: list[list[int]]
    played: list[list[int]]
    seat: int
    drawn: int


class Table:
    """The table as one of the players asks about it."""

    def __init__(self, state: HighCard, seat: int) -> None:
        self.state = state
        self.seat = seat


def end(table: Table, move: Move) -> bool:
    """Nothing is played when nobody has a card."""
    return table.state.mover() < 0


def turn(table: Table, move: Move) -> bool:
    """One seat after the other."""
    return table.seat != table.state.seat


def draw(table: Table, move: Move) -> bool:
    """A turn begins with a card from the deck, if there is one, and with one only."""
    must = bool(table.state.deck) and not table.state.drawn
    return must != (move.card == DRAW)


def hand(table: Table, move: Move) -> bool:
    """Only a card of the own hand is played."""
    return move.card != DRAW and move.card not in table.state.hands[table.seat]


WORDS: dict[str, tuple[str, str, str]] = {
    "title": ("High Card", "Haute carte", "ハイカード"),
    "tagline": ("Play high.", "Jouez haut.", "高い札を出しましょう。"),
    "minutes": ("5", "5", "5"),
    "draw": ("draw a card", "piocher une carte", "1枚引く"),
    "play": ("play the {card}", "jouer le {card}", "{card}を出す"),
    "score.cards": ("cards: {points}", "cartes : {points}", "札の合計{points}"),
    "board": ("deck {deck}, played {played}", "pioche {deck}, joué {played}", "山札{deck}、場{played}"),
}
RULES: dict[str, tuple[str, str, str]] = {
    "turn": ("Play in your turn.", "Jouez à votre tour.", "自分の番に行動します。"),
    "draw": ("Draw first.", "Piochez d’abord.", "まず1枚引きます。"),
    "hand": ("Play a card of your hand.", "Jouez une carte de votre main.", "手札から出します。"),
    "end": ("It ends with the last card.", "La dernière carte finit la partie.", "最後の札で終わります。"),
    "score": ("Cards are points.", "Les cartes sont des points.", "札の数が点です。"),
}


class HighCardGame(Game[HighCard, View[Facts], Position, Move]):
    """High Card, as one object."""

    name = "high-card"
    rules_version = 1
    player_counts: tuple[int, ...] = (2, 3)
    options: tuple[Option, ...] = ()
    rule_ids = tuple(RULES)
    moves = Moves(Move(card) for card in range(CARDS + 1))
    rulebook = Rulebook("high-card", Table, {Move: (end, turn, draw, hand)})
    position_type = Position
    state_type: type[HighCard] = HighCard

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """Every card is played, and every card of the deck drawn."""
        highest = CARDS * (CARDS + 1) // 2
        return Bounds(moves=2 * CARDS - players * HAND, legal=HAND + 1, lowest=0, highest=highest)

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The deck."""
        return {"deck": shuffled(rng, range(1, CARDS + 1))}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> HighCard:
        """Everybody has two cards."""
        deck = deal.get("deck")
        if set(deal) != {"deck"} or not isinstance(deck, list) or sorted(deck) != list(range(1, CARDS + 1)):
            raise BadDeal(f"a deal of high-card is the deck: the numbers 1 to {CARDS} in some order")
        rest = list(deck)
        hands = [[rest.pop() for _ in range(HAND)] for _ in range(terms.players)]
        return self.state_type(terms, rest, hands, [[] for _ in hands], 0, 0)

    def facts(self, state: HighCard, seat: int | None) -> Facts:
        """The own hand, and what lies face up."""
        return Facts(
            len(state.deck),
            () if seat is None else tuple(state.hands[seat]),
            tuple(map(len, state.hands)),
            tuple(map(tuple, state.played)),
            state.seat,
            bool(state.drawn),
        )

    def position(self, state: HighCard) -> Position:
        """Everything."""
        hands, played = [hand[:] for hand in state.hands], [row[:] for row in state.played]
        return Position(state.deck[:], hands, played, state.seat, state.drawn)

    def restore(self, terms: Terms, position: Position) -> HighCard:
        """The state of a written position, if every card is there once."""
        terms.check_rows("hands", position.hands)
        terms.check_rows("played", position.played)
        terms.written_seat("seat", position.seat)
        cards = [*position.deck, *(card for row in (*position.hands, *position.played) for card in row)]
        if sorted(cards) != list(range(1, CARDS + 1)):
            raise BadPosition(f"the cards are not 1 to {CARDS}, each once: {sorted(cards)}")
        if position.drawn and position.drawn not in position.hands[position.seat]:
            raise BadPosition(f"{position.drawn} was drawn, but is not in the hand")
        hands, played = [hand[:] for hand in position.hands], [row[:] for row in position.played]
        return self.state_type(terms, position.deck[:], hands, played, position.seat, position.drawn)

    def words(self, language: str = "en") -> Words:
        """Words that are kept in this module."""
        column = LANGUAGES.index(check_language(language))
        return Words(language, {key: texts[column] for key, texts in WORDS.items()})

    def guide(self, language: str = "en") -> Guide:
        """A guide that is kept in this module."""
        column = LANGUAGES.index(check_language(language))
        sections = [f"### {rule} {{#{rule}}}\n\n{texts[column]}\n" for rule, texts in RULES.items()]
        return read_guide(language, f"# {self.title(language)}\n\n" + "\n".join(sections))

    def say_move(self, move: Move, words: Words) -> str:
        """A move in words."""
        return words("play", card=move.card) if move.card else words("draw")

    def say_board(self, view: View[Facts], words: Words) -> str:
        """What lies face up."""
        return words("board", deck=view.facts.deck, played=view.facts.played)


GAME = HighCardGame()
