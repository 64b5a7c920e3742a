"""Explicit Runge-Kutta methods: the stages of any tableau, and the sums of stages that form a step.

A tableau has a row for each stage, one after another, as printed in books: the node of the stage, as a fraction of the
step, then its coefficients, one more in each row. A row that ends a step has the weights. Stage `s` is array `s` of
`work`, the first being the derivatives at the start. A method's tables are known at compile time: these functions are
inlined, loops over stages are unrolled, and zero coefficients are dropped.
"""

from .control import ABSOLUTE, NEW, TRIAL, Control
from .entries import derivatives, times
from .subset import Array, Table, inline, slice_from


@inline
def row_of(s: int) -> int:
    """The offset of the row of a stage in a tableau."""
    return s * (s + 1) // 2


@inline
def added(start: float, factor: float, row: Table, count: int, i: int, n: int, work: Array) -> float:
    """`start` plus the sum of `count` stages of the state `i`, each times the factor and its own weight."""
    total = start
    for j in range(count):
        weight = row[j]
        if weight != 0.0:
            total += weight * factor * work[j * n + i]
    return total


@inline
def weighted(row: Table, count: int, i: int, n: int, work: Array) -> float:
    """The sum of `count` stages of the state `i`, each times its weight. Starts at -0.0, to which adding keeps all
    bits."""
    return added(-0.0, 1.0, row, count, i, n, work)


@inline
def evaluate_stage(s: int, x: int, k: int, tableau: Table, time: float, h: float, values: Array, work: Array) -> None:
    """Evaluate the derivatives of stage `s` at the state at `x` in `work`, into `k`."""
    node = row_of(s)
    if tableau[node] != tableau[row_of(s - 1)]:
        times(time + tableau[node] * h, slice_from(work, x), values, slice_from(work, k))
    derivatives(time + tableau[node] * h, slice_from(work, x), values, slice_from(work, k))


@inline
def take_stages(
    first: int,
    last: int,
    to: int,
    tableau: Table,
    time: float,
    h: float,
    control: Control,
    states: Array,
    values: Array,
    work: Array,
) -> None:
    """Evaluate stages `first` to `last`, their states in the array `to`; each coefficient is multiplied by `h`
    separately."""
    n = control.state_count
    x = to * n
    for s in range(first, last + 1):
        for i in range(n):
            work[x + i] = added(states[i], h, slice_from(tableau, row_of(s) + 1), s, i, n, work)
        evaluate_stage(s, x, s * n, tableau, time, h, values, work)


@inline
def advance(last: int, tableau: Table, factor: float, control: Control, states: Array, work: Array) -> float:
    """The new state: the slope by the weights of the last row, times `factor`; 0, or nan if it is not finite."""
    n = control.state_count
    check = 0.0
    for i in range(n):
        slope = weighted(slice_from(tableau, row_of(last) + 1), last, i, n, work)
        work[NEW * n + i] = states[i] + factor * slope
        check += 0.0 * work[NEW * n + i]
    return check


@inline
def take_fixed_step(
    last: int,
    tableau: Table,
    factor: float,
    time: float,
    h: float,
    control: Control,
    states: Array,
    values: Array,
    work: Array,
) -> float:
    """A step of a method without an error estimate: 0, or nan if the new state is not finite."""
    control.evaluations += float(last)
    take_stages(1, last - 1, TRIAL, tableau, time, h, control, states, values, work)
    check = advance(last, tableau, factor, control, states, work)
    n = control.state_count
    evaluate_stage(last, NEW * n, last * n, tableau, time, h, values, work)
    return check


@inline
def tolerance(i: int, n: int, control: Control, states: Array, work: Array) -> float:
    """The largest error tolerated in a state."""
    return work[ABSOLUTE * n + i] + control.relative * max(abs(states[i]), abs(work[NEW * n + i]))


@inline
def between(fraction: float, h: float, tail: float, last: int, i: int, n: int, states: Array, work: Array) -> float:
    """A state within the step: the cubic through both ends, as in `interpolants`, plus `tail`."""
    rest = 1.0 - fraction
    difference = work[NEW * n + i] - states[i]
    bend = h * work[i] - difference
    curve = difference - h * work[last * n + i] - bend
    return states[i] + fraction * (difference + rest * (bend + fraction * (curve + rest * tail)))
