"""Run the notebooks of the documentation and write what they show into them: `python -m tools.notebooks [NAME...]`."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"


class Cell(NamedTuple):
    """What a cell of code shows."""

    printed: str
    value: object
    """The value of its last expression; None where it shows none."""

    def outputs(self, number: int) -> list[dict[str, Any]]:
        """The same in the format of notebooks."""
        found: list[dict[str, Any]] = []
        if self.printed:
            found.append({"name": "stdout", "output_type": "stream", "text": lines_of(self.printed)})
        if self.value is not None:
            data: dict[str, Any] = {"text/plain": lines_of(repr(self.value))}
            if draw := getattr(self.value, "_repr_svg_", None):
                data["image/svg+xml"] = lines_of(draw())
            found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
        return found


def lines_of(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.splitlines(keepends=True)


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells of code of a notebook."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: dict[str, Any], names: dict[str, Any]) -> Iterator[Cell]:
    """Run all cells of code from top to bottom; `names` has what they leave behind."""
    for number, cell in enumerate(code_cells(notebook)):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        where, printed, value = f"cell {number}", io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, where, "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), where, "eval"), names)
        yield Cell(printed.getvalue(), value)


def main() -> None:
    """Run the notebooks that are named, or all."""
    for path in [NOTEBOOKS / f"{name}.ipynb" for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        shows = run(notebook, {"__name__": "notebook"})
        for number, (cell, shown) in enumerate(zip(code_cells(notebook), shows, strict=True), 1):
            cell["execution_count"], cell["outputs"] = number, shown.outputs(number)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
