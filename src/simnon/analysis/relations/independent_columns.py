"""A sparse matrix of numbers -> as many independent columns as exist, the first ones preferred."""

import heapq
from collections.abc import Iterable, Mapping

_NEGLIGIBLE = 1e-10
"""The remainder of a column after elimination that counts as zero, as a fraction of its largest entry."""


def independent_columns(columns: Iterable[tuple[int, Mapping[int, float]]], rows: int) -> list[int]:
    """The numbers of the chosen columns, at most `rows`; each column maps rows to entries."""
    taken: list[int] = []
    number_of_pivot: dict[int, int] = {}
    reduced: list[tuple[int, dict[int, float]]] = []
    for number, column in columns:
        if len(taken) == rows:
            break
        rest = _rest(dict(column), number_of_pivot, reduced)
        largest = max((abs(value) for value in column.values()), default=0.0)
        pivot = max(rest, key=lambda row: abs(rest[row]), default=None)
        if pivot is None or abs(rest[pivot]) <= _NEGLIGIBLE * largest:
            continue
        number_of_pivot[pivot] = len(reduced)
        scale = rest[pivot]
        reduced.append((pivot, {row: value / scale for row, value in rest.items()}))
        taken.append(number)
    return taken


def _rest(
    column: dict[int, float], number_of_pivot: Mapping[int, int], reduced: list[tuple[int, dict[int, float]]]
) -> dict[int, float]:
    waiting = [number_of_pivot[row] for row in column if row in number_of_pivot]
    heapq.heapify(waiting)
    while waiting:
        pivot, vector = reduced[heapq.heappop(waiting)]
        share = column.pop(pivot, 0.0)
        if share == 0.0:
            continue
        for row, value in vector.items():
            if row == pivot:
                continue
            if row not in column and row in number_of_pivot:
                heapq.heappush(waiting, number_of_pivot[row])
            column[row] = column.get(row, 0.0) - share * value
    return {row: value for row, value in column.items() if value != 0.0}
