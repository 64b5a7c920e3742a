"""The pattern of a square matrix -> a column order with little fill-in, whatever the pivots.

Structural: patterns are lists of integers; nothing here depends on equations or numbers.

Rows that can be the pivot of a column are merged: no factor has more entries than their union (George and Ng 1987), so
the space for the factors is known in advance, for any row exchanges. If an equation reads very many unknowns, that
bound would be far too large: rows are seldom exchanged.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from math import sqrt

from simnon.model import Elimination

LONG_ROW, LONG_SHARE = 16, 3.0
"""A row with more columns than this, and than this times the square root of all, is ignored in the order."""


def order_columns(rows: Sequence[Sequence[int]], limit: int) -> Elimination:
    """Always eliminate the column whose rows reach the fewest others, approximately (Davis et al. 2004).

    The space requested is limited to `limit` numbers.
    """
    longest = max(LONG_ROW, LONG_SHARE * sqrt(len(rows)))
    short = [row if len(row) <= longest else () for row in rows]
    order, capacity = _order(short)
    if any(len(row) > longest for row in rows):
        capacity = _capacity(rows, order, limit)
    return Elimination(order, min(capacity, limit))


def _order(rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], int]:
    """The order, and the space it needs."""
    merging = _Merging(rows)
    capacity = 0
    order: list[int] = []
    waiting = [(degree, column) for column, degree in enumerate(merging.degrees)]
    heapify(waiting)
    is_done = [False] * len(rows)
    while waiting:
        degree, column = heappop(waiting)
        if is_done[column] or degree != merging.degrees[column]:
            continue
        is_done[column] = True
        order.append(column)
        candidates, reached = merging.eliminate(column)
        capacity += candidates + len(reached) + 1
        merging.count(reached)
        for other in reached:
            heappush(waiting, (merging.degrees[other], other))
    return tuple(order), capacity


def _capacity(rows: Sequence[Sequence[int]], order: Sequence[int], limit: int) -> int:
    merging = _Merging(rows)
    capacity = 0
    for column in order:
        candidates, reached = merging.eliminate(column)
        capacity += candidates + len(reached) + 1
        if capacity > limit:
            break
    return capacity


class _Merging:
    """The remaining rows; rows that were merged are one row with a multiplicity."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.columns_of_row = {i: set(row) for i, row in enumerate(rows)}
        self.count_of_row = dict.fromkeys(self.columns_of_row, 1)
        self.rows_of_column: list[set[int]] = [set() for _ in rows]
        for i, row in enumerate(rows):
            for column in row:
                self.rows_of_column[column].add(i)
        self.degrees = [sum(len(rows[i]) - 1 for i in own) for own in self.rows_of_column]

    def eliminate(self, column: int) -> tuple[int, set[int]]:
        """How many rows can be the pivot of the column, and the other columns that these rows reach."""
        absorbed = self.rows_of_column[column]
        reached: set[int] = set()
        candidates = 0
        for row in absorbed:
            reached |= self.columns_of_row.pop(row)
            candidates += self.count_of_row.pop(row)
        reached.discard(column)
        for other in reached:
            self.rows_of_column[other] -= absorbed
        if candidates > 1 and reached:
            merged = min(absorbed)
            self.columns_of_row[merged] = reached
            self.count_of_row[merged] = candidates - 1
            for other in reached:
                self.rows_of_column[other].add(merged)
        return candidates, reached

    def count(self, reached: set[int]) -> None:
        """Update the degrees of the columns; of rows that overlap with those reached only the rest counts."""
        outside: dict[int, int] = {}
        for column in reached:
            for row in self.rows_of_column[column]:
                outside[row] = outside.get(row, len(self.columns_of_row[row])) - 1
        for column in reached:
            self.degrees[column] = len(reached) - 1 + sum(outside[row] for row in self.rows_of_column[column])
