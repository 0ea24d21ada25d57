"""What a table weighs: bytes of a state and of a move on the wire, memory of a connection that only waits."""

from __future__ import annotations

import asyncio
import gc
import weakref
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from tests.full.web.test_server_killed import Server
from tests.support.rooms import ROOMS
from tests.support.web.screen import Screen, seen_in_play
from tests.support.web.visitors import ME, Visitor

import cloudtop
from cloudtop.testing.conformance import all_terms
from cloudtop.web import tidying
from cloudtop.web.live.guests import Outbox
from cloudtop.web.live.table import WINDOWS
from cloudtop.web.render import screen as render
from cloudtop.web.render.difference import continues, cut, moved
from cloudtop.web.render.moment import Sight
from cloudtop.web.socket.messages import ServerMessage, TableState, write_message

FIRST, MOVE = 16_000, 3_000
"""No first state has more bytes, and no move, compressed."""
BROWSERS, EACH = 10, 40_000
"""So many browsers wait, and none of their connections takes more bytes of the server's memory."""


ALL_COUNTS = pytest.mark.parametrize(
    ("game", "players"), [(name, players) for name in ROOMS for players in cloudtop.game(name).player_counts]
)


def weight(message: ServerMessage) -> int:
    """The bytes of a message on the wire: each is compressed by itself, so that a socket that waits holds nothing."""
    packer = zlib.compressobj(wbits=-15, memLevel=8)
    return len(packer.compress(write_message(message).encode()) + packer.flush(zlib.Z_SYNC_FLUSH))


def whole(screen: render.Screen) -> TableState:
    """A screen as somebody is shown it who only watches."""
    return render.whole(screen, mine=[], host=False)


def check_weights(screens: Iterable[render.Screen]) -> None:
    """A first state and every move after it are light."""
    for old, new in pairwise(screens):
        if not old.common.moves:
            assert weight(whole(old)) < FIRST
        assert continues(old, new)
        assert weight(moved(old, new)) < MOVE


@pytest.mark.parametrize("lang", ["en", "fr", "ja"])
@ALL_COUNTS
def test_every_move_of_a_game_is_light_on_the_wire(game: str, players: int, lang: str) -> None:
    for you in (0, None):
        check_weights(seen_in_play(game, players, Sight(you, lang, 0), seed=players))


@pytest.mark.parametrize("game", ROOMS)
def test_every_move_is_light_under_other_options_too(game: str) -> None:
    terms = list(all_terms(cloudtop.game(game)))
    for players, options in terms[:: max(1, len(terms) // 5)]:
        check_weights(seen_in_play(game, players, Sight(0, "ja", 2), seed=11, options=options))


@ALL_COUNTS
def test_moves_lead_from_screen_to_screen_through_a_whole_game(game: str, players: int) -> None:
    screens = seen_in_play(game, players, Sight(players - 1, "ja", 1), seed=players + 100)
    for old, new in pairwise(screens):
        screen = Screen(msgspec.json.decode(write_message(whole(old))))
        screen.follow(msgspec.json.decode(write_message(moved(old, new))))
        assert screen.known == msgspec.json.decode(write_message(whole(new)))


def test_a_text_is_cut_where_it_stays_the_same() -> None:
    old, new = "a" * 500 + "old" + "z" * 500, "a" * 500 + "new one" + "z" * 500
    assert cut(old, new) == [500, -3, "new one", 500]
    assert cut(old, old + "!") == [len(old), "!"]
    assert cut(f"one\n{old}\nlast", f"two\n{old}\nnext") == [-3, "two", len(old) + 1, -4, "\nnex", 1]
    assert cut("short", "shore") == "shore"
    assert cut(old + "\U0001f3f0", new + "\U0001f3f0") == new + "\U0001f3f0"


def memory(process: int) -> int:
    """The bytes of memory that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


@pytest.mark.slow("opens hundreds of connections")
def test_connections_that_only_wait_are_cheap(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server, ExitStack() as visitors:
        host = visitors.enter_context(Visitor(server.port))
        opened = host.open("skybridge", ME, {"kind": "here"})
        host.connect(opened["table"], {})
        watchers = [visitors.enter_context(Visitor(server.port)) for _ in range(BROWSERS)]
        for watcher in watchers:
            watcher.follow(opened["watch"])
            watcher.connect(opened["table"], {})
        before = memory(server.process.pid)
        lines = [watcher.connect(opened["table"], {}) for watcher in watchers for _ in range(WINDOWS - 1)]
        assert memory(server.process.pid) - before < len(lines) * EACH
        line = host.connect(opened["table"], {"near": 0})
        if not line.actions:
            line.ask("hello", "state", near=1)
        line.play()
        for waiting in lines:
            assert len(waiting.until("moved")["log"]) == 1


def test_of_too_many_windows_the_oldest_is_closed(mira: Visitor) -> None:
    table = mira.open("skybridge", ME, {"kind": "here"})["table"]
    lines = [mira.connect(table, {}) for _ in range(WINDOWS + 1)]
    assert lines[0].until_closed()[0] == 1013
    assert lines[-1].ask("ping", "pong")["seq"] == lines[-1].seq


@pytest.fixture
def settled() -> Iterator[None]:
    """As a house that has just opened."""
    before = gc.get_threshold()
    try:
        tidying.settle()
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


class Circle:
    """What lives as long as somebody looks for it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.slow("starts a Python of its own")
@pytest.mark.usefixtures("settled")
def test_what_is_there_when_the_house_opens_is_never_looked_at_for_garbage() -> None:
    assert gc.get_threshold() == tidying.COLLECTING
    assert gc.get_freeze_count() > 10_000


@pytest.mark.slow("starts a Python of its own")
@pytest.mark.usefixtures("settled")
def test_garbage_is_looked_for_where_there_may_be_much_of_it() -> None:
    found = weakref.ref(Circle())
    tidying.tidy()
    assert found() is not None, "among so few things nobody looks"
    many: list[list[int]] = [[] for _ in range(tidying.FEW)]
    tidying.tidy()
    assert found() is None
    assert len(many) == tidying.FEW


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize(("quiet", "there"), [(0.0, True), (float("inf"), False)])
def test_garbage_is_looked_for_when_the_house_has_time(
    quiet: float, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "QUIET", quiet)
    monkeypatch.setattr(tidying, "BEAT", 0)
    monkeypatch.setattr(tidying, "FEW", 0)
    found = weakref.ref(Circle())

    async def two_beats() -> None:
        looking = asyncio.create_task(tidying.keep_tidy())
        for _ in range(3):
            await asyncio.sleep(0)
        looking.cancel()

    asyncio.run(two_beats())
    assert (found() is not None) is there


def test_an_outbox_gives_out_in_order_what_comes_while_somebody_waits() -> None:
    async def scenario() -> list[str | None]:
        outbox = Outbox()
        waiting = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        for text in ("one", "two", None):
            outbox.put_nowait(text)
        return [await waiting, await outbox.get(), outbox.get_nowait()]

    assert asyncio.run(scenario()) == ["one", "two", None]
