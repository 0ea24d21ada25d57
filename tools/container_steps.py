"""Take the steps of `cloudtop deploy container` in a clean folder, where no builder of containers is at hand.

    python -m tools.container_steps [--compiled]

The file itself is read, so that what is tried is what a builder would do: files are copied, `pip` builds and installs
in an environment of its own, the command is started and asked whether it is well. What needs an
image is named and left out: packages of the system, the user, the ports. Without `--compiled` the rules stay plain
Python, which takes seconds instead of minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent.parent
FILE = HERE / "src" / "cloudtop" / "deploy" / "Containerfile"
SECONDS = 60.0
PORT = "8000"


def steps(text: str) -> Iterator[tuple[str, str]]:
    """The instructions, each with what follows it.

    >>> list(steps("# small\\nFROM a AS b\\nRUN one \\\\\\n    && two\\n"))
    [('FROM', 'a AS b'), ('RUN', 'one && two')]
    """
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    for line in joined.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.strip().partition(" ")
            yield word, rest


class Image:
    """A folder that stands for the image: its own root, and its own Python."""

    def __init__(self, root: Path, compiled: bool) -> None:
        self.root = root
        self.place = root
        self.python = root / "python"
        known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CLOUDTOP"))}
        self.environment = known | ({} if compiled else {"CLOUDTOP_PURE": "1"})
        self.health: list[str] = []
        self.command: list[str] = []

    def inside(self, path: str) -> Path:
        """Where a path of the image is."""
        return self.root / path.lstrip("/") if path.startswith("/") else self.place / path

    def take(self, word: str, rest: str) -> None:
        """Take a step."""
        match word:
            case "FROM":
                # Every stage has a Python of its own; what one has made lies in the folder for the next.
                self.python = self.root / f"python-{len(list(self.root.glob('python-*')))}"
                venv.create(self.python, with_pip=True)
            case "WORKDIR":
                self.place = self.inside(rest)
                self.place.mkdir(parents=True, exist_ok=True)
            case "COPY":
                self.copy(rest)
            case "RUN":
                for part in rest.split(" && "):
                    self.run(part.strip())
            case "ENV":
                for pair in rest.split():
                    name, _, value = pair.partition("=")
                    self.environment[name] = str(self.inside(value)) if value.startswith("/") else value
            case "HEALTHCHECK":
                self.health = json.loads(rest.partition("CMD ")[2])
            case "ENTRYPOINT":
                self.command = json.loads(rest)
            case _:
                print(f"left out: {word} {rest}")

    def copy(self, rest: str) -> None:
        """Copy files of this tree into the image; what comes from an earlier stage is there already."""
        if rest.startswith("--from="):
            return
        *sources, target = rest.split()
        for source in sources:
            found, to = HERE / source, self.inside(target)
            if found.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.so", "compiled.json", "*.egg-info")
                shutil.copytree(found, to, ignore=ignored)
            else:
                shutil.copy(found, to)

    def run(self, command: str) -> None:
        """Run a command of pip with the image's own; others need an image."""
        if not command.startswith("pip "):
            print(f"left out: RUN {command}")
            return
        local = re.sub(r"(?<=\s)/(?=\w)", f"{self.root}/", command)
        call(f"{self.python}/bin/python -m {local} --quiet --disable-pip-version-check", self.place, self.environment)
        print(f"taken: RUN {command}")

    def start(self) -> None:
        """Start what the image starts, and ask whether it is well as the image would."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = str(probe.getsockname()[1])
        program, *arguments = (port if part == PORT else part for part in self.command)
        data = self.inside("/data")
        data.mkdir(exist_ok=True)
        command = [str(self.python / "bin" / program), *arguments]
        process = subprocess.Popen(command, cwd=data, env=self.environment, stdout=subprocess.DEVNULL)
        asked = [str(self.python / "bin" / self.health[0]), *(part.replace(PORT, port) for part in self.health[1:])]
        try:
            end = time.monotonic() + SECONDS
            while subprocess.run(asked, env=self.environment, capture_output=True).returncode:
                if process.poll() is not None or time.monotonic() > end:
                    sys.exit("the health check fails")
                time.sleep(0.3)
        finally:
            process.terminate()
            process.wait()
        kept = sorted(path.name for path in data.rglob("*.sqlite"))
        print(f"taken: ENTRYPOINT and HEALTHCHECK; it is well, and keeps {', '.join(kept)}")


def call(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Run a command; where it fails, tell everything it said."""
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")


def main() -> None:
    """Take all steps."""
    parser = argparse.ArgumentParser(description="Take the steps of the container file in a clean folder.")
    parser.add_argument("--compiled", action="store_true", help="compile the rules, as the image does")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        image = Image(Path(place), chosen.compiled)
        for word, rest in steps(FILE.read_text("utf-8")):
            image.take(word, rest)
        image.start()


if __name__ == "__main__":
    main()
