"""Choosing the length of steps, and arriving at the end of one."""

from .control import ABSOLUTE, ENDLESS, NEW, TRIAL, Control
from .entries import derivatives, times
from .subset import Array, bits, divide, frombits, inline, is_nan, slice_from

SAFETY = 0.9
MIN_CHANGE = 0.2
MAX_CHANGE = 5.0
AFTER_NAN = 0.1
LONGEST_AFTER_EVENT = 10.0
"""The longest step after an event, in intervals between the last two."""
NEAREST_EVENTS = 64.0
"""Events nearer to each other than so many spacings of time can hardly be told apart."""
SHRINKING = 0.97
STEADY = 0.1
"""In a series an interval is not very much shorter than the ratio of those before it promises."""
SHRINKS_OF_A_SERIES = 4.0
"""So many intervals, each shorter than the one before, are a series; its sum is the time at which events pile up."""
SOON = 1e-11
"""A series whose sum is nearer than this part of the run is at its end."""
SHORTEST_OF_FIRST = 1e-12
SHORTEST_OF_SPAN = 1e-15
"""A step shorter than these parts of the first step and of the run comes to nothing, also at t = 0."""
LEADING_BITS = -(1 << 32)
ONE = 0x3FF0000000000000
SHIFT = 16
SHIFTED = (1 << (64 - SHIFT)) - 1
"""All bits that are left by such a shift of a number that is not negative: said so, it takes one instruction."""
SCALE = 65536.0


@inline
def rough_power(x: float, exponent: float) -> float:
    """x ** exponent for x > 0, good to a percent where the exponent is small: the bits of a float are its logarithm."""
    return frombits(ONE + int(exponent * SCALE) * (((bits(x) >> SHIFT) & SHIFTED) - (ONE >> SHIFT)))


@inline
def change_of_step(error: float, order: float) -> float:
    """How much longer or shorter the next step should be; `error` is the square of the tolerated one."""
    change = max(MIN_CHANGE, min(MAX_CHANGE, SAFETY * rough_power(error, -0.5 / order)))
    return MAX_CHANGE if error < 1e-20 else change


@inline
def after_rejection(error: float, change: float) -> float:
    """The same after a step that was rejected; `change` is what `change_of_step` gives."""
    return AFTER_NAN if is_nan(error) else min(SAFETY, change)


@inline
def shortest_step(time: float, smallest: float) -> float:
    """A step that would hardly move the time."""
    return max(smallest, 4.0 * spacing_at(time))


@inline
def step_in_row(control: Control, time: float, h: float) -> float:
    """A step of the length `h` as many times before it: ends of equal steps are counted, so that they do not drift."""
    if h != control.row_step or time != control.row_end:
        control.row_origin = time
        control.row_step = h
        control.row_steps = 0.0
    control.row_steps += 1.0
    control.row_end = control.row_origin + control.row_steps * h
    return control.row_end - time


@inline
def step_between_floats(time: float, h: float) -> float:
    """The length of the step from `time` to the float that is nearest to its end.

    What is integrated is then exactly what the time goes on by, however late it is.
    """
    return (time + h) - time


@inline
def float_after(time: float, passed: float) -> float:
    """The first time at which no less than `passed` has gone by."""
    end = time + passed
    return end if end - time >= passed else end + spacing_at(end)


def least_step(control: Control, time: float) -> float:
    """A step to the next float, for one that is too short to move the time; 0 where no step may be that long."""
    spacing = spacing_at(time)
    return spacing if spacing <= control.largest_step else 0.0


@inline
def spacing_at(time: float) -> float:
    """The distance from |time| to the next float."""
    size = max(abs(time), 1e-290)
    return frombits(bits(size) + 1) - size


@inline
def few_digits(h: float) -> float:
    """Cut to 21 binary digits: many equal steps then end at floats, and a method that needs equal ones keeps them."""
    return frombits(bits(h) & LEADING_BITS)


def choose_first_step(control: Control, states: Array, values: Array, work: Array) -> None:
    """A step for which an explicit Euler step changes little (Hairer, Norsett and Wanner, section II.4)."""
    n = control.state_count
    x = TRIAL * n
    size = 0.0
    slope = 0.0
    for i in range(n):
        scale = work[ABSOLUTE * n + i] + control.relative * abs(states[i])
        size = max(size, abs(states[i]) / scale)
        slope = max(slope, abs(work[i]) / scale)
    h = 1e-6 if size < 1e-5 or slope < 1e-5 else 0.01 * size / slope
    h = min(h, control.stop_time - control.time)
    for i in range(n):
        work[x + i] = states[i] + h * work[i]
    times(control.time + h, slice_from(work, x), values, slice_from(work, n))
    derivatives(control.time + h, slice_from(work, x), values, slice_from(work, n))
    control.evaluations += 1.0
    bend = 0.0
    for i in range(n):
        scale = work[ABSOLUTE * n + i] + control.relative * abs(states[i])
        bend = max(bend, abs(work[n + i] - work[i]) / scale)
    most = max(slope, bend / h)
    second = max(1e-6, 1e-3 * h) if not most > 1e-15 else rough_power(0.01 / most, 1.0 / control.order)
    control.step = few_digits(min(100.0 * h, second))
    span = control.stop_time - control.start_time
    control.smallest_step = min(SHORTEST_OF_FIRST * control.step, SHORTEST_OF_SPAN * span)


@inline
def arrive(control: Control, states: Array, work: Array) -> None:
    """Make the end of the step, or the event within it, the present."""
    n = control.state_count
    control.time = control.reached
    if control.is_cut:
        for i in range(n):
            states[i] = work[TRIAL * n + i]
        control.is_fresh = False
        # Events that come ever faster need steps that can tell them apart.
        interval = control.time - control.event_time
        nearest = NEAREST_EVENTS * spacing_at(control.time)
        control.step = min(control.step, max(LONGEST_AFTER_EVENT * interval, nearest))
        control.near_events = control.near_events + 1.0 if interval <= nearest else 0.0
        # Compared with the last but one: a ball that bounces may have an event at the top of its flight too.
        ratio = divide(interval, control.interval_before)
        is_shrinking = STEADY * control.shrinking_ratio < ratio < SHRINKING
        control.shrinks = control.shrinks + 1.0 if is_shrinking else 0.0
        control.shrinking_ratio = ratio
        if control.shrinks >= SHRINKS_OF_A_SERIES:
            soon = max(nearest, SOON * (control.stop_time - control.start_time))
            control.rest = (interval + control.interval) * ratio / (1.0 - ratio)
            if control.rest <= soon:
                control.near_events = ENDLESS
        control.interval_before = control.interval
        control.interval = interval
        control.event_time = control.time
        return
    last = control.last_stage
    for i in range(n):
        states[i] = work[NEW * n + i]
    if last > 0:
        for i in range(n):
            work[i] = work[last * n + i]
    else:
        control.is_fresh = False
