"""Clean places to build and install in: a copy of the source, virtual environments, a machine without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]
KEPT = ("PYTHON", "CLOUDTOP", "CC", "CFLAGS", "VIRTUAL_ENV")
"""Variables of the environment that begin like this say something about the machine of the tests."""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command in a clean environment; its output and its messages together."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(KEPT)}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=known | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))} failed:\n{done.stdout[-6000:]}"
    return done.stdout


LEFT_OUT = ("build", "dist", "node_modules", "__pycache__", "*.so", "*.egg-info", "compiled.json", "built.json", ".*")
"""What git would not keep, where there is no git to ask."""


def source_in(folder: Path) -> tuple[Path, str]:
    """A checkout of the files that git would keep, as they are now, and its commit."""
    source = folder / "source"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*LEFT_OUT))
        shutil.copy(ROOT / ".gitignore", source)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    return source, committed(source)


def committed(source: Path) -> str:
    """Commit everything in a folder to a new repository; the commit."""
    who: Mapping[str, str] = {
        f"GIT_{role}_{part}": "test" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")
    }
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "The source as it is"]):
        run("git", *arguments, cwd=source, **who)
    return run("git", "rev-parse", "HEAD", cwd=source).strip()


def environment_in(folder: Path) -> Path:
    """The programs of a new virtual environment, which holds nothing but pip."""
    venv.create(folder, with_pip=True)
    return folder / "bin"


def without_compiler(folder: Path) -> dict[str, str]:
    """The environment of a machine that has git and a shell, and nothing to compile with."""
    folder.mkdir()
    for name in ("git", "git-upload-pack", "sh"):
        found = shutil.which(name)
        assert found, f"the tests need {name}"
        (folder / name).symlink_to(found)
    return {"PATH": str(folder)}


def leave_an_earlier_build(source: Path) -> None:
    """Put into the build folder what another version may have left there."""
    for folder in ("lib", f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"):
        package = source / "build" / folder / "cloudtop"
        package.mkdir(parents=True)
        (package / "gone.py").write_text("raise SystemExit('an earlier version')\n", encoding="utf-8")
        (package / "compiled.json").write_text("{}", encoding="utf-8")
