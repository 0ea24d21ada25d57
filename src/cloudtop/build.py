"""Which build runs: plain Python, or the same source compiled.

A compiled module lies beside the source it was made from, and Python would prefer it even after the source
was edited. So the house looks first: it runs compiled code only if every compiled module was made from the
source that lies there now, and `CLOUDTOP_PURE=1` forces plain Python.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Literal

Build = Literal["plain", "compiled"]
HOME = Path(__file__).parent
STAMP = HOME / "compiled.json"


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


def made_from() -> dict[str, str]:
    """For each compiled module, the digest of the source it was made from."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(module): str(digest) for module, digest in stamp.items()} if isinstance(stamp, dict) else {}


def stale(stamp: dict[str, str]) -> list[str]:
    """The compiled modules whose source has changed, or whose source or binary is gone, since they were made."""
    changed = []
    for module, digest in stamp.items():
        path = HOME.joinpath(*module.split(".")[1:])
        binaries = [path.with_name(path.name + suffix) for suffix in EXTENSION_SUFFIXES]
        source = path.with_suffix(".py")
        same = source.exists() and hashlib.sha256(source.read_bytes()).hexdigest() == digest
        if not same or not any(binary.exists() for binary in binaries):
            changed.append(module)
    return changed


def choose() -> tuple[Build, str]:
    """The build to run and, in words, why."""
    if os.environ.get("CLOUDTOP_PURE") == "1":
        return "plain", "CLOUDTOP_PURE=1"
    stamp = made_from()
    if not stamp:
        return "plain", "nothing compiled here"
    changed = stale(stamp)
    if changed:
        return "plain", f"source changed since it was compiled: {', '.join(sorted(changed))}"
    return "compiled", f"{len(stamp)} modules"


BUILD, REASON = choose()
if BUILD == "plain":
    sys.meta_path.insert(0, PlainFinder())
