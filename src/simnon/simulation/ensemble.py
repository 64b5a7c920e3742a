"""Many runs of one model that differ in parameters and initial values: in lanes, on several threads.

Each member equals a single run with its numbers, bit for bit, whatever the lanes, threads and chunks.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import control as codes
from simnon.kernels import ensemble as job_place
from simnon.program import Array
from simnon.source import frozen

from .ensemble_plan import EnsemblePlan, LanePlan, MemberOutputs
from .lane_work import work_on
from .member_stops import (
    AMBIGUOUS,
    ARRIVED,
    CODE_OF_STATUS,
    HAS_NOT_RUN,
    LOOP_FAILED,
    NOT_RUN,
    NUMBER_OF_STOP,
    STOPS,
    mark_not_finite,
    numbers_of_stops,
)
from .options import RunOptions
from .reductions import ALWAYS_THERE, COMPARED, Reduction, reduce_rows
from .simulator import Simulator

STATUS_OF_CODE = {code: status for status, code in CODE_OF_STATUS.items()} | {
    AMBIGUOUS: codes.SLIDE_AMBIGUOUS,
    ARRIVED: codes.ARRIVED,
}


@frozen
class MemberResults:
    """One number for each member in every array, in the order of the members.

    `integral` is that of the straight lines between records: an integral that must be accurate should be a state of the
    model. `curves` has the records of each member, nan after its end; `curve_times` has their times.
    """

    stops: NDArray[np.int8]
    """Why each member stopped, as an index into STOPS."""
    times: Array
    """When."""
    steps: Array
    culprits: NDArray[np.int64]
    """Which stop condition or destination ended it, or what made it fail."""
    final: dict[str, Array]
    minimum: dict[str, Array] = field(default_factory=dict)
    maximum: dict[str, Array] = field(default_factory=dict)
    integral: dict[str, Array] = field(default_factory=dict)
    curve_times: Array = field(default_factory=lambda: np.zeros((0, 0)))
    curves: dict[str, Array] = field(default_factory=dict)
    numbers: Array = field(default_factory=lambda: np.zeros((0, 0)))
    """A row for each member, a column for each requested number."""
    seconds: float = 0.0
    """Time spent in the code of the model, including the time threads wait."""

    @property
    def codes(self) -> list[str]:
        """Why each member stopped."""
        return [STOPS[number] for number in self.stops.tolist()]


def run_members(
    model: Simulator,
    members: Array,
    names: Sequence[str],
    options: RunOptions,
    keep: MemberOutputs,
    *,
    width: int = 0,
    threads: int = 1,
) -> MemberResults:
    """Run a member for each row of `members`, whose columns are the parameters and initial values `names`.

    A member's seed is that of the options plus its number. `width` is the number of lanes; by default it suits the
    processor.
    """
    return run_slice(EnsemblePlan(model, names, options, keep, width), members, threads=threads)


def run_slice(plan: EnsemblePlan, members: Array, first: int = 0, *, threads: int = 1) -> MemberResults:
    """Run some members of an ensemble; `first` is the number of the first of them.

    Members that are left when another thread calls `plan.stop()` have not run.
    """
    threads = threads if plan.model.target.has_threads else 1
    members_slice = _Slice(plan, members, first)
    lanes = plan.lanes()
    if lanes is None:
        members_slice.run_one_by_one(range(len(members)), threads)
    else:
        members_slice.run_in_lanes(lanes, threads)
        plan.note(threads * members_slice.seconds)
        members_slice.run_one_by_one(members_slice.left_alone(), threads)
    return members_slice.results_so_far()


class _Slice:
    """Some members while they run, and their results so far."""

    def __init__(self, plan: EnsemblePlan, members: Array, first: int) -> None:
        self.plan, self.first = plan, first
        self.members = np.ascontiguousarray(members[:, plan.order], dtype=np.float64)
        self.results = np.zeros((len(members), plan.result_size))
        self.results[:, job_place.STATUS] = HAS_NOT_RUN
        self.results[:, job_place.END_TIME] = np.nan
        self.curves = np.full((len(members), plan.rows, len(plan.stored) + 1), np.nan)
        self.seconds = 0.0

    def run_in_lanes(self, lanes: LanePlan, threads: int) -> None:
        started = time.perf_counter()
        work_on(
            len(self.members),
            lanes.code.width,
            threads,
            lambda: lanes.worker(self.members, self.results, self.curves, self.first),
        )
        self.seconds = time.perf_counter() - started
        self._negate_aliases()

    def left_alone(self) -> list[int]:
        """The members that need a different method, a longer history, or sliding, in the middle of their run."""
        status = self.results[:, job_place.STATUS]
        incomplete = (codes.STIFF, codes.HISTORY_IS_FULL, codes.SLIDE_REQUESTED)
        found: list[int] = np.flatnonzero(np.isin(status, incomplete)).tolist()
        return found

    def run_one_by_one(self, members: Sequence[int], threads: int) -> None:
        """Run them as single runs, for what lanes cannot do."""
        if threads == 1 or len(members) < 2:
            for member in members:
                self._run_alone(member)
            return
        with ThreadPoolExecutor(threads, thread_name_prefix="simnon members") as pool:
            for _ in pool.map(self._run_alone, members):
                """Exceptions of a run are raised here."""

    def results_so_far(self) -> MemberResults:
        plan, results = self.plan, self.results
        start = job_place.RESULT_HEAD + len(plan.final)
        end = job_place.RESULT_HEAD + len(plan.final_slots)
        stops = numbers_of_stops(results[:, job_place.STATUS])
        stops[np.any(results[:, start:end] != 0.0, axis=1)] = NUMBER_OF_STOP[LOOP_FAILED]
        if plan.is_stopped():
            self.curves[stops == NUMBER_OF_STOP[NOT_RUN]] = np.nan
        columns = {name: i for i, name in enumerate(plan.stored)}
        numbers = _finished(results[:, end:], plan.reductions)
        always = [i for i, each in enumerate(plan.reductions) if each.function in ALWAYS_THERE]
        kept = np.hstack([results[:, job_place.RESULT_HEAD : start], numbers[:, always]])
        stops = mark_not_finite(stops, kept)
        minimum, maximum, integral = (
            {name: numbers[:, 3 * i + k] for i, name in enumerate(plan.reduced)} for k in range(3)
        )
        return MemberResults(
            stops,
            results[:, job_place.END_TIME],
            results[:, job_place.END_STEPS].astype(np.int64),
            results[:, job_place.END_CULPRIT].astype(np.int64),
            {name: results[:, job_place.RESULT_HEAD + i] for i, name in enumerate(plan.final)},
            minimum,
            maximum,
            integral,
            self.curves[:, :, 0],
            {name: self.curves[:, :, 1 + columns[name]] for name in plan.curves},
            numbers[:, 3 * len(plan.reduced) :],
            self.seconds,
        )

    def _negate_aliases(self) -> None:
        """Of negated aliases, lanes store only the variable itself."""
        negated = self.plan.model.negated
        for i, name in enumerate(self.plan.final):
            if name in negated:
                self.results[:, job_place.RESULT_HEAD + i] *= -1.0
        start = job_place.RESULT_HEAD + len(self.plan.final_slots)
        for i, each in enumerate(self.plan.reductions):
            if each.variable in negated and each.function not in COMPARED:
                self.results[:, start + i] *= -1.0
        for i, name in enumerate(self.plan.stored):
            if name in negated:
                self.curves[:, :, 1 + i] *= -1.0

    def _run_alone(self, member: int) -> None:
        plan = self.plan
        self.results[member, job_place.STATUS] = HAS_NOT_RUN
        self.results[member, job_place.END_TIME] = np.nan
        if plan.is_stopped():
            return
        numbers = dict(zip(plan.names, self.members[member].tolist(), strict=True))
        parameters = {name: numbers[name] for name in plan.names[: plan.parameters]}
        initial = {name: numbers[name] for name in plan.names[plan.parameters :]}
        options = replace(
            plan.options,
            parameters={**plan.options.parameters, **parameters},
            initial={**plan.options.initial, **initial},
            store=tuple(plan.stored),
            seed=plan.options.seed + self.first + member,
        )
        run = plan.model.begin(options)
        while (stop := run.advance()) is None:
            if plan.is_stopped():
                return
        final = run.final_values()
        row = self.results[member]
        status = STATUS_OF_CODE.get(stop.code, codes.ENDED if run.is_complete else codes.STEP_TOO_SMALL)
        culprit = run.buffers.control.culprit
        row[: job_place.RESULT_HEAD] = status, stop.time, culprit, run.statistics().steps
        start, end = job_place.RESULT_HEAD, job_place.RESULT_HEAD + len(plan.final_slots)
        row[start:end] = final[plan.final_slots]
        row[start : start + len(plan.final)] = plan.model.numbers_in(final, plan.final)
        rows = run.record.rows()
        row[end:] = reduce_rows(rows, plan.stored, [_timed(each) for each in plan.reductions])
        if plan.rows:
            kept = min(plan.rows, len(rows))
            self.curves[member, :kept] = rows[:kept]


def _finished(found: Array, reductions: Sequence[Reduction]) -> Array:
    """Events that never happen give nan; zero has no sign."""
    numbers = np.where(np.abs(found) == job_place.NEVER, np.nan, found) + 0.0
    for i, each in enumerate(reductions):
        if each.function == "ever":
            numbers[:, i] = np.where(np.isnan(numbers[:, i]), 0.0, 1.0)
    return numbers


def _timed(reduction: Reduction) -> Reduction:
    """`ever` is computed from `when`."""
    return replace(reduction, function="when") if reduction.function == "ever" else reduction
