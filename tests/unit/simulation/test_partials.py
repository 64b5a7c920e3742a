"""Partials: rows and columns of everything that moves, with the signs of what is stored negated."""

import numpy as np
import pytest

import simnon
from simnon.program import values_at_start
from simnon.source import UserError

PLANT = """CONTINUOUS SYSTEM plant
INPUT u
STATE x
DER dx
y = -x
z = 3*x*u
dx = -2*x + u
u: 4
x: 5
END
"""


def matrix_of(text: str, inputs: list[str], outputs: list[str]) -> dict[tuple[str, str], float]:
    partials = simnon.load(text)._simulator.partials(inputs, outputs)
    instant = partials.instant(values_at_start(partials.layout))
    instant.start(0.0)
    instant.move_to(0.0, np.array([5.0]))
    matrix = partials.matrix(instant)
    rows = ["dx", *outputs]
    columns = ["x", *inputs]
    return {(row, column): float(matrix[i, j]) for i, row in enumerate(rows) for j, column in enumerate(columns)}


def test_rows_are_derivatives_and_outputs_and_columns_states_and_inputs() -> None:
    assert matrix_of(PLANT, ["u"], ["z"]) == {
        ("dx", "x"): -2.0,
        ("dx", "u"): 1.0,
        ("z", "x"): 12.0,
        ("z", "u"): 15.0,
    }


def test_an_output_that_is_stored_negated_has_its_own_sign() -> None:
    assert matrix_of(PLANT, ["u"], ["y"])["y", "x"] == -1.0


def test_a_derivative_that_is_not_finite_is_named() -> None:
    with pytest.raises(UserError, match="the derivative of dx by u is inf"):
        matrix_of("CONTINUOUS SYSTEM s\nINPUT u\nSTATE x\nDER dx\ndx = SQRT(u) - x\nu: 0\nEND\n", ["u"], [])
