"""Linear equations by Gaussian elimination with partial pivoting; matrices are stored by rows."""

from .subset import Array, divide, inline, likely


def factor(n: int, a: Array, pivots: Array) -> None:
    """Replace `a` by its triangular factors, the diagonal inverted, and store the row exchanges in `pivots`.

    Free of branches, so that the loops of a small matrix can be unrolled.
    """
    for k in range(n):
        exchange_rows(n, k, a, pivots)
        for i in range(k + 1, n):
            share = a[i * n + k] * a[k * n + k]
            a[i * n + k] = share
            for j in range(k + 1, n):
                a[i * n + j] -= share * a[k * n + j]


def factor_tiny(n: int, a: Array, exchanges: Array) -> None:
    """The same for the smallest matrices: rows are exchanged in pairs, so that all indices are known once the loops are
    unrolled, and the numbers stay in registers. The order is nearly always that of the last step: no one waits for it.
    """
    count = 0
    for k in range(n):
        for i in range(k + 1, n):
            is_larger = abs(a[i * n + k]) > abs(a[k * n + k])
            exchanges[count] = 1.0 if is_larger else 0.0
            count += 1
            if likely(is_larger):
                for j in range(n):
                    upper = a[k * n + j]
                    a[k * n + j] = a[i * n + j]
                    a[i * n + j] = upper
        inverse = divide(1.0, a[k * n + k])
        a[k * n + k] = inverse
        for i in range(k + 1, n):
            share = a[i * n + k] * inverse
            a[i * n + k] = share
            for j in range(k + 1, n):
                a[i * n + j] -= share * a[k * n + j]


def solve_tiny(n: int, a: Array, exchanges: Array, x: Array) -> None:
    """Replace the right-hand side `x` by the solution, after `factor_tiny`."""
    count = 0
    for k in range(n):
        for i in range(k + 1, n):
            is_exchanged = exchanges[count] > 0.0
            count += 1
            upper = x[k]
            lower = x[i]
            x[k] = lower if is_exchanged else upper
            x[i] = upper if is_exchanged else lower
    substitute(n, a, x)


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
    """Replace the right-hand side `x` by the solution; `a` and `pivots` are the output of `factor`."""
    for k in range(n):
        best = int(pivots[k])
        kept = x[k]
        x[k] = x[best]
        x[best] = kept
    substitute(n, a, x)


@inline
def substitute(n: int, a: Array, x: Array) -> None:
    """Solve with both triangular factors."""
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
