"""Everything that may be asked costs at least half of what it works, at its worst; nothing holds up the loop.

Processor time is measured, as a multiple of a piece of work that is measured beside it: a crowded or slow machine
changes both.
"""

from __future__ import annotations

import gc
import re
import time
from asyncio.events import Handle
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from statistics import median
from typing import Any, NamedTuple, get_args

import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from tests.support.web.visitors import BOT, FRIEND, HERE, ME, House, Line, Visitor

import cloudtop
from cloudtop.bots.hints import Hint
from cloudtop.core.fair import seal_of_cut
from cloudtop.core.state import State
from cloudtop.web.app import ROUTES, prepare
from cloudtop.web.limits import COSTS, WAYS
from cloudtop.web.live.bots import NOBODY, OnTheSpot
from cloudtop.web.live.turns import Asker
from cloudtop.web.prices import KINDS
from cloudtop.web.routes.pictures import LONGEST_LINK
from cloudtop.web.socket.messages import BrowserMessage
from cloudtop.web.templates import static_root

UNIT = 1.25
"""Milliseconds that `yardstick` takes on the machine on which the costs were written down."""
TIMES = 7
"""Each thing is asked so often; the middle counts."""
ROOM = 2.0
"""A cost may be half of what was measured, and no less."""
LOOP = 5.0
"""Milliseconds on the loop at once, at most, once the house is warm."""
WORD = "a word that nobody guesses"
GAME = "strange-world"
CUT = "0c" * 16

Ask = Callable[[int], Any]


def yardstick() -> list[str]:
    """A piece of work that is always the same."""
    kept: dict[int, str] = {}
    for number in range(20000):
        kept[number % 997] = str(number)
    return sorted(kept.values())


def unit() -> float:
    """Seconds of the processor that stand for a millisecond of a cost, on this machine, now."""
    spent = []
    for _ in range(5):
        began = time.thread_time()
        yardstick()
        spent.append(time.thread_time() - began)
    return min(spent) / UNIT


class Hinting(OnTheSpot):
    """Bots think in processes of their own, whose time nobody waits for: here they know at once."""

    async def advise(self, imagined: State, seat: int, seed: int, asker: Asker = NOBODY) -> list[Hint]:
        """The first moves there are."""
        return [Hint(action, 0.5, None) for action in imagined.legal(seat)[:3]]


class Spent(NamedTuple):
    """What something costs, and how much of it is done on the loop at once."""

    all: float
    at_once: float


class Loop:
    """A hook that notes how long each callback of an event loop works."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.longest = 0.0
        """Seconds, since it was last set to nothing."""
        run = Handle._run

        def timed(handle: Handle) -> None:
            began = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - began)

        monkeypatch.setattr(Handle, "_run", timed)


class Bench:
    """A house with a long game in play and one that is over, asked at its worst."""

    def __init__(self, house: House, visitor: Visitor, loop: Loop) -> None:
        self.house = house
        self.visitor = visitor
        self.loop = loop
        self.rng = Random(5)
        self.table = visitor.open(GAME, ME, HERE, HERE, HERE)["table"]
        self.line = visitor.connect(self.table, {"near": 0})
        self.line.dealt()
        self.moves = 0
        while self.moves < 60 and self.decide():
            self.line.play(self.rng.choice(self.line.actions))
            self.moves += 1
        watched = visitor.open(GAME, BOT, BOT, BOT, BOT)["table"]
        over = visitor.connect(watched, {})
        while over.outcome is None:
            over.until("moved", "state")
        self.over = watched
        self.lesson = visitor.line_to(f"ws://127.0.0.1:{visitor.port}/learn/{GAME}/live", {})
        self.lesson.ask("hello", "lesson")

    def decide(self, line: Line | None = None) -> bool:
        """Look from the seat that has to decide; False if the game is over."""
        asked = line or self.line
        return any(asked.ask("hello", "state", near=near) and asked.actions for near in range(4))

    def spent(self, ask: Ask) -> Spent:
        """What something costs, in the unit of costs, without what the one who asks works."""
        ask(0)
        found, at_once = [], []
        for number in range(1, TIMES + 1):
            self.loop.longest = 0.0
            began = time.process_time() - time.thread_time()
            ask(number)
            # What the house does after its answer belongs to it.
            time.sleep(0.003)
            worked, one = time.process_time() - time.thread_time() - began, unit()
            found.append(worked / one)
            at_once.append(self.loop.longest / one)
        return Spent(median(found), median(at_once))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A house that is warm, in which nothing is refused."""
    monkeypatch = pytest.MonkeyPatch()
    path = tmp_path_factory.mktemp("house") / "tables.sqlite"
    loop = Loop(monkeypatch)
    with House(path, thinkers=Hinting(), host_word=WORD) as house, house.visitor() as visitor:
        limits = house.tables.limits
        for buckets in (*limits.common.values(), *(buckets for _, buckets in limits.besides.values())):
            buckets.size = buckets.rate = 1e9
        prepare()
        visitor.http.post("/host", data={"word": WORD})
        gc.collect()
        gc.freeze()
        gc.disable()
        yield Bench(house, visitor, loop)
        gc.enable()
        gc.unfreeze()
    monkeypatch.undo()


