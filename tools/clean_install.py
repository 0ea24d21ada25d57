"""Build the wheels and try them as somebody does who installs them: in an environment that has nothing else.

    python -m tools.clean_install

The compiled wheel is for this platform, the pure one for all others. Each is installed into a virtual environment of
its own, outside of this folder; there the command says which build it is, plays a game, and opens the house, which
answers that it is ready.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

HERE = Path(__file__).parent.parent
SECONDS = 60.0
PLAY = """
import cloudtop
for name in cloudtop.games():
    state = cloudtop.game(name).deal(seed=1)
    while turn := state.turn():
        state.play(turn[0], state.legal(turn[0])[0])
    print(name, state.scores())
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a command prints; where it fails, everything it said."""
    known = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CLOUDTOP_PURE")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**known, **environment}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def wheel(folder: Path, pure: bool) -> Path:
    """A wheel, built from this tree."""
    kept = {"CLOUDTOP_PURE": "1"} if pure else {}
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, HERE, cwd=HERE, **kept)
    (found,) = folder.glob("*.whl")
    return found


def opened(command: Path, folder: Path) -> str:
    """What a house that was opened in an empty folder answers when it is asked whether it is ready."""
    arguments = ["serve", "--no-browser", "--data", str(folder / "tables.sqlite")]
    house = subprocess.Popen([str(command), *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    try:
        address = re.search(r"http://\S+", house.stdout.readline())
        if address is None:
            sys.exit("the house does not open")
        end = time.monotonic() + SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{address[0]}ready", timeout=5) as answer:
                    said: str = answer.read().decode()
                    return said
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
    finally:
        house.terminate()
        house.wait()
        house.stdout.close()


def main() -> None:
    """Build, install, try and tell."""
    for pure in (False, True):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            built = wheel(folder / "wheels", pure)
            venv.create(folder / "clean", with_pip=True)
            programs = folder / "clean" / "bin"
            run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", built, cwd=folder)
            version = run(programs / "cloudtop", "--version", cwd=folder).strip()
            if ("(compiled" in version) == pure:
                sys.exit(f"{built.name} says {version}")
            games = run(programs / "python", "-c", PLAY, cwd=folder).strip().splitlines()
            ready = opened(programs / "cloudtop", folder)
            print(f"{built.name}: {version}; {len(games)} games played; {ready}")


if __name__ == "__main__":
    main()
