"""A large sparse matrix of expressions -> the steps of its elimination, with pivots chosen by numbers.

Pivots are chosen by the values of the entries at the parameters of the text: not too small, and in the order of
Markowitz (1957), which keeps rows short. The steps are then carried out with the expressions.
"""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simnon.model import Expression, Number, apply

ZERO = Number(0.0)
_THRESHOLD = 0.1
"""A pivot is at least this fraction of the largest entry in its row."""

Named = Callable[[str, Expression], Expression]


@dataclass(slots=True)
class Row:
    """Entries by column, and their numerical values; `right` is the right-hand side."""

    entries: dict[int, Expression]
    numbers: dict[int, float]
    right: Expression


def eliminate(rows: Sequence[Row], named: Named, limit: int) -> list[tuple[int, int]] | None:
    """Make the rows triangular, and return (row, column) of the pivots in order; None if that costs too much.

    `named` names an expression. Also None if the matrix is numerically singular.
    """
    rows_of_column: dict[int, set[int]] = {}
    for i, row in enumerate(rows):
        for column in row.entries:
            rows_of_column.setdefault(column, set()).add(i)
    waiting = [(len(row.entries), i) for i, row in enumerate(rows)]
    heapq.heapify(waiting)
    pivots: list[tuple[int, int]] = []
    is_done = [False] * len(rows)
    while waiting:
        length, i = heapq.heappop(waiting)
        if is_done[i] or length != len(rows[i].entries):
            continue
        found = _pivot_column(rows[i], rows_of_column)
        if found is None:
            return None
        column = found
        is_done[i] = True
        pivots.append((i, column))
        for other in rows[i].entries:
            rows_of_column[other].discard(i)
        for k in sorted(rows_of_column[column]):
            limit -= len(rows[i].entries)
            if limit < 0:
                return None
            _subtract(rows[k], rows[i], column, named)
            for other in rows[k].entries:
                rows_of_column[other].add(k)
            heapq.heappush(waiting, (len(rows[k].entries), k))
        rows_of_column[column].clear()
    return pivots


def _pivot_column(row: Row, rows_of_column: dict[int, set[int]]) -> int | None:
    largest = max(map(abs, row.numbers.values()), default=0.0)
    if not largest > 0.0:
        return None
    fit = [column for column, number in row.numbers.items() if abs(number) >= _THRESHOLD * largest]
    return min(fit, key=lambda column: (len(rows_of_column[column]), column))


def _subtract(row: Row, pivot: Row, column: int, named: Named) -> None:
    """Subtract a multiple of the pivot's row so that the entry in the column vanishes."""
    share = named("matrix", _quotient(row.entries.pop(column), pivot.entries[column]))
    part = row.numbers.pop(column) / pivot.numbers[column]
    for other, entry in pivot.entries.items():
        if other == column:
            continue
        less = apply("neg", _product(share, entry))
        own = row.entries.get(other)
        row.entries[other] = named("matrix", less if own is None else apply("+", own, less))
        row.numbers[other] = row.numbers.get(other, 0.0) - part * pivot.numbers[other]
    if pivot.right != ZERO:
        less = apply("neg", _product(share, pivot.right))
        row.right = named("free", less if row.right == ZERO else apply("+", row.right, less))


def _quotient(dividend: Expression, divisor: Expression) -> Expression:
    if isinstance(dividend, Number) and isinstance(divisor, Number):
        return Number(dividend.value / divisor.value)
    return dividend if divisor == Number(1.0) else apply("/", dividend, divisor)


def _product(left: Expression, right: Expression) -> Expression:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value * right.value)
    return right if left == Number(1.0) else left if right == Number(1.0) else apply("*", left, right)
