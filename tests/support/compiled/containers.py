"""An image built by buildah from the container file, on a base that debootstrap makes, and containers of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.compiled.clean import ROOT

SUITE = "bookworm"
PYTHON = "3.11"
"""The Python of that suite."""
MIRROR = "http://deb.debian.org/debian"
TOOLS = ("buildah", "debootstrap")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cloudtop-tests"
"""Keeps one base, about 60 MB, between runs."""


def called(*command: str | Path, cwd: Path | None = None) -> str:
    """The output of a command that has to succeed."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def check_tools() -> None:
    """Skip the test where no image can be built, except where it must be."""
    missing = [name for name in TOOLS if shutil.which(name) is None and shutil.which(name, path="/usr/sbin") is None]
    if os.geteuid() != 0:
        missing.append("the rights of root")
    if missing:
        if os.environ.get("CI") == "true":
            pytest.fail(f"no container can be built here, and this run must not do without: {', '.join(missing)}")
        pytest.skip(f"NO CONTAINER: the image was not built; missing: {', '.join(missing)}")


def base() -> Path:
    """The archive of a small Debian with Python, made when it is not there."""
    archive = CACHE / f"{SUITE}-python.tar.gz"
    if not archive.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        folder = CACHE / f"{SUITE}.part"
        shutil.rmtree(folder, ignore_errors=True)
        called("debootstrap", "--variant=minbase", "--include=python3,python3-venv", SUITE, folder, MIRROR)
        for left in (*folder.glob("var/cache/apt/archives/*.deb"), *folder.glob("var/lib/apt/lists/*_*")):
            left.unlink()
        part = archive.with_suffix(".part")
        called("tar", "--create", "--gzip", "--file", part, "--directory", folder, ".")
        os.replace(part, archive)
        shutil.rmtree(folder)
    return archive


def wheels(folder: Path) -> None:
    """Fetch the packages that the image needs, as the base has no way to an index that only this machine knows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["postgres"],
    ]
    machine = os.uname().machine
    platforms = [f"--platform={name}_{machine}" for name in ("manylinux_2_28", "manylinux_2_17", "manylinux2014")]
    pip = [shutil.which("python3") or "python3", "-m", "pip", "download", "--quiet", "--only-binary=:all:", *platforms]
    chosen: list[str | Path] = [
        "--python-version",
        PYTHON,
        "--implementation",
        "cp",
        "--constraint",
        ROOT / "constraints.txt",
    ]
    called(*pip, *chosen, "--dest", folder, *needed)


class Images:
    """A store of images in a folder of its own, which can be taken away without asking anybody."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.buildah = ("buildah", "--root", folder / "root", "--runroot", folder / "runroot")

    def import_base(self) -> None:
        """Make the base an image."""
        container = called(*self.buildah, "from", "scratch").strip()
        called(*self.buildah, "add", "--quiet", container, base(), "/")
        called(*self.buildah, "commit", "--quiet", "--rm", container, "base")

    def build(self, source: Path, commit: str) -> str:
        """Build the image as the container file says; its output."""
        wheels(self.folder / "wheels")
        (self.folder / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n", encoding="utf-8")
        arguments = {"BASE": "localhost/base", "COMPILER": "gcc libc6-dev python3-dev", "COMMIT": commit}
        mounts = {self.folder / "wheels": "/wheels", self.folder / "pip.conf": "/etc/pip.conf"}
        return called(
            *(*self.buildah, "bud", "--isolation", "chroot", "--format", "docker", "--tag", "cloudtop"),
            *(part for name, value in arguments.items() for part in ("--build-arg", f"{name}={value}")),
            *(part for here, there in mounts.items() for part in ("--volume", f"{here}:{there}:ro")),
            *("--file", "src/cloudtop/deploy/Containerfile", "."),
            cwd=source,
        )

    def described(self) -> dict[str, Any]:
        """What the image says of itself, in the format that was built."""
        found: dict[str, Any] = json.loads(called(*self.buildah, "inspect", "--type", "image", "cloudtop"))["Docker"]
        return found

    def size(self) -> int:
        """The bytes of the image, with its base."""
        return int(json.loads(called(*self.buildah, "images", "--json", "cloudtop"))[0]["size"].split()[0])

    def container(self) -> str:
        """A new container of the image, whose place for data waits for a folder: buildah would put its own there."""
        container = called(*self.buildah, "from", "--pull-never", "cloudtop").strip()
        called(*self.buildah, "config", "--volume", "/data-", container)
        return container

    def command(self, container: str, data: Path, command: Sequence[str]) -> list[str]:
        """Run a command in a container as its own user, with a folder of this machine for its data."""
        mount = ("--volume", f"{data}:/data")
        whole = [*self.buildah, "run", "--isolation", "chroot", *mount, container, "--", *command]
        return [str(part) for part in whole]

    def clear(self) -> None:
        """Take away every container and image, and the folder, which buildah leaves mounted upon itself."""
        called(*self.buildah, "rm", "--all")
        called(*self.buildah, "rmi", "--all", "--force")
        mounted = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
        for place in sorted((each for each in mounted if each.startswith(f"{self.folder}/")), reverse=True):
            called("umount", "--lazy", place)
        shutil.rmtree(self.folder)
