"""What all members of an ensemble share: the names that differ, the outputs, the code, a run ready to begin."""

import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.kernels import METHODS, Job
from simnon.kernels import control as codes
from simnon.kernels import ensemble as job_place
from simnon.program import Array, EnsembleCode
from simnon.source import frozen

from .lane_work import TRIALS_TOGETHER, Worker, in_lanes
from .matrix_buffers import add_jacobian
from .member_code import MemberCode
from .options import RunOptions
from .reductions import COMPARED, Reduction
from .run_buffers import (
    OF_MEMBERS_WITH_RECORDS,
    OF_MEMBERS_WITHOUT_DESTINATIONS,
    OF_MEMBERS_WITHOUT_RECORDS,
    OF_UNMONITORED_RUNS,
    RunBuffers,
    begin,
    make_run_buffers,
    with_histories,
)
from .simulator import Simulator

ROWS_OF_A_LANE = 64
"""Records of a lane kept until they are reduced: few enough to stay in the cache."""
FUNCTION_NUMBERS = {
    "min": job_place.MINIMUM,
    "max": job_place.MAXIMUM,
    "integral": job_place.INTEGRAL,
    "mean": job_place.MEAN,
    "at": job_place.AT,
    "when": job_place.WHEN,
    "ever": job_place.WHEN,
}
ROUNDING_OF_ROWS = 1e-6


@frozen
class MemberOutputs:
    """What is kept of each member: final values, reductions over the records, the records themselves.

    Records are taken at the times or the spacing of the options; without these, at every step and on both sides of
    events.
    """

    final: Sequence[str] = ()
    reduced: Sequence[str] = ()
    """Their minimum, maximum and integral are computed."""
    curves: Sequence[str] = ()
    numbers: Sequence[Reduction] = ()
    """Other reductions of the records; `final` is not among them."""
    rows: int = 0
    """How many records of each member are kept, if not those of a grid over the whole run."""


class EnsemblePlan:
    """Built once, whatever the number of members and slices."""

    def __init__(
        self,
        model: Simulator,
        names: Sequence[str],
        options: RunOptions,
        keep: MemberOutputs,
        width: int = 0,
        *,
        is_at_once: bool = False,
    ) -> None:
        """`names` are the parameters and initial values that differ; with `width` 0 the number suits the processor.

        If the first results are wanted at once, members run one after another until lanes are worth compiling, and
        are compiled.
        """
        self.model = model = model.on(options.target)
        self.options, self.keep = options, keep
        found = [model.names.find(name) for name in names]
        is_parameter = [model.is_parameter(name) for name in found]
        self.order = sorted(range(len(found)), key=lambda i: not is_parameter[i])
        """The order of the columns: parameters first, then initial values."""
        self.names = [found[i] for i in self.order]
        self.parameters = sum(is_parameter)
        self.initials = len(self.names) - self.parameters
        self.final = [model.names.find(name) for name in keep.final]
        self.reduced = [model.names.find(name) for name in keep.reduced]
        self.curves = [model.names.find(name) for name in keep.curves]
        self.reductions = [
            *(Reduction(function, name) for name in self.reduced for function in ("min", "max", "integral")),
            *keep.numbers,
        ]
        self.stored = list(dict.fromkeys((*self.reduced, *(each.variable for each in keep.numbers), *self.curves)))
        slot_of_name = model.slot_of_name
        self.final_slots = [
            *(slot_of_name[name] for name in self.final),
            *(loop.residual for loop in model.layout.loops),
        ]
        self.rows = self._rows_of_curves()
        self.result_size = job_place.RESULT_HEAD + len(self.final_slots) + len(self.reductions)
        self.method = model.first_method(options.method)
        self.known = OF_MEMBERS_WITH_RECORDS if self.stored else OF_MEMBERS_WITHOUT_RECORDS
        if options.watching is None:
            self.known = self.known | OF_MEMBERS_WITHOUT_DESTINATIONS
        if options.method != "auto":
            self.known = self.known | OF_UNMONITORED_RUNS
        self._stopped = threading.Event()
        self._code = None if self._is_alone() else self._member_code(width, is_at_once=is_at_once)
        self._lanes: LanePlan | None = None

    def stop(self) -> None:
        """Stop the members running on any thread; unfinished members are abandoned, and no more begin."""
        self._stopped.set()
        if self._lanes:
            self._lanes.stop()

    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    @property
    def width(self) -> int:
        """The number of members that run side by side on a thread."""
        return self._code.code.width if self._code else 1

    def lanes(self) -> "LanePlan | None":
        """With the fastest code available at present; None if members run one by one."""
        if self._code is None:
            return None
        code = self._code.code
        if self._lanes is None or self._lanes.code is not code:
            self._lanes = LanePlan(self, code)
        return self._lanes

    def note(self, seconds: float) -> None:
        """Count the time that members ran on all threads together."""
        if self._code is not None:
            self._code.note(seconds)

    def _rows_of_curves(self) -> int:
        if not self.curves or self.keep.rows:
            return self.keep.rows
        options = self.options
        if options.times:
            return len(options.times)
        spacing = options.spacing or (options.stop - options.start) or 1.0
        return int((options.stop - options.start) / spacing + ROUNDING_OF_ROWS) + 1

    def _member_code(self, width: int, *, is_at_once: bool) -> MemberCode:
        if is_at_once and not width:
            return self.model.member_code(self.method, self.known)
        usual = self.model.target.width(len(self.model.layout.states))
        return MemberCode(self.model.ensemble_code(self.method, width or usual, self.known), None)

    def _is_alone(self) -> bool:
        """Whether members must run one by one, because lanes do not support the model or its method."""
        model = self.model
        constrained = {
            constraint.name
            for constraint in model.layout.start_constraints
            if constraint.given is not None and not constraint.is_given
        }
        return (
            not constrained.isdisjoint(self.names)
            or any(stop.version is not None for stop in model.layout.stops)
            or not model.can_run_in_lanes(self.method)
        )


