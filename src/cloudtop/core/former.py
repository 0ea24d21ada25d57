"""Names that things had in the release before: they work for one more, with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def former_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module in which these names were something else: `{"Old": "package.module:New"}`."""

    def found(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        place, _, new = names[name].partition(":")
        warn(f"{module}.{name}", f"{place}.{new}")
        return getattr(import_module(place), new)

    return found


class FormerName:
    """An attribute by the name it had before."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.former = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.former = name

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None:
            return self
        warn(f"{owner.__name__}.{self.former}", self.name)
        return getattr(instance, self.name)


def warn(old: str, new: str) -> None:
    """Tell the caller's caller of the new name."""
    warnings.warn(f"{old} is called {new} now; the old name goes with the next release", DeprecationWarning, 3)
