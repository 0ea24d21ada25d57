"""Skybridge as one object: everything the house asks of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from cloudtop.core.chance import below
from cloudtop.core.errors import BadDeal
from cloudtop.core.game import Bounds, Game, Option, Value
from cloudtop.core.scene import Scene
from cloudtop.core.state import ScoreLine, State, Terms
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.skybridge import notation, prose, scene, view
from cloudtop.games.skybridge.art import PALETTE
from cloudtop.games.skybridge.board import BRIDGE, CELL, COLOUR, FAR_CELL, KIND, MOVES
from cloudtop.games.skybridge.rules import Skybridge, first_position
from cloudtop.stage.paints import stylesheet
from cloudtop.stage.sheet import sheet


class SkybridgeGame(Game):
    """Build towers together, close them with your roofs, and let your bridge count a second tower."""

    name = "skybridge"
    rules_version = 1
    player_counts = (2, 3, 4)
    options = (
        Option("roof_on_foundation", False, (False, True)),
        Option("bridge_on_foundation", False, (False, True)),
        Option("two_player_colours", "free", ("free", "alternating")),
    )
    actions = MOVES
    rule_ids = (
        "turn",
        "must-play",
        "supply",
        "contact",
        "block-lowest",
        "bridge-level",
        "bridge-neighbours",
        "bridge-any-level",
        "bridge-on-pieces",
        "bridge-not-on-bridge",
        "roof-any-level",
        "roof-closes",
        "roof-owns",
        "pass",
        "end",
        "score",
        "tie",
        "three-players",
        "two-players",
        "options",
    )

    def bounds(self, players: int, options: Mapping[str, Value]) -> Bounds:
        """At most every piece is placed, and every storey counts twice for a colour that owns two joined towers."""
        pieces = {2: 44, 3: 39, 4: 44}[players]
        widest = {2: 78, 3: 57, 4: 39}[players]
        storeys = 80 + 2 * 4
        return Bounds(moves=pieces, legal=widest, lowest=0, highest=2 * storeys * (2 if players == 2 else 1))

    def shuffle(self, terms: Terms, rng: Random) -> dict[str, Any]:
        """The only chance is who starts."""
        return {"starter": below(rng, terms.players)}

    def begin(self, terms: Terms, deal: Mapping[str, Any]) -> State:
        """Nine bare foundations and the starter to play."""
        if not isinstance(deal, Mapping) or set(deal) != {"starter"}:
            raise BadDeal("a deal of skybridge has one key, 'starter': the seat that begins")
        starter = deal["starter"]
        if type(starter) is not int or starter not in range(terms.players):
            raise BadDeal(f"the starter is a seat from 0 to {terms.players - 1}, not {starter!r}")
        return first_position(terms, starter, view.full_hand(terms.players))

    def facts(self, state: State, seat: int | None) -> dict[str, Any]:
        """Everybody sees everything."""
        assert isinstance(state, Skybridge)
        return view.facts(state)

    def position(self, state: State) -> dict[str, Any]:
        """The same facts: nothing is secret."""
        assert isinstance(state, Skybridge)
        return view.facts(state)

    def restore(self, terms: Terms, position: Mapping[str, Any]) -> State:
        """The state of written towers."""
        return view.restored(terms, position)

    def text(self, action: int) -> str:
        """A move in notation, such as `c3@b2`."""
        return notation.TEXTS[action]

    def read(self, state: State, seat: int, text: str) -> Sequence[int]:
        """The moves a text can mean; without a colour, those of the seat's colours first."""
        found = notation.readings(text)
        assert isinstance(state, Skybridge)
        return sorted(found, key=lambda move: state.holding(seat, COLOUR[move]) < 0)

    def say(self, action: int, words: Words) -> str:
        """A move as a phrase."""
        return prose.move_in_words(action, words)

    def say_score(self, line: ScoreLine, words: Words) -> str:
        """What a line of the score sheet is for."""
        return prose.score_in_words(line, words)

    def board(self, view: View, words: Words) -> str:
        """The plan, the towers and the hands as text."""
        return prose.board_in_words(view, words)

    def draw(self, view: View, words: Words, theme: str, turn: int, names: Sequence[str]) -> str:
        """The board above the clouds."""
        return scene.picture(view, words, theme=theme, turn=turn, names=names)

    def scene(
        self,
        view: View,
        words: Words,
        turn: int = 0,
        targets: Collection[str] = (),
        chosen: Collection[str] = (),
        ghost: int | None = None,
        names: Sequence[str] = (),
    ) -> Scene:
        """The board, its plan and the trays."""
        shown = None if ghost is None else notation.TEXTS[ghost]
        return scene.scene(view, words, turn, chosen, shown, targets, names)

    def sheet(self) -> str:
        """The pieces, drawn once."""
        return sheet(scene.sprites(), [PALETTE])

    def stylesheet(self) -> str:
        """Lacquer and wood by day and at dusk."""
        return stylesheet([PALETTE])

    def hues(self, players: int) -> tuple[str, ...]:
        """Cinnabar, honey, indigo and jade: of two players, each one's first colour."""
        return ("red", "yellow", "blue", "green")[:players]

    def targets(self, view: View, action: int) -> tuple[str, ...]:
        """A piece of the hand, then the cell, or the two cells of a bridge."""
        piece = f"hand:{notation.piece_text(COLOUR[action], KIND[action])}"
        cells = [CELL[action]] if KIND[action] != BRIDGE else [CELL[action], FAR_CELL[action]]
        return (piece, *(f"cell:{notation.CELL_NAMES[cell]}" for cell in cells))


GAME = SkybridgeGame()
