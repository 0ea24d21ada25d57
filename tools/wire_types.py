"""Writes the types of everything that browser and server exchange to `wire.d.ts`, for the scripts to be checked with.

python -m tools.wire_types            write the file
python -m tools.wire_types --check    fail if it is not what would be written
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from cloudtop.core import scene, teller
from cloudtop.core.game import Value
from cloudtop.table.events import SeatKind
from cloudtop.web.routes import bodies
from cloudtop.web.socket import messages

FILE = Path(__file__).parent.parent / "src/cloudtop/web/static/js/wire.d.ts"
HEAD = """\
// What browser and server exchange. Made by `make wire-types` from web/socket/messages.py and web/routes/bodies.py.
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
UNIONS = ("BrowserMessage", "ServerMessage")
"""The two sides of the conversation."""
NAMED = {SeatKind: "SeatKind", messages.TextChange: "TextChange", Value: "Value"}
"""Types that have a name on both sides."""
ROWS = (scene.Item, scene.Picture, scene.Slot, teller.Sign, teller.Counted, teller.Rung)
"""Parts that travel as their values alone."""


def structs(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    """The message types that a module defines, in its order."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
            yield value


def written(kind: Any) -> str:
    """A Python type as TypeScript writes it.

    >>> written(tuple[int, ...]), written(str | None), written(dict[str, list[bool]])
    ('number[]', 'string | null', 'Record<string, boolean[]>')
    """
    if kind in NAMED:
        return NAMED[kind]
    if kind in PLAIN:
        return PLAIN[kind]
    return spelled(kind)


def spelled(kind: Any) -> str:
    """The same for a type that is made of others."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return written(args[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin in (Union, UnionType):
        if msgspec.UnsetType in args:
            return written(reduce(or_, (arg for arg in args if arg is not msgspec.UnsetType)))
        return " | ".join(dict.fromkeys(written(arg) for arg in args))
    if origin is list or (origin is tuple and args[-1] is Ellipsis):
        inner = written(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(written(arg) for arg in args)}]"
    if origin is dict:
        return f"Record<{written(args[0])}, {written(args[1])}>"
    if isinstance(kind, type):
        return kind.__name__
    raise TypeError(f"{kind} has no counterpart in TypeScript")


def remarks(kind: type) -> dict[str, str]:
    """What is said about the fields of a class, in the text below each."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = str(below.value.value)
    return found


def remark(text: str | None, indent: str = "") -> str:
    """A comment that an editor shows."""
    return f"{indent}/** {' '.join((text or '').split())} */\n" if text else ""


def interface(kind: type[msgspec.Struct]) -> str:
    """A message or a part of one. A field may be missing where it has a default that is left out or filled in."""
    config, hints, said = kind.__struct_config__, get_type_hints(kind, include_extras=True), remarks(kind)
    own = [field for field in msgspec.structs.fields(kind) if field.name in kind.__annotations__]
    if config.array_like:
        places = ", ".join(f"{field.name}: {written(hints[field.name])}" for field in own)
        return f"{remark(kind.__doc__)}export type {kind.__name__} = [{places}];\n"
    asked = config.forbid_unknown_fields
    lines = [f'  {config.tag_field}: "{config.tag}";\n'] if config.tag_field else []
    for field in own:
        unset = msgspec.UnsetType in get_args(hints[field.name])
        missing = "?" if unset or ((asked or config.omit_defaults) and not field.required) else ""
        lines.append(f"{remark(said.get(field.name), '  ')}  {field.name}{missing}: {written(hints[field.name])};\n")
    base = kind.__bases__[0]
    after = f" extends {base.__name__}" if base is not msgspec.Struct else ""
    return f"{remark(kind.__doc__)}export interface {kind.__name__}{after} {{\n{''.join(lines)}}}\n"


def row(kind: type[tuple[Any, ...]]) -> str:
    """A part that travels as its values alone."""
    hints = get_type_hints(kind)
    places = ", ".join(f"{name}: {written(hints[name])}" for name in hints)
    return f"{remark(kind.__doc__)}export type {kind.__name__} = [{places}];\n"


def declarations() -> str:
    """The whole file."""
    named = [f"export type {name} = {spelled(kind)};\n" for kind, name in NAMED.items()]
    unions = [
        f"export type {name} = {' | '.join(kind.__name__ for kind in get_args(getattr(messages, name)))};\n"
        for name in UNIONS
    ]
    parts = [interface(kind) for module in (messages, bodies) for kind in structs(module)]
    return "\n".join([HEAD, *unions, *named, *map(row, ROWS), *parts])


def main(arguments: list[str]) -> int:
    """Write the file, or say whether it is what would be written."""
    if "--check" not in arguments:
        FILE.write_text(declarations(), encoding="utf-8")
        return 0
    if FILE.read_text(encoding="utf-8") == declarations():
        return 0
    print(f"{FILE.name} does not fit the types of the messages any more: run `make wire-types`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
