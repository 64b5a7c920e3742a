"""Repeated runs of the session's model -> the parameters with the smallest loss: what OPTIM and OPTA have in common."""

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from simnon.figures import Array
from simnon.simulation import StopKind, StopReason, Trajectory
from simnon.source import UserError, frozen
from simnon.studies import (
    Interrupted,
    Measured,
    Optimum,
    Problem,
    SearchOptions,
    Trial,
    ask,
    check_problem,
    first_step,
    optimise,
)

from .checking_interrupts import checking_interrupts
from .outcome import Advanced, Changed, Noted, Outcome, Printed, Tabulated
from .running import begin_run
from .slopes import Differentiated, as_run_of
from .workspace import Workspace

_MAX_ROWS = 12
"""The maximum number of rows in the table of the search."""

USING_SLOPES = ("auto", "gradient", "multiplier")

Measure = Callable[[Trajectory], Measured]


@frozen
class Search:
    """`parameters` are varied; `measure` computes the loss of a run from what is in `store`.

    `differentiate` gives the model with the derivatives of the loss, or None and the reason.
    """

    parameters: tuple[str, ...]
    problem: Problem
    measure: Measure
    store: tuple[str, ...] | None
    options: SearchOptions
    loss_name: str
    constraint_names: tuple[str, ...] = ()
    is_maximum: bool = False
    differentiate: Callable[[], tuple[Differentiated | None, str]] = lambda: (None, "")
    differentiated: Differentiated | None = None

    @property
    def sign(self) -> float:
        """Searches minimise the loss, or the negated loss."""
        return -1.0 if self.is_maximum else 1.0


def search_optimum(workspace: Workspace, search: Search) -> Iterator[Outcome]:
    """Search, report on it, and give the best values to the parameters, which UNDO reverts."""
    check_problem(search.problem, search.options)
    search = yield from _with_slopes_that_run(workspace, search)
    optimum = yield from _searched(workspace, search)
    best = dict(zip(search.parameters, optimum.best.point, strict=True))
    yield _table(search, optimum)
    given, model = workspace.given, workspace.model
    for name, value in best.items():
        yield Changed(name, given.parameters.get(name, model.parameters[name]), value, model.units.get(name, ""))
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(given, parameters={**given.parameters, **best})
    yield Printed(_summary(search, optimum))
    outside = sum(math.isnan(trial.measured.loss) for trial in optimum.trials)
    if outside:
        yield Noted(f"{outside} of {len(optimum.trials)} trials had no loss: they failed or were outside a range")
    if not optimum.is_feasible:
        yield Noted("no values were found that satisfy the constraints; these come closest")
    elif not optimum.is_converged:
        yield Noted("the best values so far are set; the same command continues from them")


def _with_slopes_that_run(workspace: Workspace, search: Search) -> Generator[Outcome, None, Search]:
    """With its derivatives, if the method uses them and the first run with them succeeds."""
    if search.options.method not in USING_SLOPES:
        return search
    found, why = search.differentiate()
    search = replace(search, differentiated=found)
    if found is not None:
        point = np.array(search.problem.start)
        try:
            measured = yield from _measured(workspace, search, point, is_first=True)
        except UserError as error:
            measured, why = None, error.message
        if measured is not None and measured.slopes is None:
            why = "the end of the run moves with the parameters"
    if why:
        yield Noted(f"without exact derivatives: {why}")
        return replace(search, differentiated=None)
    return search


def _searched(workspace: Workspace, search: Search) -> Generator[Outcome, None, Optimum]:
    questions = ask(partial(optimise, problem=search.problem, options=search.options))
    count, best = 0, math.inf
    try:
        point = next(questions)
        while True:
            measured = yield from _measured(workspace, search, point, is_first=count == 0)
            count += 1
            if measured is None:
                point = questions.throw(Interrupted())
                continue
            best = min(best, measured.loss) if math.isfinite(measured.loss) else best
            text = f"run {count}: {search.loss_name} {search.sign * measured.loss:.6g}, best {search.sign * best:.6g}"
            yield Advanced(float(count), 0.0, float(search.options.most_runs), text)
            point = questions.send(measured)
    except StopIteration as end:
        optimum: Optimum = end.value
        return optimum
    finally:
        questions.close()


