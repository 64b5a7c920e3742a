"""Patterns of matrices as pairs of row and column."""

import random

Pattern = list[tuple[int, int]]


def chain(size: int) -> Pattern:
    return [(i, j) for i in range(size) for j in (i - 1, i, i + 1) if 0 <= j < size]


def grid(side: int) -> Pattern:
    """Every cell with its neighbours in the four directions."""
    cells = [(i, j) for i in range(side) for j in range(side)]
    pairs = [((i, j), (i + di, j + dj)) for i, j in cells for di, dj in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))]
    return [(i * side + j, k * side + m) for (i, j), (k, m) in pairs if 0 <= k < side and 0 <= m < side]


def shuffled(size: int, entries: Pattern, seed: int) -> Pattern:
    order = list(range(size))
    random.Random(seed).shuffle(order)  # noqa: S311  nothing here is secret
    return [(order[row], order[column]) for row, column in entries]


def star(size: int) -> Pattern:
    """One full row and column."""
    return [(i, i) for i in range(size)] + [pair for i in range(1, size) for pair in ((0, i), (i, 0))]
