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
    RepeatedRun,
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
from .measurements import TOO_LARGE
from .problem import Experiment, FitProblem

SECONDS_TO_COMPILE = 3.0
MOST_KEPT = 4


class Residuals:
    """The runs of a fit."""

    def __init__(self, model: Simulator, problem: FitProblem) -> None:
        self.model, self.problem = model, problem
        self.evaluations = 0
        self.seconds = 0.0
        """Spent in single runs."""
        self._plans: list[EnsemblePlan] = []
        self._kept: dict[bytes, list[Array]] = {}
        self.extended = model.with_sensitivities(problem.names, problem.measured)
        self._timed = [self._recording(each) for each in problem.experiments]
        self._runs = [
            RepeatedRun(self.extended, timed, problem.names_of(each))
            for each, timed in zip(problem.experiments, self._timed, strict=True)
        ]
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
                    problem.names_of(each),
                    timed,
                    MemberOutputs(curves=timed.store or ()),
                )
                for each, timed in zip(problem.experiments, self._timed, strict=True)
            ]
        return bool(self._plans)

    def options(self, experiment: Experiment, point: Array) -> RunOptions:
        """Of a run of the experiment with these values of the unknowns."""
        i = self.problem.experiments.index(experiment)
        given = self._runs[i].options(self._comparisons[i].chosen(point).tolist())
        return replace(experiment.options, parameters=given.parameters, initial=given.initial)

    def _recording(self, experiment: Experiment) -> RunOptions:
        """Of runs that record what was measured, when it was measured, with the derivatives."""
        names, times = tuple(experiment.measured.columns), tuple(experiment.measured.instants.tolist())
        by = [self.label(name) for name in self.problem.names_of(experiment)]
        stored = (*names, *(f"d({name})/d({each})" for name in names for each in by))
        return replace(experiment.options, store=stored, times=times, spacing=None, points=0)

    def _recorded_at(self, point: Array) -> list[Array]:
        """Of all experiments; the last few are kept, because a search ends where it has been."""
        key = point.tobytes()
        found = self._kept.get(key)
        if found is None:
            found = [self._recorded(i, point) for i in range(len(self._runs))]
            if len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = found
        return found

    def _recorded(self, i: int, point: Array) -> Array:
        """Of an experiment: a row for each time, a column for each stored variable."""
        started = time.perf_counter()
        rows, stop = self._runs[i].at(self._comparisons[i].chosen(point))
        self.evaluations += 1
        self.seconds += time.perf_counter() - started
        if stop is not None and (stop.kind is StopKind.FAILURE or len(rows) != len(self._timed[i].times)):
            raise UserError("fit-run-failed", f"a run of the fit ended early: {stop.message}", "give bounds")
        return rows[:, 1:]

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
        # Not at all below it if a number is nan.
        for table in recorded:
            if not np.vdot(table, table) < TOO_LARGE**2:
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
