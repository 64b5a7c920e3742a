"""Simpson's rule after two half steps of Euler's method, as simulation languages had it: order 2, and order 4 for an
integral, whose derivative goes with the time only. Between the ends of a step goes a cubic.

The arrays of `work` are the three stages and the derivatives at the end of the step: the first stage of the next.
"""

from .control import NEW, TRIAL, Control
from .entries import derivatives, times
from .interpolants import hermite
from .subset import Array, part

LAST = 3


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan where the new state is not finite."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 3.0
    for i in range(n):
        work[x + i] = states[i] + 0.5 * h * work[i]
    times(time + 0.5 * h, part(work, x), values, part(work, n))
    derivatives(time + 0.5 * h, part(work, x), values, part(work, n))
    for i in range(n):
        work[x + i] = work[x + i] + 0.5 * h * work[n + i]
    times(time + h, part(work, x), values, part(work, 2 * n))
    derivatives(time + h, part(work, x), values, part(work, 2 * n))
    for i in range(n):
        work[NEW * n + i] = states[i] + h / 6.0 * (work[i] + 4.0 * work[n + i] + work[2 * n + i])
    derivatives(time + h, part(work, NEW * n), values, part(work, LAST * n))
    check = 0.0
    for i in range(n):
        check += 0.0 * work[NEW * n + i]
    return check


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last."""
    hermite(fraction, LAST, control, states, work, out)
