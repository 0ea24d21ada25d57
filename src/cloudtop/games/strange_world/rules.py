"""The rules of Strange World Above the Clouds: what is legal, why not, what it is worth. This module is compiled.

How a game goes on is told in `rules_course.py`, what happens in a world in `rules_world.py`, how cards change hands
in `rules_draft.py`, and what a seat cannot know in `rules_secrets.py`.
"""

from __future__ import annotations

from random import Random
from typing import Any

from cloudtop.core.state import Outcome, ScoreLine, ScoreSheet, Terms, ranked
from cloudtop.games.strange_world.board import (
    AROUND,
    BIT,
    CELLS,
    DECLINE,
    ERUPT_MOVES,
    FOUND_MOVES,
    GUESTS,
    JOIN_MOVES,
    KEEP_MOVES,
    LAY_MOVES,
    LAYS_IN_ROW,
    LAYS_OF_FACE,
    LEFT,
    MOVES,
    NEIGHBOURS,
    NOBODY,
    PASS_MOVES,
    PILE_MOVES,
    PILES,
    RIGHT,
    SIDEWAYS,
    SUN_MOVES,
    TERRAIN,
    VOLCANO,
    WELCOME_MOVES,
    WIDTH,
)
from cloudtop.games.strange_world.pieces import BOX
from cloudtop.games.strange_world.rules_course import (
    ERUPT,
    FOUND,
    JOIN,
    KEEP,
    LAY,
    OVER,
    PASS,
    PILE,
    SUN,
    WELCOME,
    Course,
)
from cloudtop.games.strange_world.rules_draft import before_the_deal
from cloudtop.games.strange_world.rules_secrets import (
    imagine_first_pass,
    imagine_laying,
    imagine_piles,
    imagine_second_pass,
    in_new_order,
)
from cloudtop.games.strange_world.rules_world import first_world
from cloudtop.games.strange_world.score import (
    WELCOME_STARS,
    animals,
    score_animals,
    score_cities,
    score_mountains,
    score_travellers,
    score_volcano,
    score_water,
    score_wind,
    stars,
)


