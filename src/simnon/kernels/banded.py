"""Linear equations with a band matrix, by Gaussian elimination with partial pivoting.

`below` and `above` are the numbers of diagonals below and above the main one. The matrix is stored by columns of
2*below + above + 1 numbers: the entry in row i and column j is at below + above + i - j in column j. The first `below`
elements are for the fill-in from row exchanges. The n columns are followed by below + above columns of zeros, so that
no loop needs to check where the matrix ends.
"""

from .subset import Array, divide, inline, slice_from, whole, zeros

MAX_IN_WINDOW = 8
"""Up to this many diagonals on one side, the next elements changed by the substitution are kept in a separate array,
which is in registers once the widths are known."""


def factor_banded(n: int, below: int, above: int, a: Array, pivots: Array) -> None:
    """Replace `a` by factors L D U with ones on the diagonals of L and U, and D inverted.

    `pivots` receives the row exchanges, followed by their number.
    """
    width = 2 * below + above + 1
    exchanges = 0
    last = 0
    for k in range(n):
        diagonal = k * width + below + above
        best = 0
        largest = abs(a[diagonal])
        for i in range(1, below + 1):
            size = abs(a[diagonal + i])
            best = i if size > largest else best
            largest = max(largest, size)
        pivots[k] = float(best)
        if best == 0 and last <= k + above:
            eliminate(below, above, width, diagonal, a)
        else:
            last = max(last, k + best + above)
            if best > 0:
                exchanges += 1
                for j in range(last - k + 1):
                    at = diagonal + j * (width - 1)
                    kept = a[at]
                    a[at] = a[at + best]
                    a[at + best] = kept
            eliminate(below, last - k, width, diagonal, a)
    pivots[n] = float(exchanges)


@inline
def eliminate(below: int, count: int, width: int, diagonal: int, a: Array) -> None:
    """Eliminate below the diagonal of one column, in the `count` columns after it."""
    inverse = divide(1.0, a[diagonal])
    a[diagonal] = inverse
    for i in range(1, below + 1):
        a[diagonal + i] *= inverse
    for j in range(1, count + 1):
        at = diagonal + j * (width - 1)
        upper = a[at]
        a[at] = upper * inverse
        if below > MAX_IN_WINDOW:
            if upper != 0.0:
                subtract(below, upper, slice_from(a, diagonal + 1), slice_from(a, at + 1))
        else:
            for i in range(1, below + 1):
                a[at + i] -= a[diagonal + i] * upper


def subtract(count: int, factor: float, other: Array, out: Array) -> None:
    """Subtract `factor` times `other` from `out`; the two do not overlap."""
    for i in range(count):
        out[i] -= factor * other[i]


def solve_banded(n: int, below: int, above: int, a: Array, pivots: Array, x: Array) -> None:
    """Replace the right-hand side by the solution; `a` and `pivots` are the output of `factor_banded`.

    `x` begins below + above elements before the first unknown and ends as many after the last, all of them zero.
    """
    if pivots[n] == 0.0 and 0 < below <= MAX_IN_WINDOW and 0 < above <= MAX_IN_WINDOW:
        substitute_down(n, below, above, a, x)
        substitute_up(n, below, above, a, x)
    else:
        substitute_exchanging(n, below, above, a, pivots, x)


@inline
def substitute_down(n: int, below: int, above: int, a: Array, x: Array) -> None:
    """With L, then D, without row exchanges."""
    width = 2 * below + above + 1
    first = below + above
    window = zeros(MAX_IN_WINDOW)
    for i in range(below):
        window[i] = x[first + i]
    for k in range(n):
        diagonal = k * width + below + above
        known = window[0]
        for i in range(1, below):
            window[i - 1] = window[i] - a[diagonal + i] * known
        window[below - 1] = x[first + k + below] - a[diagonal + below] * known
        x[first + k] = known * a[diagonal]


@inline
def substitute_up(n: int, below: int, above: int, a: Array, x: Array) -> None:
    """With U, without row exchanges."""
    width = 2 * below + above + 1
    end = below + above + n - 1
    window = zeros(MAX_IN_WINDOW)
    for i in range(above):
        window[i] = x[end - i]
    for k in range(n):
        diagonal = (n - 1 - k) * width + below + above
        known = window[0]
        for i in range(1, above):
            window[i - 1] = window[i] - a[diagonal - i] * known
        window[above - 1] = x[end - k - above] - a[diagonal - above] * known
        x[end - k] = known


def substitute_exchanging(n: int, below: int, above: int, a: Array, pivots: Array, x: Array) -> None:
    """The same for any widths, with row exchanges."""
    width = 2 * below + above + 1
    first = below + above
    reach = above if pivots[n] == 0.0 else below + above
    for k in range(n):
        best = first + k + whole(pivots[k])
        known = x[best]
        x[best] = x[first + k]
        x[first + k] = known
        subtract(below, known, slice_from(a, k * width + first + 1), slice_from(x, first + k + 1))
    for k in range(n):
        x[first + k] *= a[k * width + first]
    for j in range(n):
        k = n - 1 - j
        known = x[first + k]
        subtract(reach, known, slice_from(a, k * width + first - reach), slice_from(x, first + k - reach))
