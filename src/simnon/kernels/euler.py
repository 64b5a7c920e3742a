"""Euler's method, order 1, with linear interpolation within a step."""

from .control import NEW, Control
from .stages import advance
from .subset import Array

LAST = 1
TABLEAU = (
    0.0,
    1.0, 1.0,
)  # fmt: skip


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:  # noqa: ARG001
    """One step; 0, or nan if the new state is not finite."""
    return advance(LAST, TABLEAU, h, control, states, work)


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    n = control.state_count
    for i in range(n):
        out[i] = states[i] + fraction * (work[NEW * n + i] - states[i])
