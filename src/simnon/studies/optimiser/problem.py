"""DATA: what a search is given, what it measures, and what it found."""

import math

from simnon.source import UserError, frozen, nearest

METHODS = ("auto", "simplex", "gradient", "global", "multiplier", "quadratic")
"""OPTA counts them from 0; "auto" is "gradient" if the first trial has slopes, and "quadratic" otherwise."""

Slopes = tuple[tuple[float, ...], ...]
"""The derivatives by the parameters of the loss, then of each constraint."""


@frozen
class Problem:
    """`low` and `high` are infinite if there is no bound; the counts are those of the constraints of each trial.

    `steps` are the first ones; without them a tenth of the range between the bounds, or a fifth of the start.
    """

    start: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    inequalities: int = 0
    equalities: int = 0
    steps: tuple[float, ...] = ()

    @property
    def constraints(self) -> int:
        return self.inequalities + self.equalities


@frozen
class Measured:
    """The loss of a run, values that must not be positive, and values that must be zero; nan if it failed.

    Without `slopes` the methods that need them compute differences, with two runs for each parameter.
    """

    loss: float
    inequalities: tuple[float, ...] = ()
    equalities: tuple[float, ...] = ()
    slopes: Slopes | None = None


@frozen
class Trial:
    point: tuple[float, ...]
    measured: Measured


@frozen
class SearchOptions:
    """`tolerance` is the last step as a fraction of the first one."""

    method: str = "auto"
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
    multipliers: tuple[float, ...] = ()
    """Of the multiplier method, one for each constraint: how much the loss falls if the constraint is relaxed by 1."""


class Interrupted(Exception):
    """Raised by the loss to end the search with the best trial so far."""


def check_problem(problem: Problem, options: SearchOptions) -> None:
    """Reject an ill-posed search, and report why."""
    if options.method not in METHODS:
        near = nearest(options.method, METHODS)
        hint = f"did you mean '{near}'?" if near else f"choose {', '.join(METHODS)}"
        raise UserError("unknown-method", f"unknown search method '{options.method}'", hint)
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
    if options.method == "simplex" and problem.constraints:
        raise UserError("bad-option", "the simplex takes no constraints", "omit the method")
