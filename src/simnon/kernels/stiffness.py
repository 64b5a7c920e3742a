"""Noticing that a system is stiff, and that it is no longer; and that a run would take for ever.

An explicit method notices steps that are as long as its stability allows, not its accuracy; an implicit one, that
its steps would be stable with an explicit method too.
"""

from .control import ABSOLUTE, NEW, TRIAL, Control
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
def is_other_better(control: Control) -> bool:
    """Whether the other kind of method, explicit or implicit, should go on."""
    return control.watch > 0.0 and control.stiff_signs >= control.enough_signs


@inline
def is_crawling(control: Control) -> bool:
    return control.watch > 0.0 and control.is_crawling


@inline
def watch_stiffness(h: float, control: Control, states: Array, work: Array) -> None:
    """Look at a step that was accepted, now and then."""
    control.watch -= 1.0
    if control.watch <= 0.0:
        if control.steps >= control.marked_steps + STEPS_BETWEEN_MARKS:
            check_progress(control)
        if control.is_implicit:
            look_for_ease(h, control, states, work)
        else:
            look_for_stiffness(h, control, states, work)


def check_progress(control: Control) -> None:
    """How far all steps since the last look have brought the run on."""
    span = control.stop_time - control.start_time
    steps = control.steps - control.marked_steps
    is_endless = control.time - control.marked_time < ENDLESS * span * steps
    control.is_crawling = is_endless and control.step < SHORT * span
    control.marked_time = control.time
    control.marked_steps = control.steps


def look_for_stiffness(h: float, control: Control, states: Array, work: Array) -> None:
    """Compare the last two stages, both at the end of the step: the change of the derivatives by that of the states
    tells the largest eigenvalue (Hairer and Wanner, Solving Ordinary Differential Equations II, equation IV.2.18).

    Looks at every sixteenth step, and at all steps after a sign of stiffness.
    """
    n = control.state_count
    slopes = 0.0
    distance = 0.0
    rounding = 0.0
    for i in range(n):
        scale = work[ABSOLUTE * n + i] + control.relative * abs(states[i])
        slope = (work[6 * n + i] - work[5 * n + i]) / scale
        way = (work[NEW * n + i] - work[TRIAL * n + i]) / scale
        slopes += slope * slope
        distance += way * way
        noise = ROUNDING * max(abs(states[i]), abs(work[NEW * n + i])) / scale
        rounding += noise * noise
    if distance > rounding and h * h * slopes > BOUND * BOUND * distance:
        control.smooth_signs = 0.0
        control.stiff_signs += 1.0
    else:
        control.smooth_signs += 1.0
        if control.smooth_signs >= ENOUGH_SMOOTH_SIGNS:
            control.stiff_signs = 0.0
    control.watch = 1.0 if control.stiff_signs > 0.0 else STEPS_BETWEEN_LOOKS


def look_for_ease(h: float, control: Control, states: Array, work: Array) -> None:
    """A norm of the Jacobian bounds its eigenvalues; times the step, it tells whether that would be stable anyhow."""
    control.watch = STEPS_BETWEEN_EASY_LOOKS
    norm = norm_of_jacobian(control, states, work)
    control.stiff_signs = control.stiff_signs + 1.0 if h * norm <= EASY_BOUND else 0.0


def norm_of_jacobian(control: Control, states: Array, work: Array) -> float:
    """The largest sum of a row, with the states as they are or as parts of their tolerances: the less of the two."""
    n = control.state_count
    sums = TRIAL * n
    plain = 0.0
    weighted = 0.0
    for i in range(n):
        work[sums + i] = 0.0
    for k in range(control.jacobian_size):
        place = place_of_entry(k, n, control, work)
        work[sums + place // n] += abs(work[control.jacobian + k])
    for i in range(n):
        plain = max(plain, work[sums + i])
        work[sums + i] = 0.0
    for k in range(control.jacobian_size):
        place = place_of_entry(k, n, control, work)
        weight = work[ABSOLUTE * n + place % n] + control.relative * abs(states[place % n])
        work[sums + place // n] += abs(work[control.jacobian + k]) * weight
    for i in range(n):
        weight = work[ABSOLUTE * n + i] + control.relative * abs(states[i])
        if weight <= 0.0:
            return plain
        weighted = max(weighted, work[sums + i] / weight)
    return min(plain, weighted)


@inline
def place_of_entry(k: int, n: int, control: Control, work: Array) -> int:
    """Where an entry of the Jacobian would stand in a full matrix, by rows."""
    if control.jacobian_size == n * n:
        return k
    return int(work[control.entries_in_full + k])
