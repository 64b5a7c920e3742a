"""Initial states, controls and parameters of intervals -> where each leads, with exact derivatives.

Each interval is a run of its own with sensitivities. If time itself does not matter to the model, all of them begin at
the same time and can run side by side in lanes.
"""

import time as clock
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.compiler import Ramp, names_of_ramp
from simnon.model import Role, names_in
from simnon.program import Array
from simnon.simulation import (
    END,
    EnsemblePlan,
    MemberOutputs,
    RunOptions,
    Simulator,
    StopKind,
    number_of_stop,
    run_slice,
)
from simnon.source import UserError, frozen

from .problem import ControlProblem

SECONDS_TO_COMPILE = 3.0


@frozen
class Ends:
    """Of many intervals, a row for each: the states at their ends, the outputs at their starts, and the derivatives of
    both by the initial states, the controls at both ends, the length of the interval and the free parameters."""

    states: Array
    by_inputs: Array
    outputs: Array
    outputs_by_inputs: Array


class Intervals:
    """`inputs` of an interval are its initial states, the controls at its start and at its end, its length, and the
    free parameters; controls that are constant have no value at the end."""

    def __init__(self, model: Simulator, problem: ControlProblem, outputs: Sequence[str]) -> None:
        self.model, self.problem, self.outputs = model, problem, tuple(outputs)
        self.states = model.integrated
        self.controls = tuple(problem.controls)
        self.parameters = tuple(name for name in problem.free if model.role_of(name) is Role.PARAMETER)
        self.is_timeless = is_timeless(model)
        self.runs = 0
        self.seconds = 0.0
        """Spent in single runs."""
        self.driven = _driven(model, self.controls) if problem.is_linear else model
        self._values = [names_of_ramp(name)[0] if problem.is_linear else name for name in self.controls]
        self._slopes = [names_of_ramp(name)[1] for name in self.controls] if problem.is_linear else []
        given = [*self._values, *self._slopes, *self.parameters]
        self._directions = (*self.states, *given)
        self.extended = self.driven.with_sensitivities(self._directions, self.outputs)
        labels = [*(f"INIT({name})" for name in self.states), *given]
        self._shown = (*self.states, *self.outputs)
        self._store = (*self._shown, *(f"d({name})/d({label})" for name in self._shown for label in labels))
        self._plan: tuple[float, EnsemblePlan] | None = None

    @property
    def size(self) -> int:
        """The number of inputs of an interval."""
        ends = 2 if self.problem.is_linear else 1
        return len(self.states) + ends * len(self.controls) + 1 + len(self.parameters)

    def ends(self, starts: Array, inputs: Array) -> Ends | None:
        """None if a run fails; all intervals have the same length."""
        n, m = len(self.states), len(self.controls)
        length = float(inputs[0, self.length_column])
        given = self._given(inputs, length)
        rows = self._recorded(starts, given, length)
        if rows is None:
            return None
        count, shown = len(self._directions), len(self._shown)
        slopes = rows[:, :, shown:].reshape(len(rows), 2, shown, count)
        by_inputs = self._by_inputs(slopes[:, 1, :n], inputs, length)
        if self.problem.stop is not None and length > 0.0:
            by_inputs[:, :, self.length_column] += self._rates(starts + length, rows[:, 1, :n], given, length)
        return Ends(
            rows[:, 1, :n], by_inputs, rows[:, 0, n:shown], self._by_inputs(slopes[:, 0, n:], inputs, length, m)
        )

    @property
    def length_column(self) -> int:
        return self.size - len(self.parameters) - 1

    def _given(self, inputs: Array, length: float) -> Array:
        """The numbers that a run is given: initial states, values and slopes of controls, parameters."""
        n, m = len(self.states), len(self.controls)
        parts = [inputs[:, : n + m]]
        if self.problem.is_linear:
            change = inputs[:, n + m : n + 2 * m] - inputs[:, n : n + m]
            parts.append(change / length if length > 0.0 else np.zeros_like(change))
        return np.hstack([*parts, inputs[:, self.length_column + 1 :]])

    def _by_inputs(self, slopes: Array, inputs: Array, length: float, at_start: int = 0) -> Array:
        """The derivatives by the numbers of a run -> those by the inputs of an interval."""
        n, m, p = len(self.states), len(self.controls), len(self.parameters)
        found = np.zeros((*slopes.shape[:2], self.size))
        found[:, :, : n + m] = slopes[:, :, : n + m]
        if self.problem.is_linear and length > 0.0 and not at_start:
            by_slope = slopes[:, :, n + m : n + 2 * m]
            change = inputs[:, n + m : n + 2 * m] - inputs[:, n : n + m]
            found[:, :, n : n + m] -= by_slope / length
            found[:, :, n + m : n + 2 * m] += by_slope / length
            found[:, :, self.length_column] -= np.einsum("kij,kj->ki", by_slope, change) / length**2
        if p:
            found[:, :, -p:] = slopes[:, :, -p:]
        return found

    def _rates(self, times: Array, states: Array, given: Array, length: float) -> Array:
        """The derivatives of the states at the ends: what a longer interval adds."""
        n, rates = len(self.states), np.zeros_like(states)
        for k, row in enumerate(given):
            parameters = {**self.problem.options.parameters, **self._parameters(row, float(times[k]) - length)}
            rates[k] = self.driven.derivatives(float(times[k]), states[k], parameters)
        assert rates.shape[1] == n, "optimal control: a rate for each state"
        return rates

    def _parameters(self, row: Array, start: float) -> dict[str, float]:
        n = len(self.states)
        given = dict(zip(self._directions[n:], row[n:].tolist(), strict=True))
        nodes = {names_of_ramp(name)[2]: start for name in self.controls} if self.problem.is_linear else {}
        return {**given, **nodes}

    def _recorded(self, starts: Array, given: Array, length: float) -> Array | None:
        """For each interval a row at its start and one at its end; one and the same if it has no length."""
        if self.is_timeless and length > 0.0 and len(given) > 1 and self._has_lanes():
            return self._in_lanes(given, length)
        rows = np.empty((len(given), 2, len(self._store)))
        for k, row in enumerate(given):
            start = self.problem.options.start if self.is_timeless else float(starts[k])
            found = self._run(start, row, length)
            if found is None:
                return None
            rows[k] = found
        return rows

    def _run(self, start: float, row: Array, length: float) -> Array | None:
        began = clock.perf_counter()
        try:
            run = self.extended.whole_run(self._options(start, row, length))
        except UserError:
            # Outside a RANGE, or a REQUIRE is not met.
            return None
        self.runs += 1
        self.seconds += clock.perf_counter() - began
        if run.stop.kind is not StopKind.END or not len(run):
            return None
        found = np.stack([run.columns[name] for name in self._store], axis=1)[[0, -1]]
        return found if np.isfinite(found).all() else None

    def _options(self, start: float, row: Array, length: float) -> RunOptions:
        options = self.problem.options
        initial = dict(zip(self.states, row[: len(self.states)].tolist(), strict=True))
        return replace(
            options,
            start=start,
            stop=start + length,
            parameters={**options.parameters, **self._parameters(row, start)},
            initial={**options.initial, **initial},
            store=self._store,
            times=(start, start + length) if length > 0.0 else (start,),
            spacing=None,
            points=0,
        )

    def _has_lanes(self) -> bool:
        """After single runs have taken as long as it takes to compile the code for lanes."""
        return self.seconds > SECONDS_TO_COMPILE and self.model.recipe.math == "own"

    def _plan_for(self, length: float) -> EnsemblePlan:
        """The code is the same for every length."""
        if self._plan is None or self._plan[0] != length:
            options = self._options(self.problem.options.start, np.zeros(len(self._directions)), length)
            plan = EnsemblePlan(self.extended, self._directions, options, MemberOutputs(curves=self._store))
            self._plan = (length, plan)
        return self._plan[1]

    def _in_lanes(self, given: Array, length: float) -> Array | None:
        if not all(map(self._can_run, given)):
            return None
        found = run_slice(self._plan_for(length), given)
        self.runs += len(given)
        rows = np.stack([found.curves[name] for name in self._store], axis=2)
        is_good = bool(np.all(found.stops == number_of_stop(END))) and bool(np.isfinite(rows).all())
        return rows if is_good else None

    def _can_run(self, row: Array) -> bool:
        """Whether the values are within the ranges of the parameters."""
        start = self.problem.options.start
        try:
            self.driven.check_parameters(self._parameters(row, start))
            self.driven.check_together({**self.problem.options.parameters, **self._parameters(row, start)})
        except UserError:
            return False
        return True


def _driven(model: Simulator, controls: Sequence[str]) -> Simulator:
    recipe = model.recipe
    ramps = tuple((name, Ramp()) for name in controls)
    return Simulator.of(replace(recipe, inputs=(*recipe.inputs, *ramps)).compiled())


def is_timeless(model: Simulator) -> bool:
    """Whether nothing in the model reads the time."""
    hybrid = model.analysed.model
    values = [equation.value for equation in (*hybrid.equations, *hybrid.initial_equations)]
    values += [equation.value for event in hybrid.events for equation in event.equations]
    values += [event.at for event in hybrid.time_events]
    return not hybrid.samplers and all(hybrid.time not in names_in(value) for value in values)
