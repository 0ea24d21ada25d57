"""Moves a second of one small game: its rules interpreted, compiled as a guest, and compiled as a room.

    python benchmarks/guest_speed.py [cards|tiles|plain|high-card] [--rounds 9] [--keep FOLDER]

A house without its four rooms, which would only take long to compile, gets a game twice: as a room, and as an installed
package, which is then compiled as `cloudtop build` does it. The game is a template of `cloudtop new`, or the one
of `tests/support/high_card`, which was written to be quick. The package as it is, the package compiled and the room
take turns, slice by slice, in one run; medians count, and only the time that a process works.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cloudtop.cli.guests import read_name, rendered
from cloudtop.lab.together import HOT

ROOT = Path(__file__).parent.parent
HOUSE = (
    "core/state.py",
    "core/chance.py",
    "core/playout.py",
    "core/judge.py",
    "core/observe.py",
    "core/batch.py",
    "bots/search.py",
)
"""What is compiled of the house, besides the room."""
GUEST, ROOM = "small-guest", "small-room"
HIGH_CARD = "high-card"
MEASURE = """
import json, sys, time
from random import Random
import cloudtop
from cloudtop.core.playout import random_playout
from cloudtop.lab.bench import rules_build
game = cloudtop.game(sys.argv[1])
start, rng = game.deal(players=2, seed=1), Random(1)
print(json.dumps(rules_build(game)), flush=True)
for line in sys.stdin:
    moves, begun = 0, time.process_time()
    while time.process_time() - begun < 0.1:
        moves += sum(random_playout(start.copy(), rng, 100) for _ in range(20))
    print(moves / (time.process_time() - begun), flush=True)
"""


def lay_out(folder: Path, kind: str) -> None:
    """A house with the game as a room, and the game as a package beside it."""
    house, site = folder / "house", folder / "site"
    rooms = shutil.ignore_patterns("*.so", "compiled.json", "__pycache__", "web", "static")
    shutil.copytree(ROOT / "src" / "cloudtop", house / "cloudtop", ignore=rooms)
    for room in (house / "cloudtop" / "games").iterdir():
        if room.is_dir():
            shutil.rmtree(room)
    place(kind, house / "cloudtop" / "games" / "small_room", "cloudtop.games.small_room", ROOM)
    place(kind, site / "small_guest", "small_guest", GUEST)
    about = site / "small_guest-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: small_guest\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[cloudtop.games]\n{GUEST} = small_guest.game:GAME\n", encoding="utf-8")


def finding(folder: Path) -> dict[str, str]:
    """The environment in which both are found."""
    paths = os.pathsep.join([str(folder / "house"), str(folder / "site")])
    return {**os.environ, "PYTHONPATH": paths, "CLOUDTOP_PURE": "0", "CLOUDTOP_BUILDS": str(folder / "together")}


def place(kind: str, target: Path, package: str, name: str) -> None:
    """The game under another name."""
    for file, text in sources(kind):
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        named = text.replace("tests.support.high_card", package).replace("high_card", package).replace(HIGH_CARD, name)
        (target / file).write_text(named, encoding="utf-8")


def sources(kind: str) -> Iterator[tuple[str, str]]:
    """The files of a game called high-card: their names in its package, and their texts."""
    if kind == HIGH_CARD:
        for source in (ROOT / "tests" / "support" / "high_card").glob("*.py"):
            yield source.name, source.read_text(encoding="utf-8")
        return
    for path, text in rendered(read_name("High Card"), kind):
        if path.startswith("src/high_card/"):
            yield path.removeprefix("src/high_card/"), text


def compile_house(house: Path, environment: dict[str, str]) -> None:
    """The house's own build."""
    script = (
        "import sys; from mypyc.build import mypycify; from setuptools import setup;"
        "setup(name='house', packages=[], script_args=['--quiet', 'build_ext', '--build-lib', '.'],"
        " ext_modules=mypycify(sys.argv[1:], opt_level='3', debug_level='0'))"
    )
    room = Path("games", "small_room")
    names = [*HOUSE, *(f"{room}/{name}" for name in HOT if (house / "cloudtop" / room / name).exists())]
    files = [f"cloudtop/{name}" for name in names]
    subprocess.run([sys.executable, "-c", script, *files], cwd=house, env={**environment, "MYPYPATH": "."}, check=True)
    stamp = {}
    for name in names:
        made = hashlib.sha256((house / "cloudtop" / name).read_bytes()).hexdigest()
        stamp[f"cloudtop.{name[:-3].replace('/', '.')}"] = made
    (house / "cloudtop" / "compiled.json").write_text(json.dumps(stamp), encoding="utf-8")


class Runner:
    """A process that measures one game on one build."""

    def __init__(self, title: str, game: str, environment: dict[str, str]) -> None:
        self.title = title
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURE, game],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.build = json.loads(self.heard())
        self.speeds: list[float] = []

    def heard(self) -> str:
        """The next line."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def slice(self) -> float:
        """Moves a second, for a short while."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.heard())


def main() -> None:
    """Lay out, compile, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="cards", choices=["cards", "tiles", "plain", HIGH_CARD])
    parser.add_argument("--rounds", type=int, default=9, help="slices of each")
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it there, to measure again")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        environment = finding(folder)
        own = {**environment, "CLOUDTOP_BUILDS": str(folder / "none")}
        if not (folder / "together").exists():
            lay_out(folder, asked.game)
            compile_house(folder / "house", environment)
            command = "from cloudtop.lab.together import build_together; import cloudtop; "
            command += f"build_together([cloudtop.game('{GUEST}')])"
            subprocess.run([sys.executable, "-c", command], env=environment, check=True)
        runners = [
            Runner("interpreted", GUEST, own),
            Runner("compiled as a guest", GUEST, environment),
            Runner("compiled as a room", ROOM, own),
        ]
        for number in range(asked.rounds + 1):
            for runner in runners:
                speed = runner.slice()
                # The first slice only warms up.
                runner.speeds += [speed] if number else []
        room = runners[-1].speeds
        for runner in runners:
            ratio = statistics.median(own / other for own, other in zip(runner.speeds, room, strict=True))
            speed = statistics.median(runner.speeds)
            print(f"{runner.title:<20} rules {runner.build:<9} {speed:>12,.0f} moves/s   {ratio:.2f} of a room")
            runner.process.kill()


if __name__ == "__main__":
    main()
