"""The steps of CVODE and IDA, one at a time, for a run loop that requests them (`kernels.library_steps`).

The loop keeps everything that defines a run: instants, events, delays, records. SUNDIALS chooses the order and the
length of a step and solves for it. After an event, a failure, or a step that reached its bound, the method restarts at
order 1.
"""

import math
import os
import warnings
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from simnon.compiler import MethodCode
from simnon.kernels import control as codes
from simnon.kernels import is_interpolant_needed
from simnon.program import Array, Executable, Layout
from simnon.source import interrupts_held, require

from .constant_states import ConstantStates
from .equations import Equations, Guesses, Matrix, Refusal, SolverStep
from .exposed_loops import ExposedLoops
from .options import RunOptions
from .run_buffers import RunBuffers, absolute_tolerances

HINT = "install simnon[sundials]; if scikit-sundae has no wheel for this machine, use rodas5p"
THREADS = "OMP_NUM_THREADS"
FIFTHS = (1, 2, 3, 4)
"""States at these fifths of a step are stored in the arrays of `work` with these numbers (`kernels.quintic`)."""
SHORTEST_SPACINGS = 16.0
"""A step this short, in spacings of time, is a straight line."""
SHORTER = 0.1
"""The next step after a failure, as a fraction of the failed one."""
SHORTEST = 1e-100
"""SUNDIALS multiplies steps by each other to compare their signs."""
BELOW_DELAY = 0.999
"""Steps a little shorter than a delay never end at the bound that it sets, where the method would restart."""
MAX_FAILURES = 3
"""After this many failures in a row the model solves its algebraic loops itself, until the next event."""
KRYLOV_VECTORS = 20
"""The most products with the Jacobian for one solution of its equations."""
MAX_SHORT_STEPS = 1000
"""The number of successive steps that can be too short to change the time."""
MUCH_LONGER = 4.0
"""When the shortest delay has grown by this factor, longer steps are worth a restart."""


class Solver(Protocol):
    """An integrator of SUNDIALS at some time of a run; its times are counted from its last start."""

    def restart(self, states: Array) -> None: ...

    def step(self, end: float) -> tuple[float, Array]:
        """One step, not beyond `end`: the time and the states reached."""

    def look_back(self, time: float) -> Array:
        """The states within the last step, or at its end, from which the next one then continues."""


class Cvode:
    """x' = f(t, x)."""

    def __init__(self, library: Any, equations: Equations, matrix: Matrix, options: dict[str, Any]) -> None:
        def jacobian(time: float, states: Array, _derivatives: Array, out: Array) -> None:
            matrix.fill(out, equations.jacobian(time, states), 1.0, 0.0)

        def begin_products(time: float, states: Array, _derivatives: Array) -> None:
            equations.begin_products(time, states)

        def product(_time: float, _states: Array, _derivatives: Array, direction: Array, out: Array) -> None:
            equations.product(direction, out)

        form = matrix.options
        if equations.has_tangents:
            products = library.cvode.CVODEJacTimes(begin_products, product)
            form = {"linsolver": "gmres", "krylov_dim": KRYLOV_VECTORS, "jactimes": products}
        self._solver = library.cvode.CVODE(
            equations.derivatives, jacfn=jacobian if equations.has_formulas else None, **options, **form
        )

    def restart(self, states: Array) -> None:
        self._solver.init_step(0.0, states)

    def step(self, end: float) -> tuple[float, Array]:
        return _step(self._solver, end)

    def look_back(self, time: float) -> Array:
        return _look_back(self._solver, time)


class Ida:
    """F(t, x, x') = 0, which here is x' - f(t, x), where f solves the algebraic loops."""

    def __init__(self, library: Any, equations: Equations, matrix: Matrix, options: dict[str, Any]) -> None:
        self._equations = equations

        def residual(time: float, states: Array, derivatives: Array, out: Array) -> None:
            equations.derivatives(time, states, out)
            np.subtract(derivatives, out, out=out)

        def jacobian(
            time: float, states: Array, _derivatives: Array, _residual: Array, by_derivative: float, out: Array
        ) -> None:
            matrix.fill(out, equations.jacobian(time, states), -1.0, by_derivative)

        self._solver = library.ida.IDA(
            residual, jacfn=jacobian if equations.has_formulas else None, **options, **matrix.options
        )

    def restart(self, states: Array) -> None:
        derivatives = np.zeros(len(states))
        self._equations.derivatives(0.0, states, derivatives)
        self._solver.init_step(0.0, states, derivatives)

    def step(self, end: float) -> tuple[float, Array]:
        return _step(self._solver, end)

    def look_back(self, time: float) -> Array:
        return _look_back(self._solver, time)


