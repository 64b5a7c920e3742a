"""A matrix of numbers -> its triangular factors, computed when a model is compiled."""

from collections.abc import Sequence

from simnon.source import frozen

_SMALLEST_PIVOT = 1e-14
"""As a fraction of the largest entry: with a smaller pivot the matrix counts as singular."""


@frozen
class Factors:
    """Row i of the factors is row `order[i]` of the matrix; the multipliers are below the diagonal."""

    order: tuple[int, ...]
    rows: tuple[tuple[float, ...], ...]


def factored(matrix: Sequence[Sequence[float]]) -> Factors | None:
    """Gaussian elimination with partial pivoting; None for a singular matrix."""
    rows = [list(row) for row in matrix]
    order = list(range(len(rows)))
    smallest = _SMALLEST_PIVOT * max(1.0, *(abs(entry) for row in rows for entry in row))
    for k in range(len(rows)):
        best = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        if not abs(rows[best][k]) > smallest:
            return None
        rows[k], rows[best] = rows[best], rows[k]
        order[k], order[best] = order[best], order[k]
        for i in range(k + 1, len(rows)):
            share = rows[i][k] / rows[k][k]
            rows[i][k] = share
            for j in range(k + 1, len(rows)):
                rows[i][j] -= share * rows[k][j]
    return Factors(tuple(order), tuple(tuple(row) for row in rows))
