"""Newton's method for the equations of an algebraic loop: unknowns that must be equal to their values.

A marked row has a value that must be zero instead, and its derivatives as its row of the matrix.

At the point `work[POINT]`, the caller computes the values of the unknowns and the matrix of the derivatives of unknowns
minus values, and calls `newton_step`, until `work[STATUS]` is no longer ITERATING. A step that does not reduce the
residuals is halved. They are weighted by the size of the unknowns, so that volts and microamperes count alike.

The first attempt starts from the last solution. If there is none, several other starting points are tried.
"""

from .linear import factor_large, solve
from .subset import Array, divide, inline, is_nan, slice_from

ITERATING = 0.0
FOUND = 1.0
FAILED = 2.0

STATUS = 0
LEVEL = 1
SHARE = 2
COUNT = 3
START = 4
RESIDUAL = 5
WORST = 6
POINT = 7
"""Followed by vectors of n: the point, the best point so far, the step from there, the weights, the values, the pivots,
and marks of the rows whose value must be zero; then a full matrix, n by n."""
VECTORS = 7

EXACT = 1e-13
"""A step of this size relative to the unknowns is the last."""
ROUGH = 1e-9
SMALLEST = 1e-15
"""If a step this small no longer helps, only rounding is left, and the point is the solution."""
SHORTEST = 1e-6
MAX_TRIALS = 400.0
STARTS = 9.0
SPREAD = 20
ROUNDED = 1e-12
"""If no residual exceeds this fraction of the terms of its equation and no step helps, only rounding is left too."""
INFINITE = 1e308


def solve_linear(n: int, columns: int, a: Array, pivots: Array, x: Array) -> None:
    """Replace the right-hand sides `x`, one after the other, by the solutions, and the matrix by its factors."""
    factor_large(n, a, pivots)
    for k in range(columns):
        solve(n, a, pivots, slice_from(x, k * n))


def newton_begin(n: int, guesses: Array, work: Array) -> None:
    work[STATUS] = ITERATING
    work[RESIDUAL] = INFINITE
    work[START] = 0.0 if is_nan(guesses[0]) else STARTS
    for i in range(n):
        work[POINT + i] = 0.0 if is_nan(guesses[0]) else guesses[i]
    forget(n, work)


@inline
def forget(n: int, work: Array) -> None:
    """Reset: no point has been evaluated."""
    work[LEVEL] = INFINITE
    work[WORST] = INFINITE
    work[SHARE] = 1.0
    work[COUNT] = 0.0
    for i in range(n):
        work[POINT + 3 * n + i] = 1.0


@inline
def start(number: float) -> float:
    """0, 1, -1, 0.1, -0.1, 10, -10, 100, -100."""
    if number == 0.0:
        return 0.0
    size = 1.0 if number < 3.0 else 0.1 if number < 5.0 else 10.0 if number < 7.0 else 100.0
    is_odd = int(number) % 2 == 1
    return size if is_odd else -size


def newton_step(n: int, work: Array) -> None:
    """Evaluate the point, and choose the next."""
    matrix = POINT + VECTORS * n
    size = 0.0
    for i in range(n * n):
        size += abs(work[matrix + i])
    if is_better(n, work, size):
        take_step(n, work)
    else:
        shorten_step(n, work)
    count_trial(n, work)


@inline
def is_better(n: int, work: Array, size: float) -> bool:
    """True if the weighted residuals are smaller than at the best point so far and `size`, of all derivatives, is
    finite."""
    level = 0.0
    for i in range(n):
        level += work[POINT + 3 * n + i] * abs(residual_of(n, work, i))
    return level < work[LEVEL] and size < INFINITE


@inline
def count_trial(n: int, work: Array) -> None:
    """Limit the trials: an unknown that ought to be zero can shrink for ever."""
    work[COUNT] += 1.0
    if work[STATUS] == ITERATING and work[COUNT] >= MAX_TRIALS:
        if is_rounding(n, work):
            take_best(n, work)
        else:
            try_next_start(n, work)


@inline
def residual_of(n: int, work: Array, i: int) -> float:
    """The residual of the i-th equation."""
    value = work[POINT + 4 * n + i]
    return value if work[POINT + 6 * n + i] > 0.0 else work[POINT + i] - value


def take_step(n: int, work: Array) -> None:
    """The point is better than the previous ones: continue from it."""
    has_residual = begin_step(n, work)
    if has_residual:
        measure_rows(n, work)
        save_residuals(n, work)
        matrix = POINT + VECTORS * n
        solve_linear(n, 1, slice_from(work, matrix), slice_from(work, POINT + 5 * n), slice_from(work, POINT + 2 * n))
        end_step(n, work)


