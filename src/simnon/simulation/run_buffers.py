"""Layout + options -> the arrays of one run (see `kernels.control`)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import MAX_STATES_OF_SMALL, Control, Method, small_matrix_offsets, small_matrix_size
from simnon.kernels import control as codes
from simnon.program import SEED_SLOT, START_SLOT, Array, BandSlots, Layout, SparseSlots

from .options import RunOptions

ROWS_AT_A_TIME = 4096
MAX_NUMBERS_IN_A_RECORD = 2**21
LOG_ENTRIES_AT_A_TIME = 4096
PIECES_OF_A_HISTORY = 4096
PIECE_SIZE = 3 + codes.VALUES_OF_A_PIECE
MAX_ITERATIONS_OF_AN_INSTANT = 100
FIXED_STEPS = 100
"""Number of fixed steps in a run, by default."""
SIGNS_OF_STIFFNESS = 15.0
"""Signs of stiffness before the method is switched."""
MAX_TEMPLATES = 32
"""Templates kept for one model; runs that each record something different do not fill the memory."""


@dataclass(slots=True)
class RunBuffers:
    """The arrays that change during a run."""

    control: Control
    plan: Array
    states: Array
    values: Array
    work: Array
    record: Array
    log: Array

    def arrays(self) -> tuple[Array, ...]:
        return (self.control.numbers, self.plan, self.states, self.values, self.work, self.record, self.log)


def make_run_buffers(
    layout: Layout,
    values: Array,
    stored: Sequence[int],
    method: Method,
    initials: Sequence[int] = (),
    times: int = 0,
) -> RunBuffers:
    """Arrays of the right sizes; `values` are those at the start, `stored` the slots to record.

    `initials` are the slots whose initial values are given; the values are in `work`, and so are the `times` to record.
    """
    control = new_control()
    plan = _Plan(layout, stored, initials)
    plan.describe(control)
    work_size = _arrange_work(layout, control, len(initials), times)
    control.given_times = times
    rows = max(8, min(ROWS_AT_A_TIME, MAX_NUMBERS_IN_A_RECORD // (len(stored) + 1)))
    control.row_limit = rows
    log_capacity = LOG_ENTRIES_AT_A_TIME + MAX_ITERATIONS_OF_AN_INSTANT * (len(layout.modes) + len(layout.events) + 1)
    control.is_recorded = True
    control.log_limit = LOG_ENTRIES_AT_A_TIME
    control.log_capacity = log_capacity
    use_method(control, method)
    return RunBuffers(
        control,
        np.array(plan.numbers or [0.0]),
        np.zeros(max(1, len(layout.states))),
        values,
        np.zeros(work_size),
        np.zeros(rows * (len(stored) + 1)),
        np.zeros(log_capacity * codes.LOG_WIDTH),
    )


def new_control() -> Control:
    return Control(np.zeros(len(Control.record_fields)))


class Templates:
    """Buffers of runs that have not begun, one for each method and set of stored and given slots; runs copy them."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._template_of_key: dict[tuple[object, ...], RunBuffers] = {}

    def buffers(
        self, values: Array, stored: tuple[int, ...], method: Method, initials: tuple[int, ...], times: int = 0
    ) -> RunBuffers:
        """What `make_run_buffers` returns; `plan`, which no run changes, is shared."""
        key = (stored, method.name, initials, times)
        template = self._template_of_key.get(key)
        if template is None:
            if len(self._template_of_key) == MAX_TEMPLATES:
                self._template_of_key.clear()
            template = self._template_of_key[key] = make_run_buffers(
                self._layout, values[:0], stored, method, initials, times
            )
        return RunBuffers(
            Control(template.control.numbers.copy()),
            template.plan,
            np.zeros(len(template.states)),
            values,
            np.zeros(len(template.work)),
            np.zeros(len(template.record)),
            np.zeros(len(template.log)),
        )


FIXED = tuple(name for name, field in Control.record_fields.items() if field.mark == "fixed")
"""The fields of `control` that are equal in all runs of a model with one method."""
OF_SINGLE_RUNS = {"is_recorded": 1.0}
"""Their values in single runs,"""
OF_MEMBERS = {"log_limit": 1e308, "log_capacity": 0.0, "logged": 0.0}
"""in the members of an ensemble, which have no log,"""
OF_MEMBERS_WITH_RECORDS = {**OF_MEMBERS, "is_recorded": 1.0}
OF_MEMBERS_WITHOUT_RECORDS = {**OF_MEMBERS, "is_recorded": 0.0, "rows": 0.0}
OF_UNMONITORED_RUNS = {"watch": 0.0}
"""and without stiffness detection."""


SAME = tuple(name for name, field in Control.record_fields.items() if field.mark)
"""The fields of `control` that are equal in all members of an ensemble, and never change during a run."""


