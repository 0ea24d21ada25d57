"""The program that runs: its version, its commit and its build."""

from __future__ import annotations

import subprocess
from functools import cache
from typing import NamedTuple

from cloudtop import build
from cloudtop.version import VERSION

SHORT = 10
"""Digits of a commit that are shown."""


class Program(NamedTuple):
    """The exact program, as it names itself wherever somebody asks which one runs."""

    version: str
    commit: str
    """Forty digits, with `+changes` where the source differs from it; empty if nobody knows."""
    build: build.Build
    reason: str
    """Why this build runs, in words."""

    @property
    def name(self) -> str:
        """Version and commit.

        >>> Program("0.7.0", "0123456789abcdef+changes", "plain", "").name
        '0.7.0, commit 0123456789+changes'
        """
        number, plus, changes = self.commit.partition("+")
        return f"{self.version}, commit {number[:SHORT]}{plus}{changes}" if number else self.version

    @property
    def signature(self) -> str:
        """Version, commit and build without its reason.

        >>> Program("0.7.0", "0123456789abcdef", "plain", "CLOUDTOP_PURE=1").signature
        '0.7.0, commit 0123456789, plain'
        """
        return f"{self.name}, {self.build}"

    def __str__(self) -> str:
        """Version, commit and build.

        >>> str(Program("0.7.0", "", "plain", "CLOUDTOP_PURE=1"))
        '0.7.0 (plain: CLOUDTOP_PURE=1)'
        """
        return f"{self.name} ({self.build}: {self.reason})"


def commit() -> str:
    """The commit that was built; in a checkout, which changes while nobody builds, the one that git names."""
    if noted := build.noted().get("commit"):
        return noted
    root = build.HOME.parent.parent
    if build.HOME.parent.name != "src" or not (root / ".git").exists():
        return ""
    try:
        head, changes = (
            subprocess.run(["git", "-C", root, *asked], capture_output=True, text=True, check=True).stdout.strip()
            for asked in (["rev-parse", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f"{head}+changes" if changes else head


@cache
def this_program() -> Program:
    """The program that runs; it does not change while it runs, and git is asked once."""
    return Program(VERSION, commit(), build.BUILD, build.REASON)
