"""Ranges of parameters and variables."""

import math
from fractions import Fraction

from simnon.model import (
    Apply,
    Expression,
    Limit,
    Name,
    Number,
    Role,
    Unit,
    Variable,
    difference_of,
    times,
    to_power,
)
from simnon.source import Related, Report

from .instances import Instance
from .roles import state_pairs


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


def unit_of_derivative(variable: Variable, instance: Instance, unit_of_time: Unit) -> Unit | None:
    """The unit of its state, divided by that of time unless it is the new value of a discrete state."""
    if variable.role not in (Role.DERIVATIVE, Role.NEW):
        return None
    states = {following: state for state, following in state_pairs(instance.definition.system)}
    state = instance.definition.variables.get(states.get(variable.local, ""))
    if state is None or state.unit is None or variable.role is Role.NEW:
        return state.unit if state is not None else None
    per_time = to_power(unit_of_time, Fraction(-1))
    return times(difference_of(state.unit), per_time) if per_time is not None else None