class ExposedIda:
    """x' - f(t, x, z) = 0 and g(t, x, z) = 0, with z the unknowns of the algebraic loops.

    They count in the error test like states: the next step is predicted from their past too.
    """

    def __init__(self, library: Any, loops: ExposedLoops, options: dict[str, Any]) -> None:
        self._loops = loops

        def jacobian(
            time: float, values: Array, _derivatives: Array, _residual: Array, by_derivative: float, out: Array
        ) -> None:
            loops.jacobian(time, values, by_derivative, out)

        self._solver = library.ida.IDA(
            loops.residual, jacfn=jacobian, algebraic_idx=loops.unknowns, **options, **loops.matrix.options
        )

    def restart(self, states: Array) -> None:
        self._solver.init_step(0.0, *self._loops.start(0.0, states))

    def step(self, end: float) -> tuple[float, Array]:
        self._loops.copy_values()
        time, values = _step(self._solver, end)
        return time, self._loops.taken_over(values)

    def look_back(self, time: float) -> Array:
        return self._loops.states_in(_look_back(self._solver, time))


SOLVERS: dict[str, type[Cvode | Ida]] = {"cvode": Cvode, "ida": Ida}


def _step(solver: Any, end: float) -> tuple[float, Array]:
    found = solver.step(end, "onestep", end)
    if found.status < 0:
        raise Refusal
    return float(found.t), found.y


def _look_back(solver: Any, time: float) -> Array:
    states: Array = solver.step(time, "normal").y
    return states


def _float_before(origin: float, passed: float) -> float:
    """The last float at most `passed` after the origin."""
    time = origin + passed
    return math.nextafter(time, -math.inf) if time - origin > passed else time


def _shortest(time: float) -> float:
    return SHORTEST_SPACINGS * math.ulp(time)


