"""Expression -> a number, if the values of its names are known; for choices only, never for results."""

from collections.abc import Mapping

from simnon.model import RELATIONS, Expression, finite_number_of, functions_in

_JUMPING = frozenset({*RELATIONS, "and", "or", "not", "if", "sign", "mod", "int"})


def estimate(expression: Expression, value_of_name: Mapping[str, float]) -> float | None:
    """None if a name has no value, the result is not finite, or the expression can jump at other values."""
    return finite_number_of(expression, value_of_name) if _JUMPING.isdisjoint(functions_in(expression)) else None
