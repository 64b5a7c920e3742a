"""Linear equations with a sparse matrix by columns, with row exchanges (Gilbert and Peierls 1988).

The columns are taken in a given order: the k-th is at `starts[k]` to `starts[k + 1]` of `a`, `rows` has the row of each
entry, and `order[k]` its unknown. Each column is solved with the factors so far; the rows it reaches in them are found
first, so that the work is proportional to the number of products.

The array `f` holds the factors: vectors of n + 1 numbers, then pairs of row and value. Those of column k of the upper
factor begin at its UPPER, those of the lower at its LOWER. Rows of the upper factor are positions in the order.
"""

from .subset import Array, divide

POSITIONS = 0
"""For each row the position in the order of which it is the pivot, or -1."""
PIVOTS = 1
INVERSES = 2
COLUMN = 3
REACHED = 4
STACK = 5
NEXT = 6
SEEN = 7
LOWER = 8
UPPER = 9
FACTOR_VECTORS = 10

THRESHOLD = 0.1
"""The row of the unknown is the pivot if its entry is at least this fraction of the largest."""


def factor_columns(n: int, capacity: int, a: Array, starts: Array, rows: Array, order: Array, f: Array) -> bool:
    """Fill `f` with the factors; False if the matrix is singular, or they have more than `capacity` numbers."""
    m = n + 1
    for i in range(n):
        f[POSITIONS * m + i] = -1.0
        f[SEEN * m + i] = -1.0
    end = FACTOR_VECTORS * m
    for k in range(n):
        top = reach_rows(n, k, starts, rows, f)
        for p in range(int(starts[k]), int(starts[k + 1])):
            f[COLUMN * m + int(rows[p])] = a[p]
        if end + 2 * (n - top) > FACTOR_VECTORS * m + 2 * capacity:
            return False
        f[UPPER * m + k] = float(end)
        end = eliminate_column(n, top, end, f)
        f[LOWER * m + k] = float(end)
        pivot = choose_pivot(n, top, int(order[k]), f)
        if pivot < 0:
            return False
        f[POSITIONS * m + pivot] = float(k)
        f[PIVOTS * m + k] = float(pivot)
        f[INVERSES * m + k] = divide(1.0, f[COLUMN * m + pivot])
        end = keep_lower(n, k, top, end, f)
    f[UPPER * m + n] = float(end)
    return True


def reach_rows(n: int, k: int, starts: Array, rows: Array, f: Array) -> int:
    """Put the rows that column `k` reaches at the end of REACHED, in topological order; return where they begin.

    Clears them in COLUMN. The search is depth-first, with STACK and NEXT instead of recursion.
    """
    m = n + 1
    top = n
    for p in range(int(starts[k]), int(starts[k + 1])):
        if f[SEEN * m + int(rows[p])] == float(k):
            continue
        depth = 0
        f[STACK * m] = rows[p]
        while depth >= 0:
            row = int(f[STACK * m + depth])
            place = int(f[POSITIONS * m + row])
            if f[SEEN * m + row] != float(k):
                f[SEEN * m + row] = float(k)
                f[COLUMN * m + row] = 0.0
                f[NEXT * m + depth] = f[LOWER * m + place] if place >= 0 else 0.0
            following = int(f[NEXT * m + depth])
            last = int(f[UPPER * m + place + 1]) if place >= 0 else 0
            while following < last and f[SEEN * m + int(f[following])] == float(k):
                following += 2
            if following < last:
                f[NEXT * m + depth] = float(following + 2)
                depth += 1
                f[STACK * m + depth] = f[following]
            else:
                top -= 1
                f[REACHED * m + top] = float(row)
                depth -= 1
    return top


def eliminate_column(n: int, top: int, end: int, f: Array) -> int:
    """Solve with the lower factor for the column, and store its entries in the upper one from `end` on."""
    m = n + 1
    for r in range(top, n):
        row = int(f[REACHED * m + r])
        place = int(f[POSITIONS * m + row])
        if place >= 0:
            x = f[COLUMN * m + row]
            f[end] = float(place)
            f[end + 1] = x
            end += 2
            p = int(f[LOWER * m + place])
            last = int(f[UPPER * m + place + 1])
            while p < last:
                f[COLUMN * m + int(f[p])] -= f[p + 1] * x
                p += 2
    return end


def choose_pivot(n: int, top: int, own: int, f: Array) -> int:
    """The row `own` if its entry is large enough, else the row with the largest; -1 if all are zero."""
    m = n + 1
    best = -1
    largest = 0.0
    size_of_own = 0.0
    for r in range(top, n):
        row = int(f[REACHED * m + r])
        if f[POSITIONS * m + row] < 0.0:
            size = abs(f[COLUMN * m + row])
            size_of_own = size if row == own else size_of_own
            best = row if size > largest else best
            largest = max(largest, size)
    return own if best >= 0 and size_of_own >= THRESHOLD * largest else best


def keep_lower(n: int, k: int, top: int, end: int, f: Array) -> int:
    """Store the entries below the pivot as column `k` of the lower factor, from `end` on."""
    m = n + 1
    inverse = f[INVERSES * m + k]
    for r in range(top, n):
        row = int(f[REACHED * m + r])
        if f[POSITIONS * m + row] < 0.0:
            f[end] = float(row)
            f[end + 1] = f[COLUMN * m + row] * inverse
            end += 2
    f[UPPER * m + k + 1] = float(end)
    return end


def solve_columns(n: int, order: Array, f: Array, x: Array) -> None:
    """Replace the right-hand side `x` by the solution; `f` is the output of `factor_columns`."""
    m = n + 1
    for k in range(n):
        y = x[int(f[PIVOTS * m + k])]
        f[COLUMN * m + k] = y
        p = int(f[LOWER * m + k])
        last = int(f[UPPER * m + k + 1])
        while p < last:
            x[int(f[p])] -= f[p + 1] * y
            p += 2
    for j in range(n):
        k = n - 1 - j
        y = f[COLUMN * m + k] * f[INVERSES * m + k]
        x[int(order[k])] = y
        p = int(f[UPPER * m + k])
        last = int(f[LOWER * m + k])
        while p < last:
            f[COLUMN * m + int(f[p])] -= f[p + 1] * y
            p += 2