class Sundials:
    """Takes the steps of one run."""

    def __init__(
        self,
        method: str,
        executable: Executable,
        code: MethodCode,
        buffers: RunBuffers,
        options: RunOptions,
        notes: list[str],
    ) -> None:
        self._library = load_library(method)
        self._notes = notes
        self._make_solver = SOLVERS[method]
        self._layout = executable.layout
        self._count = len(self._layout.states)
        self._trial, self._guesses, self._constant = SolverStep(), Guesses(buffers), ConstantStates(self._count)
        self._equations = Equations(
            executable, code.formulas, buffers, self._trial, self._guesses, self._constant, code.tangents
        )
        self._matrix = Matrix(None if code.formulas is None else code.formulas.layout, self._count, HINT)
        exposed = code.exposed
        self._exposed = None if exposed is None else ExposedLoops(exposed, self._layout, self._equations, buffers, HINT)
        self._is_suspended = self._was_suspended = False
        self._failures = 0
        """Failures in a row."""
        self._buffers = buffers
        self._options = options
        self._solver: Solver | None = None
        self._longest_step = 0.0
        self._reached = -math.inf
        self._events = -1.0
        """Their number at the last step."""
        self._must_restart = True

    def step(self) -> None:
        """Take the step that the loop requests, or report that it failed."""
        control = self._buffers.control
        # A solver interrupted within a step could not continue to the same result.
        with interrupts_held():
            time, bound = control.time, control.bound
            if control.events != self._events:
                self._resume_exposure()
            has_stepped = self._has_stepped(time, bound)
            if not has_stepped and self._is_exposed and self._is_failing(time):
                self._suspend_exposure(time)
                has_stepped = self._has_stepped(time, bound)
            # If the solver has the unknowns, no loop has been solved at the end of the step so far.
            control.has_failed_loop = not self._is_exposed and self._guesses.has_failed()
            self._failures = 0 if has_stepped else self._failures + 1
            self._events = control.events
            control.library_step = codes.MADE if has_stepped else codes.FAILED

    def start_again(self) -> None:
        """Something changed between two steps: forget the earlier ones."""
        self._must_restart = True

    def _has_stepped(self, time: float, bound: float) -> bool:
        """Try the step; if it fails, propose a shorter one."""
        control, trial = self._buffers.control, self._trial
        trial.begin(time - trial.origin)
        self._guesses.keep()
        has_stepped = True
        try:
            control.bound = self._take_step(time, bound)
        except Refusal:
            has_stepped = False
            self._must_restart = True
            self._guesses.restore()
            shorter = SHORTER * (min(trial.end, bound - trial.origin) - trial.start)
            # The solver restarts with steps that can be shorter than the spacing of floats.
            minimum = 2.0 * _shortest(time)
            shorter = max(shorter, minimum) if bound - time > minimum else shorter
            control.proposed_step = shorter if shorter > SHORTEST else 0.0
        control.steps += trial.rejections
        control.rejected += trial.rejections
        return has_stepped

    @property
    def _is_exposed(self) -> bool:
        """Whether the unknowns of algebraic loops are among those of the solver."""
        return self._exposed is not None and not self._is_suspended

    def _is_failing(self, time: float) -> bool:
        return self._failures + 1 >= MAX_FAILURES or self._buffers.control.proposed_step <= _shortest(time)

    def _suspend_exposure(self, time: float) -> None:
        """Let the model solve its loops itself: perhaps only their unknowns can no longer be followed."""
        if not self._was_suspended:
            self._notes.append(
                f"at t = {time:g} the unknowns of the algebraic loops could no longer be followed: "
                "until the next event they are solved again in every evaluation"
            )
        self._is_suspended, self._was_suspended, self._solver = True, True, None

    def _resume_exposure(self) -> None:
        """After an event the loops are different."""
        if self._is_suspended:
            self._is_suspended, self._solver = False, None

    def _take_step(self, time: float, bound: float) -> float:
        """Store the states at the end of the step and at its fifths in `work`; return the time at the end."""
        states = self._buffers.states[: self._count]
        if bound - time <= max(_shortest(time), _shortest(bound)):
            self._take_short_step(time, bound - time, states)
            self._must_restart = True
            return bound
        solver, latest, new = self._advance(time, bound, states)
        origin = self._trial.origin
        self._must_restart = latest >= bound - origin
        end = bound if self._must_restart else _float_before(origin, latest)
        self._reached = end
        begin, h = time - origin, end - time
        control: Any = self._buffers.control
        is_needed = is_interpolant_needed(time, h, control)
        is_between_floats = not self._must_restart and end - origin != latest
        # The solver counts from its origin, so its steps end between floats; the run needs the states at a float.
        if is_between_floats:
            new = solver.look_back(end - origin)
        self._leave(codes.NEW, new)
        if is_needed and h <= _shortest(end):
            self._leave_line(states, new)
        elif is_needed:
            for k in FIFTHS:
                self._leave(k, solver.look_back(begin + 0.2 * k * h))
        # The solver continues from where it last looked.
        if (is_needed or is_between_floats) and not self._must_restart:
            solver.look_back(latest)
        return end

    def _advance(self, time: float, bound: float, states: Array) -> tuple[Solver, float, Array]:
        """Advance the solver until the time is a different float; the time from the origin, and the states."""
        control = self._buffers.control
        for _ in range(MAX_SHORT_STEPS):
            solver = self._solver_at(time, states)
            latest, new = solver.step(bound - self._trial.origin)
            if self._constant.has_moved:
                self._must_restart = True
            elif latest >= bound - self._trial.origin or _float_before(self._trial.origin, latest) > time:
                return solver, latest, new
            else:
                control.steps += 1.0
                self._must_restart, self._reached, self._events = False, time, control.events
        raise Refusal

    def _take_short_step(self, time: float, h: float, states: Array) -> None:
        slopes = np.zeros(self._count)
        self._trial.origin = time
        self._trial.begin(0.0)
        self._constant.begin(states)
        self._equations.derivatives(0.0, states, slopes)
        new = states + h * slopes
        self._leave_line(states, new)
        self._leave(codes.NEW, new)

    def _leave_line(self, states: Array, new: Array) -> None:
        for k in FIFTHS:
            self._leave(k, states + 0.2 * k * (new - states))

    def _solver_at(self, time: float, states: Array) -> Solver:
        """The solver, restarted if something has happened since its last step."""
        control = self._buffers.control
        longest = self._options.largest_step
        if control.delay_count > 0.0:
            longest = min(longest, BELOW_DELAY * control.shortest_delay)
        solver = self._solver
        if solver is None or longest > MUCH_LONGER * self._longest_step:
            solver = self._solver = self._solver_with(longest)
            self._longest_step = longest
            self._must_restart = True
        if self._must_restart or control.events != self._events or time != self._reached:
            self._trial.is_prepared = False
            self._trial.origin = time
            self._trial.begin(0.0)
            self._constant.begin(states)
            solver.restart(states)
        return solver

    def _solver_with(self, longest_step: float) -> Solver:
        exposed = None if self._is_suspended else self._exposed
        layout = self._layout if exposed is None else exposed.layout
        options = {
            "rtol": self._options.rtol,
            "atol": self._absolute_tolerance(layout),
            "max_step": longest_step if math.isfinite(longest_step) else 0.0,
        }
        with warnings.catch_warnings():
            # It warns that a pattern is not needed with a Jacobian, but a sparse matrix needs both.
            warnings.simplefilter("ignore", UserWarning)
            if exposed is not None:
                return ExposedIda(self._library, exposed, options)
            return self._make_solver(self._library, self._equations, self._matrix, options)

    def _absolute_tolerance(self, layout: Layout) -> float | Array:
        """One number if they are all equal: the library looks at each of many in Python."""
        given = self._options.atol
        return float(given) if not isinstance(given, Mapping) else absolute_tolerances(given, layout)

    def _leave(self, array: int, states: Array) -> None:
        self._buffers.work[array * self._count : (array + 1) * self._count] = self._constant.held(states)


def load_library(method: str) -> ModuleType:
    """Import SUNDIALS for Python.

    One thread solves its sparse matrices, but OpenMP would make the others spin while they wait, which costs a busy
    machine ten times as much. It reads the environment when it is loaded.
    """
    had = os.environ.get(THREADS)
    os.environ[THREADS] = had or "1"
    try:
        return require("sksundae", f"the method {method}", cure=HINT)
    finally:
        if had is None:
            del os.environ[THREADS]
