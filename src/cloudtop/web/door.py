"""The door of the house: the socket that listens, how many connections it lets in, and from where."""

from __future__ import annotations

import contextlib
import logging
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from cloudtop.core.errors import CloudtopError
from cloudtop.web.addresses import USUAL, Addresses, Network, contains
from cloudtop.web.limits import (
    CONNECTIONS,
    CONNECTIONS_PER_ADDRESS,
    FILES_KEPT,
    KNOCKS,
    STALLED,
    Bucket,
    Buckets,
    address_group,
    networks_of,
)

LOG = logging.getLogger("cloudtop.web")
SORRY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"
RESET = struct.pack("ii", 1, 0)
AT_A_TIME = 64
"""So many are turned away in one go; then those who are inside have their turn."""
SEND_BUFFER = 65536
"""Bytes that the system keeps for a reader who is behind."""
RECEIVE_BUFFER = 32768
"""Bytes that the system keeps of what was not taken in yet; nobody has much to say."""


class NoAddress(CloudtopError):
    """The server cannot listen where it was told to."""


class Room(NamedTuple):
    """How many connections there is room for."""

    connections: int
    each: int
    """From one address."""
    files: int
    """The files that the process may open; 0 where the system does not say."""

    @property
    def short(self) -> bool:
        """Whether the system allows fewer connections than the house would."""
        return self.connections < CONNECTIONS

    def __str__(self) -> str:
        """What a host has to know about it."""
        return (
            f"Room for {self.connections} connections, {self.each} from one address: this process may open "
            f"{self.files} files, and needs one for each. With `ulimit -n {2 * CONNECTIONS}` before it, there is room "
            f"for {CONNECTIONS}."
        )


def room_for(files: int, workers: int = 0) -> Room:
    """How many connections a process that may open so many files has room for, besides processes that think.

    >>> room_for(256)
    Room(connections=192, each=96, files=256)
    >>> room_for(20000).connections
    4096
    """
    connections = max(16, min(CONNECTIONS, files - FILES_KEPT - 4 * workers))
    return Room(connections, min(CONNECTIONS_PER_ADDRESS, max(8, connections // 2)), files)


def allowed_files() -> int:
    """How many files this process may open; as many as the house would like, if the system lets it."""
    if sys.platform == "win32":
        return 2 * CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, 2 * CONNECTIONS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 2 * CONNECTIONS if soft == resource.RLIM_INFINITY else soft


class Caller(socket.socket):
    """A connection that has been let in; the door is told when it is closed."""

    left: Callable[[], None] | None = None

    def close(self) -> None:
        """Close it."""
        super().close()
        left, self.left = self.left, None
        if left is not None:
            left()


class Door(socket.socket):
    """A socket that listens. Whoever comes when there is no room is told so and turned away at once."""

    room = room_for(2 * CONNECTIONS)
    uncounted: Collection[Network] = ()
    """Proxies, and networks that the host trusts: connections from there are not counted by address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inside = 0
        self.inside_from: Counter[str] = Counter()
        self.knocks = Buckets(*KNOCKS)
        self.addresses = USUAL
        self.turned_away = 0
        self.told = Bucket(1.0, 0.1)

    def admit(self, addresses: Addresses, proxies: Collection[Network]) -> None:
        """Let in as many from one address as the host chose; connections through proxies are not counted."""
        self.addresses, self.uncounted = addresses, [*proxies, *addresses.trusted]
        self.knocks = Buckets(*KNOCKS, addresses=addresses)

    def accept(self) -> tuple[Caller, Any]:
        """The next connection that there is room for; `BlockingIOError` if none waits."""
        for _ in range(AT_A_TIME):
            accepted, address = super().accept()
            caller = Caller(accepted.family, accepted.type, socket.IPPROTO_TCP, fileno=accepted.detach())
            place = self.place_of(address[0])
            if self.welcomes(place):
                self.let_in(caller, place)
                return caller, address
            self.turn_away(caller, place)
        raise BlockingIOError

    def welcomes(self, place: str | None) -> bool:
        """Whether there is room for one more from there."""
        if self.inside >= self.room.connections:
            return False
        if place is None:
            return True
        networks = networks_of(place)
        if any(
            self.inside_from[network] >= share * self.addresses.factor * self.room.each for network, share in networks
        ):
            return False
        knocks = self.knocks.all_of(place)
        return all(bucket.holds() for bucket in knocks) and all(bucket.take() for bucket in knocks)

    def turn_away(self, caller: Caller, place: str | None) -> None:
        """Say that there is no room, and close; as little work as can be, for there may be many."""
        self.turned_away += 1
        with contextlib.suppress(OSError):
            if self.inside >= self.room.connections:
                caller.setblocking(False)
                caller.send(SORRY)
            else:
                # One address has more than its share: nobody waits for the end of what was sent.
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        caller.close()
        if self.told.take():
            LOG.warning(
                "no room for another connection from %s: %d are open, %d were turned away",
                place,
                self.inside,
                self.turned_away,
            )

    def place_of(self, host: str) -> str | None:
        """The address that is counted; None for a proxy or a trusted network, behind which many may be."""
        if contains(self.uncounted, host):
            return None
        return address_group(host)

    def let_in(self, caller: Caller, place: str | None) -> None:
        """Count a connection until it is closed."""
        networks = [] if place is None else [network for network, _ in networks_of(place)]
        self.inside += 1
        self.inside_from.update(networks)

        def left() -> None:
            self.inside -= 1
            for network in networks:
                self.inside_from[network] -= 1
                if self.inside_from[network] <= 0:
                    del self.inside_from[network]

        caller.left = left
        with contextlib.suppress(OSError):
            # Small answers go out at once; a reader who has gone, or does not read, does not stay for ever.
            caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2000 * STALLED))


def open_already(number: int) -> Door:
    """A door that another process has opened, by the number of its file."""
    return Door(fileno=number)


def listening(host: str, port: int) -> Door:
    """A door at that address; `OSError` if it cannot be opened there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = Door(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        door.bind((host, port))
        door.listen()
    except OSError:
        door.close()
        raise
    return door
