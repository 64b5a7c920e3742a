"""A loss computed from a run -> the parameters that minimise it, within bounds and under constraints.

Losses of simulations are smooth only down to the tolerance of the runs, and their derivatives are unknown. So the
default method builds quadratic models of loss and constraints from widely spaced points (COBYQA, Ragonneau 2022);
the others are the simplex of Nelder and Mead for losses with corners, sequential quadratic programming on central
differences for many parameters and precise runs, and differential evolution for losses with many valleys.

Every search works in scaled coordinates: a parameter counts from its start, in units of its first step.
"""

import contextlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from simnon.program import Array
from simnon.source import UserError, frozen, require

METHODS = ("quadratic", "simplex", "gradient", "global")
_DIFFERENCE = 1e-3
"""The step of central differences: large compared with the errors of runs, small compared with the first step."""
_NEARLY = 1e-6
"""A constraint counts as satisfied if its violation is below this fraction of its largest value so far."""


@frozen
class Problem:
    """`low` and `high` are infinite if there is no bound; the counts are those of the constraints of each trial."""

    start: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    inequalities: int = 0
    equalities: int = 0


@frozen
class Measured:
    """The loss of a run, values that must not be positive, and values that must be zero; nan if it failed."""

    loss: float
    inequalities: tuple[float, ...] = ()
    equalities: tuple[float, ...] = ()


@frozen
class Trial:
    point: tuple[float, ...]
    measured: Measured


@frozen
class SearchOptions:
    """`tolerance` is the last step as a fraction of the first one."""

    method: str = "quadratic"
    tolerance: float = 1e-5
    most_runs: int = 1000
    seed: int = 0


@frozen
class Optimum:
    """`best` is the feasible trial with the smallest loss or, without one, the trial with the smallest violation."""

    best: Trial
    trials: tuple[Trial, ...]
    improvements: tuple[int, ...]
    """The numbers, from 0, of the trials that improved on all before them; the last is the best."""
    is_converged: bool
    is_feasible: bool
    why: str
    """Why the search ended."""
    steps: tuple[float, ...]
    """How far the last steps went in each parameter: the optimum is known no more precisely."""


class Interrupted(Exception):
    """Raised by the loss to end the search with the best trial so far."""


class _Enough(Exception):
    """The search has used all its runs."""


def optimise(measure: Callable[[Array], Measured], problem: Problem, options: SearchOptions | None = None) -> Optimum:
    """Search from the start of the problem; `measure` performs one run."""
    options = options or SearchOptions()
    check_problem(problem, options)
    search = _Search(measure, problem, options)
    optimize = require("scipy.optimize", "the optimiser", "studies")
    try:
        search.at(np.zeros(len(problem.start)))
        if not math.isfinite(search.trials[0].measured.loss):
            raise UserError("no-loss", "there is no loss at the starting point", "start from different values")
        is_converged = _SEARCHES[options.method](optimize, search)
        why = f"the steps became smaller than {options.tolerance:g} of the first ones"
        if not is_converged:
            why = "no better point could be found"
    except _Enough:
        is_converged, why = False, f"the limit of {options.most_runs} runs was reached"
    except Interrupted:
        if not search.trials:
            raise UserError("interrupted", "the search was interrupted in its first run") from None
        is_converged, why = False, "it was interrupted"
    return search.optimum(is_converged=is_converged, why=why)


def check_problem(problem: Problem, options: SearchOptions) -> None:
    """Reject an ill-posed search, and report why."""
    if options.method not in METHODS:
        raise UserError("unknown-method", f"unknown search method '{options.method}'", f"choose {', '.join(METHODS)}")
    if not 0 < options.tolerance < 1 or options.most_runs < 1:
        raise UserError("bad-option", "the tolerance must be between 0 and 1, and the number of runs at least 1")
    if not problem.start or not len(problem.start) == len(problem.low) == len(problem.high):
        raise UserError("bad-bounds", "each parameter needs a start, a lower and an upper bound")
    for start, low, high in zip(problem.start, problem.low, problem.high, strict=True):
        if not low < high:
            raise UserError(
                "bad-bounds", f"the bounds {low:g} and {high:g} leave no values", "give the lower bound first"
            )
        if not low <= start <= high:
            raise UserError("bad-bounds", f"the search starts at {start:g}, outside {low:g} to {high:g}")
        if options.method == "global" and not math.isfinite(high - low):
            raise UserError("bad-bounds", "a global search needs both bounds of each parameter")
    if options.method == "simplex" and problem.inequalities + problem.equalities:
        raise UserError("bad-option", "the simplex takes no constraints", "omit the method")


