"""Our engine next to other libraries of games, in one run that anybody can repeat.

    python benchmarks/peers.py --install          fetch all peers, then race and write docs/performance.md
    python benchmarks/peers.py --only pettingzoo  race a few of those that are there, and print

Each library runs in a process and a virtual environment of its own below `build/peers/` (`race.py` is what runs there).
Ours is compiled there as well, from a copy of the source in which connect four is a room like the others. A peer that
cannot be installed or does not run is a row that says so.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
HOUSE = HERE.parent
BUILT = HOUSE / "build" / "peers"
OURS = BUILT / "cloudtop"
PAGE = HOUSE / "docs" / "performance.md"
BEGIN, END = "<!-- peers: begin -->", "<!-- peers: end -->"
PACKAGES = {
    "python-chess": "chess==1.11.2",
    "open-spiel": "open_spiel==2.0.2",
    "pettingzoo": "pettingzoo[classic]==1.27.0",
    "rlcard": "rlcard==1.2.0",
    "catanatron": "catanatron==3.2.1",
    "pgx": "pgx==2.6.0",
}
BOARDGAME_IO = "boardgame.io@0.50.2"
TITLES = {
    "python-chess": "python-chess",
    "open-spiel": "OpenSpiel (C++)",
    "pettingzoo": "PettingZoo",
    "rlcard": "RLCard",
    "catanatron": "catanatron",
    "pgx": "pgx on the CPU",
    "boardgame.io": "boardgame.io",
}
CONNECT_FOUR = ("connect_four", "connect-four")
SLICE = os.environ.setdefault("RACE_SLICE", "0.4")
"""Seconds of a slice, which all runners are told."""
WHATS = ("play", "loop", "batch", "copy", "search")
HEADS = ("moves from a Python loop", "moves inside", "moves in batches", "copies", "search iterations")
"""What is measured, each second of the processor."""


class Entry(NamedTuple):
    """A row of the table: a library with one of its games."""

    who: str
    game: str
    rates: dict[str, float]
    trouble: str = ""


# ---------------------------------------------------------------------------------------------- getting ready


def python_of(peer: str) -> Path:
    """The Python of a peer's virtual environment."""
    return BUILT / peer / ("Scripts" if os.name == "nt" else "bin") / "python"


def install(names: Iterable[str]) -> None:
    """Fetch the peers; one that cannot be had is told and left out."""
    for name in names:
        print(f"fetching {name}", file=sys.stderr)
        try:
            if name == "boardgame.io":
                command = ["npm", "install", "--silent", "--no-fund", "--prefix", str(BUILT / name), BOARDGAME_IO]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                continue
            if not python_of(name).exists():
                venv.create(BUILT / name, with_pip=True)
            pip = [str(python_of(name)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, PACKAGES[name]], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name} could not be installed: {error}", file=sys.stderr)


def compile_ours() -> None:
    """A copy of the house in which connect four is a room, compiled as rooms are."""
    shutil.rmtree(OURS, ignore_errors=True)
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "compiled.json", "__pycache__")
    shutil.copytree(HOUSE / "src" / "cloudtop", OURS / "src" / "cloudtop", ignore=unwanted)
    shutil.copytree(HERE / "connect_four", OURS / "src" / "cloudtop" / "games" / "connect_four", ignore=unwanted)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(HOUSE / name, OURS)
    environment = {name: value for name, value in os.environ.items() if name not in ("CLOUDTOP_PURE", "PYTHONPATH")}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--parallel", str(os.cpu_count() or 1)]
    subprocess.run(command, cwd=OURS, env=environment, check=True)


# ---------------------------------------------------------------------------------------------- the race


