"""Time events: instants known in advance, which rounding must neither hide nor repeat."""

from .control import Control
from .subset import Array, Integers, inline

NEVER = 1e308


@inline
def is_time_event_here(control: Control, work: Array, tolerance: float) -> bool:
    for i in range(control.time_event_count):
        if abs(work[control.instants + i] - control.time) <= tolerance:
            return True
    return False


def is_time_event_late(control: Control, plan: Integers, values: Array, work: Array, tolerance: float) -> bool:
    """True if a time event is here and none of its modes has changed: rounding hides it."""
    count = control.mode_count
    found = control.found
    slots = control.mode_slots
    instants = control.instants
    is_late = False
    for i in range(count):
        number = plan[slots + count + i]
        if number >= 0 and abs(work[instants + number] - control.time) <= tolerance:
            if work[found + i] != values[plan[slots + i]]:
                return False
            is_late = True
    return is_late


@inline
def forget_time_events(control: Control, work: Array, tolerance: float) -> None:
    """A time event occurs once: after it, rounding can no longer hide it."""
    for i in range(control.time_event_count):
        if abs(work[control.instants + i] - control.time) <= tolerance:
            work[control.instants + i] = NEVER
