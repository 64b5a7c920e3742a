"""Hamming's predictor-corrector, of order 5 by its modifier and final correction (Hamming 1959, Stable
predictor-corrector methods for ordinary differential equations; Ralston and Wilf 1960, chapter 8).

The first three steps after a start or an event are Merson's (1957), order 4. The step is halved if the error is too
large and doubled if it would be small enough, so that the earlier points can be reused.

Arrays of `work`: the derivatives at this point and at four earlier ones (0 to 4), the states at six earlier points (5
to 10), predictor minus corrector of the last step (11), the derivatives at the end (12), stages (12 to 14).

The interpolant has degree 5, through the ends of the step and the earlier point next to them; in the first step, which
has none, degree 4, with one more evaluation of the derivatives.
"""

from .control import ABSOLUTE, NEW, TRIAL, Control
from .entries import derivatives, times
from .interpolants import hermite, is_interpolant_needed
from .steps import after_rejection, change_of_step, few_digits
from .subset import Array, slice_from

POINTS = 4
"""The states of the k-th earlier point are the array POINTS + k."""
GAP = 11
LAST = 12
FIRST_BEND = 14
"""The array with the term that raises the cubic of a first step to degree 4."""
NEEDED = 3
"""How many earlier points the predictor needs."""
MOST = 6
"""How many are needed to double the step, and kept."""
SMALL = 1.0 / 2500.0
"""The square of an error, one fiftieth, at which the step can be doubled."""
CHANGE_OF_GAP = 32.0
"""The gap is proportional to the fifth power of the step."""


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    """Try one step; the square of the error relative to the tolerance."""
    fit_past(time, h, control, states, values, work)
    past = control.past
    if past >= NEEDED:
        predict_and_correct(time, h, control, states, values, work)
    else:
        start(time, h, control, states, values, work)
    error = error_of_step(control, states, work)
    if error <= 1.0:
        is_needed = past == 0 and is_interpolant_needed(time, h, control)
        if is_needed:
            bend_first(time, h, control, states, values, work)
        is_first_too_short = past == 0 and error < SMALL and h < control.largest_step
        if is_first_too_short:
            control.proposed_step = few_digits(h * change_of_step(error, control.order))
            return error
        keep(control, states, work, past)
        control.proposed_step = 2.0 * h if past + 1 >= MOST and error < SMALL else h
    elif error > 1.0 and past >= NEEDED:
        control.proposed_step = 0.5 * h
    else:
        control.proposed_step = few_digits(h * after_rejection(error, change_of_step(error, control.order)))
    return error


