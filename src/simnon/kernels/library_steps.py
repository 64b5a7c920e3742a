"""Steps taken by a library outside the run loop, which sets how far a step can go, returns, and is resumed with the
step.

The caller leaves the time it reached in BOUND and the states there in `new`, and sets MADE; or sets FAILED and leaves a
shorter step to try in PROPOSED_STEP.
"""

from .control import MADE, REQUESTED, Control
from .subset import inline

UNBOUNDED = 1e300
"""Only the limit bounds the next step: the library has its own step size control."""


@inline
def request_step(control: Control) -> None:
    """Set how far the step can go at most."""
    end = control.limit
    if control.delay_count > 0:
        end = min(end, control.time + control.shortest_delay)
    if control.step > 0.0:
        end = min(end, control.time + control.step)
    control.bound = end


@inline
def take_step(control: Control) -> bool:
    """Take over the step that was made; False if there is none."""
    is_made = control.library_step == MADE
    control.library_step = REQUESTED
    control.budget -= 1.0
    control.steps += 1.0
    if not is_made:
        control.rejected += 1.0
        control.step = control.proposed_step
        return False
    control.taken = control.bound - control.time
    control.reached = control.bound
    control.step = UNBOUNDED
    return True
