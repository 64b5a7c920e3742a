"""Operators: every target gives the results that `operators.py` defines, also at the edges."""

import math

import pytest

from simnon.program import Constant, Expression
from simnon.targets import TARGETS
from tests.unit.targets.small_programs import (
    BOOL,
    INT,
    apply,
    boolean,
    give,
    integer,
    number,
    program_of,
    run,
)

INF, NAN = math.inf, math.nan
SMALLEST, LARGEST = -(2**63), 2**63 - 1

FLOATS = [
    ("/", (1.0, 0.0), INF), ("/", (-1.0, 0.0), -INF), ("/", (1.0, -0.0), -INF), ("/", (0.0, 0.0), NAN),
    ("+", (0.1, 0.2), 0.30000000000000004), ("-", (INF, INF), NAN), ("*", (1e300, 1e300), INF),
    ("min", (1.0, NAN), 1.0), ("min", (NAN, 1.0), NAN), ("min", (0.0, -0.0), 0.0), ("min", (2.0, 1.0), 1.0),
    ("max", (1.0, NAN), 1.0), ("max", (NAN, 1.0), NAN), ("max", (-0.0, 0.0), -0.0), ("max", (1.0, 2.0), 2.0),
    ("sqrt", (-1.0,), NAN), ("sqrt", (-0.0,), -0.0), ("sqrt", (2.0,), math.sqrt(2.0)),
    ("exp", (710.0,), INF), ("exp", (-1000.0,), 0.0), ("exp", (1.0,), math.e), ("exp", (-INF,), 0.0),
    ("log", (0.0,), -INF), ("log", (-0.0,), -INF), ("log", (-1.0,), NAN), ("log", (INF,), INF),
    ("log10", (1000.0,), 3.0), ("log10", (0.0,), -INF), ("log10", (-1.0,), NAN),
    ("sin", (INF,), NAN), ("cos", (INF,), NAN), ("tan", (-INF,), NAN), ("sin", (-0.0,), -0.0),
    ("asin", (2.0,), NAN), ("acos", (-2.0,), NAN), ("atan", (INF,), math.pi / 2), ("acos", (1.0,), 0.0),
    ("sinh", (-1000.0,), -INF), ("cosh", (-1000.0,), INF), ("tanh", (1000.0,), 1.0), ("tanh", (NAN,), NAN),
    ("floor", (-0.5,), -1.0), ("floor", (-0.0,), -0.0), ("floor", (INF,), INF), ("floor", (1e300,), 1e300),
    ("floor", (0.7,), 0.0), ("floor", (NAN,), NAN),
    ("abs", (-0.0,), 0.0), ("abs", (-INF,), INF), ("neg", (0.0,), -0.0), ("neg", (-2.5,), 2.5),
    ("pow", (0.0, -1.0), INF), ("pow", (-0.0, -1.0), -INF), ("pow", (-0.0, -2.0), INF), ("pow", (-8.0, 1 / 3), NAN),
    ("pow", (-10.0, 309.0), -INF), ("pow", (-10.0, 310.0), INF), ("pow", (10.0, -400.0), 0.0),
    ("pow", (1.0, NAN), 1.0), ("pow", (NAN, 0.0), 1.0), ("pow", (-1.0, INF), 1.0), ("pow", (2.0, 0.5), math.sqrt(2.0)),
    ("atan2", (0.0, -0.0), math.pi), ("atan2", (-0.0, -1.0), -math.pi), ("atan2", (INF, -INF), 3 * math.pi / 4),
]  # fmt: skip

INTS = [
    ("+", (LARGEST, 1), SMALLEST), ("-", (SMALLEST, 1), LARGEST), ("*", (2**62, 2), SMALLEST), ("*", (3, -4), -12),
    ("//", (7, 2), 3), ("//", (-7, 2), -4), ("//", (7, -2), -4), ("//", (-7, -2), 3), ("//", (5, 0), 0),
    ("//", (SMALLEST, -1), SMALLEST), ("//", (SMALLEST, 1), SMALLEST), ("//", (6, -1), -6),
    ("%", (7, 3), 1), ("%", (-7, 3), 2), ("%", (7, -3), -2), ("%", (-7, -3), -1), ("%", (5, 0), 0),
    ("%", (SMALLEST, -1), 0), ("%", (6, -3), 0),
    ("min", (2, 1), 1), ("max", (2, 3), 3), ("neg", (SMALLEST,), SMALLEST), ("abs", (SMALLEST,), SMALLEST),
    ("abs", (-3,), 3), ("neg", (4,), -4), ("&", (-1, 6), 6), ("|", (-8, 1), -7), ("^", (-1, 1), -2),
    ("<<", (1, 63), SMALLEST), ("<<", (1, 64), 1), ("<<", (3, 65), 6), (">>", (-1, 63), 1), (">>", (-1, 64), -1),
    (">>", (8, -62), 2), ("<<", (1, -1), SMALLEST),
]  # fmt: skip