def fit_past(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Convert the earlier points to the spacing `h`, or discard them."""
    past = control.past
    distance = control.past_step
    if control.past_events != control.events:
        past = 0
    elif h == 2.0 * distance and past >= MOST:
        take_every_second(control, work)
        past = NEEDED
    elif h == 0.5 * distance and past >= NEEDED:
        put_points_between(time, distance, control, states, values, work)
        past = NEEDED
    elif h != distance:
        past = 0
    control.past = past
    control.past_step = h
    control.past_events = control.events


def take_every_second(control: Control, work: Array) -> None:
    n = control.state_count
    for i in range(n):
        work[n + i] = work[2 * n + i]
        work[2 * n + i] = work[4 * n + i]
        work[(POINTS + 1) * n + i] = work[(POINTS + 2) * n + i]
        work[(POINTS + 2) * n + i] = work[(POINTS + 4) * n + i]
        work[(POINTS + 3) * n + i] = work[(POINTS + 6) * n + i]
        work[GAP * n + i] = CHANGE_OF_GAP * work[GAP * n + i]


def put_points_between(
    time: float, distance: float, control: Control, states: Array, values: Array, work: Array
) -> None:
    """Insert the points halfway, on the polynomial of degree 6 through four states and three derivatives."""
    n = control.state_count
    first = (POINTS + 1) * n
    second = (POINTS + 2) * n
    third = (POINTS + 3) * n
    scale = distance / 256.0
    control.evaluations += 1.0
    for i in range(n):
        y0 = states[i]
        y1 = work[first + i]
        y2 = work[second + i]
        y3 = work[third + i]
        near = y1 + (80.0 * (y0 - y1) + 40.0 * (y2 - y1) + (y3 - y1)) / 256.0
        far = y1 + (12.0 * (y0 - y1) + 108.0 * (y2 - y1) + (y3 - y1)) / 256.0
        work[second + i] = y1
        work[first + i] = near + scale * (-15.0 * work[i] + 90.0 * work[n + i] + 15.0 * work[2 * n + i])
        work[third + i] = far + scale * (-3.0 * work[i] - 54.0 * work[n + i] + 27.0 * work[2 * n + i])
        work[2 * n + i] = work[n + i]
        work[GAP * n + i] = work[GAP * n + i] / CHANGE_OF_GAP
    times(time - 0.5 * distance, slice_from(work, first), values, slice_from(work, n))
    derivatives(time - 0.5 * distance, slice_from(work, first), values, slice_from(work, n))


def predict_and_correct(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    n = control.state_count
    x = TRIAL * n
    gap = GAP * n
    predictor = (LAST + 1) * n
    control.evaluations += 2.0
    for i in range(n):
        work[predictor + i] = work[(POINTS + 3) * n + i] + 4.0 / 3.0 * h * (
            2.0 * work[i] - work[n + i] + 2.0 * work[2 * n + i]
        )
        work[x + i] = work[predictor + i] - 112.0 / 121.0 * work[gap + i]
    times(time + h, slice_from(work, x), values, slice_from(work, LAST * n))
    derivatives(time + h, slice_from(work, x), values, slice_from(work, LAST * n))
    for i in range(n):
        corrector = (
            states[i]
            + (states[i] - work[(POINTS + 2) * n + i]) / 8.0
            + 3.0 / 8.0 * h * (work[LAST * n + i] + 2.0 * work[i] - work[n + i])
        )
        work[predictor + i] = work[predictor + i] - corrector
        work[NEW * n + i] = corrector + 9.0 / 121.0 * work[predictor + i]
    derivatives(time + h, slice_from(work, NEW * n), values, slice_from(work, LAST * n))


def start(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """A step of Merson's method; its error takes the place of the corrector's."""
    n = control.state_count
    x = TRIAL * n
    k2 = LAST * n
    k3 = (LAST + 1) * n
    k4 = (LAST + 2) * n
    k5 = LAST * n
    control.evaluations += 5.0
    for i in range(n):
        work[x + i] = states[i] + h / 3.0 * work[i]
    times(time + h / 3.0, slice_from(work, x), values, slice_from(work, k2))
    derivatives(time + h / 3.0, slice_from(work, x), values, slice_from(work, k2))
    for i in range(n):
        work[x + i] = states[i] + h / 6.0 * (work[i] + work[k2 + i])
    derivatives(time + h / 3.0, slice_from(work, x), values, slice_from(work, k3))
    for i in range(n):
        work[x + i] = states[i] + h / 8.0 * (work[i] + 3.0 * work[k3 + i])
    times(time + 0.5 * h, slice_from(work, x), values, slice_from(work, k4))
    derivatives(time + 0.5 * h, slice_from(work, x), values, slice_from(work, k4))
    for i in range(n):
        work[x + i] = states[i] + 0.5 * h * (work[i] - 3.0 * work[k3 + i] + 4.0 * work[k4 + i])
    times(time + h, slice_from(work, x), values, slice_from(work, k5))
    derivatives(time + h, slice_from(work, x), values, slice_from(work, k5))
    for i in range(n):
        work[NEW * n + i] = states[i] + h / 6.0 * (work[i] + 4.0 * work[k4 + i] + work[k5 + i])
        error = h / 30.0 * (2.0 * work[i] - 9.0 * work[k3 + i] + 8.0 * work[k4 + i] - work[k5 + i])
        work[k3 + i] = 121.0 / 9.0 * error
    derivatives(time + h, slice_from(work, NEW * n), values, slice_from(work, LAST * n))


def bend_first(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """Raise the cubic of a first step to degree 4, matching the derivatives at one third."""
    n = control.state_count
    x = TRIAL * n
    bent = FIRST_BEND * n
    control.evaluations += 1.0
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[LAST * n + i] - bend
        work[x + i] = states[i] + (difference + 2.0 / 3.0 * (bend + curve / 3.0)) / 3.0
    times(time + h / 3.0, slice_from(work, x), values, slice_from(work, bent))
    derivatives(time + h / 3.0, slice_from(work, x), values, slice_from(work, bent))
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[LAST * n + i] - bend
        work[bent + i] = 6.75 * (h * work[bent + i] - difference - (bend + curve) / 3.0)


def error_of_step(control: Control, states: Array, work: Array) -> float:
    n = control.state_count
    total = 0.0
    for i in range(n):
        size = max(abs(states[i]), abs(work[NEW * n + i]))
        ratio = 9.0 / 121.0 * work[(LAST + 1) * n + i] / (work[ABSOLUTE * n + i] + control.relative * size)
        total += ratio * ratio
    return total / max(1.0, float(n))


def keep(control: Control, states: Array, work: Array, past: int) -> None:
    """Make the present point the first of the earlier ones."""
    n = control.state_count
    for i in range(n):
        for k in range(4):
            work[(4 - k) * n + i] = work[(3 - k) * n + i]
        for k in range(5):
            work[(POINTS + 6 - k) * n + i] = work[(POINTS + 5 - k) * n + i]
        work[(POINTS + 1) * n + i] = states[i]
        work[GAP * n + i] = work[(LAST + 1) * n + i] if past >= NEEDED else 0.0
    control.past = min(MOST, past + 1)


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    """The state at a fraction of the last step."""
    n = control.state_count
    h = control.taken
    hermite(fraction, control, states, work, out)
    both = fraction * (1.0 - fraction) * fraction * (1.0 - fraction)
    if control.past < 2:
        for i in range(n):
            out[i] = out[i] + both * work[FIRST_BEND * n + i]
        return
    for i in range(n):
        difference = work[NEW * n + i] - states[i]
        bend = h * work[i] - difference
        curve = difference - h * work[LAST * n + i] - bend
        off = 0.25 * (work[(POINTS + 2) * n + i] - states[i] + difference + 2.0 * (bend - curve))
        slope = 0.25 * (h * work[2 * n + i] - difference - 3.0 * bend + 5.0 * curve) + 3.0 * off
        out[i] = out[i] + both * (off + slope + fraction * slope)