def requests(bench: Bench) -> Mapping[str, Sequence[Ask]]:
    """By method and address: the worst that may be asked there."""
    http, table, over = bench.visitor.http, bench.table, bench.over
    steps = [step.id for step in cloudtop.game(GAME).lessons().steps]
    figures = re.findall(r"/figure/[^\"]+", http.get(f"/guide/{GAME}").text)
    drawn = [path for path in figures if "/icon/" not in path]
    icon = next(iter(cloudtop.game(GAME).figures().icon))
    host = "a" * (LONGEST_LINK - 24)

    def get(path: str) -> Ask:
        return lambda number: http.get(path, headers={"accept": "text/html,*/*"})

    def post(path: str, *bodies: dict[str, Any]) -> Ask:
        return lambda number: http.post(path, json=bodies[number % len(bodies)])

    def code(number: int) -> object:
        name = f"{host}{number}"
        return http.get("/qr.svg", params={"link": f"http://{name}/t/1/sit/1"}, headers={"host": name})

    def head(number: int) -> object:
        odd = {f"x-{line}": "x" * 100 for line in range(100)}
        return http.get("/health", headers=odd)

    def cookies(number: int) -> object:
        return http.get("/health", headers={"cookie": "; ".join(f"a{one}=b" for one in range(1800))})

    def shared(number: int) -> object:
        return http.get(f"/t/{over}/share.svg", params={"theme": ("day", "dusk")[number % 2]})

    def picture(number: int) -> object:
        light = {"theme": ("day", "dusk")[number % 2], "lang": ("en", "fr", "ja")[number % 3]}
        bench.house.tables.live[table].result().pictures.clear()
        return http.get(f"/t/{table}/picture.svg", params=light)

    def opened(number: int) -> object:
        games = ("cloud-city", "cloudy-kingdom", "skybridge", "strange-world")
        return bench.visitor.open(games[number % 4], ME, HERE, HERE, HERE)

    def lent(number: int) -> object:
        # And taken back, which costs as much again.
        http.post(f"/t/{table}/seat/3/bot", json={"level": "random"})
        return http.post(f"/t/{table}/seat/3/take", json={})

    def metrics(number: int) -> object:
        return http.get("/metrics", headers={"authorization": f"Bearer {WORD}"})

    def connected(number: int) -> object:
        return bench.visitor.connect(table)

    def learned(number: int) -> object:
        return bench.visitor.line_to(f"ws://127.0.0.1:{bench.visitor.port}/learn/{GAME}/live", {})

    return {
        "GET /health": [get("/health"), head, cookies],
        "GET /ready": [get("/ready")],
        "GET /metrics": [metrics],
        "GET /host": [get("/host")],
        "POST /host": [lambda number: http.post("/host", data={"word": WORD})],
        "POST /host/act": [
            post("/host/act", {"act": "list", "most": 60}),
            post("/host/act", {"act": "show", "table": table}),
        ],
        "GET /": [get("/"), get("/?lang=ja")],
        "GET /new/{game}": [get(f"/new/{game}") for game in cloudtop.games()],
        "POST /tables": [opened],
        "GET /tables": [get("/tables")],
        "GET /learn": [get("/learn")],
        "GET /learn/{game}": [get(f"/learn/{GAME}")],
        "GET /learn/{game}/tips": [get(f"/learn/{GAME}/tips")],
        "GET /learn/{game}/{step}.svg": [lambda number: http.get(f"/learn/{GAME}/{steps[number % len(steps)]}.svg")],
        "GET /learn/{game}/{step}": [get(f"/learn/{GAME}/{steps[0]}")],
        "GET /learn/{game}/live": [learned],
        "GET /guide": [get("/guide")],
        "GET /guide/{game}": [get(f"/guide/{game}") for game in cloudtop.games()],
        "GET /guide/{game}/card": [get(f"/guide/{GAME}/card")],
        "GET /figure/{game}/icon/{name}.svg": [get(f"/figure/{GAME}/icon/{icon}.svg")],
        "GET /figure/{game}/{rule}/{number:small}.svg": [lambda number: http.get(drawn[3 * number % len(drawn)])],
        "GET /sprites/{game}.svg": [get(f"/sprites/{game}.svg") for game in cloudtop.games()],
        "GET /paints/{game}.css": [get(f"/paints/{GAME}.css")],
        "GET /picture/{game}.svg": [get(f"/picture/{game}.svg") for game in cloudtop.games()],
        "GET /sky/{theme}.svg": [get("/sky/day.svg")],
        "GET /qr.svg": [code],
        "GET /t/{table}": [get(f"/t/{table}?lang=ja")],
        "GET /t/{table}/replay": [get(f"/t/{over}/replay")],
        "GET /t/{table}/sit/{key}": [get(f"/t/{table}/sit/{'0' * 32}")],
        "GET /t/{table}/watch/{key}": [get(f"/t/{table}/watch/{'0' * 32}")],
        "GET /t/{table}/links": [get(f"/t/{table}/links")],
        "GET /t/{table}/record": [get(f"/t/{table}/record"), get(f"/t/{over}/record")],
        "GET /t/{table}/picture.svg": [picture],
        "GET /t/{table}/share.svg": [shared],
        "GET /t/{table}/sprites.svg": [get(f"/t/{table}/sprites.svg")],
        "GET /t/{table}/paints.css": [get(f"/t/{table}/paints.css")],
        "POST /t/{table}/nick": [lambda number: http.post(f"/t/{table}/nick", json={"name": f"x{number}", "seat": 0})],
        "POST /t/{table}/seat/{seat:small}/bot": [lent],
        "POST /t/{table}/seat/{seat:small}/take": [post(f"/t/{table}/seat/0/take", {})],
        "POST /t/{table}/seat/{seat:small}/link": [post(f"/t/{table}/seat/0/link", {})],
        "GET /t/{table}/seat/{seat:small}/devices": [get(f"/t/{table}/seat/0/devices")],
        "POST /t/{table}/seat/{seat:small}/devices": [post(f"/t/{table}/seat/0/devices", {"device": "0" * 12})],
        "POST /t/{table}/deal": [post(f"/t/{table}/deal", {})],
        "GET /t/{table}/fair": [get(f"/t/{over}/fair"), get(f"/t/{table}/fair")],
        "GET /fair.html": [get("/fair.html")],
        "GET /t/{table}/live": [connected],
        "GET /static/{version}/{file:path}": [get(f"{static_root()}/{name}") for name in ("js/stage.js", "faces.svg")],
    }


