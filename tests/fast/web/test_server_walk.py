"""A move's walk is short: it is read once, checked once, and what several people see of it is found once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.support.nim import GAME as NIM

from cloudtop.core.state import State
from cloudtop.store.sqlite import SqliteStore
from cloudtop.table import Table
from cloudtop.table.events import Opened, Place
from cloudtop.web.live.bots import OnTheSpot
from cloudtop.web.live.guests import Guest
from cloudtop.web.live.table import LiveTable
from cloudtop.web.render.chronicle import Chronicle
from cloudtop.web.render.moment import Moment, Sight
from cloudtop.web.render.screen import seen
from cloudtop.web.socket.conversation import Conversation

EYES = (("browser 0", "en"), ("browser 0", "en"), ("browser 1", "fr"), ("somebody", "fr"))
"""Two windows of one player, the other player, and a spectator who shares their language."""


OF_GAME = (
    "facts_beside",
    "parse",
    "parts",
    "scene",
    "board_text",
    "tell",
    "progress",
    "steps",
    "ask",
    "where",
    "tie",
    "trace",
)


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
        of_game = counting(monkeypatch, table.game, *OF_GAME)
        of_state = counting(monkeypatch, state, "apply", "score_sheet", "scores", "view", "outcome")
        await Conversation(live, people[0]).answer(json.dumps(asked))
        store.close()
        return of_game, of_state

    of_game, of_state = asyncio.run(scenario())
    assert len(table.log) == 3
    # What each of two seats knows besides everybody; parts of each of three views; the deed in each of two languages;
    # how far it has come once for all.
    assert of_game == {"facts_beside": 2, "parts": 3, "tell": 2, "progress": 1, "steps": 1, "ask": 1}
    # Points are those of the sheets; the toy game is no game of the house, and its move is rehearsed.
    assert of_state == {"apply": 1 + 1, "score_sheet": 2, "view": 1, "outcome": 1 + 1}


def test_a_position_in_words_is_put_together_for_those_who_want_it(guest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("t", Opened(guest, NIM.rules_version, {}, [Place("here"), Place("here")], 1))
    of_game = counting(monkeypatch, table.game, "board_text")
    moment = Moment(table, table.state)
    for told, text in ((False, ""), (True, table.game.say_board(table.state.view(0), NIM.words("fr")))):
        for side in range(4):
            assert seen(moment, Chronicle(table), Sight(0, "fr", side, told=told), frozenset()).text == text
    assert of_game == {"board_text": 1}
