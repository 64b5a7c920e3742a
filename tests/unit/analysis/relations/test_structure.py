"""Matching, index reduction and independent columns, on integers and numbers."""

import numpy as np
import pytest

from simnon.analysis.relations.independent_columns import independent_columns
from simnon.analysis.relations.matching import NONE, Matching, reached_by_rows, transposed
from simnon.analysis.relations.reduce_index import reduce_index


def matched(edges: list[list[int]], columns: int) -> tuple[Matching, list[int]]:
    matching = Matching(len(edges), columns)
    return matching, matching.grow(edges, range(len(edges)))


def largest_matching(edges: list[list[int]], columns: int) -> int:
    """The size of a largest matching, by exhaustive search."""

    def best(row: int, taken: frozenset[int]) -> int:
        if row == len(edges):
            return 0
        found = best(row + 1, taken)
        for column in edges[row]:
            if column not in taken:
                found = max(found, 1 + best(row + 1, taken | {column}))
        return found

    assert columns >= 0
    return best(0, frozenset())


@pytest.mark.parametrize("seed", range(30))
def test_a_matching_has_maximum_size(seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows, columns = chance.integers(1, 8, 2).tolist()
    edges = [[j for j in range(columns) if chance.random() < 0.3] for _ in range(rows)]

    matching, left = matched(edges, columns)

    assert rows - len(left) == largest_matching(edges, columns)
    for row, column in enumerate(matching.column_of_row):
        assert column == NONE or (column in edges[row] and matching.row_of_column[column] == row)


def test_a_long_path_is_flipped_without_recursion() -> None:
    count = 20_000
    edges = [[i, i + 1] for i in range(count)] + [[0]]

    _, left = matched(edges, count + 1)

    assert left == []


def test_excess_rows_are_found_with_their_shared_columns() -> None:
    edges = [[0], [0, 1], [1], [2, 3]]
    matching, left = matched(edges, 4)

    assert reached_by_rows(left, edges, matching.row_of_column) == ([0, 1, 2], [0, 1])
    free = [column for column, row in enumerate(matching.row_of_column) if row == NONE]
    assert reached_by_rows(free, transposed(edges, 4), matching.column_of_row) == ([2, 3], [3])


def test_a_pendulum_is_differentiated_twice() -> None:
    """Chains x, y (second order known) and the force; two equations of motion and the constraint."""
    edges = [[(0, 2), (2, 0)], [(1, 2), (2, 0)], [(0, 0), (1, 0)]]

    reduction = reduce_index(edges, [2, 2, 0])

    assert reduction.times == (0, 0, 2)
    assert reduction.orders == (2, 2, 0)


def test_a_prescribed_motion_raises_the_order_of_dependent_variables() -> None:
    """x = f(t), y = x, and the derivative of y is needed."""
    reduction = reduce_index([[(0, 0)], [(0, 0), (1, 0)], [(1, 1), (2, 0)]], [0, 1, 0])

    assert reduction.times == (1, 1, 0)
    assert reduction.orders == (1, 1, 0)


def test_independent_columns_are_taken_in_order() -> None:
    columns = [(7, {0: 1.0, 1: 2.0}), (5, {0: 2.0, 1: 4.0}), (3, {1: 1.0}), (1, {0: 1.0})]

    assert independent_columns(columns, 2) == [7, 3]


@pytest.mark.parametrize("seed", range(20))
def test_the_number_of_independent_columns_is_the_rank(seed: int) -> None:
    chance = np.random.default_rng(seed)
    matrix = chance.integers(-2, 3, (5, 7)) * (chance.random((5, 7)) < 0.5)
    columns = [(j, {i: float(matrix[i, j]) for i in range(5) if matrix[i, j]}) for j in range(7)]

    taken = independent_columns(columns, 5)

    assert len(taken) == np.linalg.matrix_rank(matrix)
    assert np.linalg.matrix_rank(matrix[:, taken]) == len(taken)
