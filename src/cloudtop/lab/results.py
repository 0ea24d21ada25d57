"""Files of finished games, a row each: CSV, or Parquet for millions of them.

While games are played rows are appended as they come; when all are there they are put in order in one stroke. A run
that was stopped, even by a power cut, leaves whole rows and perhaps half a line, which is dropped.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from cloudtop.core.errors import CloudtopError
from cloudtop.lab.extras import needed

Key = tuple[Any, ...]
"""What tells a game from all others."""


class Row(NamedTuple):
    """What is kept of a game; docs/experiments.md says what each column means."""

    version: str
    kind: str
    game: str
    rules: int
    options: str
    box: str
    seed: int
    number: int
    bots: tuple[str, ...]
    thought: tuple[str, ...]
    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    end: str
    verdict: str

    @property
    def key(self) -> Key:
        """What was played, without how it ended."""
        return tuple(self[: Row._fields.index("moves")])


COLUMNS = Row._fields
NUMBERS = ("rules", "seed", "number", "moves")
LISTS: dict[str, Callable[[str], Any]] = {"bots": str, "thought": str, "scores": int, "winners": int}
"""Columns that hold a value for each seat, or several seats, with a blank between them in CSV."""
ENDINGS = (".csv", ".parquet")


def told(row: Row) -> list[str]:
    """A row as texts, for CSV.

    >>> told(Row("1", "arena", "nim", 1, "", "printed", 7, 0, ("a", "b"), ("-", "-"), 9, (3, 4), (1,), "end", ""))[-5:]
    ['9', '3 4', '1', 'end', '']
    """
    return [" ".join(map(str, value)) if isinstance(value, tuple) else str(value) for value in row]


def read_row(texts: Sequence[str]) -> Row:
    """A row from its texts; ValueError for one that was not written whole."""
    if len(texts) != len(COLUMNS):
        raise ValueError(f"a row has {len(COLUMNS)} columns")
    values: list[Any] = []
    for column, text in zip(COLUMNS, texts, strict=True):
        if column in LISTS:
            values.append(tuple(LISTS[column](part) for part in text.split()))
        else:
            values.append(int(text) if column in NUMBERS else text)
    return Row(*values)


class Table:
    """A file of finished games; its ending says which kind."""

    def __init__(self, path: Path) -> None:
        if path.suffix not in ENDINGS:
            raise CloudtopError(f"{path}: a file of games ends in {' or '.join(ENDINGS)}")
        self.path = path
        self.journal = path if path.suffix == ".csv" else path.with_name(f"{path.name}.part")
        """Where rows go while games are played, as CSV."""
        self.file: IO[str] | None = None
        if path.suffix == ".parquet":
            needed("pyarrow", "parquet")

    def read(self) -> Iterator[Row]:
        """The rows that are there."""
        if self.path != self.journal and self.path.exists():
            yield from read_parquet(self.path)
        if self.journal.exists():
            yield from read_csv(self.journal)

    def add(self, row: Row) -> None:
        """Append a row."""
        if self.file is None:
            mend(self.journal)
            self.file = self.journal.open("a", encoding="utf-8", newline="")
            if self.file.tell() == 0:
                self.file.write(line(COLUMNS))
        self.file.write(line(told(row)))
        self.file.flush()

    def close(self) -> None:
        """Let go of the file, which a later run can go on with."""
        if self.file is not None:
            self.file.close()
            self.file = None

    def settle(self, rows: Iterable[Row]) -> None:
        """Write the whole file, in this order, in the place of what was there."""
        self.close()
        fresh = self.path.with_name(f"{self.path.name}.new")
        if self.path == self.journal:
            with fresh.open("w", encoding="utf-8", newline="") as file:
                file.write(line(COLUMNS))
                file.writelines(line(told(row)) for row in rows)
        else:
            write_parquet(fresh, list(rows))
        os.replace(fresh, self.path)
        if self.path != self.journal:
            self.journal.unlink(missing_ok=True)


def line(texts: Sequence[str]) -> str:
    """A line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(texts)
    return text.getvalue()


def read_csv(path: Path) -> Iterator[Row]:
    """The whole rows of a file; one that holds something else is refused, so that nothing is written over it."""
    with path.open(encoding="utf-8", newline="") as file:
        head = file.readline()
        whole = line(COLUMNS)
        # Half a headline is what a run left that was stopped at once.
        if head != whole and (head.endswith("\n") or not whole.startswith(head)):
            raise CloudtopError(f"{path} holds something else than games; name another file")
        for text in file:
            # A line that was cut off may look whole: only its end says that it is.
            if text.endswith("\n"):
                with suppress(ValueError):
                    yield read_row(next(csv.reader([text])))


def mend(path: Path) -> None:
    """Cut off half a line at the end of a file, if there is a file."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)


# ---------------------------------------------------------------------------------------------- Parquet


def schema() -> Any:
    """The columns as Parquet has them; a seed may be longer than 64 bits, and so is a text."""
    arrow = needed("pyarrow", "parquet")
    kinds: dict[str, Any] = dict.fromkeys(COLUMNS, arrow.string())
    kinds |= {"rules": arrow.int32(), "number": arrow.int64(), "moves": arrow.int32()}
    kinds |= {name: arrow.list_(arrow.string() if LISTS[name] is str else arrow.int32()) for name in LISTS}
    return arrow.schema(list(kinds.items()))


def write_parquet(path: Path, rows: Sequence[Row]) -> None:
    """A file of Parquet."""
    arrow, parquet = needed("pyarrow", "parquet"), needed("pyarrow.parquet", "parquet")
    columns: dict[str, list[Any]] = {name: [row[number] for row in rows] for number, name in enumerate(COLUMNS)}
    columns["seed"] = [str(seed) for seed in columns["seed"]]
    parquet.write_table(arrow.table(columns, schema=schema()), path)


def read_parquet(path: Path) -> Iterator[Row]:
    """The rows of a file of Parquet."""
    parquet = needed("pyarrow.parquet", "parquet")
    try:
        found = parquet.read_table(path)
    except (OSError, ValueError) as error:
        raise CloudtopError(f"{path} is no file of Parquet: {str(error).splitlines()[0]}") from None
    if tuple(found.column_names) != COLUMNS:
        raise CloudtopError(f"{path} holds something else than games; name another file")
    for values in found.to_pylist():
        values |= {name: tuple(values[name]) for name in LISTS}
        yield Row(**values | {"seed": int(values["seed"])})
