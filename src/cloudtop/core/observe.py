"""What a learner sees: a view as a fixed row of numbers, with a layout that says what each of them means. Compiled.

An observation is written as whole numbers of 16 bits, low byte first, straight into a buffer. All are 0 at first; a
room puts in what is there. Whatever is written follows from what the seat knows, so positions that look the same to a
seat have the same observation, byte for byte: the tests hold every game to that.

The buffer is `librt`'s, which compiled code fills without a detour; it comes with the extra `lab`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from librt.strings import BytesWriter
from mypy_extensions import i64, mypyc_attr, u8

from cloudtop.core.state import State, Terms

WIDTH = 2
"""Bytes of a number."""


class Entry(NamedTuple):
    """A part of an observation: numbers that belong together."""

    name: str
    shape: tuple[int, ...]
    lowest: int
    highest: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        count = 1
        for length in self.shape:
            count *= length
        return count


class Layout:
    """The parts of an observation one after the other.

    >>> layout = Layout([Entry("heap", (1,), 0, 7, "stones left"), Entry("taken", (2, 2), 0, 7, "stones by seat")])
    >>> layout.size, layout.slices["taken"]
    (5, slice(1, 5, None))
    """

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.first: dict[str, int] = {}
        """By name, where a part begins."""
        size = 0
        for entry in entries:
            self.first[entry.name] = size
            size += entry.size
        self.size = size
        """How many numbers an observation has."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.entries,)

    @property
    def slices(self) -> dict[str, slice]:
        """By name, which numbers of an observation are the part."""
        return {
            entry.name: slice(self.first[entry.name], self.first[entry.name] + entry.size) for entry in self.entries
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(ABC):
    """Writes what a seat knows of a position; a game makes one for each number of players and set of options."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.terms: Terms | None = None
        """The terms it was made for, where `Terms.observer` made it: only then it can be pickled."""
        self.blank: bytes = bytes(WIDTH * layout.size)
        """An observation in which there is nothing."""

    def begun(self, into: BytesWriter) -> i64:
        """Put a blank observation into the buffer; returns the place of its first number, for `put`."""
        place: i64 = len(into)
        into.write(self.blank)
        return place // 2

    def __reduce__(self) -> tuple[Any, ...]:
        if self.terms is None:
            raise TypeError("an observer is pickled with its terms: ask terms.observer() for it")
        return observer_of, (self.terms,)

    @abstractmethod
    def write(self, state: State, seat: int, into: BytesWriter) -> None:
        """Add what the seat knows to the buffer."""


def put(into: BytesWriter, place: i64, value: i64) -> None:
    """Set a number that is still 0."""
    into[2 * place] = u8(value & 255)
    if value < 0 or value > 255:
        into[2 * place + 1] = u8((value >> 8) & 255)


def add(into: BytesWriter, place: i64) -> None:
    """Count one more; a number that is counted up stays below 256."""
    into[2 * place] = into[2 * place] + 1


def put_bits(into: BytesWriter, place: i64, members: i64) -> None:
    """Set a number to 1 for each member of a set that is written as bits."""
    while members:
        if members & 1:
            into[2 * place] = 1
        members >>= 1
        place += 1


def observer_of(terms: Terms) -> Observer:
    """The observer of these terms, made anew where it was pickled elsewhere."""
    made: Observer = terms.observer()
    return made


def observation(observer: Observer, state: State, seat: int) -> bytes:
    """What the seat knows, alone in a buffer of its own."""
    into = BytesWriter()
    observer.write(state, seat, into)
    return into.getvalue()