def closing(bench: Bench) -> Line:
    """Somebody at a table of their own who has sealed a cut: to open it deals, and shows the whole table."""
    stranger = bench.visitor.open_things.enter_context(bench.house.visitor())
    opened = stranger.open(GAME, ME, FRIEND, FRIEND, FRIEND)
    line = stranger.connect(opened["table"], {"sealed": seal_of_cut(CUT)})
    assert stranger.http.post(f"/t/{opened['table']}/deal", json={}).status_code == 200
    line.until("moved")
    return line


def messages(bench: Bench) -> Mapping[str, Sequence[Ask]]:
    """By what a message says: the worst of it. Every question is about another position or another thing."""
    line, lesson, last = bench.line, bench.lesson, bench.moves
    steps = [step.id for step in cloudtop.game(GAME).lessons().steps]
    bench.decide()
    panels = next(message for message in reversed(line.heard) if message["did"] == "state")["panels"]
    items = [(panel["name"], [item[0] for item in panel["items"]]) for panel in panels if panel["items"]]
    panel, most = max(items, key=lambda one: len(one[1]))
    plan = line.actions

    def ask(do: str, *dids: str, **more: Any) -> dict[str, Any]:
        return line.ask(do, *dids, "error", "stale", seq=line.seq, **more)

    def look(number: int) -> object:
        lang = ("en", "fr", "ja")[number % 3]
        return line.ask("hello", "state", near=number % 4, side=number % 4, lang=lang, told=True, since=0)

    def draft(number: int) -> object:
        return ask("draft", "draft", plan=[plan[number % len(plan)]] * 40, chosen=["x" * 60] * 12, number=number)

    def why_not(number: int) -> object:
        touched = most[number % len(most)]
        return ask("whynot", "whynot", plan=[plan[number % len(plan)]], chosen=["x" * 50] * 12, target=touched)

    def play(number: int) -> object:
        return bench.decide() and line.play(bench.rng.choice(line.actions))

    def undo(number: int) -> object:
        bench.decide()
        return line.ask("undo", "undone", "error", "stale", seq=line.seq, nonce=f"u{number}")

    def hint(number: int) -> object:
        bench.decide()
        return ask("hint", "hint")

    def review(number: int) -> object:
        bench.decide()
        line.say("review", seq=line.seq, plan=[line.actions[-1]])
        return line.ask("ping", "pong")

    def replay(number: int) -> object:
        return line.ask("replay", "replay", "error", at=last - number)

    def locate(number: int) -> object:
        return line.ask("locate", "locate", "error", seat=0, line=0, at=last - number)

    def inspect(number: int) -> object:
        return line.ask("inspect", "inspect", "error", panel=panel, items=most[:40], at=last - number)

    def tried(number: int) -> object:
        return lesson.ask("whynot", "lesson", "error", seq=lesson.seq, target=f"cell:{number}")

    sealed = [closing(bench) for _ in range(TIMES + 1)]

    def bad(number: int) -> object:
        line.socket.send('{"deep":' + "[" * 8000)
        return line.until("error")

    return {
        "draft": [draft],
        "whynot": [
            why_not,
            lambda number: lesson.ask("whynot", "lesson", "error", seq=lesson.seq, target=f"x{number}"),
        ],
        "hint": [hint],
        "review": [review],
        "replay": [replay],
        "locate": [locate],
        "inspect": [inspect],
        "learn": [lambda number: lesson.ask("learn", "lesson", "error", step=steps[number % len(steps)])],
        "ping": [lambda number: line.ask("ping", "pong")],
        "bad": [bad],
        "hello": [look],
        "unseal": [lambda number: sealed[number].ask("unseal", "moved", "state", cut=CUT)],
        "play": [play],
        "undo": [undo],
    }


