"""States that stand still in a step of a linearly implicit method: what does not change does not change.

States whose derivatives are zero and depend on no others than such have stages that are zero. So that elimination
does not leave rounding errors there, they are taken out of the Jacobian, which for them makes no difference; if one
of them moves nevertheless, later in the step, the step is made again with all of it.
"""

from .control import Control
from .subset import Array, inline

STILL = 13
"""The array of `work` with 1 for states that stand still."""
STAGES = 8
"""The arrays of `work` from the first on that are the stages."""


@inline
def has_constant_states(control: Control, work: Array) -> bool:
    """Take the states that stand still out of the Jacobian; whether there are any."""
    is_one_zero = False
    for i in range(control.state_count):
        is_one_zero = is_one_zero or work[i] == 0.0
    if not is_one_zero:
        return False
    return remove_constant_states(control, work)


def remove_constant_states(control: Control, work: Array) -> bool:
    n = control.state_count
    first = control.jacobian
    by_time = first + control.jacobian_size
    for i in range(n):
        work[STILL * n + i] = 1.0 if work[i] == 0.0 and work[by_time + i] == 0.0 else 0.0
    leave_out_what_depends(control, work)
    is_one_left = False
    for i in range(n):
        is_one_left = is_one_left or work[STILL * n + i] > 0.0
    if is_one_left:
        for k in range(control.jacobian_size):
            place = place_in_full(k, control, work)
            if work[STILL * n + place // n] > 0.0 or work[STILL * n + place % n] > 0.0:
                work[first + k] = 0.0
    return is_one_left


def leave_out_what_depends(control: Control, work: Array) -> None:
    """Whose derivative depends on a state that moves does not stand still."""
    n = control.state_count
    first = control.jacobian
    is_changed = True
    while is_changed:
        is_changed = False
        for k in range(control.jacobian_size):
            if work[first + k] != 0.0:
                place = place_in_full(k, control, work)
                row = STILL * n + place // n
                if work[row] > 0.0 and work[STILL * n + place % n] == 0.0:
                    work[row] = 0.0
                    is_changed = True


@inline
def place_in_full(k: int, control: Control, work: Array) -> int:
    """Where an entry of the Jacobian would stand in a full matrix, by rows."""
    n = control.state_count
    if control.jacobian_size == n * n:
        return k
    return int(work[control.entries_in_full + k])


def has_one_moved(control: Control, work: Array) -> bool:
    """Whether a state that was taken out has moved in the step; then the Jacobian will be evaluated again."""
    n = control.state_count
    for i in range(n):
        if work[STILL * n + i] > 0.0:
            for k in range(STAGES):
                if work[(k + 1) * n + i] != 0.0:
                    control.jacobian_mark = -1.0
                    return True
    return False
