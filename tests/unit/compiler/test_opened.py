"""compile_opened: what reads an opened variable sees a parameter; its own equation computes something nobody reads."""

import pytest

from simnon.compiler import closed_name, compile_model, compile_opened
from simnon.model import Role
from simnon.source import UserError

LOOP = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nu = -k*x\ny = 2*u\ndx = u + x\nk: 3\nx: 1\nEND\n"


def test_an_opened_variable_is_a_parameter() -> None:
    model, delays = compile_opened(compile_model(LOOP), ["u"])
    role_of_name = {variable.name: variable.role for variable in model.analysed.declared.variables}

    assert role_of_name["u"] is Role.PARAMETER
    assert closed_name("u") in role_of_name
    assert delays == ()


def test_a_derivative_keeps_its_name_and_reads_the_input() -> None:
    model, _ = compile_opened(compile_model(LOOP), ["dx"])
    role_of_name = {variable.name: variable.role for variable in model.analysed.model.variables}

    assert role_of_name["dx"] is Role.DERIVATIVE
    assert role_of_name["dx as an input"] is Role.PARAMETER


def test_without_names_and_delays_it_is_the_same_model() -> None:
    model = compile_model(LOOP)

    assert compile_opened(model, [])[0] is model


def test_a_delay_becomes_a_parameter_and_is_returned() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -DELAY(x, 2)\nx: 1\nEND\n"
    model, (delay,) = compile_opened(compile_model(text), [])

    assert delay.source == "x"
    assert model.program.layout.delays == ()


@pytest.mark.parametrize("name", ["x", "k"])
def test_what_no_equation_assigns_cannot_be_opened(name: str) -> None:
    with pytest.raises(UserError, match=f"'{name}' cannot be an input"):
        compile_opened(compile_model(LOOP), [name])
