"""What one seat knows, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

import msgspec
from typing_extensions import TypeVar

F = TypeVar("F", bound=msgspec.Struct, default=Any)


class View(msgspec.Struct, Generic[F], frozen=True):
    """All that a seat (or, with seat None, a spectator) knows of a game.

    It is the only thing that leaves a game: pictures, messages, logs and bots are made from views. The facts are a
    type of the game's own; every game's page in the documentation lists its fields.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    seat: int | None
    facts: F

    @property
    def known(self) -> F:
        """Everything that can change. Two seats know the same if these are equal."""
        return self.facts

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data."""
        data: dict[str, Any] = plain(self)
        return data


def encoded(value: object) -> bytes:
    """A typed value as JSON; the same bytes for equal values."""
    return msgspec.json.encode(value, order="deterministic")


def plain(value: object) -> Any:
    """A typed value as plain data: mappings, lists, texts, numbers, truths and nothing."""
    return msgspec.json.decode(msgspec.json.encode(value))
