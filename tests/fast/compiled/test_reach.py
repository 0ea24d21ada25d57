"""The reach of the compiler: compiled modules import only packages that a build has, or that may be missing."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.fast.compiled.test_build import compiled_sources

HERE = Path(__file__).parents[3]
SOURCE = HERE / "src"
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
IMPORTED_AS = {"markdown-it-py": "markdown_it"}
"""Packages that are imported by another name than they are installed."""


def imports_of(path: Path) -> Iterator[str]:
    """The modules that a module imports, wherever it does so: mypy follows all of them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def file_of(module: str) -> Path | None:
    """The file of a module of ours; None for a name that is no module."""
    path = SOURCE.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


def reached(starts: list[Path]) -> set[str]:
    """The packages of others that modules import, directly or through modules of ours."""
    waiting, seen, others = list(starts), set(starts), set()
    while waiting:
        for module in imports_of(waiting.pop()):
            if module.partition(".")[0] != "cloudtop":
                others.add(module.partition(".")[0])
            elif (file := file_of(module)) is not None and file not in seen:
                seen.add(file)
                waiting.append(file)
    return others - set(sys.stdlib_module_names)


def test_a_build_has_every_package_that_the_compiler_reaches() -> None:
    required = [re.match(r"[\w-]+", line) for line in PROJECT["build-system"]["requires"]]
    names = {found[0] for found in required if found}
    # mypy brings these three.
    brought = {"librt", "mypy_extensions", "typing_extensions"}
    at_hand = {IMPORTED_AS.get(name, name) for name in names} | brought
    excused = {
        module
        for override in PROJECT["tool"]["mypy"]["overrides"]
        if override.get("ignore_missing_imports")
        for module in override["module"]
    }
    others = reached(compiled_sources())
    assert "msgspec" in others
    assert others - at_hand - excused == set()
