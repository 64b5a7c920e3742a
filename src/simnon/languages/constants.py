"""Expressions -> numbers, where they are known when the text is read."""

import math
from collections.abc import Callable, Mapping

from simnon.model import BUILTINS, Apply, Expression, Name, Number

_OTHERS: Mapping[str, Callable[..., float]] = {
    "^": math.pow,
    "int": lambda x: float(math.trunc(x)),
    "sign": lambda x: math.copysign(1.0, x) if x else 0.0,
    "min": min,
    "max": max,
}


def constant_value(expression: Expression, known: Mapping[str, float]) -> float | None:
    """The number, or None where the expression needs more than the names in `known` and plain functions."""
    match expression:
        case Number(value):
            return value
        case Name(name, _, ""):
            return known.get(name)
        case Name():
            return None
        case Apply(function, arguments):
            values = [constant_value(argument, known) for argument in arguments]
            numbers = [value for value in values if value is not None]
            return _applied(function, numbers) if len(numbers) == len(values) else None


def _applied(function: str, numbers: list[float]) -> float | None:
    builtin = BUILTINS.get(function)
    evaluate = _OTHERS.get(function) or (builtin.evaluate if builtin is not None else None)
    if evaluate is None:
        return None
    try:
        value = float(evaluate(*numbers))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        return None
    return value if math.isfinite(value) else None
