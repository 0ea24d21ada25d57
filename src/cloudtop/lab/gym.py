"""Games for Gymnasium: alone, or one seat against chosen bots. Importing this module registers all games.

    gym.make("cloudtop.lab.gym:cloudtop/NameOfTheGame-v1", opponents="breeze")

An observation is a dictionary: `observation`, the numbers of the seat's view, and `action_mask`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cloudtop.bots import Bot, Perspective
from cloudtop.core.errors import BadBot, BadSeat
from cloudtop.core.game import Game
from cloudtop.games import games
from cloudtop.lab.experiment import contestant
from cloudtop.lab.extras import wanting
from cloudtop.lab.sitting import RENDER_MODES, VERSION, WIDTH, Sitting

with wanting("lab"):
    import gymnasium
    from gymnasium import spaces

if TYPE_CHECKING:
    from cloudtop.lab.sitting import Mask

Opponents = str | Bot | Sequence[str | Bot]
NAMESPACE = "cloudtop"


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game; bots have the others. Alone there are no others."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | None = 0,
        opponents: Opponents = "random",
        options: Mapping[str, object] | None = None,
        reward: str | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        render_width: int = WIDTH,
        rules: int | None = None,
    ) -> None:
        """Agree on the terms; with `seat=None` the seat is drawn anew for each game."""
        self.sitting = Sitting(game, players, options, reward, illegal, render_mode, render_width, rules)
        self.render_mode = render_mode
        self.fixed_seat = seat
        if seat is not None and seat not in range(self.sitting.players):
            raise BadSeat(f"there is no seat {seat}; this game has seats 0 to {self.sitting.players - 1}")
        self.seat = seat or 0
        self.opponents = invited(opponents, self.sitting.players - 1)
        self.observation_space = self.sitting.observation_space()
        self.action_space = spaces.Discrete(self.sitting.game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, played on until the seat has to decide."""
        super().reset(seed=seed)
        players = self.sitting.players
        while True:
            self.sitting.deal(int(self.np_random.integers(2**62)))
            if self.fixed_seat is None:
                self.seat = int(self.np_random.integers(players))
            self.let_others_play()
            if self.sitting.state.mover() >= 0:
                break
        self.show()
        return self.sitting.seen(self.seat), self.info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move; the others play on until the seat has to decide again or the game is over."""
        sitting = self.sitting
        move = sitting.accepted(self.seat, int(action))
        if move is None:
            return sitting.seen(self.seat), sitting.forfeit, True, False, {**self.info(), "illegal": int(action)}
        sitting.state.apply(self.seat, move)
        self.let_others_play()
        over = sitting.state.mover() < 0
        reward = sitting.rewards()[self.seat] if over else 0.0
        self.show()
        replaced = {} if move == action else {"illegal": int(action)}
        return sitting.seen(self.seat), reward, over, False, {**self.info(), **replaced}

    def let_others_play(self) -> None:
        """Let the bots decide until it is the seat's turn."""
        state = self.sitting.state
        while (turn := state.turn()) and self.seat not in turn:
            mover = turn[0]
            bot = self.opponents[(mover - self.seat) % self.sitting.players - 1]
            state.apply(mover, bot.choose(Perspective(state, mover), self.sitting.rng))

    def info(self) -> dict[str, Any]:
        """Which seat it is and, once the game is over, how it ended."""
        outcome = self.sitting.state.outcome()
        ended = {} if outcome is None else {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        return {"seat": self.seat, **ended}

    def action_masks(self) -> Mask:
        """A 1 for every legal move, by the name that maskable learners look for."""
        return self.sitting.mask(self.seat)

    def show(self) -> None:
        """Show the board to whoever watches."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the seat sees it."""
        return self.sitting.render(self.seat)


def invited(opponents: Opponents, count: int) -> list[Bot]:
    """The bots at the other seats, in turn from the learner's; one alone plays them all."""
    several = [opponents] * count if isinstance(opponents, str | Bot) else list(opponents)
    if len(several) != count:
        raise BadBot(f"there are {count} other seats, but {len(several)} opponents were named")
    return [contestant(bot) if isinstance(bot, str) else bot for bot in several]


def id_of(name: str) -> str:
    """The id of a game's environment.

    >>> id_of("coin-nim")
    'cloudtop/CoinNim-v1'
    """
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in name.split('-'))}-v{VERSION}"


def register() -> None:
    """Enter all games into Gymnasium's register, once."""
    for name in games():
        if id_of(name) not in gymnasium.registry:
            gymnasium.register(
                id_of(name),
                entry_point="cloudtop.lab.gym:SeatEnv",
                vector_entry_point="cloudtop.lab.vector:GamesEnv",
                kwargs={"game": name},
            )


register()
