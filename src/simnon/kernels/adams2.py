"""The method of Adams and Bashforth with two points, order 2 (Hairer, Norsett and Wanner, Solving Ordinary
Differential Equations I, second edition, section III.5 for unequal steps), with a cubic between the ends of a step.

The first step after a start or an event is Heun's. The arrays of `work` are the derivatives at this point, at the one
before (in a first step, at the predicted one after it) and at the end of the step: the first of the next.
"""

from .control import EVALUATIONS, EVENTS, NEW, PAST, PAST_EVENTS, PAST_STEP, STATE_COUNT, TRIAL
from .entries import derivatives, times
from .interpolants import hermite
from .subset import Array, part

LAST = 2


def step(time: float, h: float, control: Array, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan where the new state is not finite."""
    n = int(control[STATE_COUNT])
    x = TRIAL * n
    control[EVALUATIONS] += 1.0
    weight = 0.0
    if control[PAST] > 0.0 and control[PAST_EVENTS] == control[EVENTS]:
        weight = -0.5 * h / control[PAST_STEP]
    else:
        control[EVALUATIONS] += 1.0
        weight = 0.5
        for i in range(n):
            work[x + i] = states[i] + h * work[i]
        times(time + h, part(work, x), values, part(work, n))
        derivatives(time + h, part(work, x), values, part(work, n))
    check = 0.0
    for i in range(n):
        work[NEW * n + i] = states[i] + h * (work[i] + weight * (work[n + i] - work[i]))
        check += 0.0 * work[NEW * n + i]
        work[n + i] = work[i]
    control[PAST] = 1.0
    control[PAST_STEP] = h
    control[PAST_EVENTS] = control[EVENTS]
    times(time + h, part(work, NEW * n), values, part(work, LAST * n))
    derivatives(time + h, part(work, NEW * n), values, part(work, LAST * n))
    return check


def interpolate(fraction: float, control: Array, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step that was taken last."""
    hermite(fraction, LAST, control, states, work, out)
