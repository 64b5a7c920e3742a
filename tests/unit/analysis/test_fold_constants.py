"""fold_constants: constant expressions are computed in advance, to the last bit as the targets would."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis.fold_constants import fold_constants, folded
from simnon.model import Apply, Name, Number, apply
from simnon.program import Program
from simnon.targets import TARGETS
from tests.examples import examples
from tests.targets.running_models import call, numbers_at_start
from tests.unit.analysis.small_models import program_without, text_of

FUNCTIONS = (
    "SQRT",
    "EXP",
    "LN",
    "LOG",
    "SIN",
    "COS",
    "TAN",
    "ATAN",
    "SINH",
    "COSH",
    "TANH",
    "ABS",
    "ARCSIN",
    "ARCCOS",
    "INT",
    "SIGN",
)
numbers = st.floats(-50, 50).map(lambda value: f"({value!r})")


def test_terms_are_added_from_the_left() -> None:
    terms = tuple(Number(value) for value in (0.1, 0.2, 0.3, -0.6))

    assert folded(Apply("+", terms)) == Number(0.1 + 0.2 + 0.3 + -0.6)


def test_expressions_without_a_finite_value_are_left_to_the_run() -> None:
    for expression in (apply("/", Number(1.0), Number(0.0)), apply("ln", Number(-1.0)), apply("exp", Number(1e3))):
        assert folded(expression) is expression


def test_constant_subexpressions_are_folded_inside_others() -> None:
    assert folded(apply("*", apply("+", Number(1.0), Number(2.0)), Name("x"))) == apply("*", Number(3.0), Name("x"))


def test_values_that_change_at_samples_are_not_constant() -> None:
    uniform = Apply("uniform", (Number(0.0), Number(0.0)))

    assert folded(uniform) is uniform


@examples(25)
@given(st.lists(st.tuples(st.sampled_from(FUNCTIONS), numbers, numbers), min_size=20, max_size=20))
def test_folding_keeps_every_bit(calls: list[tuple[str, str, str]]) -> None:
    lines = [
        f"y{i} = {function}({a}) + MOD({a}, {b})*MIN({a}, {b})/{b} - MAX({a}, {b})"
        for i, (function, a, b) in enumerate(calls)
    ]
    text = text_of(*lines)

    with_pass, without = (
        _values(program_without(text, *left_out), target)
        for left_out, target in (((), "interpreter"), ((fold_constants,), "llvm"))
    )

    assert with_pass == without


def _values(program: Program, target: str) -> list[str]:
    executable = TARGETS[target].build(program)
    start = numbers_at_start(program.layout)
    call(executable, "initial", start)
    slots = program.layout.slot_of_name()
    return [_bits(float(start.values[slots[f"y{i}"]])) for i in range(20)]


def _bits(value: float) -> str:
    return "nan" if math.isnan(value) else value.hex()


@pytest.mark.parametrize("function", ["^", "atan2", "<", "and"])
def test_elementary_functions_and_conditions_are_left_to_the_program(function: str) -> None:
    expression = apply(function, Number(5.0), Number(3.0))

    assert folded(expression) is expression
