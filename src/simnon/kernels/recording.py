"""Recording: rows of the time and the stored variables, on a grid by interpolation, at every step, or both.

The spacing of the grid can be a variable that events change: then the records are counted from the event.
"""

from .control import BETWEEN, Control
from .entries import interpolate, outputs
from .island_list import has_islands
from .subset import Array, Integers, inline, slice_from

NEVER = 1e308
ROUNDING = 1e-6


@inline
def plan_record(control: Control, work: Array) -> None:
    """Find the next record: the next of the given times, or a multiple of the spacing, which does not drift; rounding
    does not lose the last one."""
    if control.given_times > 0:
        number = int(control.records_due)
        control.next_record = work[control.times_to_record + number] if number < control.given_times else NEVER
        return
    at = control.first_record + control.records_due * control.spacing
    if abs(at - control.stop_time) <= ROUNDING * control.spacing:
        at = control.stop_time
    control.next_record = at if control.spacing > 0.0 else NEVER


@inline
def record_between(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> bool:
    """Take one record within the step; False if there is none left."""
    at = control.next_record
    if not at < control.reached:
        return False
    control.records_due += 1.0
    plan_record(control, work)
    n = control.state_count
    interpolate((at - control.time) / control.taken, control, states, work, slice_from(work, BETWEEN * n))
    take_record(control, plan, at, slice_from(work, BETWEEN * n), values, record)
    return True


@inline
def record_now(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> None:
    """Take the record due at the present time, unless every point is recorded anyway."""
    if control.next_record <= control.time:
        control.records_due += 1.0
        plan_record(control, work)
        if not control.every_point:
            take_record(control, plan, control.time, states, values, record)


@inline
def follow_spacing(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> None:
    """Count the records from this instant if it has changed their spacing; one that is due now is taken first."""
    if control.spacing_slot >= 0:
        spacing = values[control.spacing_slot]
        if spacing != control.spacing:
            record_now(control, plan, states, values, work, record)
            control.spacing = spacing
            control.first_record = control.time
            control.records_due = 1.0
            plan_record(control, work)


@inline
def record_before(control: Control, plan: Integers, states: Array, values: Array, record: Array) -> None:
    """Record the values before the present instant, which `keep_marked` removes if nothing is marked."""
    if control.marked_slot >= 0:
        control.marked_before = values[control.marked_slot]
        take_record(control, plan, control.time, states, values, record)


@inline
def keep_marked(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> None:
    """Record the values after the instant as well if it is marked; forget those before it if it is not."""
    if control.marked_slot >= 0:
        if values[control.marked_slot] != control.marked_before:
            take_record(control, plan, control.time, states, values, record)
            if control.next_record <= control.time:
                control.records_due += 1.0
                plan_record(control, work)
        else:
            forget_before(control)


@inline
def forget_before(control: Control) -> None:
    if control.marked_slot >= 0:
        control.rows -= 1.0


@inline
def record_point(control: Control, plan: Integers, states: Array, values: Array, record: Array) -> None:
    """Record the end of a step, or either side of an event."""
    if control.every_point and control.reached >= control.first_record:
        take_record(control, plan, control.reached, states, values, record)


@inline
def record_count(control: Control, plan: Integers, states: Array, values: Array, record: Array) -> None:
    """Record the present instant if the counter has changed at it."""
    if control.counter > 0:
        count = values[control.counter]
        if count != control.counted:
            control.counted = count
            take_record(control, plan, control.time, states, values, record)


def take_record(control: Control, plan: Integers, time: float, states: Array, values: Array, record: Array) -> None:
    count = control.stored_count
    first = control.stored_slots
    row = int(control.rows) * (count + 1)
    if has_islands(control):
        # Outputs are those of all islands.
        listed = values[control.island_list]
        values[control.island_list] = 0.0
        outputs(time, states, values, record)
        values[control.island_list] = listed
    else:
        outputs(time, states, values, record)
    record[row] = time
    for i in range(count):
        record[row + 1 + i] = values[plan[first + i]]
    control.rows += 1.0
