"""column_order: a known structure fills in no more than it must; the space suffices whatever rows are the pivots."""

import random

import numpy as np
import pytest

from simnon.analysis.column_order import order_columns


def test_a_chain_fills_in_only_what_row_exchanges_need() -> None:
    rows = [[j for j in (i - 1, i, i + 1) if 0 <= j < 100] for i in range(100)]
    found = order_columns(rows, 10**6)
    assert sorted(found.order) == list(range(100))
    assert found.capacity <= 6 * 100


def test_an_unknown_that_all_equations_read_comes_last() -> None:
    """One equation reads all unknowns besides: it does not influence their order."""
    rows = [[0, i] if i else list(range(500)) for i in range(500)]
    found = order_columns(rows, 10**6)
    assert found.order.index(0) >= 498


def test_the_requested_space_is_limited() -> None:
    assert order_columns([list(range(10))] * 10, 1000).capacity == 110
    assert order_columns([list(range(10))] * 10, 60).capacity == 60
    assert order_columns([list(range(100))] * 100, 500).capacity == 500


def test_a_column_without_rows_is_ordered_too() -> None:
    found = order_columns([[0], [0], []], 100)
    assert sorted(found.order) == [0, 1, 2]


@pytest.mark.parametrize("seed", range(30))
def test_the_factors_fit_whatever_the_pivots(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311
    n = dice.randrange(2, 30)
    rows = [sorted({i, *(dice.randrange(n) for _ in range(dice.randrange(4)))}) for i in range(n)]
    found = order_columns(rows, 10**6)
    matrix = np.zeros((n, n), dtype=bool)
    for i, row in enumerate(rows):
        matrix[i, row] = True
    matrix = matrix[:, list(found.order)]
    used = 0
    for k in range(n):
        candidates = [i for i in range(k, n) if matrix[i, k]]
        if not candidates:
            return
        pivot = dice.choice(candidates)
        matrix[[k, pivot]] = matrix[[pivot, k]]
        below = [i for i in range(k + 1, n) if matrix[i, k]]
        used += int(matrix[k, k:].sum()) + len(below)
        matrix[below, k:] |= matrix[k, k:]
    assert used <= found.capacity
