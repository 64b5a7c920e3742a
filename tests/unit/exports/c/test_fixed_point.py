"""fixed_point: the integers that the C code computes with are the values of the expression, within their rounding."""

import re
from collections.abc import Callable

import pytest

from simnon.exports.c.fixed_point import BITS, Fixed, Range, constant, fixed_number, shifted, write_fixed
from simnon.exports.c.functions import NotExpressible
from simnon.program import Constant, Expression, Load, Local, Operation, Type

RANGES = {"a": Range(-4.0, 4.0), "b": Range(0.5, 100.0), "c": Range(1000.0, 5000.0)}
VALUES = {"a": -1.37, "b": 2.75, "c": 1234.5}


def local(name: str) -> Fixed:
    return Fixed(name, RANGES[name].fraction_bits, RANGES[name])


def of(operator: str, *operands: Expression | float) -> Operation:
    given = [Constant(each, Type.FLOAT) if isinstance(each, float) else each for each in operands]
    return Operation(operator, tuple(given), Type.BOOL if operator in ("<", ">=", "and", "or", "not") else Type.FLOAT)


A, B, C = (Local(name, Type.FLOAT) for name in "abc")


def truncated(text: str) -> str:
    """The text of C in Python: division towards zero, && and the conditional operator."""
    text = text.replace("&&", " and ").replace("||", " or ").replace("(!", "(not ")
    text = re.sub(r"\((\(.*\)) \? (.*) : (.*)\)$", r"(\2 if \1 else \3)", text)
    return text.replace(" / ", " // ")


def run(found: Fixed) -> float:
    """What the code computes, as a number."""

    def shift(value: int, bits: int) -> int:
        return value << bits if bits >= 0 else (value + (1 << (-bits - 1))) >> -bits

    names: dict[str, object] = {name: fixed_number(VALUES[name], local(name).q) for name in VALUES}
    functions: dict[str, Callable[..., int]] = {
        "INT64_C": int,
        "simnon_shift": shift,
        "simnon_magnitude": abs,
        "simnon_fixed_min": min,
        "simnon_fixed_max": max,
    }
    number = eval(truncated(found.text), {"__builtins__": {}, **functions, **names})  # noqa: S307
    assert found.is_truth or abs(number) < 2**BITS
    return float(number) if found.is_truth else float(number) / 2.0**found.q


@pytest.mark.parametrize(
    ("expression", "expected", "ends"),
    [
        (of("+", A, B), -1.37 + 2.75, (-3.5, 104.0)),
        (of("-", A, B), -1.37 - 2.75, (-104.0, 3.5)),
        (of("*", A, C), -1.37 * 1234.5, (-20000.0, 20000.0)),
        (of("/", A, B), -1.37 / 2.75, (-8.0, 8.0)),
        (of("/", 0.3, C), 0.3 / 1234.5, (0.3 / 5000, 0.3 / 1000)),
        (of("neg", B), -2.75, (-100.0, -0.5)),
        (of("abs", A), 1.37, (0.0, 4.0)),
        (of("abs", of("neg", B)), 2.75, (0.5, 100.0)),
        (of("min", A, B), -1.37, (-4.0, 4.0)),
        (of("max", A, C), 1234.5, (1000.0, 5000.0)),
        (of("likely", A), -1.37, (-4.0, 4.0)),
        (of("+", of("*", 0.1, A), 2.0), 1.863, (1.6, 2.4)),
    ],
)
def test_an_operation_has_its_value_and_its_range(
    expression: Operation, expected: float, ends: tuple[float, float]
) -> None:
    found = write_fixed(expression, {}, local)

    assert (found.range.low, found.range.high) == pytest.approx(ends)
    assert run(found) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (of("<", A, B), True),
        (of(">=", A, B), False),
        (of("and", of("<", A, B), of("<", B, A)), False),
        (of("or", of("<", A, B), of("<", B, A)), True),
        (of("not", of("<", A, B)), False),
    ],
)
def test_a_condition_is_true_or_false(expression: Operation, expected: bool) -> None:
    found = write_fixed(expression, {}, local)

    assert found.is_truth
    assert bool(run(found)) is expected


def test_a_choice_has_the_fewer_fraction_bits_and_the_range_of_both() -> None:
    found = write_fixed(of("select", of("<", A, B), A, C), {}, local)

    assert found.q == local("c").q
    assert (found.range.low, found.range.high) == (-4.0, 5000.0)
    assert run(found) == pytest.approx(-1.37, abs=2.0**-found.q)


def test_constants_and_slots_have_their_own_formats() -> None:
    whole = write_fixed(Constant(3, Type.INT), {}, local)
    slot = write_fixed(Load("values", Constant(7, Type.INT)), {7: local("b")}, local)

    assert (whole.text, whole.q) == ("3", 0)
    assert slot == local("b")
    assert constant(0.0) == Fixed("INT64_C(0)", 30, Range(0.0, 0.0))
    assert constant(0.75).text == f"INT64_C({3 * 2**28})"
    assert shifted(constant(0.75), 30) == constant(0.75).text


@pytest.mark.parametrize(
    ("size", "bits"), [(0.0, 30), (0.4, 30), (1.0, 29), (1.5, 29), (2.0, 28), (1000.0, 20), (2.0**31, -2)]
)
def test_the_integer_part_has_the_bits_that_it_needs(size: float, bits: int) -> None:
    found = Range(-size, size / 2)

    assert found.fraction_bits == bits
    assert abs(fixed_number(size, bits)) < 2**BITS


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (of("/", B, A), "whose range includes zero"),
        (of("mod", A, B), "MOD in fixed point"),
        (Load("table", Constant(0, Type.INT)), "a function in fixed point"),
    ],
)
def test_what_has_no_fixed_point_is_refused(expression: Expression, message: str) -> None:
    with pytest.raises(NotExpressible, match=message):
        write_fixed(expression, {}, local)
