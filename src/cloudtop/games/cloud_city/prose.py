"""Cloud City in words: the table as text, a move as a phrase, a line of the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cloudtop.core.state import ScoreLine
from cloudtop.core.view import View
from cloudtop.core.words import Words
from cloudtop.games.cloud_city.board import City
from cloudtop.games.cloud_city.moves import COLUMN_LETTERS, NOTHING, STACK, Lay, Move, Space, Walkway
from cloudtop.games.cloud_city.pieces import COLOURS, FRAMES, Box
from cloudtop.games.cloud_city.view import Facts


def say_move(box: Box, move: Move, words: Words) -> str:
    """What a move does, as a phrase."""
    if isinstance(move, Lay):
        (near, first), (far, second) = move.sites
        return words(
            "move.lay",
            first=words(f"level.{first.level}"),
            near=near,
            second=words(f"level.{second.level}"),
            far=far,
        )
    if isinstance(move, Walkway):
        if move.length in box.values:
            return words("move.walkway", near=move.near, far=move.far, value=box.values[move.length])
        return words("move.too-long", near=move.near, far=move.far)
    if move.source in (STACK, NOTHING):
        return words(f"move.draw-{move.source}")
    return words("move.draw-slot", slot=move.source)


def say_score(line: ScoreLine, words: Words) -> str:
    """What a line of the score sheet is for."""
    if not line.fields:
        return words(line.key)
    request = line.rule.partition("/")[2]
    return words(line.key, name=words(f"request.{request}.name"), **line.fields)


# ---------------------------------------------------------------------- the table


def say_board(box: Box, view: View[Facts], words: Words) -> str:
    """The table as text: whose turn, the requests, every city with its hand, then what all share."""
    facts = view.facts
    now = words("progress.round", now=facts.round, of=facts.rounds)
    lines = [words("text.head", round=now, step=step_in_words(facts, words))]
    lines += [request_in_words(box, request, view, words) for request in facts.requests]
    for seat in range(view.players):
        lines += ["", *city_in_words(box, view, seat, words)]
    lines += ["", market_in_words(facts, words)]
    lines += [supply_in_words(box, facts, colour.level, words) for colour in COLOURS]
    lines.append(words("text.legend"))
    return "\n".join(lines)


def step_in_words(facts: Facts, words: Words) -> str:
    """Who is to do what."""
    return words("text.over") if facts.to_play is None else words(f"text.{facts.step}", seat=facts.to_play)


def request_in_words(box: Box, request: str, view: View[Facts], words: Words) -> str:
    """A request card."""
    name, asked = request_texts(box, request, view.options["crossing"], words)
    return words("request.card", name=name, text=asked)


def request_texts(box: Box, request: str, crossing: str, words: Callable[..., str]) -> tuple[str, str]:
    """The name of a request, and what it asks for: the one about crossings has several readings."""
    reading = crossing if request == "req-crossings" else "text"
    fields: dict[str, object] = {
        reason: votes if reason in ("tied", "five") else say_votes(abs(votes), words)
        for reason, votes in box.requests[request].items()
    }
    if request == "req-balance":
        fields["mix"] = words("request.mix-comma").join(
            words("request.mix-part", count=count, value=box.values[length]) for length, count in box.balance.items()
        )
    return words(f"request.{request}.name"), words(f"request.{request}.{reading}", **fields)


def say_votes(count: int, words: Callable[..., str]) -> str:
    """So many votes."""
    return words("request.vote" if count == 1 else "request.votes", count=count)


def city_in_words(box: Box, view: View[Facts], seat: int, words: Words) -> Iterator[str]:
    """One city: a plan of its spaces, its walkways level by level, its hand."""
    facts = view.facts
    written = facts.cities[seat]
    city = City(FRAMES[view.options["city"]], written.lays, written.built, box=box)
    yield words("text.city", seat=seat, votes=facts.scores[seat])
    yield from plan(city)
    for colour in COLOURS:
        built = [
            words("text.walkway", walkway=walkway, value=city.votes(walkway))
            for walkway in city.walkways
            if city.level(walkway) == colour
        ]
        level = words(f"level.{colour.level}")
        yield words("text.walkways", level=level, walkways=words("text.comma").join(built) or words("text.none"))
    yield words("text.hand", tiles="  ".join(facts.hands[seat]) or words("text.none"))


def plan(city: City) -> Iterator[str]:
    """A city from above, space by space: the letter of a building with the number of its walkways."""
    columns = range(min(space.column for space in city.ground), max(space.column for space in city.ground) + 1)
    rows = range(min(space.row for space in city.ground), max(space.row for space in city.ground) + 1)
    yield ("    " + "".join(f"{COLUMN_LETTERS[column]:<3}" for column in columns)).rstrip()
    for row in rows:
        marks = "".join(f"{mark(city, Space(column, row)):<3}" for column in columns)
        yield f" {row + 1:>2} {marks}".rstrip()


def mark(city: City, space: Space) -> str:
    """What a plan shows of a space."""
    building = city.building(space)
    if building is None:
        return "." if space in city.ground else ""
    return f"{building.letter.upper()}{len(city.walkways_at(space))}"


def market_in_words(facts: Facts, words: Words) -> str:
    """The face-up tiles and the stack."""
    tiles = "  ".join(f"{slot} {tile or '-'}" for slot, tile in enumerate(facts.market, 1))
    return words("text.market", tiles=tiles, count=facts.stack)


def supply_in_words(box: Box, facts: Facts, level: str, words: Words) -> str:
    """The walkways of a level that are left, by value."""
    pieces = "  ".join(
        f"{value} ×{count}" for value, count in zip(box.values.values(), facts.supply[level], strict=True)
    )
    return words("text.supply", level=words(f"level.{level}"), pieces=pieces)
