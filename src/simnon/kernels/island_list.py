"""The list of islands that the entries of the model evaluate (see `islands`); all of them if it is empty."""

from .control import FIRST_STATE, ISLAND, LISTED, TRIAL, Control
from .entries import interpolate
from .subset import Array, Integers, inline, slice_from, whole

NEVER = 1e300
SOONER = 1.6
"""Islands that can have an event up to this many times as late as the first are looked at together with it."""


@inline
def has_islands(control: Control) -> bool:
    return control.island_count > 0 and control.sliding == 0


@inline
def listed_count(control: Control, values: Array) -> int:
    return whole(values[control.island_list])


@inline
def listed(control: Control, values: Array, k: int, which: int) -> int:
    """A number of an island in the list."""
    return whole(values[control.island_list + 1 + LISTED * k + which])


@inline
def look_at_all(control: Control, values: Array) -> None:
    values[control.island_list] = 0.0
    control.guard_count = control.all_guards


def look_at_listed(control: Control, states: Array, values: Array, work: Array, ahead: float) -> None:
    """Extrapolate the states of the listed islands, or all of them if none is listed, into `trial`."""
    n = control.state_count
    if listed_count(control, values) == 0:
        for i in range(n):
            work[TRIAL * n + i] = states[i] + ahead * work[i]
    for k in range(listed_count(control, values)):
        for i in range(listed(control, values, k, 2), listed(control, values, k, 3)):
            work[TRIAL * n + i] = states[i] + ahead * work[i]


def list_island(control: Control, values: Array, count: int, island: int, earliest: float) -> None:
    """Enter an island into a list of `count`, which is in order; no guard of it changes sign before `earliest`."""
    at = control.island_list + 1 + LISTED * count
    for _ in range(count):
        if whole(values[at - LISTED]) < island:
            break
        values[at] = values[at - LISTED]
        values[at + LISTED - 1] = values[at - 1]
        at -= LISTED
    values[at] = float(island)
    values[at + LISTED - 1] = earliest


def postpone_late(control: Control, values: Array, count: int) -> int:
    """Keep those islands of a list that can have the first event; return how many.

    Leaves in `control` up to where they are all that can have one.
    """
    first = control.island_list + 1
    soonest = NEVER
    for k in range(count):
        earliest = values[first + LISTED * k + LISTED - 1]
        soonest = min(soonest, earliest if earliest > 0.0 else NEVER)
    until = SOONER * soonest
    kept = 0
    for k in range(count):
        if values[first + LISTED * k + LISTED - 1] <= until:
            values[first + LISTED * kept] = values[first + LISTED * k]
            kept += 1
    control.postponed = until if kept < count else 0.0
    values[control.island_list] = float(kept)
    return kept


def place_guards(control: Control, plan: Integers, values: Array, count: int) -> int:
    """Note the states of the listed islands, and where the guards of each begin; return how many guards they have."""
    total = 0
    for k in range(count):
        at = control.island_list + 1 + LISTED * k
        row = control.islands + ISLAND * whole(values[at])
        values[at + 1] = float(total)
        values[at + 2] = float(plan[row + FIRST_STATE])
        values[at + 3] = float(plan[row + FIRST_STATE + 1])
        total += plan[row + 1]
    return total


@inline
def only(control: Control, plan: Integers, values: Array, island: int) -> None:
    """List one island."""
    values[control.island_list] = 1.0
    values[control.island_list + 1] = float(island)
    place_guards(control, plan, values, 1)


@inline
def interpolate_listed(fraction: float, control: Control, states: Array, values: Array, work: Array) -> None:
    """The states of the listed islands at a fraction of the step, into `trial`."""
    n = control.state_count
    for k in range(listed_count(control, values)):
        control.first_state = listed(control, values, k, 2)
        control.end_state = listed(control, values, k, 3)
        interpolate(fraction, control, states, work, slice_from(work, TRIAL * n))
    control.first_state = 0
    control.end_state = n
