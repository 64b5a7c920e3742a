"""A model as an importer of FMI drives it: start, set and get numbers, advance, update at events.

An instance is the arrays of a run and `own`, which has the numbers of this module and then four tables with a number
for each slot: the values before INITIAL, what followed from them at the last change, what follows now, and a mark: what
an importer can set, and what a run remembers, which a change of parameters leaves alone.
"""

from .calendar import has_calendar, mark_pieces, open_calendar
from .control import (
    BETWEEN,
    ITERATING_EVENTS,
    LOG_IS_FULL,
    RECORD_IS_FULL,
    RUNNING,
    SLIDE_REQUESTED,
    STOPPED,
    Control,
)
from .entries import before, derivatives, guards, held, initial, outputs, sample, times
from .event_iteration import iterate_instant
from .instance import Fmu
from .run import run
from .start import begin
from .subset import Array, Integers, inline, is_nan, slice_from

SLICE = 1e6
"""Trial steps before the run looks around."""
NEGATED = 16777216
DERIVATIVES = 33554432
GUARDS = 50331648
CLOCKS = 58720256
CHOICES = 62914560
ALIASES = 67108864
MAX_ALIASES = 62
"""Added to the references of names whose slots hold the negated value, of derivatives, of guards, of clocks and of
versions that are compiled in. Multiples of ALIASES change nothing: names of the same number have different
references."""
NEVER = 1e300
SETTABLE = 0.0
REMEMBERED = 1.0
INITIAL = 2.0
COMPUTED = 3.0
"""The marks of slots: parameters and inputs, what a run carries along, that with an initial value, all the rest."""
TERMINATE = 1
FAILED = 2
START_SLOT = 0


def start_fmu(control: Control, plan: Integers, states: Array, values: Array, work: Array, own: Fmu) -> int:
    """End the initialisation: everything that follows from the numbers set so far; the status."""
    n = own.slots
    for i in range(n):
        own[own.basis + i] = values[i]
    find_basis(control, states, work, own, own.before)
    begin(control, plan, states, values, work)
    own.is_started = True
    own.is_changed = False
    own.is_stale = True
    return RUNNING


def find_basis(control: Control, states: Array, work: Array, own: Fmu, table: int) -> None:
    """What `initial` makes of the numbers that were set, in one of the tables."""
    for i in range(own.slots):
        own[table + i] = own[own.basis + i]
    initial(own.start, states, slice_from(own, table), slice_from(work, control.found))


def take_changes(control: Control, states: Array, values: Array, work: Array, own: Fmu) -> None:
    """Let what was set take effect: values that follow from parameters alone become what they would have been."""
    if not own.is_changed:
        return
    own.is_changed = False
    find_basis(control, states, work, own, own.after)
    for i in range(own.slots):
        before = own[own.before + i]
        after = own[own.after + i]
        is_same = before == after or (is_nan(before) and is_nan(after))
        if not is_same and own[own.marks + i] != REMEMBERED and own[own.marks + i] != INITIAL:
            values[i] = after
        own[own.before + i] = after
    held(control.time, states, values, slice_from(work, control.found))


def prepare_fmu(
    start: float, stop: float, has_stop: int, tolerance: float, control: Control, values: Array, own: Fmu
) -> None:
    """When the run starts and ends, and its relative tolerance, if that is positive."""
    control.time = start
    control.reached = start
    control.start_time = start
    control.stop_time = start
    control.limit = start
    values[START_SLOT] = start
    own.start = start
    own.stop = stop
    own.has_stop = has_stop != 0
    if tolerance > 0.0:
        control.relative = tolerance


def move_to(time: float, control: Control, own: Fmu) -> None:
    """The present time, as an importer that integrates the model sets it."""
    control.time = time
    own.is_stale = True


def set_number(
    reference: int, number: float, control: Control, plan: Array, values: Array, work: Array, own: Fmu
) -> int:
    """Set a parameter or an input at any time, an initial value before the start; 0, or 1 if it cannot be set."""
    slot = reference % ALIASES - 1
    if slot < 0 or slot >= own.slots:
        return 1
    mark = own[own.marks + slot]
    if mark == SETTABLE and own.is_started:
        own[own.basis + slot] = number
        own.is_changed = True
        own.is_stale = True
        return 0
    if mark == SETTABLE:
        values[slot] = number
        return 0
    if mark != INITIAL or own.is_started:
        return 1
    values[slot] = number
    count = control.initial_count
    place = count
    for i in range(count):
        if int(plan[control.initial_slots + i]) == slot:
            place = i
    plan[control.initial_slots + place] = float(slot)
    work[control.initial_values + place] = number
    if place == count:
        control.initial_count = count + 1
    return 0


def refresh(control: Control, states: Array, values: Array, work: Array, own: Fmu) -> None:
    """All values for the present time and states."""
    if not own.is_started:
        return
    take_changes(control, states, values, work, own)
    if own.is_stale:
        own.is_stale = False
        times(control.time, states, values, slice_from(work, control.found))
        outputs(control.time, states, values, slice_from(work, control.found))


