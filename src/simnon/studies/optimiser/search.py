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
        self.unit = np.array(problem.steps or [first_step(*each) for each in starts_and_bounds])
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
        """From the slopes, or a first step in each parameter: points that most other methods begin with anyway."""
        count = len(self.start)
        slopes = self._exact_slopes(np.zeros(count))
        sizes = np.zeros(1) if slopes is None else np.max(np.abs(slopes), axis=1)
        # Where a slope is zero, only a step shows how much the value changes.
        if np.all(sizes > 0.0):
            self.units = sizes
            return
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

    @property
    def has_slopes(self) -> bool:
        """Whether the trials so far came with their derivatives."""
        return bool(self.trials) and self.trials[0].measured.slopes is not None

    def slopes(self, steps: Array) -> Array:
        """The derivatives of `values`: as measured, or by central differences, one-sided at a bound."""
        exact = self._exact_slopes(steps)
        if exact is not None:
            return exact
        columns = []
        for i in range(len(steps)):
            ahead, behind = steps.copy(), steps.copy()
            ahead[i] = min(steps[i] + _DIFFERENCE, self.highest[i])
            behind[i] = max(steps[i] - _DIFFERENCE, self.lowest[i])
            columns.append((self.values(ahead) - self.values(behind)) / (ahead[i] - behind[i]))
        # Some methods read the memory of an array in order, whatever its strides.
        return np.ascontiguousarray(np.array(columns).T)

    def slopes_of_loss(self, steps: Array) -> Array:
        return np.asarray(self.slopes(steps)[0])

    def slopes_of_inequalities(self, steps: Array) -> Array:
        return self.slopes(steps)[1 : 1 + self.problem.inequalities]

    def slopes_of_equalities(self, steps: Array) -> Array:
        return self.slopes(steps)[1 + self.problem.inequalities :]

    def _exact_slopes(self, steps: Array) -> Array | None:
        """In the units of the search; None if the trial has none."""
        slopes = self.at(steps).slopes
        if slopes is None or not np.isfinite(slopes).all():
            return None
        return np.asarray(np.asarray(slopes) * self.unit / self.units[:, None])

    def best(self) -> Trial:
        return min(self.trials, key=self._worth)

    def steps_to_best(self) -> Array:
        return np.asarray((np.array(self.best().point) - self.start) / self.unit)

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


def first_step(start: float, low: float, high: float) -> float:
    """A tenth of the range, a fifth of a value without bounds, otherwise 1."""
    if math.isfinite(high - low):
        return 0.1 * (high - low)
    return 0.2 * abs(start) or 1.0
