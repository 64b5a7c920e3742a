"""Recording: rows of time and the stored variables, on a grid by interpolation, or at every step."""

from .control import (
    BETWEEN,
    FIRST_RECORD,
    NEXT_RECORD,
    REACHED,
    RECORDS_DUE,
    ROWS,
    SPACING,
    STATE_COUNT,
    STOP_TIME,
    STORED_COUNT,
    STORED_SLOTS,
    TAKEN,
    TIME,
)
from .entries import interpolate, outputs
from .subset import Array, inline, part

NEVER = 1e308
ROUNDING = 1e-6


@inline
def plan_record(control: Array) -> None:
    """Find the next record on the grid, counted so that it does not drift; rounding does not lose the last one."""
    at = control[FIRST_RECORD] + control[RECORDS_DUE] * control[SPACING]
    if abs(at - control[STOP_TIME]) <= ROUNDING * control[SPACING]:
        at = control[STOP_TIME]
    control[NEXT_RECORD] = at if control[SPACING] > 0.0 else NEVER


@inline
def record_between(control: Array, plan: Array, states: Array, values: Array, work: Array, record: Array) -> bool:
    """Take one record within the step, or say that there is none left."""
    at = control[NEXT_RECORD]
    if not at < control[REACHED]:
        return False
    control[RECORDS_DUE] += 1.0
    plan_record(control)
    n = int(control[STATE_COUNT])
    interpolate((at - control[TIME]) / control[TAKEN], control, states, work, part(work, BETWEEN * n))
    take_record(control, plan, at, part(work, BETWEEN * n), values, record)
    return True


@inline
def record_now(control: Array, plan: Array, states: Array, values: Array, record: Array) -> None:
    """Take the record that is due at the present time, which is on the grid."""
    if control[NEXT_RECORD] <= control[TIME]:
        control[RECORDS_DUE] += 1.0
        plan_record(control)
        take_record(control, plan, control[TIME], states, values, record)


@inline
def record_point(control: Array, plan: Array, states: Array, values: Array, record: Array) -> None:
    """Take a record of the end of a step, or of either side of an event, where there is no grid."""
    if control[SPACING] == 0.0:
        take_record(control, plan, control[REACHED], states, values, record)


def take_record(control: Array, plan: Array, time: float, states: Array, values: Array, record: Array) -> None:
    count = int(control[STORED_COUNT])
    first = int(control[STORED_SLOTS])
    row = int(control[ROWS]) * (count + 1)
    outputs(time, states, values, record)
    record[row] = time
    for i in range(count):
        record[row + 1 + i] = values[int(plan[first + i])]
    control[ROWS] += 1.0
