"""Layout + options -> the arrays of one run (see `kernels.control`)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import MOST_STATES_OF_SMALL, Method, places_of_small, room_of_small
from simnon.kernels import control as place
from simnon.program import SEED_SLOT, START_SLOT, Array, BandSlots, Layout, SparseSlots

from .options import RunOptions

ROWS_AT_A_TIME = 4096
MOST_NUMBERS_IN_A_RECORD = 2**21
LOG_ENTRIES_AT_A_TIME = 4096
PIECES_OF_A_HISTORY = 4096
PIECE_SIZE = 3 + place.VALUES_OF_A_PIECE
MOST_ROUNDS_OF_AN_INSTANT = 100
FIXED_STEPS = 100
"""So many steps a run has where the user gives none."""
SIGNS_OF_STIFFNESS = 15.0
"""So many of them before the method is changed."""
MOST_TEMPLATES = 32
"""Of one model; runs that each record something else do not keep all of it."""


@dataclass(slots=True)
class Memory:
    """Everything that changes during a run."""

    control: Array
    plan: Array
    states: Array
    values: Array
    work: Array
    record: Array
    log: Array

    def arrays(self) -> tuple[Array, ...]:
        return (self.control, self.plan, self.states, self.values, self.work, self.record, self.log)


def make_memory(
    layout: Layout, values: Array, stored: Sequence[int], method: Method, initials: Sequence[int] = ()
) -> Memory:
    """Arrays of the right sizes; `values` are those at the start, `stored` the slots to record.

    `initials` are the slots whose initial values are given; the values stand in `work`.
    """
    control = np.zeros(place.CONTROL_SIZE)
    plan = _Plan(layout, stored, initials)
    plan.describe(control)
    work_size = _arrange_work(layout, control, len(initials))
    rows = max(8, min(ROWS_AT_A_TIME, MOST_NUMBERS_IN_A_RECORD // (len(stored) + 1)))
    control[place.ROW_LIMIT] = rows
    log_room = LOG_ENTRIES_AT_A_TIME + MOST_ROUNDS_OF_AN_INSTANT * (len(layout.modes) + len(layout.events) + 1)
    control[place.IS_RECORDED] = 1.0
    control[place.LOG_LIMIT] = LOG_ENTRIES_AT_A_TIME
    control[place.LOG_ROOM] = log_room
    use_method(control, method)
    return Memory(
        control,
        np.array(plan.numbers or [0.0]),
        np.zeros(max(1, len(layout.states))),
        values,
        np.zeros(work_size),
        np.zeros(rows * (len(stored) + 1)),
        np.zeros(log_room * place.LOG_WIDTH),
    )


class Templates:
    """Memories of runs that have not begun, one for each method and what is recorded and given; runs copy them."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._template_of_key: dict[tuple[object, ...], Memory] = {}

    def memory(self, values: Array, stored: tuple[int, ...], method: Method, initials: tuple[int, ...]) -> Memory:
        """What `make_memory` makes; `plan`, which no run changes, is shared."""
        key = (stored, method.name, initials)
        template = self._template_of_key.get(key)
        if template is None:
            if len(self._template_of_key) == MOST_TEMPLATES:
                self._template_of_key.clear()
            template = self._template_of_key[key] = make_memory(self._layout, values[:0], stored, method, initials)
        return Memory(
            template.control.copy(),
            template.plan,
            np.zeros(len(template.states)),
            values,
            np.zeros(len(template.work)),
            np.zeros(len(template.record)),
            np.zeros(len(template.log)),
        )


