"""Run the tests of the files that have changed since the main branch, committed or not.

python -m tools.quick [OPTIONS OF PYTEST]

The folder decides: `src/cloudtop/AREA` is tested by `tests/fast/AREA`, a room of the games by `tests/fast/ROOM` too.
Examples in a changed module or document are run; changed tests are run wherever they are.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

ROOT = Path(__file__).parent.parent
FAST = "tests/fast"
MAIN = ("main", "origin/main", "master", "origin/master")
BESIDES = {
    "core": ("rooms", "table", "conformance"),
    "games": ("rooms", "conformance"),
    "stage": ("rooms",),
    "testing": ("conformance",),
    "table": ("store",),
    "docs": ("guests", "lab", "rooms"),
    "deploy": ("cli",),
}
"""Areas of tests that an area of the source concerns besides the one of its own name."""


def git(*arguments: str) -> list[str]:
    """The lines that git prints; none if it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed() -> set[str]:
    """The files that differ from the main branch; on that branch itself, from its last commit but one."""
    bases = (line for name in MAIN for line in git("merge-base", "HEAD", name))
    base = next(bases, "HEAD")
    if git("rev-parse", "HEAD") == [base] and not git("status", "--porcelain"):
        base = "HEAD~1"
    return {*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")}


def areas_of(path: PurePath) -> Iterator[str]:
    """The areas of tests that a file of the source, of the support for tests or of the documents concerns."""
    match path.parts:
        case ("src", "cloudtop", "games", room, _, *_):
            yield from (room, *BESIDES["games"])
        case (
            ("src", "cloudtop", area, _, *_)
            | ("tests", "support" | "fast", area, _, *_)
            | (("tools" | "docs") as area, *_)
        ):
            yield from (area, *BESIDES.get(area, ()))
        case ("src", "cloudtop", _):
            yield from ("compiled", "cli")
        case ("tests", "records", *_):
            yield from ("rooms", "table")
        case ("tests", "released", *_):
            yield "store"


def chosen(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """The tests to run for changed files, as paths for pytest."""
    found = set[str]()
    for path in map(PurePath, paths):
        is_test = path.parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py"
        if is_test or path.suffix == ".md" or (path.parts[:2] == ("src", "cloudtop") and path.suffix == ".py"):
            found.add(str(path))
        if not is_test:
            found |= {f"{FAST}/{area}" for area in areas_of(path)}
    there = {path for path in found if (root / path).exists()}
    return sorted(path for path in there if not any(str(above) in there for above in PurePath(path).parents))


def main(options: list[str]) -> int:
    """Run the tests; returns the exit code of pytest."""
    paths = chosen(changed())
    if not paths:
        print("No file with tests has changed.")
        return 0
    print("Tests of what has changed:", *paths, flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *options, *paths], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
