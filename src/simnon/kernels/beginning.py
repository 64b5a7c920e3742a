"""Beginning a run: start values, and the modes before anything has happened, which are not events."""

from .control import (
    FOUND,
    INITIAL_COUNT,
    INITIAL_SLOTS,
    INITIAL_VALUES,
    MODE_COUNT,
    MODE_SLOTS,
    STATE_COUNT,
    STATE_SLOTS,
    TIME,
)
from .entries import held, initial, modes
from .subset import Array, part

MOST_ROUNDS = 100


def begin(control: Array, plan: Array, states: Array, values: Array, work: Array) -> None:
    """Make of the parameters in `values` all that a run begins with; `control` has what does not depend on them."""
    found = int(control[FOUND])
    # INITIAL reads what is given, and what is given goes before what INITIAL computes.
    give_initial_values(control, plan, values, work)
    initial(control[TIME], states, values, part(work, found))
    give_initial_values(control, plan, values, work)
    for i in range(int(control[STATE_COUNT])):
        states[i] = values[int(plan[int(control[STATE_SLOTS]) + i])]
    held(control[TIME], states, values, part(work, found))
    count = int(control[MODE_COUNT])
    if count == 0:
        return
    for _ in range(MOST_ROUNDS):
        modes(control[TIME], states, values, part(work, found))
        is_changed = False
        for i in range(count):
            slot = int(plan[int(control[MODE_SLOTS]) + i])
            if work[found + i] != values[slot]:
                is_changed = True
            values[slot] = work[found + i]
        if not is_changed:
            return
        held(control[TIME], states, values, part(work, found))


def give_initial_values(control: Array, plan: Array, values: Array, work: Array) -> None:
    for i in range(int(control[INITIAL_COUNT])):
        values[int(plan[int(control[INITIAL_SLOTS]) + i])] = work[int(control[INITIAL_VALUES]) + i]
