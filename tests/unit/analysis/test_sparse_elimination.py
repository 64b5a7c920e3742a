"""sparse_elimination: what remains is triangular and has the solution of the matrix; expensive or singular is None."""

import numpy as np
import pytest

from simnon.analysis.sparse_elimination import Row, eliminate
from simnon.model import Expression, Name, Number, apply, number_of


def value(expression: Expression) -> float:
    found = number_of(expression, lambda _name: None)
    assert found is not None
    return found


def rows_of(matrix: "np.ndarray", right: "np.ndarray") -> list[Row]:
    return [
        Row(
            {j: Number(float(a)) for j, a in enumerate(line) if a != 0.0},
            {j: float(a) for j, a in enumerate(line) if a != 0.0},
            Number(float(b)),
        )
        for line, b in zip(matrix, right, strict=True)
    ]


def solved(rows: list[Row], pivots: list[tuple[int, int]]) -> "np.ndarray":
    """By substitution, the last pivot first."""
    solution = np.zeros(len(rows))
    for i, column in reversed(pivots):
        rest = sum(value(entry) * solution[j] for j, entry in rows[i].entries.items() if j != column)
        solution[column] = (value(rows[i].right) - rest) / value(rows[i].entries[column])
    return solution


def named(_kind: str, expression: Expression) -> Expression:
    """A number is named by itself."""
    return Number(value(expression))


@pytest.mark.parametrize("count", [1, 2, 5, 20])
@pytest.mark.parametrize("is_driven", [True, False])
def test_the_triangle_has_the_solution_of_the_matrix(count: int, is_driven: bool) -> None:
    random = np.random.default_rng(count)
    matrix = np.where(random.random((count, count)) < 0.3, random.normal(size=(count, count)), 0.0) + np.eye(count) * 3
    right = random.normal(size=count) if is_driven else np.zeros(count)
    rows = rows_of(matrix, right)

    pivots = eliminate(rows, named, 10**6)

    assert pivots is not None
    assert sorted(i for i, _ in pivots) == sorted(j for _, j in pivots) == list(range(count))
    done: set[int] = set()
    for i, column in pivots:
        assert not done & set(rows[i].entries)
        done.add(column)
    assert solved(rows, pivots) == pytest.approx(np.linalg.solve(matrix, right), abs=1e-9)
    for row in rows:
        assert {j: value(entry) for j, entry in row.entries.items()} == pytest.approx(row.numbers)


def test_a_pivot_is_not_much_smaller_than_the_largest_entry_of_its_row() -> None:
    rows = rows_of(np.array([[1e-12, 1.0], [1.0, 1.0]]), np.array([1.0, 2.0]))

    pivots = eliminate(rows, named, 100)

    assert pivots is not None
    assert pivots[0] == (0, 1)
    assert solved(rows, pivots) == pytest.approx([1.0, 1.0])


def test_short_rows_and_short_columns_come_first() -> None:
    """An arrow with its tip last stays as sparse as it is; the other way round everything fills."""
    matrix = np.eye(4)
    matrix[0, :] = matrix[:, 0] = 1.0
    matrix[0, 0] = 9.0
    rows = rows_of(matrix, np.ones(4))

    pivots = eliminate(rows, named, 100)

    assert pivots is not None
    assert [i for i, _ in pivots[:2]] == [1, 2]
    assert all(len(row.entries) <= 2 for row in rows)


@pytest.mark.parametrize("matrix", [[[0.0]], [[1.0, 2.0], [2.0, 4.0]]])
def test_a_singular_matrix_has_no_pivots(matrix: list[list[float]]) -> None:
    assert eliminate(rows_of(np.array(matrix), np.ones(len(matrix))), named, 100) is None


def test_what_costs_too_much_is_given_up() -> None:
    full = np.ones((3, 3)) + np.eye(3)

    # Three entries for each of two rows, then two entries for one row.
    assert eliminate(rows_of(full, np.ones(3)), named, 8) is not None
    assert eliminate(rows_of(full, np.ones(3)), named, 7) is None


def test_a_factor_of_one_is_not_written() -> None:
    a, b = Name("a"), Name("b")
    rows = [
        Row({0: Number(1.0), 1: a}, {0: 1.0, 1: 2.0}, Number(0.0)),
        Row({0: Number(1.0), 1: b}, {0: 1.0, 1: 3.0}, Number(5.0)),
    ]

    pivots = eliminate(rows, lambda _kind, expression: expression, 100)

    assert pivots == [(0, 0), (1, 1)]
    assert rows[1].entries == {1: apply("+", b, apply("neg", a))}
    assert rows[1].right == Number(5.0)
