"""What kernels can use means the same in plain Python, in the interpreter and in machine code."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from simnon.kernels import subset
from simnon.lowering.python_subset import translate
from tests.unit.lowering.python_subset.running import Runner, same

FLOATS = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -2.0, 3.0, -3.0, 1e-310, -1e-310, 710.0, -710.0, 800.0, -800.0,
    1e308, -1e308, 9.3e18, -9.3e18, 2.0**52 + 0.5, math.inf, -math.inf, math.nan,
)  # fmt: skip
INTS = (0, 1, -1, 5, 2**62, -(2**62), 2**63 - 1, -(2**63), 0x3FF0000000000000)
UNARY = (
    "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "floor",
)  # fmt: skip
TARGETS = ("interpreter", "llvm")


def compiled(expression: str, parameters: str, result: str, target: str) -> Runner:
    text = f"def f({parameters}) -> {result}:\n    return {expression}\n"
    return Runner(translate(text, ("f",)), "f", target)


def named(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(subset, name)
    return function


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_number_never_fail(name: str, target: str) -> None:
    run = compiled(f"{name}(x)", "x: float", "float", target)
    for x in FLOATS:
        assert same(run((x,)), named(name)(x)), f"{name}({x})"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["divide", "pow", "atan2"])
def test_functions_of_two_numbers_never_fail(name: str, target: str) -> None:
    run = compiled(f"{name}(x, y)", "x: float, y: float", "float", target)
    for x in FLOATS:
        for y in FLOATS:
            assert same(run((x, y)), named(name)(x, y)), f"{name}({x}, {y})"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["truncate", "bits"])
def test_floats_become_ints(name: str, target: str) -> None:
    run = compiled(f"{name}(x)", "x: float", "int", target)
    for x in FLOATS:
        assert run((x,)) == named(name)(x), f"{name}({x})"


@pytest.mark.parametrize("target", TARGETS)
def test_bits_become_floats(target: str) -> None:
    run = compiled("frombits(i)", "i: int", "float", target)
    for i in INTS:
        assert same(run((i,)), subset.frombits(i))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("operator", ["+", "-", "*"])
def test_wrapped_arithmetic_keeps_the_low_bits(operator: str, target: str) -> None:
    run = compiled(f"wrap(i {operator} j)", "i: int, j: int", "int", target)
    apply = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[operator]
    for i in INTS:
        for j in INTS:
            assert run((i, j)) == subset.wrap(apply(i, j)), f"{i} {operator} {j}"


@pytest.mark.parametrize("target", TARGETS)
def test_is_nan_knows_nan(target: str) -> None:
    run = compiled("is_nan(x)", "x: float", "bool", target)
    for x in FLOATS:
        assert run((x,)) is subset.is_nan(x)


def test_an_array_holds_floats() -> None:
    array = subset.zeros(2)
    array[1] = 3
    assert [array[0], array[1]] == [0.0, 3.0]
    assert isinstance(array[1], float)
