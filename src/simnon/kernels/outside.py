"""Steps that are made outside the run loop: it says how far a step may go, returns, and takes the step that was made.

Whoever makes it leaves the time it reached in BOUND, the states there in `new` and says MADE; or says FAILED and
leaves a shorter step to try in WISHED.
"""

from .control import (
    BOUND,
    BUDGET,
    DELAY_COUNT,
    LIMIT,
    MADE,
    OUTSIDE,
    REACHED,
    REJECTED,
    SHORTEST_DELAY,
    STEP,
    STEPS,
    TAKEN,
    TIME,
    WANTED,
    WISHED,
)
from .subset import Array, inline

UNBOUNDED = 1e300
"""The next step is bounded by the limit only: whoever makes it knows how long it may be."""


@inline
def ask_for_step(control: Array) -> None:
    """Say how far the step may go at most."""
    end = control[LIMIT]
    if control[DELAY_COUNT] > 0.0:
        end = min(end, control[TIME] + control[SHORTEST_DELAY])
    if control[STEP] > 0.0:
        end = min(end, control[TIME] + control[STEP])
    control[BOUND] = end


@inline
def take_step(control: Array) -> bool:
    """Take over the step that was made; whether there is one."""
    is_made = int(control[OUTSIDE]) == MADE
    control[OUTSIDE] = float(WANTED)
    control[BUDGET] -= 1.0
    control[STEPS] += 1.0
    if not is_made:
        control[REJECTED] += 1.0
        control[STEP] = control[WISHED]
        return False
    control[TAKEN] = control[BOUND] - control[TIME]
    control[REACHED] = control[BOUND]
    control[STEP] = UNBOUNDED
    return True
