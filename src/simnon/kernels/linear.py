"""Linear equations by Gaussian elimination with partial pivoting; matrices are stored by rows."""

from .subset import Array, divide, inline


def factor(n: int, a: Array, pivots: Array) -> None:
    """Replace `a` by its triangular factors, the diagonal inverted, and note the exchanges of rows in `pivots`.

    Without any branch, so that the loops of a small matrix can be written out.
    """
    for k in range(n):
        exchange_rows(n, k, a, pivots)
        for i in range(k + 1, n):
            share = a[i * n + k] * a[k * n + k]
            a[i * n + k] = share
            for j in range(k + 1, n):
                a[i * n + j] -= share * a[k * n + j]


def factor_large(n: int, a: Array, pivots: Array) -> None:
    """The same for a large matrix, most of whose entries may be zero."""
    for k in range(n):
        exchange_rows(n, k, a, pivots)
        for i in range(k + 1, n):
            if a[i * n + k] != 0.0:
                share = a[i * n + k] * a[k * n + k]
                a[i * n + k] = share
                for j in range(k + 1, n):
                    a[i * n + j] -= share * a[k * n + j]


@inline
def exchange_rows(n: int, k: int, a: Array, pivots: Array) -> None:
    """Bring the row with the largest entry in column `k` to row `k`, and invert that entry."""
    best = k
    largest = abs(a[k * n + k])
    for i in range(k + 1, n):
        size = abs(a[i * n + k])
        best = i if size > largest else best
        largest = max(largest, size)
    pivots[k] = float(best)
    for j in range(n):
        kept = a[k * n + j]
        a[k * n + j] = a[best * n + j]
        a[best * n + j] = kept
    a[k * n + k] = divide(1.0, a[k * n + k])


def solve(n: int, a: Array, pivots: Array, x: Array) -> None:
    """Replace the right-hand side `x` by the solution; `a` and `pivots` are what `factor` has left."""
    for k in range(n):
        best = int(pivots[k])
        kept = x[k]
        x[k] = x[best]
        x[best] = kept
    for i in range(1, n):
        total = x[i]
        for j in range(i):
            total -= a[i * n + j] * x[j]
        x[i] = total
    for k in range(n):
        i = n - 1 - k
        total = x[i]
        for j in range(i + 1, n):
            total -= a[i * n + j] * x[j]
        x[i] = total * a[i * n + i]