def get_number(reference: int, control: Control, states: Array, values: Array, work: Array) -> float:
    """The time, a slot, one that holds the negated value, a derivative, or a guard, by its reference."""
    reference = reference % ALIASES
    if reference == 0:
        return control.time
    if reference >= GUARDS:
        count = control.guard_count
        times(control.time, states, values, slice_from(work, control.found))
        guards(control.time, states, values, slice_from(work, control.guards + 2 * count))
        return work[control.guards + 2 * count + reference - GUARDS]
    if reference >= DERIVATIVES:
        n = control.state_count
        times(control.time, states, values, slice_from(work, BETWEEN * n))
        derivatives(control.time, states, values, slice_from(work, BETWEEN * n))
        return work[BETWEEN * n + reference - DERIVATIVES]
    if reference > NEGATED:
        return -values[reference - NEGATED - 1]
    return values[reference - 1]


def advance_fmu(
    until: float,
    control: Control,
    plan: Integers,
    states: Array,
    values: Array,
    work: Array,
    record: Array,
    log: Array,
    own: Fmu,
) -> int:
    """Run up to a time; the status: ENDED there, RUNNING after a single step, or what ended the run earlier."""
    take_changes(control, states, values, work, own)
    control.stop_time = until
    control.phase = ITERATING_EVENTS
    return resume_fmu(control, plan, states, values, work, record, log, own)


def resume_fmu(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array, log: Array, own: Fmu
) -> int:
    """Continue; the same as `advance_fmu`."""
    status = RUNNING
    while True:
        control.budget = 1.0 if own.is_stepwise else SLICE
        status = run(control, plan, states, values, work, record, log)
        control.rows = 0.0
        control.logged = 0.0
        if status == SLIDE_REQUESTED and control.sliding == 0 and own.sliding > 0:
            control.sliding = own.sliding
        elif is_over(status, own.is_stepwise):
            break
    own.is_stale = True
    own.status = status
    return status


@inline
def is_over(status: int, is_stepwise: bool) -> bool:
    """True if the importer has to know; a full buffer is emptied, since nobody reads it."""
    if status == RUNNING:
        return is_stepwise
    if status == RECORD_IS_FULL:
        return False
    return status != LOG_IS_FULL


def differentiate_fmu(control: Control, states: Array, values: Array, work: Array, own: Fmu, out: Array) -> None:
    """The derivatives at the present time and states."""
    take_changes(control, states, values, work, own)
    times(control.time, states, values, out)
    derivatives(control.time, states, values, out)


def indicate(control: Control, states: Array, values: Array, work: Array, own: Fmu, out: Array) -> None:
    """The numbers whose changes of sign are events."""
    take_changes(control, states, values, work, own)
    times(control.time, states, values, slice_from(work, control.found))
    guards(control.time, states, values, out)


def update_fmu(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, log: Array, own: Fmu
) -> int:
    """Apply everything due at the present instant; 0, TERMINATE or FAILED."""
    take_changes(control, states, values, work, own)
    time = control.time
    control.may_slide = False
    control.is_cut = has_crossed(control, states, values, work)
    control.stop_time = own.stop if own.has_stop else NEVER
    control.horizon = -NEVER
    control.cluster = 0.0
    control.near_events = 0.0
    control.limit = NEVER
    open_calendar(control, plan, values, work)
    status = iterate_instant(control, plan, states, values, work, log)
    control.logged = 0.0
    control.time = time
    own.is_stale = True
    own.status = status
    own.next_event = control.limit
    if status == STOPPED:
        return TERMINATE
    return RUNNING if status == RUNNING else FAILED


def activate_fmu(
    sampler: int, time: float, control: Control, plan: Integers, states: Array, values: Array, work: Array, own: Fmu
) -> int:
    """Take one sample of one discrete system at a time that the importer decides; 0, or 1 if there is none."""
    if sampler < 0 or sampler >= control.sampler_count:
        return 1
    take_changes(control, states, values, work, own)
    control.time = time
    for i in range(control.sampler_count + control.piece_count):
        work[control.samplers_due + i] = 0.0
    work[control.samplers_due + sampler] = 1.0
    if has_calendar(control):
        mark_pieces(control, plan, work, sampler)
    before(time, states, values, slice_from(work, control.found))
    sample(time, states, values, slice_from(work, control.samplers_due))
    held(time, states, values, slice_from(work, control.found))
    before(time, states, values, slice_from(work, control.found))
    own.is_stale = True
    return 0


def interval_of(sampler: int, control: Control, plan: Integers, values: Array) -> float:
    """From the last activation, or from the start, to the next sample of a discrete system; negative if there is
    none."""
    if sampler < 0 or sampler >= control.sampler_count:
        return -1.0
    slot = plan[control.sampler_slots + 3 * sampler]
    return -1.0 if slot < 0 else max(0.0, values[slot] - control.time)


def has_crossed(control: Control, states: Array, values: Array, work: Array) -> bool:
    """True if a guard has a different sign than after the last event."""
    count = control.guard_count
    if count == 0 or control.events == 0.0:
        return False
    first = control.guards
    here = first + 2 * count
    times(control.time, states, values, slice_from(work, control.found))
    guards(control.time, states, values, slice_from(work, here))
    for i in range(count):
        if work[first + i] * work[here + i] <= 0.0:
            return True
    return False


def gradient_of(unknown: int, known: int, count: int, pairs: Array, gradients: Array) -> float:
    """The derivative of one variable by another, both by their references; 0 if it does not depend on it."""
    row = unknown % ALIASES
    column = known % ALIASES
    for i in range(count):
        if int(pairs[2 * i]) == row and int(pairs[2 * i + 1]) == column:
            return gradients[i]
    return 0.0
