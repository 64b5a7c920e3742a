"""Recording: rows of the time and the stored variables, on a grid by interpolation, at every step, or both."""

from .control import BETWEEN, Control
from .entries import interpolate, outputs
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
def record_point(control: Control, plan: Integers, states: Array, values: Array, record: Array) -> None:
    """Record the end of a step, or either side of an event."""
    if control.every_point:
        take_record(control, plan, control.reached, states, values, record)


def take_record(control: Control, plan: Integers, time: float, states: Array, values: Array, record: Array) -> None:
    count = control.stored_count
    first = control.stored_slots
    row = int(control.rows) * (count + 1)
    outputs(time, states, values, record)
    record[row] = time
    for i in range(count):
        record[row + 1 + i] = values[plan[first + i]]
    control.rows += 1.0
