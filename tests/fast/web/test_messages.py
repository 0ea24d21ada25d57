"""The messages of the wire: each is sent on one side, handled on the other, and told in the documentation."""

from __future__ import annotations

import ast
import re
from itertools import takewhile
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tools import wire_types

import cloudtop
from cloudtop.web.routes import bodies
from cloudtop.web.socket import messages

WEB = Path(cloudtop.__file__).parent / "web"
SCRIPTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted((WEB / "static/js").glob("*.js")))
WIRE = (Path(__file__).parents[3] / "docs/wire.md").read_text(encoding="utf-8")
ASKED: tuple[type[msgspec.Struct], ...] = get_args(messages.BrowserMessage)
TOLD: tuple[type[msgspec.Struct], ...] = get_args(messages.ServerMessage)
EXCHANGED = [
    *wire_types.structs(messages),
    *takewhile(lambda kind: kind is not bodies.Page, wire_types.structs(bodies)),
]
"""All but what pages tell their own scripts."""


def tag(kind: type[msgspec.Struct]) -> str:
    """What a kind of message is called on the wire."""
    return str(kind.__struct_config__.tag)


def server_trees() -> list[ast.Module]:
    """The source of the server, without the messages themselves."""
    paths = [path for path in sorted(WEB.rglob("*.py")) if path.name != "messages.py"]
    return [ast.parse(path.read_text(encoding="utf-8")) for path in paths]


def named(node: ast.expr) -> str:
    """The last part of a name: `Stale` of `messages.Stale`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


MADE = {named(node.func) for tree in server_trees() for node in ast.walk(tree) if isinstance(node, ast.Call)}
MATCHED = {named(node.cls) for tree in server_trees() for node in ast.walk(tree) if isinstance(node, ast.MatchClass)}


@pytest.mark.parametrize("kind", TOLD, ids=tag)
def test_what_the_server_can_say_it_says_and_a_script_handles(kind: type[msgspec.Struct]) -> None:
    assert kind.__name__ in MADE
    assert f'case "{tag(kind)}"' in SCRIPTS


@pytest.mark.parametrize("kind", ASKED, ids=tag)
def test_what_a_browser_can_say_a_script_says_and_the_server_handles(kind: type[msgspec.Struct]) -> None:
    assert f'do: "{tag(kind)}"' in SCRIPTS
    assert kind.__name__ in MATCHED


def test_scripts_say_and_handle_nothing_else() -> None:
    assert set(re.findall(r'do: "([a-z]+)"', SCRIPTS)) == {tag(kind) for kind in ASKED}


@pytest.mark.parametrize("kind", [*ASKED, *TOLD], ids=tag)
def test_every_message_is_told_in_the_documentation(kind: type[msgspec.Struct]) -> None:
    assert f"`{tag(kind)}`" in WIRE


@pytest.mark.parametrize("kind", EXCHANGED, ids=lambda kind: kind.__name__)
def test_every_field_is_told_in_the_documentation(kind: type[msgspec.Struct]) -> None:
    told = set(re.findall(r"[`\"](\w+)[`\"]", WIRE)) | {"step", "targets", "notation", "words"}
    assert {field.name for field in msgspec.structs.fields(kind)} <= told


def test_the_types_of_the_scripts_are_those_of_the_messages() -> None:
    assert wire_types.FILE.read_text(encoding="utf-8") == wire_types.declarations()
