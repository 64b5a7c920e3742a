"""bands: orders that make patterns narrow, and whether a band is worth it. Only integers, no models."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis.bands import (
    Band,
    band_of,
    find_band,
    neighbours_of,
    operations_in_full,
    operations_of_band,
    reverse_cuthill_mckee,
)

Pattern = list[tuple[int, int]]


def chain(size: int) -> Pattern:
    return [(i, j) for i in range(size) for j in (i - 1, i, i + 1) if 0 <= j < size]


def grid(side: int) -> Pattern:
    """Every cell with those beside it, above and below."""
    cells = [(i, j) for i in range(side) for j in range(side)]
    pairs = [((i, j), (i + di, j + dj)) for i, j in cells for di, dj in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))]
    return [(i * side + j, k * side + m) for (i, j), (k, m) in pairs if 0 <= k < side and 0 <= m < side]


def shuffled(size: int, entries: Pattern, seed: int) -> Pattern:
    order = list(range(size))
    random.Random(seed).shuffle(order)  # noqa: S311  nothing here is secret
    return [(order[row], order[column]) for row, column in entries]


def test_a_chain_is_a_band_as_it_is() -> None:
    assert find_band(30, chain(30)) == Band(tuple(range(30)), 1, 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_chain_in_disorder_is_put_in_order(seed: int) -> None:
    band = find_band(100, shuffled(100, chain(100), seed))

    assert band is not None
    assert (band.below, band.above) == (1, 1)


def test_a_ring_needs_twice_the_width() -> None:
    band = find_band(50, [*chain(50), (0, 49), (49, 0)])

    assert band is not None
    assert (band.below, band.above) == (2, 2)


def test_a_grid_in_disorder_is_about_as_wide_as_its_side() -> None:
    band = find_band(400, shuffled(400, grid(20), 1))

    assert band is not None
    assert max(band.below, band.above) <= 30


def test_only_entries_below_the_diagonal_count_as_below() -> None:
    assert band_of(range(5), [(i, 0) for i in range(5)]) == Band((0, 1, 2, 3, 4), 4, 0)


def test_parts_that_have_nothing_to_do_with_each_other_follow_one_another() -> None:
    entries = [(i, j) for i in range(20) for j in (i, (i + 10) % 20)]

    band = find_band(20, entries)

    assert band is not None
    assert (band.below, band.above) == (1, 1)


def test_unknowns_without_any_entry_are_in_the_order_too() -> None:
    assert sorted(reverse_cuthill_mckee(neighbours_of(4, [(1, 2)]))) == [0, 1, 2, 3]


def test_a_full_matrix_stays_full() -> None:
    assert find_band(20, [(i, j) for i in range(20) for j in range(20)]) is None


def test_a_matrix_with_one_full_row_and_column_stays_full() -> None:
    spokes = [(0, i) for i in range(40)] + [(i, 0) for i in range(40)] + [(i, i) for i in range(40)]

    assert find_band(40, spokes) is None


def test_small_matrices_are_full() -> None:
    assert find_band(8, chain(8)) is None


def test_ten_thousand_unknowns_are_ordered_at_once() -> None:
    band = find_band(10_000, shuffled(10_000, chain(10_000), 3))

    assert band is not None
    assert band.below == 1


PATTERNS = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40)


@given(PATTERNS)
def test_every_unknown_is_in_the_order_once_and_every_entry_in_the_band(entries: Pattern) -> None:
    order = reverse_cuthill_mckee(neighbours_of(15, entries))
    band = band_of(order, entries)

    assert sorted(order) == list(range(15))
    place = {unknown: i for i, unknown in enumerate(order)}
    assert all(-band.above <= place[row] - place[column] <= band.below for row, column in entries)


@given(PATTERNS)
def test_a_band_is_chosen_only_where_it_costs_less(entries: Pattern) -> None:
    band = find_band(15, entries)

    if band is not None:
        assert operations_of_band(band) < operations_in_full(15)
        assert operations_of_band(band) <= operations_of_band(band_of(range(15), entries))
