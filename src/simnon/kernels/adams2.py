"""The Adams-Bashforth method with two points, order 2 (Hairer, Norsett and Wanner, Solving Ordinary Differential
Equations I, second edition, section III.5 for unequal steps), with cubic interpolation within a step.

The first step after a start or an event is Heun's. The arrays of `work` are the derivatives at this point, at the
previous one (in a first step, at the predicted next one) and at the end of the step: the first of the next.
"""

from .control import NEW, TRIAL, Control
from .entries import derivatives, times
from .subset import Array, slice_from

LAST = 2


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan if the new state is not finite."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 1.0
    weight = 0.0
    if control.past > 0 and control.past_events == control.events:
        weight = -0.5 * h / control.past_step
    else:
        control.evaluations += 1.0
        weight = 0.5
        for i in range(n):
            work[x + i] = states[i] + h * work[i]
        times(time + h, slice_from(work, x), values, slice_from(work, n))
        derivatives(time + h, slice_from(work, x), values, slice_from(work, n))
    check = 0.0
    for i in range(n):
        work[NEW * n + i] = states[i] + h * (work[i] + weight * (work[n + i] - work[i]))
        check += 0.0 * work[NEW * n + i]
        work[n + i] = work[i]
    control.past = 1
    control.past_step = h
    control.past_events = control.events
    times(time + h, slice_from(work, NEW * n), values, slice_from(work, LAST * n))
    derivatives(time + h, slice_from(work, NEW * n), values, slice_from(work, LAST * n))
    return check
