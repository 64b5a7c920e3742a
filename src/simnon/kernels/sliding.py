"""The entries of a model while a run slides along the zeros of guards.

If the equations on both sides of a guard lead back to its zero, the run switches endlessly; the limit is a mean of both
sides that keeps the guard at zero (Filippov 1960). The modes of all surfaces are set low, then those of one surface
after the other high: the derivatives are the mean of these branches, with such shares that the guards of the surfaces
do not change. Slopes of guards are central differences along each branch. Recorded, delayed, sampled and assigned
values are means with the same shares; comparisons take the low branch.
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
from .shares import SLOTS_OF_MODES, Shape, has_band, solve_shares
from .subset import Array, slice_from


def slide(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    """The derivatives while sliding, and their shares."""
    count = int(values[shape.count])
    n = shape.states
    fields = shape.fields
    for k in range(count + 1):
        branch = count - k
        take_branch(branch, time, states, values, shape)
        # Lanes can be at different branches, so the result goes through POINT, which all have at the same offset.
        branch_derivatives(time, states, slice_from(values, 0), slice_from(values, shape.point))
        for i in range(n):
            values[fields + branch * n + i] = values[shape.point + i]
    for branch in range(count + 1):
        find_slopes(branch, time, states, values, shape)
    branch_times(time, states, slice_from(values, 0), slice_from(values, shape.first))
    width = shape.most + 1
    shares = shape.shares
    for i in range(count):
        values[shares + i] = -values[shape.slopes + i * width]
    solve_shares(values, shape, shares, shares)
    for i in range(n):
        total = values[fields + i]
        for j in range(count):
            total += values[shares + j] * (values[fields + (j + 1) * n + i] - values[fields + i])
        out[i] = total


def take_branch(branch: int, time: float, states: Array, values: Array, shape: Shape) -> None:
    """Set the modes of the surface `branch` high and those of all others low."""
    for i in range(shape.modes):
        surface = int(values[shape.surfaces + i])
        if surface > 0:
            side = shape.highs if surface == branch else shape.lows
            values[int(shape[SLOTS_OF_MODES + i])] = values[side + i]
    branch_held(time, states, slice_from(values, 0), slice_from(values, shape.first))
    branch_times(time, states, slice_from(values, 0), slice_from(values, shape.first))


def find_slopes(branch: int, time: float, states: Array, values: Array, shape: Shape) -> None:
    """Compute how fast the guards of all surfaces change along the derivatives of one branch."""
    n = shape.states
    point = shape.point
    field = shape.fields + branch * n
    first = shape.first
    second = shape.second
    difference = values[shape.difference]
    for i in range(n):
        values[point + i] = states[i] + difference * values[field + i]
    branch_times(time + difference, slice_from(values, point), slice_from(values, 0), slice_from(values, first))
    branch_guards(time + difference, slice_from(values, point), slice_from(values, 0), slice_from(values, first))
    for i in range(n):
        values[point + i] = states[i] - difference * values[field + i]
    branch_times(time - difference, slice_from(values, point), slice_from(values, 0), slice_from(values, second))
    branch_guards(time - difference, slice_from(values, point), slice_from(values, 0), slice_from(values, second))
    width = shape.most + 1
    for i in range(int(values[shape.count])):
        guard = int(values[shape.watched + i])
        change = values[first + guard] - values[second + guard]
        values[shape.slopes + i * width + branch] = change / (2.0 * difference)


def slide_guards(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    """The guards; that of a surface is positive as long as its share is between 0 and 1.

    A guard that is zero along with a surface is positive as long as it stays so.
    """
    slide(time, states, slice_from(values, 0), slice_from(values, shape.rates), shape)
    branch_guards(time, states, slice_from(values, 0), out)
    for i in range(shape.all_guards):
        band = values[shape.bands + i]
        if band > 0.0:
            out[i] = band - abs(out[i])
    for i in range(int(values[shape.count])):
        share = values[shape.shares + i]
        out[int(values[shape.watched + i])] = share * (1.0 - share)


def slide_modes(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    """The modes; those of surfaces stay low, and those of guards that are zero along with one keep their values."""
    take_branch(0, time, states, values, shape)
    branch_modes(time, states, slice_from(values, 0), out)
    for i in range(shape.modes):
        is_along = has_band(i, values, shape)
        if is_along or values[shape.surfaces + i] > 0.0:
            out[i] = values[int(shape[SLOTS_OF_MODES + i])]


def slide_outputs(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[shape.count]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_outputs(time, states, slice_from(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_sources(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[shape.count]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_sources(time, states, slice_from(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_before(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[shape.count]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_before(time, states, slice_from(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_sample(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[shape.count]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_sample(time, states, slice_from(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def slide_events(time: float, states: Array, values: Array, out: Array, shape: Shape) -> None:
    begin_mean(time, states, values, shape)
    for branch in range(int(values[shape.count]) + 1):
        begin_branch(branch, time, states, values, shape)
        branch_events(time, states, slice_from(values, 0), out)
        add_branch(branch, values, shape)
    take_mean(values, shape)


def begin_mean(time: float, states: Array, values: Array, shape: Shape) -> None:
    """Compute the shares, and save the slots: every branch starts from them."""
    slide(time, states, slice_from(values, 0), slice_from(values, shape.rates), shape)
    for i in range(shape.slots):
        values[shape.kept + i] = values[i]


def begin_branch(branch: int, time: float, states: Array, values: Array, shape: Shape) -> None:
    for i in range(shape.slots):
        values[i] = values[shape.kept + i]
    take_branch(branch, time, states, values, shape)


def add_branch(branch: int, values: Array, shape: Shape) -> None:
    """Add the slots of one branch to the mean."""
    base = shape.base
    total = shape.sum
    for i in range(shape.slots):
        if branch == 0:
            values[base + i] = values[i]
            values[total + i] = values[i]
        elif values[i] != values[base + i]:
            share = values[shape.shares + branch - 1]
            values[total + i] += share * (values[i] - values[base + i])


def take_mean(values: Array, shape: Shape) -> None:
    """Set all slots to the mean, except modes, which have none and stay low."""
    for i in range(shape.slots):
        values[i] = values[shape.sum + i]
    for i in range(shape.modes):
        if values[shape.surfaces + i] > 0.0:
            values[int(shape[SLOTS_OF_MODES + i])] = values[shape.lows + i]
