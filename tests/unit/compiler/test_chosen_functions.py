"""chosen_functions: functions of parts, given outside the text."""

import pytest

import simnon
from simnon.compiler import functions_among, is_function

TWO = """CONTINUOUS SYSTEM spring
STATE x
DER dx
dx = -characteristic(x)
FUNCTION characteristic(s) = k*s
k: 1
x: 1
END
CONNECTING SYSTEM two
SYSTEM soft, hard: spring
FUNCTION hard.characteristic(s) = 2*s
stiff: 4
END
"""


def rates(**choices: str) -> tuple[float, float]:
    named = {f"{part}.characteristic(z)": body for part, body in choices.items()}
    run = simnon.load(TWO, choices=named).simulate(0, 0)
    return run.final["soft.dx"], run.final["hard.dx"]


@pytest.mark.parametrize("name", ["a.f(x)", "a.b.f (x, y)", "a[2].f(x)"])
def test_a_choice_with_parameters_is_a_function(name: str) -> None:
    assert is_function(name)
    assert not is_function(name.partition("(")[0])


def test_the_last_choice_for_a_function_counts() -> None:
    assert functions_among({"a.f(x)": "1", "n": 3, "A.F(y)": "y"}) == {"A.F(y)": "y"}


def test_a_chosen_function_overrides_that_of_the_text() -> None:
    assert rates() == (-1, -2)
    assert rates(hard="3*z") == (-1, -3)
    assert rates(hard="stiff*z", soft="z^2 + 4") == (-5, -4)


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("hard.nosuch(z)", "z", "undefined-function"),
        ("nobody.characteristic(z)", "z", "undefined-function"),
        ("hard.characteristic(z)", "3*", "expression-expected"),
        ("hard.characteristic(z)", "q*z", "undefined-name"),
        ("hard.characteristic(z)", "z\nEND", "unreadable-line"),
    ],
)
def test_a_function_that_cannot_be_replaced_is_refused(name: str, body: str, code: str) -> None:
    with pytest.raises(simnon.SimnonError) as raised:
        simnon.load(TWO, choices={name: body})
    assert code in [diagnostic.code for diagnostic in raised.value.diagnostics]


def test_a_system_without_parts_has_no_function_to_replace() -> None:
    first, second = "CONTINUOUS SYSTEM a\ny = 1\nEND\n", "CONTINUOUS SYSTEM b\nz = 1\nEND\n"
    with pytest.raises(simnon.SimnonError, match="undefined-function"):
        simnon.load(first, second, choices={"a.f(x)": "x"})
