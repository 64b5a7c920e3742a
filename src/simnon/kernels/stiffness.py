"""Detection of stiffness, of its end, and of a run that would never finish.

For an explicit method the sign of stiffness is that stability, not accuracy, limits the steps; for an implicit one the
sign of its end is that an explicit method would be stable with the same steps.
"""

from .control import ABSOLUTE, NEW, TRIAL, Control
from .subset import Array, inline

BOUND = 3.25
"""About where the stability region ends on the negative real axis."""
EASY_BOUND = 1.0
"""Well inside it, so that the method is not switched back at once."""
ROUNDING = 4e-15
"""Relative to a state: stages that differ by less carry no information."""
ENOUGH_SMOOTH_SIGNS = 6.0
ENDLESS = 1e-12
"""A run that advances by less than this fraction per step would take days."""
SHORT = 1e-9
"""That counts only if the error control allows no steps longer than this fraction: samples and events are not the
cause."""
STEPS_BETWEEN_MARKS = 300_000.0
STEPS_BETWEEN_LOOKS = 16.0
STEPS_BETWEEN_EASY_LOOKS = 8.0


@inline
def is_other_better(control: Control) -> bool:
    """True if the other kind of method, explicit or implicit, should continue."""
    return control.watch > 0.0 and control.stiff_signs >= control.enough_signs


@inline
def is_crawling(control: Control) -> bool:
    return control.watch > 0.0 and control.is_crawling


@inline
def monitor_stiffness(h: float, control: Control, states: Array, work: Array) -> None:
    """Check an accepted step now and then."""
    control.watch -= 1.0
    if control.watch <= 0.0:
        if control.steps >= control.marked_steps + STEPS_BETWEEN_MARKS:
            check_progress(control)
        if control.is_implicit:
            detect_nonstiffness(h, control, states, work)
        else:
            detect_stiffness(h, control, states, work)


def check_progress(control: Control) -> None:
    """Compare the progress since the last check with the number of steps."""
    span = control.stop_time - control.start_time
    steps = control.steps - control.marked_steps
    is_endless = control.time - control.marked_time < ENDLESS * span * steps
    control.is_crawling = is_endless and control.step < SHORT * span
    control.marked_time = control.time
    control.marked_steps = control.steps


def detect_stiffness(h: float, control: Control, states: Array, work: Array) -> None:
    """Estimate the largest eigenvalue from the last two stages, both at the end of the step: the change of the
    derivatives over that of the states (Hairer and Wanner, Solving Ordinary Differential Equations II, equation
    IV.2.18).

    Checks every sixteenth step, and every step after a sign of stiffness.
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


def detect_nonstiffness(h: float, control: Control, states: Array, work: Array) -> None:
    """A norm of the Jacobian bounds its eigenvalues: check whether an explicit method would be stable with this
    step."""
    control.watch = STEPS_BETWEEN_EASY_LOOKS
    norm = norm_of_jacobian(control, states, work)
    control.stiff_signs = control.stiff_signs + 1.0 if h * norm <= EASY_BOUND else 0.0


def norm_of_jacobian(control: Control, states: Array, work: Array) -> float:
    """The maximum row sum, with the states as they are or in units of their tolerances: the smaller of the two."""
    n = control.state_count
    sums = TRIAL * n
    plain = 0.0
    weighted = 0.0
    for i in range(n):
        work[sums + i] = 0.0
    for k in range(control.jacobian_size):
        index = index_of_entry(k, n, control, work)
        work[sums + index // n] += abs(work[control.jacobian + k])
    for i in range(n):
        plain = max(plain, work[sums + i])
        work[sums + i] = 0.0
    for k in range(control.jacobian_size):
        index = index_of_entry(k, n, control, work)
        weight = work[ABSOLUTE * n + index % n] + control.relative * abs(states[index % n])
        work[sums + index // n] += abs(work[control.jacobian + k]) * weight
    for i in range(n):
        weight = work[ABSOLUTE * n + i] + control.relative * abs(states[i])
        if weight <= 0.0:
            return plain
        weighted = max(weighted, work[sums + i] / weight)
    return min(plain, weighted)


@inline
def index_of_entry(k: int, n: int, control: Control, work: Array) -> int:
    """The index an entry of the Jacobian would have in a full matrix, by rows."""
    if control.jacobian_size == n * n:
        return k
    return int(work[control.entries_in_full + k])
