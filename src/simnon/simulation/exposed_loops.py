"""The model with exposed loops beside the run's own, as a solver for both states and loop unknowns calls it.

The run's own model solves the loops where a solver starts, and wherever the run loop evaluates the model. In between
the unknowns belong to the solver. Everything else the two models read (parameters, held values, modes) is copied by
name.
"""

from dataclasses import replace

import numpy as np

from simnon.compiler import ExposedCode
from simnon.program import Array, Layout, values_at_start
from simnon.source import require

from .equations import MAX_STATES_OF_DENSE, Equations, Matrix
from .run_buffers import RunBuffers


class ExposedLoops:
    """x' = f(t, x, z) and 0 = g(t, x, z); arrays hold x, then z."""

    def __init__(self, code: ExposedCode, closed: Layout, equations: Equations, buffers: RunBuffers, hint: str) -> None:
        layout = code.formulas.layout
        count, size = len(closed.states), len(layout.states)
        self.layout = layout
        self.unknowns = list(range(count, size))
        self.matrix = Matrix(layout, count, hint)
        self._count, self._hint = count, hint
        self._closed, self._buffers = equations, buffers
        self._values = values_at_start(layout)
        self._exposed = Equations(
            code.equations,
            code.formulas,
            replace(buffers, values=self._values),
            equations.trial,
            None,
            equations.constant,
        )
        slot_of_name = {slot.name: slot.index for slot in closed.slots}
        pairs = [(slot.index, slot_of_name[slot.name]) for slot in layout.slots if slot.name in slot_of_name]
        self._here, self._there = np.array(pairs).T
        guess_of_name = _guess_of_name(closed)
        self._guesses = np.array([guess_of_name[state.name] for state in layout.states[count:]])
        rows, columns = np.array(layout.jacobian).T
        is_algebraic = rows >= count
        self._by_states = np.flatnonzero(is_algebraic & (columns < count))
        self._by_unknowns = np.flatnonzero(is_algebraic & (columns >= count))
        self._rows, self._columns = rows - count, np.where(columns < count, columns, columns - count)

    def start(self, time: float, states: Array) -> tuple[Array, Array]:
        """The states with their loop unknowns, and the derivatives of both."""
        slopes = np.zeros(self._count)
        self._closed.derivatives(time, states, slopes)
        self.copy_values()
        values = np.concatenate([states, self._buffers.values[self._guesses]])
        return values, np.concatenate([slopes, self._slopes_of_unknowns(time, values, slopes)])

    def copy_values(self) -> None:
        self._values[self._here] = self._buffers.values[self._there]

    def residual(self, time: float, values: Array, derivatives: Array, out: Array) -> None:
        self._exposed.derivatives(time, values, out)
        np.negative(out, out=out)
        out[: self._count] += derivatives[: self._count]

    def jacobian(self, time: float, values: Array, by_derivative: float, out: Array) -> None:
        self.matrix.fill(out, self._exposed.jacobian(time, values), -1.0, by_derivative)

    def taken_over(self, values: Array) -> Array:
        """The states; from here on the run's model solves for the unknowns."""
        self._buffers.values[self._guesses] = values[self._count :]
        return self.states_in(values)

    def states_in(self, values: Array) -> Array:
        return values[: self._count]

    def _slopes_of_unknowns(self, time: float, values: Array, slopes: Array) -> Array:
        """From g(t, x, z) = 0 follows g_z z' = -(g_x x' + g_t); zero if that does not determine z'.

        A solver predicts its first step with them.
        """
        count, size = self._count, len(values)
        entries, by_time = self._exposed.slopes(time, values)
        right = -by_time[count:]
        known, unknown = self._by_states, self._by_unknowns
        np.subtract.at(right, self._rows[known], entries[known] * slopes[self._columns[known]])
        found = _solved(
            size - count, (self._rows[unknown], self._columns[unknown]), entries[unknown], right, self._hint
        )
        return found if np.isfinite(found).all() else np.zeros(size - count)


def _solved(count: int, indices: tuple[Array, Array], entries: Array, right: Array, hint: str) -> Array:
    """Nan if the matrix is singular."""
    nothing = np.full(count, np.nan)
    if not (np.isfinite(entries).all() and np.isfinite(right).all()):
        return nothing
    if count <= MAX_STATES_OF_DENSE:
        matrix = np.zeros((count, count))
        matrix[indices] = entries
        try:
            return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
        except np.linalg.LinAlgError:
            return nothing
    sparse = require("scipy.sparse", "a sparse matrix", cure=hint)
    linear = require("scipy.sparse.linalg", "a sparse matrix", cure=hint)
    try:
        factors = linear.splu(sparse.csc_matrix((entries, indices), shape=(count, count)))
    except RuntimeError:
        return nothing
    return np.asarray(factors.solve(right), dtype=np.float64)


def _guess_of_name(layout: Layout) -> dict[str, int]:
    """A variable can also be unknown in a loop at the start of a run; the loops of the run itself come first."""
    pairs = [pair for loop in layout.loops for pair in zip(loop.unknowns, loop.guesses, strict=True)]
    return dict(reversed(pairs))
