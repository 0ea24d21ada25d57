"""What an attacker has done, counted while it does it and read by another process: an attack that did nothing shows."""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

REFUSED = "refused"
"""How often the house said that it was too much; an attack need not come so far."""
WIDTH = 8
"""Bytes of a number."""


class Tally:
    """So many of each kind of deed, in a file that one process writes and others read.

    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> tally = Tally(Path(folder.name) / "tally", "asked", "sockets")
    >>> tally.count("asked", 2)
    >>> with tally.holding("sockets"):
    ...     print(Tally(Path(folder.name) / "tally", "asked", "sockets").now())
    {'asked': 2, 'sockets': 1, 'refused': 0}
    >>> tally.now()["sockets"], tally.begun
    (0, False)
    >>> folder.cleanup()
    """

    def __init__(self, path: Path, *kinds: str) -> None:
        """What was done so far; these kinds are all that an attack is made of."""
        self.kinds = kinds
        size = WIDTH * (len(kinds) + 1)
        with path.open("a+b") as file:
            file.truncate(size)
            self.counts = memoryview(mmap.mmap(file.fileno(), size)).cast("q")

    def count(self, kind: str, times: int = 1) -> None:
        """It was done again; of what is held, so many more, or with a number below zero fewer, are held now."""
        self.counts[self.place(kind)] += times

    def note(self, kind: str, level: int) -> None:
        """So much of it there is now."""
        self.counts[self.place(kind)] = level

    def place(self, kind: str) -> int:
        """Where a kind is counted."""
        return len(self.kinds) if kind == REFUSED else self.kinds.index(kind)

    @contextmanager
    def holding(self, kind: str) -> Iterator[None]:
        """One more is held meanwhile."""
        self.count(kind)
        try:
            yield
        finally:
            self.count(kind, -1)

    def now(self) -> dict[str, int]:
        """How often each was done, or how many are held."""
        return dict(zip((*self.kinds, REFUSED), self.counts, strict=True))

    @property
    def begun(self) -> bool:
        """Whether everything that the attack is made of is done or held."""
        now = self.now()
        return all(now[kind] > 0 for kind in self.kinds)


class Did:
    """What was done from one moment on: deeds are counted anew, of what is held the mean of all looks is told.

    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> tally = Tally(Path(folder.name) / "tally", "asked", "sockets")
    >>> tally.count("asked", 5)
    >>> tally.count("sockets", 3)
    >>> did = Did(tally, held=("sockets",))
    >>> tally.count("asked")
    >>> did.look()
    >>> print(did, did.idle)
    1 asked, 3 sockets, 0 refused []
    >>> folder.cleanup()
    """

    def __init__(self, tally: Tally, held: Sequence[str] = ()) -> None:
        self.tally = tally
        self.before = tally.now()
        self.held = held
        self.looks: list[dict[str, int]] = []

    def look(self) -> None:
        """See what is held."""
        self.looks.append(self.tally.now())

    @property
    def found(self) -> Mapping[str, int]:
        """How much of each."""
        now = self.tally.now()
        looks = self.looks or [now]
        return {
            kind: round(sum(look[kind] for look in looks) / len(looks)) if kind in self.held else times - before
            for (kind, times), before in zip(now.items(), self.before.values(), strict=True)
        }

    @property
    def idle(self) -> list[str]:
        """What the attack is made of and was not done."""
        return [kind for kind in self.tally.kinds if self.found[kind] <= 0]

    def __str__(self) -> str:
        """In a line."""
        return ", ".join(f"{times} {kind}" for kind, times in self.found.items())
