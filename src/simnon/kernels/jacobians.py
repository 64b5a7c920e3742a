"""The Jacobian of the derivatives, by its formulas or by differences."""

from .control import (
    EVALUATIONS,
    EVENTS,
    HAS_JACOBIAN,
    JACOBIAN,
    JACOBIAN_MARK,
    JACOBIAN_SIZE,
    JACOBIANS,
    REJECTED,
    STATE_COUNT,
    STEPS,
    TRIAL,
)
from .entries import derivatives, jacobian, times
from .steps import step_between_floats
from .subset import Array, inline, is_nan, part, sqrt

SMALLEST_SIZE = 1e-5
ROUNDING = 1e-16


def prepare_jacobian(time: float, control: Array, states: Array, values: Array, work: Array) -> None:
    """Evaluate the Jacobian at the present point, unless that was done for a step which was rejected."""
    mark = control[STEPS] - control[REJECTED] + control[EVENTS]
    if control[JACOBIAN_MARK] != mark:
        control[JACOBIAN_MARK] = mark
        control[JACOBIANS] += 1.0
        if int(control[HAS_JACOBIAN]) > 0:
            times(time, states, values, part(work, int(control[STATE_COUNT])))
            jacobian(time, states, values, part(work, int(control[JACOBIAN])))
            is_number = has_numbers(control, work)
            if not is_number:
                take_differences(time, control, states, values, work)
        else:
            take_differences(time, control, states, values, work)


@inline
def has_numbers(control: Array, work: Array) -> bool:
    """Whether a full Jacobian is finite: its formulas can overflow where the derivatives do not (1/(1 + EXP(x)) does).

    Of others only the nonzero entries have places, which differences could not fill.
    """
    n = int(control[STATE_COUNT])
    place = int(control[JACOBIAN])
    total = 0.0
    if int(control[JACOBIAN_SIZE]) == n * n:
        for k in range(n * n + n):
            total += work[place + k]
    return not is_nan(total - total)


def take_differences(time: float, control: Array, states: Array, values: Array, work: Array) -> None:
    """Forward differences, with the steps of Hairer and Wanner's codes: half of the digits are good."""
    n = int(control[STATE_COUNT])
    x = TRIAL * n
    place = int(control[JACOBIAN])
    control[EVALUATIONS] += float(n) + 1.0
    step = step_between_floats(time, sqrt(ROUNDING * max(SMALLEST_SIZE, abs(time))))
    times(time + step, states, values, part(work, n))
    derivatives(time + step, states, values, part(work, n))
    for i in range(n):
        work[place + n * n + i] = (work[n + i] - work[i]) / step
        work[x + i] = states[i]
    times(time, states, values, part(work, n))
    for j in range(n):
        step = step_between_floats(states[j], sqrt(ROUNDING * max(SMALLEST_SIZE, abs(states[j]))))
        work[x + j] = states[j] + step
        derivatives(time, part(work, x), values, part(work, n))
        work[x + j] = states[j]
        for i in range(n):
            work[place + i * n + j] = (work[n + i] - work[i]) / step
