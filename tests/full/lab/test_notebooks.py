"""The notebooks of the documentation: their cells run from top to bottom, and show what their words promise."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).parents[3] / "docs" / "notebooks"


def cells(name: str) -> list[str]:
    """The code of a notebook, cell by cell."""
    written = json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in written["cells"] if cell["cell_type"] == "code"]


def run(name: str) -> tuple[dict[str, Any], list[object]]:
    """What the cells leave behind, and what each shows: the value of its last expression."""
    names: dict[str, Any] = {"__name__": "notebook"}
    shown: list[object] = []
    for number, code in enumerate(cells(name)):
        tree = ast.parse(code)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        where = f"{name}, cell {number}"
        exec(compile(tree, where, "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), where, "eval"), names))
    return names, shown


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_is_committed_without_outputs(path: Path) -> None:
    written = json.loads(path.read_text(encoding="utf-8"))
    assert (written["nbformat"], written["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in written["cells"]}) == len(written["cells"])
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in written["cells"])


def test_a_player_studies_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    names, shown = run("player.ipynb")
    assert names["refused"].rule == "skybridge/block-lowest"
    assert any(hasattr(value, "_repr_svg_") and value._repr_svg_().startswith("<svg") for value in shown)
    assert names["found"][0].action in names["legal"]
    assert "what the bot would do" in capsys.readouterr().out


def test_a_designer_asks_a_question_of_balance(capsys: pytest.CaptureFixture[str]) -> None:
    names, shown = run("designer.ipynb")
    assert shown[0] == ["pieces.block3.each: 4 -> 3"]
    assert names["shorter"]
    assert names["after"].length.value < names["before"].length.value
    assert "block of 3" in capsys.readouterr().out


def test_a_researchers_agent_learns(capsys: pytest.CaptureFixture[str]) -> None:
    names, _ = run("researcher.ipynb")
    won, (low, _) = names["against_random"]
    assert won > 0.9
    assert low > 0.9
    beginner, _ = names["against_beginner"]
    assert beginner > 0.5
    assert "updates" in capsys.readouterr().out
