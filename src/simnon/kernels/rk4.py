"""Kutta's method (1901), order 4: "the" Runge-Kutta method (Hairer, Norsett and Wanner, Solving Ordinary
Differential Equations I, second edition, table II.1.2), with a cubic between the ends of a step.

The arrays of `work` are the four stages and the derivatives at the end of the step: the first stage of the next.
"""

from .control import NEW, TRIAL, Control
from .entries import derivatives, times
from .interpolants import hermite
from .subset import Array, part

LAST = 4


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan where the new state is not finite."""
    n = control.state_count
    x = TRIAL * n
    control.evaluations += 4.0
    for i in range(n):
        work[x + i] = states[i] + 0.5 * h * work[i]
    times(time + 0.5 * h, part(work, x), values, part(work, n))
    derivatives(time + 0.5 * h, part(work, x), values, part(work, n))
    for i in range(n):
        work[x + i] = states[i] + 0.5 * h * work[n + i]
    derivatives(time + 0.5 * h, part(work, x), values, part(work, 2 * n))
    for i in range(n):
        work[x + i] = states[i] + h * work[2 * n + i]
    times(time + h, part(work, x), values, part(work, 3 * n))
    derivatives(time + h, part(work, x), values, part(work, 3 * n))
    for i in range(n):
        work[NEW * n + i] = states[i] + h / 6.0 * (
            work[i] + 2.0 * work[n + i] + 2.0 * work[2 * n + i] + work[3 * n + i]
        )
    derivatives(time + h, part(work, NEW * n), values, part(work, LAST * n))
    check = 0.0
    for i in range(n):
        check += 0.0 * work[NEW * n + i]
    return check


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last."""
    hermite(fraction, LAST, control, states, work, out)
