"""Step size control, and moving to the end of a step."""

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
"""Events closer than this many float spacings of the time can hardly be distinguished."""
SHRINKING = 0.97
STEADY = 0.1
"""In a series an interval is not much shorter than the previous ratio predicts."""
SHRINKS_OF_A_SERIES = 4.0
"""This many intervals, each shorter than the one before, are a series; it sums to the time at which events
accumulate."""
SOON = 1e-11
"""A series whose sum is closer than this fraction of the run has reached its end."""
SHORTEST_OF_FIRST = 1e-12
SHORTEST_OF_SPAN = 1e-15
"""A step shorter than these fractions of the first step and of the run makes no progress, even at t = 0."""
LEADING_BITS = -(1 << 32)
ONE = 0x3FF0000000000000
SHIFT = 16
SHIFTED = (1 << (64 - SHIFT)) - 1
"""The bits left after such a shift of a nonnegative number; as a mask, it compiles to a single instruction."""
SCALE = 65536.0


@inline
def rough_power(x: float, exponent: float) -> float:
    """x ** exponent for x > 0, within 8 % for exponents from -1/4 to 1/2: the bits of a float approximate its
    logarithm."""
    return frombits(ONE + int(exponent * SCALE) * (((bits(x) >> SHIFT) & SHIFTED) - (ONE >> SHIFT)))


@inline
def change_of_step(error: float, order: float) -> float:
    """The ratio of the next step to this one; `error` is the square of the error relative to the tolerance."""
    change = max(MIN_CHANGE, min(MAX_CHANGE, SAFETY * rough_power(error, -0.5 / order)))
    return MAX_CHANGE if error < 1e-20 else change


@inline
def after_rejection(error: float, change: float) -> float:
    """The same after a rejected step; `change` is the result of `change_of_step`."""
    return AFTER_NAN if is_nan(error) else min(SAFETY, change)


@inline
def shortest_step(time: float, smallest: float) -> float:
    """A step that would hardly advance the time."""
    return max(smallest, 4.0 * spacing_at(time))


@inline
def step_in_row(control: Control, time: float, h: float) -> float:
    """One more step in a row of equal steps `h`: their ends are multiples of `h`, so that they do not drift."""
    if h != control.row_step or time != control.row_end:
        control.row_origin = time
        control.row_step = h
        control.row_steps = 0.0
    control.row_steps += 1.0
    control.row_end = control.row_origin + control.row_steps * h
    return control.row_end - time


@inline
def step_between_floats(time: float, h: float) -> float:
    """The length of the step from `time` to the float nearest to its end.

    The integration then covers exactly the interval by which the time advances, however late it is.
    """
    return (time + h) - time


@inline
def float_after(time: float, passed: float) -> float:
    """The first float at least `passed` after `time`."""
    end = time + passed
    return end if end - time >= passed else end + spacing_at(end)


def least_step(control: Control, time: float) -> float:
    """A step to the next float, in place of one too short to advance the time; 0 if that exceeds the largest step."""
    spacing = spacing_at(time)
    return spacing if spacing <= control.largest_step else 0.0


@inline
def spacing_at(time: float) -> float:
    """The distance from |time| to the next float."""
    size = max(abs(time), 1e-290)
    return frombits(bits(size) + 1) - size


@inline
def few_digits(h: float) -> float:
    """Truncate to 21 bits: many equal steps then end at floats, and a multistep method can keep its step."""
    return frombits(bits(h) & LEADING_BITS)


def choose_first_step(control: Control, states: Array, values: Array, work: Array) -> None:
    """A step over which explicit Euler changes little (Hairer, Norsett and Wanner, section II.4)."""
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
    """Advance to the end of the step, or to the event within it."""
    n = control.state_count
    control.time = control.reached
    if control.is_cut:
        for i in range(n):
            states[i] = work[TRIAL * n + i]
        control.is_fresh = False
        # Events in ever quicker succession need steps that can separate them.
        interval = control.time - control.event_time
        nearest = NEAREST_EVENTS * spacing_at(control.time)
        control.step = min(control.step, max(LONGEST_AFTER_EVENT * interval, nearest))
        control.near_events = control.near_events + 1.0 if interval <= nearest else 0.0
        # Compare with the last but one: a bouncing ball can have an event at the top of its flight too.
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