def test_every_address_and_every_message_has_a_cost() -> None:
    declared = set()
    for route in ROUTES:
        methods = getattr(route, "methods", None) or {"GET"}
        assert isinstance(route, Route | WebSocketRoute | Mount)
        path = f"{route.path}/{{file:path}}".replace("/{path:path}", "") if isinstance(route, Mount) else route.path
        declared |= {f"{method} {path}" for method in methods - {"HEAD"}}
    assert declared == set(KINDS)
    assert set(KINDS.values()) <= set(COSTS)
    said = {kind.__struct_config__.tag for kind in get_args(BrowserMessage)}
    assert said | {"bad"} | set(KINDS.values()) == set(COSTS)


def test_nothing_works_for_longer_than_it_costs(bench: Bench) -> None:
    asked, said = requests(bench), messages(bench)
    assert set(asked) == set(KINDS)
    assert set(said) == {kind.__struct_config__.tag for kind in get_args(BrowserMessage)} | {"bad"}
    found: dict[str, tuple[Spent, float]] = {}
    for names, costs in ((asked, {name: COSTS[kind] for name, kind in KINDS.items()}), (said, COSTS)):
        for name, asks in names.items():
            each = [bench.spent(ask) for ask in asks]
            found[name] = Spent(max(one.all for one in each), max(one.at_once for one in each)), costs[name]
    for name, (spent, cost) in found.items():
        print(f"{name:48} {spent.all:6.2f} of {cost:4g}, {spent.at_once:5.2f} at once")
    assert {name: spent for name, (spent, cost) in found.items() if spent.all > ROOM * cost} == {}
    assert {name: spent for name, (spent, _) in found.items() if spent.at_once > LOOP} == {}


def test_a_table_that_is_looked_at_in_many_ways_holds_nobody_up(bench: Bench) -> None:
    visitor = bench.visitor
    opened = visitor.open("cloud-city", ME, HERE)
    table = opened["table"]
    line = visitor.connect(table, {"near": 0})
    line.dealt()
    looks = [(lang, side, told) for lang in ("en", "fr", "ja") for side in range(4) for told in (False, True)]
    with bench.house.visitor() as one, bench.house.visitor() as other:
        for number, (lang, side, told) in enumerate(looks):
            watcher = (one, other)[number % 2]
            watcher.follow(opened["watch"])
            watcher.connect(table, {"lang": lang, "side": side, "told": told})
        for near, (lang, side, told) in product((0, 1), looks[:7]):
            visitor.connect(table, {"lang": lang, "side": side, "told": told, "near": near})
        ways = bench.house.tables.live[table].result().ways
        assert ways >= 38

        def play(number: int) -> object:
            for near in (0, 1):
                line.ask("hello", "state", near=near)
                if line.actions:
                    break
            return line.play(bench.rng.choice(line.actions))

        spent = bench.spent(play)
    print(f"{ways} ways: {spent.all:.2f} of {COSTS['play'] * ways / WAYS:g}, {spent.at_once:.2f} at once")
    assert spent.all <= ROOM * COSTS["play"] * ways / WAYS
    assert spent.at_once <= LOOP
