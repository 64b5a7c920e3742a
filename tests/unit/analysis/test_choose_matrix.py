"""choose_matrix: a band, a sparse or a full matrix, whichever costs the least. Only integers, no models."""

from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis.bands import Band, band_of
from simnon.analysis.choose_matrix import choose_matrix, cost_in_full, cost_of_band, cost_of_fill
from simnon.analysis.fill import Fill
from tests.unit.analysis.patterns import Pattern, chain, shuffled, star

PATTERNS = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=40)


def cost_of(found: Band | Fill | None) -> int:
    if found is None:
        return cost_in_full(15)
    return cost_of_band(found) if isinstance(found, Band) else cost_of_fill(found)


def test_a_chain_is_a_band() -> None:
    assert choose_matrix(30, chain(30)) == Band(tuple(range(30)), 1, 1)


def test_a_shuffled_chain_is_a_band_too() -> None:
    assert isinstance(choose_matrix(30, shuffled(30, chain(30), 2)), Band)


def test_a_full_matrix_stays_full() -> None:
    assert choose_matrix(20, [(i, j) for i in range(20) for j in range(20)]) is None


def test_one_full_row_and_column_give_a_sparse_matrix() -> None:
    assert isinstance(choose_matrix(40, star(40)), Fill)


def test_small_matrices_are_full() -> None:
    assert choose_matrix(8, chain(8)) is None


def test_the_search_in_a_large_unstructured_matrix_is_abandoned_early() -> None:
    entries = [(i, (7919 * i * k + k * k) % 600) for i in range(600) for k in range(12)]

    assert not isinstance(choose_matrix(600, entries), Fill)


@given(PATTERNS)
def test_the_choice_costs_no_more_than_the_matrix_as_it_is(entries: Pattern) -> None:
    cost = cost_of(choose_matrix(15, entries))

    assert cost <= cost_in_full(15)
    assert cost <= cost_of_band(band_of(range(15), entries))
