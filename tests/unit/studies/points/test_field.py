"""Field: values and exact derivatives of a model at many points."""

import numpy as np
import pytest

import simnon
from simnon.source import UserError
from simnon.studies import start_point
from simnon.studies.points import Field
from simnon.targets import INTERPRETER, USUAL_TARGET

TANK = """CONTINUOUS SYSTEM tank
STATE x y
DER dx dy
INITIAL
b = a^2
DYNAMICS
k = 2*a
dx = IF x > c THEN a*x - y ELSE -x
dy = MAX(x, y)*b + k + v
v = 3*c
a: 2
c: 1
END
"""


def field_of(text: str, *parameters: str, target: str = USUAL_TARGET) -> Field:
    simulator = simnon.load(text)._simulator.on(target)
    return Field(simulator, parameters, start_point(simulator, simulator.options(0, 0)))


STATES = np.array([[2.0, 1.0], [0.5, 4.0]])


def test_values_follow_parameters_and_the_branch_that_holds_at_each_point() -> None:
    field = field_of(TANK, "a", "c")

    found = field.values(STATES, np.array([[3.0, 1.0], [2.0, 1.0]]))

    assert field.states == ("x", "y")
    assert np.allclose(found, [[5.0, 18 + 6 + 3], [-0.5, 16 + 4 + 3]])


def test_derivatives_are_by_states_and_parameters() -> None:
    found = field_of(TANK, "a", "c").derivatives(STATES, np.array([[3.0, 1.0], [2.0, 1.0]]))

    assert np.allclose(found[0], [[3, -1, 2, 0], [9, 0, 12 + 2, 3]])
    assert np.allclose(found[1], [[-1, 0, 0, 0], [0, 4, 16 + 2, 3]])


def test_a_variable_that_an_equation_assigns_can_take_the_place_of_a_parameter() -> None:
    field = field_of(TANK, "v")

    assert np.allclose(field.values(STATES[:1], np.array([[10.0]])), [[3.0, 8 + 4 + 10]])
    assert np.allclose(field.others(["k", "v"], STATES[:1], np.array([[10.0]])), [[4.0, 10.0]])


def test_every_target_has_the_same_numbers() -> None:
    fields = [field_of(TANK, "a", "c", target=target) for target in (USUAL_TARGET, INTERPRETER)]
    parameters = np.array([[3.0, 1.0], [2.0, 1.0]])

    for function in (Field.values, Field.derivatives):
        machine, plain = (function(field, STATES, parameters) for field in fields)
        assert np.array_equal(machine, plain)


def test_a_loop_without_a_solution_gives_nan_at_its_point_only() -> None:
    field = field_of("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nz = x - p*z^2\ndx = z\np: 1\nx: 2\nEND\n", "p")

    found = field.values(np.array([[2.0], [-1.0], [2.0]]), np.ones((3, 1)))

    assert found[[0, 2], 0] == pytest.approx([1.0, 1.0])
    assert np.isnan(found[1, 0])


def test_a_field_with_a_direction_carries_a_vector_along() -> None:
    field = field_of(TANK, "a", "c").with_direction()
    at, parameters = np.array([[2.0, 1.0, 0.3, -0.4]]), np.array([[3.0, 1.0]])

    assert np.allclose(field.values(at, parameters)[0, 2:], [3 * 0.3 + 0.4, 9 * 0.3])
    assert np.allclose(field.derivatives(at, parameters)[0, 3], [0, 0, 9, 0, 6 * 0.3, 0])


@pytest.mark.parametrize(
    "text",
    [
        "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -DELAY(x, 1)*p\np: 1\nEND\n",
        "DISCRETE SYSTEM s\nSTATE x\nNEW n\nTIME t\nTSAMP ts\nn = p*x\nts = t + 1\np: 1\nEND\n",
    ],
)
def test_models_with_more_than_differential_equations_are_refused(text: str) -> None:
    with pytest.raises(UserError) as caught:
        field_of(text, "p")

    assert caught.value.code == "cannot-continue-branch"


def test_margins_are_what_comparisons_compare() -> None:
    field = field_of(TANK, "a", "c")

    found = field.margins(STATES, np.array([[3.0, 1.0], [2.0, 1.0]]))

    assert field.guards[0] == "x > c"
    assert np.abs(found[:, 0]).tolist() == [1.0, 0.5]
    assert found[0, 0] * found[1, 0] < 0.0
