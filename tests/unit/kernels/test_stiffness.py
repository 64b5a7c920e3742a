"""Detection of stiffness and of its end: the norm of the Jacobian, and what counts as a sign."""

from array import array

import pytest

from simnon.kernels import Control, control, small_matrix_offsets, small_matrix_size
from simnon.kernels.stiffness import detect_nonstiffness, is_other_better, norm_of_jacobian

STATES = array("d", [2.0, 1.0])
JACOBIAN = (0.0, 1.0, -1000.0, -30.0)


def buffers(jacobian: tuple[float, ...] = JACOBIAN, atol: float = 1e-3) -> tuple[Control, "array[float]"]:
    """Control and work of a run with two states, at which the Jacobian is known."""
    numbers = Control(array("d", bytes(8 * len(Control.record_fields))))
    work = array("d", bytes(8 * (control.STATE_ARRAYS * 2 + small_matrix_size(2))))
    for name, start in small_matrix_offsets(2).items():
        setattr(numbers, name, start)
    numbers.state_count, numbers.jacobian_size, numbers.enough_signs = 2, 4, 3
    for i in range(2):
        work[control.ABSOLUTE * 2 + i] = atol
    for k, entry in enumerate(jacobian):
        work[numbers.jacobian + k] = entry
    return numbers, work


def test_the_norm_is_the_largest_row_sum() -> None:
    numbers, work = buffers()

    assert norm_of_jacobian(numbers, STATES, work) == 1030.0


def test_states_of_different_size_are_compared_in_units_of_their_tolerances() -> None:
    numbers, work = buffers()
    work[control.ABSOLUTE * 2] = 1e-5

    assert norm_of_jacobian(numbers, STATES, work) == pytest.approx(100.0)


def test_without_tolerances_the_norm_is_unweighted() -> None:
    numbers, work = buffers(atol=0.0)

    assert norm_of_jacobian(numbers, STATES, work) == 1030.0


def test_steps_stable_without_an_implicit_method_are_signs_until_one_is_not() -> None:
    numbers, work = buffers()

    for _ in range(3):
        assert not is_other_better(numbers)
        detect_nonstiffness(1e-4, numbers, STATES, work)
    assert is_other_better(numbers)
    detect_nonstiffness(1e-2, numbers, STATES, work)
    assert not is_other_better(numbers)
