"""What the entries of a model deliver while a run slides along the zeros of guards.

Where the equations on both sides of a guard lead back to its zero, the run switches endlessly; the limit is a mean of
both sides that keeps the guard at zero (Filippov 1960). The modes of every surface are put low, then those of one
surface after the other high: the derivatives are the mean of these branches with such shares that no guard of a
surface changes. Slopes of guards are central differences along each branch. What is recorded, delayed, sampled or
assigned is the mean too, with the same shares; comparisons have the low branch.
"""

from .entries import (
    branch_before,
    branch_derivatives,
    branch_events,
    branch_guards,
    branch_held,
    branch_modes,
    branch_outputs,
    branch_sample,
    branch_sources,
    branch_times,
)
from .shares import (
    ALL_GUARDS,
    BANDS,
    BASE,
    COUNT,
    DIFFERENCE,
    FIELDS,
    FIRST,
    HIGHS,
    KEPT,
    LOWS,
    MODES,
    MOST,
    POINT,
    RATES,
    SECOND,
    SHARES,
    SLOPES,
    SLOTS,
    SLOTS_OF_MODES,
    STATES,
    SUM,
    SURFACES,
    WATCHED,
    has_band,
    solve_shares,
)
from .subset import Array, part


def slide(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    """The derivatives while sliding, with the shares that belong to them."""
    count = int(values[int(shape[COUNT])])
    n = int(shape[STATES])
    fields = int(shape[FIELDS])
    for k in range(count + 1):
        branch = count - k
        take_branch(branch, time, states, values, shape)
        # The branches of different lanes are not in one place, so each is put there by itself.
        branch_derivatives(time, states, part(values, 0), part(values, int(shape[POINT])))
        for i in range(n):
            values[fields + branch * n + i] = values[int(shape[POINT]) + i]
    for branch in range(count + 1):
        find_slopes(branch, time, states, values, shape)
    branch_times(time, states, part(values, 0), part(values, int(shape[FIRST])))
    width = int(shape[MOST]) + 1
    shares = int(shape[SHARES])
    for i in range(count):
        values[shares + i] = -values[int(shape[SLOPES]) + i * width]
    solve_shares(values, shape, shares, shares)
    for i in range(n):
        total = values[fields + i]
        for j in range(count):
            total += values[shares + j] * (values[fields + (j + 1) * n + i] - values[fields + i])
        out[i] = total


def take_branch(branch: int, time: float, states: Array, values: Array, shape: Array) -> None:
    """Put the modes of the surface `branch` high and those of all others low."""
    for i in range(int(shape[MODES])):
        surface = int(values[int(shape[SURFACES]) + i])
        if surface > 0:
            side = int(shape[HIGHS]) if surface == branch else int(shape[LOWS])
            values[int(shape[SLOTS_OF_MODES + i])] = values[side + i]
    branch_held(time, states, part(values, 0), part(values, int(shape[FIRST])))
    branch_times(time, states, part(values, 0), part(values, int(shape[FIRST])))


def find_slopes(branch: int, time: float, states: Array, values: Array, shape: Array) -> None:
    """How fast the guards of all surfaces change along the derivatives of one branch."""
    n = int(shape[STATES])
    point = int(shape[POINT])
    field = int(shape[FIELDS]) + branch * n
    first = int(shape[FIRST])
    second = int(shape[SECOND])
    difference = values[int(shape[DIFFERENCE])]
    for i in range(n):
        values[point + i] = states[i] + difference * values[field + i]
    branch_times(time + difference, part(values, point), part(values, 0), part(values, first))
    branch_guards(time + difference, part(values, point), part(values, 0), part(values, first))
    for i in range(n):
        values[point + i] = states[i] - difference * values[field + i]
    branch_times(time - difference, part(values, point), part(values, 0), part(values, second))
    branch_guards(time - difference, part(values, point), part(values, 0), part(values, second))
    width = int(shape[MOST]) + 1
    for i in range(int(values[int(shape[COUNT])])):
        guard = int(values[int(shape[WATCHED]) + i])
        change = values[first + guard] - values[second + guard]
        values[int(shape[SLOPES]) + i * width + branch] = change / (2.0 * difference)


def slide_guards(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    """The guards; that of a surface is positive as long as a part of the time is spent on either side.

    One that is zero along with a surface is positive as long as it stays so.
    """
    slide(time, states, part(values, 0), part(values, int(shape[RATES])), shape)
    branch_guards(time, states, part(values, 0), out)
    for i in range(int(shape[ALL_GUARDS])):
        band = values[int(shape[BANDS]) + i]
        if band > 0.0:
            out[i] = band - abs(out[i])
    for i in range(int(values[int(shape[COUNT])])):
        share = values[int(shape[SHARES]) + i]
        out[int(values[int(shape[WATCHED]) + i])] = share * (1.0 - share)


def slide_modes(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    """The modes; those of surfaces stay low, and those of guards that are zero along with one stay as they are."""
    take_branch(0, time, states, values, shape)
    branch_modes(time, states, part(values, 0), out)
    for i in range(int(shape[MODES])):
        is_along = has_band(i, values, shape)
        if is_along or values[int(shape[SURFACES]) + i] > 0.0:
            out[i] = values[int(shape[SLOTS_OF_MODES + i])]


def slide_outputs(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[int(shape[COUNT])]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_outputs(time, states, part(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_sources(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[int(shape[COUNT])]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_sources(time, states, part(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_before(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[int(shape[COUNT])]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_before(time, states, part(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_sample(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[int(shape[COUNT])]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_sample(time, states, part(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_events(time: float, states: Array, values: Array, out: Array, shape: Array) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[int(shape[COUNT])]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_events(time, states, part(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def begin_mean(time: float, states: Array, values: Array, shape: Array) -> None:
    """Find the shares, and keep the slots as they are: every branch begins with them."""
    slide(time, states, part(values, 0), part(values, int(shape[RATES])), shape)
    for i in range(int(shape[SLOTS])):
        values[int(shape[KEPT]) + i] = values[i]


def begin_branch(branch: int, time: float, states: Array, values: Array, shape: Array) -> None:
    for i in range(int(shape[SLOTS])):
        values[i] = values[int(shape[KEPT]) + i]
    take_branch(branch, time, states, values, shape)


def add_branch(branch: int, values: Array, shape: Array) -> None:
    """Take the slots of one branch into the mean."""
    base = int(shape[BASE])
    total = int(shape[SUM])
    for i in range(int(shape[SLOTS])):
        if branch == 0:
            values[base + i] = values[i]
            values[total + i] = values[i]
        elif values[i] != values[base + i]:
            share = values[int(shape[SHARES]) + branch - 1]
            values[total + i] += share * (values[i] - values[base + i])


def take_mean(values: Array, shape: Array) -> None:
    """Make all slots the mean; modes are not numbers of which one could be made, they stay low."""
    for i in range(int(shape[SLOTS])):
        values[i] = values[int(shape[SUM]) + i]
    for i in range(int(shape[MODES])):
        if values[int(shape[SURFACES]) + i] > 0.0:
            values[int(shape[SLOTS_OF_MODES + i])] = values[int(shape[LOWS]) + i]