class _Search:
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
        self._known: dict[bytes, Measured] = {}
        self._sizes = [0.0] * (problem.inequalities + problem.equalities)
        """The largest value of each constraint so far."""

    def at(self, steps: Array) -> Measured:
        """The results at this many steps from the start; no run is repeated."""
        point = np.clip(self.start + self.unit * steps, self.low, self.high)
        key = point.tobytes()
        if key not in self._known:
            if self.runs_left <= 0:
                raise _Enough
            self.runs_left -= 1
            measured = self.measure(point)
            self._known[key] = measured
            self.trials.append(Trial(tuple(point.tolist()), measured))
            sizes = zip(self._sizes, (*measured.inequalities, *measured.equalities), strict=True)
            self._sizes = [max(size, abs(value)) if math.isfinite(value) else size for size, value in sizes]
            if not self.improvements or self._worth(self.trials[-1]) < self._worth(self.trials[self.improvements[-1]]):
                self.improvements.append(len(self.trials) - 1)
        return self._known[key]

    def loss(self, steps: Array) -> float:
        return self.at(steps).loss

    def inequalities(self, steps: Array) -> Array:
        return np.array(self.at(steps).inequalities)

    def equalities(self, steps: Array) -> Array:
        return np.array(self.at(steps).equalities)

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
        missed = max((value / (size or 1.0) for value, size in zip(values, self._sizes, strict=True)), default=0.0)
        return math.inf if math.isnan(missed) else missed if missed > _NEARLY else 0.0

    def optimum(self, *, is_converged: bool, why: str) -> Optimum:
        best = self.best()
        is_feasible = self._missed(best.measured) == 0
        steps = tuple((self.unit * self.options.tolerance).tolist())
        number = self.trials.index(best)
        improvements = (*(each for each in self.improvements if each < number), number)
        return Optimum(best, tuple(self.trials), improvements, is_converged, is_feasible, why, steps)


def _first_step(start: float, low: float, high: float) -> float:
    """A tenth of the range, a fifth of a value without bounds, otherwise 1."""
    if math.isfinite(high - low):
        return 0.1 * (high - low)
    return 0.2 * abs(start) or 1.0


def _constraints(optimize: Any, search: _Search, *, has_slopes: bool) -> list[Any]:
    constraints = []
    for count, values, lowest in (
        (search.problem.inequalities, search.inequalities, -math.inf),
        (search.problem.equalities, search.equalities, 0.0),
    ):
        if count:
            jacobian = {"jac": lambda steps, of=values: search.slopes(of, steps)} if has_slopes else {}
            constraints.append(optimize.NonlinearConstraint(values, lowest, 0.0, **jacobian))
    return constraints


def _quadratic(optimize: Any, search: _Search) -> bool:
    return _quadratic_from(optimize, search, np.zeros(len(search.start)), 1.0)


def _quadratic_from(optimize: Any, search: _Search, steps: Array, radius: float) -> bool:
    result = optimize.minimize(
        search.loss,
        steps,
        method="COBYQA",
        bounds=optimize.Bounds(search.lowest, search.highest),
        constraints=_constraints(optimize, search, has_slopes=False),
        options={
            "initial_tr_radius": radius,
            "final_tr_radius": min(search.options.tolerance, 0.5 * radius),
            "maxfev": search.options.most_runs + 1,
            "maxiter": 2 * search.options.most_runs,
        },
    )
    return bool(result.success)


def _simplex(optimize: Any, search: _Search) -> bool:
    count = len(search.start)
    corners = np.vstack([np.zeros(count), np.where(search.highest >= 1, 1.0, -1.0) * np.eye(count)])
    result = optimize.minimize(
        lambda steps: _or_infinite(search.loss(steps)),
        corners[0],
        method="Nelder-Mead",
        bounds=optimize.Bounds(search.lowest, search.highest),
        options={
            "initial_simplex": corners,
            "xatol": search.options.tolerance,
            "fatol": math.inf,
            "adaptive": count > 2,
            "maxfev": math.inf,
            "maxiter": math.inf,
        },
    )
    return bool(result.success)


def _gradient(optimize: Any, search: _Search) -> bool:
    result = optimize.minimize(
        search.loss,
        np.zeros(len(search.start)),
        method="SLSQP",
        jac=lambda steps: search.slopes(search.loss, steps),
        bounds=optimize.Bounds(search.lowest, search.highest),
        constraints=_constraints(optimize, search, has_slopes=True),
        options={"ftol": search.options.tolerance**2, "maxiter": search.options.most_runs},
    )
    return bool(result.success)


def _global(optimize: Any, search: _Search) -> bool:
    """Differential evolution to the right valley, with a limited fraction of the runs, then down to its bottom."""
    search.runs_left = int(_EVOLUTION * search.options.most_runs)
    with contextlib.suppress(_Enough):
        optimize.differential_evolution(
            lambda steps: _or_infinite(search.loss(steps)),
            optimize.Bounds(search.lowest, search.highest),
            constraints=tuple(_constraints(optimize, search, has_slopes=False)),
            x0=np.zeros(len(search.start)),
            rng=search.options.seed,
            tol=_EVEN,
            atol=_EVEN * abs(search.trials[0].measured.loss),
            polish=False,
        )
    search.runs_left = search.options.most_runs - len(search.trials)
    return _quadratic_from(optimize, search, (np.array(search.best().point) - search.start) / search.unit, 0.1)


_EVOLUTION = 0.8
"""The fraction of the runs that evolution can use."""
_EVEN = 1e-3
"""Evolution ends when the losses of its members differ by less than this fraction of their mean or first loss."""


def _or_infinite(loss: float) -> float:
    return loss if math.isfinite(loss) else math.inf


_SEARCHES: dict[str, Callable[[Any, _Search], bool]] = {
    "quadratic": _quadratic,
    "simplex": _simplex,
    "gradient": _gradient,
    "global": _global,
}
