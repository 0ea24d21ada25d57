"""Request cards: a small drawing, a name, the votes at stake, and what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from cloudtop.games.cloud_city.art.measures import FOREST, RIVER, Level
from cloudtop.games.cloud_city.art.palette import PALETTE, ROOM
from cloudtop.games.cloud_city.art.solids import stroke
from cloudtop.games.cloud_city.pieces import Box
from cloudtop.games.cloud_city.prose import request_texts
from cloudtop.stage.lettering import width_of
from cloudtop.stage.paragraphs import balanced
from cloudtop.stage.scene import Words
from cloudtop.stage.svg import Point, centred_rect, group, polyline, rect, text, translate, use

WIDTH, GAP, HEAD = 250.0, 12.0, 56.0
PAD = 14.0
NAME_SIZE, SMALL_NAME, TEXT_SIZE, LINE = 16.0, 14.5, 13.0, 16.5


def request_cards(box: Box, requests: Sequence[str], crossing: str, words: Words) -> tuple[str, float]:
    """Request cards one below the other, each as high as its text, for a picture; and their height."""
    cards, y = [], 0.0
    for request in requests:
        name, asked = request_texts(box, request, crossing, words)
        face, height = card_face(votes_at_stake(box, request), name, asked)
        drawing = use(f"{ROOM}-{request}", PAD + 18, 30)
        cards.append(group(face, drawing, transform=translate(0, y)))
        y += height + GAP
    return "".join(cards), max(0.0, y - GAP)


def votes_at_stake(box: Box, request: str) -> str:
    """The votes of a request as its card shows them: what it brings or costs, for one thing or for two."""
    best = [votes for reason, votes in box.requests[request].items() if reason != "tied"]
    sign = "+" if max(best) > 0 else "" if not any(best) else "\N{MINUS SIGN}"
    return sign + "/".join(str(abs(votes)) for votes in best)


def card_face(votes: str, name: str, asked: str) -> tuple[str, float]:
    """A card with its lettering, all but the small drawing, and its height."""
    name_x = PAD + 46
    heading = name_lines(name, WIDTH - PAD - width_of(votes, 18) - 8 - name_x)
    lines = balanced(asked, WIDTH - 2 * PAD, 0.93 * TEXT_SIZE)
    height = HEAD + len(lines) * LINE + 8
    ink = PALETTE["card-ink"]
    return (
        rect(
            1,
            1,
            WIDTH - 2,
            height - 2,
            rx=16,
            fill=PALETTE["card"],
            stroke=PALETTE["card-edge"],
            stroke_width=2,
        )
        + "".join(
            text(line, name_x, middle + 0.35 * size, size, ink, text_anchor="start") for line, middle, size in heading
        )
        + text(votes, WIDTH - PAD, 36, 18, PALETTE["gain" if votes.startswith("+") else "loss"], text_anchor="end")
        + "".join(
            text(line, PAD, HEAD + 12 + row * LINE, TEXT_SIZE, ink, font_weight="500", text_anchor="start")
            for row, line in enumerate(lines)
        )
    ), height


def name_lines(name: str, room: float) -> list[tuple[str, float, float]]:
    """A request's name in one line or two, each with its middle and its size."""
    if width_of(name, NAME_SIZE) <= room:
        return [(name, 30, NAME_SIZE)]
    lines = balanced(name, room, SMALL_NAME)
    first = 30 - (len(lines) - 1) * SMALL_NAME * 0.58
    return [(line, first + row * SMALL_NAME * 1.16, SMALL_NAME) for row, line in enumerate(lines)]


# ---------------------------------------------------------------------------------------------- small drawings

Route = tuple[Point, ...]


def routes(*lines: Route, paint: str = "card-soft") -> str:
    """Routes of walkways with a building wherever they turn or end, seen from above."""
    drawn = stroke("".join(map(polyline, lines)), PALETTE[paint], 3.4)
    towers = {point for line in lines for point in line}
    return drawn + "".join(tower_mark(x, y) for x, y in sorted(towers))


def tower_mark(x: float, y: float) -> str:
    """A building seen from above."""
    return group(
        centred_rect(4.6, 4.6, 1.6, fill=PALETTE["card"], stroke=PALETTE["card-ink"], stroke_width=2.2),
        transform=translate(x, y),
    )


def many(level: Level) -> str:
    """Several roofs of one height."""
    sign = f"{ROOM}-{level.key}-sign"
    places = ((-5, -11), (8, 0), (-5, 11))
    return "".join(use(sign, transform=f"translate({x} {y}) scale(.56)") for x, y in places)


def drawings(box: Box) -> dict[str, str]:
    """The small drawing of each request, about 44 wide."""
    zigzag = ((-17.0, 12.0), (-17.0, -8.0), (4.0, -8.0), (4.0, 10.0), (17.0, 10.0))
    square = ((-12.0, -11.0), (12.0, -11.0), (12.0, 11.0), (-12.0, 11.0), (-12.0, -11.0))
    badges = zip(box.values.values(), ((-15, 4), (-5, -8), (6, 4), (17, -8)), strict=False)
    asked = [box.values[length] for length in box.balance]
    mix = zip(asked, ((-13, 7), (1, -8), (14, 7)), strict=False)
    return {
        "req-longest": routes(zigzag),
        "req-most-routes": routes(((-17, -13), (6, -13)), ((-6, 0), (17, 0)), ((-17, 13), (2, 13))),
        "req-varied": stroke("M-15 4-5-8 6 4 17-8", PALETTE["card-soft"], 2.6)
        + "".join(badge_mark(RIVER, value, x, y) for value, (x, y) in badges),
        "req-circuits": routes(square),
        "req-blue": many(RIVER),
        "req-green": many(FOREST),
        "req-light": routes(((-13, 4), (13, 4))) + stroke("M-13-12v4M-20-8l3 4M-6-8l-3 4", PALETTE["gain"], 2.4),
        "req-crossings": stroke("M-17 2H17", PALETTE["card-soft"], 3.4)
        + stroke("M0-15V15", PALETTE["loss"], 3.4)
        + "".join(tower_mark(x, y) for x, y in ((-17, 2), (17, 2), (0, -15), (0, 15))),
        "req-solo": stroke("M-17 0a17 17 0 1 1 34 0a17 17 0 1 1-34 0Z", PALETTE["loss"], 2.4, dashes="4 6")
        + tower_mark(0, 0),
        "req-balance": "".join(badge_mark(FOREST, value, x, y) for value, (x, y) in mix),
    }


def badge_mark(level: Level, value: int, x: float, y: float) -> str:
    """A small badge."""
    return use(f"{ROOM}-{level.key}-value-{value}", transform=f"translate({x} {y}) scale(.56)")
