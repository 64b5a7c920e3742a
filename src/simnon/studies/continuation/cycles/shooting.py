"""A point near a periodic orbit of any model -> the orbit, by runs over one period with their sensitivities.

Events are part of the runs, and their sensitivities have the jumps that moving events make, so orbits can pass through
comparisons and WHENs. Growth around the orbit limits it: with multipliers above about 1e6 it does not converge.
"""

from dataclasses import replace

import numpy as np

from simnon.model import Role
from simnon.program import Array
from simnon.simulation import RunOptions, Simulator, Trajectory
from simnon.source import UserError, frozen, listed

from ...points import Point, end_point, place
from .multipliers import ComplexArray

MAX_ITERATIONS = 25
CONVERGED = 1e-8
TOLERANCE = 1e-10
"""Of the runs."""
POINTS = 401
"""Of the orbit that is returned."""
CLOSED = 1e-6
"""Held values return if they differ by this fraction."""
LONGEST_STEP = 0.3
"""Of the period, relative to it."""


@frozen
class ShotOrbit:
    """One period from `point`, and how deviations from there grow in it."""

    point: Point
    period: float
    monodromy: Array
    run: Trajectory

    def multipliers(self) -> ComplexArray:
        found = np.asarray(np.linalg.eigvals(self.monodromy), dtype=np.complex128)
        return found[np.argsort(-np.abs(found), kind="stable")]


class Shooting:
    """With a fixed period if the model depends on time."""

    def __init__(self, simulator: Simulator, point: Point, *, is_forced: bool) -> None:
        self.simulator, self.start, self.is_forced = simulator, point, is_forced
        self.states = simulator.partials((), ()).groups.states
        given = simulator.initial_names
        hidden = [name for name in self.states if name not in given or name not in simulator.states]
        if hidden:
            raise UserError(
                "no-cycle",
                f"{listed(hidden)} cannot be given initial values, so no orbit with events can be searched",
                "write the model without relations between states",
            )
        self.held = [v.name for v in simulator.variables if v.role is Role.HELD and v.name in given]
        self._differentiated = simulator.with_sensitivities(self.states, ())

    def solve(self, period: float) -> ShotOrbit:
        states = self._start_states
        scales = np.maximum(np.abs(states), 1e-3 * max(1.0, float(np.abs(states).max(initial=0.0))))
        normal = self._slopes(self.start)
        reference = states
        for _ in range(MAX_ITERATIONS):
            run = self._run(states, period)
            moved, monodromy = self._end(run)
            matrix = monodromy - np.eye(len(states))
            right = states - moved
            if not self.is_forced:
                velocity = self._slopes(end_point(self._differentiated, run))
                matrix = np.block([[matrix, velocity[:, None]], [normal[None], np.zeros((1, 1))]])
                right = np.append(right, normal @ (reference - states))
            step = np.linalg.lstsq(matrix, right, rcond=1e-14)[0]
            change, longer = step[: len(states)], 0.0 if self.is_forced else float(step[-1])
            size = max(float(np.abs(change / scales).max()), abs(longer) / period)
            if size <= CONVERGED:
                return self._found(states, period, monodromy, run)
            share = min(1.0, LONGEST_STEP * period / max(abs(longer), 1e-300))
            states, period = states + share * change, period + share * longer
        raise UserError(
            "no-cycle",
            "no periodic orbit was found near the run",
            "run for longer until it repeats itself, or give the period",
        )

    def _found(self, states: Array, period: float, monodromy: Array, run: Trajectory) -> ShotOrbit:
        final = end_point(self._differentiated, run).values
        changed = [
            name
            for name in self.held
            if abs(final[name] - self.start.values[name]) > CLOSED * max(1.0, abs(final[name]))
        ]
        if changed:
            raise UserError(
                "no-cycle",
                f"{listed(changed)} does not return to its value after a period",
                "give the period of all, or a run that has settled",
            )
        point = self.start.with_values(dict(zip(self.states, states.tolist(), strict=True)))
        return ShotOrbit(point, period, monodromy, self.fine_run(point, period, POINTS))

    def fine_run(self, point: Point, span: float, points: int) -> Trajectory:
        """From a point, without sensitivities, at many times."""
        states = np.array([point.values[name] for name in self.states])
        options = self._options(states, span)
        times = tuple(np.linspace(options.start, options.stop, points).tolist())
        return self.simulator.whole_run(replace(options, times=times))

    @property
    def _start_states(self) -> Array:
        return np.array([self.start.values[name] for name in self.states])

    def _options(self, states: Array, span: float) -> RunOptions:
        values, time = self.start.values, self.start.time
        parameters = {name: values[name] for name in self.simulator.parameters}
        initial = {name: values[name] for name in self.held} | dict(zip(self.states, states.tolist(), strict=True))
        stored = self.simulator.recordable
        return RunOptions(time, time + span, parameters, initial, rtol=TOLERANCE, store=stored)

    def _run(self, states: Array, period: float) -> Trajectory:
        run = self._differentiated.whole_run(self._options(states, period))
        if run.stop.time < self.start.time + period:
            raise UserError("no-cycle", f"a run over one period stops early: {run.stop.message}", run.stop.hint)
        return run

    def _end(self, run: Trajectory) -> tuple[Array, Array]:
        final = run.final
        states = np.array([final[name] for name in self.states])
        rows = [[final[f"d({name})/d(INIT({by}))"] for by in self.states] for name in self.states]
        return states, np.array(rows)

    def _slopes(self, point: Point) -> Array:
        return place(self.simulator.partials((), ()), point).derivatives()
