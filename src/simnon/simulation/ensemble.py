"""Many runs of one model that differ in parameters and initial values: in lanes, on several threads.

Each member is bit for bit what a single run with its numbers gives, whatever the lanes, threads and chunks.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import METHODS
from simnon.kernels import control as place
from simnon.kernels import ensemble as job_place
from simnon.program import Array
from simnon.source import frozen
from simnon.targets import LaneProgram, natural_width

from .lane_work import NEVER, Worker, in_lanes, work_on
from .member_stops import CODE_OF_STATUS, LOOP_FAILED, NUMBER_OF_STOP, STOPS, numbers_of_stops
from .memory import (
    OF_MEMBERS_WITH_RECORDS,
    OF_MEMBERS_WITHOUT_RECORDS,
    OF_RUNS_WITHOUT_WATCH,
    Memory,
    add_jacobian,
    begin,
    make_memory,
    with_histories,
)
from .model import Model
from .options import RunOptions
from .reductions import Reduction, reduce_rows

ROWS_OF_A_LANE = 64
"""Records of a lane that are kept until they are digested: few enough to stay near the processor."""
FUNCTION_NUMBERS = {
    "min": job_place.LEAST,
    "max": job_place.GREATEST,
    "integral": job_place.INTEGRAL,
    "mean": job_place.MEAN,
    "at": job_place.AT,
    "when": job_place.WHEN,
    "ever": job_place.WHEN,
}
ROUNDING_OF_ROWS = 1e-6
ALONE = (place.STIFF, place.HISTORY_IS_FULL)
"""Why a member is run again by itself: another method, or more room, is needed in the middle."""


@frozen
class Keep:
    """What is kept of each member: final values, reductions over the records, the records themselves.

    Records are taken at the spacing of the options; without one, at every step and on both sides of events.
    """

    final: Sequence[str] = ()
    reduced: Sequence[str] = ()
    """Of these the least and greatest value and the integral."""
    curves: Sequence[str] = ()
    numbers: Sequence[Reduction] = ()
    """What else is made of the records, `final` not among it."""


@frozen
class Ensemble:
    """A number a member everywhere, in the order of the members.

    `integral` is that of the straight lines between records: an integral that must be accurate is a state of
    the model. In `curves` are the records of each member, nan after its end; `curve_times` has their times.
    """

    stops: NDArray[np.int8]
    """Why each member stopped, as a number of the table STOPS."""
    times: Array
    """When."""
    steps: Array
    final: dict[str, Array]
    least: dict[str, Array] = field(default_factory=dict)
    greatest: dict[str, Array] = field(default_factory=dict)
    integral: dict[str, Array] = field(default_factory=dict)
    curve_times: Array = field(default_factory=lambda: np.zeros((0, 0)))
    curves: dict[str, Array] = field(default_factory=dict)
    numbers: Array = field(default_factory=lambda: np.zeros((0, 0)))
    """A row a member, a column for each of the numbers that were asked for."""
    seconds: float = 0.0
    """In machine code, with everything that threads wait for."""
    lanes: int = 1
    """So many members ran side by side on a thread."""

    @property
    def codes(self) -> list[str]:
        """Why each member stopped."""
        return [STOPS[number] for number in self.stops.tolist()]


def run_ensemble(
    model: Model,
    members: Array,
    names: Sequence[str],
    options: RunOptions,
    keep: Keep,
    *,
    width: int = 0,
    threads: int = 1,
) -> Ensemble:
    """Run a member for each row of `members`, whose columns are the parameters and initial values `names`.

    A member's seed is that of the options plus its number. `width` is the number of lanes, by default what suits
    the processor.
    """
    plan = _Plan(model, names, options, keep, np.ascontiguousarray(members, dtype=np.float64))
    if plan.is_alone:
        plan.run_one_by_one(range(plan.count), threads)
    else:
        code = model.ensemble_code(plan.method, width or natural_width(len(model.layout.states)), plan.known)
        plan.run_in_lanes(code, threads)
        plan.give_opposites_their_sign()
        plan.run_one_by_one(np.flatnonzero(np.isin(plan.results[:, job_place.STATUS], ALONE)).tolist(), threads)
    return plan.ensemble()


class _Plan:
    """One ensemble while it runs: what all members share, and what they have given so far."""

    def __init__(self, model: Model, names: Sequence[str], options: RunOptions, keep: Keep, members: Array) -> None:
        self.model, self.options, self.keep = model, options, keep
        self.names = [model.names.find(name) for name in names]
        self.count = len(members)
        slot_of_name = model.slot_of_name
        is_parameter = [model.is_parameter(name) for name in self.names]
        order = sorted(range(len(self.names)), key=lambda i: not is_parameter[i])
        self.members = np.ascontiguousarray(members[:, order])
        self.names = [self.names[i] for i in order]
        self.parameters = sum(is_parameter)
        self.initials = len(self.names) - self.parameters
        self.final = [model.names.find(name) for name in keep.final]
        reduced = [model.names.find(name) for name in keep.reduced]
        self.reductions = [Reduction(function, name) for name in reduced for function in ("min", "max", "integral")]
        self.reductions += keep.numbers
        variables = (*reduced, *(each.variable for each in keep.numbers), *map(model.names.find, keep.curves))
        self.stored = list(dict.fromkeys(variables))
        loops = [loop.residual for loop in model.layout.loops]
        self.final_slots = [*(slot_of_name[name] for name in self.final), *loops]
        self.parameter_slots = [slot_of_name[name] for name in self.names[: self.parameters]]
        self.initial_slots = [model.initial_slot_of_name[name] for name in self.names[self.parameters :]]
        self.rows = 0
        if keep.curves:
            spacing = options.spacing or (options.stop - options.start) or 1.0
            self.rows = int((options.stop - options.start) / spacing + ROUNDING_OF_ROWS) + 1
        width = job_place.RESULT_HEAD + len(self.final_slots) + len(self.reductions)
        self.results = np.zeros((self.count, width))
        self.curves = np.full((self.count, self.rows, len(self.stored) + 1), np.nan)
        self.method = model.first_method(options.method)
        self.known = OF_MEMBERS_WITH_RECORDS if self.stored else OF_MEMBERS_WITHOUT_RECORDS
        if options.method != "auto":
            self.known = self.known | OF_RUNS_WITHOUT_WATCH
        wished = {wish.name for wish in model.layout.wishes if wish.given is not None and not wish.is_given}
        self.is_alone = (
            not model.negated.isdisjoint(each.variable for each in self.reductions)
            or not wished.isdisjoint(self.names)
            or any(stop.version is not None for stop in model.layout.stops)
            or not model.can_run_in_lanes(self.method)
        )
        self.seconds = 0.0
        self.lanes = 1

    def run_in_lanes(self, code: LaneProgram, threads: int) -> None:
        memory, self.lanes = self._template(), code.width
        started = time.perf_counter()
        work_on(self.count, code.width, threads, lambda: self._worker(code, memory))
        self.seconds = time.perf_counter() - started

    def give_opposites_their_sign(self) -> None:
        """Lanes store of opposite names only the one."""
        for i, name in enumerate(self.final):
            if name in self.model.negated:
                self.results[:, job_place.RESULT_HEAD + i] *= -1.0
        for i, name in enumerate(self.stored):
            if name in self.model.negated:
                self.curves[:, :, 1 + i] *= -1.0

    def run_one_by_one(self, members: Sequence[int], threads: int) -> None:
        """As single runs; for what lanes cannot do."""
        if threads == 1 or len(members) < 2:
            for member in members:
                self._run_alone(member)
            return
        with ThreadPoolExecutor(threads, thread_name_prefix="simnon members") as pool:
            for _ in pool.map(self._run_alone, members):
                """What a run raises is raised here."""

    def _run_alone(self, member: int) -> None:
        numbers = dict(zip(self.names, self.members[member].tolist(), strict=True))
        parameters = {name: value for name, value in numbers.items() if self.model.is_parameter(name)}
        initial = {name: value for name, value in numbers.items() if name not in parameters}
        options = replace(
            self.options,
            parameters={**self.options.parameters, **parameters},
            initial={**self.options.initial, **initial},
            store=tuple(self.stored),
            seed=self.options.seed + member,
        )
        run = self.model.begin(options)
        stop = run.go_on()
        status = {code: number for number, code in CODE_OF_STATUS.items()}.get(stop.code, place.STEP_TOO_SMALL)
        final = run.final_values()
        row = self.results[member]
        row[: job_place.RESULT_HEAD] = status, stop.time, 0.0, run.statistics().steps
        start = job_place.RESULT_HEAD
        row[start : start + len(self.final_slots)] = final[self.final_slots]
        row[start : start + len(self.final)] = self.model.numbers_in(final, self.final)
        rows = run.record.rows()
        row[start + len(self.final_slots) :] = reduce_rows(
            rows, self.stored, [_timed(each) for each in self.reductions]
        )
        if self.rows:
            kept = min(self.rows, len(rows))
            self.curves[member, :kept] = rows[:kept]

    def ensemble(self) -> Ensemble:
        start = job_place.RESULT_HEAD + len(self.final)
        residuals = self.results[:, start : start + len(self.model.layout.loops)]
        has_failed = np.any(residuals != 0.0, axis=1)
        stops = numbers_of_stops(self.results[:, job_place.STATUS])
        stops[has_failed] = NUMBER_OF_STOP[LOOP_FAILED]
        final = {name: self.results[:, job_place.RESULT_HEAD + i] for i, name in enumerate(self.final)}
        start = job_place.RESULT_HEAD + len(self.final_slots)
        columns = {name: i for i, name in enumerate(self.stored)}
        reduced = [self.model.names.find(name) for name in self.keep.reduced]
        numbers = self._numbers(self.results[:, start:])
        least, greatest, integral = ({name: numbers[:, 3 * i + k] for i, name in enumerate(reduced)} for k in range(3))
        curves = [self.model.names.find(name) for name in self.keep.curves]
        return Ensemble(
            stops,
            self.results[:, job_place.END_TIME],
            self.results[:, job_place.END_STEPS].astype(np.int64),
            final,
            least,
            greatest,
            integral,
            self.curves[:, :, 0],
            {name: self.curves[:, :, 1 + columns[name]] for name in curves},
            numbers[:, 3 * len(reduced) :],
            self.seconds,
            self.lanes,
        )

    def _numbers(self, found: Array) -> Array:
        """What has not happened is nan; zero has no sign."""
        numbers = np.where(np.abs(found) == job_place.NEVER, np.nan, found) + 0.0
        for i, each in enumerate(self.reductions):
            if each.function == "ever":
                numbers[:, i] = np.where(np.isnan(numbers[:, i]), 0.0, 1.0)
        return numbers

    def _template(self) -> Memory:
        """A run that is about to begin, whose members' numbers are still missing."""
        options, layout = self.options, self.model.layout
        method = METHODS[self.method]
        slot_of_name = self.model.slot_of_name
        given = {name: value for name, value in options.initial.items() if name not in self.names}
        values = self.model.start_values(options)
        memory = make_memory(
            layout,
            with_histories(layout, values) if layout.delays else values,
            [slot_of_name[name] for name in self.stored],
            method,
            [*self.initial_slots, *(self.model.initial_slot_of_name[name] for name in given)],
        )
        begin(memory, layout, replace(options, initial={}), method)
        control = memory.control
        first = int(control[place.INITIAL_VALUES]) + self.initials
        memory.work[first : first + len(given)] = list(given.values())
        if method.has_jacobian:
            add_jacobian(memory, len(layout.states), self.model.jacobian_layout)
        control[place.ROW_LIMIT] = ROWS_OF_A_LANE
        for number, value in self.known.items():
            control[number] = value
        return memory

    def _worker(self, code: LaneProgram, memory: Memory) -> Worker:
        width = code.width
        own = np.zeros(job_place.OWN_HEAD + job_place.OWN_SIZE * len(self.reductions))
        record = np.zeros(ROWS_OF_A_LANE * (len(self.stored) + 1))
        once = (own, memory.control, memory.states, memory.values, memory.work, record, np.zeros(place.LOG_WIDTH))
        own, control, *others = in_lanes(once, width)
        own[:width] = np.arange(width)
        job, template = self._job(memory, width), np.concatenate([memory.control, memory.values, memory.work])
        arrays = (job, self.members, template, self.results, self.curves, own, control, memory.plan, *others)
        call = code.prepared("ensemble", (1 << width) - 1, *arrays)
        return Worker(call, job, self.results, width, arrays)

    def _job(self, memory: Memory, width: int) -> Array:
        """What the kernel is told, but for which members it is to run."""
        slots = [*self.parameter_slots, *self.final_slots]
        table = [number for each in self.reductions for number in self._entry(each)]
        job = np.zeros(job_place.SLOTS + len(slots) + len(table))
        job[job_place.LANES], job[job_place.SLICE], job[job_place.SEED] = width, NEVER, self.options.seed
        job[job_place.PARAMETERS], job[job_place.INITIALS] = self.parameters, self.initials
        job[job_place.FINALS], job[job_place.REDUCTIONS] = len(self.final_slots), len(self.reductions)
        job[job_place.REDUCTION_TABLE] = job_place.SLOTS + len(slots)
        job[job_place.CURVE_ROWS], job[job_place.RESULT_SIZE] = self.rows, self.results.shape[1]
        ends = np.cumsum([len(memory.control), len(memory.values), len(memory.work)])
        job[[job_place.CONTROL_END, job_place.VALUES_END, job_place.WORK_END]] = ends
        job[job_place.SLOTS :] = [*slots, *table]
        return job

    def _entry(self, reduction: Reduction) -> tuple[float, float, float, float]:
        """What the kernel is told of a reduction."""
        function = FUNCTION_NUMBERS[reduction.function]
        if function == job_place.WHEN and reduction.relation.endswith("="):
            function = job_place.WHEN_OR_EQUAL
        sign = 1.0 if reduction.relation.startswith(">") else -1.0
        return float(function), float(self.stored.index(reduction.variable)), reduction.number, sign


def _timed(reduction: Reduction) -> Reduction:
    """Whether something ever happens is seen from when it does."""
    return replace(reduction, function="when") if reduction.function == "ever" else reduction