def fixed_numbers(
    layout: Layout, method: Method, known: Mapping[str, float] = OF_SINGLE_RUNS
) -> dict[tuple[str, int], float]:
    """The contents of `control` and `plan` that are equal in all runs of a model with one method, by array and offset.

    `known` are further fields of `control`.
    """
    control = new_control()
    plan = _Plan(layout, (), ())
    plan.describe(control)
    _arrange_work(layout, control, 0, 0)
    use_method(control, method)
    numbers = {name: float(getattr(control, name)) for name in FIXED} | dict(known)
    fixed = {("control", Control.record_fields[name].offset): number for name, number in numbers.items()}
    return fixed | {("plan", i): number for i, number in enumerate(plan.numbers)}


def with_histories(layout: Layout, values: Array) -> Array:
    """`values` followed by empty space for what the delays remember."""
    workspace = PIECES_OF_A_HISTORY * PIECE_SIZE
    longer = np.concatenate([values, np.zeros(workspace * len(layout.delays))])
    for i, delay in enumerate(layout.delays):
        longer[delay.history : delay.history + 4] = (len(values) + i * workspace, PIECES_OF_A_HISTORY, 0.0, 0.0)
    return longer


def with_longer_histories(layout: Layout, values: Array) -> Array:
    """The same with twice the space, the pieces in order."""
    slots = len(layout.slots) + layout.workspace
    rings = [_pieces(values, delay.history) for delay in layout.delays]
    workspace = 2 * int(values[layout.delays[0].history + 1]) * PIECE_SIZE
    longer = np.concatenate([values[:slots], np.zeros(workspace * len(rings))])
    for i, (delay, pieces) in enumerate(zip(layout.delays, rings, strict=True)):
        start = slots + i * workspace
        longer[delay.history : delay.history + 4] = (start, workspace // PIECE_SIZE, 0.0, len(pieces) // PIECE_SIZE)
        longer[start : start + len(pieces)] = pieces
    return longer


def _pieces(values: Array, history: int) -> Array:
    start, capacity, oldest, count = (int(number) for number in values[history : history + 4])
    ring = values[start : start + capacity * PIECE_SIZE].reshape(capacity, PIECE_SIZE)
    return np.roll(ring, -oldest, axis=0)[:count].reshape(-1)


def add_jacobian(buffers: RunBuffers, count: int, jacobian: Layout | None) -> None:
    """Append a workspace to `work` for a Jacobian and the matrix of a linearly implicit method.

    Without formulas, every entry of the Jacobian is computed by differences. Small models have the workspace already.
    """
    control = buffers.control
    entries = count * count if jacobian is None else len(jacobian.jacobian)
    size = entries + count if jacobian is None else jacobian.jacobian_size
    control.jacobian_size = entries
    control.has_jacobian = jacobian is not None
    control.jacobian_mark = 0.0
    if count <= MAX_STATES_OF_SMALL:
        for workspace, start in small_matrix_offsets(count).items():
            setattr(control, workspace, start)
        if size > entries + count:
            _add_workspace(buffers, {"jacobian": size})
        return
    matrix = None if jacobian is None else jacobian.matrix
    _add_workspace(buffers, {"jacobian": size, "pivots": count + 1})
    rows, columns = _full_pattern(count) if jacobian is None else _pattern(jacobian)
    _add_numbers(buffers, "entries_in_full", rows * count + columns)
    match matrix:
        case BandSlots():
            _add_band(buffers, matrix, rows, columns)
        case SparseSlots():
            _add_sparse(buffers, matrix, rows, columns)
        case None:
            control.matrix_form = codes.FULL
            control.matrix_size = count * count
            control.jacobian_offsets = control.entries_in_full
        case _:
            assert_never(matrix)
    _add_workspace(buffers, {"matrix": control.matrix_size})


Indices = NDArray[np.int64]


def _pattern(jacobian: Layout) -> tuple[Indices, Indices]:
    rows, columns = np.array(jacobian.jacobian, dtype=np.int64).reshape(-1, 2).T
    return rows, columns


def _full_pattern(count: int) -> tuple[Indices, Indices]:
    rows, columns = np.indices((count, count))
    return rows.reshape(-1), columns.reshape(-1)


def _add_band(buffers: RunBuffers, band: BandSlots, rows: Indices, columns: Indices) -> None:
    control, count, rim = buffers.control, len(band.states), band.below + band.above
    width = rim + band.below + 1
    control.matrix_form = codes.BANDED
    control.matrix_size = (count + rim) * width
    control.diagonals_below, control.diagonals_above = band.below, band.above
    unknown_of_state = np.argsort(band.states)
    rows, columns = unknown_of_state[rows], unknown_of_state[columns]
    _add_numbers(buffers, "jacobian_offsets", columns * width + rim + rows - columns)
    _add_numbers(buffers, "unknown_states", band.states)
    _add_workspace(buffers, {"unknowns": count + 2 * rim})


def _add_sparse(buffers: RunBuffers, sparse: SparseSlots, rows: Indices, columns: Indices) -> None:
    control, count = buffers.control, len(sparse.states)
    control.matrix_form = codes.SPARSE
    control.matrix_size = len(sparse.columns)
    unknown_of_state = np.argsort(sparse.states)
    row_of_place = np.repeat(np.arange(count), np.diff(sparse.starts))
    offsets = np.searchsorted(
        row_of_place * count + np.array(sparse.columns), unknown_of_state[rows] * count + unknown_of_state[columns]
    )
    _add_numbers(buffers, "jacobian_offsets", offsets)
    _add_numbers(buffers, "unknown_states", sparse.states)
    _add_numbers(buffers, "columns", sparse.columns)
    _add_numbers(buffers, "row_starts", sparse.starts)
    _add_numbers(buffers, "diagonals", sparse.diagonals)
    _add_workspace(buffers, {"unknowns": count})


def _add_workspace(buffers: RunBuffers, size_of_workspace: dict[str, int]) -> None:
    """Extend `work` by workspaces of these sizes, and note where each begins."""
    for workspace, size in size_of_workspace.items():
        setattr(buffers.control, workspace, len(buffers.work))
        buffers.work = np.concatenate([buffers.work, np.zeros(size)])


def _add_numbers(buffers: RunBuffers, workspace: str, numbers: Indices | Sequence[int]) -> None:
    setattr(buffers.control, workspace, len(buffers.work))
    buffers.work = np.concatenate([buffers.work, np.asarray(numbers, dtype=np.float64)])


def use_method(control: Control, method: Method) -> None:
    control.order = method.order
    control.last_stage = method.last_stage
    control.library_step = codes.REQUESTED if method.has_library_steps else codes.INSIDE
    control.history_degree = method.history_degree
    control.is_fresh = False
    control.is_fixed = method.is_fixed
    control.is_implicit = method.has_jacobian
    control.proposes_steps = method.proposes_steps
    control.accepted_step = control.is_after_rejection = False
    control.stiff_signs = control.smooth_signs = 0.0


def begin(buffers: RunBuffers, layout: Layout, options: RunOptions, method: Method) -> None:
    """Set everything known before the run begins, except what depends on the parameters."""
    buffers.values[START_SLOT] = options.start
    buffers.values[SEED_SLOT] = options.seed
    control = buffers.control
    control.time = control.reached = control.start_time = control.first_record = options.start
    control.cluster_time = control.event_time = control.events_marked_time = -math.inf
    control.horizon = control.accumulated = -math.inf
    control.stop_time = control.limit = options.stop
    control.phase = codes.ITERATING_EVENTS
    control.has_changed = True
    switched = control.switched
    buffers.work[switched : switched + len(layout.modes)] = -np.inf
    control.relative = options.rtol
    control.largest_step = options.largest_step
    if method.is_fixed:
        fixed = options.step or (options.stop - options.start) / FIXED_STEPS
        control.step = control.largest_step = fixed
        # A fixed step that fails is not tried again with a shorter one.
        control.smallest_step = 0.5 * fixed
    control.every_point = options.spacing is None and not options.times
    control.spacing = options.spacing or 0.0
    if options.spacing is None and options.points:
        control.spacing = (options.stop - options.start) / options.points
    instants, count = control.instants, len(layout.states)
    if options.method == "auto" and count and not method.has_library_steps:
        control.watch = 1.0
        control.enough_signs = SIGNS_OF_STIFFNESS
    buffers.work[instants : instants + len(layout.time_events)] = np.inf
    buffers.work[codes.ABSOLUTE * count : (codes.ABSOLUTE + 1) * count] = absolute_tolerances(options.atol, layout)
    buffers.work[control.times_to_record : control.times_to_record + len(options.times)] = options.times
    first = control.initial_values
    buffers.work[first : first + len(options.initial)] = list(options.initial.values())


def absolute_tolerances(atol: float | Mapping[str, float], layout: Layout) -> list[float]:
    if isinstance(atol, Mapping):
        return [float(atol.get(state.name, 1e-9)) for state in layout.states]
    return [float(atol)] * len(layout.states)


class _Plan:
    """The numbers of `plan`, and the offset of each table."""

    def __init__(self, layout: Layout, stored: Sequence[int], initials: Sequence[int]) -> None:
        self.layout = layout
        self.stored = stored
        self.initials = initials
        self.numbers: list[float] = []
        self.place_of_table: dict[str, int] = {}
        self._add("mode_slots", [*map(float, layout.modes), *self._time_event_of_modes(), *self._is_mode_seen()])
        self._add("sampler_slots", self._samplers())
        self._add("updates", self._updates())
        self._add("domains", [float(bool(guard.limits)) for guard in layout.guards])
        slots = [float(n) for d in layout.delays for n in (d.source, d.at, d.history)]
        self._add("delay_slots", [*slots, *(float(d.lag.value) for d in layout.delays)])
        self._add("state_slots", [float(state.value) for state in sorted(layout.states, key=lambda s: s.index)])
        self._add("sliding_shape", [float(number) for number in layout.sliding.numbers] if layout.sliding else [])
        self._add("guards_of_modes", self._guards_of_modes())
        self._add("shift_slots", list(map(float, layout.sensitivities.shifts)) if layout.sensitivities else [])
        # Last, because they are all that differs between runs of a model.
        self._add("stored_slots", list(map(float, stored)))
        self._add("initial_slots", list(map(float, initials)))

    def describe(self, control: Control) -> None:
        for table, start in self.place_of_table.items():
            setattr(control, table, start)
        layout = self.layout
        control.state_count = len(layout.states)
        control.guard_count = len(layout.guards)
        control.has_curved_guards = any(guard.is_curved for guard in layout.guards)
        control.mode_count = len(layout.modes)
        control.condition_count = layout.conditions
        control.event_count = len(layout.events)
        control.stop_count = len(layout.stops)
        control.sampler_count = len(layout.samplers)
        control.time_event_count = len(layout.time_events)
        control.delay_count = len(layout.delays)
        control.direction_count = _direction_count(layout)
        control.base_count = layout.sensitivities.base if layout.sensitivities else len(layout.states)
        control.stored_count = len(self.stored)
        control.initial_count = len(self.initials)
        guesses = [slot for loop in layout.loops for slot in loop.guesses]
        control.guess_count = len(guesses)
        control.first_guess = guesses[0] if guesses else 0
        control.loop_count = len(layout.loops)
        control.may_slide = layout.sliding is not None

    def _add(self, table: str, numbers: list[float]) -> None:
        self.place_of_table[table] = len(self.numbers)
        self.numbers += numbers

    def _time_event_of_modes(self) -> list[float]:
        event_of_slot = {slot: event.index for event in self.layout.time_events for slot in event.modes}
        return [float(event_of_slot.get(slot, -1)) for slot in self.layout.modes]

    def _guards_of_modes(self) -> list[float]:
        sliding = self.layout.sliding
        if sliding is None:
            return []
        pairs = zip(sliding.guards_of_mode, sliding.rises_of_mode, strict=True)
        return [float(n) for guards, rises in pairs for n in (*(*guards, -1, -1)[:2], rises)]

    def _is_mode_seen(self) -> list[float]:
        return [float(slot not in self.layout.unseen_modes) for slot in self.layout.modes]

    def _samplers(self) -> list[float]:
        numbers: list[float] = []
        for sampler in self.layout.samplers:
            numbers += [
                -1.0 if sampler.next_time is None else float(sampler.next_time),
                float(sampler.triggers.start),
                float(len(sampler.triggers)),
            ]
        return numbers

    def _updates(self) -> list[float]:
        numbers: list[float] = []
        for event in self.layout.events:
            numbers += [float(len(event.state_updates)), float(len(event.value_updates))]
            numbers += [float(n) for pair in (*event.state_updates, *event.value_updates) for n in pair]
        return numbers


def _direction_count(layout: Layout) -> int:
    return len(layout.sensitivities.shifts) if layout.sensitivities else 0


def _arrange_work(layout: Layout, control: Control, initials: int, times: int) -> int:
    """Assign an offset to each slice of `work`; return the total size."""
    found = max(2 * len(layout.modes), layout.conditions)
    parts = {
        "guards": codes.GUARD_ARRAYS * len(layout.guards),
        "found": found,
        "switched": len(layout.modes),
        "truths": layout.conditions,
        "previous_modes": len(layout.modes) if layout.sliding else 0,
        "held_modes": len(layout.modes) if layout.sliding else 0,
        "imposed_signs": len(layout.guards) if layout.sliding else 0,
        "last_event": 2 * len(layout.states),
        "instants": len(layout.time_events),
        "shifts": _direction_count(layout) * (len(layout.guards) + len(layout.time_events)),
        "events_due": len(layout.events),
        "samplers_due": len(layout.samplers),
        "jumps": codes.MAX_JUMPS + codes.VALUES_OF_A_PIECE * len(layout.delays) if layout.delays else 0,
        "pending": len(layout.delays),
        "last_guesses": sum(len(loop.guesses) for loop in layout.loops),
        "initial_values": initials,
        "times_to_record": times,
    }
    size = codes.STATE_ARRAYS * len(layout.states) + small_matrix_size(len(layout.states))
    for part, length in parts.items():
        setattr(control, part, size)
        size += length
    return size + 1
