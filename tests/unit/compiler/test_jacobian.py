"""compile_jacobian: formulas if they are worthwhile, and the form of their matrix."""

import pytest

from simnon.compiler import Analysed, analyse, compile_jacobian
from simnon.program import BandSlots, SparseSlots, check_program
from simnon.source import Report, Source


def analysed(states: int, equations: list[str]) -> Analysed:
    head = [line for i in range(states) for line in (f"STATE x{i}", f"DER dx{i}")]
    text = "\n".join(["CONTINUOUS SYSTEM many", *head, *equations, "END", ""])
    found = analyse((Source("many", text),), Report())
    assert found is not None
    return found


def test_coupled_neighbours_give_a_band() -> None:
    jacobian = compile_jacobian(analysed(20, [f"dx{i} = x{(i + 1) % 20} - x{i}" for i in range(20)]))

    assert jacobian is not None
    check_program(jacobian)
    assert isinstance(jacobian.layout.matrix, BandSlots)


def test_a_state_coupled_to_all_gives_a_sparse_matrix_with_sorted_rows() -> None:
    total = " + ".join(f"x{i}" for i in range(1, 40))
    jacobian = compile_jacobian(analysed(40, [f"dx0 = {total}", *(f"dx{i} = x0 - x{i}" for i in range(1, 40))]))

    assert jacobian is not None
    matrix = jacobian.layout.matrix
    assert isinstance(matrix, SparseSlots)
    assert sorted(matrix.states) == list(range(40))
    assert matrix.starts[-1] == len(matrix.columns)
    rows = [matrix.columns[begin:end] for begin, end in zip(matrix.starts, matrix.starts[1:], strict=False)]
    assert all(list(row) == sorted(row) for row in rows)
    assert [matrix.columns[place] for place in matrix.diagonals] == list(range(40))


def test_a_small_model_has_a_dense_jacobian() -> None:
    jacobian = compile_jacobian(analysed(3, ["dx0 = x1", "dx1 = -x0", "dx2 = 1"]))

    assert jacobian is not None
    assert jacobian.layout.jacobian == tuple((row, column) for row in range(3) for column in range(3))
    assert jacobian.layout.jacobian_size == 12


def test_a_large_full_jacobian_is_left_to_differences() -> None:
    states = 200
    sums = [f"p{i} = {f'p{i - 1}' if i else '0'} + x{i}^2" for i in range(states)]

    assert (
        compile_jacobian(analysed(states, [*sums, *(f"dx{i} = p{states - 1} - x{i}" for i in range(states))])) is None
    )


@pytest.mark.slow
def test_a_sum_over_many_states_built_term_by_term_is_left_to_differences() -> None:
    states = 650
    sums = [f"p{i} = {f'p{i - 1}' if i else '0'} + x{i}^2" for i in range(states)]
    slopes = [f"dx0 = p{states - 1}", *(f"dx{i} = x0 - x{i}" for i in range(1, states))]

    assert compile_jacobian(analysed(states, [*sums, *slopes])) is None
