"""Ranges of parameters and variables."""

import math

from simnon.model import Apply, Expression, Limit, Name, Number, Variable
from simnon.source import Related, Report

from .instances import Instance


def check_limit(variable: Variable, limit: Limit, instance: Instance, report: Report) -> None:
    """A parameter outside its range is an error."""
    if variable.start is None or limit.low <= variable.start <= limit.high:
        return
    given = instance.given_by_local().get(variable.local.casefold())
    report.error(
        "out-of-range",
        f"'{variable.name}' is {variable.start:g}, which is outside {limit.shown}",
        given.span if given is not None else variable.span,
        f"give it a value in {limit.shown}",
        (Related("the range is here", limit.span),) if limit.span is not None else (),
    )


def outside_of(limit: Limit) -> Expression | None:
    """The condition that the variable is outside; None if it cannot be."""
    span, name = limit.span, Name(limit.name, limit.span)
    sides: list[Expression] = []
    if limit.low > -math.inf:
        sides.append(Apply("<", (name, Number(limit.low, span)), span))
    if limit.high < math.inf:
        sides.append(Apply(">", (name, Number(limit.high, span)), span))
    if not sides:
        return None
    return sides[0] if len(sides) == 1 else Apply("or", tuple(sides), span)
