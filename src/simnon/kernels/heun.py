"""Heun's method (1900), order 2: the mean of the slopes at both ends of a step (Hairer, Norsett and Wanner,
Solving Ordinary Differential Equations I, second edition, table II.1.1), with a cubic between the ends.

The arrays of `work` are the two stages and the derivatives at the end of the step: the first stage of the next.
"""

from .control import NEW, TRIAL, Control
from .entries import derivatives, times
from .interpolants import hermite
from .subset import Array, part

LAST = 2


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan where the new state is not finite."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 2.0
    for i in range(n):
        work[x + i] = states[i] + h * work[i]
    times(time + h, part(work, x), values, part(work, n))
    derivatives(time + h, part(work, x), values, part(work, n))
    for i in range(n):
        work[NEW * n + i] = states[i] + 0.5 * h * (work[i] + work[n + i])
    derivatives(time + h, part(work, NEW * n), values, part(work, LAST * n))
    check = 0.0
    for i in range(n):
        check += 0.0 * work[NEW * n + i]
    return check


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last."""
    hermite(fraction, LAST, control, states, work, out)
