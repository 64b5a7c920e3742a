"""Values of the unknowns -> runs with sensitivities -> residuals at the measured times and their derivatives.

Many points at once run in lanes once that pays: compiling the code for lanes takes seconds. The numbers are the same.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.model import Role
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
from simnon.source import UserError

from ..points import Answer
from .comparison import Comparison
from .losses import robust
from .problem import Experiment, FitProblem

SECONDS_TO_COMPILE = 3.0
MOST_KEPT = 4
TOO_LARGE = 1e150
"""The squares of larger residuals could not be added."""


class Residuals:
    """The runs of a fit."""

    def __init__(self, model: Simulator, problem: FitProblem) -> None:
        self.model, self.problem = model, problem
        self.evaluations = 0
        self.seconds = 0.0
        """Spent in single runs."""
        self._plans: list[EnsemblePlan] = []
        self._kept: dict[bytes, list[Array]] = {}
        self._are_parameters = [model.role_of(each.name) is Role.PARAMETER for each in problem.unknowns]
        self.extended = model.with_sensitivities(problem.names, problem.measured)
        self._timed = [self._recording(each) for each in problem.experiments]
        self._comparisons = [Comparison(problem, each) for each in problem.experiments]

    def label(self, name: str) -> str:
        """What derivatives by this parameter or initial value are called."""
        return name if self.model.role_of(name) is Role.PARAMETER else f"INIT({name})"

    def at(self, point: Array) -> tuple[Array, Array]:
        """(computed - measured)/sigma for every measured value, and the derivatives by the unknowns."""
        return self._joined(self._recorded_at(point))

    def at_many(self, points: Sequence[Array]) -> list[Answer]:
        """Residuals whose sum of squares is the loss, and their derivatives, at each point; None where a run fails."""
        if len(points) > 1 and self._has_lanes():
            return self._in_lanes(np.array(points))
        answers: list[Answer] = []
        for point in points:
            try:
                answers.append(self._answer(self._recorded_at(point)))
            except UserError:
                answers.append(None)
        return answers

    def _has_lanes(self) -> bool:
        """After single runs have taken as long as it takes to compile the code for lanes."""
        problem = self.problem
        if not self._plans and self.seconds > SECONDS_TO_COMPILE and self.model.recipe.math == "own":
            self._plans = [
                EnsemblePlan(
                    self.extended,
                    [unknown.name for unknown in problem.unknowns if unknown.is_of(each)],
                    timed,
                    MemberOutputs(curves=timed.store or ()),
                )
                for each, timed in zip(problem.experiments, self._timed, strict=True)
            ]
        return bool(self._plans)

    def options(self, experiment: Experiment, point: Array) -> RunOptions:
        """Of a run of the experiment with these values of the unknowns."""
        return self._given(experiment.options, experiment, point)

    def _given(self, options: RunOptions, experiment: Experiment, point: Array) -> RunOptions:
        parameters, initial = dict(options.parameters), dict(options.initial)
        for unknown, is_parameter, value in zip(
            self.problem.unknowns, self._are_parameters, point.tolist(), strict=True
        ):
            if unknown.is_of(experiment):
                (parameters if is_parameter else initial)[unknown.name] = value
        return replace(options, parameters=parameters, initial=initial)

    def _recording(self, experiment: Experiment) -> RunOptions:
        """Of runs that record what was measured, when it was measured, with the derivatives."""
        names, times = tuple(experiment.measured.columns), tuple(experiment.measured.times.tolist())
        by = [unknown.name for unknown in self.problem.unknowns if unknown.is_of(experiment)]
        stored = (*names, *(f"d({name})/d({self.label(each)})" for name in names for each in by))
        return replace(experiment.options, store=stored, times=times, spacing=None, points=0)

    def _recorded_at(self, point: Array) -> list[Array]:
        """Of all experiments; the last few are kept, because a search ends where it has been."""
        key = point.tobytes()
        if key not in self._kept:
            experiments = zip(self._timed, self.problem.experiments, strict=True)
            found = [self._recorded(self._given(timed, each, point)) for timed, each in experiments]
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = found
        return self._kept[key]

    def _recorded(self, options: RunOptions) -> Array:
        """A row for each time, a column for each stored variable."""
        started = time.perf_counter()
        run = self.extended.run(options)
        self.evaluations += 1
        self.seconds += time.perf_counter() - started
        if run.stop.kind is StopKind.FAILURE or len(run) != len(options.times):
            raise UserError("fit-run-failed", f"a run of the fit ended early: {run.stop.message}", "give bounds")
        return np.array([run.columns[name] for name in options.store or ()]).T

    def _in_lanes(self, points: Array) -> list[Answer]:
        is_good = np.array([self._can_run(point) for point in points])
        tables: list[Array] = []
        for plan, timed, comparison in zip(self._plans, self._timed, self._comparisons, strict=True):
            found = run_slice(plan, points[is_good][:, comparison.own])
            self.evaluations += int(is_good.sum())
            recorded = np.stack([found.curves[name] for name in timed.store or ()], axis=2)
            recorded[found.stops != number_of_stop(END)] = np.nan
            whole = np.full((len(points), *recorded.shape[1:]), np.nan)
            whole[is_good] = recorded
            tables.append(whole)
        return [self._answer([table[i] for table in tables]) for i in range(len(points))]

    def _answer(self, recorded: list[Array]) -> Answer:
        # Not at all below it if a number is nan; the transpose is contiguous.
        if not all(np.vdot(table.T, table.T) < TOO_LARGE**2 for table in recorded):
            return None
        return robust(*self._joined(recorded), self.problem.loss)

    def _can_run(self, point: Array) -> bool:
        """Whether the values are within the ranges of the parameters."""
        try:
            for each in self.problem.experiments:
                self.model.start_values(self.options(each, point))
        except UserError:
            return False
        return True

    def _joined(self, recorded: Sequence[Array]) -> tuple[Array, Array]:
        compared = zip(self._comparisons, recorded, strict=True)
        pairs = [pair for comparison, table in compared for pair in comparison.pairs(table)]
        if len(pairs) == 1:
            return pairs[0]
        return np.concatenate([each for each, _ in pairs]), np.concatenate([slopes for _, slopes in pairs])

    def by_variable(self, residuals: Array) -> dict[str, Array]:
        """The residuals of each measured variable, of all experiments."""
        found: dict[str, list[Array]] = {}
        first = 0
        for experiment in self.problem.experiments:
            for name, column in experiment.measured.columns.items():
                count = int(np.isfinite(column).sum())
                found.setdefault(name, []).append(residuals[first : first + count])
                first += count
        return {name: np.concatenate(parts) for name, parts in found.items()}
