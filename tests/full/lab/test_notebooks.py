"""The notebooks of the documentation: their cells run from top to bottom, and show what their words promise."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tools.notebooks import NOTEBOOKS, code_cells
from tools.notebooks import run as cells_run

ABOUT = re.compile(r"-?[\d.]+%?")
"""Numbers of a training: the last digits of its sums differ from processor to processor."""


def run(name: str, about: bool = False) -> tuple[dict[str, Any], list[object]]:
    """Run a notebook and compare what it shows with what is committed; what it leaves behind, and what cells show.

    Pictures are drawn but not compared. With `about`, all numbers may differ.
    """
    notebook = json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = []
    for number, (cell, found) in enumerate(zip(code_cells(notebook), cells_run(notebook, names), strict=True), 1):
        expected, now = texts(cell["outputs"], about), texts(found.outputs(number), about)
        assert now == expected, f"cell {number} shows something else: python -m tools.notebooks writes it"
        shown.append(found.value)
    return names, shown


def texts(outputs: list[dict[str, Any]], about: bool) -> list[tuple[str, set[str]]]:
    """The texts of a cell's outputs, and in which forms they are shown."""
    found = []
    for output in outputs:
        text = "".join(output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"])
        found.append((ABOUT.sub("#", text) if about else text, set(output.get("data", ()))))
    return found


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_is_committed_with_its_outputs(path: Path) -> None:
    written = json.loads(path.read_text(encoding="utf-8"))
    assert (written["nbformat"], written["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in written["cells"]}) == len(written["cells"])
    found = code_cells(written)
    assert [cell["execution_count"] for cell in found] == list(range(1, len(found) + 1))
    assert any(cell["outputs"] for cell in found)


def test_a_player_studies_a_game() -> None:
    names, shown = run("player.ipynb")
    assert names["refused"].rule == "skybridge/block-lowest"
    assert any(hasattr(value, "_repr_svg_") and value._repr_svg_().startswith("<svg") for value in shown)
    assert names["found"][0].action in names["legal"]


def test_a_designer_asks_a_question_of_balance() -> None:
    names, shown = run("designer.ipynb")
    assert shown[0] == ["pieces.block3.each: 4 -> 3"]
    assert names["shorter"]
    assert names["after"].length.value < names["before"].length.value


def test_a_researchers_agent_learns() -> None:
    names, _ = run("researcher.ipynb", about=True)
    won, (low, _) = names["against_random"]
    assert won > 0.9
    assert low > 0.9
    beginner, _ = names["against_beginner"]
    assert beginner > 0.5
