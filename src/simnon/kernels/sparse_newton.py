"""Newton's method for an algebraic loop of many unknowns, of which each equation reads few.

As `newton`, except for the matrix, which is stored by columns (see `column_factors`) in its own array. Constant entries
are stored at the beginning, the others are computed at each point. Residuals are compared with the sizes of the terms:
among many unknowns some are differences that ought to be zero.
"""

from .column_factors import factor_columns, solve_columns
from .newton import (
    FOUND,
    POINT,
    STATUS,
    WORST,
    begin_step,
    count_trial,
    end_step,
    is_better,
    newton_begin,
    save_residuals,
    shorten_step,
)
from .subset import Array, divide, slice_from

PRECISE = 1e-15
"""If no residual exceeds this fraction of the terms of its equation, the iteration has converged."""


def sparse_newton_begin(
    n: int, entries: int, guesses: Array, marks: Array, numbers: Array, work: Array, a: Array
) -> None:
    """`marks` are those of the rows whose value must be zero, `numbers` the constant entries of the matrix."""
    newton_begin(n, guesses, work)
    for i in range(n):
        work[POINT + 6 * n + i] = marks[i]
    for p in range(entries):
        a[p] = numbers[p]


def sparse_newton_step(
    n: int, capacity: int, work: Array, a: Array, starts: Array, rows: Array, order: Array, f: Array
) -> None:
    """Evaluate the point, and choose the next; `capacity` is that of the factors."""
    size = 0.0
    for p in range(int(starts[n])):
        size += abs(a[p])
    if is_better(n, work, size):
        take_sparse_step(n, capacity, work, a, starts, rows, order, f)
    else:
        shorten_step(n, work)
    count_trial(n, work)


def take_sparse_step(
    n: int, capacity: int, work: Array, a: Array, starts: Array, rows: Array, order: Array, f: Array
) -> None:
    """The point is better than the previous ones: continue from it, unless it cannot be improved."""
    has_residual = begin_step(n, work)
    if not has_residual:
        return
    measure_columns(n, work, a, starts, rows, order)
    if work[WORST] <= PRECISE:
        work[STATUS] = FOUND
        return
    save_residuals(n, work)
    solve_for_step(n, capacity, work, a, starts, rows, order, f)
    end_step(n, work)


def measure_columns(n: int, work: Array, a: Array, starts: Array, rows: Array, order: Array) -> None:
    """Compute the size of the terms of each equation, and the largest residual relative to it."""
    step = POINT + 2 * n
    weight = step + n
    value = weight + n
    for i in range(n):
        is_marked = work[POINT + 6 * n + i] > 0.0
        work[weight + i] = 0.0
        work[value + i] = 0.0 if is_marked else abs(work[value + i])
    for k in range(n):
        x = work[POINT + int(order[k])]
        for p in range(int(starts[k]), int(starts[k + 1])):
            i = int(rows[p])
            work[weight + i] += abs(a[p])
            work[value + i] += abs(a[p] * x)
    worst = 0.0
    for i in range(n):
        residual = abs(work[step + i])
        size = max(work[value + i], residual)
        work[value + i] = size
        worst = max(worst, divide(residual, size) if residual > 0.0 else 0.0)
    work[WORST] = worst


def solve_for_step(
    n: int, capacity: int, work: Array, a: Array, starts: Array, rows: Array, order: Array, f: Array
) -> None:
    """If the matrix is singular, the step is nan, and the point it leads to no better."""
    step = POINT + 2 * n
    is_regular = factor_columns(n, capacity, a, starts, rows, order, f)
    if is_regular:
        solve_columns(n, order, f, slice_from(work, step))
    else:
        for i in range(n):
            work[step + i] = divide(0.0, 0.0)
