"""Hands, deck and piles of a written position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudtop.core.errors import BadPosition
from cloudtop.games.strange_world.board import BIT, COPIES, HAND, LAND, LEFT, PILES, ROUNDS
from cloudtop.games.strange_world.notation import SIDES
from cloudtop.games.strange_world.rules import StrangeWorld
from cloudtop.games.strange_world.rules_course import KEEP, LAY, OVER, PASS, PILE, SUN
from cloudtop.games.strange_world.rules_draft import OPEN, Draft, before_the_deal


def read_cards(given: object, what: str) -> list[int]:
    """Land cards from a list of their names."""
    if not isinstance(given, list):
        raise BadPosition(f"{what} is a list of cards such as 'Va'")
    return [read_card(card, what) for card in given]


def read_card(given: object, what: str) -> int:
    """A land card from its name."""
    if given not in LAND:
        raise BadPosition(f"{given!r} in {what} is no land card of this box")
    return LAND.index(str(given))


def read_hands(state: StrangeWorld, given: Mapping[str, Any]) -> list[list[int]] | None:
    """The hands that are written, in order; None if none are."""
    hands = given.get("hands")
    if hands is None:
        return None
    if not isinstance(hands, list) or len(hands) != state.seats:
        raise BadPosition("'hands' is a list with the list of cards of each seat")
    return [sorted(read_cards(hand, f"hand {seat}")) for seat, hand in enumerate(hands)]


def unplaced(state: StrangeWorld, hands: Sequence[Sequence[int]]) -> list[int]:
    """The cards that are in no world and in none of these hands, in the order of the box."""
    left = COPIES[state.seats][:]
    for world in state.worlds:
        for cell in world.laid[1:]:
            left[world.land[cell]] -= 1
    for hand in hands:
        for face in hand:
            left[face] -= 1
    for face, count in enumerate(left):
        if count < 0:
            raise BadPosition(f"there are only {COPIES[state.seats][face]} cards {LAND[face]} in the deck")
    return [face for face, count in enumerate(left) for _ in range(count)]


# ---------------------------------------------------------------------- alone


def restore_piles(state: StrangeWorld, given: Mapping[str, Any], recent: int) -> None:
    """Hand and piles of a solo game.

    While the top card of a pile is laid and settled, the two below it are still face down.
    """
    laid = len(state.worlds[0].laid) - 1
    asking = LAY < state.phase < OVER
    face_down = (state.phase == LAY and laid % HAND == 0) or (asking and laid % HAND == 1)
    holding = (1, 2, 1)[laid % HAND] if state.phase == LAY else (0, 0, 1)[laid % HAND] if asking else 0
    state.hands = read_hands(state, given) or [[]]
    if len(state.hands[0]) != holding or (state.phase in (PILE, OVER) and laid % HAND):
        raise BadPosition(f"with {laid} cards laid the hand does not hold {len(state.hands[0])} cards in this phase")
    state.seat = -1 if state.phase == OVER else 0
    state.round = laid // HAND + 1 if state.phase == LAY and face_down else -(-laid // HAND)
    if state.phase >= LAY and state.phase != OVER and recent != laid - HAND * (state.round - 1):
        raise BadPosition(
            f"'laid' names {recent} cells, but {laid - HAND * (state.round - 1)} cards of this pile are laid"
        )
    rest = unplaced(state, state.hands)
    piles = given.get("piles", stacked(rest, state.round, face_down))
    if not isinstance(piles, list) or len(piles) != PILES:
        raise BadPosition("'piles' is a list with the cards that lie in each of the seven piles, the top one first")
    cards = [read_cards(pile, f"pile {number}") for number, pile in enumerate(piles, 1)]
    sizes = sorted(len(pile) for pile in cards)
    if sizes != sorted([0] * (state.round - face_down) + [2] * face_down + [HAND] * (PILES - state.round)):
        raise BadPosition(f"piles of {sizes} cards do not fit a game in which {state.round} piles were chosen")
    if sorted(face for pile in cards for face in pile) != rest:
        raise BadPosition("'piles' does not hold exactly the cards that are neither laid nor in the hand")
    for number, pile in enumerate(cards):
        if len(pile) < HAND:
            state.opened |= BIT[number]
        if len(pile) == 2:
            state.pile = number
    state.deck = [face for pile in cards for face in [OPEN] * (HAND - len(pile)) + pile]


def stacked(rest: list[int], chosen: int, face_down: bool) -> list[list[str]]:
    """Piles for cards that nobody has written down, in the order of the box; the first ones were chosen."""
    cards = [LAND[face] for face in rest]
    piles: list[list[str]] = [[] for _ in range(chosen)]
    if face_down:
        piles[-1] = [cards.pop(0), cards.pop(0)]
    return piles + [cards[i : i + HAND] for i in range(0, len(cards), HAND)]


# ---------------------------------------------------------------------- two and more


def restore_round(state: StrangeWorld, given: Mapping[str, Any], recent: list[int]) -> None:
    """Sun, hands, draft and deck of a game of two and more."""
    seats = state.seats
    earlier = {len(world.laid) - 1 - recent[seat] for seat, world in enumerate(state.worlds)}
    if len(earlier) > 1 or min(earlier) % HAND or min(earlier) > HAND * ROUNDS:
        raise BadPosition("before this round, everybody has laid the same number of cards, a multiple of three")
    state.round = min(ROUNDS, min(earlier) // HAND + 1)
    if state.phase != OVER and min(earlier) == HAND * ROUNDS:
        raise BadPosition("all worlds are full, so the phase is 'over'")
    sun = given.get("sun")
    if type(sun) is not int or sun not in range(seats):
        raise BadPosition(f"'sun' is the seat that holds the Sun, 0 to {seats - 1}, not {sun!r}")
    state.sun = sun
    step = read_step(state, given.get("direction"))
    state.draft = before_the_deal(seats, step)
    hands = read_hands(state, given)
    if state.phase in (SUN, OVER):
        if hands and any(hands):
            raise BadPosition("nobody holds cards before they are dealt and after the last is laid")
        state.seat = -1 if state.phase == OVER else sun
    else:
        state.seat = to_decide(state, recent, step)
        full = [(hands or [[]] * seats)[seat] + state.laid_cards(seat) for seat in range(seats)]
        state.draft = read_draft(state, given.get("draft"), full)
        state.hands = hands_of(state)
        if hands is not None and hands != state.hands:
            raise BadPosition("'hands' does not fit 'draft' and the cards laid in this round")
        state.seat = state.turn()[0]
    rest = unplaced(state, state.hands)
    state.deck = read_cards(given["deck"], "'deck'") if "deck" in given else rest
    if sorted(state.deck) != rest:
        raise BadPosition("'deck' does not hold exactly the cards that are neither laid nor in a hand")


def read_step(state: StrangeWorld, direction: object) -> int:
    """The way the cards go: 1 to the next seat, -1 to the one before, 0 while it is not chosen."""
    if state.seats == 2 or state.phase in (SUN, OVER):
        if direction is not None:
            raise BadPosition("'direction' is null with two players, before it is chosen, and after the end")
        return 0 if state.phase in (SUN, OVER) else 1
    if direction not in SIDES:
        raise BadPosition(f"'direction' is 'left' or 'right', not {direction!r}")
    return 1 if direction == SIDES[LEFT] else -1


def to_decide(state: StrangeWorld, recent: list[int], step: int) -> int:
    """Whose turn it is, going by how many cards of this round each seat has laid."""
    total = sum(recent)
    order = [(state.sun + step * i) % state.seats for i in range(state.seats)]
    expected = [total // state.seats + (i < total % state.seats) for i in range(state.seats)]
    if [recent[seat] for seat in order] != expected or total > HAND * state.seats:
        raise BadPosition("'laid' does not fit the order of the round: one card each in turn, from the Sun's holder")
    if state.phase < LAY:
        return 0
    asking = state.phase > LAY
    if total - asking < 0 or (total == HAND * state.seats and not asking):
        raise BadPosition("'laid' does not fit the phase: a question follows a card, and a card is left to lay")
    return order[(total - asking) % state.seats]


def read_draft(state: StrangeWorld, given: object, full: list[list[int]]) -> Draft:
    """How the cards of this round came to their hands; made up from the full hands if nobody says."""
    if given is None:
        if any(len(hand) != HAND for hand in full):
            raise BadPosition("'hands' must hold, with the cards laid in this round, three cards for each seat")
        return made_up(state, full)
    if not isinstance(given, list) or len(given) != state.seats or not all(isinstance(one, Mapping) for one in given):
        raise BadPosition("'draft' is a list with 'dealt', 'kept' and 'passed' for each seat")
    draft = Draft(state.seats, state.draft.step, [], [], [])
    for seat, one in enumerate(given):
        dealt = read_cards(one.get("dealt"), f"'dealt' of seat {seat}")
        if len(dealt) != HAND:
            raise BadPosition(f"seat {seat} was dealt {HAND} cards, not {len(dealt)}")
        draft.dealt += sorted(dealt)
        draft.kept.append(read_choice(one.get("kept"), seat, "kept", dealt))
    check_choices(draft.kept, "kept", state.phase == KEEP, state.phase > KEEP)
    for seat, one in enumerate(given):
        held = draft.after_first(seat) if state.phase > KEEP else []
        draft.passed.append(read_choice(one.get("passed"), seat, "passed", held))
    check_choices(draft.passed, "passed", state.phase == PASS, state.phase > PASS)
    return draft


def read_choice(given: object, seat: int, verb: str, cards: list[int]) -> int:
    """The card a seat chose, or that it has not chosen."""
    if given is None:
        return OPEN
    face = read_card(given, f"{verb!r} of seat {seat}")
    if face not in cards:
        raise BadPosition(f"seat {seat} cannot have {verb} {given}: it did not hold that card")
    return face


def check_choices(choices: list[int], verb: str, now: bool, done: bool) -> None:
    """Refuse choices that come too early, and such as everybody has made or must have made."""
    if (now and OPEN not in choices) or (done and OPEN in choices):
        raise BadPosition(f"{verb!r} does not fit the phase: it says who has chosen while all choose, everybody later")


def made_up(state: StrangeWorld, full: list[list[int]]) -> Draft:
    """A draft that leads to these hands: one of the many."""
    seats, step = state.seats, state.draft.step
    draft = before_the_deal(seats, step)
    for seat in range(seats):
        following = full[(seat + step) % seats]
        after = full[(seat + 2 * step) % seats]
        if state.phase == KEEP:
            draft.dealt += sorted(full[seat])
        elif state.phase == PASS:
            draft.kept[seat] = full[seat][0]
            draft.dealt += sorted([full[seat][0], following[1], following[2]])
        else:
            # The neighbour ends with its own first card, one of ours as its second, and our last one as its third.
            draft.kept[seat], draft.passed[seat] = full[seat][0], following[2]
            draft.dealt += sorted([full[seat][0], following[1], after[2]])
    return draft


def hands_of(state: StrangeWorld) -> list[list[int]]:
    """The hands that follow from the draft and the cards laid."""
    draft = state.draft
    if state.phase == KEEP:
        return [draft.dealt_to(seat) for seat in range(state.seats)]
    if state.phase == PASS:
        return [sorted(draft.after_first(seat)) for seat in range(state.seats)]
    for seat in range(state.seats):
        left = draft.after_second(seat)
        for face in state.laid_cards(seat):
            if face not in left:
                raise BadPosition(f"seat {seat} cannot have laid {LAND[face]}: it did not hold that card")
            left.remove(face)
    return [state.left_to_lay(seat) for seat in range(state.seats)]
