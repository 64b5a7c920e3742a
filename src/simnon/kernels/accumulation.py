"""Events that accumulate: their intervals shrink geometrically, and sum to a time that no event reaches.

The run continues from the limit of the states at those events, once; the equations themselves must hold it there, as
the contact of a ball at rest does. If events accumulate there again, the run ends.
"""

from .control import ENDLESS, LOGGED_ACCUMULATION, NO_EVENT, Control
from .event_log import note
from .subset import Array, inline

AGAIN = 1e-6
"""Events that accumulate within this fraction of the run after others do so at the same point."""
AT_ONCE = 1e-8
"""An event within this fraction of the run after the limit shows that nothing holds the run there."""
NEGLIGIBLE = 4.0


@inline
def can_rest(control: Control) -> bool:
    """True if the events are a series, and no other series has just ended here."""
    is_new = control.time - control.accumulated > AGAIN * (control.stop_time - control.start_time)
    return is_new and control.near_events >= ENDLESS


@inline
def is_not_held(control: Control) -> bool:
    """True if an event follows immediately after the limit of others."""
    span = control.stop_time - control.start_time
    return control.is_cut and control.time - control.accumulated <= AT_ONCE * span


def rest_at_limit(control: Control, states: Array, work: Array, log: Array) -> None:
    """Move to the time and the states at which the events accumulate, each the sum of a geometric series."""
    rest = control.shrinking_ratio / (1.0 - control.shrinking_ratio)
    n = control.state_count
    last = control.last_event
    for i in range(n):
        change = states[i] - work[last + n + i]
        limit = states[i] + change * rest
        size = max(abs(change), abs(states[i] - work[last + i]))
        # States shrink at different rates, and changes are tiny by now: a limit of only a few changes is zero.
        states[i] = 0.0 if abs(limit) < NEGLIGIBLE * size else limit
    control.time = min(control.time + control.rest, control.limit)
    control.reached = control.time
    control.accumulated = control.time
    note(control, log, LOGGED_ACCUMULATION, 0, 0.0, 1.0, NO_EVENT)
    control.near_events = 0.0
    control.shrinks = 0.0
    control.cluster = 0.0
    control.is_cut = False
    control.is_fresh = False
    control.has_changed = True


@inline
def keep_event(control: Control, states: Array, work: Array) -> None:
    if control.is_cut:
        n = control.state_count
        last = control.last_event
        for i in range(n):
            work[last + n + i] = work[last + i]
            work[last + i] = states[i]
