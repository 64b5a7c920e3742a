"""Guards along a step, compared by sign: below, at, above zero."""

from .control import TRIAL, Control
from .entries import guards, interpolate, times
from .island_list import has_islands, interpolate_listed, listed_count
from .subset import Array, inline, slice_from


@inline
def sign(x: float) -> int:
    """-1, 0 or 1."""
    return (1 if x > 0.0 else 0) - (1 if x < 0.0 else 0)


@inline
def copy_guards(control: Control, work: Array, source: int, target: int) -> None:
    for i in range(control.guard_count):
        work[target + i] = work[source + i]


@inline
def guards_at(fraction: float, control: Control, states: Array, values: Array, work: Array, offset: int) -> None:
    """Evaluate the guards at a fraction of the step into `work` from `offset` on; leaves the state there in `trial`."""
    n = control.state_count
    time = control.time + fraction * control.taken
    if has_islands(control) and listed_count(control, values) > 0:
        interpolate_listed(fraction, control, states, values, work)
    else:
        interpolate(fraction, control, states, work, slice_from(work, TRIAL * n))
    times(time, slice_from(work, TRIAL * n), values, slice_from(work, control.found))
    guards(time, slice_from(work, TRIAL * n), values, slice_from(work, offset))


@inline
def has_changed(control: Control, work: Array, offset: int) -> bool:
    """True if a guard at `offset` has a different sign than at the start of the step."""
    first = control.guards
    is_changed = False
    for i in range(control.guard_count):
        here = work[offset + i]
        there = work[first + i]
        is_changed = is_changed or (here > 0.0) != (there > 0.0) or (here < 0.0) != (there < 0.0)
    return is_changed
