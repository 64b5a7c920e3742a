"""Simpson's rule after two half steps of Euler's method, as in early simulation languages: order 2, and order 4 for an
integral, whose derivative depends on time only. Cubic interpolation within a step.

The arrays of `work` are the three stages and the derivatives at the end of the step: the first stage of the next.
"""

from .control import Control
from .stages import take_fixed_step
from .subset import Array

LAST = 3
TABLEAU = (
    0.0,
    0.5, 0.5,
    1.0, 0.5, 0.5,
    1.0, 1.0, 4.0, 1.0,
)  # fmt: skip


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """One step; 0, or nan if the new state is not finite."""
    return take_fixed_step(LAST, TABLEAU, h / 6.0, time, h, control, states, values, work)
