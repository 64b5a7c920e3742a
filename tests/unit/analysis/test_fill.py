"""fill: orders with little fill-in, and that fill. Only integers, no models."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis.bands import neighbours_of
from simnon.analysis.fill import Fill, minimum_degree, products_of
from tests.unit.analysis.patterns import Pattern, chain, grid, shuffled, star

PATTERNS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30)
MANY = 10**9


def fill_of(size: int, entries: Pattern, limit: int = MANY) -> Fill | None:
    return minimum_degree(neighbours_of(size, entries), limit)


def test_a_star_fills_in_nothing() -> None:
    fill = fill_of(30, star(30))

    assert fill is not None
    assert fill.order.index(0) >= 28
    assert all(len(later) <= 1 for later in fill.later)


def test_a_shuffled_chain_fills_in_nothing() -> None:
    fill = fill_of(60, shuffled(60, chain(60), 4))

    assert fill is not None
    assert sum(map(len, fill.later)) == 59


def test_a_grid_takes_fewer_products_than_a_band() -> None:
    fill = fill_of(900, grid(30))

    assert fill is not None
    assert products_of(fill)[0] < 900 * 30 * 30 / 4


def test_products_are_counted_for_the_factors_and_for_one_solution() -> None:
    """A chain of three: two unknowns reach one other each, and the last none."""
    fill = fill_of(3, chain(3))

    assert fill is not None
    assert products_of(fill) == (2, 7)


def test_the_limit_itself_is_allowed() -> None:
    assert fill_of(3, chain(3), limit=2) is not None
    assert fill_of(3, chain(3), limit=1) is None


def test_an_order_with_too_many_products_is_abandoned() -> None:
    assert fill_of(100, grid(10), limit=100) is None


@given(PATTERNS)
def test_elimination_stays_within_the_pattern(entries: Pattern) -> None:
    fill = fill_of(12, entries)

    assert fill is not None
    assert sorted(fill.order) == list(range(12))
    matrix = np.zeros((12, 12), dtype=bool)
    place = {unknown: i for i, unknown in enumerate(fill.order)}
    for row, column in entries:
        matrix[place[row], place[column]] = matrix[place[column], place[row]] = True
    for k in range(12):
        later = np.flatnonzero(matrix[k, k + 1 :]) + k + 1
        assert later.tolist() == list(fill.later[k])
        matrix[np.ix_(later, later)] = True
