"""Compile games of other packages together with the house, so that they are as fast as a room.

mypyc lays out a class and its table of methods within one group of modules. A state that is compiled in a group of its
own takes the place of the fields and methods of the compiled `State` that it extends, and the first call into it
crashes. So the house and the games are compiled anew in one group, beside what is installed; `cloudtop.build` runs it
as long as house, Python and sources are those that it was made from.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from cloudtop import build
from cloudtop.core.errors import CloudtopError
from cloudtop.core.game import Game
from cloudtop.version import VERSION

HOT = ("moves.py", "fast.py", "effects.py", "score.py", "state.py", "bot.py", "observe.py")
"""What is compiled of a game, as far as it is there: as of a room."""
COMPILE = """
import json, os, sys
from mypyc.build import mypycify
from setuptools import setup
files = json.load(sys.stdin)
extensions = mypycify(["--no-error-summary", "--hide-error-context", *files], opt_level="3", debug_level="0")
for extension in extensions if os.name == "posix" else ():
    extension.extra_compile_args.append("-fno-semantic-interposition")
setup(name="together", packages=[], script_args=["--quiet", "build_ext", "--build-lib", "built"],
      ext_modules=extensions)
"""
"""Compiles as the house's own `setup.py` does."""
PLAY = """
import hashlib, json, random, sys
import cloudtop
from cloudtop.core.playout import random_playout
for name in sys.argv[1:]:
    game, seen = cloudtop.game(name), hashlib.sha256()
    for seed in range(10):
        players = game.player_counts[seed % len(game.player_counts)]
        state, rng = game.deal(players=players, seed=seed), random.Random(seed)
        while state.turn():
            random_playout(state, rng, 3)
            for seat in range(players):
                imagined = state.imagine(seat, random.Random(seed)).dump()
                seen.update(json.dumps([state.legal(seat), state.view(seat).to_dict(), imagined]).encode())
        seen.update(repr([state.scores(), state.outcome()]).encode())
    print(name, seen.hexdigest())
"""
"""Plays the same games on any build, and prints what was seen of them."""


class CannotBuild(CloudtopError):
    """A game cannot be compiled here; what runs stays as it was."""


def folder_of(game: Game) -> Path:
    """The folder of a game's package; only one whose package stands at the top can be compiled."""
    if not game.package or "." in game.package:
        raise CannotBuild(f"{game.name} is in {game.package or 'a lone module'}; a package of its own can be compiled")
    found = sys.modules[game.package].__file__
    if found is None:
        raise CannotBuild(f"{game.package} has no __init__.py; with one it can be compiled")
    return Path(found).parent


def hot_modules(game: Game) -> dict[str, Path]:
    """The modules of a game that are compiled, and their sources."""
    folder = folder_of(game)
    found = {f"{game.package}.{name[:-3]}": folder / name for name in HOT if (folder / name).exists()}
    if f"{game.package}.state" not in found:
        raise CannotBuild(
            f"{game.package} has no state.py; its State, and what it needs, are compiled from {' '.join(HOT)}"
        )
    return found


def house_modules() -> list[str]:
    """The compiled modules of the house; refused where the house itself is not compiled."""
    stamp = build.made_from()
    changed = build.stale(stamp)
    if not stamp or changed:
        why = f"source changed: {', '.join(changed)}" if changed else "nothing compiled here"
        raise CannotBuild(f"the house itself runs plain Python ({why}); compile it first: make build")
    return list(stamp)


def build_together(games: Sequence[Game]) -> Path:
    """Compile games with the house and let that build run from now on; returns its folder.

    `CannotBuild` says why it is not possible; then everything runs as before.
    """
    house, guests = house_modules(), [module for game in games for module in hot_modules(game)]
    target = build.builds_folder()
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".together-") as place:
        stage, made = Path(place), Path(place) / "built"
        copy_sources(build.HOME, stage / "cloudtop")
        for game in games:
            copy_sources(folder_of(game), stage / game.package)
        compile_in(stage, [*house, *guests])
        stamp = {
            "python": EXTENSION_SUFFIXES[0],
            "version": VERSION,
            "house": {module: build.digest(stage / f"{module.replace('.', '/')}.py") for module in house},
            "guests": {game.package: build.sources_in(stage / game.package) for game in games},
        }
        (made / "compiled.json").write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        check_plays_alike([game.name for game in games], made)
        forget()
        made.rename(target)
    return target


def copy_sources(package: Path, target: Path) -> None:
    """The Python source of a package, and nothing else."""
    for source in package.rglob("*.py"):
        copied = target / source.relative_to(package)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copied)


def compile_in(stage: Path, modules: Sequence[str]) -> None:
    """Compile modules whose source lies in a folder, in one group."""
    files = [f"{module.replace('.', '/')}.py" for module in modules]
    ran = run(["-c", COMPILE], {"MYPYPATH": str(stage)}, stage, json.dumps(files))
    if ran.returncode:
        told = [line for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]
        faults = [line for line in told if ": error:" in line] or told[-1:]
        raise CannotBuild(f"it cannot be compiled: {'; '.join(faults[:3])}")


def check_plays_alike(names: Sequence[str], made: Path) -> None:
    """Refuse a build on which a game does not play as its source does."""
    plain = run(["-c", PLAY, *names], {"CLOUDTOP_PURE": "1"})
    if plain.returncode:
        raise CannotBuild(f"it does not play as plain Python: {plain.stderr.strip().splitlines()[-1]}")
    compiled = run(["-c", PLAY, *names], {"CLOUDTOP_PURE": "0", "CLOUDTOP_BUILDS": str(made)})
    if compiled.returncode:
        why = compiled.stderr.strip().splitlines()
        raise CannotBuild(f"it does not play when compiled: {why[-1] if why else f'exit {compiled.returncode}'}")
    if compiled.stdout != plain.stdout:
        raise CannotBuild(
            "it plays other games when compiled; `python -m cloudtop.testing --game` compares both builds"
        )


def run(
    arguments: Sequence[str], changes: Mapping[str, str], folder: Path | None = None, told: str = ""
) -> subprocess.CompletedProcess[str]:
    """What another Python says."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **changes},
        cwd=folder,
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


def forget() -> bool:
    """Let the house run its own build again; whether there was another."""
    folder = build.builds_folder()
    if not folder.exists():
        return False
    shutil.rmtree(folder)
    return True
