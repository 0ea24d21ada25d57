"""What the centres of cards join, and the names their faces are drawn under."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cloudtop.games.cloudy_kingdom.pieces import BOX, Box, Design, Magic

Designs = Mapping[str, Design]
"""Cards that can lie on the field, by the names their faces are drawn under."""

CHARM_JOINS: tuple[tuple[str, ...], ...] = (
    (), ("ab",), ("al",), ("ar",), ("bl",), ("br",), ("lr",), ("ab", "lr"), ("al", "br"), ("ar", "bl"),
    ("abl",), ("abr",), ("alr",), ("blr",), ("ablr",),
)  # fmt: skip
"""Every way in which a card's centre can join its four ends."""
BRIDGE = ("ab", "lr")
"""What a card joins on which one road crosses over another."""


def charm(joins: Iterable[str]) -> str:
    """The face of a magic card written by the table that is itself laid on the field, by what it joins.

    >>> charm(["br", "al"]), charm([])
    ('charm-al-br', 'charm-none')
    """
    groups = sorted("".join(sorted(group)) for group in joins)
    return "-".join(["charm", *(groups or ["none"])])


def joins_key(joins: Iterable[str]) -> str:
    """What a card joins, as a word that is the same for a card and for the same card half a turn on.

    >>> joins_key(["br"]), joins_key(["ar", "bl"]), joins_key([])
    ('al', 'ar-bl', 'none')
    """
    turned = str.maketrans("ablr", "barl")
    given = list(joins)
    return min(charm(given), charm(group.translate(turned) for group in given)).removeprefix("charm-")


def designs_of(box: Box) -> dict[str, Design]:
    """All cards of a box that can lie on the field: its routes, printed magic cards, and any that a table may write."""
    laid = [side.laid for side in BOX.magic if side.laid is not None]
    found = {design.name: design for design in (*sorted(laid), *box.routes)}
    return found | {charm(joins): Design(charm(joins), "", joins) for joins in CHARM_JOINS}


def has_face(design: Design) -> bool:
    """Whether it is drawn under its own name: every route card is, and magic that is laid as the printed one."""
    return is_route(design) or any(
        side.laid is not None and design._replace(code=side.laid.code) == side.laid for side in BOX.magic
    )


def is_as_printed(magic: Magic) -> bool:
    """Whether a magic card does what the printed one of its name does."""
    printed = BOX.by_name.get(magic.name)
    return printed is not None and printed.steps == magic.steps and (magic.laid is None or has_face(magic.laid))


DESIGNS = designs_of(BOX)
"""Those of the usual box."""


def is_route(design: Design) -> bool:
    """Whether it is in the stack; the others are magic cards."""
    return design.copies > 0


def is_bridge(design: Design) -> bool:
    """Whether one road crosses over another."""
    return design.joins == BRIDGE


def joins_end(design: Design, end: str) -> bool:
    """Whether the centre joins this end to anything."""
    return any(end in group for group in design.joins)


def group_of(joins: Iterable[str], ends: Iterable[str]) -> str:
    """The one of these groups that joins all these ends."""
    wanted = set(ends)
    for group in joins:
        if wanted <= set(group):
            return group
    raise ValueError(f"no road of this card joins {''.join(sorted(wanted))}: it joins {joins}")
