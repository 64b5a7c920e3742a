"""A large loop -> the offsets of its arrays in `values`, after the slots: they are too large for the stack of a
thread."""

from simnon.kernels import column_factors, newton
from simnon.model import Iteration
from simnon.source import frozen


@frozen
class LoopWorkspace:
    """The offset of each array: the variables the loop `reads`, its equations, its solution, and the work of the
    kernels."""

    reads: list[str]
    inputs: int
    equations: int
    solution: int
    work: int
    matrix: int
    factors: int
    end: int


def make_loop_workspace(iteration: Iteration, first: int) -> LoopWorkspace:
    assert iteration.elimination is not None
    count = len(iteration.unknowns)
    reads = iteration.reads
    equations = first + len(reads)
    solution = equations + len(iteration.equations)
    work = solution + count
    matrix = work + newton.POINT + newton.VECTORS * count
    factors = matrix + sum(len(row) for row in iteration.matrix)
    end = factors + column_factors.FACTOR_VECTORS * (count + 1) + 2 * iteration.elimination.capacity
    return LoopWorkspace(reads, first, equations, solution, work, matrix, factors, end)


def workspace_size(iteration: Iteration) -> int:
    """How many numbers it needs; zero for a small loop, which is solved on the stack."""
    return 0 if iteration.elimination is None else make_loop_workspace(iteration, 0).end
