"""Expression -> a number, where the values of its names are known; for choices only, never for answers."""

import math
from collections.abc import Callable, Mapping

from simnon.model import BUILTINS, Apply, Expression, Name, Number

_ELEMENTARY: dict[str, Callable[..., float]] = {
    "^": math.pow,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log10,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "arcsin": math.asin,
    "arccos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "abs": abs,
    "min": min,
    "max": max,
}


def number_of(expression: Expression, value_of_name: Mapping[str, float]) -> float | None:
    """None where a name has no value, or the function is not among the usual ones, or the result is not finite."""
    match expression:
        case Number(value):
            return value
        case Name(name):
            return value_of_name.get(name)
        case Apply(function, arguments):
            builtin = BUILTINS.get(function)
            evaluate = _ELEMENTARY.get(function) or (builtin.evaluate if builtin is not None else None)
            numbers = [number_of(argument, value_of_name) for argument in arguments]
            known = [number for number in numbers if number is not None]
            if evaluate is None or len(known) < len(numbers):
                return None
            try:
                value = evaluate(*known)
            except (ValueError, ZeroDivisionError, OverflowError):
                return None
            return value if math.isfinite(value) else None
