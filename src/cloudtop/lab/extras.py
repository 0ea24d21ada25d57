"""Packages that only some experiments need: asked for by name, and missed in one clear line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cloudtop.core.errors import CloudtopError


def needed(module: str, extra: str) -> Any:
    """A module of an optional package; where it is missing the error names the extra that brings it.

    >>> needed("no_such_module", "cluster")
    Traceback (most recent call last):
        ...
    cloudtop.core.errors.CloudtopError: this needs the package no_such_module: pip install "cloudtop[cluster]"
    """
    try:
        return import_module(module)
    except ImportError as error:
        missing = (error.name or module).partition(".")[0]
        raise CloudtopError(f'this needs the package {missing}: pip install "cloudtop[{extra}]"') from None
