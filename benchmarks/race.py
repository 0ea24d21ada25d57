"""One runner of the race in `peers.py`: a library plays at random, copies a position and searches.

    python benchmarks/race.py open-spiel

It prints JSON and needs nothing but the library: each runs in a process and a virtual environment of its own. All is
counted in seconds of the processor, not of the clock, so that whatever else the machine does disturbs less.
"""

from __future__ import annotations

import copy
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any, NamedTuple

SLICE = float(os.environ.get("RACE_SLICE", "0.4"))
"""Seconds of the processor in a slice."""
SLICES = 5
"""The median of so many counts."""
LONGEST = 2000
"""Moves after which a game that does not end is left."""


class Speed(NamedTuple):
    """How fast something goes."""

    game: str
    what: str
    """`play`, `loop`, `batch` (moves), `copy` (copies) or `search` (iterations)."""
    rate: float
    """Each second of the processor."""


def speed(work: Callable[[], int]) -> float:
    """How much of some work is done in a second; the first piece warms up and does not count."""
    work()
    found = []
    for _ in range(SLICES):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SLICE:
            done += work()
        found.append(done / spent)
    return statistics.median(found)


def many(act: Callable[[], object], times: int = 200) -> Callable[[], int]:
    """Something quick, many times over."""

    def work() -> int:
        for _ in range(times):
            act()
        return times

    return work


# ---------------------------------------------------------------------------------------------- ours


def cloudtop() -> Iterator[Speed]:
    """Our games, and connect four on our contract."""
    library = import_module("cloudtop")
    bench, search = import_module("cloudtop.lab.bench"), import_module("cloudtop.bots.search")
    random_playout = import_module("cloudtop.core.playout").random_playout
    judge = import_module("cloudtop.core.judge").Judge
    for name in library.games():
        game, rng = library.game(name), Random(1)
        start = game.deal(players=2, seed=1)
        limit = game.bounds(2, start.options).moves
        middle = start.copy()
        random_playout(middle, Random(2), limit // 3)

        def inside(start: Any = start, rng: Random = rng, limit: int = limit) -> int:
            return int(random_playout(start.copy(), rng, limit))

        def grow(start: Any = start, rng: Random = rng, limit: int = limit) -> int:
            return int(search.think(start, start.mover(), search.Search(judge(0.6), limit), rng, 200, 1e9))

        def outside(start: Any = start, rng: Random = rng) -> int:
            return int(bench.python_loop(start.copy(), rng))

        yield Speed(name, "play", speed(outside))
        yield Speed(name, "loop", speed(inside))
        yield Speed(name, "copy", speed(many(middle.copy)))
        yield Speed(name, "search", speed(grow))
        yield from batched(name)


def batched(name: str) -> Iterator[Speed]:
    """Many games at once, with observations and masks, where the lab's extra is installed."""
    try:
        games = import_module("cloudtop.lab.vector").GamesEnv(name, 1024, players=2, workers=1, copy=False)
    except Exception as error:
        print(f"{name} is not stepped in batches: {error}", file=sys.stderr)
        return
    games.reset(seed=1)

    def step() -> int:
        games.step(games.sample())
        return 1024

    yield Speed(name, "batch", speed(step))


# ---------------------------------------------------------------------------------------------- theirs


def python_chess() -> Iterator[Speed]:
    """Random chess."""
    chess, rng = import_module("chess"), Random(1)

    def play() -> int:
        board = chess.Board()
        for number in range(100):
            moves = list(board.legal_moves)
            if not moves:
                return number
            board.push(moves[int(rng.random() * len(moves))])
        return 100

    yield Speed("chess", "play", speed(play))
    board = chess.Board()
    yield Speed("chess", "copy", speed(many(lambda: board.copy(stack=False))))


def open_spiel() -> Iterator[Speed]:
    """Games in C++, driven from Python."""
    pyspiel, rng = import_module("pyspiel"), Random(1)

    def chance(state: Any) -> int:
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(actions, odds)[0])

    def played(game: Any, most: int) -> tuple[Any, int]:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal() and moves < most:
            if state.is_chance_node():
                state.apply_action(chance(state))
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        return state, moves

    def moves_of(game: Any) -> int:
        return played(game, LONGEST)[1]

    def search(bot: Any, start: Any) -> int:
        bot.step(start)
        return 200

    for name in ("connect_four", "gin_rummy", "hive"):
        game = pyspiel.load_game(name)
        yield Speed(name, "play", speed(partial(moves_of, game)))
        middle, _ = played(game, 12)
        yield Speed(name, "copy", speed(many(middle.clone)))
        if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, 200, 100, False, 1, False)
            yield Speed(name, "search", speed(partial(search, bot, game.new_initial_state())))


