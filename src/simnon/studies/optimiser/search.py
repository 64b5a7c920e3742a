"""The trials of a search so far, in the units of the search.

A parameter counts from its start, in units of its first step; loss and constraints in units of their changes over the
first steps. The methods have thresholds of their own, which would otherwise depend on the user's units.
"""

import math
from collections.abc import Callable

import numpy as np

from simnon.program import Array

from .problem import Measured, Optimum, Problem, SearchOptions, Trial

_DIFFERENCE = 1e-3
"""The step of central differences: large compared with the errors of runs, small compared with the first step."""
NEARLY = 1e-6
"""A constraint counts as satisfied if its violation is below this fraction of its largest value so far."""


class Enough(Exception):
    """The search has used all its runs."""


class Search:
    """The trials so far, and the scaling of their parameters."""

    def __init__(self, measure: Callable[[Array], Measured], problem: Problem, options: SearchOptions) -> None:
        self.measure, self.problem, self.options = measure, problem, options
        self.start, self.low, self.high = (np.array(part) for part in (problem.start, problem.low, problem.high))
        starts_and_bounds = zip(problem.start, problem.low, problem.high, strict=True)
        self.unit = np.array([_first_step(*each) for each in starts_and_bounds])
        self.lowest, self.highest = (self.low - self.start) / self.unit, (self.high - self.start) / self.unit
        self.trials: list[Trial] = []
        self.improvements: list[int] = []
        self.runs_left = options.most_runs
        self.multipliers: tuple[float, ...] = ()
        self._known: dict[bytes, Measured] = {}
        self.sizes = [0.0] * problem.constraints
        """The largest value of each constraint so far."""
        self.units = np.ones(1 + len(self.sizes))
        """Of the loss and the constraints."""

    def choose_units(self) -> None:
        """From a first step in each parameter: points that most methods begin with anyway."""
        count = len(self.start)
        signs = np.where((self.highest >= 1.0) | (self.highest >= -self.lowest), 1.0, -1.0)
        start = self.values(np.zeros(count))
        changes = np.array([self.values(step) - start for step in signs * np.eye(count)])
        with np.errstate(invalid="ignore"):
            sizes = np.max(np.abs(np.where(np.isfinite(changes), changes, 0.0)), axis=0)
        sizes = np.where(sizes > 0.0, sizes, np.abs(start))
        self.units = np.where(np.isfinite(sizes) & (sizes > 0.0), sizes, 1.0)

    def at(self, steps: Array) -> Measured:
        """The results at this many steps from the start; no run is repeated."""
        point = np.clip(self.start + self.unit * steps, self.low, self.high)
        key = point.tobytes()
        if key not in self._known:
            if self.runs_left <= 0:
                raise Enough
            self.runs_left -= 1
            measured = self.measure(point)
            self._known[key] = measured
            self.trials.append(Trial(tuple(point.tolist()), measured))
            sizes = zip(self.sizes, (*measured.inequalities, *measured.equalities), strict=True)
            self.sizes = [max(size, abs(value)) if math.isfinite(value) else size for size, value in sizes]
            if not self.improvements or self._worth(self.trials[-1]) < self._worth(self.trials[self.improvements[-1]]):
                self.improvements.append(len(self.trials) - 1)
        return self._known[key]

    def values(self, steps: Array) -> Array:
        """The loss, the inequalities and the equalities."""
        measured = self.at(steps)
        return np.array((measured.loss, *measured.inequalities, *measured.equalities)) / self.units

    def loss(self, steps: Array) -> float:
        return float(self.values(steps)[0])

    def inequalities(self, steps: Array) -> Array:
        return self.values(steps)[1 : 1 + self.problem.inequalities]

    def equalities(self, steps: Array) -> Array:
        return self.values(steps)[1 + self.problem.inequalities :]

    def slopes(self, values: Callable[[Array], Array | float], steps: Array) -> Array:
        """The derivatives of all values by central differences, one-sided at a bound."""
        columns = []
        for i in range(len(steps)):
            ahead, behind = steps.copy(), steps.copy()
            ahead[i] = min(steps[i] + _DIFFERENCE, self.highest[i])
            behind[i] = max(steps[i] - _DIFFERENCE, self.lowest[i])
            change = np.asarray(values(ahead)) - np.asarray(values(behind))
            columns.append(change / (ahead[i] - behind[i]))
        return np.array(columns).T

    def best(self) -> Trial:
        return min(self.trials, key=self._worth)

    def _worth(self, trial: Trial) -> tuple[bool, float, float]:
        missed = self._missed(trial.measured)
        loss = trial.measured.loss if math.isfinite(trial.measured.loss) else math.inf
        return (False, 0.0, loss) if missed == 0 and loss < math.inf else (True, missed, loss)

    def _missed(self, measured: Measured) -> float:
        """The violation of the constraints, as a fraction of their largest values so far; zero if satisfied."""
        values = (*measured.inequalities, *map(abs, measured.equalities))
        missed = max((value / (size or 1.0) for value, size in zip(values, self.sizes, strict=True)), default=0.0)
        return math.inf if math.isnan(missed) else missed if missed > NEARLY else 0.0

    def optimum(self, *, is_converged: bool, why: str) -> Optimum:
        best = self.best()
        is_feasible = self._missed(best.measured) == 0
        steps = tuple((self.unit * self.options.tolerance).tolist())
        number = self.trials.index(best)
        improvements = (*(each for each in self.improvements if each < number), number)
        trials = tuple(self.trials)
        return Optimum(best, trials, improvements, is_converged, is_feasible, why, steps, self.multipliers)


def _first_step(start: float, low: float, high: float) -> float:
    """A tenth of the range, a fifth of a value without bounds, otherwise 1."""
    if math.isfinite(high - low):
        return 0.1 * (high - low)
    return 0.2 * abs(start) or 1.0
