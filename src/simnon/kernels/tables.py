"""Tables of one and two arguments, looked up in an array of constants.

A table of one argument with n nodes, from `offset` on (n is `count`, at least 2):
    x0..xn-1 (increasing), y0..yn-1, and for a spline its second derivatives m0..mn-1.
A table of two arguments with n by m nodes (n is `rows`, m is `columns`):
    x0..xn-1, y0..ym-1, f by rows: f(x0, y0), f(x0, y1), ..., and for a spline three more
    blocks like f: d2f/dx2, d2f/dy2, d4f/dx2dy2.
The pieces of an axis are numbered -1 before the first node, k from node k up to the next, and n-1 from the last node
on; the numbers are floats, as modes are. A function `..._piece` evaluates the given piece, even outside it: a run
freezes the piece between events. Outside the nodes the first and last values hold or, if `is_extrapolated`, the tangent
at the end continues (a natural spline has no curvature there).
"""

from .subset import Array, inline, is_nan


def table_interval(xs: Array, start: int, count: int, x: float) -> int:
    """The k in 0..count-2 with xs[k] <= x < xs[k+1], by bisection; the nearest one outside the nodes."""
    low = 0
    high = count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x < xs[start + middle]:
            high = middle
        else:
            low = middle
    return low


def table_piece(xs: Array, start: int, count: int, x: float) -> float:
    """The number of the piece that contains x, -1 to count-1."""
    if x < xs[start]:
        return -1.0
    if x >= xs[start + count - 1]:
        return float(count - 1)
    return float(table_interval(xs, start, count, x))


@inline
def interval_of_piece(count: int, k: float) -> int:
    """The interval between two nodes that is piece k, or adjacent to it."""
    return max(0, min(int(k), count - 2))


@inline
def line(x0: float, x1: float, y0: float, y1: float, x: float) -> float:
    """The straight line through two points, exact at both."""
    return y1 if x == x1 else y0 + (y1 - y0) * ((x - x0) / (x1 - x0))


@inline
def cubic(x0: float, x1: float, y0: float, y1: float, m0: float, m1: float, x: float) -> float:
    """The cubic with these values and second derivatives at its ends."""
    h = x1 - x0
    b = (x - x0) / h
    a = (x1 - x) / h
    return a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * (h * h) / 6.0


@inline
def held(xs: Array, start: int, count: int, k: float, x: float, is_extrapolated: bool) -> float:
    """x, or for a piece outside the nodes, unless extrapolated, the node at that end."""
    if is_extrapolated or (k >= 0.0 and k < float(count - 1)) or is_nan(x):
        return x
    return xs[start] if k < 0.0 else xs[start + count - 1]


@inline
def end_of_piece(count: int, k: float, is_extrapolated: bool) -> int:
    """Which end of a spline continues as a straight line: -1 the first, 1 the last, 0 neither."""
    if not is_extrapolated or (k >= 0.0 and k < float(count - 1)):
        return 0
    return -1 if k < 0.0 else 1


def spline(x0: float, x1: float, y0: float, y1: float, m0: float, m1: float, x: float, end: int) -> float:
    """The cubic, or its tangent at an end."""
    if end == 0:
        return cubic(x0, x1, y0, y1, m0, m1, x)
    h = x1 - x0
    slope = (y1 - y0) / h
    if end < 0:
        return y0 + (slope - h * (2.0 * m0 + m1) / 6.0) * (x - x0)
    return y1 + (slope + h * (m0 + 2.0 * m1) / 6.0) * (x - x1)


def hold_piece(table: Array, offset: int, count: int, k: float, x: float) -> float:
    """The value of the node at or before x; nan if x is nan."""
    return x if is_nan(x) else table[offset + count + max(0, int(k))]


def linear_piece(table: Array, offset: int, count: int, k: float, x: float, is_extrapolated: bool) -> float:
    i = offset + interval_of_piece(count, k)
    at = held(table, offset, count, k, x, is_extrapolated)
    return line(table[i], table[i + 1], table[i + count], table[i + count + 1], at)


def spline_piece(table: Array, offset: int, count: int, k: float, x: float, is_extrapolated: bool) -> float:
    i = offset + interval_of_piece(count, k)
    y = i + count
    m = y + count
    at = held(table, offset, count, k, x, is_extrapolated)
    end = end_of_piece(count, k, is_extrapolated)
    return spline(table[i], table[i + 1], table[y], table[y + 1], table[m], table[m + 1], at, end)


def table_hold(table: Array, offset: int, count: int, x: float) -> float:
    return hold_piece(table, offset, count, table_piece(table, offset, count, x), x)


def table_linear(table: Array, offset: int, count: int, x: float, is_extrapolated: bool) -> float:
    return linear_piece(table, offset, count, table_piece(table, offset, count, x), x, is_extrapolated)


def table_spline(table: Array, offset: int, count: int, x: float, is_extrapolated: bool) -> float:
    return spline_piece(table, offset, count, table_piece(table, offset, count, x), x, is_extrapolated)
