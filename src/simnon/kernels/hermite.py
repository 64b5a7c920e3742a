"""The cubic through the states and derivatives at both ends of a step (Hermite): errors go with h to the fourth."""

from .control import NEW, STATE_COUNT, TAKEN
from .subset import Array


def hermite(fraction: float, last: int, control: Array, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the step; the array `last` of `work` holds the derivatives at its end."""
    n = int(control[STATE_COUNT])
    h = control[TAKEN]
    rest = 1.0 - fraction
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[last * n + i] - bend
        out[i] = states[i] + fraction * (difference + rest * (bend + fraction * curve))
