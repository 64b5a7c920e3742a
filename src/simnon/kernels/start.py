"""Starting a run: start values, and the modes before any event."""

from .control import Control
from .entries import held, initial, modes
from .subset import Array, Integers, slice_from

MAX_ITERATIONS = 100


def begin(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Compute from the parameters in `values` everything a run starts with; `control` has what does not depend on
    them."""
    found = control.found
    # INITIAL reads the given values, and these take precedence over the ones it computes.
    give_initial_values(control, plan, values, work)
    initial(control.time, states, values, slice_from(work, found))
    give_initial_values(control, plan, values, work)
    for i in range(control.state_count):
        states[i] = values[plan[control.state_slots + i]]
    held(control.time, states, values, slice_from(work, found))
    count = control.mode_count
    if count == 0:
        return
    for _ in range(MAX_ITERATIONS):
        modes(control.time, states, values, slice_from(work, found))
        is_changed = False
        for i in range(count):
            slot = plan[control.mode_slots + i]
            if work[found + i] != values[slot]:
                is_changed = True
            values[slot] = work[found + i]
        if not is_changed:
            return
        held(control.time, states, values, slice_from(work, found))


def give_initial_values(control: Control, plan: Integers, values: Array, work: Array) -> None:
    for i in range(control.initial_count):
        values[plan[control.initial_slots + i]] = work[control.initial_values + i]