def _measured(
    workspace: Workspace, search: Search, point: Array, *, is_first: bool
) -> Generator[Outcome, None, Measured | None]:
    """One run and its loss; None if the user interrupts, nan if the run fails or cannot begin."""
    parameters = dict(zip(search.parameters, point.tolist(), strict=True))
    exact, model = search.differentiated, workspace.model
    try:
        going = (
            begin_run(workspace, search.store, parameters)
            if exact is None
            else begin_run(workspace, exact.store, parameters, exact.model)
        )
    except UserError:
        # The first run began with the same settings: these parameters are outside a RANGE, or do not meet a REQUIRE.
        if is_first:
            raise
        return _nothing_measured(search)
    reason: StopReason | None = None
    with checking_interrupts(workspace):
        while reason is None and not workspace.is_interrupted:
            reason = going.advance()
            if reason is None:
                yield Advanced(going.time, going.options.start, going.options.stop)
    if reason is None or workspace.is_interrupted:
        return None
    if reason.kind is StopKind.FAILURE and not going.is_complete:
        if is_first:
            raise UserError("no-loss", f"the first run of the search failed: {reason.message}", reason.hint)
        return _nothing_measured(search)
    trajectory = (model if exact is None else exact.model).trajectory(going, reason)
    measured = search.measure(trajectory if exact is None else as_run_of(model, trajectory))
    slopes = exact.slopes(trajectory) if exact is not None and reason.kind is StopKind.END else None
    if slopes is not None:
        slopes = (tuple(search.sign * slope for slope in slopes[0]), *slopes[1:])
    return replace(measured, loss=search.sign * measured.loss, slopes=slopes)


def _nothing_measured(search: Search) -> Measured:
    problem = search.problem
    return Measured(math.nan, (math.nan,) * problem.inequalities, (math.nan,) * problem.equalities)


def _table(search: Search, optimum: Optimum) -> Tabulated:
    """The runs that were the best so far, thinned out if there are many; the last is the optimum."""
    numbers = optimum.improvements
    rows = np.unique(np.linspace(0, len(numbers) - 1, min(_MAX_ROWS, len(numbers))).round().astype(int)).tolist()
    lines = [(float(numbers[i] + 1), *_row(search, optimum.trials[numbers[i]])) for i in rows]
    names = ("RUN", search.loss_name, *search.constraint_names, *search.parameters)
    return Tabulated(names, ("",) * len(names), tuple(np.array(column) for column in zip(*lines, strict=True)))


def _row(search: Search, trial: Trial) -> tuple[float, ...]:
    measured = trial.measured
    return (search.sign * measured.loss, *measured.inequalities, *measured.equalities, *trial.point)


def _summary(search: Search, optimum: Optimum) -> str:
    loss = search.sign * optimum.best.measured.loss
    word = "largest" if search.is_maximum else "smallest"
    steps = ", ".join(f"{name} {step:.1g}" for name, step in zip(search.parameters, optimum.steps, strict=True))
    lines = [f"{word} {search.loss_name}: {loss:.8g} after {len(optimum.trials)} runs; the search ended: {optimum.why}"]
    if optimum.is_converged:
        lines.append(f"last steps: {steps}")
    if optimum.multipliers and optimum.is_feasible:
        lines.append(f"multipliers: {_multipliers(search, optimum)}")
    return "\n".join(lines)


def _multipliers(search: Search, optimum: Optimum) -> str:
    named = zip(search.constraint_names, optimum.multipliers, strict=True)
    return ", ".join(f"{name} {multiplier:.6g}" for name, multiplier in named)


def bounds_of(low: float, high: float) -> tuple[float, float]:
    """Numbers beyond 1E30 are not bounds."""
    return (low if low > -1e30 else -math.inf, high if high < 1e30 else math.inf)


def values_now(workspace: Workspace, names: tuple[str, ...]) -> Mapping[str, float]:
    """Parameters as they are given now."""
    model, given = workspace.model, workspace.given
    return {name: given.parameters.get(name, model.parameters[name]) for name in names}


def problem_within_ranges(
    workspace: Workspace,
    parameters: tuple[str, ...],
    low: Sequence[float],
    high: Sequence[float],
    constraints: tuple[int, int],
) -> Problem:
    """The RANGE of a parameter bounds it too, but does not set the scale of the first steps."""
    starts = tuple(values_now(workspace, parameters).values())
    limit_of_name = {limit.name: limit for limit in workspace.model.analysed.declared.limits}
    ends = [
        (max(below, limit.low), min(above, limit.high)) if limit is not None else (below, above)
        for below, above, limit in zip(low, high, map(limit_of_name.get, parameters), strict=True)
    ]
    return Problem(
        starts,
        tuple(below for below, _ in ends),
        tuple(above for _, above in ends),
        *constraints,
        steps=tuple(map(first_step, starts, low, high)),
    )