def pettingzoo() -> Iterator[Speed]:
    """Connect four as an environment."""
    rng, numpy = Random(1), import_module("numpy")
    env = import_module("pettingzoo.classic.connect_four_v3").env()

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = numpy.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            moves += 1
        return moves

    yield Speed("connect_four", "play", speed(play))
    env.reset()
    yield Speed("connect_four", "copy", speed(many(lambda: copy.deepcopy(env.unwrapped), 10)))


def rlcard() -> Iterator[Speed]:
    """Card games as environments."""
    library, rng = import_module("rlcard"), Random(1)
    for name in ("gin-rummy", "uno"):
        env = library.make(name, config={"seed": 1})

        def play(env: Any = env) -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over() and moves < LONGEST:
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng.random() * len(legal))])
                moves += 1
            return moves

        yield Speed(name, "play", speed(play))


def catanatron() -> Iterator[Speed]:
    """Random Catan of two players."""
    found, models = import_module("catanatron"), import_module("catanatron.models.player")
    players = [models.RandomPlayer(found.Color.RED), models.RandomPlayer(found.Color.BLUE)]

    def play() -> int:
        game = found.Game(players)
        moves = 0
        while game.winning_color() is None and moves < LONGEST:
            game.play_tick()
            moves += 1
        return moves

    yield Speed("catan", "play", speed(play))
    middle = found.Game(players)
    for _ in range(60):
        middle.play_tick()
    yield Speed("catan", "copy", speed(many(middle.copy, 10)))


def pgx() -> Iterator[Speed]:
    """Connect four compiled by JAX for the CPU: one game from Python, and a thousand at once."""
    jax, env, rng = import_module("jax"), import_module("pgx").make("connect_four"), Random(1)
    numpy = import_module("numpy")
    begin, step = jax.jit(env.init), jax.jit(env.step)

    def play() -> int:
        state, moves = begin(jax.random.PRNGKey(rng.randrange(2**31))), 0
        while not bool(state.terminated):
            legal = numpy.flatnonzero(numpy.asarray(state.legal_action_mask))
            state = step(state, int(legal[int(rng.random() * len(legal))]))
            moves += 1
        return moves

    yield Speed("connect_four", "play", speed(play))

    def turn(state: Any, key: Any) -> Any:
        odds = jax.numpy.log(state.legal_action_mask.astype("float32"))
        return jax.vmap(env.step)(state, jax.random.categorical(key, odds, axis=-1)), ~state.terminated

    def games(key: Any) -> Any:
        state = jax.vmap(env.init)(jax.random.split(key, 1024))
        return jax.lax.scan(turn, state, jax.random.split(key, 42))[1].sum()

    fast = jax.jit(games)
    yield Speed("connect_four", "batch", speed(lambda: int(fast(jax.random.PRNGKey(rng.randrange(2**31))))))


PEERS: dict[str, tuple[str, Callable[[], Iterator[Speed]]]] = {
    "cloudtop": ("", cloudtop),
    "python-chess": ("chess", python_chess),
    "open-spiel": ("open_spiel", open_spiel),
    "pettingzoo": ("pettingzoo", pettingzoo),
    "rlcard": ("rlcard", rlcard),
    "catanatron": ("catanatron", catanatron),
    "pgx": ("pgx", pgx),
}
"""By name: the package whose version is told, and what it does."""


def main() -> None:
    """Run one of them."""
    package, runner = PEERS[sys.argv[1]]
    told = version(package) if package else import_module("cloudtop.version").VERSION
    build = "" if package else import_module("cloudtop").BUILD
    print(json.dumps({"version": told, "build": build, "speeds": [one._asdict() for one in runner()]}))


if __name__ == "__main__":
    main()