@inline
def begin_step(n: int, work: Array) -> bool:
    """Store the point as the best one, and the negated residuals as the step; False if they are zero.

    The caller then stores the sizes of the equations as the values and the slopes as the weights, and solves for the
    step.
    """
    best = POINT + n
    step = best + n
    residual = 0.0
    for i in range(n):
        off = residual_of(n, work, i)
        work[best + i] = work[POINT + i]
        work[step + i] = -off
        residual = max(residual, abs(off))
    work[RESIDUAL] = min(work[RESIDUAL], residual)
    work[SHARE] = 1.0
    if residual == 0.0:
        work[STATUS] = FOUND
    return residual != 0.0


@inline
def measure_rows(n: int, work: Array) -> None:
    """Compute the size of the terms of each equation, with which its residual is compared."""
    step = POINT + 2 * n
    weight = step + n
    value = weight + n
    matrix = POINT + VECTORS * n
    for i in range(n):
        size = max(abs(work[POINT + i]), abs(work[value + i]))
        slopes = 0.0
        if work[POINT + 6 * n + i] > 0.0:
            size = 0.0
            for j in range(n):
                size += abs(work[matrix + i * n + j] * work[POINT + j])
                slopes += abs(work[matrix + i * n + j])
            size = max(size, abs(work[step + i]))
        work[weight + i] = slopes
        work[value + i] = size


@inline
def save_residuals(n: int, work: Array) -> None:
    """Save the residuals before the step overwrites them."""
    for i in range(n):
        work[POINT + i] = work[POINT + 2 * n + i]


@inline
def end_step(n: int, work: Array) -> None:
    """With the step known, weight the equations and take the step."""
    best = POINT + n
    step = best + n
    weigh(n, work)
    is_exact = True
    for i in range(n):
        work[POINT + i] = work[best + i] + work[step + i]
        if not (abs(work[step + i]) <= EXACT * abs(work[POINT + i]) and abs(work[POINT + i]) < INFINITE):
            is_exact = False
    if is_exact:
        work[STATUS] = FOUND


def weigh(n: int, work: Array) -> None:
    """Compute the weights of the equations, and the weighted residual.

    The size of an unknown includes the step: otherwise an equation whose terms are all zero at the starting point would
    have to stay exact.
    """
    best = POINT + n
    step = best + n
    weight = step + n
    value = weight + n
    longest = 0.0
    for i in range(n):
        longest = max(longest, abs(work[step + i]))
    level = 0.0
    for i in range(n):
        size = max(work[value + i], work[weight + i] * longest)
        if not work[POINT + 6 * n + i] > 0.0:
            size = max(work[value + i], abs(work[best + i] + work[step + i]))
        work[weight + i] = 1.0 / max(size, 1e-300)
        level += work[weight + i] * abs(work[POINT + i])
    work[LEVEL] = level


def shorten_step(n: int, work: Array) -> None:
    """The point is no better than the best: halve the step from there, unless only rounding is left."""
    best = POINT + n
    step = best + n
    work[SHARE] *= 0.5
    for i in range(n):
        work[POINT + i] = work[best + i] + work[SHARE] * work[step + i]
    if is_rounding(n, work):
        take_best(n, work)
    elif work[LEVEL] >= INFINITE or work[SHARE] < SHORTEST:
        try_next_start(n, work)


@inline
def is_rounding(n: int, work: Array) -> bool:
    """True if the best point cannot be improved."""
    best = POINT + n
    step = best + n
    is_rough = True
    for i in range(n):
        if not abs(work[step + i]) <= ROUGH * abs(work[best + i]) + SMALLEST:
            is_rough = False
    return work[LEVEL] < INFINITE and (is_rough or work[WORST] <= ROUNDED)


@inline
def take_best(n: int, work: Array) -> None:
    work[STATUS] = FOUND
    for i in range(n):
        work[POINT + i] = work[POINT + n + i]


def try_next_start(n: int, work: Array) -> None:
    """Start again from a different point, if there is no last solution."""
    work[START] += 1.0
    if work[START] >= STARTS:
        work[STATUS] = FAILED
        return
    for i in range(n):
        # Unequal starting values: similar equations have a singular matrix if their unknowns are equal.
        work[POINT + i] = start(work[START]) * (1.0 + 0.3 * float(i % SPREAD))
    forget(n, work)


def newton_end(n: int, work: Array, guesses: Array, residual: Array, solution: Array, is_kept: bool) -> None:
    """Return the solution, or nan; keep it as the next guess, and store the residual.

    If nothing could be computed at all, the previous residual is more useful and is kept.
    """
    is_found = work[STATUS] == FOUND
    for i in range(n):
        solution[i] = work[POINT + i] if is_found else divide(0.0, 0.0)
        if is_found and is_kept:
            guesses[i] = work[POINT + i]
    if is_kept and (is_found or work[RESIDUAL] < INFINITE or residual[0] == 0.0):
        residual[0] = 0.0 if is_found else work[RESIDUAL]
