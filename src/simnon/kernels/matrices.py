"""The matrix of a linearly implicit step, full, banded or sparse: made from the Jacobian, factored, solved with."""

from .banded import factor_banded, solve_banded
from .control import (
    BANDED,
    COLUMNS,
    DIAGONALS,
    DIAGONALS_ABOVE,
    DIAGONALS_BELOW,
    FACTORIZATIONS,
    JACOBIAN,
    JACOBIAN_PLACES,
    JACOBIAN_SIZE,
    MATRIX,
    MATRIX_FORM,
    MATRIX_SIZE,
    PIVOTS,
    ROW_STARTS,
    SPARSE,
    STATE_COUNT,
    UNKNOWN_STATES,
    UNKNOWNS,
)
from .linear import factor, factor_large, factor_tiny, solve, solve_tiny
from .sparse import factor_sparse, solve_sparse
from .subset import Array, inline, part

MOST_OF_TINY = 4
MOST_OF_SMALL = 8
"""Matrices up to this size are full, and their Jacobians too."""


def factor_matrix(diagonal: float, control: Array, work: Array) -> None:
    """Make and factor the matrix: `diagonal` times the identity less the Jacobian."""
    n = int(control[STATE_COUNT])
    matrix = int(control[MATRIX])
    pivots = int(control[PIVOTS])
    control[FACTORIZATIONS] += 1.0
    form = int(control[MATRIX_FORM])
    if form == BANDED:
        below = int(control[DIAGONALS_BELOW])
        above = int(control[DIAGONALS_ABOVE])
        width = 2 * below + above + 1
        place_jacobian(control, work)
        for k in range(n):
            work[matrix + below + above + k * width] += diagonal
        factor_banded(n, below, above, part(work, matrix), part(work, pivots))
    elif form == SPARSE:
        diagonals = int(control[DIAGONALS])
        place_jacobian(control, work)
        for k in range(n):
            at = matrix + int(work[diagonals + k])
            work[at] += diagonal
        factor_sparse(
            n,
            part(work, matrix),
            part(work, int(control[COLUMNS])),
            part(work, int(control[ROW_STARTS])),
            part(work, diagonals),
            part(work, int(control[UNKNOWNS])),
        )
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
        place_jacobian(control, work)
        for k in range(n):
            work[matrix + k * n + k] += diagonal
        factor_large(n, part(work, matrix), part(work, pivots))


def place_jacobian(control: Array, work: Array) -> None:
    """The matrix: zero but for the entries of the Jacobian, negated, each at its place."""
    matrix = int(control[MATRIX])
    jacobian = int(control[JACOBIAN])
    places = int(control[JACOBIAN_PLACES])
    for i in range(int(control[MATRIX_SIZE])):
        work[matrix + i] = 0.0
    for k in range(int(control[JACOBIAN_SIZE])):
        at = matrix + int(work[places + k])
        work[at] = -work[jacobian + k]


def solve_matrix(place: int, control: Array, work: Array) -> None:
    """Replace the right-hand side at `place` by the solution; the matrix has been factored."""
    n = int(control[STATE_COUNT])
    matrix = int(control[MATRIX])
    pivots = int(control[PIVOTS])
    form = int(control[MATRIX_FORM])
    if form == BANDED:
        below = int(control[DIAGONALS_BELOW])
        above = int(control[DIAGONALS_ABOVE])
        unknowns = int(control[UNKNOWNS])
        to_unknowns(place, unknowns + below + above, control, work)
        solve_banded(n, below, above, part(work, matrix), part(work, pivots), part(work, unknowns))
        from_unknowns(place, unknowns + below + above, control, work)
    elif form == SPARSE:
        unknowns = int(control[UNKNOWNS])
        to_unknowns(place, unknowns, control, work)
        solve_sparse(
            n,
            part(work, matrix),
            part(work, int(control[COLUMNS])),
            part(work, int(control[ROW_STARTS])),
            part(work, int(control[DIAGONALS])),
            part(work, unknowns),
        )
        from_unknowns(place, unknowns, control, work)
    elif n <= MOST_OF_TINY:
        solve_tiny(n, part(work, matrix), part(work, pivots), part(work, place))
    else:
        solve(n, part(work, matrix), part(work, pivots), part(work, place))


@inline
def to_unknowns(place: int, unknowns: int, control: Array, work: Array) -> None:
    """Copy what is in the order of the states into that of the matrix."""
    states = int(control[UNKNOWN_STATES])
    for k in range(int(control[STATE_COUNT])):
        work[unknowns + k] = work[place + int(work[states + k])]


@inline
def from_unknowns(place: int, unknowns: int, control: Array, work: Array) -> None:
    """And back."""
    states = int(control[UNKNOWN_STATES])
    for k in range(int(control[STATE_COUNT])):
        at = place + int(work[states + k])
        work[at] = work[unknowns + k]