def ran(who: str, command: Sequence[str], **environment: str) -> Iterator[Entry]:
    """The rows of one runner; one row that says why where it did not run."""
    run = subprocess.run(
        command, env={**os.environ, **environment}, cwd=BUILT, capture_output=True, text=True, check=False
    )
    if run.returncode:
        reason = (run.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        yield Entry(who, "", {}, f"did not run: {reason[:100]}")
        return
    told = json.loads(run.stdout.strip().splitlines()[-1])
    name = " ".join(part for part in (who, told["version"], told["build"]) if part)
    found: dict[str, dict[str, float]] = {}
    for one in told["speeds"]:
        found.setdefault(one["game"], {})[one["what"]] = one["rate"]
    for game, rates in found.items():
        yield Entry(name, game, rates)


def race(names: Iterable[str]) -> Iterator[Entry]:
    """All runners, one after the other."""
    runner = str(HERE / "race.py")
    for name in names:
        print(f"running {name}", file=sys.stderr)
        if name == "cloudtop":
            source = str(OURS / "src" if OURS.exists() else HOUSE / "src")
            for pure in ("0", "1"):
                yield from ran("Cloudtop", [sys.executable, runner, name], PYTHONPATH=source, CLOUDTOP_PURE=pure)
        elif name == "boardgame.io":
            if shutil.which("node") is None or not (BUILT / name / "node_modules").exists():
                yield Entry(TITLES[name], "", {}, "is not installed")
                continue
            for script in ("connect_four.cjs", "game.cjs"):
                shutil.copy(HERE / "boardgame.io" / script, BUILT / name)
            yield from ran(TITLES[name], ["node", str(BUILT / name / "connect_four.cjs")])
        elif not python_of(name).exists():
            yield Entry(TITLES[name], "", {}, "is not installed")
        else:
            yield from ran(TITLES[name], [str(python_of(name)), runner, name])


# ---------------------------------------------------------------------------------------------- the page


def rate_told(rate: float | None) -> str:
    """A rate, short enough for a table.

    >>> [rate_told(rate) for rate in (None, 812.4, 52_300.0, 1_840_000.0)]
    ['', '812', '52 k', '1.84 M']
    """
    if rate is None:
        return ""
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    return f"{rate / 1e3:.0f} k" if rate >= 10_000 else f"{rate:,.0f}"


def table(entries: Sequence[Entry], heads: Sequence[str] = HEADS) -> list[str]:
    """Rows as Markdown."""
    lines = [f"| library | game | {' | '.join(heads)} |", "|---|---|" + "---|" * len(heads)]
    for entry in entries:
        cells = (
            [entry.trouble, *[""] * (len(heads) - 1)]
            if entry.trouble
            else [rate_told(entry.rates.get(what)) for what in WHATS]
        )
        lines.append(f"| {entry.who} | {entry.game.replace('_', '-')} | {' | '.join(cells)} |")
    return lines


def same_work(entries: Sequence[Entry]) -> list[str]:
    """Connect four from a Python (or JavaScript) loop: everybody, and how often ours goes into theirs."""
    played = [entry for entry in entries if entry.game in CONNECT_FOUR and "play" in entry.rates]
    ours = next(
        (entry for entry in played if entry.who.startswith("Cloudtop") and entry.who.endswith("compiled")), None
    )
    lines = ["| connect four | moves | ours is faster by |", "|---|---|---|"]
    for entry in sorted(played, key=lambda entry: -entry.rates["play"]):
        times = "" if ours is None or entry is ours else f"{ours.rates['play'] / entry.rates['play']:.1f}"
        lines.append(f"| {entry.who} | {rate_told(entry.rates['play'])} | {times} |")
    return lines


def section(entries: Sequence[Entry], command: str, load: tuple[float, float]) -> str:
    """What stands between the markers of the page."""
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return "\n".join(
        [
            BEGIN,
            f"Made by `{command}` (`--install` fetches everything first) on {machine};",
            f"load {load[0]:.1f} before and {load[1]:.1f} after. Each second of the processor, the median of five",
            f"slices of {SLICE} s. The same work on all sides, connect four driven move by move by a caller:",
            "",
            *same_work(entries),
            "",
            "Everything that was measured; different games are different work:",
            "",
            *table(entries),
            "",
            "*From a Python loop*: legal moves are listed, one is picked and made, as a caller writes it; ours is",
            "checked again when it is made. *Inside*: the same loop in compiled code. *In batches*: 1,024 games are",
            "stepped at once on one core, ours with observations and masks. *Search*: iterations of a tree search",
            "from the opening, with a random game each.",
            END,
        ]
    )


def write(page: Path, text: str) -> None:
    """Put the section into the page, in the place of the old one or at the end."""
    old = page.read_text(encoding="utf-8")
    if BEGIN in old:
        head, rest = old.split(BEGIN, 1)
        page.write_text(head + text + rest.split(END, 1)[1], encoding="utf-8")
    else:
        page.write_text(f"{old.rstrip()}\n\n## Next to other libraries\n\n{text}\n", encoding="utf-8")


def main() -> None:
    """Read the command line, race, and tell."""
    everybody = ["cloudtop", *TITLES]
    parser = argparse.ArgumentParser(description="Our engine next to other libraries of games.")
    parser.add_argument("--install", action="store_true", help="fetch the peers and compile ours first")
    parser.add_argument("--only", nargs="+", choices=everybody, default=everybody, metavar="PEER", help="only these")
    parser.add_argument("--print", action="store_true", dest="prints", help="leave docs/performance.md as it is")
    chosen = parser.parse_args()
    BUILT.mkdir(parents=True, exist_ok=True)
    if chosen.install:
        install(name for name in chosen.only if name != "cloudtop")
        if "cloudtop" in chosen.only:
            compile_ours()
    before = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    entries = list(race(chosen.only))
    after = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    text = section(entries, "python benchmarks/peers.py", (before, after))
    print(text)
    if not chosen.prints and chosen.only == everybody:
        write(PAGE, text)


if __name__ == "__main__":
    main()
