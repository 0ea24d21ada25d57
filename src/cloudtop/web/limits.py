"""How much may be asked of the house: every bucket, every cost and every bound of the server, in one place.

A cost is about the milliseconds that a core works on an answer. Who asks pays from buckets that fill slowly: the
browser's own, its address's, and, for looking, the table's. docs/performance.md tells what was measured.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from cloudtop.web.addresses import USUAL, Addresses

Whose = Literal["guest", "address", "table", "seat"]


class Allowance(NamedTuple):
    """What a bucket holds."""

    size: float
    """So much at once,"""
    rate: float
    """and so much a second after that."""


ALLOWANCES: Mapping[Whose, Allowance] = {
    "guest": Allowance(600.0, 100.0),
    "address": Allowance(2400.0, 400.0),
    "table": Allowance(1200.0, 200.0),
    "seat": Allowance(120.0, 2.0),
}
"""Allowances of one browser, of one address, of all spectators of one table, and of a player at the own seat.

A player's own moves are paid from `seat` as long as it lasts, and not from the address: a flood from
the same school takes nothing from them. 256 sockets at 2 a second are about as much as an address has besides.
"""

NETWORKS = ((64, 1.0), (56, 1.5), (48, 2.0))
"""IPv6 networks that count as one address, by the length of their prefix, and the multiple of it that each may ask.

A household has a /64 or a /56, a company or a school a /48.
"""

LATE, DEAREST = 0.025, 16.0
"""Seconds by which the loop may be late before prices rise, in proportion; and how many times they rise at most."""
LAG_EVERY = 0.1
"""Seconds between two looks at how late the loop is."""
LAG_RISES, LAG_FALLS = 0.5, 0.1
"""The part of a new look that counts: prices rise within a few looks, and fall within seconds."""

COSTS: Mapping[str, float] = {
    # Messages, by what they say.
    "hello": 8.0,
    "unseal": 8.0,
    "play": 4.0,
    "undo": 8.0,
    "draft": 4.0,
    "whynot": 4.0,
    "hint": 10.0,
    "replay": 6.0,
    "locate": 4.0,
    "inspect": 4.0,
    "review": 10.0,
    "learn": 8.0,
    "ping": 4.0,
    "bad": 4.0,
    # Requests, by what they want.
    "connect": 6.0,
    "static": 0.6,
    "page": 6.0,
    "drawing": 3.0,
    "qr": 10.0,
    "picture": 20.0,
    "record": 10.0,
    "open": 12.0,
    "seat": 12.0,
    "nick": 12.0,
}
"""What is asked, and what it costs. A message that hardly costs anything still has to be read."""

BESIDES: Mapping[str, tuple[Whose, Allowance]] = {
    "open": ("address", Allowance(60.0, 0.5)),
    "nick": ("guest", Allowance(8.0, 0.5)),
    "hint": ("guest", Allowance(6.0, 0.5)),
    "review": ("guest", Allowance(6.0, 0.5)),
    "picture": ("address", Allowance(20.0, 2.0)),
}
"""What has a bucket of its own besides, of so many times: it works for longer than it costs, or disturbs others."""

PLAYING = ("hello", "unseal", "play", "undo", "ping")
"""What nobody else at the table can use up: a player must not be held up by those who look on."""
AT_SEAT = (*PLAYING, "page", "connect", "draft", "whynot")
"""What a player needs at the own seat, the table's page included, and nobody behind the same address can use up."""

SHOWN = ("play", "undo", "connect")
"""What changes what everybody sees; who comes is seen too, where it is one who plays."""
WAYS = 10
"""A change that is shown in more ways (seats, languages, sides, with words or without) costs as many times more."""

GUESSES = Allowance(10.0, 0.1)
"""So many wrong words may be said from one address to who asks for the host's."""

SOCKETS: Mapping[Whose, int] = {"guest": 48, "address": 256, "table": 200}
"""So many open sockets may one browser have, all behind one address, and a table."""

CONNECTIONS = 4096
"""No more connections at once, however many files the process may open."""
CONNECTIONS_PER_ADDRESS = 512
"""Nor from one address; and never more than half of all. Proxies that were named are not counted."""
KNOCKS = Allowance(800.0, 80.0)
"""So many new connections may come from one address."""
FILES_KEPT = 64
"""Of the files that the process may open, so many are for other things than connections."""

HEADERS = 16384
"""No head of a request is longer, in bytes."""
LINES = 128
"""Nor has one more lines, nor a body that comes in parts: each has to be looked at."""
SENT = 49152
"""No more bytes of a body are read, with all that stands around its parts."""
ARRIVAL = 15.0
"""Seconds in which a request has to arrive, head and body."""
KEPT_ALIVE = 20
"""Seconds that a connection is kept for the next request."""
STALLED = 15.0
"""Seconds after which a reader is dropped who does not read."""
PIECE = 2048
"""Bytes are taken in such pieces; what they unfold to is answered before the next is taken."""
BUFFERED = 32768
"""Bytes that may wait in a socket's own buffer before sending pauses."""
ODD = Allowance(64.0, 1.0)
"""So many pings and parts of messages a socket may send, and so much after goodbye."""
PAUSE = 0.25
"""Seconds for which a socket is not read after a message that was too much."""

