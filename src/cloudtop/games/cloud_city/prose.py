"""Cloud City in words: the table as text, a move as a phrase, a line of the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cloudtop.core.state import ScoreLine
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloud_city.board import (
    DRAW_NONE,
    DRAW_SLOT,
    DRAW_STACK,
    DRAWS,
    FAR,
    FORMS,
    LAYS,
    LENGTH,
    LONGEST,
    NEAR,
    PER_KIND,
    VALUE,
    WIDTH,
)
from cloudtop.games.cloud_city.notation import MOVE_OF, SPACE_NAMES, SPACE_OF, corner_name
from cloudtop.games.cloud_city.pieces import COLOUR_NAMES, LEVELS, TILE_NAMES

CLOCKWISE = (0, 1, WIDTH + 1, WIDTH)
"""From the top left space of a cell to its four spaces."""


def sites(lay: int) -> list[tuple[int, int]]:
    """The buildings that a lay puts up: each as (space, colour), in the order of the tile's name."""
    kind, turn, cell = lay // PER_KIND, lay % 4, lay % PER_KIND // 4
    corner = SPACE_OF[corner_name(cell)]
    around = [(turn + step) % 4 for step in range(4)]
    form = FORMS[kind * 4 + turn]
    return [(corner + CLOCKWISE[i], form[i] // 4 - 1) for i in around if form[i] >= 4]


def move_in_words(move: int, words: Words) -> str:
    """What a move does, as a phrase."""
    if move < LAYS:
        (near, first), (far, second) = sites(move)
        return words(
            "move.lay",
            tile=TILE_NAMES[move // PER_KIND],
            turn=move % 4,
            first=words(f"colour.{COLOUR_NAMES[first]}"),
            near=SPACE_NAMES[near],
            second=words(f"colour.{COLOUR_NAMES[second]}"),
            far=SPACE_NAMES[far],
        )
    if move < DRAWS:
        ends = {"near": SPACE_NAMES[NEAR[move]], "far": SPACE_NAMES[FAR[move]]}
        if LENGTH[move] > LONGEST:
            return words("move.too-long", **ends)
        return words("move.walkway", **ends, value=VALUE[LENGTH[move]])
    if move == DRAW_STACK:
        return words("move.draw-stack")
    return words("move.draw-none") if move == DRAW_NONE else words("move.draw-slot", slot=move - DRAW_SLOT + 1)


def score_in_words(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for."""
    if not line.fields:
        return words(line.key)
    rule = line.rule.partition("/")[2]
    return words(line.key, name=words(f"request.{rule}.name"), **line.fields)


# ---------------------------------------------------------------------- the table


def board_in_words(view: View, words: Words) -> str:
    """The table as text: whose turn, the requests, every city with its hand, then what all share."""
    facts = view.facts
    lines = [words("round", now=facts["round"], all=facts["rounds"]) + " " + step_in_words(facts, words)]
    lines += [request_in_words(request, view, words) for request in facts["requests"]]
    for seat in range(view.players):
        lines += ["", *city_in_words(facts, seat, words)]
    lines += ["", market_in_words(facts, words)]
    lines += [supply_in_words(facts, level, words) for level in LEVELS]
    lines.append(words("text.legend"))
    return "\n".join(lines)


def step_in_words(facts: Mapping[str, Any], words: Words) -> str:
    """Who is to do what."""
    return words(f"text.{facts['step']}", seat=facts["turn"][0]) if facts["turn"] else words("text.over")


def request_in_words(request: str, view: View, words: Words) -> str:
    """A request card."""
    reading = view.options["crossing"] if request == "req-crossings" else "text"
    text = words(f"request.{request}.{reading}")
    return words("request.card", name=words(f"request.{request}.name"), text=text)


def city_in_words(facts: Mapping[str, Any], seat: int, words: Words) -> Iterator[str]:
    """One city: a plan of its spaces, its walkways level by level, its hand."""
    city = facts["cities"][seat]
    lays = [MOVE_OF[tile] for tile in city["tiles"]]
    walkways = [MOVE_OF[walkway] for walkway in city["walkways"]]
    colours = dict(site for lay in lays for site in sites(lay))
    yield words("text.city", seat=seat, votes=facts["scores"][seat])
    yield from plan(lays, colours, walkways)
    for number, level in enumerate(LEVELS):
        built = [
            words("text.walkway", walkway=city["walkways"][i], value=VALUE[LENGTH[walkway]])
            for i, walkway in enumerate(walkways)
            if colours[NEAR[walkway]] == number
        ]
        yield words("text.walkways", level=words(f"level.{level}"), walkways=", ".join(built) or words("text.none"))
    yield words("text.hand", tiles="  ".join(facts["hands"][seat]) or words("text.none"))


def plan(lays: list[int], colours: Mapping[int, int], walkways: list[int]) -> Iterator[str]:
    """A city from above, space by space: the letter of a building with the number of its walkways."""
    corners = [SPACE_OF[corner_name(lay % PER_KIND // 4)] for lay in lays]
    tiled = {corner + step for corner in corners for step in CLOCKWISE}
    ends = [end for walkway in walkways for end in (NEAR[walkway], FAR[walkway])]
    columns = range(min(space % WIDTH for space in tiled), max(space % WIDTH for space in tiled) + 1)
    yield ("    " + "".join(f"{SPACE_NAMES[column][0]:<3}" for column in columns)).rstrip()
    for row in range(min(tiled) // WIDTH, max(tiled) // WIDTH + 1):
        spaces = [row * WIDTH + column for column in columns]
        marks = [
            f"{'BGS'[colours[space]]}{ends.count(space)}" if space in colours else "." if space in tiled else ""
            for space in spaces
        ]
        yield (f" {row + 1:>2} " + "".join(f"{mark:<3}" for mark in marks)).rstrip()


def market_in_words(facts: Mapping[str, Any], words: Words) -> str:
    """The face-up tiles and the stack."""
    tiles = "  ".join(f"{slot} {tile or '-'}" for slot, tile in enumerate(facts["market"], 1))
    return words("text.market", tiles=tiles, count=facts["stack"])


def supply_in_words(facts: Mapping[str, Any], level: str, words: Words) -> str:
    """The walkways of a level that are left, by value."""
    pieces = "  ".join(f"{value} ×{count}" for value, count in zip(VALUE[1:], facts["supply"][level], strict=True))
    return words("text.supply", level=words(f"level.{level}"), pieces=pieces)
