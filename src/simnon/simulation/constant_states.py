"""States whose derivatives are zero while a solver goes on: what does not change does not change.

A solver that solves linear equations leaves rounding errors in such states too. They are kept out of the model and of
the run: from where a solver is started, a state stands still until its derivative is not zero for the first time.
"""

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array


class StillStates:
    """The states of a run that stand still since a solver was started; of arrays, the first `count` are states."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._states = np.zeros(count)
        self._is_constant: NDArray[np.bool_] | None = None
        self._has_moved_before = np.zeros(count, dtype=np.bool_)
        self._is_first = True
        self.has_moved = False
        """Whether one that was held has a derivative after all: the solver must be started again."""

    def begin(self, states: Array) -> None:
        """A solver is started; the first derivatives that follow are those there."""
        if not self.has_moved:
            self._has_moved_before[:] = False
        self._states[:] = states[: self._count]
        self._is_constant, self._is_first, self.has_moved = None, True, False

    def held(self, states: Array) -> Array:
        """The states, without what the solver has added to those that stand still."""
        if self._is_constant is None:
            return states
        held = states.copy()
        held[: self._count][self._is_constant] = self._states[self._is_constant]
        return held

    def note(self, slopes: Array) -> None:
        """Look at derivatives that the solver is given."""
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
