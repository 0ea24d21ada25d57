"""Boards made of components: immutable parts, shared by all viewers, each with a cache of its own.

Two equal components are one object, so that "unchanged" is `is`. A drawing or a sentence made from a component is
cached on that component and freed with it. Such a cache needs no size and cannot be stale. See docs/rooms.md.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from functools import partial, wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar
from weakref import ref

import msgspec

from cloudtop.core.view import View

C = TypeVar("C", bound="Component")
Rest = ParamSpec("Rest")
T = TypeVar("T")


RECENT: deque[object] = deque(maxlen=1 << 12)
"""The components made last, kept alive for the viewer or position that asks for the same one a moment later."""


class Component:
    """A part of a board that never changes. `of` returns the same object for equal values.

    A component is identified by its values alone, so everybody who knows these values may see it.
    """

    __slots__ = ("__weakref__", "cache")
    cache: dict[Callable[..., Any], dict[tuple[Hashable, ...], Any]]
    """Results of `cached` functions, by function and further arguments."""
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
            cls.instances[values] = ref(component, partial(cls.instances.pop, values))
            RECENT.append(component)
        return component


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