WAITING, WAITING_LETTERS = 128, 512 * 1024
"""So many messages, and so many letters, may wait for a guest; one who reads more slowly has to come again."""
UNREAD = 64 * 1024
"""With so many letters waiting, a guest has to read before more of its messages are answered."""

ASIDE = 2
"""So many questions are answered at once beside the loop that serves everybody."""
ASIDE_EACH = 6
"""So many of one guest's questions may wait."""
ASIDE_PATIENCE = 10.0
"""Seconds after which a question that waits is refused."""

GAME_PATIENCE, GAME_ASIDE = 2.0, 6.0
"""Seconds of work after which a game's code is stopped: on the loop, which everybody waits for, and beside it."""
GAME_MEMORY = 256 * 2**20
"""Bytes that a game's code may take for one thing it does; the house is looked at four times a second."""

SLICE = 0.002
"""Seconds for which a table's viewers are shown a change at once; then everybody else has a turn."""

LESSONS = 400
"""No more lessons are open at once."""

REFUSED = 1000
"""Of no more addresses it is kept how often they asked too much."""

TABLES_PER_GUEST = 100
"""So many tables opened by one browser are in memory; another is opened when one of them has been left."""
TABLES = 4000
"""With more tables in memory, those that nobody looks at leave it sooner."""


def address_group(host: str) -> str:
    """What counts as one address: with IPv6 the network of a household, which hands out addresses as it likes.

    >>> address_group("192.0.2.7"), address_group("2001:db8::1:2:3:4")
    ('192.0.2.7', '2001:db8::/64')
    """
    if ":" not in host:
        return host
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


def networks_of(address: str) -> list[tuple[str, float]]:
    """The networks that an address belongs to, itself first, each with the multiple that it may ask.

    >>> networks_of("192.0.2.7")
    [('192.0.2.7', 1.0)]
    >>> networks_of("2001:db8:0:12ab::/64")
    [('2001:db8:0:12ab::/64', 1.0), ('2001:db8:0:1200::/56', 1.5), ('2001:db8::/48', 2.0)]
    """
    if not address.endswith("/64"):
        return [(address, 1.0)]
    number = int(ipaddress.IPv6Address(address.removesuffix("/64")))
    return [
        (f"{ipaddress.IPv6Address(number >> 128 - length << 128 - length)}/{length}", share)
        for length, share in NETWORKS
    ]


class Bucket:
    """So much at once, and so much a second after that."""

    __slots__ = ("clock", "filled", "level", "rate", "size")

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self.level = size
        self.filled = clock()

    def holds(self, cost: float = 1.0) -> bool:
        """Whether so much may be asked now."""
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.filled) * self.rate)
        self.filled = now
        return self.level >= cost

    def take(self, cost: float = 1.0) -> bool:
        """Whether so much may be asked now; it is taken.

        >>> bucket = Bucket(2, 1.0, clock=lambda: 0.0)
        >>> bucket.take(), bucket.take(), bucket.take()
        (True, True, False)
        """
        if not self.holds(cost):
            return False
        self.level -= cost
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was asked for a while."""
        return self.level + (self.clock() - self.filled) * self.rate >= self.size


class Buckets:
    """A bucket for each of many askers; those who have not asked for a while are forgotten."""

    MOST = 10_000

    def __init__(
        self,
        size: float,
        rate: float,
        clock: Callable[[], float] = time.monotonic,
        addresses: Addresses = USUAL,
    ) -> None:
        self.size = size
        self.rate = rate
        self.clock = clock
        self.addresses = addresses
        self.of: dict[str, Bucket] = {}

    def bucket(self, asker: str, share: float = 1.0) -> Bucket:
        """That asker's bucket; one that many share holds so many times as much."""
        if asker not in self.of:
            if len(self.of) >= self.MOST:
                self.of = {name: bucket for name, bucket in self.of.items() if not bucket.full}
            self.of[asker] = Bucket(share * self.size, share * self.rate, self.clock)
        return self.of[asker]

    def all_of(self, address: str) -> list[Bucket]:
        """The buckets of an address and of the networks that it belongs to; none for a trusted one."""
        if self.addresses.trusts(address):
            return []
        factor = self.addresses.factor
        return [self.bucket(network, share * factor) for network, share in networks_of(address)]

    def take(self, asker: str, cost: float = 1.0) -> bool:
        """Whether that asker may ask so much now; it is taken."""
        return self.bucket(asker).take(cost)


class Gate:
    """Lets one thing of every address begin in each round of the loop.

    However many are asked for at once from one address, whoever comes from another has a turn between them.
    """

    def __init__(self) -> None:
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def turn(self, address: str) -> None:
        """Wait until something from there may begin; the first need not wait."""
        loop = asyncio.get_running_loop()
        if address not in self.waiting:
            self.waiting[address] = deque()
            loop.call_soon(self.call_next, address)
            return
        called: asyncio.Future[None] = loop.create_future()
        self.waiting[address].append(called)
        await called

    def call_next(self, address: str) -> None:
        """The next from there may begin; nobody has to wait where none is left."""
        queue = self.waiting[address]
        while queue:
            called = queue.popleft()
            # Who went away while waiting has no turn.
            if not called.done():
                called.set_result(None)
                called.get_loop().call_soon(self.call_next, address)
                return
        del self.waiting[address]