FIXED = (
    place.STATE_COUNT,
    place.GUARD_COUNT,
    place.MODE_COUNT,
    place.CONDITION_COUNT,
    place.EVENT_COUNT,
    place.STOP_COUNT,
    place.SAMPLER_COUNT,
    place.TIME_EVENT_COUNT,
    place.DELAY_COUNT,
    place.MODE_SLOTS,
    place.SAMPLER_SLOTS,
    place.UPDATES,
    place.DOMAINS,
    place.DELAY_SLOTS,
    place.STATE_SLOTS,
    place.STORED_SLOTS,
    place.GUARDS,
    place.FOUND,
    place.TRUTHS,
    place.INSTANTS,
    place.EVENTS_DUE,
    place.SAMPLERS_DUE,
    place.JUMPS,
    place.PENDING,
    place.SWITCHED,
    place.HISTORY_DEGREE,
    place.GUESS_COUNT,
    place.FIRST_GUESS,
    place.LAST_GUESSES,
    place.LOOP_COUNT,
    place.ORDER,
    place.LAST_STAGE,
    place.IS_FIXED,
    place.IS_IMPLICIT,
    place.HAS_WISHES,
    place.HAS_CURVED_GUARDS,
    place.SLIDING,
    place.MAY_SLIDE,
    place.SLIDING_SHAPE,
    place.GUARDS_OF_MODES,
    place.PREVIOUS_MODES,
    place.HELD_MODES,
    place.TOLD_SIGNS,
    place.LAST_EVENT,
    place.OUTSIDE,
)
"""The places of `control` that are the same in all runs of a model with one method."""
OF_SINGLE_RUNS = {place.IS_RECORDED: 1.0}
"""What stands there in single runs,"""
OF_MEMBERS = {place.LOG_LIMIT: 1e308, place.LOG_ROOM: 0.0, place.LOGGED: 0.0}
"""in the members of an ensemble, which have no log,"""
OF_MEMBERS_WITH_RECORDS = {**OF_MEMBERS, place.IS_RECORDED: 1.0}
OF_MEMBERS_WITHOUT_RECORDS = {**OF_MEMBERS, place.IS_RECORDED: 0.0, place.ROWS: 0.0}
OF_RUNS_WITHOUT_WATCH = {place.WATCH: 0.0}
"""and where nobody looks for stiffness."""


SAME = (
    *FIXED,
    place.STORED_COUNT,
    place.INITIAL_COUNT,
    place.INITIAL_SLOTS,
    place.INITIAL_VALUES,
    place.JACOBIAN,
    place.JACOBIAN_SIZE,
    place.JACOBIAN_PLACES,
    place.HAS_JACOBIAN,
    place.MATRIX,
    place.PIVOTS,
    place.MATRIX_FORM,
    place.MATRIX_SIZE,
    place.DIAGONALS_BELOW,
    place.DIAGONALS_ABOVE,
    place.UNKNOWN_STATES,
    place.UNKNOWNS,
    place.ENTRIES_IN_FULL,
    place.COLUMNS,
    place.ROW_STARTS,
    place.DIAGONALS,
    place.START_TIME,
    place.STOP_TIME,
    place.RELATIVE,
    place.LARGEST_STEP,
    place.SPACING,
    place.EVERY_POINT,
    place.FIRST_RECORD,
    place.ROW_LIMIT,
    place.LOG_LIMIT,
    place.LOG_ROOM,
)
"""The places of `control` that are the same in all members of an ensemble, and never change during a run."""


def fixed_numbers(
    layout: Layout, method: Method, known: Mapping[int, float] = OF_SINGLE_RUNS
) -> dict[tuple[str, int], float]:
    """What stands in `control` and `plan` in all runs of a model with one method, by array and place.

    `known` are places of `control` besides.
    """
    control = np.zeros(place.CONTROL_SIZE)
    plan = _Plan(layout, (), ())
    plan.describe(control)
    _arrange_work(layout, control, 0)
    use_method(control, method)
    fixed = {("control", number): float(control[number]) for number in FIXED}
    fixed |= {("control", number): value for number, value in known.items()}
    return fixed | {("plan", i): number for i, number in enumerate(plan.numbers)}


def with_histories(layout: Layout, values: Array) -> Array:
    """`values` with room behind them for what the delays remember, still empty."""
    room = PIECES_OF_A_HISTORY * PIECE_SIZE
    longer = np.concatenate([values, np.zeros(room * len(layout.delays))])
    for i, delay in enumerate(layout.delays):
        longer[delay.history : delay.history + 4] = (len(values) + i * room, PIECES_OF_A_HISTORY, 0.0, 0.0)
    return longer


