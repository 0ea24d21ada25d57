"""Plant faults one by one in a copy of the source, and see whether the tests find them.

python -m tools.planted_faults [NAME ...]

Each fault names the tests that are expected to find it, so that an answer takes seconds; if they do not, the fast part
is run whole, and then the full part. The test that fails has to pass without the fault. The copy runs as plain
Python: the compiled modules are those of sound source.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FAILED = re.compile(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", re.MULTILINE)
"""A test in the summary of pytest."""


class Fault(NamedTuple):
    """A mistake that somebody could make."""

    name: str
    file: str
    sound: str
    planted: str
    tests: str
    """Where it is expected to be found, under `tests/`; a path of the source for an example there."""


FAULTS = (
    Fault("cuts-by-arrival", "core/fair.py", "sorted(cuts.items())", "cuts.items()", "fast/core src"),
    Fault("any-seal", "core/fair.py", "if seal_of(shuffle) != seal:", "if not seal:", "fast/core"),
    Fault("biased-shuffle", "core/chance.py", "draw() * (last + 1)", "draw() * last", "fast/core src"),
    Fault("result-unchecked", "core/record.py", "if result != found:", "if not found:", "fast/core"),
    Fault(
        "wrong-partner",
        "games/skybridge/score.py",
        "points[order[0]] + points[order[2]]",
        "points[order[0]] + points[order[1]]",
        "fast/skybridge",
    ),
    Fault(
        "block-too-low",
        "games/skybridge/rules.py",
        "other.height < board[block.cell].height",
        "other.height <= board[block.cell].height",
        "fast/skybridge",
    ),
    Fault("larger-roofs", "games/skybridge/art/roof.py", "EAVE = 53.0", "EAVE = 58.3", "fast/rooms/test_drawings.py"),
    Fault(
        "many-walkways", "games/cloud_city/score.py", "ends.count(end) == 1", "ends.count(end) >= 1", "fast/cloud_city"
    ),
    Fault(
        "mirrored-roads",
        "games/cloudy_kingdom/score.py",
        "[SOUTH, WEST, NORTH, EAST]",
        "[SOUTH, EAST, NORTH, WEST]",
        "fast/cloudy_kingdom",
    ),
    Fault("wind-counts-itself", "games/strange_world/score.py", " and other != below", "", "fast/strange_world"),
    Fault("undo-of-a-turn", "table/table.py", " and not log[number].commits", "", "fast/table"),
    Fault(
        "stale-move",
        "table/table.py",
        "self.due[seat] <= seq <= self.seq",
        "seq <= self.seq",
        "fast/table fast/web/test_server_playing.py",
    ),
    Fault("first-row-lost", "store/sqlite.py", "AND seq >= ?", "AND seq > ?", "fast/store/test_stores.py"),
    Fault(
        "forgotten-too-early",
        "store/sqlite.py",
        "HAVING MAX(at) < ?",
        "HAVING MIN(at) < ?",
        "fast/store/test_stores.py",
    ),
    Fault("no-row-after-another", "store/postgres.py", "log.seq = first - 1", "log.seq = first", "full/store"),
    Fault(
        "others-secrets",
        "web/render/chronicle.py",
        "entry.secret and entry.seat != you and",
        "entry.secret and you is None and",
        "fast/web/test_server_secrecy.py",
    ),
    Fault(
        "house-open-to-proxies",
        "web/visitor.py",
        " or any(name in request.headers for name in PASSED_ON)",
        "",
        "fast/web/test_server_bad_games.py",
    ),
    Fault("old-decision", "web/static/js/turn.js", "    this.seq = seq;\n", "", "fast/web/test_browser_smoke.py"),
    Fault(
        "whole-win-for-each",
        "lab/arena.py",
        "return 1 / len(row.winners) if",
        "return 1.0 if",
        "fast/lab/test_arena.py",
    ),
    Fault(
        "first-move-instead",
        "lab/simulator.py",
        "legal[int(self.rng.random() * len(legal))]",
        "legal[0]",
        "fast/lab/test_environments.py",
    ),
)


def copied(folder: Path) -> Path:
    """A copy of the files that git knows, as they are now."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(
        ["tar", "--null", "--ignore-failed-read", "-cf", "-", "-T", "-"],
        cwd=ROOT,
        input=names,
        check=True,
        stdout=(folder / "copy.tar").open("wb"),
    )
    subprocess.run(["tar", "-xf", "copy.tar"], cwd=folder, check=True)
    return folder


def found_by(copy: Path, paths: list[str]) -> str:
    """The first test that fails in the copy; empty if all are passed."""
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "CLOUDTOP_PURE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *paths]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    failed = re.search(
        r"^(?:FAILED|ERROR) (\S+::.*?|\S+\.py)(?: - .*)?$", done.stdout.rpartition("short test summary")[2], re.M
    )
    return failed[1] if failed else f"pytest ends with {done.returncode}"


def try_fault(copy: Path, fault: Fault) -> str:
    """Plant a fault, look for it, and take it away; returns what found it and in which part."""
    path = copy / "src" / "cloudtop" / fault.file
    sound = path.read_text(encoding="utf-8")
    if sound.count(fault.sound) != 1:
        return "DOES NOT FIT: the source has changed"
    path.write_text(sound.replace(fault.sound, fault.planted), encoding="utf-8")
    own = f"src/cloudtop/{fault.file}"
    expected = [own if part == "src" else f"tests/{part}" for part in fault.tests.split()]
    try:
        for paths in (expected, ["tests/fast", "src", "docs"], ["tests/full"]):
            if test := found_by(copy, paths):
                path.write_text(sound, encoding="utf-8")
                return test if not found_by(copy, [test]) else f"NOT FOUND: {test} fails without the fault too"
        return "NOT FOUND"
    finally:
        path.write_text(sound, encoding="utf-8")


def main(names: list[str]) -> int:
    """Try the faults; returns 1 if one was not found."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        for fault in FAULTS:
            if not names or fault.name in names:
                answer = try_fault(copy, fault)
                missed += answer.startswith(("NOT", "DOES"))
                print(f"{fault.name:<24} {fault.file:<34} {answer}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
