"""A position of Strange World: whose turn it is, and what is known of it. This module is compiled.

What is legal is told in `fast.py`, and why not in `rules.py`; what a move does in `effects.py`, what counts in
`score.py`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cloudtop.core.chance import pick, shuffled
from cloudtop.core.state import Outcome, ScoreSheet, State, Terms, ranked
from cloudtop.games.strange_world import effects, fast
from cloudtop.games.strange_world.effects import OPEN, Draft, before_the_deal, without
from cloudtop.games.strange_world.fast import BIT, NEIGHBOURS, SIDEWAYS, Kit, World, first_world
from cloudtop.games.strange_world.moves import JOIN, KEEP, LAY, OVER, PASS, PILE
from cloudtop.games.strange_world.pieces import HAND
from cloudtop.games.strange_world.score import sheet, stars, verdict_on


class StrangeWorld(State):
    """A position of Strange World."""

    def __init__(
        self,
        terms: Terms,
        kit: Kit,
        *,
        phase: int,
        seat: int,
        round_: int,
        sun: int,
        deck: list[int],
        drawn: int,
        draft: Draft,
        hands: list[list[int]],
        worlds: list[World],
        fumaroles: int,
        city: int,
        travellers: int,
        focus: int,
        pile: int,
        opened: int,
        portal_sides: list[int],
        shunned: list[int],
    ) -> None:
        self.terms = terms
        self.kit = kit
        """The box it is played with."""
        self.seats = terms.players
        self.phase = phase
        """What is to be decided."""
        self.seat = seat
        """The first seat that has to decide; -1 when the game is over."""
        self.round = round_
        """1 to 5; alone, how many piles have been chosen."""
        self.sun = sun
        """Who holds the Sun; -1 in a solo game."""
        self.deck = deck
        """The order of the land cards, never changed; alone, the piles one after the other, each from the top."""
        self.drawn = drawn
        """How many cards of the deck have been dealt."""
        self.draft = draft
        self.hands = hands
        """By seat, its cards in ascending order."""
        self.worlds = worlds
        self.fumaroles = fumaroles
        """How many are left in the supply."""
        self.city = city
        """How many Dark Cities are founded: the next one is the highest left."""
        self.travellers = travellers
        """The travellers on offer, one bit each."""
        self.focus = focus
        """The cell a question is about: the portal card or volcano just laid, or the fumarole; -1 without one."""
        self.pile = pile
        """Alone: the pile whose other two cards are still face down, -1 without one."""
        self.opened = opened
        """Alone: the piles chosen so far, one bit each."""
        self.portal_sides = portal_sides
        """By cell, its neighbours in the sense of `portal-once`, by option all four or those in the row."""
        self.shunned = shunned
        """The same in the sense of `portal-avoid`; nothing where the option lets portal cards be wasted."""

    def copy(self) -> StrangeWorld:
        """An independent state in the same position."""
        return StrangeWorld(
            self.terms,
            self.kit,
            phase=self.phase,
            seat=self.seat,
            round_=self.round,
            sun=self.sun,
            deck=self.deck,
            drawn=self.drawn,
            draft=self.draft.copy(),
            hands=[hand[:] for hand in self.hands],
            worlds=[world.copy() for world in self.worlds],
            fumaroles=self.fumaroles,
            city=self.city,
            travellers=self.travellers,
            focus=self.focus,
            pile=self.pile,
            opened=self.opened,
            portal_sides=self.portal_sides,
            shunned=self.shunned,
        )

    # ------------------------------------------------------------------ whose turn, and what may be done

    def mover(self) -> int:
        """The first seat that has to decide, -1 when the game is over."""
        return self.seat

    def turn(self) -> list[int]:
        """The seats to decide: in the draft all that have not chosen."""
        return [seat for seat in range(self.seats) if self.deciding(seat)]

    def deciding(self, seat: int) -> bool:
        """Whether the seat has to decide now."""
        if self.phase == KEEP:
            return self.draft.kept[seat] == OPEN
        if self.phase == PASS:
            return self.draft.passed[seat] == OPEN
        return seat == self.seat

    def choices(self, seat: int) -> list[int]:
        """The moves of a seat that has to decide."""
        return fast.legal(self, seat) if self.deciding(seat) else []

    def apply(self, seat: int, action: int) -> None:
        """Make a move; what follows without a choice follows at once."""
        effects.make(self, seat, action)

    def commits(self, seat: int, action: int) -> bool:
        """The Sun brings new cards, a choice of the draft is final, and a card is settled with its last question.

        Alone, a turn is a whole pile: choosing it shows nothing new, settling its top card shows the other two.
        """
        if self.phase <= PASS:
            return True
        after = self.copy()
        after.apply(seat, action)
        if after.asking():
            return False
        if self.seats > 1:
            return True
        return after.phase != LAY or (self.phase != PILE and self.pile >= 0)

    def secret(self, seat: int, action: int) -> bool:
        """`draft`: what a seat keeps and passes on, only it and its neighbour get to know."""
        return self.phase == KEEP or self.phase == PASS

    # ------------------------------------------------------------------ the end and the score

    def scores(self) -> list[int]:
        """Stars per seat."""
        return [stars(world) for world in self.worlds]

    def sheet(self, seat: int) -> ScoreSheet:
        """A line for each thing that scores, and one for each traveller."""
        world = self.worlds[seat]
        found = world.counted
        if found is None:
            found = world.counted = sheet(world, seat)
        return found

    def outcome(self) -> Outcome | None:
        """`end`: the most stars win, and a `tie` is shared; `solo-scale` has a verdict on a game alone."""
        if self.phase != OVER:
            return None
        scores = self.scores()
        ranking = ranked(scores)
        verdict = verdict_on(self.kit, scores[0]) if self.seats == 1 else ""
        return Outcome(tuple(scores), ranking, ranking[0], "strange-world/end", verdict)

    # ------------------------------------------------------------------ what is known of this round

    def asking(self) -> bool:
        """Whether a card has raised a question that is not answered yet."""
        return JOIN <= self.phase < OVER

    def laying(self) -> bool:
        """Whether cards of this round are being laid, and their questions answered."""
        return LAY <= self.phase < OVER

    def laid_cells(self, seat: int) -> list[int]:
        """Where the seat has laid cards in this round."""
        return self.worlds[seat].laid[1 + HAND * (self.round - 1) :] if self.laying() else []

    def laid_cards(self, seat: int) -> list[int]:
        """The cards the seat has laid in this round."""
        return [self.worlds[seat].land[cell] for cell in self.laid_cells(seat)]

    def hand_by_draft(self, seat: int) -> list[int]:
        """The hand that the draft and the cards laid since leave a seat."""
        if self.phase == KEEP:
            return self.draft.dealt_to(seat)
        if self.phase == PASS:
            return sorted(self.draft.after_first(seat))
        hand = sorted(self.draft.after_second(seat))
        for face in self.laid_cards(seat):
            hand.remove(face)
        return hand

    def unseen(self, seat: int) -> list[int]:
        """By card, how many the seat has neither had in its hands nor seen laid before this round."""
        draft = self.draft
        known: list[int] = []
        for player in range(self.seats):
            world = self.worlds[player]
            known.extend([world.land[cell] for cell in world.laid[1 : len(world.laid) - len(self.laid_cells(player))]])
        if draft.dealt:
            known.extend(draft.dealt_to(seat))
            if self.phase >= PASS:
                known.extend(draft.got(seat))
            if self.phase >= LAY and self.seats > 2:
                known.append(draft.received(seat))
        counts = self.kit.copies[self.seats][:]
        for face in known:
            counts[face] -= 1
        return counts

    def imagined(self, seat: int, rng: Random) -> StrangeWorld:
        """Redraw the other hands with what the others chose, and the deck; alone, the cards that lie face down."""
        other = self.copy()
        if self.seats == 1:
            other.deck = imagine_piles(self.deck, self.pile, self.opened, rng)
            return other
        deck: list[int] = []
        unseen = self.unseen(seat)
        if self.phase == KEEP:
            other.draft = imagine_first_pass(self.draft, seat, unseen, rng, deck)
        elif self.phase == PASS:
            other.draft = imagine_second_pass(self.draft, seat, unseen, rng, deck)
        elif self.laying():
            laid = [self.laid_cards(player) for player in range(self.seats)]
            other.draft = imagine_laying(self.draft, seat, laid, unseen, rng, deck)
        else:
            deck = in_new_order(unseen, rng)
        if other.draft.dealt:
            other.hands = [other.hand_by_draft(player) for player in range(self.seats)]
        other.deck = deck
        other.drawn = 0
        return other


def laid_out(terms: Terms, kit: Kit, starts: list[int], deck: list[int], sun: int, travellers: int) -> StrangeWorld:
    """The table before the first round: a start card in front of everybody; alone, piles to choose from."""
    seats = terms.players
    sides = NEIGHBOURS if terms.options["portal_adjacency"] == "all" else SIDEWAYS
    return StrangeWorld(
        terms,
        kit,
        phase=PILE,
        seat=0,
        round_=0,
        sun=sun,
        deck=deck,
        drawn=0,
        draft=before_the_deal(seats, 0),
        hands=[[] for _ in range(seats)],
        worlds=[first_world(kit, start) for start in starts],
        fumaroles=kit.fumaroles,
        city=0,
        travellers=travellers,
        focus=-1,
        pile=-1,
        opened=0,
        portal_sides=sides,
        shunned=sides if terms.options["portal_waste"] == "avoid" else [],
    )


# ---------------------------------------------------------------------- what a seat cannot know, drawn anew
#
# Every way in which the unseen cards can lie in hands and deck, and in which the others can have chosen, is equally
# likely. A seat remembers what it was dealt, what it passed on and what came to it, and it sees what is laid; what
# it passed on is with its neighbour ("near"), or one of the two cards passed first ("gifts") has gone on to the
# neighbour's neighbour ("far"). With two players far is the seat itself, which sees what came back.

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
        for number in range(len(deck) // HAND)
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
