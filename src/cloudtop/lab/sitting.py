"""The former name of `cloudtop.lab.simulator`."""

from __future__ import annotations

from cloudtop.core.former import former_names

PLACE = "cloudtop.lab.simulator"
NAMES = ("Illegal", "ILLEGAL", "RENDER_MODES", "VERSION", "WIDTH", "pixels", "reward_named")

__getattr__ = former_names(__name__, {"Sitting": f"{PLACE}:Simulator", **{name: f"{PLACE}:{name}" for name in NAMES}})
