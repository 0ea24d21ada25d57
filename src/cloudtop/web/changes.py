"""The difference between two screens: what has to be sent so that one becomes the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cloudtop.core.scene import Item, Panel
from cloudtop.web.showing import Message, Shown, item_data, panel_data

KEPT = ("game", "title", "log", "panels", "did")
"""What a `moved` message does not repeat, or carries in another form."""


def moved(old: Shown, new: Shown) -> Message:
    """What happened between two screens of one guest; moves that were taken back need a whole state instead."""
    known = len(old.message["log"])
    message: Message = {"did": "moved", "log": new.message["log"][known:]}
    for key, value in new.message.items():
        if key not in KEPT and (key in ("seq", "decision") or value != old.message[key]):
            message[key] = value
    return message | panel_changes(old.panels, new.panels)


def continues(old: Shown, new: Shown) -> bool:
    """Whether the log of the old screen stands on the new one: nothing taken back, no secret told, same language."""
    if old.sight.lang != new.sight.lang:
        return False
    before, after = old.message["log"], new.message["log"]
    return bool(after[: len(before)] == before)


def panel_changes(old: Mapping[str, Panel], new: Mapping[str, Panel]) -> Message:
    """The panels that changed, and the names of those that are gone."""
    changed = []
    for name, panel in new.items():
        if name not in old:
            changed.append(panel_data(panel))
        elif panel != old[name]:
            changed.append(panel_change(old[name], panel))
    message: Message = {"panels": changed}
    gone = [name for name in old if name not in new]
    if gone:
        message["gone"] = gone
    if list(new) != [name for name in old if name in new] + [name for name in new if name not in old]:
        message["order"] = list(new)
    return message


def panel_change(old: Panel, new: Panel) -> Message:
    """What changed in a panel: items to set, ids to drop, and the order where depth does not tell it."""
    plain = ("seat", "title", "box", "backdrop", "description")
    whole = panel_data(new)
    change: dict[str, Any] = {"name": new.name}
    change |= {key: whole[key] for key in plain if getattr(new, key) != getattr(old, key)}
    before = {item.id: item for item in old.items}
    after = {item.id: item for item in new.items}
    put = [item for item in new.items if before.get(item.id) != item]
    drop = [name for name in before if name not in after]
    if put:
        change["set"] = [item_data(item) for item in put]
    if drop:
        change["drop"] = drop
    if arranged(old.items, put, drop) != [item.id for item in new.items]:
        change["order"] = [item.id for item in new.items]
    return change


def arranged(items: Sequence[Item], put: Sequence[Item], drop: Sequence[str]) -> list[str]:
    """The order a browser arrives at by itself: changed items in place, new ones last, then sorted by depth."""
    present = {item.id: item for item in items if item.id not in drop}
    present |= {item.id: item for item in put}
    return [item.id for item in sorted(present.values(), key=lambda item: item.depth)]
