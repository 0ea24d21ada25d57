"""Write the versions of all packages of this environment to constraints.txt, which container, `make` and CI install.

python -m tools.lock
"""

from __future__ import annotations

import re
from importlib.metadata import distributions
from pathlib import Path

FILE = Path(__file__).parent.parent / "constraints.txt"
HEAD = "# The versions that the tests were run with; `make lock` writes them.\n"
LEFT_OUT = ("cloudtop", "pip")


def locked() -> str:
    """A line for each installed package but the project itself and its installer.

    >>> "pytest==" in locked()
    True
    """
    versions = {re.sub(r"[-_.]+", "-", found.name).lower(): found.version for found in distributions()}
    lines = [f"{name}=={version}\n" for name, version in sorted(versions.items()) if name not in LEFT_OUT]
    return HEAD + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(locked(), encoding="utf-8")
