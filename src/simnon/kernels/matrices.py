"""The matrix of a linearly implicit step, full, banded or sparse: built from the Jacobian, factored, solved."""

from .banded import factor_banded, solve_banded
from .control import BANDED, SPARSE, Control
from .linear import factor, factor_large, factor_tiny, solve, solve_tiny
from .sparse import factor_sparse, solve_sparse
from .subset import Array, inline, slice_from, whole

MAX_OF_TINY = 4
MAX_OF_SMALL = 8
"""Matrices up to this size are full, and their Jacobians too."""


def factor_matrix(diagonal: float, control: Control, work: Array) -> None:
    """Build and factor the matrix: `diagonal` times the identity minus the Jacobian."""
    n = control.state_count
    matrix = control.matrix
    pivots = control.pivots
    control.factorizations += 1.0
    form = control.matrix_form
    if form == BANDED:
        below = control.diagonals_below
        above = control.diagonals_above
        width = 2 * below + above + 1
        place_jacobian(control, work)
        for k in range(n):
            work[matrix + below + above + k * width] += diagonal
        factor_banded(n, below, above, slice_from(work, matrix), slice_from(work, pivots))
    elif form == SPARSE:
        diagonals = control.diagonals
        place_jacobian(control, work)
        for k in range(n):
            at = matrix + whole(work[diagonals + k])
            work[at] += diagonal
        factor_sparse(
            n,
            slice_from(work, matrix),
            slice_from(work, control.columns),
            slice_from(work, control.row_starts),
            slice_from(work, diagonals),
            slice_from(work, control.unknowns),
        )
    elif n <= MAX_OF_SMALL:
        jacobian = control.jacobian
        for i in range(n * n):
            work[matrix + i] = -work[jacobian + i]
        for k in range(n):
            work[matrix + k * n + k] += diagonal
        if n <= MAX_OF_TINY:
            factor_tiny(n, slice_from(work, matrix), slice_from(work, pivots))
        else:
            factor(n, slice_from(work, matrix), slice_from(work, pivots))
    else:
        place_jacobian(control, work)
        for k in range(n):
            work[matrix + k * n + k] += diagonal
        factor_large(n, slice_from(work, matrix), slice_from(work, pivots))


def place_jacobian(control: Control, work: Array) -> None:
    """Fill the matrix: zero except for the negated entries of the Jacobian."""
    matrix = control.matrix
    jacobian = control.jacobian
    places = control.jacobian_offsets
    for i in range(control.matrix_size):
        work[matrix + i] = 0.0
    for k in range(control.jacobian_size):
        at = matrix + whole(work[places + k])
        work[at] = -work[jacobian + k]


def solve_matrix(offset: int, control: Control, work: Array) -> None:
    """Replace the right-hand side at `offset` by the solution, with the factored matrix."""
    n = control.state_count
    matrix = control.matrix
    pivots = control.pivots
    form = control.matrix_form
    if form == BANDED:
        below = control.diagonals_below
        above = control.diagonals_above
        unknowns = control.unknowns
        to_unknowns(offset, unknowns + below + above, control, work)
        solve_banded(n, below, above, slice_from(work, matrix), slice_from(work, pivots), slice_from(work, unknowns))
        from_unknowns(offset, unknowns + below + above, control, work)
    elif form == SPARSE:
        unknowns = control.unknowns
        to_unknowns(offset, unknowns, control, work)
        solve_sparse(
            n,
            slice_from(work, matrix),
            slice_from(work, control.columns),
            slice_from(work, control.row_starts),
            slice_from(work, control.diagonals),
            slice_from(work, unknowns),
        )
        from_unknowns(offset, unknowns, control, work)
    elif n <= MAX_OF_TINY:
        solve_tiny(n, slice_from(work, matrix), slice_from(work, pivots), slice_from(work, offset))
    else:
        solve(n, slice_from(work, matrix), slice_from(work, pivots), slice_from(work, offset))


@inline
def to_unknowns(offset: int, unknowns: int, control: Control, work: Array) -> None:
    """Copy a vector from the order of the states to that of the matrix."""
    if control.is_in_order:
        for k in range(control.state_count):
            work[unknowns + k] = work[offset + k]
    else:
        states = control.unknown_states
        for k in range(control.state_count):
            work[unknowns + k] = work[offset + whole(work[states + k])]


@inline
def from_unknowns(offset: int, unknowns: int, control: Control, work: Array) -> None:
    """And back."""
    if control.is_in_order:
        for k in range(control.state_count):
            work[offset + k] = work[unknowns + k]
    else:
        states = control.unknown_states
        for k in range(control.state_count):
            at = offset + whole(work[states + k])
            work[at] = work[unknowns + k]
