"""What a seat cannot know of a round, drawn anew. This module is compiled.

Every way in which the unseen cards can lie in hands and deck, and in which the others can have chosen, is equally
likely. A seat remembers what it was dealt, what it passed on and what came to it, and it sees what is laid; what
it passed on is with its neighbour ("near"), or one of the two cards passed first ("gifts") has gone on to the
neighbour's neighbour ("far"). With two players far is the seat itself, which sees what came back.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cloudtop.core.chance import pick, shuffled
from cloudtop.games.strange_world.board import BIT, HAND, PILES
from cloudtop.games.strange_world.rules_draft import OPEN, Draft, without

NEAR: Final = 0
"""Where a card passed on may be: in the hand of near; 1 to 3 are the cards near has laid in this round."""
FAR: Final = 10
"""In the hand of far; 11 to 13 are the cards far has laid."""


def imagine_first_pass(draft: Draft, seat: int, unseen: list[int], rng: Random, deck: list[int]) -> Draft:
    """Other hands while everybody chooses a card to keep; what is left of the unseen cards becomes the deck."""
    deck.extend(in_new_order(unseen, rng))
    other = draft.copy()
    for player in range(draft.seats):
        if player != seat:
            hand = sorted(drawn(deck, HAND))
            other.dealt[HAND * player : HAND * player + HAND] = hand
            if draft.kept[player] != OPEN:
                other.kept[player] = pick(rng, hand)
    return other


def imagine_second_pass(draft: Draft, seat: int, unseen: list[int], rng: Random, deck: list[int]) -> Draft:
    """Other hands while everybody chooses a card to pass on: the neighbour's are the two gifts and a third."""
    deck.extend(in_new_order(unseen, rng))
    near = draft.next_seat(seat)
    other = draft.copy()
    held: list[list[int]] = []
    for player in range(draft.seats):
        if player == seat:
            held.append(draft.after_first(seat))
            continue
        if player == near:
            held.append(draft.gave(seat) + drawn(deck, 1))
            other.kept[player] = held[player][2]
        else:
            held.append(drawn(deck, HAND))
            other.kept[player] = pick(rng, held[player])
        if draft.passed[player] != OPEN:
            other.passed[player] = pick(rng, held[player])
    deal_backwards(other, seat, held)
    return other


def imagine_laying(
    draft: Draft, seat: int, laid: list[list[int]], unseen: list[int], rng: Random, deck: list[int]
) -> Draft:
    """Other hands while cards are laid; `laid` are the cards of this round, seat by seat."""
    seats = draft.seats
    near = draft.next_seat(seat)
    far = draft.next_seat(near)
    gifts = draft.gave(seat)
    table = [laid[near], laid[far], laid[draft.next_seat(far)]]
    if seats == 2:
        table = [laid[near], [draft.received(seat)], []]
    elif seats == 3:
        table[2] = []
    guess = guessed(guesses(gifts, draft.passed[seat], table, HAND if seats > 2 else 1, unseen), rng)
    deck.extend(in_new_order(guess.unseen, rng))

    other = draft.copy()
    hands: list[list[int]] = []
    for player in range(seats):
        hands.append(draft.after_second(seat) if player == seat else laid[player][:])
    for i in range(3):
        if guess.places[i] == NEAR:
            hands[near].append(gifts[i] if i < 2 else draft.passed[seat])
        elif guess.places[i] == FAR:
            hands[far].append(gifts[i])
    for player in range(seats):
        hands[player].extend(drawn(deck, HAND - len(hands[player])))

    # Who passed which card on in the second pass, and so who held what after the first.
    for player in range(seats):
        if player != seat and player != near:
            other.passed[draft.previous_seat(player)] = pick(rng, hands[player])
    for i in range(2):
        if seats > 2 and guess.places[i] >= FAR:
            other.passed[near] = gifts[i]
    held: list[list[int]] = []
    for player in range(seats):
        brought = other.passed[draft.previous_seat(player)]
        held.append(without(hands[player], brought) + [other.passed[player]])
    for player in range(seats):
        if player == near:
            other.kept[player] = without(without(held[player], gifts[0]), gifts[1])[0]
        elif player != seat:
            other.kept[player] = pick(rng, held[player])
    deal_backwards(other, seat, held)
    return other


