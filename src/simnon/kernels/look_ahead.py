"""Looking a moment ahead: what holds just after an instant is where time and states are going."""

from .control import TRIAL, Control
from .subset import Array, inline

LOOK = 4e-12
"""How far ahead to look, as a part of the last step: farther than events are located exactly."""
PATIENCE = 4.0
"""After so many events one upon another it is looked twice as far with each: rounding may hide where a guard goes."""
MAX_PATIENCE = 20.0
A_SERIES = 4.0
SHORT_OF_SERIES = 0.05
"""In a series of events that come ever faster it is looked no farther than this part of the last interval."""


@inline
def way_ahead(control: Control, tolerance: float) -> float:
    """How far ahead to look at where guards are going; farther where events come one upon another."""
    ahead = tolerance + LOOK * control.taken
    if control.cluster > PATIENCE:
        for _ in range(int(min(control.cluster - PATIENCE, MAX_PATIENCE))):
            ahead = 2.0 * ahead
    if control.shrinks >= A_SERIES:
        ahead = min(ahead, max(tolerance, SHORT_OF_SERIES * control.interval))
    return max(ahead, control.horizon - control.time)


@inline
def look(control: Control, states: Array, work: Array, ahead: float) -> None:
    """Where the states are going: put into `trial` what they will be a moment ahead."""
    n = control.state_count
    for i in range(n):
        work[TRIAL * n + i] = states[i] + ahead * work[i]
