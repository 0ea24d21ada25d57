"""Which build runs: plain Python, or the same source compiled.

A compiled module lies beside the source it was made from, and Python would prefer it even after the source
was edited. So the house looks first: it runs compiled code only if every compiled module was made from the
source that lies there now, and `CLOUDTOP_PURE=1` forces plain Python.

Games of other packages are compiled together with the house (`cloudtop build`): a class that is compiled apart from the
one it extends has another layout in memory. Such a build lies in a folder of the user's and takes the place of the
house's own as long as it fits.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Literal, NamedTuple

from cloudtop.version import VERSION

Build = Literal["plain", "compiled"]
HOME = Path(__file__).parent
STAMP = HOME / "compiled.json"
NOTE = HOME / "built.json"
"""The commit that was built, and why it was not compiled; `setup.py` writes it."""


class PlainFinder(MetaPathFinder):
    """Finds the modules of Cloudtop as source, never as compiled extensions."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module inside the package; None for everything else."""
        if not fullname.startswith("cloudtop.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def digest(source: Path) -> str:
    """What a source is known by."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def sources_in(package: Path) -> dict[str, str]:
    """The digests of all sources of a package, by their names in it."""
    return {source.relative_to(package).as_posix(): digest(source) for source in package.rglob("*.py")}


def made_from() -> dict[str, str]:
    """For each compiled module, the digest of the source it was made from."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(module): str(digest) for module, digest in stamp.items()} if isinstance(stamp, dict) else {}


def noted() -> dict[str, str]:
    """The note of the build; empty in a checkout where nothing was built."""
    try:
        note = json.loads(NOTE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in note.items()} if isinstance(note, dict) else {}


def compiled_at() -> int:
    """The moment of the latest compilation, in nanoseconds; 0 where nothing is compiled.

    A process that finds another moment than it started with runs an older build.
    """
    try:
        return STAMP.stat().st_mtime_ns
    except OSError:
        return 0


def stale(stamp: dict[str, str]) -> list[str]:
    """The compiled modules whose source has changed, or whose source or binary is gone, since they were made."""
    changed = []
    for module, made in stamp.items():
        path = HOME.joinpath(*module.split(".")[1:])
        binaries = [path.with_name(path.name + suffix) for suffix in EXTENSION_SUFFIXES]
        source = path.with_suffix(".py")
        same = source.exists() and digest(source) == made
        if not same or not any(binary.exists() for binary in binaries):
            changed.append(module)
    return changed


class Together(NamedTuple):
    """A build of the house and of games of other packages, in one group."""

    folder: Path
    python: str
    """For which Python it was made."""
    version: str
    """Of which house."""
    house: dict[str, str]
    """For each compiled module of the house, the digest of its source."""
    guests: dict[str, dict[str, str]]
    """For each package the digests of all its sources: compiled ones hold constants of those that are not."""

    @property
    def misfit(self) -> str:
        """Why it cannot be run here; empty if it can."""
        if self.python != EXTENSION_SUFFIXES[0]:
            return f"it was made for another Python ({self.python.strip('.')})"
        if self.version != VERSION:
            return f"it was made for Cloudtop {self.version}"
        changed = []
        for module, made in self.house.items():
            source = HOME.joinpath(*module.split(".")[1:]).with_suffix(".py")
            if not source.exists() or digest(source) != made:
                changed.append(module)
        if changed:
            return f"the house has changed since ({', '.join(sorted(changed))})"
        missing = [module for module in self.house if not self.binary(module).exists()]
        return f"{missing[0]} is missing" if missing else ""

    @property
    def told(self) -> str:
        """What runs compiled, and which packages do not any more because they have changed."""
        changed = [package for package in sorted(self.guests) if not self.unchanged(package, installed_in(package))]
        told = f"{len(self.house)} modules, together with {', '.join(sorted(self.guests))}"
        return f"{told}; changed since, and plain until built again: {', '.join(changed)}" if changed else told

    def unchanged(self, package: str, folders: Sequence[str]) -> bool:
        """Whether a package that lies in these folders is, to the last source, what was compiled."""
        try:
            return any(sources_in(Path(folder)) == self.guests[package] for folder in folders)
        except OSError:
            return False

    def binary(self, module: str) -> Path:
        """Where a compiled module lies."""
        return self.folder.joinpath(*module.split(".")).with_name(module.rpartition(".")[2] + EXTENSION_SUFFIXES[0])


class TogetherFinder(MetaPathFinder):
    """Finds what was compiled together; of a package whose source has changed since, nothing."""

    def __init__(self, build: Together) -> None:
        self.build = build
        self.unchanged: dict[str, bool] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A compiled module, or the library that all of them share; None for everything else."""
        if fullname not in self.build.house and not self.fresh(fullname, path) and not fullname.endswith("__mypyc"):
            return None
        binary = self.build.binary(fullname)
        if not binary.exists():
            return None
        return spec_from_file_location(fullname, binary, loader=ExtensionFileLoader(fullname, str(binary)))

    def fresh(self, fullname: str, path: Sequence[str] | None) -> bool:
        """Whether a module belongs to a package that lies there as it was compiled.

        It is asked once for a whole package: of modules that were compiled together none may run without the others.
        """
        package, _, inside = fullname.partition(".")
        if package not in self.build.guests or not inside or "." in inside:
            return False
        if package not in self.unchanged:
            self.unchanged[package] = self.build.unchanged(package, list(path or ()))
        return self.unchanged[package]


def installed_in(package: str) -> list[str]:
    """The folders of a package; none where it is not installed. It is not imported."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or ()) if spec is not None else []


def builds_folder() -> Path:
    """Where builds with games of other packages are kept; `CLOUDTOP_BUILDS` names another place."""
    if folder := os.environ.get("CLOUDTOP_BUILDS"):
        return Path(folder)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", "~")).expanduser()
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser()
    return home / "cloudtop" / "together"


def made_together() -> Together | None:
    """The build with games of other packages; None where there is none that can be read."""
    folder = builds_folder()
    try:
        stamp = json.loads((folder / "compiled.json").read_text(encoding="utf-8"))
        return Together(
            folder, str(stamp["python"]), str(stamp["version"]), dict(stamp["house"]), dict(stamp["guests"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def choose() -> tuple[Build, str]:
    """The build to run and, in words, why."""
    if os.environ.get("CLOUDTOP_PURE") == "1":
        return "plain", "CLOUDTOP_PURE=1"
    together = made_together()
    misfit = "" if together is None else together.misfit
    if together is not None and not misfit:
        return "compiled", together.told
    unused = f"; the build with {', '.join(sorted(together.guests))} is not used: {misfit}" if together else ""
    stamp = made_from()
    if not stamp:
        return "plain", f"{noted().get('plain', 'nothing compiled here')}{unused}"
    changed = stale(stamp)
    if changed:
        return "plain", f"source changed since it was compiled: {', '.join(sorted(changed))}{unused}"
    return "compiled", f"{len(stamp)} modules{unused}"


def installed_finder() -> MetaPathFinder | None:
    """What finds the modules of the build that was chosen; None where Python finds them by itself."""
    together = made_together()
    if BUILD == "plain":
        return PlainFinder()
    return TogetherFinder(together) if together is not None and not together.misfit else None


BUILD, REASON = choose()
if FINDER := installed_finder():
    sys.meta_path.insert(0, FINDER)
