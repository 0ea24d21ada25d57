"""What one guest is shown of a table: made from the guest's own view, and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cloudtop.core.scene import Item, Panel
from cloudtop.core.state import ScoreLine, State
from cloudtop.core.view import View
from cloudtop.core.words import Words, words_of
from cloudtop.table.hosted import Entry, HostedTable
from cloudtop.web.levels import level_name

Message = dict[str, Any]


class Sight(NamedTuple):
    """From where a guest looks: whose eyes, which language, which side of the board."""

    you: int | None
    lang: str
    turn: int


class Shown(NamedTuple):
    """What a guest has on the screen: a `state` message, with its panels by name to compare with."""

    sight: Sight
    message: Message
    panels: dict[str, Panel]

    def with_seats(self, seats: list[Message]) -> Shown:
        """The same screen after somebody has come or gone."""
        return self._replace(message={**self.message, "seats": seats})


def shown(table: HostedTable, sight: Sight, here: Collection[int]) -> Shown:
    """The table as it is now."""
    view = table.state.view(sight.you)
    decision, targets = decided(table, view, sight)
    panels = table.game.scene(view, table.game.words(sight.lang), sight.turn, targets, names=names_seen(table, sight))
    message: Message = {
        "did": "state",
        "seq": table.seq,
        "game": table.game.name,
        "title": table.game.title(sight.lang),
        "you": sight.you,
        "secrets": table.has_secrets(),
        "seats": seats_in_words(table, sight.lang, here),
        "panels": [panel_data(panel) for panel in panels.panels],
        "decision": decision,
        "sheet": sheets(table.state, sight.lang),
        "titles": titles(table.state, sight.lang),
        "people": sum(seat.human for seat in table.seats) > 1,
        "finished": table.over,
        "moves": len(table.log),
        "log": [entry_in_words(table, entry, sight) for entry in table.log],
        "outcome": outcome_in_words(table, sight.lang),
        "text": table.game.board_text(view, sight.lang),
    }
    if decision is not None:
        decision["labels"] = labels(table, decision, panels.panels, sight.lang)
    return Shown(sight, message, {panel.name: panel for panel in panels.panels})


def replayed(table: HostedTable, sight: Sight, at: int) -> Message:
    """The table as it was after so many moves, as the guest saw it then."""
    state = table.position(at)
    view = state.view(sight.you)
    words = table.game.words(sight.lang)
    scene = table.game.scene(view, words, sight.turn, names=names_seen(table, sight))
    return {
        "did": "replay",
        "at": at,
        "of": len(table.log),
        "panels": [panel_data(panel) for panel in scene.panels],
        "move": entry_in_words(table, table.log[at - 1], sight) if at else None,
        "scores": state.scores(),
        "sheet": sheets(state, sight.lang),
        "titles": titles(state, sight.lang),
        "text": table.game.board_text(view, sight.lang),
    }


# ---------------------------------------------------------------------------------------------- seats and names


def house(language: str) -> Words:
    """The words of the server."""
    return words_of("cloudtop.web", language)


def seat_name(table: HostedTable, number: int, language: str) -> str:
    """What a seat's player is called."""
    seat = table.seats[number]
    if seat.name:
        return seat.name
    return level_name(seat.level, language) if seat.kind == "bot" else house(language)("seat", number=number + 1)


def names_of(table: HostedTable, language: str) -> list[str]:
    """What the players are called, seat by seat."""
    return [seat_name(table, number, language) for number in range(len(table.seats))]


def names_seen(table: HostedTable, sight: Sight) -> list[str]:
    """The same as one of the players sees them: you are you, unless you have a name or share a device."""
    names = names_of(table, sight.lang)
    if sight.you is not None and not table.seats[sight.you].name and all(seat.kind != "here" for seat in table.seats):
        names[sight.you] = house(sight.lang)("you")
    return names


def seats_in_words(table: HostedTable, language: str, here: Collection[int]) -> list[Message]:
    """Who sits where, who is here, and how they stand."""
    turn, scores = table.state.turn(), table.state.scores()
    return [
        {
            "seat": seat.number,
            "name": seat_name(table, seat.number, language),
            "kind": seat.kind,
            "level": seat.level,
            "here": bool(seat.level) or seat.number in here,
            "free": seat.free,
            "deciding": seat.number in turn,
            "score": scores[seat.number],
        }
        for seat in table.seats
    ]


# ---------------------------------------------------------------------------------------------- decisions


