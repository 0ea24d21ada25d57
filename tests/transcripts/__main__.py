"""Compare what every record leads to with the sums in the repository, or with another checkout.

python -m tests.transcripts                      compare all records with the sums in the repository
python -m tests.transcripts 'skybridge/2p-*'     compare some records
python -m tests.transcripts --write              write the sums of the repository anew, after a change that is meant
python -m tests.transcripts --against CHECKOUT   compare with the code of another checkout, sum by sum
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from multiprocessing import get_context
from pathlib import Path

from tests.transcripts.play import digests, names_of, one_sum

import cloudtop

HERE = Path(__file__).parent
SUMS = HERE / "sums.json"
FOLDERS = (HERE.parent / "records", HERE / "games")
"""Golden records, and games that seek what golden records lack."""

Found = dict[str, dict[str, str]]
"""For each record its sums, by what is summed."""


def record_paths(patterns: Sequence[str] = ()) -> dict[str, Path]:
    """The records whose names fit one of the patterns; all without a pattern."""
    named = names_of(FOLDERS)
    return {name: named[name] for name in named if not patterns or any(fnmatch(name, one) for one in patterns)}


def transcribe(named: Mapping[str, Path], jobs: int) -> Found:
    """Play records, several at once, and tell how far it has come."""
    found: Found = {}
    # The longest files first, so that no process is left with one of them at the end.
    names = sorted(named, key=lambda name: -named[name].stat().st_size)
    with get_context("spawn").Pool(jobs) as pool:
        for name, sums in zip(names, pool.imap(digests, [named[name] for name in names]), strict=True):
            found[name] = sums
            print(f"{len(found)} of {len(names)}: {name}, {len(sums)} sums", file=sys.stderr, flush=True)
    return found


def transcribe_in(checkout: Path, patterns: Sequence[str], jobs: int) -> Found:
    """The sums of the same records with the code of another checkout."""
    command = [sys.executable, "-m", "tests.transcripts", *patterns, "--fine", "--jobs", str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
    run = subprocess.run(command, cwd=HERE.parent.parent, env=environment, stdout=subprocess.PIPE, check=True)
    found: Found = json.loads(run.stdout)
    return found


def differences(expected: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """The names whose sums differ, or are only on one side."""
    return [name for name in sorted({*expected, *found}) if expected.get(name) != found.get(name)]


def report(lines: Iterable[str], compared: int) -> int:
    """Print the differences; return the exit code."""
    different = list(lines)
    print("\n".join([*different, f"{compared} sums compared, {len(different)} differ"]))
    return 1 if different else 0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.transcripts", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("records", nargs="*", help="patterns of names, such as 'skybridge/2p-*' (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one for each core)")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare sum by sum with another checkout")
    way.add_argument("--write", action="store_true", help="write the sums that were found to the repository")
    way.add_argument("--fine", action="store_true", help="print every sum as JSON")
    asked = parser.parse_args()
    named = record_paths(asked.records)
    if not named:
        parser.error(f"no record is called {' or '.join(asked.records)}")
    print(f"{len(named)} records with {Path(cloudtop.__file__).parent}", file=sys.stderr)
    found = transcribe(named, asked.jobs)
    if asked.fine:
        print(json.dumps(found))
        return 0
    if asked.against is not None:
        before = transcribe_in(asked.against, asked.records, asked.jobs)
        lines = [f"{name}: {one}" for name in sorted(found) for one in differences(before[name], found[name])]
        return report(lines, sum(map(len, found.values())))
    known: dict[str, str] = json.loads(SUMS.read_text()) if SUMS.exists() else {}
    short = {name: one_sum(sums) for name, sums in found.items()}
    if asked.write:
        kept = {name: known[name] for name in record_paths() if name in known}
        SUMS.write_text(json.dumps(dict(sorted({**kept, **short}.items())), indent=0) + "\n")
        print(f"{len(short)} sums written to {SUMS}")
        return 0
    return report(differences({name: known[name] for name in short if name in known}, short), len(short))


if __name__ == "__main__":
    sys.exit(main())