class Limits:
    """All buckets of a house, and how many sockets are open."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, addresses: Addresses = USUAL) -> None:
        self.addresses = addresses
        self.common = {whose: Buckets(*allowance, clock, addresses) for whose, allowance in ALLOWANCES.items()}
        self.besides = {
            kind: (whose, Buckets(*allowance, clock, addresses)) for kind, (whose, allowance) in BESIDES.items()
        }
        self.gate = Gate()
        self.guesses = Buckets(*GUESSES, clock)
        self.sockets: Counter[tuple[Whose, str]] = Counter()
        self.refused: Counter[str] = Counter()
        """How often something was refused, by address; of those who ask too much the worst are kept."""
        self.lag = 0.0
        """Seconds by which the loop is late, smoothed."""

    async def keep_time(self) -> None:
        """Look again and again how late the loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.note_lag(loop.time() - due)

    def note_lag(self, late: float) -> None:
        """The loop was late by so many seconds."""
        self.lag += (late - self.lag) * (LAG_RISES if late > self.lag else LAG_FALLS)

    @property
    def dearness(self) -> float:
        """How many times as much everything costs an address now: the later the loop, the more.

        An allowance is in milliseconds of a fast core. Where a core is slow, or shared, the loop is late, and one
        address gets as much less.

        >>> limits = Limits()
        >>> limits.dearness
        1.0
        >>> for _ in range(20):
        ...     limits.note_lag(0.1)
        >>> round(limits.dearness, 1)
        4.0
        """
        return min(DEAREST, max(1.0, self.lag / LATE))

    def take(self, kind: str, who: Mapping[Whose, str], ways: int = 0) -> str:
        """Take the cost of something of that kind, if who asks has enough in every bucket.

        The answer names the queue of the gate in which it waits for its turn; it is empty if it is refused. What
        changes a table is paid for by the number of ways in which that is shown.

        >>> limits = Limits(clock=lambda: 0.0)
        >>> [bool(limits.take("nick", {"address": "192.0.2.7", "guest": "mira"})) for _ in range(9)].count(True)
        8
        """
        cost = COSTS[kind] * (max(1.0, ways / WAYS) if kind in SHOWN else 1.0)
        paying: list[tuple[Bucket, float]] = []
        seat, address = self._own(kind, who, cost), who.get("address", "")
        if seat is not None:
            paying.append((seat, cost))
        else:
            paying += [(bucket, cost * self.dearness) for bucket in self.common["address"].all_of(address)]
        if "guest" in who:
            paying.append((self.common["guest"].bucket(who["guest"]), cost))
        if "table" in who and kind not in PLAYING:
            paying.append((self.common["table"].bucket(who["table"]), cost * self.dearness))
        if kind in self.besides:
            whose, times = self.besides[kind]
            # Who has no token yet is known by the address alone.
            by_guest = whose != "address" and whose in who
            buckets = [times.bucket(who[whose])] if by_guest else times.all_of(address)
            paying += [(bucket, 1.0) for bucket in buckets]
        if not all(bucket.holds(share) for bucket, share in paying):
            self.note_refused(address)
            return ""
        for bucket, share in paying:
            bucket.take(share)
        return address if seat is None else who["seat"]

    def _own(self, kind: str, who: Mapping[Whose, str], cost: float) -> Bucket | None:
        """The bucket of a player's own seat, if that pays."""
        if "seat" not in who or kind not in AT_SEAT:
            return None
        seat = self.common["seat"].bucket(who["seat"])
        return seat if seat.holds(cost) else None

    def note_refused(self, address: str) -> None:
        """Note that too much was asked from somewhere."""
        self.refused[address] += 1
        if len(self.refused) > REFUSED:
            self.refused = Counter(dict(self.refused.most_common(REFUSED // 2)))

    def come(self, who: Mapping[Whose, str]) -> bool:
        """Whether one more socket may be opened; it is counted until `go`."""
        places = self._counted(who)
        if any(self.sockets[place] >= share * SOCKETS[place[0]] for place, share in places.items()):
            return False
        self.sockets.update(places.keys())
        return True

    def go(self, who: Mapping[Whose, str]) -> None:
        """A socket was closed."""
        places = self._counted(who)
        self.sockets.subtract(places.keys())
        for place in places:
            if self.sockets[place] <= 0:
                del self.sockets[place]

    def _counted(self, who: Mapping[Whose, str]) -> dict[tuple[Whose, str], float]:
        """Where a socket is counted, each with the multiple of the limit that holds there."""
        places: dict[tuple[Whose, str], float] = {}
        for whose, name in who.items():
            if whose == "address":
                if not self.addresses.trusts(name):
                    factor = self.addresses.factor
                    places |= {(whose, network): share * factor for network, share in networks_of(name)}
            elif whose in SOCKETS:
                places[whose, name] = 1.0
        return places
