"""A house that is opened by a command of an environment of its own."""

from __future__ import annotations

import json
import re
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

DEADLINE = 60.0
"""Seconds until it has to answer; a crowded machine is slow and not wrong."""


def answer_of(address: str) -> Any:
    """The JSON at an address, as soon as something answers there."""
    end = time.monotonic() + DEADLINE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return json.loads(answer.read())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def opened(command: Path, folder: Path) -> Any:
    """The answer of a house that was opened in a folder, asked whether it is ready."""
    arguments = ["serve", "--no-browser", "--data", str(folder / "tables.sqlite")]
    house = subprocess.Popen([str(command), *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    try:
        address = re.search(r"http://\S+", house.stdout.readline())
        assert address is not None
        return answer_of(f"{address[0]}ready")
    finally:
        house.terminate()
        house.wait()
        house.stdout.close()
