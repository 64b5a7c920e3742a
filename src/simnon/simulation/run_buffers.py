"""Layout + options -> the arrays of one run (see `kernels.control`)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any

import numpy as np

from simnon.kernels import Control, Method, small_matrix_size
from simnon.kernels import control as codes
from simnon.program import SEED_SLOT, START_SLOT, Array, Layout, StateTable

from .options import RunOptions, Watching

ROWS_AT_A_TIME = 4096
MAX_NUMBERS_IN_A_RECORD = 2**21
LOG_ENTRIES_AT_A_TIME = 4096
FEW_LOG_ENTRIES = 16
"""In a model without events only the ends of runs are logged."""
SPARE_ROWS = 16
"""Records besides the given times, and space for one more iteration."""
PIECES_OF_A_HISTORY = 4096
PIECE_SIZE = 3 + codes.VALUES_OF_A_PIECE
MAX_ITERATIONS_OF_AN_INSTANT = 100
FIXED_STEPS = 100
"""Number of fixed steps in a run, by default."""
SIGNS_OF_STIFFNESS = 15.0
"""Signs of stiffness before the method is switched."""
NO_SLOT = -1
MAX_ROUNDS = 8
"""The reach of an island that would take more of them is not measured: its guards are always looked at."""


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
    arguments: tuple[Any, ...] = ()
    """What calls of the run loop take in their place; whoever replaces an array makes them again."""

    def arrays(self) -> tuple[Array, ...]:
        return (self.control.numbers, self.plan, self.states, self.values, self.work, self.record, self.log)


def make_run_buffers(
    layout: Layout,
    values: Array,
    stored: Sequence[int],
    method: Method,
    initials: Sequence[int] = (),
    times: int = 0,
    destinations: int = 0,
) -> RunBuffers:
    """Arrays of the right sizes; `values` are those at the start, `stored` the slots to record.

    `initials` are the slots whose initial values are given; the values are in `work`, and so are the `times` to record
    and the `destinations` that end a run.
    """
    control = new_control()
    plan = _Plan(layout, stored, initials)
    plan.describe(control)
    work_size = _arrange_work(layout, control, len(initials), times, destinations)
    control.given_times, control.destination_count = times, destinations
    # Memory that a short run does not use costs more than the run: the system hands it out page by page.
    wanted = min(ROWS_AT_A_TIME, times + SPARE_ROWS) if times else ROWS_AT_A_TIME
    rows = max(8, min(wanted, MAX_NUMBERS_IN_A_RECORD // (len(stored) + 1)))
    control.row_limit = rows
    noted = len(layout.modes) + len(layout.events)
    entries = LOG_ENTRIES_AT_A_TIME if noted or layout.samplers else FEW_LOG_ENTRIES
    log_capacity = entries + MAX_ITERATIONS_OF_AN_INSTANT * (noted + 1)
    control.is_recorded = True
    control.log_limit = entries
    control.log_capacity = log_capacity
    use_method(control, method, layout)
    return RunBuffers(
        control,
        plan.numbers,
        np.zeros(max(1, len(layout.states))),
        values,
        np.zeros(work_size),
        np.zeros(rows * (len(stored) + 1)),
        np.zeros(log_capacity * codes.LOG_WIDTH),
    )


def new_control() -> Control:
    return Control(np.zeros(len(Control.record_fields)))


FIXED = tuple(name for name, field in Control.record_fields.items() if field.mark == "fixed")
"""The fields of `control` that are equal in all runs of a model with one method."""
OF_SINGLE_RUNS = {"is_recorded": 1.0}
"""Their values in single runs,"""
OF_MEMBERS = {
    "log_limit": 1e308,
    "log_capacity": 0.0,
    "logged": 0.0,
    "spacing_slot": NO_SLOT,
    "marked_slot": NO_SLOT,
    "island_count": 0.0,
}
"""in the members of an ensemble, which have no log,"""
OF_MEMBERS_WITH_RECORDS = {**OF_MEMBERS, "is_recorded": 1.0}
OF_MEMBERS_WITHOUT_RECORDS = {**OF_MEMBERS, "is_recorded": 0.0, "rows": 0.0}
OF_MEMBERS_WITHOUT_DESTINATIONS = {"destination_count": 0.0}
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
    _arrange_work(layout, control, 0, 0, 0)
    use_method(control, method, layout)
    numbers = {name: float(getattr(control, name)) for name in FIXED} | dict(known)
    fixed = {("control", Control.record_fields[name].offset): number for name, number in numbers.items()}
    return fixed | {("plan", i): number for i, number in enumerate(plan.numbers[: plan.size].tolist())}


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


def use_method(control: Control, method: Method, layout: Layout) -> None:
    control.island_count = len(layout.islands) if method.interpolates_parts else 0
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
    control.time = control.reached = control.start_time = options.start
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
    _plan_records(control, layout, options)
    if options.watching is not None:
        _watch(buffers, layout, options.watching)
    instants, count = control.instants, len(layout.states)
    if options.method == "auto" and count and not method.has_library_steps:
        control.watch = 1.0
        control.enough_signs = SIGNS_OF_STIFFNESS
    buffers.work[instants : instants + len(layout.time_events)] = np.inf
    buffers.work[codes.ABSOLUTE * count : (codes.ABSOLUTE + 1) * count] = absolute_tolerances(options.atol, layout)
    buffers.work[control.times_to_record : control.times_to_record + len(options.times)] = options.times
    give_initial_values(buffers, options)


def give_initial_values(buffers: RunBuffers, options: RunOptions) -> None:
    first = buffers.control.initial_values
    buffers.work[first : first + len(options.initial)] = list(options.initial.values())


def _plan_records(control: Control, layout: Layout, options: RunOptions) -> None:
    is_grid = options.spacing is not None or options.spacing_variable
    control.first_record = options.start if options.record_from is None else options.record_from
    control.every_point = not is_grid and not options.times
    control.spacing = options.spacing or 0.0
    if not is_grid and options.points:
        control.spacing = (options.stop - options.start) / options.points
    control.spacing_slot = control.marked_slot = NO_SLOT
    if options.spacing_variable:
        # Any positive number: the first instant replaces it.
        control.spacing = 1.0
        control.spacing_slot = layout.slot_of_name()[options.spacing_variable]
    if options.marked and not control.every_point:
        control.marked_slot = layout.slot_of_name()[options.marked]


def _watch(buffers: RunBuffers, layout: Layout, watching: Watching) -> None:
    control, numbers = buffers.control, [number for each in watching.destinations for number in each.numbers]
    buffers.work[control.destinations : control.destinations + len(numbers)] = numbers
    if watching.first_record is not None:
        control.first_record = watching.first_record
    if watching.counter:
        control.counter = layout.slot_of_name()[watching.counter]
        control.every_point = False


def absolute_tolerances(atol: float | Mapping[str, float], layout: Layout) -> Array:
    if isinstance(atol, Mapping):
        return np.array([float(atol.get(state.name, 1e-9)) for state in layout.states])
    return np.full(len(layout.states), float(atol))


class _Plan:
    """The numbers of `plan`, and the offset of each table."""

    def __init__(self, layout: Layout, stored: Sequence[int], initials: Sequence[int]) -> None:
        self.layout = layout
        self.stored = stored
        self.initials = initials
        self.tables: list[Array] = []
        self.size = 0
        self.place_of_table: dict[str, int] = {}
        self._add("mode_slots", [*map(float, layout.modes), *self._time_event_of_modes()])
        self._add("shown_modes", self._is_mode_seen())
        self._add("sampler_slots", self._samplers())
        self._add("triggered_blocks", self._triggered_blocks())
        self._add("sampler_pieces", self._sampler_pieces())
        self._add("updates", self._updates())
        self._add("domains", [float(bool(guard.limits)) for guard in layout.guards])
        slots = [float(n) for d in layout.delays for n in (d.source, d.at, d.history)]
        self._add("delay_slots", [*slots, *(float(d.lag.value) for d in layout.delays)])
        self._add("state_slots", _slots_of_states(layout))
        self._add("sliding_shape", [float(number) for number in layout.sliding.numbers] if layout.sliding else [])
        self._add("guards_of_modes", self._guards_of_modes())
        self._add("islands", self._islands())
        self._add("island_of_states", self._of_states([float(i) for i, _ in enumerate(layout.islands)]))
        self._add("colours", self._of_states([island.colours for island in layout.islands]))
        self._add("guard_states", [float(i) for island in layout.islands for i in island.state_of_guards])
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
        control.block_count = _block_count(layout)
        control.piece_count = layout.sample_pieces
        control.time_event_count = len(layout.time_events)
        control.delay_count = len(layout.delays)
        control.direction_count = _direction_count(layout)
        control.has_moving_samples = layout.sensitivities is not None and layout.sensitivities.has_moving_samples
        control.base_count = layout.sensitivities.base if layout.sensitivities else len(layout.states)
        control.stored_count = len(self.stored)
        control.initial_count = len(self.initials)
        guesses = [slot for loop in layout.loops for slot in loop.guesses]
        control.guess_count = len(guesses)
        control.first_guess = guesses[0] if guesses else 0
        control.loop_count = len(layout.loops)
        control.may_slide = layout.sliding is not None
        control.end_state = control.state_count
        control.island_list = layout.island_list
        control.all_guards, control.all_modes = control.guard_count, control.mode_count
        control.all_events, control.all_conditions = control.event_count, control.condition_count

    @property
    def numbers(self) -> Array:
        """All tables, one after the other."""
        return np.concatenate(self.tables) if self.size else np.zeros(1)

    def _add(self, table: str, numbers: Sequence[float] | Array) -> None:
        self.place_of_table[table] = self.size
        self.tables.append(np.asarray(numbers, dtype=np.float64))
        self.size += len(numbers)

    def _time_event_of_modes(self) -> list[float]:
        event_of_slot = {slot: event.index for event in self.layout.time_events for slot in event.modes}
        return [float(event_of_slot.get(slot, -1)) for slot in self.layout.modes]

    def _guards_of_modes(self) -> list[float]:
        sliding = self.layout.sliding
        if sliding is None:
            return []
        pairs = zip(sliding.guards_of_mode, sliding.rises_of_mode, strict=True)
        return [float(n) for guards, rises in pairs for n in (*(*guards, -1, -1)[:2], rises)]

    def _islands(self) -> list[float]:
        """For each island ISLAND numbers (see `kernels.control`)."""
        updates = self._updates_of_events()
        starts = [0, *accumulate(map(len, updates))]
        numbers: list[float] = []
        for island in self.layout.islands:
            rounds = 1 + max(island.colours, default=-1)
            numbers += [island.guards.start, len(island.guards), island.modes.start, len(island.modes)]
            numbers += [island.events.start, len(island.events), island.states.start, island.states.stop]
            numbers += [starts[island.events.start], rounds if rounds <= MAX_ROUNDS else 0, island.is_open]
        return [float(number) for number in numbers]

    def _of_states(self, numbers_of_islands: Sequence[float | Sequence[int]]) -> list[float]:
        """A number for each state from those of its island, -1 for a state of none."""
        if not numbers_of_islands:
            return []
        found = [-1.0] * len(self.layout.states)
        for island, numbers in zip(self.layout.islands, numbers_of_islands, strict=True):
            for k, i in enumerate(island.states):
                found[i] = float(numbers[k]) if isinstance(numbers, Sequence) else numbers
        return found

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

    def _triggered_blocks(self) -> list[float]:
        blocks = range(0, _block_count(self.layout) * codes.BLOCK, codes.BLOCK)
        return [float(any(s.triggers for s in self.layout.samplers[i : i + codes.BLOCK])) for i in blocks]

    def _sampler_pieces(self) -> list[float]:
        if not _block_count(self.layout):
            return []
        pieces = self.layout.pieces_of_samplers or ((),) * len(self.layout.samplers)
        starts = accumulate(map(len, pieces), initial=len(pieces) + 1)
        return [float(number) for number in (*starts, *chain.from_iterable(pieces))]

    def _updates(self) -> list[float]:
        return list(chain.from_iterable(self._updates_of_events()))

    def _updates_of_events(self) -> list[list[float]]:
        return [
            [
                float(len(event.state_updates)),
                float(len(event.value_updates)),
                *(float(n) for pair in (*event.state_updates, *event.value_updates) for n in pair),
            ]
            for event in self.layout.events
        ]


def _slots_of_states(layout: Layout) -> Sequence[float] | Array:
    states = layout.states
    if not isinstance(states, StateTable):
        return [float(state.value) for state in sorted(states, key=lambda s: s.index)]
    parts = [np.arange(p.value, p.value + p.count, dtype=np.float64) for p in states.parts]
    return np.concatenate(parts) if parts else np.zeros(0)


def _block_count(layout: Layout) -> int:
    """How many blocks the calendar of the samplers has."""
    count = len(layout.samplers)
    return -(-count // codes.BLOCK) if count > codes.FEW_SAMPLERS else 0


def _direction_count(layout: Layout) -> int:
    return len(layout.sensitivities.shifts) if layout.sensitivities else 0


def _moving_instants(layout: Layout) -> int:
    """How many rows of shifts the model has."""
    found = layout.sensitivities
    own_delays = len(layout.delays) // (1 + _direction_count(layout))
    return (
        len(layout.guards) + len(layout.time_events) + (found is not None and found.has_moving_samples) + 2 * own_delays
    )


def _arrange_work(layout: Layout, control: Control, initials: int, times: int, destinations: int) -> int:
    """Assign an offset to each slice of `work`; return the total size."""
    found = max(2 * len(layout.modes), layout.conditions)
    directions = _direction_count(layout)
    parts = {
        "guards": codes.GUARD_ARRAYS * len(layout.guards),
        "found": found,
        "switched": len(layout.modes),
        "truths": layout.conditions,
        "previous_modes": len(layout.modes) if layout.sliding else 0,
        "held_modes": len(layout.modes) if layout.sliding else 0,
        "imposed_signs": len(layout.guards) if layout.sliding else 0,
        "last_event": 2 * len(layout.states),
        "bounds": 2 * len(layout.states) if layout.islands else 0,
        "instants": len(layout.time_events),
        "shifts": directions * _moving_instants(layout),
        "jump_shifts": codes.MAX_JUMPS * directions if layout.delays else 0,
        "events_due": len(layout.events),
        "samplers_due": len(layout.samplers) + layout.sample_pieces,
        "calendar": 2 * _block_count(layout),
        "jumps": codes.MAX_JUMPS + codes.VALUES_OF_A_PIECE * len(layout.delays) if layout.delays else 0,
        "pending": len(layout.delays),
        "last_guesses": sum(len(loop.guesses) for loop in layout.loops),
        "initial_values": initials,
        "times_to_record": times,
        "destinations": 2 * len(layout.states) * destinations,
    }
    size = codes.STATE_ARRAYS * len(layout.states) + small_matrix_size(len(layout.states))
    for part, length in parts.items():
        setattr(control, part, size)
        size += length
    return size + 1
