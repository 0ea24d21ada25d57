"""What a browser makes of the messages, as docs/wire.md tells it to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import cloudtop
from cloudtop.core.game import Value
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.screen import Screen as Shown
from cloudtop.web.render.screen import seen


class Screen:
    """The whole table as it is known from a state and what came after it."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.known = state
        self.followed = 1
        """So many messages of the line have been seen."""

    def follow(self, heard: dict[str, Any]) -> None:
        """Bring the screen up to date."""
        message = dict(heard)
        if message["did"] in ("state", "here"):
            self.known = self.known | message | {"did": "state"}
        if message["did"] != "moved":
            return
        panels, scene = {panel["name"]: panel for panel in self.known["panels"]}, message.pop("scene")
        for change in scene.get("changed", []):
            panels[change["name"]] = self.changed(panels[change["name"]], change)
        for name in scene.get("gone", []):
            del panels[name]
        panels |= {panel["name"]: panel for panel in scene.get("added", [])}
        order = scene.get("order", list(panels))
        message["panels"] = [panels[name] for name in order]
        told = {entry["seq"]: entry for entry in message.pop("told", [])}
        message["log"] = [told.get(entry["seq"], entry) for entry in self.known["log"]] + message["log"]
        message["text"] = joined(self.known["text"], message.get("text", self.known["text"]))
        message["did"] = "state"
        self.known = self.known | message

    def changed(self, panel: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
        """A panel with some of its items and slots replaced, added or dropped."""
        items = self.put(panel["items"], change.get("set", []), change.get("drop", []))
        slots = self.put(panel["slots"], change.get("slots", []), change.get("drop", []))
        ordered = sorted(items.values(), key=lambda item: item[4])
        for name, before in change.get("after", []):
            ordered.remove(items[name])
            ordered.insert(ordered.index(items[before]) + 1 if before else 0, items[name])
        parts = ("set", "slots", "drop", "after")
        plain = {key: joined(panel[key], value) for key, value in change.items() if key not in parts}
        return panel | plain | {"items": ordered, "slots": list(slots.values())}

    def put(self, known: list[Any], new: list[Any], gone: list[str]) -> dict[str, Any]:
        """Items or slots by their ids: some are gone, then some take the place of others or come to the end."""
        return {one[0]: one for one in known if one[0] not in gone} | {one[0]: one for one in new}


def joined(old: Any, change: Any) -> Any:
    """A text that was sent whole, or as steps along the old one: keep so many letters, skip so many, put these in."""
    if not isinstance(old, str) or isinstance(change, str):
        return change
    at, new = 0, ""
    for step in change:
        if isinstance(step, str):
            new += step
        else:
            new += old[at : at + max(step, 0)]
            at += abs(step)
    return new


def seen_in_play(
    game: str, players: int, sight: Sight, seed: int, options: dict[str, Value] | None = None
) -> Iterator[Shown]:
    """Somebody's screens in a whole game, from the deal to the end."""
    places = [Place("here", name=f"Player {seat}") for seat in range(players)]
    rules = cloudtop.game(game).rules_version
    table = Table("t", Opened(game, rules, options or {}, places, seed))
    chronicle, dice = Chronicle(table), Random(seed)
    yield seen(Moment(table, table.state), chronicle, sight, frozenset({0}))
    while not table.over:
        seat = dice.choice(table.state.turn())
        table.play(seat, dice.choice(table.state.legal(seat)))
        yield seen(Moment(table, table.state), chronicle, sight, frozenset({0}))
