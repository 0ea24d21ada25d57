"""What the centres of cards join, and the names their faces are drawn under."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Design(NamedTuple):
    """A card's centre: the groups of ends out of `a`, `b`, `l`, `r` that it joins."""

    joins: tuple[str, ...]
    magic: bool = False

    def joins_end(self, end: str) -> bool:
        """Whether the centre joins this end to anything."""
        return any(end in group for group in self.joins)

    def group_of(self, ends: Iterable[str]) -> str:
        """The group that joins all these ends."""
        wanted = set(ends)
        for group in self.joins:
            if wanted <= set(group):
                return group
        raise ValueError(f"no road of this card joins {''.join(sorted(wanted))}: it joins {self.joins}")


CHARM_JOINS: tuple[tuple[str, ...], ...] = (
    (), ("ab",), ("al",), ("ar",), ("bl",), ("br",), ("lr",), ("ab", "lr"), ("al", "br"), ("ar", "bl"),
    ("abl",), ("abr",), ("alr",), ("blr",), ("ablr",),
)  # fmt: skip
"""Every way in which a card's centre can join its four ends."""


def charm(joins: Iterable[str]) -> str:
    """The design of a magic card written by the table that is itself laid on the field, by what it joins.

    >>> charm(["br", "al"]), charm([])
    ('charm-al-br', 'charm-none')
    """
    groups = sorted("".join(sorted(group)) for group in joins)
    return "-".join(["charm", *(groups or ["none"])])


ROUTES = {
    "straight": Design(("ab",)),
    "tee": Design(("abl",)),
    "crossroads": Design(("ablr",)),
    "bend-left": Design(("al",)),
    "bend-right": Design(("ar",)),
    "double-bend-left": Design(("al", "br")),
    "double-bend-right": Design(("ar", "bl")),
    "rope-bridge": Design(("ab", "lr")),
    "fork": Design(("alr",)),
}
DESIGNS = (
    ROUTES
    | {"burning-crossing": Design(("ablr",), magic=True), "dead-end": Design((), magic=True)}
    | {charm(joins): Design(joins, magic=True) for joins in CHARM_JOINS}
)
"""All cards that can lie on the field: routes, the two printed magic cards, and those a table writes."""


def is_bridge(design: Design) -> bool:
    """Whether one road crosses over another."""
    return design.joins == ("ab", "lr")
