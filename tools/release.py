"""Releases: verify that the documents agree about them, and set their tags.

    python -m tools.release            verify
    python -m tools.release --tag      verify, and tag every release that has no tag here yet

The table in docs/releasing.md names the commit of each release.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cloudtop.version import VERSION

ROOT = Path(__file__).parent.parent


class Release(NamedTuple):
    """A row of the table of releases."""

    version: str
    commit: str
    date: str

    @property
    def tag(self) -> str:
        """The name of its tag."""
        return f"v{self.version}"


def releases(page: str) -> list[Release]:
    """The rows of the table of releases, the oldest first.

    >>> releases("| 0.1.0 | `0123456789abcdef0123456789abcdef01234567` | 2026-11-15 | Four games |")
    [Release(version='0.1.0', commit='0123456789abcdef0123456789abcdef01234567', date='2026-11-15')]
    """
    return [Release(*row) for row in re.findall(r"^\| ([\d.]+) \| `([0-9a-f]{40})` \| ([\d-]+) \|", page, re.MULTILINE)]


def number(version: str) -> tuple[int, ...]:
    """A version that can be compared.

    >>> number("0.10.0.dev0") > number("0.9.1")
    True
    """
    return tuple(int(part) for part in re.findall(r"\d+", version.partition(".dev")[0]))


def git(*arguments: str) -> str | None:
    """The output of git; None if it refuses."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def faults_of_documents(page: str, changes: str, version: str = VERSION) -> Iterator[str]:
    """What disagrees between the table of releases, the changelog and the version of the source."""
    found = releases(page)
    headings = re.findall(r"^## ([\d.]+) \(([^)]*)\)$", changes, re.MULTILINE)
    if not found:
        yield "docs/releasing.md has no table of releases"
        return
    if sorted(found, key=lambda release: number(release.version)) != found:
        yield "docs/releasing.md does not name the oldest release first"
    told = {each: date for each, date in headings if date != "unreleased"}
    for release in found:
        if told.pop(release.version, "") != release.date:
            yield f"CHANGELOG.md has no section ## {release.version} ({release.date})"
    for left in told:
        yield f"docs/releasing.md does not name the commit of {left}"
    if number(version) < number(found[-1].version):
        yield f"the source says {version}, and {found[-1].version} is released already"
    coming = [each for each, date in headings if date == "unreleased"]
    if version.endswith(".dev0") and coming != [version.removesuffix(".dev0")]:
        yield f"CHANGELOG.md has no section ## {version.removesuffix('.dev0')} (unreleased)"


def faults_of_history(page: str) -> Iterator[str]:
    """What disagrees between the table of releases and the history, which has to be whole."""
    before = None
    for release in releases(page):
        if git("merge-base", "--is-ancestor", release.commit, "HEAD") is None:
            yield f"{release.commit} of {release.version} is no commit of this history"
        elif before is not None and git("merge-base", "--is-ancestor", before.commit, release.commit) is None:
            yield f"{release.version} does not follow {before.version} in the history"
        elif git("log", "-1", "--format=%ad", "--date=format:%Y-%m-%d", release.commit) != release.date:
            yield f"{release.version} was not committed on {release.date}"
        if (tagged := git("rev-parse", "--verify", "--quiet", f"{release.tag}^{{commit}}")) not in (
            None,
            release.commit,
        ):
            yield f"the tag {release.tag} names {tagged}, the table {release.commit}"
        before = release


def whole_history() -> bool:
    """Whether every commit is here; a shallow clone has only the latest."""
    return git("rev-parse", "--is-shallow-repository") == "false"


def main() -> None:
    """Verify, and tag if asked to."""
    parser = argparse.ArgumentParser(description="Verify the releases, and tag them.")
    parser.add_argument("--tag", action="store_true", help="tag every release that has no tag here yet")
    asked = parser.parse_args()
    page = (ROOT / "docs" / "releasing.md").read_text("utf-8")
    faults = list(faults_of_documents(page, (ROOT / "CHANGELOG.md").read_text("utf-8")))
    if whole_history():
        faults += faults_of_history(page)
    else:
        print("this clone is shallow: the commits of the releases are not looked for (git fetch --unshallow)")
    if faults:
        sys.exit("\n".join(faults))
    known = releases(page)
    print(f"{len(known)} releases agree; the source is {VERSION}")
    if not asked.tag:
        return
    new = [release for release in known if git("rev-parse", "--verify", "--quiet", release.tag) is None]
    for release in new:
        if git("tag", "--annotate", "--message", f"Cloudtop {release.version}", release.tag, release.commit) is None:
            sys.exit(f"git cannot set the tag {release.tag}; has it a name and an address of yours?")
        print(f"tagged {release.tag} at {release.commit}")
    print(f"git push origin {' '.join(release.tag for release in new)}" if new else "every release has its tag")


if __name__ == "__main__":
    main()
