"""Noticing that a system is stiff: steps of `dopri5` that are as long as its stability allows, not its accuracy."""

from .control import (
    ABSOLUTE,
    NEW,
    RELATIVE,
    SMOOTH_SIGNS,
    STATE_COUNT,
    STIFF_SIGNS,
    TRIAL,
    WATCH,
)
from .subset import Array, inline

BOUND = 3.25
"""About where the region of stability ends on the negative real axis."""
ROUNDING = 4e-15
"""A part of a state: stages that differ by less say nothing."""
ENOUGH_SMOOTH_SIGNS = 6.0
STEPS_BETWEEN_LOOKS = 16.0
ENOUGH_STIFF_SIGNS = 15.0


@inline
def is_stiff(control: Array) -> bool:
    return control[STIFF_SIGNS] >= ENOUGH_STIFF_SIGNS


def watch_stiffness(h: float, control: Array, states: Array, work: Array) -> None:
    """Compare the last two stages, both at the end of the step: the change of the derivatives by that of the states
    tells the largest eigenvalue (Hairer and Wanner, Solving Ordinary Differential Equations II, equation IV.2.18).

    Looks at every sixteenth step, and at all steps after a sign of stiffness.
    """
    control[WATCH] -= 1.0
    if control[WATCH] > 0.0:
        return
    n = int(control[STATE_COUNT])
    slopes = 0.0
    distance = 0.0
    rounding = 0.0
    for i in range(n):
        scale = work[ABSOLUTE * n + i] + control[RELATIVE] * abs(states[i])
        slope = (work[6 * n + i] - work[5 * n + i]) / scale
        way = (work[NEW * n + i] - work[TRIAL * n + i]) / scale
        slopes += slope * slope
        distance += way * way
        noise = ROUNDING * max(abs(states[i]), abs(work[NEW * n + i])) / scale
        rounding += noise * noise
    if distance > rounding and h * h * slopes > BOUND * BOUND * distance:
        control[SMOOTH_SIGNS] = 0.0
        control[STIFF_SIGNS] += 1.0
    else:
        control[SMOOTH_SIGNS] += 1.0
        if control[SMOOTH_SIGNS] >= ENOUGH_SMOOTH_SIGNS:
            control[STIFF_SIGNS] = 0.0
    control[WATCH] = 1.0 if control[STIFF_SIGNS] > 0.0 else STEPS_BETWEEN_LOOKS