def imagine_piles(deck: list[int], pile: int, opened: int, rng: Random) -> list[int]:
    """Piles of a solo game with the cards under their tops in another order; `pile` has its top card off."""
    hidden = [
        HAND * number + depth
        for number in range(PILES)
        if number == pile or not opened & BIT[number]
        for depth in (1, 2)
    ]
    other = deck[:]
    cards = shuffled(rng, sorted([deck[place] for place in hidden]))
    for i in range(len(hidden)):
        other[hidden[i]] = cards[i]
    return other


def deal_backwards(draft: Draft, seat: int, held: list[list[int]]) -> None:
    """Work out what the others were dealt from what everybody holds after the first pass."""
    for player in range(draft.seats):
        if player != seat:
            following = draft.next_seat(player)
            dealt = [draft.kept[player]] + without(held[following], draft.kept[following])
            draft.dealt[HAND * player : HAND * player + HAND] = sorted(dealt)


# ---------------------------------------------------------------------- where the cards are that were passed on


class Guess:
    """One explanation of where the two gifts and the card passed on last are now."""

    def __init__(self, places: list[int], unseen: list[int], weight: float) -> None:
        self.places = places
        self.unseen = unseen
        """By card, how many are neither known nor laid if it is true."""
        self.weight = weight
        """How many of all ways to lay out the unseen cards fit it, as a share."""


def guesses(gifts: list[int], last: int, table: list[list[int]], far_hand: int, unseen: list[int]) -> list[Guess]:
    """Every explanation that fits what is laid; `table` are the cards that near, far and a fourth player laid.

    Near has passed on one gift at most, and has the card passed on last or has laid it. Equal cards cannot be
    told apart, so a laid card may be one of those passed on or an unseen one of the same face.
    """
    found: list[Guess] = []
    far_open = far_hand > len(table[1])
    for first in places(gifts[0], table, True, far_open):
        for second in places(gifts[1], table, True, far_open):
            if first >= FAR and second >= FAR:
                continue
            for third in places(last, table, False, False):
                spots = [first, second, third]
                if clash(first, second) or clash(first, third) or clash(second, third):
                    continue
                gone_on = 1 if first >= FAR or second >= FAR else 0
                left = unseen[:]
                weight = share(table[0], spots, NEAR, gone_on, left)
                weight *= share(table[1], spots, FAR, far_hand - gone_on, left)
                weight *= share(table[2], [], FAR, HAND, left)
                if weight > 0:
                    found.append(Guess(spots, left, weight))
    return found


def places(card: int, table: list[list[int]], far_too: bool, far_open: bool) -> list[int]:
    """Where a card passed on may be, going by its face."""
    found = [NEAR]
    for i in range(len(table[0])):
        if table[0][i] == card:
            found.append(NEAR + 1 + i)
    if far_open:
        found.append(FAR)
    if far_too:
        for i in range(len(table[1])):
            if table[1][i] == card:
                found.append(FAR + 1 + i)
    return found


def clash(one: int, other: int) -> bool:
    """Whether two cards would be one and the same laid card."""
    return one == other and one != NEAR and one != FAR


def share(laid: list[int], spots: list[int], hand: int, strangers: int, left: list[int]) -> float:
    """How likely one player laid these cards, and take those that were unseen out of `left`.

    The player had so many `strangers`, unseen cards: each laid card that is none of those passed on was one.
    """
    found = 1.0
    for i in range(len(laid)):
        if hand + 1 + i not in spots:
            if strangers == 0 or left[laid[i]] == 0:
                return 0.0
            found *= strangers * left[laid[i]] / sum(left)
            strangers -= 1
            left[laid[i]] -= 1
    return found


def guessed(found: list[Guess], rng: Random) -> Guess:
    """One explanation by lot, each as likely as its weight."""
    rest = rng.random() * sum([guess.weight for guess in found])
    for guess in found:
        rest -= guess.weight
        if rest < 0:
            return guess
    return found[len(found) - 1]


# ---------------------------------------------------------------------- unseen cards


def in_new_order(unseen: list[int], rng: Random) -> list[int]:
    """The unseen cards, given as a number of each, shuffled."""
    cards: list[int] = []
    for face in range(len(unseen)):
        cards.extend([face] * unseen[face])
    return shuffled(rng, cards)


def drawn(deck: list[int], count: int) -> list[int]:
    """So many cards from the end of the deck, taken out of it."""
    cards = deck[len(deck) - count :]
    del deck[len(deck) - count :]
    return cards
