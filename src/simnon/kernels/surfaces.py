"""Tables of two arguments; layout, pieces and extrapolation as in `tables`.

Each is the table of one argument along y, in the rows on both sides of x, and then along x. A spline also has second
derivatives of f along x, which are interpolated along y as f is.
"""

from .subset import Array, is_nan
from .tables import end_of_piece, held, interval_of_piece, line, spline, table_piece


def surface_hold_piece(
    table: Array, offset: int, rows: int, columns: int, kx: float, ky: float, x: float, y: float
) -> float:
    """The value of the node at or before x and y; nan if either is nan."""
    if is_nan(x) or is_nan(y):
        return x + y
    return table[offset + rows + columns + max(0, int(kx)) * columns + max(0, int(ky))]


def surface_linear_piece(
    table: Array,
    offset: int,
    rows: int,
    columns: int,
    kx: float,
    ky: float,
    x: float,
    y: float,
    is_extrapolated: bool,
) -> float:
    i = offset + interval_of_piece(rows, kx)
    column = interval_of_piece(columns, ky)
    j = offset + rows + column
    f = offset + rows + columns + (i - offset) * columns + column
    x_at = held(table, offset, rows, kx, x, is_extrapolated)
    y_at = held(table, offset + rows, columns, ky, y, is_extrapolated)
    below = line(table[j], table[j + 1], table[f], table[f + 1], y_at)
    above = line(table[j], table[j + 1], table[f + columns], table[f + columns + 1], y_at)
    return line(table[i], table[i + 1], below, above, x_at)


def surface_spline_piece(
    table: Array,
    offset: int,
    rows: int,
    columns: int,
    kx: float,
    ky: float,
    x: float,
    y: float,
    is_extrapolated: bool,
) -> float:
    i = offset + interval_of_piece(rows, kx)
    column = interval_of_piece(columns, ky)
    j = offset + rows + column
    f = offset + rows + columns + (i - offset) * columns + column
    x_at = held(table, offset, rows, kx, x, is_extrapolated)
    y_at = held(table, offset + rows, columns, ky, y, is_extrapolated)
    end_x = end_of_piece(rows, kx, is_extrapolated)
    end_y = end_of_piece(columns, ky, is_extrapolated)
    size = rows * columns
    y0 = along_row(table, j, f, f + 2 * size, y_at, end_y)
    y1 = along_row(table, j, f + columns, f + columns + 2 * size, y_at, end_y)
    m0 = along_row(table, j, f + size, f + 3 * size, y_at, end_y)
    m1 = along_row(table, j, f + columns + size, f + columns + 3 * size, y_at, end_y)
    return spline(table[i], table[i + 1], y0, y1, m0, m1, x_at, end_x)


def along_row(table: Array, j: int, f: int, m: int, y: float, end: int) -> float:
    """The spline between the nodes j and j+1 of y: its values at f, its second derivatives at m."""
    return spline(table[j], table[j + 1], table[f], table[f + 1], table[m], table[m + 1], y, end)


def surface_hold(table: Array, offset: int, rows: int, columns: int, x: float, y: float) -> float:
    kx = table_piece(table, offset, rows, x)
    ky = table_piece(table, offset + rows, columns, y)
    return surface_hold_piece(table, offset, rows, columns, kx, ky, x, y)


def surface_linear(
    table: Array, offset: int, rows: int, columns: int, x: float, y: float, is_extrapolated: bool
) -> float:
    kx = table_piece(table, offset, rows, x)
    ky = table_piece(table, offset + rows, columns, y)
    return surface_linear_piece(table, offset, rows, columns, kx, ky, x, y, is_extrapolated)


def surface_spline(
    table: Array, offset: int, rows: int, columns: int, x: float, y: float, is_extrapolated: bool
) -> float:
    kx = table_piece(table, offset, rows, x)
    ky = table_piece(table, offset + rows, columns, y)
    return surface_spline_piece(table, offset, rows, columns, kx, ky, x, y, is_extrapolated)
