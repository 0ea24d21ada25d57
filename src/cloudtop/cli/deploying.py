"""The command that prints the files for running a server: unit, proxy, container."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import cloudtop
from cloudtop.core.errors import CloudtopError

app = typer.Typer()
FOLDER = Path(cloudtop.__file__).parent / "deploy"
RECIPES = {
    "systemd": "cloudtop.service",
    "environment": "cloudtop.env",
    "nginx": "nginx.conf",
    "container": "Containerfile",
    "compose": "compose.yaml",
    "alerts": "alerts.yml",
    "dashboard": "dashboard.json",
}
"""The usual names, and the file that each prints; every other file of the folder goes by its own name."""


def deploy_files() -> dict[str, Path]:
    """The files that can be printed, by the name to ask for."""
    files = sorted(path for path in FOLDER.iterdir() if path.is_file())
    names = {file: name for name, file in RECIPES.items()}
    return {names.get(path.name, path.name): path for path in files}


def purpose(path: Path) -> str:
    """The first comment of a file, or its description where it can have none: what it is for."""
    if path.suffix == ".json":
        return str(json.loads(path.read_text("utf-8"))["description"])
    lines = path.read_text("utf-8").splitlines()
    return next((line.lstrip("# ").strip() for line in lines if line.startswith("#")), "")


@app.command()
def deploy(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The file to print; without it, the list of files.")
    ] = None,
) -> None:
    """Print a file for running a server: systemd, nginx, container and others."""
    files = deploy_files()
    if name is None:
        width = max(map(len, files))
        for known, path in files.items():
            print(f"{known:{width}}  {purpose(path)}")
        return
    found = files.get(name) or next((path for path in files.values() if path.name == name), None)
    if found is None:
        raise CloudtopError(f"there is no deploy file {name!r}; expected one of {', '.join(files)}")
    print(found.read_text("utf-8"), end="")
