"""Expression -> number, if the values of its names are known: the only evaluation outside of programs."""

import math
from collections.abc import Callable, Mapping

from .arithmetic import small_power
from .expression import Apply, Expression, Name, Number
from .function import BUILTINS

LARGEST_MULTIPLIED_POWER = 4
"""An integer exponent up to this, written as a number, is computed as a product."""


def is_multiplied(exponent: Expression) -> bool:
    """Whether the power is computed as a product, because its exponent is a small integer in the text."""
    if not isinstance(exponent, Number):
        return False
    return abs(exponent.value) <= LARGEST_MULTIPLIED_POWER and exponent.value.is_integer()


def meaning_of(node: Apply) -> Callable[..., float] | None:
    """The function on numbers; None if it needs more than numbers, or a different number of arguments."""
    builtin = BUILTINS.get(node.function)
    if builtin is None or not builtin.takes_count(len(node.arguments)):
        return None
    return small_power if node.function == "^" and is_multiplied(node.arguments[1]) else builtin.evaluate


def number_of(expression: Expression, value_of: Callable[[Name], float | None]) -> float | None:
    """The value of the expression, infinite or nan included; None if it needs more than numbers, or one is missing."""
    match expression:
        case Number(value):
            return value
        case Name():
            return value_of(expression)
        case Apply(_, arguments):
            meaning = meaning_of(expression)
            if meaning is None:
                return None
            numbers = [number_of(argument, value_of) for argument in arguments]
            known = [number for number in numbers if number is not None]
            return meaning(*known) if len(known) == len(numbers) else None


def finite_number_of(expression: Expression, value_of_name: Mapping[str, float]) -> float | None:
    """The same for names without owners; None also for a condition, and if the number is not finite."""
    value = number_of(expression, lambda name: None if name.path else value_of_name.get(name.name))
    return value if isinstance(value, float) and math.isfinite(value) else None
