"""What a learner sees of one position, as NumPy arrays."""

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
    """What a seat knows, as docs/observations.md lists it."""
    return np.frombuffer(observation(state.terms.observer(), state, seat), "<i2").astype(np.int16)


def mask(state: State, seat: int) -> npt.NDArray[np.int8]:
    """A 1 for every move that a seat may make now."""
    found = np.zeros(state.game.actions, np.int8)
    found[state.legal(seat)] = 1
    return found


def observed(state: State, seat: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """What a seat knows, and what it may do."""
    return numbers(state, seat), mask(state, seat)
