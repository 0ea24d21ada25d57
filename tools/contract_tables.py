"""Write the tables of docs/contract.md that tell what a game defines: made from the code, so that they stay true.

`python -m tools.contract_tables` writes them; with `--check` it only says whether they fit.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "contract.md"
CORE = ROOT / "src" / "cloudtop" / "core"
GIVEN = {
    "actions", "board_text", "deal", "deal_of", "example", "explain", "forgets", "load", "package", "parse", "picture",
    "say", "scene", "targets", "terms", "text", "title", "with_box",
    "check_action", "check_seat", "dump", "game", "imagine", "legal", "options", "play", "players", "score_sheet",
    "view", "why_not",
}  # fmt: skip
"""What the house answers by itself: called by everybody, overridden by nobody."""


class Entry(NamedTuple):
    """Something that a game defines."""

    written: str
    """As it is written: with its arguments and what it gives."""
    told: str
    """The first sentence about it."""
    needed: bool


def entries(module: str, name: str) -> Iterator[Entry]:
    """What a class asks its subclasses for, in the order of its source, be it compiled or not."""
    source = ast.parse((CORE / f"{module}.py").read_text(encoding="utf-8"))
    tree = next(node for node in source.body if isinstance(node, ast.ClassDef) and node.name == name)
    for node, after in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            told = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            yield Entry(f"{node.target.id}: {ast.unparse(node.annotation)}", first(str(told)), node.value is None)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name not in GIVEN:
            (node.args.posonlyargs or node.args.args).pop(0)
            gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            abstract = any(ast.unparse(decorator) == "abstractmethod" for decorator in node.decorator_list)
            yield Entry(f"{node.name}({ast.unparse(node.args)}){gives}", first(ast.get_docstring(node) or ""), abstract)


def first(text: str) -> str:
    """The first paragraph of a text, on one line."""
    return " ".join(text.partition("\n\n")[0].split())


def table(module: str, name: str, needed: bool) -> str:
    """What has to be defined, or what may be, of one class."""
    rows = [entry for entry in entries(module, name) if entry.needed == needed]
    lines = [f"| `{entry.written.replace('|', chr(92) + '|')}` | {entry.told} |" for entry in rows]
    return "\n".join(["| it is written | it gives |", "|---|---|", *lines])


TABLES = {
    "state-needed": ("state", "State", True),
    "game-needed": ("game", "Game", True),
    "state-may": ("state", "State", False),
    "game-may": ("game", "Game", False),
    "teller-may": ("teller", "Teller", False),
    "judge-may": ("judge", "Judge", False),
}
"""By the mark of its place: a module of the core, a class, and whether it tells what is needed."""


def filled(page: str) -> str:
    """The page with every table as the code has it."""
    for name, made in TABLES.items():
        place = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", re.DOTALL)
        before, *after = place.split(page)
        if len(after) != 1:
            raise ValueError(f"the page has {len(after)} places for the table {name}")
        page = f"{before}\n{table(*made)}\n\n{after[0]}"
    return page


def main(arguments: list[str]) -> int:
    """Write the tables, or say whether they are what would be written."""
    page = FILE.read_text(encoding="utf-8")
    if "--check" not in arguments:
        FILE.write_text(filled(page), encoding="utf-8")
        return 0
    if page == filled(page):
        return 0
    print(f"the tables of {FILE.name} do not fit the code any more: run `make contract-tables`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
