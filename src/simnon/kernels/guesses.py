"""The algebraic loops of a step: a rejected step must not lead them to a different solution.

A step is rejected if a loop has no solution at its end, unless an event comes first: equations that are not valid
beyond an event do no harm.
"""

from .control import Control
from .subset import Array, inline

AFTER_FAILURE = 0.1


@inline
def keep_guesses(control: Control, values: Array, work: Array) -> None:
    for i in range(control.guess_count):
        work[control.last_guesses + i] = values[control.first_guess + i]


@inline
def restore_guesses(control: Control, values: Array, work: Array) -> None:
    for i in range(control.guess_count):
        values[control.first_guess + i] = work[control.last_guesses + i]


@inline
def note_failed_loop(control: Control, values: Array) -> None:
    """Called after the loops were solved at the end of a step."""
    first = control.first_guess + control.guess_count
    control.has_failed_loop = False
    for i in range(control.loop_count):
        if values[first + i] != 0.0:
            control.has_failed_loop = True


@inline
def are_loops_solved(control: Control) -> bool:
    """True if the step can be accepted; otherwise a shorter one is tried."""
    if control.loop_count == 0 or not control.has_failed_loop or control.is_cut:
        return True
    control.rejected += 1.0
    control.step = AFTER_FAILURE * control.taken
    return False
