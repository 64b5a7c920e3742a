"""Numbers on a grid -> the lines on which they are zero, in the units of its columns and rows."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Array

Point = tuple[float, float]
Edge = tuple[int, int, bool]
"""From the point of a column and a row to the next one, upwards or to the right."""


def zero_lines(values: Array) -> list[list[Point]]:
    """`values` has a row after the other; a cell with a number that is not finite has no line."""
    points: dict[Edge, Point] = {}
    beside: dict[Edge, list[Edge]] = {}
    rows, columns = values.shape
    for row in range(rows - 1):
        for column in range(columns - 1):
            if not np.isfinite(values[row : row + 2, column : column + 2]).all():
                continue
            found = list(_crossings(values, column, row))
            for (one, place), (other, there) in zip(found[::2], found[1::2], strict=True):
                points |= {one: place, other: there}
                beside.setdefault(one, []).append(other)
                beside.setdefault(other, []).append(one)
    return [[points[edge] for edge in chain] for chain in _chains(beside)]


def _crossings(values: Array, column: int, row: int) -> Iterator[tuple[Edge, Point]]:
    """Where the edges of a cell change their sign: below, at the right, above, at the left."""
    for i, j, is_up in (
        (column, row, False),
        (column + 1, row, True),
        (column, row + 1, False),
        (column, row, True),
    ):
        here, there = float(values[j, i]), float(values[j + 1, i] if is_up else values[j, i + 1])
        if (here < 0) != (there < 0):
            share = here / (here - there)
            yield (i, j, is_up), ((i, j + share) if is_up else (i + share, j))


def _chains(beside: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    """Pairs of neighbours -> the longest lines through them; those with ends first, then closed ones."""
    left = dict.fromkeys(beside)
    ends = [edge for edge, others in beside.items() if len(others) == 1]
    for start in (*ends, *beside):
        if start not in left:
            continue
        chain: list[Edge] = []
        following: Edge | None = start
        while following is not None:
            del left[following]
            chain.append(following)
            following = next((edge for edge in beside[following] if edge in left), None)
        is_closed = len(chain) > 2 and chain[-1] in beside[start]
        yield [*chain, start] if is_closed else chain
