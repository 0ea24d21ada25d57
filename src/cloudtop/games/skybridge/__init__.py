"""Skybridge: towers, bridges and roofs on nine foundations."""
