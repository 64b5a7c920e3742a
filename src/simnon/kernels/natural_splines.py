"""Nodes -> second derivatives of the natural cubic spline through them.

Computed once, when a model is compiled; evaluated by `tables` and `surfaces`.
"""

from collections.abc import Sequence


def natural_spline(xs: Sequence[float], ys: Sequence[float]) -> list[float]:
    """The second derivative at each node, 0 at both ends (de Boor, 1978, chapter IV).

    With h[i] = x[i+1] - x[i] and slopes s[i], row i of a tridiagonal system reads
    h[i-1] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i] m[i+1] = 6 (s[i] - s[i-1]).
    """
    last = len(xs) - 1
    widths = [xs[i + 1] - xs[i] for i in range(last)]
    slopes = [(ys[i + 1] - ys[i]) / widths[i] for i in range(last)]
    factors = [0.0] * (last + 1)
    seconds = [0.0] * (last + 1)
    for i in range(1, last):
        pivot = 2.0 * (widths[i - 1] + widths[i]) - widths[i - 1] * factors[i - 1]
        factors[i] = widths[i] / pivot
        seconds[i] = (6.0 * (slopes[i] - slopes[i - 1]) - widths[i - 1] * seconds[i - 1]) / pivot
    for i in range(last - 1, 0, -1):
        seconds[i] -= factors[i] * seconds[i + 1]
    return seconds


def natural_spline_surface(xs: Sequence[float], ys: Sequence[float], f: Sequence[float]) -> list[float]:
    """The blocks d2f/dx2, d2f/dy2, d4f/dx2dy2 that follow f in the table of a surface, f by rows."""
    rows, columns = len(xs), len(ys)
    along_x = [natural_spline(xs, f[column::columns]) for column in range(columns)]
    xx = [along_x[column][row] for row in range(rows) for column in range(columns)]
    return xx + _along_y(ys, f) + _along_y(ys, xx)


def _along_y(ys: Sequence[float], f: Sequence[float]) -> list[float]:
    columns = len(ys)
    return [second for start in range(0, len(f), columns) for second in natural_spline(ys, f[start : start + columns])]
