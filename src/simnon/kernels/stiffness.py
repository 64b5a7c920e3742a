"""Noticing that a system is stiff, and that it is no longer; and that a run would take for ever.

An explicit method notices steps that are as long as its stability allows, not its accuracy; an implicit one, that
its steps would be stable with an explicit method too.
"""

from .control import (
    ABSOLUTE,
    ENOUGH_SIGNS,
    ENTRIES_IN_FULL,
    IS_CRAWLING,
    IS_IMPLICIT,
    JACOBIAN,
    JACOBIAN_SIZE,
    MARKED_STEPS,
    MARKED_TIME,
    NEW,
    RELATIVE,
    SMOOTH_SIGNS,
    START_TIME,
    STATE_COUNT,
    STEP,
    STEPS,
    STIFF_SIGNS,
    STOP_TIME,
    TIME,
    TRIAL,
    WATCH,
)
from .subset import Array, inline

BOUND = 3.25
"""About where the region of stability ends on the negative real axis."""
EASY_BOUND = 1.0
"""Well inside it: a method that has been changed is not changed back at once."""
ROUNDING = 4e-15
"""A part of a state: stages that differ by less say nothing."""
ENOUGH_SMOOTH_SIGNS = 6.0
ENDLESS = 1e-12
"""A run whose steps bring it on by such a part of it would take days,"""
SHORT = 1e-9
"""if errors allow no longer ones than this part, and neither samples nor events are the reason."""
STEPS_BETWEEN_MARKS = 300_000.0
STEPS_BETWEEN_LOOKS = 16.0
STEPS_BETWEEN_EASY_LOOKS = 8.0


@inline
def is_other_better(control: Array) -> bool:
    """Whether the other kind of method, explicit or implicit, should go on."""
    return control[WATCH] > 0.0 and control[STIFF_SIGNS] >= control[ENOUGH_SIGNS]


@inline
def is_crawling(control: Array) -> bool:
    return control[WATCH] > 0.0 and control[IS_CRAWLING] > 0.0


@inline
def watch_stiffness(h: float, control: Array, states: Array, work: Array) -> None:
    """Look at a step that was accepted, now and then."""
    control[WATCH] -= 1.0
    if control[WATCH] <= 0.0:
        if control[STEPS] >= control[MARKED_STEPS] + STEPS_BETWEEN_MARKS:
            look_at_progress(control)
        if control[IS_IMPLICIT] > 0.0:
            look_for_ease(h, control, states, work)
        else:
            look_for_stiffness(h, control, states, work)


def look_at_progress(control: Array) -> None:
    """How far all steps since the last look have brought the run on."""
    span = control[STOP_TIME] - control[START_TIME]
    steps = control[STEPS] - control[MARKED_STEPS]
    is_endless = control[TIME] - control[MARKED_TIME] < ENDLESS * span * steps
    control[IS_CRAWLING] = 1.0 if is_endless and control[STEP] < SHORT * span else 0.0
    control[MARKED_TIME] = control[TIME]
    control[MARKED_STEPS] = control[STEPS]


def look_for_stiffness(h: float, control: Array, states: Array, work: Array) -> None:
    """Compare the last two stages, both at the end of the step: the change of the derivatives by that of the states
    tells the largest eigenvalue (Hairer and Wanner, Solving Ordinary Differential Equations II, equation IV.2.18).

    Looks at every sixteenth step, and at all steps after a sign of stiffness.
    """
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


def look_for_ease(h: float, control: Array, states: Array, work: Array) -> None:
    """A norm of the Jacobian bounds its eigenvalues; times the step, it tells whether that would be stable anyhow."""
    control[WATCH] = STEPS_BETWEEN_EASY_LOOKS
    norm = norm_of_jacobian(control, states, work)
    control[STIFF_SIGNS] = control[STIFF_SIGNS] + 1.0 if h * norm <= EASY_BOUND else 0.0


def norm_of_jacobian(control: Array, states: Array, work: Array) -> float:
    """The largest sum of a row, with the states as they are or as parts of their tolerances: the less of the two."""
    n = int(control[STATE_COUNT])
    sums = TRIAL * n
    plain = 0.0
    weighted = 0.0
    for i in range(n):
        work[sums + i] = 0.0
    for k in range(int(control[JACOBIAN_SIZE])):
        place = place_of_entry(k, n, control, work)
        work[sums + place // n] += abs(work[int(control[JACOBIAN]) + k])
    for i in range(n):
        plain = max(plain, work[sums + i])
        work[sums + i] = 0.0
    for k in range(int(control[JACOBIAN_SIZE])):
        place = place_of_entry(k, n, control, work)
        weight = work[ABSOLUTE * n + place % n] + control[RELATIVE] * abs(states[place % n])
        work[sums + place // n] += abs(work[int(control[JACOBIAN]) + k]) * weight
    for i in range(n):
        weight = work[ABSOLUTE * n + i] + control[RELATIVE] * abs(states[i])
        if weight <= 0.0:
            return plain
        weighted = max(weighted, work[sums + i] / weight)
    return min(plain, weighted)


@inline
def place_of_entry(k: int, n: int, control: Array, work: Array) -> int:
    """Where an entry of the Jacobian would stand in a full matrix, by rows."""
    if int(control[JACOBIAN_SIZE]) == n * n:
        return k
    return int(work[int(control[ENTRIES_IN_FULL]) + k])
