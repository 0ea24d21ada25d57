"""What to do where another server was faster at a table: look at it as it is now, and try again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cloudtop.table import Stale

P = ParamSpec("P")
T = TypeVar("T")


class Outrun(Stale):
    """Another server was faster; the table is what it is now, and may be asked again."""


def persistent(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Do something again where another server was faster, until it can be done or is really too late."""

    @wraps(work)
    async def done(*args: P.args, **kwargs: P.kwargs) -> T:
        while True:
            try:
                return await work(*args, **kwargs)
            except Outrun:
                continue

    return done
