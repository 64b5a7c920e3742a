"""An algebraic loop at a point -> the matrix of Newton's method there, to report why it failed."""

from collections.abc import Mapping

from simnon.analysis import estimate
from simnon.model import Iteration, full_row

MAX_UNKNOWNS = 30


def loop_matrix(
    loop: Iteration, value_of_name: Mapping[str, float], point: Mapping[str, float]
) -> list[list[float]] | None:
    """`point` has the values of the unknowns; None if an entry is nan, or the loop is large."""
    if len(loop.unknowns) > MAX_UNKNOWNS:
        return None
    known = {**value_of_name, **point}
    for equation in loop.equations:
        value = estimate(equation.value, known)
        if value is None:
            known.pop(equation.target, None)
        else:
            known[equation.target] = value
    rows = [[estimate(entry, known) for entry in full_row(row, len(loop.unknowns))] for row in loop.matrix]
    found = [[entry for entry in row if entry is not None] for row in rows]
    return found if all(len(row) == len(loop.unknowns) for row in found) else None
