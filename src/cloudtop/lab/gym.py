"""Games for Gymnasium: alone, or one seat against chosen bots. Importing this module registers all games.

    import cloudtop.lab.gym
    gym.make("cloudtop/NameOfTheGame-v1", opponents="breeze")

Without the import, Gymnasium is told of it in the id: `cloudtop.lab.gym:cloudtop/NameOfTheGame-v1`. Since its version
1.0 Gymnasium looks for no plug-ins of installed packages.

An observation is a dictionary: `observation`, the numbers of the seat's view, and `action_mask`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cloudtop.bots import Bot
from cloudtop.bots.own import AnyBot, checked_choice
from cloudtop.core.errors import BadBot, BadSeat
from cloudtop.core.former import FormerName
from cloudtop.core.game import Game
from cloudtop.core.record import Record
from cloudtop.games import games
from cloudtop.lab.experiment import contestant
from cloudtop.lab.extras import wanting
from cloudtop.lab.simulator import RENDER_MODES, VERSION, WIDTH, Simulator

with wanting("lab"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.envs.registration import EnvSpec

if TYPE_CHECKING:
    from cloudtop.lab.simulator import Mask

Opponents = AnyBot | Sequence[AnyBot]
NAMESPACE = "cloudtop"


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game; bots have the others. Alone there are no others."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}
    sitting = FormerName("simulator")

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
        self.simulator = Simulator(game, players, options, reward, illegal, render_mode, render_width, rules)
        self.render_mode = render_mode
        self.fixed_seat = seat
        if seat is not None and seat not in range(self.simulator.players):
            raise BadSeat(f"there is no seat {seat}; this game has seats 0 to {self.simulator.players - 1}")
        self.seat = seat or 0
        self.opponents = invited(opponents, self.simulator.players - 1)
        self.observation_space = self.simulator.observation_space()
        self.action_space = spaces.Discrete(self.simulator.game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, played on until the seat has to decide."""
        super().reset(seed=seed)
        players = self.simulator.players
        while True:
            self.simulator.deal(int(self.np_random.integers(2**62)))
            if self.fixed_seat is None:
                self.seat = int(self.np_random.integers(players))
            self.let_others_play()
            if self.simulator.state.mover() >= 0:
                break
        self.show()
        return self.seen(), self.info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move; the others play on until the seat has to decide again or the game is over."""
        simulator = self.simulator
        move = simulator.accepted(self.seat, int(action))
        if move is None:
            lost = {**self.info(), "illegal": int(action)}
            return simulator.seen(self.seat), simulator.forfeited(self.seat), True, False, lost
        simulator.make(self.seat, move)
        self.let_others_play()
        reward = simulator.earned()[self.seat]
        self.show()
        replaced = {} if move == action else {"illegal": int(action)}
        return self.seen(), reward, simulator.state.mover() < 0, False, {**self.info(), **replaced}

    def seen(self) -> dict[str, Any]:
        """The seat's observation with its mask.

        After the end move 0 is in the mask, though nobody can make it: where many environments are stepped at once
        an ended one is reset by the next step, whose action must be drawn from something.
        """
        seen = self.simulator.seen(self.seat)
        if self.simulator.state.mover() < 0:
            seen["action_mask"][0] = 1
        return seen

    def let_others_play(self) -> None:
        """Let the bots decide until it is the seat's turn."""
        state = self.simulator.state
        while (turn := state.turn()) and self.seat not in turn:
            mover = turn[0]
            bot = self.opponents[(mover - self.seat) % self.simulator.players - 1]
            self.simulator.make(mover, checked_choice(bot, state, mover, self.simulator.rng))

    def info(self) -> dict[str, Any]:
        """Which seat it is, the seed of the deal and, once the game is over, how it ended."""
        outcome = self.simulator.state.outcome()
        ended = {} if outcome is None else {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        return {"seat": self.seat, "deal_seed": self.simulator.deal_seed, **ended}

    def record(self) -> Record:
        """The present game as far as it has gone: `record().write()` is the text that anybody can replay."""
        return self.simulator.record()

    def action_masks(self) -> Mask:
        """A 1 for every legal move, by the name that maskable learners look for."""
        return self.simulator.mask(self.seat)

    def show(self) -> None:
        """Show the board to whoever watches."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the seat sees it."""
        return self.simulator.render(self.seat)


def invited(opponents: Opponents, count: int) -> list[Bot]:
    """The bots at the other seats, in turn from the learner's; one alone plays them all."""
    return [contestant(bot) for bot in each_of(opponents, count)]


def each_of(opponents: Opponents, count: int) -> tuple[AnyBot, ...]:
    """A bot for every other seat, by name or itself."""
    alone = isinstance(opponents, str) or hasattr(opponents, "choose")
    several = (opponents,) * count if alone else tuple(opponents)  # type: ignore[arg-type]
    if len(several) != count:
        raise BadBot(f"there are {count} other seats, but {len(several)} opponents were named")
    for bot in several:
        if not isinstance(bot, str) and not hasattr(bot, "choose"):
            raise BadBot(f"{bot!r} is no bot: it has no method choose(perspective, rng)")
    return several  # type: ignore[return-value]


def id_of(name: str) -> str:
    """The id of a game's environment.

    >>> id_of("coin-nim")
    'cloudtop/CoinNim-v1'
    """
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in name.split('-'))}-v{VERSION}"


def spec_of(name: str, **kwargs: Any) -> EnvSpec:
    """The entry of a game in Gymnasium's register, with these arguments."""
    return EnvSpec(
        id_of(name),
        entry_point="cloudtop.lab.gym:SeatEnv",
        vector_entry_point="cloudtop.lab.vector:GamesEnv",
        kwargs={"game": name, **kwargs},
    )


def register() -> None:
    """Enter all games into Gymnasium's register, once."""
    for name in games():
        gymnasium.registry.setdefault(id_of(name), spec_of(name))


register()
