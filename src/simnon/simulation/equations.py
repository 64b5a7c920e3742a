"""The model as a solver library calls it: derivatives and Jacobian on the arrays of the library."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from simnon.kernels import control as codes
from simnon.program import Array, Executable, Layout, rows_and_columns
from simnon.source import require

from .constant_states import ConstantStates
from .run_buffers import RunBuffers

MAX_STATES_OF_DENSE = 100
"""With more states, matrices are sparse."""
MAX_REJECTIONS = 6
"""In one step; after one more, SUNDIALS itself would fail and print a message."""
MIN_SPACINGS = 2.0
"""A step of fewer spacings of time hardly advances it."""


class Refusal(Exception):
    """Raised within a step to end it: a value does not exist, or the step has been tried too often."""


@dataclass(slots=True)
class SolverStep:
    """The step being taken; its times are counted from the start of the solver.

    So a solver takes the same steps however late the run is, and they are not rounded to the floats there.
    """

    origin: float = 0.0
    """The time at which the solver was started."""
    start: float = 0.0
    end: float = math.inf
    """The end of the step being tried."""
    rejections: int = 0
    is_prepared: bool = False
    """Whether the Jacobian has been requested; before that, a solver only searches for its first step."""

    def begin(self, time: float) -> None:
        """A step begins at `time`, counted from the origin."""
        self.start = time
        self.end = math.inf
        self.rejections = 0

    def note(self, time: float) -> None:
        """A rejected step is tried again with an earlier end."""
        if self.is_prepared and time < self.end < math.inf:
            self.rejections += 1
        self.end = time
        is_too_short = self.is_prepared and time - self.start <= MIN_SPACINGS * math.ulp(self.start)
        if self.rejections >= MAX_REJECTIONS or is_too_short:
            raise Refusal


class Guesses:
    """The starting points for solving algebraic loops, kept in the same slots that the run loop uses."""

    def __init__(self, buffers: RunBuffers) -> None:
        self._buffers = buffers
        control = buffers.control
        first, last, count = control.first_guess, control.last_guesses, control.guess_count
        self._present = slice(first, first + count)
        self._last = slice(last, last + count)
        self._residuals = slice(first + count, first + count + control.loop_count)
        self._has_loops = count > 0

    def keep(self) -> None:
        if self._has_loops:
            self._buffers.work[self._last] = self._buffers.values[self._present]

    def restore(self) -> None:
        if self._has_loops:
            self._buffers.values[self._present] = self._buffers.work[self._last]

    def has_failed(self) -> bool:
        """Whether the last solution of some loop failed."""
        return self._has_loops and bool(np.any(self._buffers.values[self._residuals] != 0.0))


class Equations:
    """x' = f(t, x) and the Jacobian of f; the states of the run come first.

    Without `guesses` no loop is solved in f.
    """

    def __init__(
        self,
        executable: Executable,
        formulas: Executable | None,
        buffers: RunBuffers,
        trial: SolverStep,
        guesses: Guesses | None,
        constant: ConstantStates,
        tangents: Executable | None = None,
    ) -> None:
        layout = executable.layout if formulas is None else formulas.layout
        self.trial = trial
        self.constant = constant
        self._guesses = guesses
        self._count = buffers.control.state_count
        self._executable = executable
        self._formulas = formulas
        self._buffers = buffers
        self._has_times = "times" in executable.entries
        self._entry_count = len(layout.jacobian)
        self._results = np.zeros(max(1, layout.jacobian_size))
        self._tangents = tangents
        if tangents is not None:
            self._moved = np.zeros(2 * self._count)
            self._products = np.zeros(tangents.layout.jacobian_size)

    @property
    def has_tangents(self) -> bool:
        """Whether the solver multiplies the Jacobian by directions instead of factoring its matrix."""
        return self._tangents is not None

    def begin_products(self, time: float, states: Array) -> None:
        """The products that follow are at this point."""
        at = self.trial.origin + time
        self._at = at
        self._moved[: self._count] = self.constant.held(states)
        if self._has_times:
            self._executable.call("times", at, self._moved, self._buffers.values, self._products)

    def product(self, direction: Array, out: Array) -> None:
        """The Jacobian times the direction."""
        assert self._tangents is not None
        self._moved[self._count :] = direction
        self._tangents.call("jacobian", self._at, self._moved, self._buffers.values, self._products)
        out[:] = self._products[: self._count]
        if not math.isfinite(float(out.sum())):
            raise Refusal

    @property
    def has_formulas(self) -> bool:
        """Whether the Jacobian has formulas; otherwise the solver computes it by differences."""
        return self._formulas is not None

    def derivatives(self, time: float, states: Array, out: Array) -> None:
        """f(t, x), if it is finite; otherwise leave the states where the run searches for the cause.

        The time is counted from the origin of the step, here and below.
        """
        buffers = self._buffers
        # Whatever was tried before, algebraic loops are solved from the start of the step.
        if self._guesses is not None:
            self._guesses.restore()
        buffers.control.evaluations += 1.0
        at, states = self.trial.origin + time, self.constant.held(states)
        if self._has_times:
            self._executable.call("times", at, states, buffers.values, out)
        self._executable.call("derivatives", at, states, buffers.values, out)
        if not np.isfinite(out).all():
            self.trial.end = time
            count = self._count
            buffers.work[codes.TRIAL * count : (codes.TRIAL + 1) * count] = states[:count]
            raise Refusal
        self.constant.note(out)
        if time != self.trial.start:
            self.trial.note(time)

    def jacobian(self, time: float, states: Array) -> Array:
        """Its entries in the order of the layout."""
        self.trial.is_prepared = True
        entries, _ = self.slopes(time, states)
        # The matrix only has to be good enough for the iteration to converge, which the solver checks.
        entries[~np.isfinite(entries)] = 0.0
        return entries

    def slopes(self, time: float, states: Array) -> tuple[Array, Array]:
        """The entries of the Jacobian, and the derivatives by time."""
        assert self._formulas is not None
        values, out = self._buffers.values, self._results
        at, states = self.trial.origin + time, self.constant.held(states)
        if self._has_times:
            self._executable.call("times", at, states, values, out)
        self._formulas.call("jacobian", at, states, values, out)
        return out[: self._entry_count], out[self._entry_count : self._entry_count + len(states)]


class Matrix:
    """Where the entries of the Jacobian are in the array of SUNDIALS; the diagonal is always stored.

    Without a layout SUNDIALS computes them itself, by differences. In a layout with unknowns after the states, only the
    first `states` have derivatives.
    """

    def __init__(self, layout: Layout | None, states: int, hint: str) -> None:
        if layout is None:
            self.options: dict[str, Any] = {"linsolver": "dense"}
            return
        count = len(layout.states)
        rows, columns = rows_and_columns(layout.jacobian)
        every = np.arange(count)
        if count <= MAX_STATES_OF_DENSE:
            self.options = {"linsolver": "dense"}
            self._entries = rows * count + columns
            self._diagonal = every[:states] * (count + 1)
            return
        by_column = np.unique(np.concatenate([columns * count + rows, every * (count + 1)]))
        sparse = require("scipy.sparse", "a sparse matrix", cure=hint)
        pattern = sparse.csc_matrix((np.ones(len(by_column)), (by_column % count, by_column // count)))
        self.options = {"linsolver": "sparse", "sparsity": pattern}
        self._entries = np.searchsorted(by_column, columns * count + rows)
        self._diagonal = np.searchsorted(by_column, every[:states] * (count + 1))

    def fill(self, out: Array, entries: Array, factor: float, diagonal: float) -> None:
        """`factor` times the Jacobian, plus `diagonal` on the diagonal of the rows with a derivative."""
        numbers = out.reshape(-1)
        numbers[:] = 0.0
        numbers[self._entries] = factor * entries
        numbers[self._diagonal] += diagonal
