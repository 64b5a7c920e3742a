"""Looking slightly ahead: what holds just after an instant depends on where time and states are going."""

from .control import TRIAL, Control
from .subset import Array, inline

LOOK = 4e-12
"""How far to look ahead, as a fraction of the last step: farther than the accuracy of event location."""
PATIENCE = 4.0
"""After this many events in quick succession, double the look-ahead with each: rounding can hide where a guard goes."""
MAX_PATIENCE = 20.0
A_SERIES = 4.0
SHORT_OF_SERIES = 0.05
"""In a series of events in ever quicker succession, the look-ahead is at most this fraction of the last interval."""


@inline
def look_ahead_distance(control: Control, tolerance: float) -> float:
    """How far ahead to look for where guards are going; farther if events come in quick succession."""
    ahead = tolerance + LOOK * control.taken
    if control.cluster > PATIENCE:
        for _ in range(int(min(control.cluster - PATIENCE, MAX_PATIENCE))):
            ahead = 2.0 * ahead
    if control.shrinks >= A_SERIES:
        ahead = min(ahead, max(tolerance, SHORT_OF_SERIES * control.interval))
    return max(ahead, control.horizon - control.time)


@inline
def look(control: Control, states: Array, work: Array, ahead: float) -> None:
    """Extrapolate the states by `ahead`, into `trial`."""
    n = control.state_count
    for i in range(control.first_state, control.end_state):
        work[TRIAL * n + i] = states[i] + ahead * work[i]
