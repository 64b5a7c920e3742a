"""Steps that are made outside the run loop: it says how far a step may go, returns, and takes the step that was made.

Whoever makes it leaves the time it reached in BOUND, the states there in `new` and says MADE; or says FAILED and
leaves a shorter step to try in WISHED.
"""

from .control import MADE, WANTED, Control
from .subset import inline

UNBOUNDED = 1e300
"""The next step is bounded by the limit only: whoever makes it knows how long it may be."""


@inline
def request_step(control: Control) -> None:
    """Say how far the step may go at most."""
    end = control.limit
    if control.delay_count > 0:
        end = min(end, control.time + control.shortest_delay)
    if control.step > 0.0:
        end = min(end, control.time + control.step)
    control.bound = end


@inline
def take_step(control: Control) -> bool:
    """Take over the step that was made; whether there is one."""
    is_made = control.library_step == MADE
    control.library_step = WANTED
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
