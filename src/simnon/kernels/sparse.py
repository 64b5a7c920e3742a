"""Linear equations with a sparse matrix of known pattern, by Gaussian elimination without row exchanges.

The pattern includes the fill-in. It is stored by rows, the columns of each in order: row i is at `starts[i]` to
`starts[i + 1]`, its diagonal at `diagonals[i]`, and `columns` has the column of each entry.
"""

from .subset import Array, divide, whole

SMALLEST_PIVOT = 1e-8
"""A pivot smaller than this, relative to its row, would spoil the solution."""


def factor_sparse(n: int, a: Array, columns: Array, starts: Array, diagonals: Array, row: Array) -> None:
    """Replace `a` by its triangular factors, the diagonal inverted; `row` is a workspace of n numbers.

    If a pivot is too small, its inverse becomes nan, and with it every solution: the step is rejected, and in a shorter
    one the diagonal is larger.
    """
    for i in range(n):
        begin = whole(starts[i])
        middle = whole(diagonals[i])
        end = whole(starts[i + 1])
        for p in range(begin, end):
            j = whole(columns[p])
            row[j] = a[p]
        for p in range(begin, middle):
            k = whole(columns[p])
            share = row[k] * a[whole(diagonals[k])]
            row[k] = share
            for q in range(whole(diagonals[k]) + 1, whole(starts[k + 1])):
                j = whole(columns[q])
                row[j] -= share * a[q]
        for p in range(begin, end):
            a[p] = row[whole(columns[p])]
        largest = 0.0
        for p in range(middle + 1, end):
            largest = max(largest, abs(a[p]))
        is_small = abs(a[middle]) <= SMALLEST_PIVOT * largest
        a[middle] = divide(0.0, 0.0) if is_small else divide(1.0, a[middle])


def solve_sparse(n: int, a: Array, columns: Array, starts: Array, diagonals: Array, x: Array) -> None:
    """Replace the right-hand side `x` by the solution; `a` is the output of `factor_sparse`."""
    for i in range(n):
        total = x[i]
        for p in range(whole(starts[i]), whole(diagonals[i])):
            total -= a[p] * x[whole(columns[p])]
        x[i] = total
    for k in range(n):
        i = n - 1 - k
        middle = whole(diagonals[i])
        total = x[i]
        for p in range(middle + 1, whole(starts[i + 1])):
            total -= a[p] * x[whole(columns[p])]
        x[i] = total * a[middle]
