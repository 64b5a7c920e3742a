"""Events that accumulate: intervals that shrink by one ratio, whose sum is a time that no event reaches.

The run goes on from the limit of the states at those events, once; whether the equations hold it there, as the
contact of a ball at rest does, they must say themselves. If events accumulate there again, it ends.
"""

from .control import (
    ACCUMULATED,
    CROWD,
    ENDLESS,
    HAS_CHANGED,
    IS_CUT,
    IS_FRESH,
    LAST_EVENT,
    LIMIT,
    LOGGED_ACCUMULATION,
    NEAR_EVENTS,
    REACHED,
    REST,
    SHRINKING_RATIO,
    SHRINKS,
    START_TIME,
    STATE_COUNT,
    STOP_TIME,
    TIME,
)
from .event_log import note
from .subset import Array, inline

AGAIN = 1e-6
"""Events that accumulate within this part of the run after others do so at the same place."""
AT_ONCE = 1e-8
"""An event within this part of the run after the limit says that nothing holds the run there."""
NEGLIGIBLE = 4.0
NO_EVENT = -1


@inline
def can_rest(control: Array) -> bool:
    """Whether the events are a series, and no other has just ended here."""
    is_new = control[TIME] - control[ACCUMULATED] > AGAIN * (control[STOP_TIME] - control[START_TIME])
    return is_new and control[NEAR_EVENTS] >= ENDLESS


@inline
def is_not_held(control: Array) -> bool:
    """Whether an event follows at once upon the limit of others."""
    span = control[STOP_TIME] - control[START_TIME]
    return control[IS_CUT] > 0.0 and control[TIME] - control[ACCUMULATED] <= AT_ONCE * span


def rest_at_limit(control: Array, states: Array, work: Array, log: Array) -> None:
    """Go to the time and the states at which the events accumulate, each the sum of a geometric series."""
    rest = control[SHRINKING_RATIO] / (1.0 - control[SHRINKING_RATIO])
    n = int(control[STATE_COUNT])
    last = int(control[LAST_EVENT])
    for i in range(n):
        change = states[i] - work[last + n + i]
        limit = states[i] + change * rest
        size = max(abs(change), abs(states[i] - work[last + i]))
        # States shrink at different rates, and changes are tiny by now: what is a few of them is zero.
        states[i] = 0.0 if abs(limit) < NEGLIGIBLE * size else limit
    control[TIME] = min(control[TIME] + control[REST], control[LIMIT])
    control[REACHED] = control[TIME]
    control[ACCUMULATED] = control[TIME]
    note(control, log, LOGGED_ACCUMULATION, 0, 0.0, 1.0, NO_EVENT)
    control[NEAR_EVENTS] = 0.0
    control[SHRINKS] = 0.0
    control[CROWD] = 0.0
    control[IS_CUT] = 0.0
    control[IS_FRESH] = 0.0
    control[HAS_CHANGED] = 1.0


@inline
def keep_event(control: Array, states: Array, work: Array) -> None:
    if control[IS_CUT] > 0.0:
        n = int(control[STATE_COUNT])
        last = int(control[LAST_EVENT])
        for i in range(n):
            work[last + n + i] = work[last + i]
            work[last + i] = states[i]
