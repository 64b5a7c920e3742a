"""The table of operators: types in, type out."""

import pytest

from simnon.program import OPERATORS, Type, result_type

FLOAT, INT, BOOL, ARRAY = Type.FLOAT, Type.INT, Type.BOOL, Type.ARRAY


@pytest.mark.parametrize(
    ("operator", "takes", "gives"),
    [
        ("+", (FLOAT, FLOAT), FLOAT),
        ("+", (INT, INT), INT),
        ("+", (INT, FLOAT), None),
        ("/", (INT, INT), None),
        ("//", (INT, INT), INT),
        ("<", (INT, INT), BOOL),
        ("select", (BOOL, INT, INT), INT),
        ("select", (BOOL, INT, FLOAT), None),
        ("float", (BOOL,), FLOAT),
        ("int", (FLOAT,), INT),
        ("whole", (FLOAT,), INT),
        ("whole", (INT,), None),
        ("abs", (INT,), INT),
        ("sin", (FLOAT, FLOAT), None),
        ("absent", (), None),
    ],
)
def test_the_result_type_of_an_operator(operator: str, takes: tuple[Type, ...], gives: Type | None) -> None:
    assert result_type(operator, takes) is gives


def test_no_operator_takes_or_returns_arrays() -> None:
    types = {type_ for signatures in OPERATORS.values() for takes, gives in signatures for type_ in (*takes, gives)}

    assert types == {FLOAT, INT, BOOL}


def test_no_operator_has_two_results_for_the_same_arguments() -> None:
    for signatures in OPERATORS.values():
        takes = [taken for taken, _ in signatures]
        assert len(set(takes)) == len(takes)
