"""What a prompt and an editor say of the library, compiled or not."""

from __future__ import annotations

import inspect
import pydoc
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from tests.support.rooms import ROOMS

import cloudtop
from cloudtop.core import batch, chance, judge, observe, state
from cloudtop.core.game import Game
from cloudtop.core.state import State


@pytest.mark.parametrize("module", [batch, chance, judge, observe, state], ids=lambda module: module.__name__)
def test_compiled_modules_have_their_docstrings(module: ModuleType) -> None:
    assert module.__doc__
    for name, found in vars(module).items():
        if getattr(found, "__module__", "") != module.__name__:
            continue
        if not inspect.isclass(found) and not inspect.isroutine(found):
            continue
        assert found.__doc__, name
        for inside, method in vars(found).items() if inspect.isclass(found) else ():
            if not inside.startswith("_") and inspect.isroutine(method):
                assert inspect.getdoc(method), f"{name}.{inside}"


@pytest.mark.parametrize("room", ROOMS)
def test_help_says_what_a_move_does(room: str) -> None:
    position = cloudtop.game(room).deal(seed=1)
    assert "or raise `IllegalMove` with the rule it breaks" in pydoc.render_doc(position.play)
    assert "a mask with a 1 for every legal move" in pydoc.render_doc(State.observe)
    assert list(inspect.signature(position.play).parameters) == ["seat", "action"]
    assert inspect.getdoc(type(position).apply)
    assert (type(position).__doc__ or "").partition("--")[2] or type(position).__doc__


def test_editors_know_what_a_game_deals() -> None:
    assert get_type_hints(cloudtop.game)["return"] == Game[State, Any, Any, Any]
    legal: list[int] = cloudtop.game("skybridge").deal(seed=1).legal(0)
    assert legal
    with pytest.raises(TypeError):
        # Were states not typed, mypy would say that this comment is not needed.
        cloudtop.game("skybridge").deal(seed=1).legal("a")  # type: ignore[arg-type]
