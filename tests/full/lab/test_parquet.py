"""Experiments keep their rows in Parquet as they do in CSV."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fast.lab import test_experiment
from tests.fast.lab.test_experiment import (
    rows,
    test_a_file_holds_the_rows_and_reads_back,
    test_a_stopped_run_goes_on_and_ends_with_the_same_file,
)

__all__ = [
    "rows",
    "test_a_file_holds_the_rows_and_reads_back",
    "test_a_stopped_run_goes_on_and_ends_with_the_same_file",
]


@pytest.fixture
def ending() -> str:
    """The kind of file."""
    return "parquet"


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    test_experiment.test_a_file_that_holds_something_else_is_left_alone(tmp_path, "notes.parquet")
