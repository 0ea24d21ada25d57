"""Open the house at once, and compile the rules beside it at low priority where that was not done yet.

    python -m tools.play

The house opens on plain Python. When the rules are compiled, bots think with them from their next thought on, and
the next start runs them everywhere.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path

from cloudtop import build

HERE = Path(__file__).parent.parent
NICE = 19
"""The house and its bots go first, by as much as the system allows."""
PIP = [sys.executable, "-m", "pip"]
QUIET = ["--quiet", "--disable-pip-version-check", "--constraint", "constraints.txt"]


def stand_back() -> None:
    """Let every other process go first, and end with the house."""
    house = os.getppid()
    if hasattr(os, "nice"):
        os.nice(NICE)

    def watch() -> None:
        while os.getppid() == house:
            time.sleep(1.0)
        print("cloudtop: compiling stops with the house; the next `make play` begins it again", flush=True)
        os.killpg(0, signal.SIGKILL)

    if hasattr(os, "killpg"):
        threading.Thread(target=watch, daemon=True).start()


def requirements() -> list[str]:
    """The packages that compiling needs, as the project names them."""
    groups = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return [str(line) for line in groups["compile"]]


def compile_rules() -> None:
    """Fetch mypyc and compile, with lines of progress; the last one says what to expect now."""
    stand_back()
    say("the house opens on plain Python; its rules are compiled meanwhile, in the background")
    fetched = subprocess.run([*PIP, "install", *QUIET, *requirements()], cwd=HERE, check=False)
    if fetched.returncode == 0:
        subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=HERE, check=False)
    stamp = build.made_from()
    if stamp and not build.stale(stamp):
        say("compiled: bots think with it from now on, and the whole house from its next start")
    else:
        say("nothing was compiled: everything works as it is, and bots think more slowly")


def say(line: str) -> None:
    """Tell whoever started the house."""
    print(f"cloudtop: {line}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> None:
    """Open the house; compile where the rules that lie there are not compiled."""
    if arguments == ["--compile"]:
        compile_rules()
        return
    if build.BUILD == "plain" and os.environ.get("CLOUDTOP_PURE") != "1":
        subprocess.Popen([sys.executable, "-m", "tools.play", "--compile"], cwd=HERE, start_new_session=True)
    # The house takes the place of this process, so that it hears every signal itself.
    os.execv(sys.executable, [sys.executable, "-m", "cloudtop", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
