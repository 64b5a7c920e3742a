"""Kutta's method (1901), order 4: "the" Runge-Kutta method (Hairer, Norsett and Wanner, Solving Ordinary Differential
Equations I, second edition, table II.1.2), with cubic interpolation within a step.

The arrays of `work` are the four stages and the derivatives at the end of the step: the first stage of the next.
"""

from .control import Control
from .stages import take_fixed_step
from .subset import Array

LAST = 4
TABLEAU = (
    0.0,
    0.5, 0.5,
    0.5, 0.0, 0.5,
    1.0, 0.0, 0.0, 1.0,
    1.0, 1.0, 2.0, 2.0, 1.0,
)  # fmt: skip


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan if the new state is not finite."""
    return take_fixed_step(LAST, TABLEAU, h / 6.0, time, h, control, states, values, work)
