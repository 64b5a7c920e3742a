"""bands: orders that give narrow patterns. Only integers, no models."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis.bands import Band, band_of, neighbours_of, reverse_cuthill_mckee
from tests.unit.analysis.patterns import Pattern, chain, grid, shuffled

PATTERNS = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40)


def reordered(size: int, entries: Pattern) -> Band:
    return band_of(reverse_cuthill_mckee(neighbours_of(size, entries)), entries)


@pytest.mark.parametrize("seed", range(5))
def test_a_shuffled_chain_is_reordered(seed: int) -> None:
    band = reordered(100, shuffled(100, chain(100), seed))

    assert (band.below, band.above) == (1, 1)


def test_a_ring_needs_twice_the_width() -> None:
    band = reordered(50, [*chain(50), (0, 49), (49, 0)])

    assert (band.below, band.above) == (2, 2)


def test_a_shuffled_grid_is_about_as_wide_as_its_side() -> None:
    band = reordered(400, shuffled(400, grid(20), 1))

    assert max(band.below, band.above) <= 30


def test_only_entries_below_the_diagonal_count_as_below() -> None:
    assert band_of(range(5), [(i, 0) for i in range(5)]) == Band((0, 1, 2, 3, 4), 4, 0)


def test_independent_components_follow_one_another() -> None:
    band = reordered(20, [(i, j) for i in range(20) for j in (i, (i + 10) % 20)])

    assert (band.below, band.above) == (1, 1)


def test_unknowns_without_entries_are_ordered_too() -> None:
    assert sorted(reverse_cuthill_mckee(neighbours_of(4, [(1, 2)]))) == [0, 1, 2, 3]


def test_ten_thousand_unknowns_are_ordered_quickly() -> None:
    assert reordered(10_000, shuffled(10_000, chain(10_000), 3)).below == 1


@given(PATTERNS)
def test_every_unknown_is_in_the_order_once_and_every_entry_in_the_band(entries: Pattern) -> None:
    order = reverse_cuthill_mckee(neighbours_of(15, entries))
    band = band_of(order, entries)

    assert sorted(order) == list(range(15))
    place = {unknown: i for i, unknown in enumerate(order)}
    assert all(-band.above <= place[row] - place[column] <= band.below for row, column in entries)