class LanePlan:
    """The initial contents of lanes, and the job for their kernel."""

    def __init__(self, plan: EnsemblePlan, code: EnsembleCode) -> None:
        self.plan, self.code = plan, code
        self._buffers = _run_about_to_begin(plan)
        buffers = self._buffers
        self._template = np.concatenate([buffers.control.numbers, buffers.values, buffers.work, [0.0]])
        self._job = _job(plan, buffers, code.width)

    def worker(self, members: Array, results: Array, curves: Array, first: int) -> Worker:
        """What a thread needs to run some of `members`; the first of them has the number `first`."""
        plan, buffers, width = self.plan, self._buffers, self.code.width
        own = np.zeros(job_place.OWN_HEAD + job_place.OWN_SIZE * len(plan.reductions))
        record = np.zeros(ROWS_OF_A_LANE * (len(plan.stored) + 1))
        once = (
            own,
            buffers.control.numbers,
            buffers.states,
            buffers.values,
            buffers.work,
            record,
            np.zeros(codes.LOG_WIDTH),
        )
        own, control, *others = in_lanes(once, width)
        own[:width] = np.arange(width)
        job = Job(self._job.numbers.copy())
        job.seed += first
        arrays = (job.numbers, members, self._template, results, curves, own, control, buffers.plan, *others)
        call = self.code.prepared(*arrays)
        return Worker(call, job, results, width, arrays, plan.is_stopped)

    def stop(self) -> None:
        """Running lanes notice it soon."""
        self._template[-1] = 1.0


def _run_about_to_begin(plan: EnsemblePlan) -> RunBuffers:
    """The buffers of a run, complete but for the numbers of its member."""
    model, options = plan.model, plan.options
    layout, method = model.layout, METHODS[plan.method]
    given = {name: value for name, value in options.initial.items() if name not in plan.names}
    values = model.start_values(options)
    buffers = make_run_buffers(
        layout,
        with_histories(layout, values) if layout.delays else values,
        [model.slot_of_name[name] for name in plan.stored],
        method,
        [model.initial_slot_of_name[name] for name in (*plan.names[plan.parameters :], *given)],
        len(options.times),
        destinations=len(options.watching.destinations) if options.watching else 0,
    )
    begin(buffers, layout, replace(options, initial={}), method)
    control = buffers.control
    first = control.initial_values + plan.initials
    buffers.work[first : first + len(given)] = list(given.values())
    if method.has_jacobian:
        add_jacobian(buffers, len(layout.states), model.jacobian_layout)
    control.row_limit = ROWS_OF_A_LANE
    for name, value in plan.known.items():
        setattr(control, name, value)
    return buffers


def _job(plan: EnsemblePlan, buffers: RunBuffers, width: int) -> Job:
    """The job of the kernel, without the members to run."""
    slot_of_name = plan.model.slot_of_name
    slots = [*(slot_of_name[name] for name in plan.names[: plan.parameters]), *plan.final_slots]
    table = [number for each in plan.reductions for number in _entry(each, plan)]
    job = Job(np.zeros(job_place.SLOTS + len(slots) + len(table)))
    trials = TRIALS_TOGETHER / plan.model.target.slowness
    job.lanes, job.slice, job.seed = width, trials, plan.options.seed
    job.parameters, job.initials = plan.parameters, plan.initials
    job.finals, job.reductions = len(plan.final_slots), len(plan.reductions)
    job.reduction_table = job_place.SLOTS + len(slots)
    job.curve_rows, job.result_size = plan.rows, plan.result_size
    job.control_end = len(buffers.control.numbers)
    job.values_end = job.control_end + len(buffers.values)
    job.work_end = job.values_end + len(buffers.work)
    job.numbers[job_place.SLOTS :] = [*slots, *table]
    return job


def _entry(reduction: Reduction, plan: EnsemblePlan) -> tuple[float, float, float, float]:
    """A reduction as the kernel reads it; of negated aliases it sees the stored variable."""
    is_negated = reduction.variable in plan.model.negated
    function = FUNCTION_NUMBERS[reduction.function]
    if is_negated and function in (job_place.MINIMUM, job_place.MAXIMUM):
        function = job_place.MINIMUM + job_place.MAXIMUM - function
    if function == job_place.WHEN and reduction.relation.endswith("="):
        function = job_place.WHEN_OR_EQUAL
    sign = 1.0 if reduction.relation.startswith(">") else -1.0
    number = reduction.number
    if is_negated and reduction.function in COMPARED:
        sign, number = -sign, -number
    return float(function), float(plan.stored.index(reduction.variable)), number, sign
