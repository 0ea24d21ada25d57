"""A position as NumPy arrays: the numbers that a learner sees, and the mask of its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cloudtop.core.errors import MissingExtra

try:
    import numpy as np

    from cloudtop.core.observe import observation
except ModuleNotFoundError as error:
    raise MissingExtra(f"this needs {error.name}: pip install 'cloudtop[lab]'") from None

if TYPE_CHECKING:
    import numpy.typing as npt

    from cloudtop.core.state import State


def numbers(state: State, seat: int) -> npt.NDArray[np.int16]:
    """The view of a seat as numbers, in the order of docs/observations.md."""
    return np.frombuffer(observation(state.terms.observer(), state, seat), "<i2").astype(np.int16)


def mask(state: State, seat: int) -> npt.NDArray[np.int8]:
    """A 1 for every move that a seat may make now."""
    found = np.zeros(state.game.actions, np.int8)
    found[state.legal(seat)] = 1
    return found


def observed(state: State, seat: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """The numbers and the mask of a seat."""
    return numbers(state, seat), mask(state, seat)
