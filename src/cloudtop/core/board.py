"""Boards made of components: immutable parts, shared by all viewers, each with a cache of its own.

Two equal components are one object, so that "unchanged" is `is`. A drawing or a sentence made from a component is
cached on that component and freed with it, so that it cannot be stale. One pool bounds all of them by bytes. See
docs/rooms.md.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from functools import partial, wraps
from threading import Lock
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar
from weakref import ref

import msgspec

from cloudtop.core.view import View

C = TypeVar("C", bound="Component")
Rest = ParamSpec("Rest")
T = TypeVar("T")


LIMIT = 64 << 20
"""Bytes of results cached in the process, by an estimate that is never too low and several times too high."""
COMPONENT, ENTRY = 500, 450
"""Bytes counted for a component, and for an entry of a result: an `Item` with texts of its own takes 450."""


class Pool:
    """The components of the process that have cached results, the latest last, within a number of bytes.

    A component that drops out loses its results. It stays usable: its results are made again when they are needed.
    The pool also keeps a new component alive for the viewer or position that asks for the same one a moment later.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.weight = 0
        """Estimated bytes of everything in the pool."""
        self.members: deque[Component] = deque()
        self.lock = Lock()

    def add(self, component: Component, weight: int) -> None:
        """Charge a component for its own bytes or for a result."""
        with self.lock:
            if not component.weight:
                component.weight = COMPONENT
                self.weight += COMPONENT
                self.members.append(component)
            component.weight += weight
            self.weight += weight
            while self.weight > self.limit and len(self.members) > 1:
                dropped = self.members.popleft()
                self.weight -= dropped.weight
                dropped.weight = 0
                dropped.cache = {}

    def clear(self) -> None:
        """Drop every component with its results."""
        with self.lock:
            for component in self.members:
                component.weight, component.cache = 0, {}
            self.members.clear()
            self.weight = 0


def weigh(result: object) -> int:
    """Estimate the bytes of a result."""
    if isinstance(result, str):
        return 50 + len(result)
    return ENTRY * (1 + len(result)) if isinstance(result, tuple | list | dict) else ENTRY


class Component:
    """A part of a board that never changes. `of` returns the same object for equal values.

    A component is identified by its values alone, so everybody who knows these values may see it.
    """

    __slots__ = ("__weakref__", "cache", "weight")
    cache: dict[Callable[..., Any], dict[tuple[Hashable, ...], Any]]
    """Results of `cached` functions, by function and further arguments."""
    weight: int
    """Estimated bytes of the component and its results; 0 outside the pool."""
    instances: ClassVar[dict[tuple[Hashable, ...], ref[Any]]]
    """The living components of the class, by their values."""

    def __init_subclass__(cls) -> None:
        cls.instances = {}

    @classmethod
    def of(cls, *values: Hashable) -> Self:
        """Return the component with these values.

        Two threads that ask at once may get two objects. Each is then drawn by itself, with the same result.
        """
        alive = cls.instances.get(values)
        component: Self | None = None if alive is None else alive()
        if component is None:
            component = cls(*values)
            component.cache = {}
            component.weight = 0
            cls.instances[values] = ref(component, partial(cls.instances.pop, values))
            POOL.add(component, 0)
        return component


POOL = Pool()


def cached(make: Callable[Concatenate[C, Rest], T]) -> Callable[Concatenate[C, Rest], T]:
    """Cache the results of a function on the component that is its first argument, by the other arguments."""
    call: Callable[..., T] = make

    # `cache[make][rest]` takes 67 ns; with the one key `(make, *rest)` it would take 131 ns.
    def look_up(component: Component, *rest: Hashable) -> T:
        try:
            result: T = component.cache[make][rest]
        except KeyError:
            result = call(component, *rest)
            component.cache.setdefault(make, {})[rest] = result
            POOL.add(component, weigh(result))
        return result

    typed: Callable[..., T] = wraps(make)(look_up)
    return typed


class Board:
    """The knowledge of a seat (None: a spectator) about a position. A room's board adds its components.

    It tells the same as a `View`, in objects to be read instead of data to be sent.
    """

    def __init__(self, game: str, players: int, options: Mapping[str, Any], seat: int | None) -> None:
        self.game, self.players, self.options, self.seat = game, players, options, seat

    @property
    @abstractmethod
    def known(self) -> Hashable:
        """Everything that can change. Two seats know the same if these are equal."""

    @property
    @abstractmethod
    def facts(self) -> msgspec.Struct:
        """The board in writing."""

    def to_dict(self) -> dict[str, Any]:
        """The board as plain data."""
        return View(self.game, self.players, self.options, self.seat, self.facts).to_dict()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.seat, self.known) == (other.seat, other.known)

    __hash__ = object.__hash__