def decided(table: HostedTable, view: View, sight: Sight) -> tuple[Message | None, list[str]]:
    """What the guest has to decide, and every target that occurs in it."""
    seat = sight.you
    if seat is None or table.seats[seat].level:
        return None, []
    legal = table.state.legal(seat)
    undo = table.undo_keeps(seat) is not None
    if not legal and not undo:
        return None, []
    game, words = table.game, table.game.words(sight.lang)
    # Steps from number to number are shorter than the numbers.
    steps = [action - before for before, action in pairwise([0, *legal])]
    rows = [
        (step, game.targets(view, action), game.text(action), game.say(action, words))
        for step, action in zip(steps, legal, strict=True)
    ]
    targets = list(dict.fromkeys(target for row in rows for target in row[1]))
    return {"prompt": asked(targets, words, sight.lang), "actions": rows, "undo": undo}, targets


def asked(targets: Sequence[str], words: Words, language: str) -> str:
    """What to do now, in the game's words if it has some for such targets: `ask.cell-hand`."""
    if not targets:
        return house(language)("waiting")
    key = "ask." + "-".join(sorted({target.partition(":")[0] for target in targets}))
    return words(key) if key in words else house(language)("prompt")


def labels(table: HostedTable, decision: Message, panels: Sequence[Panel], language: str) -> dict[str, str]:
    """What to call the targets that no item of a panel answers to: they become buttons."""
    words = table.game.words(language)
    on_stage = {item.target for panel in panels for item in panel.items}
    found: dict[str, str] = {}
    for _, targets, _, phrase in decision["actions"]:
        for target in targets:
            if target in on_stage or target in found:
                continue
            facet, _, value = target.partition(":")
            key = next((key for key in (f"target.{target}", f"target.{facet}") if key in words), None)
            if key is not None:
                found[target] = words(key, value=value)
            else:
                found[target] = phrase if len(targets) == 1 else value or facet
    return found


# ---------------------------------------------------------------------------------------------- scores and the end


def line_in_words(state: State, line: ScoreLine, language: str) -> Message:
    """A line of a score sheet."""
    words = state.game.words(language)
    return {"text": state.game.say_score(line, words), "points": line.points, "rule": line.rule}


def sheets(state: State, language: str) -> list[Message]:
    """Everybody's score sheet, as if the game ended now."""
    found = [state.score_sheet(seat) for seat in range(state.players)]
    return [
        {
            "seat": sheet.seat,
            "total": sheet.total,
            "lines": [line_in_words(state, line, language) for line in sheet.lines],
        }
        for sheet in found
    ]


def titles(state: State, language: str) -> dict[str, str]:
    """What the rules are called by which points are given now."""
    rules = state.game.guide(language).rules
    found = [line.rule for seat in range(state.players) for line in state.score_sheet(seat).lines]
    return {rule: rules[rule.partition("/")[2]].title for rule in dict.fromkeys(found)}


def rule_in_words(table: HostedTable, rule: str, language: str) -> Message:
    """A rule with its title, its statement and where the guide tells it."""
    name, _, rule_id = rule.partition("/")
    told = table.game.guide(language).rules[rule_id]
    return {"rule": rule, "title": told.title, "why": told.statement, "link": f"/guide/{name}#{rule_id}"}


def outcome_in_words(table: HostedTable, language: str) -> Message | None:
    """How the game ended."""
    outcome = table.state.outcome()
    if outcome is None:
        return None
    return {
        "scores": outcome.scores,
        "ranking": outcome.ranking,
        "winners": outcome.winners,
        "reason": rule_in_words(table, outcome.reason, language),
        "verdict": table.game.words(language)(outcome.verdict) if outcome.verdict else "",
    }


# ---------------------------------------------------------------------------------------------- the log


def entry_in_words(table: HostedTable, entry: Entry, sight: Sight) -> Message:
    """A move as the guest may know it: what others chose in secret is told when the game is over."""
    if entry.secret and entry.seat != sight.you and not table.over:
        words = house(sight.lang)("log.secret")
        return {"seq": entry.seq, "seat": entry.seat, "text": None, "words": words, "secret": True}
    game = table.game
    phrase = game.say(entry.action, game.words(sight.lang))
    return {"seq": entry.seq, "seat": entry.seat, "text": game.text(entry.action), "words": phrase}


# ---------------------------------------------------------------------------------------------- panels


PLAIN = ("", "", 0, "")
"""Target, label, turn and state of a mere decoration."""


def item_data(item: Item) -> list[Any]:
    """An item as its values in the order of `Item`, without plain ones at its end.

    Numbers are cut to what a screen can show.
    """
    row = [item.id, item.sprite, round(item.x, 1), round(item.y, 1), round(item.depth, 2), *item[-len(PLAIN) :]]
    while len(row) > len(item) - len(PLAIN) and row[-1] == PLAIN[len(row) - len(item) - 1]:
        row.pop()
    return row


def panel_data(panel: Panel) -> Message:
    """A whole panel."""
    return {
        "name": panel.name,
        "seat": panel.seat,
        "title": panel.title,
        "box": [round(value, 1) for value in panel.box],
        "items": [item_data(item) for item in panel.items],
        "backdrop": panel.backdrop,
        "description": panel.description,
    }
