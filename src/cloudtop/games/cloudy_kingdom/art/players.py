"""The players: names, hands and magic cards, one's own large and with their words."""

from __future__ import annotations

from collections.abc import Iterator

from cloudtop.games.cloudy_kingdom.art.magic import magic_backdrop, magic_items
from cloudtop.games.cloudy_kingdom.art.measures import ROOM, lies_west_east
from cloudtop.games.cloudy_kingdom.art.palette import FAMILIES, PALETTE, WHITE
from cloudtop.games.cloudy_kingdom.art.strokes import stamp
from cloudtop.games.cloudy_kingdom.art.table import Magic, Player, Table
from cloudtop.games.cloudy_kingdom.pieces import EACH
from cloudtop.stage.paragraphs import LEADING, bulleted, filling, flowing, written_lines
from cloudtop.stage.plates import name_plate
from cloudtop.stage.scene import Box, Item, Panel, Words, back_to_front
from cloudtop.stage.svg import Point, group, path, rect, text, translate

OWN_BOX: Box = (0.0, 0.0, 1180.0, 148.0)
OTHER_BOX: Box = (0.0, 0.0, 318.0, 218.0)
OWN_MAGIC = (428.0, 196.0)
"""Where one's own magic cards begin, and the distance from one to the next."""
OWN_WAYS = (300.0, 62.0)
"""Where the ways to turn a card begin, and the distance from one to the next."""

OWN_NAME = 1081.0
"""The middle of one's own name."""


def paper(box: Box, solid: bool = False) -> str:
    """The sheet on which things lie; a solid one hides what is behind it."""
    left, top, width, height = box
    return rect(
        left + 1.5,
        top + 1.5,
        width - 3,
        height - 3,
        rx=18,
        fill=PALETTE["sheet" if solid else "paper"],
        stroke=PALETTE["paper-edge"],
        stroke_width=1.5,
    )


def plate(player: Player, at: Point, width: float) -> str:
    """A player's name on its family's emblem, crowned when it has won."""
    family = FAMILIES[player.family]
    emblem = path(family.emblem, WHITE, transform="scale(.82)")
    name = name_plate(player.name, PALETTE[f"plate-{family.key}"], emblem, to_play=player.to_play, width=width)
    crown = stamp("crown", -width / 2 + 19, -21, 0, 0.8) if player.won else ""
    return group(name, crown, transform=translate(*at))


# ---------------------------------------------------------------------------------------------- hands


