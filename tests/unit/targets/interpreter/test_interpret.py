"""The interpreter: a fault in a program is an error, never a wrong number."""

import pytest

from simnon.program import Load, Set
from simnon.targets.interpreter import interpret
from tests.unit.targets.small_programs import INT, apply, give, local, number, program_of, run, state

PLACE = apply("int", state(0), gives=INT)


@pytest.mark.parametrize("index", [-1.0, 4.0])
def test_an_index_outside_the_array_is_an_error(index: float) -> None:
    with pytest.raises(IndexError):
        run(program_of(give(Load("values", PLACE))), "interpreter", (index,))


def test_the_python_text_can_be_read() -> None:
    program = program_of(Set("speed", apply("*", state(0), number(2.0))), give(local("speed")))

    assert interpret(program).source == (
        "def f0_outputs(v0_time, a0_states, a1_values, a2_out):\n"
        "    v1_speed = (a0_states[0] * 2.0)\n"
        "    a2_out[0] = v1_speed\n"
    )
