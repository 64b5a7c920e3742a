"""Locating events: the first point within a step where a guard changes sign, on the interpolant.

A step is searched in windows (`windows`); the first change of sign in a window is isolated on polynomials (`brackets`)
and then located on the interpolant itself (`narrowing`).
"""

from .brackets import first_change
from .control import NARROWEST, NEW, WINDOW_END, WINDOW_START, Control
from .entries import guards, modes, times
from .guard_signs import copy_guards, guards_at
from .narrowing import narrow
from .steps import float_after
from .subset import Array, Integers, inline, slice_from
from .windows import check_quarters, is_quiet, is_window_seen, needs_windows

SHORTEST_WINDOW = 1e-6
"""A window that is this fraction of the run is not halved."""


@inline
def check_guards(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Evaluate the guards at the end and the quarters of the step."""
    count = control.guard_count
    if count == 0:
        return
    n = control.state_count
    first = control.guards
    times(control.reached, slice_from(work, NEW * n), values, slice_from(work, control.found))
    guards(control.reached, slice_from(work, NEW * n), values, slice_from(work, first + count))
    if has_left_zero(control, work):
        follow_from_zero(control, plan, values, work)
    check_quarters(0.0, 1.0, control, states, values, work)


@inline
def has_left_zero(control: Control, work: Array) -> bool:
    """True if a guard that was zero at the start of the step is nonzero at its end."""
    count = control.guard_count
    first = control.guards
    for i in range(count):
        if work[first + i] == 0.0 and work[first + count + i] != 0.0:
            return True
    return False


def follow_from_zero(control: Control, plan: Integers, values: Array, work: Array) -> None:
    """If leaving zero changes no mode, it is not an event: give such guards their new signs from the start of the
    step."""
    count = control.guard_count
    first = control.guards
    found = control.found
    modes(control.reached, slice_from(work, NEW * control.state_count), values, slice_from(work, found))
    for i in range(control.mode_count):
        if work[found + i] != values[plan[control.mode_slots + i]]:
            return
    for i in range(count):
        is_outside = plan[control.domains + i] != 0 and work[first + count + i] < 0.0
        if work[first + i] == 0.0 and not is_outside:
            work[first + i] = work[first + count + i]


@inline
def locate_event(control: Control, states: Array, values: Array, work: Array) -> None:
    """Cut the step that was taken at the first change of sign; leaves the state there in `trial`."""
    count = control.guard_count
    control.is_cut = False
    if count == 0:
        return
    first = control.guards
    after = first + count
    is_plain = is_quiet(first, after, control, work)
    if is_plain and needs_windows(control, values):
        is_plain = is_window_seen(0.0, 1.0, first, after, control, states, values, work)
    if not is_plain:
        search_step(control, states, values, work)
    if not control.is_cut:
        copy_guards(control, work, after, first)


def search_step(control: Control, states: Array, values: Array, work: Array) -> None:
    """Go through the step in windows, from its start, and cut it at the first event."""
    count = control.guard_count
    first = control.guards
    start = first + WINDOW_START * count
    end = first + WINDOW_END * count
    copy_guards(control, work, first, start)
    shortest = max(NARROWEST, SHORTEST_WINDOW * (control.stop_time - control.start_time) / control.taken)
    low = 0.0
    width = 1.0
    while low < 1.0:
        if low + width < 1.0:
            guards_at(low + width, control, states, values, work, end)
        else:
            copy_guards(control, work, first + count, end)
        # The quarters of the whole step are known.
        if width < 1.0:
            check_quarters(low, width, control, states, values, work)
        # A window this short is accepted as it is: for a guard that is noise, halving would never end.
        is_seen = width <= shortest or not needs_windows(control, values)
        if not is_seen:
            is_seen = is_window_seen(low, width, start, end, control, states, values, work)
        if is_seen:
            high = first_change(low, width, control, states, values, work)
            if high <= low + width:
                cut = narrow(high - control.cut_width, high, low, width, control, states, values, work)
                control.is_cut = True
                # Round up to a float: the event is where the guard has changed sign, never just before.
                control.reached = min(float_after(control.time, cut * control.taken), control.reached)
                return
            low += width
            copy_guards(control, work, end, start)
            width = min(2.0 * width, 1.0 - low)
        else:
            width = 0.5 * width
