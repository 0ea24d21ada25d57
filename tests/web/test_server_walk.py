"""A move's walk is short: it is read once, checked once, and what several people see of it is found once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.nim import GAME as NIM

from cloudtop.core.state import State
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web.live.bots import OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.socket.conversation import Conversation

EYES = (("browser 0", "en"), ("browser 0", "en"), ("browser 1", "fr"), ("somebody", "fr"))
"""Two windows of one player, the other player, and a spectator who shares their language."""


def counting(monkeypatch: pytest.MonkeyPatch, owner: Any, *names: str) -> Counter[str]:
    """Counts the calls of some methods from now on."""
    calls: Counter[str] = Counter()

    def counted(name: str, real: Any) -> Any:
        def called(*args: Any, **named: Any) -> Any:
            calls[name] += 1
            return real(*args, **named)

        return called

    for name in names:
        monkeypatch.setattr(owner, name, counted(name, getattr(owner, name)))
    return calls


def test_a_move_asks_the_game_for_each_thing_once(tmp_path: Path, guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("t", Opened(guest, NIM.rules_version, {}, [Place("me", holder=who) for who, _ in EYES[1:3]], 1))
    for seat in (0, 1):
        table.play(seat, 0)

    async def scenario() -> tuple[Counter[str], Counter[str]]:
        store = SqliteStore(tmp_path / "tables.sqlite")
        live = LiveTable(table, store, OnTheSpot(), 0.0)
        people = [Guest(who, lang) for who, lang in EYES]
        for person, (_, lang) in zip(people, EYES, strict=True):
            live.come(person)
            await Conversation(live, person).answer(json.dumps({"do": "hello", "lang": lang}))
        action = table.game.parse(table.state, 0, "take")
        asked = {"do": "play", "seq": table.seq, "nonce": "n", "actions": [action]}
        state: type[State] = type(table.state)
        of_game = counting(monkeypatch, table.game, "parse", "scene", "board_text")
        of_state = counting(monkeypatch, state, "apply", "score_sheet", "scores", "view")
        await Conversation(live, people[0]).answer(json.dumps(asked))
        store.close()
        return of_game, of_state

    of_game, of_state = asyncio.run(scenario())
    assert len(table.log) == 3
    assert of_game == {"scene": 3, "board_text": 3}
    # The toy game's scores are those of its two sheets.
    assert of_state == {"apply": 1, "score_sheet": 2 + 2, "scores": 1, "view": 3}
