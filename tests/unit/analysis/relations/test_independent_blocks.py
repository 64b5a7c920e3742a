"""independent_blocks: single rows first, then the most rows with columns to choose from, then square blocks."""

from collections.abc import Sequence

from simnon.analysis.relations.independent_blocks import IndependentBlock, independent_block


def is_small(rows: Sequence[int], columns: int) -> bool:
    return len(rows) <= 4 and columns <= 6


def chain(count: int) -> list[tuple[int, list[int]]]:
    """Each row has two columns, and the two of the previous row."""
    return [(k, [2 * k - 2, 2 * k - 1, 2 * k, 2 * k + 1] if k else [0, 1]) for k in range(count)]


def test_the_last_row_of_a_chain_has_exclusive_columns() -> None:
    assert independent_block(chain(5), is_small) == IndependentBlock((4,), (8, 9))


def test_four_rows_of_a_closed_chain_choose_among_six_columns() -> None:
    closed = [*chain(6), (6, [10, 11])]

    assert independent_block(closed, is_small) == IndependentBlock((3, 4, 5, 6), (6, 7, 8, 9, 10, 11))


def test_two_rows_that_hold_one_point_have_nothing_to_choose() -> None:
    truss = [(0, [0, 1]), (1, [0, 1, 2, 3]), (2, [2, 3]), (3, [2, 3, 4, 5]), (4, [0, 1, 4, 5])]

    assert independent_block(truss, is_small) == IndependentBlock((3, 4), (4, 5))


def test_rows_that_share_all_columns_have_no_block() -> None:
    assert independent_block([(k, list(range(10))) for k in range(6)], is_small) is None