def with_longer_histories(layout: Layout, values: Array) -> Array:
    """The same with twice the room, the pieces in order."""
    slots = len(layout.slots) + layout.room
    rings = [_pieces(values, delay.history) for delay in layout.delays]
    room = 2 * int(values[layout.delays[0].history + 1]) * PIECE_SIZE
    longer = np.concatenate([values[:slots], np.zeros(room * len(rings))])
    for i, (delay, pieces) in enumerate(zip(layout.delays, rings, strict=True)):
        start = slots + i * room
        longer[delay.history : delay.history + 4] = (start, room // PIECE_SIZE, 0.0, len(pieces) // PIECE_SIZE)
        longer[start : start + len(pieces)] = pieces
    return longer


def _pieces(values: Array, history: int) -> Array:
    start, capacity, oldest, count = (int(number) for number in values[history : history + 4])
    ring = values[start : start + capacity * PIECE_SIZE].reshape(capacity, PIECE_SIZE)
    return np.roll(ring, -oldest, axis=0)[:count].reshape(-1)


def add_jacobian(memory: Memory, count: int, jacobian: Layout | None) -> None:
    """Make room behind `work` for a Jacobian and the matrix of a linearly implicit method.

    Without formulas for it, every entry of the Jacobian is found by differences. Small models have room already.
    """
    control = memory.control
    entries = count * count if jacobian is None else len(jacobian.jacobian)
    size = entries + count if jacobian is None else jacobian.jacobian_size
    control[place.JACOBIAN_SIZE] = entries
    control[place.HAS_JACOBIAN] = float(jacobian is not None)
    control[place.JACOBIAN_MARK] = 0.0
    if count <= MOST_STATES_OF_SMALL:
        for room, start in places_of_small(count).items():
            control[room] = start
        if size > entries + count:
            _add_room(memory, {place.JACOBIAN: size})
        return
    matrix = None if jacobian is None else jacobian.matrix
    _add_room(memory, {place.JACOBIAN: size, place.PIVOTS: count + 1})
    rows, columns = _full_pattern(count) if jacobian is None else _pattern(jacobian)
    _add_numbers(memory, place.ENTRIES_IN_FULL, rows * count + columns)
    match matrix:
        case BandSlots():
            _add_band(memory, matrix, rows, columns)
        case SparseSlots():
            _add_sparse(memory, matrix, rows, columns)
        case None:
            control[place.MATRIX_FORM] = place.FULL
            control[place.MATRIX_SIZE] = count * count
            control[place.JACOBIAN_PLACES] = control[place.ENTRIES_IN_FULL]
        case _:
            assert_never(matrix)
    _add_room(memory, {place.MATRIX: int(control[place.MATRIX_SIZE])})


Places = NDArray[np.int64]


def _pattern(jacobian: Layout) -> tuple[Places, Places]:
    rows, columns = np.array(jacobian.jacobian, dtype=np.int64).reshape(-1, 2).T
    return rows, columns


def _full_pattern(count: int) -> tuple[Places, Places]:
    rows, columns = np.indices((count, count))
    return rows.reshape(-1), columns.reshape(-1)


def _add_band(memory: Memory, band: BandSlots, rows: Places, columns: Places) -> None:
    control, count, rim = memory.control, len(band.states), band.below + band.above
    width = rim + band.below + 1
    control[place.MATRIX_FORM] = place.BANDED
    control[place.MATRIX_SIZE] = (count + rim) * width
    control[place.DIAGONALS_BELOW], control[place.DIAGONALS_ABOVE] = band.below, band.above
    unknown_of_state = np.argsort(band.states)
    rows, columns = unknown_of_state[rows], unknown_of_state[columns]
    _add_numbers(memory, place.JACOBIAN_PLACES, columns * width + rim + rows - columns)
    _add_numbers(memory, place.UNKNOWN_STATES, band.states)
    _add_room(memory, {place.UNKNOWNS: count + 2 * rim})


def _add_sparse(memory: Memory, sparse: SparseSlots, rows: Places, columns: Places) -> None:
    control, count = memory.control, len(sparse.states)
    control[place.MATRIX_FORM] = place.SPARSE
    control[place.MATRIX_SIZE] = len(sparse.columns)
    unknown_of_state = np.argsort(sparse.states)
    row_of_place = np.repeat(np.arange(count), np.diff(sparse.starts))
    places = np.searchsorted(
        row_of_place * count + np.array(sparse.columns), unknown_of_state[rows] * count + unknown_of_state[columns]
    )
    _add_numbers(memory, place.JACOBIAN_PLACES, places)
    _add_numbers(memory, place.UNKNOWN_STATES, sparse.states)
    _add_numbers(memory, place.COLUMNS, sparse.columns)
    _add_numbers(memory, place.ROW_STARTS, sparse.starts)
    _add_numbers(memory, place.DIAGONALS, sparse.diagonals)
    _add_room(memory, {place.UNKNOWNS: count})


def _add_room(memory: Memory, size_of_room: dict[int, int]) -> None:
    """Make `work` longer by rooms of these sizes, and note where each begins."""
    for room, size in size_of_room.items():
        memory.control[room] = len(memory.work)
        memory.work = np.concatenate([memory.work, np.zeros(size)])


def _add_numbers(memory: Memory, room: int, numbers: Places | Sequence[int]) -> None:
    memory.control[room] = len(memory.work)
    memory.work = np.concatenate([memory.work, np.asarray(numbers, dtype=np.float64)])


def use_method(control: Array, method: Method) -> None:
    control[place.ORDER] = method.order
    control[place.LAST_STAGE] = method.last_stage
    control[place.OUTSIDE] = place.WANTED if method.is_outside else place.INSIDE
    control[place.HISTORY_DEGREE] = method.history_degree
    control[place.IS_FRESH] = 0.0
    control[place.IS_FIXED] = float(method.is_fixed)
    control[place.IS_IMPLICIT] = float(method.has_jacobian)
    control[place.HAS_WISHES] = float(method.has_wishes)
    control[place.ACCEPTED_STEP] = control[place.IS_AFTER_REJECTION] = 0.0
    control[place.STIFF_SIGNS] = control[place.SMOOTH_SIGNS] = 0.0


def begin(memory: Memory, layout: Layout, options: RunOptions, method: Method) -> None:
    """Set what is known before the run begins: all but what follows from the parameters."""
    memory.values[START_SLOT] = options.start
    memory.values[SEED_SLOT] = options.seed
    control = memory.control
    control[[place.TIME, place.REACHED, place.START_TIME, place.FIRST_RECORD]] = options.start
    control[place.CROWD_TIME] = control[place.EVENT_TIME] = control[place.EVENTS_MARKED_TIME] = control[
        place.HORIZON
    ] = -math.inf
    control[place.ACCUMULATED] = -math.inf
    control[place.STOP_TIME] = control[place.LIMIT] = options.stop
    control[place.PHASE] = place.SETTLING
    control[place.HAS_CHANGED] = 1.0
    switched = int(control[place.SWITCHED])
    memory.work[switched : switched + len(layout.modes)] = -np.inf
    control[place.RELATIVE] = options.rtol
    control[place.LARGEST_STEP] = options.largest_step
    if method.is_fixed:
        fixed = options.step or (options.stop - options.start) / FIXED_STEPS
        control[place.STEP] = control[place.LARGEST_STEP] = fixed
        # A step that fails is not tried again with a shorter one.
        control[place.SMALLEST_STEP] = 0.5 * fixed
    control[place.EVERY_POINT] = float(options.spacing is None)
    control[place.SPACING] = options.spacing or 0.0
    if options.spacing is None and options.points:
        control[place.SPACING] = (options.stop - options.start) / options.points
    instants, count = int(control[place.INSTANTS]), len(layout.states)
    if options.method == "auto" and count and not method.is_outside:
        control[place.WATCH] = 1.0
        control[place.ENOUGH_SIGNS] = SIGNS_OF_STIFFNESS
    memory.work[instants : instants + len(layout.time_events)] = np.inf
    memory.work[place.ABSOLUTE * count : (place.ABSOLUTE + 1) * count] = absolute_tolerances(options.atol, layout)
    first = int(control[place.INITIAL_VALUES])
    memory.work[first : first + len(options.initial)] = list(options.initial.values())


def absolute_tolerances(atol: float | Mapping[str, float], layout: Layout) -> list[float]:
    if isinstance(atol, Mapping):
        return [float(atol.get(state.name, 1e-9)) for state in layout.states]
    return [float(atol)] * len(layout.states)


class _Plan:
    """The numbers of `plan`, and where each table of them begins."""

    def __init__(self, layout: Layout, stored: Sequence[int], initials: Sequence[int]) -> None:
        self.layout = layout
        self.stored = stored
        self.initials = initials
        self.numbers: list[float] = []
        self.place_of_table: dict[int, int] = {}
        self._add(place.MODE_SLOTS, [*map(float, layout.modes), *self._time_event_of_modes(), *self._is_mode_seen()])
        self._add(place.SAMPLER_SLOTS, self._samplers())
        self._add(place.UPDATES, self._updates())
        self._add(place.DOMAINS, [float(bool(guard.limits)) for guard in layout.guards])
        slots = [float(n) for d in layout.delays for n in (d.source, d.at, d.history)]
        self._add(place.DELAY_SLOTS, [*slots, *(float(d.lag.value) for d in layout.delays)])
        self._add(place.STATE_SLOTS, [float(state.value) for state in sorted(layout.states, key=lambda s: s.index)])
        self._add(place.SLIDING_SHAPE, [float(number) for number in layout.sliding.numbers] if layout.sliding else [])
        self._add(place.GUARDS_OF_MODES, self._guards_of_modes())
        # The last, since they are all that differs between runs of a model.
        self._add(place.STORED_SLOTS, list(map(float, stored)))
        self._add(place.INITIAL_SLOTS, list(map(float, initials)))

    def describe(self, control: Array) -> None:
        for table, start in self.place_of_table.items():
            control[table] = start
        layout = self.layout
        control[place.STATE_COUNT] = len(layout.states)
        control[place.GUARD_COUNT] = len(layout.guards)
        control[place.HAS_CURVED_GUARDS] = float(any(guard.is_curved for guard in layout.guards))
        control[place.MODE_COUNT] = len(layout.modes)
        control[place.CONDITION_COUNT] = layout.conditions
        control[place.EVENT_COUNT] = len(layout.events)
        control[place.STOP_COUNT] = len(layout.stops)
        control[place.SAMPLER_COUNT] = len(layout.samplers)
        control[place.TIME_EVENT_COUNT] = len(layout.time_events)
        control[place.DELAY_COUNT] = len(layout.delays)
        control[place.STORED_COUNT] = len(self.stored)
        control[place.INITIAL_COUNT] = len(self.initials)
        guesses = [slot for loop in layout.loops for slot in loop.guesses]
        control[place.GUESS_COUNT] = len(guesses)
        control[place.FIRST_GUESS] = guesses[0] if guesses else 0
        control[place.LOOP_COUNT] = len(layout.loops)
        control[place.MAY_SLIDE] = float(layout.sliding is not None)

    def _add(self, table: int, numbers: list[float]) -> None:
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


def _arrange_work(layout: Layout, control: Array, initials: int) -> int:
    """Give each part of `work` its place; its whole size."""
    found = max(2 * len(layout.modes), layout.conditions)
    parts = {
        place.GUARDS: place.GUARD_ARRAYS * len(layout.guards),
        place.FOUND: found,
        place.SWITCHED: len(layout.modes),
        place.TRUTHS: layout.conditions,
        place.PREVIOUS_MODES: len(layout.modes) if layout.sliding else 0,
        place.HELD_MODES: len(layout.modes) if layout.sliding else 0,
        place.TOLD_SIGNS: len(layout.guards) if layout.sliding else 0,
        place.LAST_EVENT: 2 * len(layout.states),
        place.INSTANTS: len(layout.time_events),
        place.EVENTS_DUE: len(layout.events),
        place.SAMPLERS_DUE: len(layout.samplers),
        place.JUMPS: place.MOST_JUMPS + place.VALUES_OF_A_PIECE * len(layout.delays) if layout.delays else 0,
        place.PENDING: len(layout.delays),
        place.LAST_GUESSES: sum(len(loop.guesses) for loop in layout.loops),
        place.INITIAL_VALUES: initials,
    }
    size = place.STATE_ARRAYS * len(layout.states) + room_of_small(len(layout.states))
    for part, length in parts.items():
        control[part] = size
        size += length
    return size + 1
