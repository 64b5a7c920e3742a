"""States that are constant during a step of a linearly implicit method.

States whose derivatives are zero and depend only on such states have zero stages. To keep the elimination from leaving
rounding errors there, they are removed from the Jacobian, which makes no difference for them. If one of them moves
nevertheless, during the step, the step is repeated with the full Jacobian.
"""

from .control import Control
from .subset import Array, inline

CONSTANT = 13
"""The array of `work` with 1 for constant states."""
STAGES = 8
"""How many arrays of `work` are stages, from the first on."""


@inline
def has_constant_states(control: Control, work: Array) -> bool:
    """Remove the constant states from the Jacobian; True if there are any."""
    has_zero = False
    for i in range(control.state_count):
        has_zero = has_zero or work[i] == 0.0
    if not has_zero:
        return False
    return remove_constant_states(control, work)


def remove_constant_states(control: Control, work: Array) -> bool:
    n = control.state_count
    first = control.jacobian
    by_time = first + control.jacobian_size
    for i in range(n):
        work[CONSTANT * n + i] = 1.0 if work[i] == 0.0 and work[by_time + i] == 0.0 else 0.0
    unmark_dependent_states(control, work)
    has_constant = False
    for i in range(n):
        has_constant = has_constant or work[CONSTANT * n + i] > 0.0
    if has_constant:
        for k in range(control.jacobian_size):
            index = index_in_full(k, control, work)
            if work[CONSTANT * n + index // n] > 0.0 or work[CONSTANT * n + index % n] > 0.0:
                work[first + k] = 0.0
    return has_constant


def unmark_dependent_states(control: Control, work: Array) -> None:
    """A state whose derivative depends on a moving state is not constant."""
    n = control.state_count
    first = control.jacobian
    is_changed = True
    while is_changed:
        is_changed = False
        for k in range(control.jacobian_size):
            if work[first + k] != 0.0:
                index = index_in_full(k, control, work)
                row = CONSTANT * n + index // n
                if work[row] > 0.0 and work[CONSTANT * n + index % n] == 0.0:
                    work[row] = 0.0
                    is_changed = True


@inline
def index_in_full(k: int, control: Control, work: Array) -> int:
    """The index an entry of the Jacobian would have in a full matrix, by rows."""
    n = control.state_count
    if control.jacobian_size == n * n:
        return k
    return int(work[control.entries_in_full + k])


def has_constant_state_moved(control: Control, work: Array) -> bool:
    """True if a removed state has moved in the step; the Jacobian will then be evaluated again."""
    n = control.state_count
    for i in range(n):
        if work[CONSTANT * n + i] > 0.0:
            for k in range(STAGES):
                if work[(k + 1) * n + i] != 0.0:
                    control.jacobian_mark = -1.0
                    return True
    return False
