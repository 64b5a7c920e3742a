"""Functions of MathML that Simnon has no word for -> those it has."""

import math
from collections.abc import Callable

from simnon.model import Expression, Number

Apply = Callable[..., Expression]
Made = Callable[[Apply, list[Expression]], Expression | None]

ONE, TWO = Number(1.0), Number(2.0)


def _floor(apply: Apply, x: Expression) -> Expression:
    whole = apply("int", x)
    return apply("if", apply(">", whole, x), apply("+", whole, Number(-1.0)), whole)


def _logarithm(apply: Apply, values: list[Expression]) -> Expression:
    base, x = values if len(values) == 2 else (Number(10.0), values[0])
    return apply("log", x) if base == Number(10.0) else apply("/", apply("ln", x), apply("ln", base))


def _root(apply: Apply, values: list[Expression]) -> Expression:
    degree, x = values if len(values) == 2 else (TWO, values[0])
    return apply("sqrt", x) if degree == TWO else apply("^", x, apply("/", ONE, degree))


def _factorial(_apply: Apply, values: list[Expression]) -> Expression | None:
    value = values[0].value if isinstance(values[0], Number) else -1.0
    return Number(float(math.factorial(int(value)))) if value.is_integer() and 0 <= value <= 170 else None


def _area_sine(apply: Apply, x: Expression) -> Expression:
    """By the absolute value, so that nothing cancels."""
    size = apply("abs", x)
    root = apply("sqrt", apply("+", apply("*", x, x), ONE))
    return apply("*", apply("sign", x), apply("ln", apply("+", size, root)))


def _area_cosine(apply: Apply, x: Expression) -> Expression:
    return apply("ln", apply("+", x, apply("sqrt", apply("+", apply("*", x, x), Number(-1.0)))))


def _area_tangent(apply: Apply, x: Expression) -> Expression:
    quotient = apply("/", apply("+", ONE, x), apply("+", ONE, apply("neg", x)))
    return apply("*", Number(0.5), apply("ln", quotient))


def _inverse(apply: Apply, x: Expression) -> Expression:
    return apply("/", ONE, x)


def _one_over(function: str) -> Made:
    return lambda apply, values: _inverse(apply, apply(function, values[0]))


def _of_inverse(function: str) -> Made:
    return lambda apply, values: apply(function, _inverse(apply, values[0]))


def _area_of_inverse(make: Callable[[Apply, Expression], Expression]) -> Made:
    return lambda apply, values: make(apply, _inverse(apply, values[0]))


def _area(make: Callable[[Apply, Expression], Expression]) -> Made:
    return lambda apply, values: make(apply, values[0])


SPECIAL: dict[str, Made] = {
    "FLOOR": _area(_floor),
    "CEILING": lambda apply, values: apply("neg", _floor(apply, apply("neg", values[0]))),
    "LOG": _logarithm,
    "ROOT": _root,
    "FACTORIAL": _factorial,
    "QUOTIENT": lambda apply, values: apply("int", apply("/", *values)),
    "REM": lambda apply, values: apply("mod", *values),
    "SEC": _one_over("cos"),
    "CSC": _one_over("sin"),
    "COT": _one_over("tan"),
    "SECH": _one_over("cosh"),
    "CSCH": _one_over("sinh"),
    "COTH": _one_over("tanh"),
    "ARCSEC": _of_inverse("arccos"),
    "ARCCSC": _of_inverse("arcsin"),
    "ARCCOT": _of_inverse("atan"),
    "ARCSINH": _area(_area_sine),
    "ARCCOSH": _area(_area_cosine),
    "ARCTANH": _area(_area_tangent),
    "ARCCSCH": _area_of_inverse(_area_sine),
    "ARCSECH": _area_of_inverse(_area_cosine),
    "ARCCOTH": _area_of_inverse(_area_tangent),
}
"""By the name of the type in libsbml, without its first word."""
