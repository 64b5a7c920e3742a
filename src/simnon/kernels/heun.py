"""Heun's method (1900), order 2: the mean of the slopes at both ends of a step (Hairer, Norsett and Wanner, Solving
Ordinary Differential Equations I, second edition, table II.1.1), with cubic interpolation within a step.

The arrays of `work` are the two stages and the derivatives at the end of the step: the first stage of the next.
"""

from .control import Control
from .stages import take_fixed_step
from .subset import Array

LAST = 2
TABLEAU = (
    0.0,
    1.0, 1.0,
    1.0, 1.0, 1.0,
)  # fmt: skip


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan if the new state is not finite."""
    return take_fixed_step(LAST, TABLEAU, 0.5 * h, time, h, control, states, values, work)
