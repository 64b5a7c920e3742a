"""The Jacobian of the derivatives, by formulas or finite differences."""

from .control import TRIAL, Control
from .entries import derivatives, jacobian, times
from .steps import step_between_floats
from .subset import Array, inline, is_nan, slice_from, sqrt

SMALLEST_SIZE = 1e-5
ROUNDING = 1e-16


def prepare_jacobian(time: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Evaluate the Jacobian at the present point, unless a rejected step has already done so."""
    mark = control.steps - control.rejected + control.events
    if control.jacobian_mark != mark:
        control.jacobian_mark = mark
        control.jacobians += 1.0
        if int(control.has_jacobian) > 0:
            times(time, states, values, slice_from(work, control.state_count))
            jacobian(time, states, values, slice_from(work, control.jacobian))
            is_number = has_numbers(control, work)
            if not is_number:
                take_differences(time, control, states, values, work)
        else:
            take_differences(time, control, states, values, work)


@inline
def has_numbers(control: Control, work: Array) -> bool:
    """True if a full Jacobian is finite: its formulas can overflow where the derivatives do not (1/(1 + EXP(x)) does).

    Other forms store only the nonzero entries, which differences could not fill.
    """
    n = control.state_count
    offset = control.jacobian
    total = 0.0
    if control.jacobian_size == n * n:
        for k in range(n * n + n):
            total += work[offset + k]
    return not is_nan(total - total)


def take_differences(time: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Forward differences, with the increments of Hairer and Wanner's codes: half of the digits are accurate."""
    n = control.state_count
    x = TRIAL * n
    offset = control.jacobian
    control.evaluations += float(n) + 1.0
    step = step_between_floats(time, sqrt(ROUNDING * max(SMALLEST_SIZE, abs(time))))
    times(time + step, states, values, slice_from(work, n))
    derivatives(time + step, states, values, slice_from(work, n))
    for i in range(n):
        work[offset + n * n + i] = (work[n + i] - work[i]) / step
        work[x + i] = states[i]
    times(time, states, values, slice_from(work, n))
    for j in range(n):
        step = step_between_floats(states[j], sqrt(ROUNDING * max(SMALLEST_SIZE, abs(states[j]))))
        work[x + j] = states[j] + step
        derivatives(time, slice_from(work, x), values, slice_from(work, n))
        work[x + j] = states[j]
        for i in range(n):
            work[offset + i * n + j] = (work[n + i] - work[i]) / step