COMPARED = [
    ("<", (1.0, NAN), False), ("<=", (NAN, NAN), False), (">", (2.0, 1.0), True), (">=", (0.0, -0.0), True),
    ("==", (NAN, NAN), False), ("!=", (NAN, NAN), True), ("==", (0.0, -0.0), True), ("!=", (1.0, 1.0), False),
]  # fmt: skip

CUT = [
    (2.9, 2), (-2.9, -2), (NAN, 0), (INF, LARGEST), (-INF, SMALLEST), (1e19, LARGEST), (-1e19, SMALLEST),
    (9223372036854774784.0, 9223372036854774784), (-9223372036854775808.0, SMALLEST), (-0.0, 0),
]  # fmt: skip


def constant(value: float | int | bool) -> Constant:
    if isinstance(value, bool):
        return boolean(value)
    return integer(value) if isinstance(value, int) else number(value)


def float_of(expression: Expression, target: str) -> float:
    return run(program_of(give(expression)), target)[0]


def int_of(expression: Expression, target: str) -> int:
    """Both halves, each of which a float holds exactly."""
    low = apply("&", expression, integer(0xFFFF_FFFF), gives=INT)
    high = apply(">>", expression, integer(32), gives=INT)
    out = run(program_of(give(low), give(high, 1)), target)
    value = int(out[0]) + (int(out[1]) << 32)
    return value - 2**64 if value >= 2**63 else value


def same(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1.0, a) == math.copysign(1.0, b))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("operator", "arguments", "expected"), FLOATS)
def test_on_floats(operator: str, arguments: tuple[float, ...], expected: float, target: str) -> None:
    assert same(float_of(apply(operator, *map(constant, arguments)), target), expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("operator", "arguments", "expected"), INTS)
def test_on_ints(operator: str, arguments: tuple[int, ...], expected: int, target: str) -> None:
    assert int_of(apply(operator, *map(constant, arguments), gives=INT), target) == expected


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("operator", "arguments", "expected"), COMPARED)
def test_comparisons(operator: str, arguments: tuple[float, ...], expected: bool, target: str) -> None:
    assert float_of(apply(operator, *map(constant, arguments), gives=BOOL), target) == float(expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("value", "expected"), CUT)
def test_int_truncates_towards_zero_and_saturates(value: float, expected: int, target: str) -> None:
    assert int_of(apply("int", number(value), gives=INT), target) == expected


@pytest.mark.parametrize("target", TARGETS)
def test_logic(target: str) -> None:
    for a in (False, True):
        for b in (False, True):
            assert float_of(apply("and", boolean(a), boolean(b), gives=BOOL), target) == float(a and b)
            assert float_of(apply("or", boolean(a), boolean(b), gives=BOOL), target) == float(a or b)
        assert float_of(apply("not", boolean(a), gives=BOOL), target) == float(not a)
        assert float_of(apply("float", boolean(a)), target) == float(a)
        assert int_of(apply("int", boolean(a), gives=INT), target) == int(a)
        assert float_of(apply("select", boolean(a), number(1.5), number(-0.0)), target) == (1.5 if a else -0.0)


@pytest.mark.parametrize("target", TARGETS)
def test_bits_of_a_float_and_back(target: str) -> None:
    assert int_of(apply("bits", number(1.0), gives=INT), target) == 0x3FF0_0000_0000_0000
    assert int_of(apply("bits", number(-0.0), gives=INT), target) == SMALLEST
    assert float_of(apply("frombits", integer(0x4009_21FB_5444_2D18)), target) == math.pi
    assert float_of(apply("frombits", integer(1)), target) == 5e-324


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("pattern", [0x7FF0_0000_0000_0001, -1, 0x7FF8_0000_0000_0000, -0x8_0000_0000_0000])
def test_every_nan_has_the_same_bits(pattern: int, target: str) -> None:
    nan = apply("frombits", integer(pattern))

    assert int_of(apply("bits", nan, gives=INT), target) == 0x7FF8_0000_0000_0000


@pytest.mark.parametrize("target", TARGETS)
def test_a_large_int_becomes_the_nearest_float(target: str) -> None:
    assert float_of(apply("float", integer(2**53 + 1)), target) == 2.0**53
    assert float_of(apply("float", integer(LARGEST)), target) == 2.0**63


@pytest.mark.parametrize("target", TARGETS)
def test_a_product_and_a_sum_are_rounded_one_after_the_other(target: str) -> None:
    """A fused multiply-add would give 2**-60 here."""
    x = 1.0 + 2.0**-30
    product = apply("*", number(x), number(x))
    expected = x * x - (1.0 + 2.0**-29)

    assert float_of(apply("-", product, number(1.0 + 2.0**-29)), target) == expected == 0.0
