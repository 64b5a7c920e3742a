"""The matrix of a linearly implicit step, full or banded: made from the Jacobian, factored, solved with."""

from .banded import factor_banded, solve_banded
from .control import (
    DIAGONALS_ABOVE,
    DIAGONALS_BELOW,
    FACTORIZATIONS,
    IS_BANDED,
    JACOBIAN,
    JACOBIAN_PLACES,
    JACOBIAN_SIZE,
    MATRIX,
    PIVOTS,
    STATE_COUNT,
    UNKNOWN_STATES,
    UNKNOWNS,
)
from .linear import factor, factor_large, factor_tiny, solve, solve_tiny
from .subset import Array, part

MOST_OF_TINY = 4
MOST_OF_SMALL = 8
"""Matrices up to this size are full, and their Jacobians too."""


def factor_matrix(diagonal: float, control: Array, work: Array) -> None:
    """Make and factor the matrix: `diagonal` times the identity less the Jacobian."""
    n = int(control[STATE_COUNT])
    matrix = int(control[MATRIX])
    pivots = int(control[PIVOTS])
    control[FACTORIZATIONS] += 1.0
    if int(control[IS_BANDED]) > 0:
        below = int(control[DIAGONALS_BELOW])
        above = int(control[DIAGONALS_ABOVE])
        width = 2 * below + above + 1
        place_jacobian((n + below + above) * width, control, work)
        for k in range(n):
            work[matrix + below + above + k * width] += diagonal
        factor_banded(n, below, above, part(work, matrix), part(work, pivots))
    elif n <= MOST_OF_SMALL:
        jacobian = int(control[JACOBIAN])
        for i in range(n * n):
            work[matrix + i] = -work[jacobian + i]
        for k in range(n):
            work[matrix + k * n + k] += diagonal
        if n <= MOST_OF_TINY:
            factor_tiny(n, part(work, matrix), part(work, pivots))
        else:
            factor(n, part(work, matrix), part(work, pivots))
    else:
        place_jacobian(n * n, control, work)
        for k in range(n):
            work[matrix + k * n + k] += diagonal
        factor_large(n, part(work, matrix), part(work, pivots))


def place_jacobian(size: int, control: Array, work: Array) -> None:
    """The matrix: zero but for the entries of the Jacobian, negated, each at its place."""
    matrix = int(control[MATRIX])
    jacobian = int(control[JACOBIAN])
    places = int(control[JACOBIAN_PLACES])
    for i in range(size):
        work[matrix + i] = 0.0
    for k in range(int(control[JACOBIAN_SIZE])):
        at = matrix + int(work[places + k])
        work[at] = -work[jacobian + k]


def solve_matrix(place: int, control: Array, work: Array) -> None:
    """Replace the right-hand side at `place` by the solution; the matrix has been factored."""
    n = int(control[STATE_COUNT])
    matrix = int(control[MATRIX])
    pivots = int(control[PIVOTS])
    if int(control[IS_BANDED]) > 0:
        below = int(control[DIAGONALS_BELOW])
        above = int(control[DIAGONALS_ABOVE])
        states = int(control[UNKNOWN_STATES])
        unknowns = int(control[UNKNOWNS])
        first = unknowns + below + above
        for k in range(n):
            work[first + k] = work[place + int(work[states + k])]
        solve_banded(n, below, above, part(work, matrix), part(work, pivots), part(work, unknowns))
        for k in range(n):
            at = place + int(work[states + k])
            work[at] = work[first + k]
    elif n <= MOST_OF_TINY:
        solve_tiny(n, part(work, matrix), part(work, pivots), part(work, place))
    else:
        solve(n, part(work, matrix), part(work, pivots), part(work, place))
