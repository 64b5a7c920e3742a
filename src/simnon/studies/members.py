"""The work sent to a worker and the results it returns: a job, and a chunk of its members.

Sources are sent as text. A worker compiles them once and keeps the model.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simnon.compiler import Recipe
from simnon.program import Array
from simnon.simulation import (
    ALWAYS_THERE,
    END,
    LOOP_FAILED,
    NOT_RUN,
    EnsemblePlan,
    MemberOutputs,
    RunOptions,
    Simulator,
    StopKind,
    have_results,
    mark_not_finite,
    number_of_stop,
    reduce_rows,
    run_slice,
)
from simnon.source import frozen

from .keeping import Kept

MODELS_KEPT = 8
OWN = "own"
NO_ROWS = np.zeros((0, 0))


@frozen
class Job:
    """What all members of an ensemble share. The seed of a member is that of `options` plus its number."""

    recipe: Recipe
    """How the model is compiled."""
    names: tuple[str, ...]
    """The parameters and initial values that differ."""
    options: RunOptions
    keep: Kept

    @property
    def times(self) -> Array:
        """The times of the points of curves."""
        options = self.options
        if not self.keep.curves or options.spacing is None:
            return np.zeros(0)
        count = int((options.stop - options.start) / options.spacing + _ROUNDING) + 1
        times: Array = options.start + np.arange(count, dtype=np.float64) * np.float64(options.spacing)
        times[np.abs(times - options.stop) <= _ROUNDING * options.spacing] = options.stop
        return times


_ROUNDING = 1e-6


@frozen
class Members:
    """The results of the members from `first` on; `curves` by variable, member and time, nan after a member's end."""

    first: int
    stops: NDArray[np.int8]
    times: Array
    """When each stopped."""
    reduced: Array
    """A row for each member, a column for each reduction; nan for members that failed."""
    curves: Array
    records: tuple[Array, ...]
    """The rows of each member, if all records are kept."""
    seconds: float

    def __len__(self) -> int:
        return len(self.stops)

    @property
    def have_run(self) -> NDArray[np.bool_]:
        """All members, except those abandoned after an interruption."""
        have_run: NDArray[np.bool_] = self.stops != number_of_stop(NOT_RUN)
        return have_run


def run_elsewhere(job: Job, first: int, numbers: Array) -> Members:
    """Run members on a worker, which compiles new sources on first use."""
    return Runner(_model_of(job.recipe), job).run(first, numbers)


@lru_cache(maxsize=MODELS_KEPT)
def _model_of(recipe: Recipe) -> Simulator:
    return Simulator.of(recipe.compiled())


class Runner:
    """Runs members of one job; everything they share is prepared once, and threads can use it together.

    `width` is the number of lanes; by default it suits the processor.
    """

    def __init__(self, model: Simulator, job: Job, width: int = 0) -> None:
        self.model, self.job = model, job
        self._stopped = threading.Event()
        keep = job.keep
        kept = MemberOutputs(
            final=tuple(dict.fromkeys(keep.reductions[i].variable for i in keep.finals)),
            curves=keep.curves,
            numbers=[keep.reductions[i] for i in keep.over_records],
        )
        # Lanes have no space for records of unknown length, and no functions of the C library.
        has_plan = not keep.has_records and job.recipe.math == OWN
        self._plan = EnsemblePlan(model, job.names, job.options, kept, width, is_at_once=True) if has_plan else None

    @property
    def lanes(self) -> int:
        """This many members take about as long as one."""
        return self._plan.width if self._plan else 1

    @property
    def has_threads(self) -> bool:
        """Whether it shares the members of a call among threads."""
        return self._plan is not None

    def stop(self) -> None:
        """Stop the running members; unfinished ones are abandoned."""
        self._stopped.set()
        if self._plan:
            self._plan.stop()

    def run(self, first: int, numbers: Array, threads: int = 1) -> Members:
        """Run the members from `first` on, one for each row of `numbers`."""
        if self._plan is None:
            return run_one_by_one(self.model, self.job, first, numbers, self._stopped.is_set)
        started = time.perf_counter()
        found = run_slice(self._plan, numbers, first, threads=threads)
        keep = self.job.keep
        reduced = np.empty((len(numbers), len(keep.reductions)))
        reduced[:, keep.over_records] = found.numbers
        for i in keep.finals:
            reduced[:, i] = found.final[keep.reductions[i].variable]
        reduced[~have_results(found.stops)] = np.nan
        curves = np.empty((len(keep.curves), len(numbers), len(self.job.times)))
        for i, name in enumerate(keep.curves):
            curves[i] = found.curves[name]
        return Members(first, found.stops, found.times, reduced, curves, (), time.perf_counter() - started)


def run_one_by_one(
    model: Simulator, job: Job, first: int, numbers: Array, is_stopped: Callable[[], bool] = lambda: False
) -> Members:
    """Run each member as a single run."""
    started = time.perf_counter()
    keep, rows_of_curves = job.keep, len(job.times)
    stored = keep.stored
    finals, others = keep.finals, keep.over_records
    always = [i for i, each in enumerate(keep.reductions) if each.function in ALWAYS_THERE]
    stops = np.zeros(len(numbers), np.int8)
    times = np.full(len(numbers), np.nan)
    reduced = np.full((len(numbers), len(keep.reductions)), np.nan)
    curves = np.full((len(keep.curves), len(numbers), rows_of_curves), np.nan)
    records = []
    for i, row in enumerate(numbers):
        run = model.begin(member_options(model, job, first + i, row, stored))
        while (stop := run.advance()) is None and not is_stopped():
            pass
        if stop is None:
            break
        is_good = stop.kind is not StopKind.FAILURE or (run.is_complete and stop.code != LOOP_FAILED)
        stops[i] = number_of_stop(END if is_good and stop.kind is StopKind.FAILURE else stop.code)
        times[i] = stop.time
        rows = run.record.rows()
        if is_good:
            final = run.final_values()
            reduced[i, finals] = model.numbers_in(final, [keep.reductions[k].variable for k in finals])
            reduced[i, others] = reduce_rows(rows, stored, [keep.reductions[k] for k in others])
            stops[i : i + 1] = mark_not_finite(stops[i : i + 1], reduced[i : i + 1, always])
        count = min(rows_of_curves, len(rows))
        for k, name in enumerate(keep.curves):
            curves[k, i, :count] = rows[:count, 1 + stored.index(name)]
        if keep.has_records:
            records.append(np.array(rows))
    left = len(numbers) - len(records) if keep.has_records else 0
    return Members(first, stops, times, reduced, curves, (*records, *left * [NO_ROWS]), time.perf_counter() - started)


def member_options(
    model: Simulator, job: Job, number: int, numbers: Array, stored: tuple[str, ...] | None = None
) -> RunOptions:
    """The options of a single run that reproduces the member."""
    given = dict(zip(job.names, numbers.tolist(), strict=True))
    parameters = {name: value for name, value in given.items() if name in model.parameters}
    initial = {name: value for name, value in given.items() if name not in parameters}
    options = job.options
    return replace(
        options,
        parameters={**options.parameters, **parameters},
        initial={**options.initial, **initial},
        store=options.store if stored is None else stored,
        seed=options.seed + number,
    )
