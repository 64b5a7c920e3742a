"""Keep states whose derivatives are zero exactly constant while a solver runs.

A solver that solves linear equations leaves rounding errors in such states too. They are kept out of the model and of
the run: from the start of a solver, a state is constant until its derivative is nonzero for the first time.
"""

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array


class ConstantStates:
    """The states that have been constant since the solver started; the first `count` elements of arrays are states."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._states = np.zeros(count)
        self._is_constant: NDArray[np.bool_] | None = None
        self._has_moved_before = np.zeros(count, dtype=np.bool_)
        self._is_first = True
        self.has_moved = False
        """Whether the derivative of a constant state became nonzero: the solver must be restarted."""

    def begin(self, states: Array) -> None:
        """Start a solver; the next derivatives are those at its start."""
        if not self.has_moved:
            self._has_moved_before[:] = False
        self._states[:] = states[: self._count]
        self._is_constant, self._is_first, self.has_moved = None, True, False

    def held(self, states: Array) -> Array:
        """The states, without what the solver has added to the constant ones."""
        if self._is_constant is None:
            return states
        held = states.copy()
        held[: self._count][self._is_constant] = self._states[self._is_constant]
        return held

    def note(self, slopes: Array) -> None:
        """Check the derivatives that the solver receives."""
        if self._is_first:
            self._is_first = False
            is_constant = (slopes[: self._count] == 0.0) & ~self._has_moved_before
            self._is_constant = is_constant if is_constant.any() else None
        elif self._is_constant is not None:
            moved = self._is_constant & (slopes[: self._count] != 0.0)
            if moved.any():
                self.has_moved = True
                self._has_moved_before |= moved
                self._is_constant = self._is_constant & ~moved
