"""The equations of a model at one point: dx/dt = f(t, x), and the Jacobian of f, from its machine code.

Comparisons have their results at the point. Discrete systems hold the values from before their first sample; no event
happens.
"""

import numpy as np

from simnon.program import START_SLOT, Array, Executable, Layout
from simnon.source import UserError, arguments

from .arrays import read_array

MAX_ITERATIONS = 100
"""Comparisons depend on each other; after this many iterations they will not become consistent."""
DIFFERENCE = float(np.finfo(np.float64).eps) ** (1 / 3)
"""The step of central differences, as a fraction of the state: it balances rounding and truncation errors."""


class RightSide:
    """`values` are those of a run before it begins; `formulas` has the Jacobian, if it has formulas."""

    def __init__(self, executable: Executable, values: Array, formulas: Executable | None) -> None:
        layout = executable.layout
        if layout.delays:
            raise UserError(
                "needs-the-past",
                f"the derivatives depend on the past: {layout.delays[0].name} is a DELAY",
                "simulate the model instead",
            )
        self._executable, self._formulas = executable, formulas
        self._values = values
        found = max(len(layout.states), len(layout.modes), layout.conditions, 1)
        self._out = np.zeros(found)

    @property
    def layout(self) -> Layout:
        return self._executable.layout

    def derivatives(self, time: float, states: Array) -> Array:
        """f(t, x)."""
        return self._derivatives(time, states, self._at(time, states))

    def jacobian(self, time: float, states: Array) -> Array:
        """df/dx, a row for each derivative and a column for each state."""
        values, count = self._at(time, states), len(self.layout.states)
        if self._formulas is None:
            return self._differences(time, states, values)
        self._call("times", time, states, values, self._out)
        layout = self._formulas.layout
        out = np.zeros(max(1, layout.jacobian_size))
        self._formulas.call("jacobian", time, states, values, out)
        matrix = np.zeros((count, count))
        rows, columns = np.array(layout.jacobian, dtype=np.int64).reshape(-1, 2).T
        matrix[rows, columns] = out[: len(rows)]
        return matrix

    def _at(self, time: float, states: Array) -> Array:
        """All values at the point, with the results of comparisons there."""
        values, out, modes = self._values.copy(), self._out, list(self.layout.modes)
        values[START_SLOT] = time
        self._call("initial", time, states.copy(), values, out)
        values[[state.value for state in self.layout.states]] = states
        self._call("held", time, states, values, out)
        # The result of a comparison can change that of a different one: iterate until they are consistent.
        for _ in range(MAX_ITERATIONS if modes else 0):
            self._call("modes", time, states, values, out)
            if np.array_equal(values[modes], out[: len(modes)]):
                break
            values[modes] = out[: len(modes)]
            self._call("held", time, states, values, out)
        return values

    def _derivatives(self, time: float, states: Array, values: Array) -> Array:
        self._call("times", time, states, values, self._out)
        self._call("derivatives", time, states, values, self._out)
        for loop in self.layout.loops:
            if values[loop.residual] != 0.0:
                raise UserError(
                    "algebraic-loop-failed",
                    f"the algebraic loop of {', '.join(loop.members)} has no solution at t = {time:g}",
                    "try a different point",
                )
        return self._out[: len(self.layout.states)].copy()

    def _differences(self, time: float, states: Array, values: Array) -> Array:
        """By central differences; comparisons keep their results at the centre."""
        columns = []
        for i, state in enumerate(states):
            step = DIFFERENCE * max(1.0, abs(float(state)))
            ahead, behind = states.copy(), states.copy()
            ahead[i], behind[i] = state + step, state - step
            change = self._derivatives(time, ahead, values.copy()) - self._derivatives(time, behind, values.copy())
            columns.append(change / (ahead[i] - behind[i]))
        return np.array(columns).reshape(len(states), len(states)).T

    def _call(self, entry: str, time: float, states: Array, values: Array, out: Array) -> None:
        if entry in self._executable.entries:
            self._executable.call(entry, time, states, values, out)


def read_states(states: object, names: tuple[str, ...]) -> Array:
    """The states from a caller: a list or an array of numbers, one for each name."""
    found = read_array(states, "x", "a list of numbers")
    if found.shape != (len(names),):
        expected = f"{len(names)} number{'s' if len(names) != 1 else ''}"
        raise arguments.refusal("x", expected, states, f"in this order: {', '.join(names)}" if names else "")
    # An array without numbers has no address.
    return found if len(found) else np.zeros(1)
