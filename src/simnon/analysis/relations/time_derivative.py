"""Expression -> its derivative by time, through everything that changes with time between events."""

from collections.abc import Callable, Mapping

from simnon.model import Apply, Expression, apply, parts_of

from ..derivative import partial_derivatives, simplified
from ..fold_constants import folded
from .relation import ZERO, live_names


class NoDerivative(Exception):
    """The message states the reason."""


def time_derivative(
    expression: Expression,
    derivative_of_name: Callable[[str], Expression],
    reason_of_name: Mapping[str, str],
    foreign: frozenset[str],
) -> Expression:
    """The sum of partial derivatives times derivatives; `reason_of_name` explains names that have none."""
    moving = {name: derivative_of_name(name) for name in live_names(expression)}
    moving = {name: rate for name, rate in moving.items() if rate != ZERO}
    for name in live_names(expression):
        if name in reason_of_name:
            raise NoDerivative(reason_of_name[name])
    for part in parts_of(expression):
        if isinstance(part, Apply) and part.function in foreign and not moving.keys().isdisjoint(live_names(part)):
            raise NoDerivative(f"the function '{part.function}' has no formula for its derivative")
    partials = partial_derivatives(expression, moving.__contains__)
    terms = [simplified(apply("*", partial, moving[name])) for name, partial in partials.items()]
    terms = [folded(term) for term in terms if term != ZERO]
    if not terms:
        return ZERO
    return terms[0] if len(terms) == 1 else apply("+", *terms)
