"""Compile the rules with mypyc where a C compiler is at hand; everywhere else the same source runs as it is."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

PURE = os.environ.get("CLOUDTOP_PURE") == "1"
SOURCE = Path("src")
PACKAGE = SOURCE / "cloudtop"
HOT = (
    "core/state.py",
    "core/chance.py",
    "core/playout.py",
    "core/judge.py",
    "core/observe.py",
    "core/batch.py",
    "games/*/moves.py",
    "games/*/fast.py",
    "games/*/effects.py",
    "games/*/state.py",
    "games/*/score.py",
    "games/*/bot.py",
    "games/*/observe.py",
    "bots/search.py",
)


def compiled_sources() -> list[Path]:
    """The modules worth compiling; a new game is found by the names of its files."""
    return sorted(path for pattern in HOT for path in PACKAGE.glob(pattern))


class StampedBuild(build_ext):
    """Builds, then notes which source each compiled module was made from, so that a stale one is never run."""

    def run(self) -> None:
        """Build the extensions and write the stamp beside them."""
        super().run()
        home = PACKAGE if self.inplace else Path(self.build_lib) / "cloudtop"
        made = {ext.name for ext in self.extensions if Path(self.get_ext_fullpath(ext.name)).exists()}
        stamp = {}
        for path in compiled_sources():
            module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
            if module in made:
                stamp[module] = hashlib.sha256(path.read_bytes()).hexdigest()
        home.mkdir(parents=True, exist_ok=True)
        (home / "compiled.json").write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


class PlainBuild(build_py):
    """Gathers the source; a wheel of plain source alone has no stamp of what was compiled in the tree it came from."""

    def run(self) -> None:
        """Copy the modules and their data."""
        super().run()
        if PURE:
            (Path(self.build_lib) / "cloudtop" / "compiled.json").unlink(missing_ok=True)


def extensions() -> list[Any]:
    """One mypyc group of all hot modules, each optional."""
    if PURE:
        return []
    from mypyc.build import mypycify

    found = mypycify([str(path) for path in compiled_sources()], opt_level="3", debug_level="0")
    for extension in found:
        extension.optional = True
        if os.name == "posix":
            # Nobody replaces our functions from outside, so they may be put where they are called.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": StampedBuild, "build_py": PlainBuild})
