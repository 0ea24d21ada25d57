"""A folder with nothing in it and a Python of its own, in which a stranger types commands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cloudtop

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "guests.md"
DEADLINE = 240
"""Seconds after which a command will not end any more."""
KINDS = {"cards": " --cards", "tiles": " --tiles", "plain": ""}
"""What is asked of `cloudtop new` for each template."""
OPEN = re.compile(r"Cloudtop is open at http://127\.0\.0\.1:(\d+)/")


def commands(kind: str = "cards") -> list[str]:
    """The commands of the page, line by line; they make cards, unless another kind is asked for."""
    listed = re.search(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None
    return listed[1].replace(KINDS["cards"], KINDS[kind]).splitlines()


class Stranger:
    """Somebody who has installed the house and nothing else."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "empty"
        self.folder.mkdir()
        venv.create(home / "python", symlinks=True, with_pip=False)
        scripts = home / "python" / "bin"
        # The house and its tools are installed already; nothing is fetched.
        installed = f"python{sys.version_info.major}.{sys.version_info.minor}/site-packages/house.pth"
        (home / "python" / "lib" / installed).write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        command = scripts / "cloudtop"
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(str(scripts / "python"))} -m cloudtop "$@"\n')
        command.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(cloudtop.__file__).parent.parent),
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "kept"),
            "BROWSER": "true",
            "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def types(self, line: str) -> str:
        """What a command prints; it has to end well."""
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def opens(self, line: str) -> Iterator[int]:
        """The port of the house that a command opens; it is closed afterwards."""
        # `exec` makes the house itself the process that is closed in the end.
        with subprocess.Popen(
            ["sh", "-c", f"exec {line}"], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as house:
            try:
                assert house.stdout is not None
                opened = OPEN.match(house.stdout.readline())
                assert opened is not None
                yield int(opened[1])
            finally:
                house.terminate()
