"""Which relations must be differentiated, and how often, so that the highest derivatives can be computed.

Pantelides (1988), on integers: `chains` are variables with their derivatives, `edges` the chains that
occur in a relation. Structural: independent of expressions. It terminates if every relation can be matched
with its own chain.
"""

from collections.abc import Sequence

from simnon.source import frozen

from .matching import NONE, Matching


@frozen
class IndexReduction:
    """For each relation how often it is differentiated; for each chain the order of its highest derivative.

    `column_of_row` matches each differentiated relation with the chain whose highest derivative it determines.
    """

    times: tuple[int, ...]
    orders: tuple[int, ...]
    column_of_row: tuple[int, ...]


def reduce_index(edges: Sequence[Sequence[tuple[int, int]]], orders: Sequence[int]) -> IndexReduction:
    """`edges` are pairs of a chain and its order in the relation; `orders` are the highest known orders."""
    times = [0] * len(edges)
    highest = list(orders)
    matching = Matching(len(edges), len(orders))
    # Most relations match undifferentiated: only the others need a search that differentiates.
    at_once = [[column for column, order in row if order == highest[column]] for row in edges]
    for row in matching.grow(at_once, range(len(edges))):
        while True:
            seen_rows, seen_columns = _search(row, edges, times, highest, matching)
            if matching.column_of_row[row] != NONE:
                break
            # One relation too many for these chains. The matching stays valid: both ends of a pair are differentiated.
            for column in seen_columns:
                highest[column] += 1
            for seen in seen_rows:
                times[seen] += 1
    return IndexReduction(tuple(times), tuple(highest), tuple(matching.column_of_row))


def _search(
    start: int,
    edges: Sequence[Sequence[tuple[int, int]]],
    times: Sequence[int],
    highest: Sequence[int],
    matching: Matching,
) -> tuple[list[int], list[int]]:
    """Match the row by an augmenting path over highest derivatives, or return the rows and columns seen."""
    came_from: dict[int, int] = {}
    rows = [start]
    stack = [start]
    while stack:
        row = stack.pop()
        for column, order in edges[row]:
            if column in came_from or order + times[row] != highest[column]:
                continue
            came_from[column] = row
            matched = matching.row_of_column[column]
            if matched == NONE:
                matching.flip(column, came_from, start)
                return [], []
            rows.append(matched)
            stack.append(matched)
    return rows, list(came_from)
