"""The algebraic loops of a step: one that is rejected must not lead them to another solution.

A step at whose end a loop has none is not made, unless an event comes before: where equations are not valid, they do
no harm.
"""

from .control import (
    FIRST_GUESS,
    GUESS_COUNT,
    HAS_FAILED_LOOP,
    IS_CUT,
    LAST_GUESSES,
    LOOP_COUNT,
    REJECTED,
    STEP,
    TAKEN,
)
from .subset import Array, inline

AFTER_FAILURE = 0.1


@inline
def keep_guesses(control: Array, values: Array, work: Array) -> None:
    for i in range(int(control[GUESS_COUNT])):
        work[int(control[LAST_GUESSES]) + i] = values[int(control[FIRST_GUESS]) + i]


@inline
def restore_guesses(control: Array, values: Array, work: Array) -> None:
    for i in range(int(control[GUESS_COUNT])):
        values[int(control[FIRST_GUESS]) + i] = work[int(control[LAST_GUESSES]) + i]


@inline
def note_failed_loop(control: Array, values: Array) -> None:
    """After they have been solved at the end of a step."""
    first = int(control[FIRST_GUESS]) + int(control[GUESS_COUNT])
    control[HAS_FAILED_LOOP] = 0.0
    for i in range(int(control[LOOP_COUNT])):
        if values[first + i] != 0.0:
            control[HAS_FAILED_LOOP] = 1.0


@inline
def are_loops_solved(control: Array) -> bool:
    """Whether the step may be made; otherwise a shorter one is tried."""
    if control[LOOP_COUNT] == 0.0 or control[HAS_FAILED_LOOP] == 0.0 or control[IS_CUT] > 0.0:
        return True
    control[REJECTED] += 1.0
    control[STEP] = AFTER_FAILURE * control[TAKEN]
    return False
