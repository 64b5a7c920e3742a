"""fuse: a product and the sum that follows it are rounded once; guards and modes stay as they are."""

from dataclasses import replace

import pytest

from simnon.compiler import compile_model
from simnon.lowering import fuse_model
from simnon.program import Function, check_program, print_program

MODEL = """CONTINUOUS SYSTEM m
STATE x y
DER dx dy
dx = {}
dy = IF a*x - b > 0 THEN 1 ELSE -1
a: 2
b: 3
c: 5
END
"""


def fused(formula: str) -> str:
    """The function `derivatives` as text."""
    program = fuse_model(compile_model(MODEL.format(formula)).program)
    check_program(program)
    text = print_program(program)
    return text[text.index("def derivatives") : text.index("\n\n", text.index("def derivatives"))]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("x*y + a", "fma(states[0], states[1], values[2])"),
        ("a + x*y", "fma(states[0], states[1], values[2])"),
        ("x*y - a", "fma(states[0], states[1], neg(values[2]))"),
        ("a - x*y", "fma(neg(states[0]), states[1], values[2])"),
        ("a*x + b*y", "fma(values[2], states[0], values[3] * states[1])"),
        ("(x*y + a)*y + b", "fma(fma(states[0], states[1], values[2]), states[1], values[3])"),
    ],
)
def test_a_sum_with_a_product_is_one_operation(formula: str, expected: str) -> None:
    assert expected in fused(formula)


@pytest.mark.parametrize("formula", ["x + y", "x*y", "x/y + a", "(x + y)*a"])
def test_other_operations_stay(formula: str) -> None:
    assert "fma" not in fused(formula)


def test_guards_and_modes_stay_so_that_they_agree() -> None:
    program = compile_model(MODEL.format("a*x + y")).program

    def others(functions: tuple[Function, ...]) -> list[Function]:
        return [function for function in functions if function.name != "derivatives"]

    assert others(fuse_model(program).functions) == others(program.functions)
    assert fuse_model(program).is_fused
    assert not program.is_fused


def test_the_parts_of_long_derivatives_are_fused_too() -> None:
    states = [f"x{i}" for i in range(100)]
    equations = "\n".join(f"d{state} = a*{state} + b" for state in states)
    derivatives = " ".join(f"d{state}" for state in states)
    text = f"CONTINUOUS SYSTEM m\nSTATE {' '.join(states)}\nDER {derivatives}\n{equations}\na: 2\nb: 3\nEND\n"

    printed = print_program(fuse_model(compile_model(text).program))

    assert "def derivatives.2" in printed
    assert printed[printed.index("def derivatives") :].count("fma(") >= 100


def test_derivatives_divided_into_islands_are_fused_too() -> None:
    relay = "CONTINUOUS SYSTEM r{}\nSTATE x\nDER dx\ndx = a*x + u\nWHEN x > 1\nu = -1\nEND\na: 2\nu: 1\nEND\n"
    model = compile_model(*(relay.format(i) for i in range(70)), "CONNECTING SYSTEM all\nEND\n")
    assert len(model.program.layout.islands) >= 8

    functions = {function.name: function for function in fuse_model(model.program).functions}

    names = ["derivatives.all.1", *(f"derivatives.island.{i + 1}" for i in range(len(model.program.layout.islands)))]
    texts = [print_program(replace(model.program, functions=(functions[name],))) for name in names]
    assert all("fma(" in text for text in texts)
    guards = [name for name in functions if name.startswith("guards")]
    assert [functions[name] for name in guards] == [f for f in model.program.functions if f.name in guards]
