"""The commands that list the installed packages that Cloudtop needs: a bill of materials, and licences."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

import typer

from cloudtop.core.errors import CloudtopError
from cloudtop.program import this_program

app = typer.Typer()
NAME = "cloudtop"


def normal(name: str) -> str:
    """A package's name as indexes write it.

    >>> normal("Typing_Extensions")
    'typing-extensions'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(package: Distribution, extras: Collection[str]) -> Iterator[tuple[Distribution, list[str]]]:
    """The installed packages that a package and these extras of it ask for, each with the extras asked for of it."""
    for requirement in package.requires or ():
        asked = re.match(r"([\w.-]+)\s*(?:\[([^]]*)\])?", requirement)
        only_for = re.findall(r"extra\s*==\s*['\"]([^'\"]+)", requirement)
        if asked is not None and (not only_for or set(only_for) & set(extras)):
            try:
                yield distribution(asked[1]), re.findall(r"[\w-]+", asked[2] or "")
            except PackageNotFoundError:
                # Needed on another system or Python, or for an extra that was not installed.
                continue


def packages() -> dict[str, tuple[Distribution, list[str]]]:
    """Every installed package that Cloudtop needs, itself first, each with the names of those that it needs."""
    try:
        root = distribution(NAME)
    except PackageNotFoundError:
        raise CloudtopError(f"{NAME} is not installed as a package here: its needs are not known") from None
    waiting = [(root, root.metadata.get_all("Provides-Extra") or [])]
    found: dict[str, tuple[Distribution, list[str]]] = {}
    while waiting:
        package, extras = waiting.pop(0)
        name = normal(package.name)
        needed = {normal(each.name): (each, more) for each, more in needs(package, extras)}
        needed.pop(name, None)
        before = found[name][1] if name in found else None
        if before is None or not set(needed) <= set(before):
            found[name] = package, sorted({*(before or ()), *needed})
            waiting += needed.values()
    return dict(sorted(found.items(), key=lambda entry: (entry[0] != NAME, entry[0])))


def told_by(package: Distribution, field: str) -> str:
    """A field of a package's description; empty where it has none."""
    return next(iter(package.metadata.get_all(field) or ()), "").strip()


def licence(package: Distribution) -> str:
    """The licence that a package names: an expression, what it is filed under, or a name; empty if it names none."""
    filed = [
        each.rpartition(" :: ")[2]
        for each in package.metadata.get_all("Classifier") or ()
        if each.startswith("License :: ") and each.count(" :: ") > 1
    ]
    # Some packages have the whole text of a licence where its name is expected.
    named = told_by(package, "License")
    return told_by(package, "License-Expression") or ", ".join(filed) or ("" if "\n" in named else named)


def bill() -> dict[str, Any]:
    """A software bill of materials as CycloneDX writes it."""
    components: list[dict[str, Any]] = []
    dependencies: list[dict[str, Any]] = []
    installed = packages()
    refs = {name: f"pkg:pypi/{name}@{package.version}" for name, (package, _) in installed.items()}
    for name, (package, needed) in installed.items():
        kind = "application" if name == NAME else "library"
        component: dict[str, Any] = {"type": kind, "bom-ref": refs[name], "name": name, "version": package.version}
        component["purl"] = refs[name]
        if expression := told_by(package, "License-Expression"):
            component["licenses"] = [{"expression": expression}]
        elif told := licence(package):
            component["licenses"] = [{"license": {"name": told}}]
        components.append(component)
        dependencies.append({"ref": refs[name], "dependsOn": [refs[each] for each in needed]})
    program = this_program()
    about = {"commit": program.commit, "build": program.build}
    components[0]["properties"] = [{"name": f"cloudtop:{name}", "value": value} for name, value in about.items()]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": components[0]},
        "components": components[1:],
        "dependencies": dependencies,
    }


@app.command()
def sbom() -> None:
    """Print the bill of materials of this installation: CycloneDX, as JSON."""
    print(json.dumps(bill(), indent=2))


@app.command()
def licences() -> None:
    """List the packages that this installation needs, with version and licence."""
    rows = [(name, package.version, licence(package) or "not named") for name, (package, _) in packages().items()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, version, told in rows:
        print(f"{name:{widths[0]}}  {version:{widths[1]}}  {told}")
