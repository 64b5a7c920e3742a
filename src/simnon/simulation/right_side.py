"""The equations of a model at one point: dx/dt = f(t, x), and the Jacobian of f, from its machine code.

Comparisons have their results at the point. Discrete systems hold the values from before their first sample; no event
happens.
"""

from collections.abc import Sequence

import numpy as np

from simnon.program import Array, Executable, rows_and_columns
from simnon.source import arguments

from .arrays import read_array
from .instant import Instant

DIFFERENCE = float(np.finfo(np.float64).eps) ** (1 / 3)
"""The step of central differences, as a fraction of the state: it balances rounding and truncation errors."""


class RightSide:
    """`values` are those of a run before it begins; `formulas` has the Jacobian, if it has formulas."""

    def __init__(self, executable: Executable, values: Array, formulas: Executable | None) -> None:
        self._start, self._instant = values, Instant(executable, values.copy())
        self._formulas = formulas

    def derivatives(self, time: float, states: Array) -> Array:
        """f(t, x)."""
        self._move_to(time, states)
        return self._instant.derivatives()

    def jacobian(self, time: float, states: Array) -> Array:
        """df/dx, a row for each derivative and a column for each state."""
        self._move_to(time, states)
        if self._formulas is None:
            return self._differences(states)
        layout, count = self._formulas.layout, len(self._instant.layout.states)
        matrix = np.zeros((count, count))
        rows, columns = rows_and_columns(layout.jacobian)
        matrix[rows, columns] = self._instant.gradients(self._formulas)[: len(rows)]
        return matrix

    def _move_to(self, time: float, states: Array) -> None:
        # Whatever was evaluated before, the search for solutions of loops starts from the same values.
        self._instant.values[:] = self._start
        self._instant.start(time)
        self._instant.move_to(time, states)

    def _differences(self, states: Array) -> Array:
        """By central differences; comparisons keep their results at the centre."""
        columns, instant = [], self._instant
        values = instant.values.copy()
        for i, state in enumerate(states):
            step = DIFFERENCE * max(1.0, abs(float(state)))
            found = []
            for shifted in (state + step, state - step):
                instant.values[:], instant.states[:] = values, states
                instant.states[i] = shifted
                found.append(instant.derivatives())
            columns.append((found[0] - found[1]) / ((state + step) - (state - step)))
        return np.array(columns).reshape(len(states), len(states)).T


def read_states(states: object, names: Sequence[str]) -> Array:
    """The states from a caller: a list or an array of numbers, one for each name."""
    found = read_array(states, "x", "a list of numbers")
    if found.shape != (len(names),):
        expected = f"{len(names)} number{'s' if len(names) != 1 else ''}"
        raise arguments.refusal("x", expected, states, f"in this order: {', '.join(names)}" if names else "")
    # An array without numbers has no address.
    return found if len(found) else np.zeros(1)
