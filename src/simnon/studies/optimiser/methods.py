"""The search methods that take constraints as they are, or none; scipy takes the steps."""

import contextlib
import math
from typing import Any

import numpy as np

from simnon.program import Array

from .search import Enough, Search


def _constraints(optimize: Any, search: Search, *, has_slopes: bool) -> list[Any]:
    constraints = []
    for count, values, slopes, lowest in (
        (search.problem.inequalities, search.inequalities, search.slopes_of_inequalities, -math.inf),
        (search.problem.equalities, search.equalities, search.slopes_of_equalities, 0.0),
    ):
        if count:
            jacobian = {"jac": slopes} if has_slopes else {}
            constraints.append(optimize.NonlinearConstraint(values, lowest, 0.0, **jacobian))
    return constraints


def auto(optimize: Any, search: Search) -> bool:
    """By slopes if there are any; where the errors of runs end that too early, quadratic models take over."""
    if not search.has_slopes:
        return quadratic(optimize, search)
    if gradient(optimize, search):
        return True
    return _quadratic_from(optimize, search, search.steps_to_best(), _AFTER_SLOPES)


def quadratic(optimize: Any, search: Search) -> bool:
    return _quadratic_from(optimize, search, np.zeros(len(search.start)), 1.0)


def _quadratic_from(optimize: Any, search: Search, steps: Array, radius: float) -> bool:
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


def simplex(optimize: Any, search: Search) -> bool:
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


def gradient(optimize: Any, search: Search) -> bool:
    result = optimize.minimize(
        search.loss,
        np.zeros(len(search.start)),
        method="SLSQP",
        jac=search.slopes_of_loss,
        bounds=optimize.Bounds(search.lowest, search.highest),
        constraints=_constraints(optimize, search, has_slopes=True),
        options={"ftol": search.options.tolerance**2, "maxiter": search.options.most_runs},
    )
    return bool(result.success)


def global_(optimize: Any, search: Search) -> bool:
    """Differential evolution to the right valley, with a limited fraction of the runs, then down to its bottom."""
    search.runs_left = int(_EVOLUTION * search.options.most_runs)
    with contextlib.suppress(Enough):
        optimize.differential_evolution(
            lambda steps: _or_infinite(search.loss(steps)),
            optimize.Bounds(search.lowest, search.highest),
            constraints=tuple(_constraints(optimize, search, has_slopes=False)),
            x0=np.zeros(len(search.start)),
            rng=search.options.seed,
            tol=_EVEN,
            atol=_EVEN * abs(search.loss(np.zeros(len(search.start)))),
            polish=False,
        )
    search.runs_left = search.options.most_runs - len(search.trials)
    return _quadratic_from(optimize, search, search.steps_to_best(), 0.1)


_AFTER_SLOPES = 0.01
"""The first radius of quadratic models around a point that slopes have led to."""
_EVOLUTION = 0.8
"""The fraction of the runs that evolution can use."""
_EVEN = 1e-3
"""Evolution ends when the losses of its members differ by less than this fraction of their mean or first loss."""


def _or_infinite(loss: float) -> float:
    return loss if math.isfinite(loss) else math.inf
