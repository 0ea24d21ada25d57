"""One game as an environment has it: dealt from a seed, seen as numbers, rewarded at its end, shown as a picture.

Every adapter plays through this, so that all of them number moves, write observations and count rewards alike.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import cloudtop
from cloudtop.core.errors import BadOption, BadPlayers, CloudtopError, IllegalMove
from cloudtop.core.game import Game
from cloudtop.core.record import Move, Record
from cloudtop.core.state import State
from cloudtop.lab.extras import wanting

with wanting("lab"):
    import numpy as np
    from gymnasium import spaces

    from cloudtop.core import arrays
    from cloudtop.core.batch import GAIN, POINTS, REWARDS, WIN, rewards_of
    from cloudtop.core.observe import Layout, Observer

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int16]
    Mask = npt.NDArray[np.int8]
    Pixels = npt.NDArray[np.uint8]

VERSION = 1
"""Of all environments: raised when an observation, the number of a move or a reward may differ for the same game."""
Illegal = Literal["lose", "replace", "refuse"]
"""What becomes of an illegal move: it ends the game as lost, a legal one is drawn in its stead, or it is refused with
`IllegalMove` and changes nothing."""
ILLEGAL = ("lose", "replace", "refuse")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""Printed text, text, an SVG picture, an array of pixels."""
WIDTH = 480
"""Pixels across a picture."""