def hand_spots(count: int, large: bool) -> list[Point]:
    """Where the cards of a hand lie: one's own side by side, others' one below the other."""
    if not large:
        step = 42.0 if count <= 3 else 110.0 / (count - 1)
        return [(38.0, 112 + (index - (count - 1) / 2) * step) for index in range(count)]
    if count == 1:
        return [(128.0, 74.0)]
    columns = 2
    rows = (count + 1) // columns
    step = 68.0 if rows <= 2 else 78.0 / (rows - 1)
    return [(83 + 128 * (index % columns), 74 + (index // columns - (rows - 1) / 2) * step) for index in range(count)]


def hand_items(player: Player, table: Table, words: Words, large: bool) -> Iterator[Item]:
    """The route cards of a hand, faces or backs; one's own may be chosen."""
    for index, (design, (x, y)) in enumerate(zip(player.hand, hand_spots(len(player.hand), large), strict=True)):
        name, depth = f"hand-{index}", index + 0.0
        label = words("hand.hidden") if design is None else words("hand.card", design=words(f"design.{design}"))
        if not large:
            yield Item(name, f"{ROOM}-small-{design or 'back'}", x, y, depth, "", label)
            continue
        target = f"hand:{index}"
        legal, picked = target in table.legal, target in table.chosen
        answer = target if legal or picked else ""
        state = "target" if legal and not picked else ""
        mark = "chosen" if picked else "target"
        if len(player.hand) == 1:
            yield Item(name, f"{ROOM}-large-{design or 'back'}", x, y, depth, answer, label, 0, state)
            mark += "-large"
        else:
            yield Item(f"{name}-body", f"{ROOM}-card-h", x, y, depth)
            yield Item(name, f"{ROOM}-{design or 'back'}", x, y, depth + 0.1, answer, label, 0, state)
            mark += "-h"
        if legal or picked:
            yield Item(f"{name}-mark", f"{ROOM}-{mark}", x, y, depth + 0.2, answer)


def way_items(table: Table, words: Words, camera: int) -> Iterator[Item]:
    """The ways to turn the card that is to be laid, as the camera would show them."""
    left, step = OWN_WAYS
    for order, card in enumerate(table.ways):
        row = order // 2 - (len(table.ways) - 1) // 2 / 2
        x, y = left + step * (order % 2), 74 + 68 * row
        seen = (card.turn - camera) % 4
        target = f"turn:{card.turn}"
        legal, picked = target in table.legal, target in table.chosen
        answer = target if legal or picked else ""
        way = words("way.west-east" if lies_west_east(card.turn) else "way.north-south")
        label = words("hand.way", way=way, number=order + 1, count=len(table.ways))
        shape = "h" if lies_west_east(seen) else "v"
        state = "target" if legal and not picked else "" if picked else "refused"
        yield Item(f"way-{card.turn}-body", f"{ROOM}-small-card-{shape}", x, y, order)
        yield Item(f"way-{card.turn}", f"{ROOM}-way-{card.design}", x, y, order + 0.1, answer, label, seen, state)
        if legal or picked:
            kind = "chosen" if picked else "target"
            yield Item(f"way-{card.turn}-mark", f"{ROOM}-small-{kind}-{shape}", x, y, order + 0.2, answer)


# --------------------------------------------------------------------------------------------- panels


def magic_words(magic: Magic, x: float, words: Words) -> str:
    """The title and the steps of one's own magic card, beside it."""
    room, top, foot = 116.0, 28.0, 134.0
    ink = PALETTE["faint-ink"] if magic.used else PALETTE["ink"]
    title, size = flowing(magic.title, room, 2, 17, 11)
    spent = words("magic.spent") + "\n" if magic.used else ""
    first = top + len(title) * size * LEADING + 2
    steps, step_size = filling(spent + bulleted(magic.steps), (room, foot - first + 10), 14.5, 9)
    return written_lines(title, x, top, size, ink, text_anchor="start") + written_lines(
        steps, x, first, step_size, PALETTE["faint-ink"], font_weight="600", text_anchor="start"
    )


def own_panel(table: Table, seat: int, words: Words, camera: int) -> Panel:
    """The looking player's own cards, large, with the words of their magic."""
    player = table.players[seat]
    left, step = OWN_MAGIC
    spots = [(left + step * index, 72.0) for index in range(max(EACH, len(player.magic)))]
    castle = f"castle-{FAMILIES[player.family].key}"
    # What can be played comes first: on a narrow screen the rest has to be scrolled to.
    drawn = [paper(OWN_BOX), plate(player, (OWN_NAME, 32), 164)]
    drawn.append(stamp(castle, OWN_NAME - 47 if player.note else OWN_NAME, 103))
    if player.note:
        note, size = filling(player.note, (98, 74), 14, 10)
        drawn.append(written_lines(note, OWN_NAME + 50, 78, size, PALETTE["ink"], font_weight="600"))
    items = [*hand_items(player, table, words, large=True), *way_items(table, words, camera)]
    for magic, at in zip(player.magic, spots, strict=False):
        items += magic_items(magic, at, table, words, own=True)
        drawn += [magic_backdrop(magic, at), magic_words(magic, at[0] + 40, words)]
    drawn += [stamp("magic-slot", *at) for at in spots[len(player.magic) :]]
    title = words("hand.title")
    return Panel(f"player:{seat}", seat, title, OWN_BOX, back_to_front(items), "".join(drawn), told(player, words))


def other_panel(table: Table, seat: int, words: Words) -> Panel:
    """Another player's cards, small."""
    player = table.players[seat]
    spots = [(117.0 + 78 * index, 112.0) for index in range(max(EACH, len(player.magic)))]
    drawn = [paper(OTHER_BOX), plate(player, (159, 28), 286)]
    items = list(hand_items(player, table, words, large=False))
    for magic, at in zip(player.magic, spots, strict=False):
        items += magic_items(magic, at, table, words, own=False)
        lines, size = flowing(magic.title, 75, 2, 12, 9.5)
        ink = PALETTE["faint-ink"] if magic.used else PALETTE["ink"]
        drawn += [magic_backdrop(magic, at), written_lines(lines, at[0], 190, size, ink)]
    drawn += [stamp("magic-slot", *at) for at in spots[len(player.magic) :]]
    if player.note:
        note, size = flowing(player.note, 300, 1, 13, 10)
        drawn.append(text(note[0], 159, 205 if not player.magic else 211, size, PALETTE["ink"], font_weight="600"))
    title = words("player.title", name=player.name)
    return Panel(f"player:{seat}", seat, title, OTHER_BOX, back_to_front(items), "".join(drawn), told(player, words))


def told(player: Player, words: Words) -> str:
    """In words, what a plate says of a player."""
    parts = [words("player.family", name=player.name, family=words(f"family.{FAMILIES[player.family].key}"))]
    if player.to_play:
        parts.append(words("player.to-play"))
    if player.won:
        parts.append(words("player.won"))
    if player.note:
        parts.append(player.note)
    return " ".join(parts)


def player_panels(table: Table, words: Words, camera: int = 0) -> tuple[Panel, ...]:
    """One's own panel first, then the others as they play; a spectator sees all in seat order."""
    seats = range(len(table.players))
    if table.seat is None:
        return tuple(other_panel(table, seat, words) for seat in seats)
    after = [(table.seat + step) % len(seats) for step in seats][1:]
    own = own_panel(table, table.seat, words, camera)
    return (own, *(other_panel(table, seat, words) for seat in after))
