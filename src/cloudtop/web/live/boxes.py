"""The boxes that a house offers besides the printed ones: files in a folder of the host's."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from cloudtop.core.box import BoxFile
from cloudtop.core.errors import CloudtopError
from cloudtop.games import open_box

LOG = logging.getLogger("cloudtop.web")

Boxes = Mapping[str, tuple[BoxFile, ...]]
"""By the name of their game."""


def boxes_in(folder: Path) -> Boxes:
    """Every good box in a folder; a bad one is left out, and one line of the log tells why."""
    found: dict[str, tuple[BoxFile, ...]] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            box = open_box(path)
        except CloudtopError as error:
            LOG.warning("a box is left out: %s", error)
            continue
        except Exception:
            # A room that stumbles over a box must not keep the house shut.
            LOG.exception("a box is left out: %s", path)
            continue
        found[box.game.name] = (*found.get(box.game.name, ()), box)
    return found
