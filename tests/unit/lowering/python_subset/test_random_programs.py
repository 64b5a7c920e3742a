"""Random programs give the same bits as plain Python, as the interpreter, and as machine code."""

import math
from array import array
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from simnon.kernels import subset
from simnon.lowering.python_subset import Translation, translate
from simnon.program import (
    Call,
    Constant,
    Expression,
    Load,
    Operation,
    expressions_of,
    postorder,
    statements_within,
)
from tests.examples import examples

from .random_programs import SIZE, write_module
from .running import Number, Runner, same

ARGUMENTS = (
    (1.5, -0.25, 3, -2, True),
    (-1e10, 0.0, 0, 7, False),
    (math.inf, -0.0, 2**62, -(2**63), True),
)


def run_plain(text: str, arguments: tuple[Number, ...], numbers: list[float]) -> tuple[Any, list[float]]:
    namespace: dict[str, Any] = dict(vars(subset))
    exec(compile(text, "<random>", "exec"), namespace)  # noqa: S102 - the text is our own
    values = array("d", numbers)
    result = namespace["main"](values, *arguments)
    return result, list(values)


def check(text: str, targets: tuple[str, ...]) -> None:
    translation = translate(text, ("main",))
    check_lazy_parts(translation)
    for target in targets:
        runner = Runner(translation, "main", target)
        for arguments in ARGUMENTS:
            values = np.array([0.5, -1.0, 2.0, 1e6])
            expected, expected_values = run_plain(text, arguments, values.tolist())
            result = runner(arguments, values)
            assert same(result, expected), f"{target}: {result} is not {expected} for {arguments}\n{text}"
            for place in range(SIZE):
                assert same(float(values[place]), expected_values[place]), f"{target}: a[{place}]\n{text}"


def check_lazy_parts(translation: Translation) -> None:
    """Values that Python may skip are computed anyway, so they must not read out of bounds."""
    for function in translation.functions:
        for statement in statements_within(function.body):
            for expression in expressions_of(statement):
                for node in postorder(expression):
                    if isinstance(node, Operation) and node.operator in ("and", "or", "select"):
                        assert all(is_harmless(argument) for argument in node.arguments[1:]), node


def is_harmless(expression: Expression) -> bool:
    return not any(
        isinstance(node, Call) or (isinstance(node, Load) and not isinstance(node.index, Constant))
        for node in postorder(expression)
    )


@examples(100, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_the_interpreter_gives_the_bits_of_plain_python(random: Random) -> None:
    check(write_module(random), ("interpreter",))


@examples(40, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_machine_code_gives_the_bits_of_plain_python(random: Random) -> None:
    check(write_module(random), ("llvm",))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_many_random_programs_give_the_bits_of_plain_python(start: int) -> None:
    for seed in range(start, start + 250):
        check(write_module(Random(seed)), ("interpreter", "llvm"))  # noqa: S311 - not for secrets