class Simulator:
    """A game under fixed terms, dealt as often as wanted."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: str | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        render_width: int = WIDTH,
        rules: int | None = None,
    ) -> None:
        self.game: Game = cloudtop.game(game) if isinstance(game, str) else game
        self.terms = self.game.terms(players, options, rules)
        self.players = self.terms.players
        self.observer: Observer = self.terms.observer()
        self.layout: Layout = self.observer.layout
        self.bounds = self.game.bounds(self.players, self.terms.options)
        self.reward = reward_named(reward, self.players)
        self.illegal = named(illegal, "illegal", ILLEGAL)
        self.render_mode = None if render_mode is None else named(render_mode, "render_mode", RENDER_MODES)
        self.render_width = render_width
        self.frame: tuple[str, Pixels] | None = None
        """The last picture, and its pixels."""
        self.deal_seed = 0
        """The seed of the present game's deal."""
        self.moves: list[Move] = []
        """The moves of the present game."""
        self.counted: list[float] = [0.0] * self.players
        """By seat, the points that have been rewarded, where points are rewarded as they come."""
        self.state: State = self.dealt(Random(0))
        self.rng = Random(0)

    # ------------------------------------------------------------------ spaces

    def observation_space(self, extra_actions: int = 0) -> spaces.Dict:
        """The observation of a seat: the numbers of its view, and a 1 for every legal move."""
        entries = self.layout.entries
        low = np.repeat([entry.lowest for entry in entries], [entry.size for entry in entries]).astype(np.int16)
        high = np.repeat([entry.highest for entry in entries], [entry.size for entry in entries]).astype(np.int16)
        mask = spaces.Box(0, 1, (self.game.actions + extra_actions,), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})

    # ------------------------------------------------------------------ a game

    def dealt(self, rng: Random) -> State:
        """A new game, dealt by the generator."""
        state: State = self.game.begin(self.terms, self.game.shuffle(self.terms, rng))
        return state

    def deal(self, seed: int) -> None:
        """Deal anew; the same seed gives the same game, and the same bots and replaced moves in it."""
        self.rng = Random(seed)
        self.state = self.dealt(self.rng)
        self.deal_seed = seed
        self.moves = []
        self.counted = [0.0] * self.players

    def make(self, seat: int, action: int) -> None:
        """Make a move that is known to be legal."""
        self.state.apply(seat, action)
        self.moves.append(Move(seat, action))

    def record(self) -> Record:
        """The present game as far as it has gone, which anybody can replay."""
        terms = self.terms
        return Record(
            self.game, self.players, terms.options, self.deal_seed, moves=tuple(self.moves), rules=terms.rules
        )

    def numbers(self, seat: int) -> Numbers:
        """The view of a seat."""
        return arrays.numbers(self.state, seat)

    def mask(self, seat: int, extra_actions: int = 0) -> Mask:
        """A 1 for every move that a seat may make now."""
        found = np.zeros(self.game.actions + extra_actions, np.int8)
        found[self.state.legal(seat)] = 1
        return found

    def seen(self, seat: int) -> dict[str, Any]:
        """An observation with its mask."""
        return {"observation": self.numbers(seat), "action_mask": self.mask(seat)}

    def accepted(self, seat: int, action: int) -> int | None:
        """The move to make for one that was chosen: itself, another in its stead, or None if the seat has lost."""
        if self.state.mover() < 0:
            raise CloudtopError("this game is over: reset the environment first")
        legal = self.state.legal(seat)
        if action in legal:
            return action
        if self.illegal == "refuse":
            rule = self.state.why_not(seat, action)
            raise IllegalMove(rule or f"{self.game.name}/turn", self.game.text(action))
        return None if self.illegal == "lose" else legal[int(self.rng.random() * len(legal))]

    def rewards(self) -> list[float]:
        """The final reward of each seat."""
        return rewards_of(self.state, self.reward)

    def earned(self) -> list[float]:
        """What each seat is given now: what its points have risen by since the last time, or what the end brings."""
        if self.reward == GAIN:
            scores = [float(score) for score in self.state.scores()]
            gains = [now - before for now, before in zip(scores, self.counted, strict=True)]
            self.counted = scores
            return gains
        return self.rewards() if self.state.mover() < 0 else [0.0] * self.players

    def forfeited(self, seat: int) -> float:
        """The reward for an illegal move that loses the game: in all as little as any end can bring."""
        return self.forfeit - self.counted[seat]

    @cached_property
    def forfeit(self) -> float:
        """The whole reward of a game that is lost by an illegal move."""
        return float(min(self.bounds.lowest, 0)) if self.reward in (POINTS, GAIN) else -1.0

    # ------------------------------------------------------------------ pictures

    def render(self, seat: int | None) -> str | Pixels | None:
        """The position as the mode has it, seen from a seat or, with None, by a spectator."""
        if self.render_mode is None:
            return None
        view = self.state.view(seat)
        if self.render_mode == "human":
            print(self.game.board_text(view))
            return None
        if self.render_mode == "ansi":
            return self.game.board_text(view)
        picture = self.game.picture(view)
        if self.render_mode == "svg":
            return picture
        # A picture that has not changed is not drawn again, as while a video waits.
        if self.frame is None or self.frame[0] != picture:
            self.frame = picture, pixels(picture, self.render_width)
        return self.frame[1].copy()


def named(value: str, what: str, allowed: tuple[str, ...]) -> str:
    """The value, if it is one of those that are known."""
    if value not in allowed:
        raise BadOption(f"{what} is one of {', '.join(allowed)}, not {value!r}")
    return value


def reward_named(reward: str | None, players: int) -> int:
    """The number of a kind of reward: wins, and points where one plays alone, unless something else is asked for."""
    if reward is None:
        return WIN if players > 1 else POINTS
    kind = REWARDS.index(named(reward, "reward", REWARDS))
    if players == 1 and kind not in (POINTS, GAIN):
        raise BadPlayers("alone nobody is beaten: the reward of a game for one is 'points' or 'gain'")
    return kind


BLUR = re.compile(r' filter="url\(#[^"]*\)"')
"""Blurred shadows, two thirds of the time of a frame: 0.16 to 0.26 s without them, 0.54 to 0.68 s with them."""


def pixels(svg: str, width: int) -> Pixels:
    """An SVG picture as an array of height, width and three colours, without blurred shadows."""
    with wanting("lab"):
        import resvg_py
        from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=BLUR.sub("", svg), width=width, background="white")
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
