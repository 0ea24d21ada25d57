"""The house's own games. Tests are about these: what else is installed beside the house changes nothing."""

from __future__ import annotations

from pathlib import Path

import cloudtop

ROOMS = tuple(
    sorted(path.parent.name.replace("_", "-") for path in Path(cloudtop.__file__).parent.glob("games/*/game.py"))
)
