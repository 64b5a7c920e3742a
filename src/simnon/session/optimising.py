"""Repeated runs of the session's model -> the parameters with the smallest loss: what OPTIM and OPTA have in common."""

import math
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from simnon.figures import Array
from simnon.simulation import StopKind, StopReason, Trajectory
from simnon.source import UserError, frozen
from simnon.studies import Interrupted, Measured, Optimum, Problem, SearchOptions, Trial, ask, check_problem, optimise

from .checking_interrupts import checking_interrupts
from .outcome import Advanced, Changed, Noted, Outcome, Printed, Tabulated
from .running import begin_run
from .workspace import Workspace

_MAX_ROWS = 12
"""The maximum number of rows in the table of the search."""

Measure = Callable[[Trajectory], Measured]


@frozen
class Search:
    """`parameters` are varied; `measure` computes the loss of a run from what is in `store`."""

    parameters: tuple[str, ...]
    problem: Problem
    measure: Measure
    store: tuple[str, ...] | None
    options: SearchOptions
    loss_name: str
    constraint_names: tuple[str, ...] = ()
    is_maximum: bool = False

    @property
    def sign(self) -> float:
        """Searches minimise the loss, or the negated loss."""
        return -1.0 if self.is_maximum else 1.0


def search_optimum(workspace: Workspace, search: Search) -> Iterator[Outcome]:
    """Search, report on it, and give the best values to the parameters, which UNDO reverts."""
    check_problem(search.problem, search.options)
    optimum = yield from _searched(workspace, search)
    best = dict(zip(search.parameters, optimum.best.point, strict=True))
    yield _table(search, optimum)
    given, model = workspace.given, workspace.model
    for name, value in best.items():
        yield Changed(name, given.parameters.get(name, model.parameters[name]), value, model.units.get(name, ""))
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(given, parameters={**given.parameters, **best})
    yield Printed(_summary(search, optimum))
    if not optimum.is_feasible:
        yield Noted("no values were found that satisfy the constraints; these come closest")
    elif not optimum.is_converged:
        yield Noted("the best values so far are set; the same command continues from them")


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
    """One run and its loss; None if the user interrupts, nan if the run fails."""
    parameters = dict(zip(search.parameters, point.tolist(), strict=True))
    going = begin_run(workspace, search.store, parameters)
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
        count = search.problem.inequalities, search.problem.equalities
        return Measured(math.nan, *((math.nan,) * number for number in count))
    measured = search.measure(workspace.model.trajectory(going, reason))
    return replace(measured, loss=search.sign * measured.loss)


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
    return "\n".join(lines)


def bounds_of(low: float, high: float) -> tuple[float, float]:
    """Numbers beyond 1E30 are not bounds."""
    return (low if low > -1e30 else -math.inf, high if high < 1e30 else math.inf)


def values_now(workspace: Workspace, names: tuple[str, ...]) -> Mapping[str, float]:
    """Parameters as they are given now."""
    model, given = workspace.model, workspace.given
    return {name: given.parameters.get(name, model.parameters[name]) for name in names}