class StrangeWorld(Course):
    """A position of Strange World."""

    # ------------------------------------------------------------------ what may be done

    def legal(self, seat: int) -> list[int]:
        """The moves of a seat that has to decide."""
        if not 0 <= seat < self.seats:
            self.check_seat(seat)
        if not self.deciding(seat):
            return []
        phase = self.phase
        if phase == LAY:
            return self.lays(seat)
        if phase == KEEP:
            return self.cards(seat, KEEP_MOVES)
        if phase == PASS:
            return self.cards(seat, PASS_MOVES)
        if phase == PILE:
            return [PILE_MOVES + pile for pile in range(PILES) if not self.opened & BIT[pile]]
        if phase == SUN:
            return [SUN_MOVES + LEFT, SUN_MOVES + RIGHT]
        if phase == WELCOME:
            return self.welcomes()
        first = JOIN_MOVES if phase == JOIN else ERUPT_MOVES if phase == ERUPT else FOUND_MOVES
        answers = self.answers()
        return [first + cell for cell in AROUND[self.focus] if answers & BIT[cell]]

    def lays(self, seat: int) -> list[int]:
        """The cards of the hand on the cells open to them; equal cards give one move."""
        world = self.worlds[seat]
        open_cells = world.open_cells()
        moves: list[int] = []
        previous = -1
        for face in self.hands[seat]:
            if face == previous:
                continue
            previous = face
            cells = open_cells
            if TERRAIN[face] == VOLCANO:
                # `volcano-target`: if no open cell has a target, every open cell is legal.
                cells = world.volcano_target(self.fumaroles) or open_cells
            entry = LAYS_OF_FACE * face
            while cells:
                if cells & 127:
                    moves.extend(LAYS_IN_ROW[entry + (cells & 127)])
                cells >>= WIDTH
                entry += 128
        return moves

    def cards(self, seat: int, first: int) -> list[int]:
        """A move for each different card of the hand."""
        moves: list[int] = []
        for face in self.hands[seat]:
            if not moves or moves[len(moves) - 1] != first + face:
                moves.append(first + face)
        return moves

    def welcomes(self) -> list[int]:
        """Every traveller on offer in every place that it may take, and to decline."""
        places = [place for place in range(4) if self.why_no_place(place // 2, place % 2) is None]
        moves: list[int] = []
        for traveller in range(GUESTS):
            if self.travellers & BIT[traveller]:
                for place in places:
                    moves.append(WELCOME_MOVES + 4 * traveller + place)
        moves.append(DECLINE)
        return moves

    def answers(self) -> int:
        """The cells among which a question lets choose."""
        world = self.worlds[self.seat]
        if self.phase == JOIN:
            return SIDEWAYS[self.focus] & world.gates
        if self.phase == ERUPT:
            return world.eruption_targets(self.focus)
        return world.city_partners(self.focus)

    # ------------------------------------------------------------------ why a move is refused

    def why_not(self, seat: int, action: int) -> str | None:
        """The rule that refuses a move; every kind of move has the rule that says when it is made."""
        if not 0 <= action < MOVES:
            self.check_action(action)
        if not 0 <= seat < self.seats:
            self.check_seat(seat)
        if self.phase == OVER:
            return "strange-world/end"
        if action < KEEP_MOVES:
            if action < PILE_MOVES:
                return None if self.asked(seat, SUN) else "strange-world/sun"
            fresh = self.asked(seat, PILE) and not self.opened & BIT[action - PILE_MOVES]
            return None if fresh else "strange-world/solo"
        if action < LAY_MOVES:
            phase, first = (KEEP, KEEP_MOVES) if action < PASS_MOVES else (PASS, PASS_MOVES)
            held = self.asked(seat, phase) and action - first in self.hands[seat]
            return None if held else "strange-world/draft"
        if action < JOIN_MOVES:
            return self.why_no_lay(seat, (action - LAY_MOVES) // CELLS, (action - LAY_MOVES) % CELLS)
        if action < WELCOME_MOVES:
            return None if self.answered(seat, JOIN, action - JOIN_MOVES) else "strange-world/portal"
        if action <= DECLINE:
            return self.why_no_traveller(seat, action)
        if action < FOUND_MOVES:
            return None if self.answered(seat, ERUPT, action - ERUPT_MOVES) else "strange-world/eruption"
        return None if self.answered(seat, FOUND, action - FOUND_MOVES) else "strange-world/dark-city"

    def asked(self, seat: int, phase: int) -> bool:
        """Whether this is the question, and the seat has to answer it."""
        return self.phase == phase and self.deciding(seat)

    def answered(self, seat: int, phase: int, cell: int) -> bool:
        """Whether this is the question, and the cell is an answer to it."""
        return self.asked(seat, phase) and self.answers() & BIT[cell] != 0

    def why_no_lay(self, seat: int, face: int, cell: int) -> str | None:
        """The first rule that a card on a cell breaks."""
        if not self.asked(seat, LAY) or face not in self.hands[seat]:
            return "strange-world/lay"
        world = self.worlds[seat]
        bit = BIT[cell]
        if not world.rim & bit:
            return "strange-world/lay-adjacent"
        if not world.lay_square(cell):
            return "strange-world/lay-square"
        if not world.frame & bit:
            return "strange-world/traveller-bounds"
        if TERRAIN[face] == VOLCANO:
            targets = world.volcano_target(self.fumaroles)
            if targets and not targets & bit:
                return "strange-world/volcano-target"
        return None

    def why_no_traveller(self, seat: int, action: int) -> str | None:
        """The first rule that a traveller in a place breaks."""
        if not self.asked(seat, WELCOME):
            return "strange-world/traveller"
        if action == DECLINE:
            return None
        choice = action - WELCOME_MOVES
        if not self.travellers & BIT[choice // 4]:
            return "strange-world/traveller"
        return self.why_no_place(choice // 2 % 2, choice % 2)

    def why_no_place(self, side: int, reach: int) -> str | None:
        """The first rule that a place for a traveller breaks."""
        world = self.worlds[self.seat]
        if world.side != NOBODY and side != world.side:
            return "strange-world/traveller-side"
        if not world.slot_fits(world.upper_row(self.focus, reach)):
            return "strange-world/traveller-bounds"
        if not world.traveller_slot(self.focus, reach):
            return "strange-world/traveller-slot"
        return None

    # ------------------------------------------------------------------ what a move gives away

    def commits(self, seat: int, action: int) -> bool:
        """The Sun brings new cards, a choice of the draft is final, and a card is settled with its last question.

        Alone, a turn is a whole pile: choosing it shows nothing new, settling its top card shows the other two.
        """
        if self.phase <= PASS:
            return True
        after = self.copy()
        after.apply(seat, action)
        if after.phase >= JOIN and after.phase != OVER:
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

    def score_sheet(self, seat: int) -> ScoreSheet:
        """A line for each thing that scores, and one for each traveller."""
        self.check_seat(seat)
        world = self.worlds[seat]
        shown = animals(world, world.occupied)
        letters = [letter for letter in range(8) if shown & BIT[letter]]
        lines = [
            line("mountains", {}, score_mountains(world)),
            line("volcano", {"parts": score_volcano(world)}, sum(score_volcano(world))),
            line("water", {"count": score_water(world) // 3}, score_water(world)),
            line("animals", {"animals": letters}, score_animals(world)),
            line("wind", {"parts": score_wind(world)}, sum(score_wind(world))),
            line("cities", {"parts": score_cities(world)}, sum(score_cities(world))),
        ]
        points = score_travellers(world)
        for i in range(len(points)):
            guest = world.guests[i]
            fields = {"traveller": guest // WIDTH, "row": guest % WIDTH}
            granted = points[i] > WELCOME_STARS
            lines.append(line("travellers", fields, points[i], "-granted" if granted else ""))
        return ScoreSheet(seat, tuple(lines), sum([line.points for line in lines]))

    def outcome(self) -> Outcome | None:
        """`end`: the most stars win, and a `tie` is shared; `solo-scale` has a verdict on a game alone."""
        if self.phase != OVER:
            return None
        scores = self.scores()
        ranking = ranked(scores)
        verdict = verdict_on(scores[0]) if self.seats == 1 else ""
        return Outcome(tuple(scores), ranking, ranking[0], "strange-world/end", verdict)

    # ------------------------------------------------------------------ copies

    def copy(self) -> StrangeWorld:
        """An independent state in the same position."""
        return StrangeWorld(
            self.terms,
            self.seats,
            self.phase,
            self.seat,
            self.round,
            self.sun,
            self.deck,
            self.drawn,
            self.draft.copy(),
            [hand[:] for hand in self.hands],
            [world.copy() for world in self.worlds],
            self.fumaroles,
            self.city,
            self.travellers,
            self.focus,
            self.pile,
            self.opened,
            self.portal_sides,
        )

    def imagine(self, seat: int, rng: Random) -> StrangeWorld:
        """Redraw the other hands with what the others chose, and the deck; alone, the cards that lie face down."""
        self.check_seat(seat)
        other = self.copy()
        if self.seats == 1:
            other.deck = imagine_piles(self.deck, self.pile, self.opened, rng)
            return other
        draft = self.draft
        deck: list[int] = []
        unseen = self.unseen(seat)
        if self.phase == KEEP:
            other.draft = imagine_first_pass(draft, seat, unseen, rng, deck)
            other.hands = [other.draft.dealt_to(player) for player in range(self.seats)]
        elif self.phase == PASS:
            other.draft = imagine_second_pass(draft, seat, unseen, rng, deck)
            other.hands = [sorted(other.draft.after_first(player)) for player in range(self.seats)]
        elif self.phase >= LAY and self.phase != OVER:
            laid = [self.laid_cards(player) for player in range(self.seats)]
            other.draft = imagine_laying(draft, seat, laid, unseen, rng, deck)
            other.hands = [other.left_to_lay(player) for player in range(self.seats)]
        else:
            deck = in_new_order(unseen, rng)
        other.deck = deck
        other.drawn = 0
        return other


def verdict_on(points: int) -> str:
    """`solo-scale`: the key of the words for so many stars."""
    if points >= 80:
        return "verdict.legend"
    if points >= 75:
        return "verdict.marvel"
    if points >= 70:
        return "verdict.handsome"
    return "verdict.promising" if points >= 60 else "verdict.wobbly"


def line(name: str, fields: dict[str, Any], points: int, wording: str = "") -> ScoreLine:
    """A line of the score sheet."""
    return ScoreLine(f"strange-world/score-{name}", f"score.{name}{wording}", fields, points)


def laid_out(terms: Terms, starts: list[int], deck: list[int], sun: int, travellers: int) -> StrangeWorld:
    """The table before the first round: a start card in front of everybody; alone, seven piles to choose from."""
    seats = terms.players
    return StrangeWorld(
        terms,
        seats,
        PILE,
        0,
        0,
        sun,
        deck,
        0,
        before_the_deal(seats, 0),
        [[] for _ in range(seats)],
        [first_world(start) for start in starts],
        BOX.fumaroles,
        0,
        travellers,
        -1,
        -1,
        0,
        NEIGHBOURS if terms.options["portal_adjacency"] == "all" else SIDEWAYS,
    )


def first_position(terms: Terms, starts: list[int], deck: list[int], sun: int, travellers: int) -> StrangeWorld:
    """The first decision of a game: the Sun's direction, what to keep, or, alone, a pile."""
    state = laid_out(terms, starts, deck, sun, travellers)
    if terms.players > 1:
        state.begin_round()
    return state
