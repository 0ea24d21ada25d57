"""The former name of `cloudtop.lab.facts`."""

from __future__ import annotations

from cloudtop.core.former import former_names

PLACE = "cloudtop.lab.facts"

__getattr__ = former_names(__name__, {"look": f"{PLACE}:facts_text", "hides": f"{PLACE}:hides"})
