"""Functions of a matrix: its inverse, determinant, exponential, and its factors for the solution of linear equations.

All have the same arguments: the size `n`, the numbers given in `a`, space for a matrix in `lu`, for a vector in
`pivots`, for nine matrices in `work`, and the `results`. Matrices come and go by columns.
"""

from .linear import factor, solve
from .subset import Array


def inverse(n: int, a: Array, lu: Array, pivots: Array, work: Array, results: Array) -> None:
    """The transposed matrix has the transposed inverse, so rows and columns need not be exchanged."""
    for i in range(n * n):
        lu[i] = a[i]
    factor(n, lu, pivots)
    for j in range(n):
        for i in range(n):
            work[i] = 0.0
        work[j] = 1.0
        solve(n, lu, pivots, work)
        for i in range(n):
            results[i * n + j] = work[i]


def determinant(n: int, a: Array, lu: Array, pivots: Array, work: Array, results: Array) -> None:
    """The product of the pivots, which are collected in `pivots`."""
    work[0] = 0.0
    for i in range(n * n):
        lu[i] = a[i]
    product = 1.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            best = i if abs(lu[i * n + k]) > abs(lu[best * n + k]) else best
        pivot = lu[best * n + k]
        pivots[k] = pivot
        product = product * (pivot if best == k else -pivot)
        for j in range(n):
            kept = lu[k * n + j]
            lu[k * n + j] = lu[best * n + j]
            lu[best * n + j] = kept
        if pivot != 0.0:
            for i in range(k + 1, n):
                share = lu[i * n + k] / pivot
                for j in range(k + 1, n):
                    lu[i * n + j] -= share * lu[k * n + j]
    results[0] = product


def factors(n: int, a: Array, lu: Array, pivots: Array, work: Array, results: Array) -> None:
    """The triangular factors by rows, then the row exchanges."""
    for i in range(n):
        for j in range(n):
            lu[i * n + j] = a[j * n + i]
    factor(n, lu, pivots)
    for i in range(n * n):
        results[i] = lu[i]
    for i in range(n):
        results[n * n + i] = pivots[i]
    work[0] = 0.0


def substitution(n: int, a: Array, lu: Array, pivots: Array, work: Array, results: Array) -> None:
    """The solution of linear equations: `a` has the `factors`, then the right-hand side."""
    for i in range(n * n):
        lu[i] = a[i]
    for i in range(n):
        pivots[i] = a[n * n + i]
        work[i] = a[n * n + n + i]
    solve(n, lu, pivots, work)
    for i in range(n):
        results[i] = work[i]


def exponential_of_matrix(n: int, a: Array, lu: Array, pivots: Array, work: Array, results: Array) -> None:
    """Scaling and squaring with the Padé approximation of order 13 (Higham 2005, algorithm 2.3)."""
    size = n * n
    norm = 0.0
    for i in range(n):
        total = 0.0
        for j in range(n):
            total += abs(a[i * n + j])
        norm = max(norm, total)
    squarings = 0
    scale = 1.0
    while norm > 5.371920351148152 and squarings < 1100:
        norm = norm * 0.5
        scale = scale * 0.5
        squarings += 1
    for i in range(size):
        work[i] = a[i] * scale
    multiply(n, work, 0, 0, size)
    multiply(n, work, size, size, 2 * size)
    multiply(n, work, size, 2 * size, 3 * size)
    for i in range(size):
        second = work[size + i]
        fourth = work[2 * size + i]
        sixth = work[3 * size + i]
        work[4 * size + i] = sixth + 16380.0 * fourth + 40840800.0 * second
        work[5 * size + i] = 182.0 * sixth + 960960.0 * fourth + 1323241920.0 * second
    multiply(n, work, 3 * size, 4 * size, 6 * size)
    multiply(n, work, 3 * size, 5 * size, 7 * size)
    for i in range(n):
        for j in range(n):
            at = i * n + j
            one = 1.0 if i == j else 0.0
            second = work[size + at]
            fourth = work[2 * size + at]
            sixth = work[3 * size + at]
            odd = 33522128640.0 * sixth + 10559470521600.0 * fourth + 1187353796428800.0 * second
            even = 670442572800.0 * sixth + 129060195264000.0 * fourth + 7771770303897600.0 * second
            work[6 * size + at] = work[6 * size + at] + odd + 32382376266240000.0 * one
            work[7 * size + at] = work[7 * size + at] + even + 64764752532480000.0 * one
    multiply(n, work, 0, 6 * size, 8 * size)
    for i in range(n):
        for j in range(n):
            lu[i * n + j] = work[7 * size + i * n + j] - work[8 * size + i * n + j]
    factor(n, lu, pivots)
    for j in range(n):
        for i in range(n):
            work[i] = work[7 * size + i * n + j] + work[8 * size + i * n + j]
        solve(n, lu, pivots, work)
        for i in range(n):
            work[size + i * n + j] = work[i]
    source = size
    while squarings > 0:
        squarings -= 1
        target = 3 * size - source
        multiply(n, work, source, source, target)
        source = target
    for i in range(size):
        results[i] = work[source + i]


def multiply(n: int, work: Array, left: int, right: int, into: int) -> None:
    """The product of two matrices in `work`, by rows, each element summed in the order of its index."""
    for i in range(n):
        for j in range(n):
            total = work[left + i * n] * work[right + j]
            for k in range(1, n):
                total += work[left + i * n + k] * work[right + k * n + j]
            work[into + i * n + j] = total
