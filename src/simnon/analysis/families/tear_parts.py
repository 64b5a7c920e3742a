"""HybridModel -> the same without loops inside its parts, if each of them becomes plain equations.

What tearing adds is put where it is read: then equations are again those of declared variables, and the same in all
parts.
"""

from dataclasses import replace

from simnon.model import Equation, Expression, HybridModel, Name, NotWhole, Role, substitute
from simnon.source import Report

from ..eliminate_aliases import eliminate_aliases
from ..fold_constants import fold_constants
from ..make_events_explicit import make_events_explicit
from ..recognise_periods import recognise_periods
from ..tear_loops import tear_loops

LONGEST = 200
"""The most names that a value can read after something was put into it."""


def tear_parts(model: HybridModel, report: Report) -> HybridModel:
    known = {variable.name for variable in model.variables}
    for each in (eliminate_aliases, fold_constants, recognise_periods, make_events_explicit, tear_loops):
        model = each(model, report)
        if report.has_errors:
            raise NotWhole("the model with few parts has a mistake")
    if model.solutions or model.initial_solutions:
        raise NotWhole("the equations of several parts need each other's values, or are solved by iteration")
    if model.modes or model.domains or model.time_events:
        raise NotWhole("there are events beside algebraic loops")
    added = {v.name for v in model.variables if v.name not in known and v.role is Role.INTERMEDIATE}
    values = {equation.target: equation.value for equation in model.equations if equation.target in added}
    while nested := {name for name, value in values.items() if not added.isdisjoint(_names(value))}:
        values |= {name: _put(values[name], {n: v for n, v in values.items() if n not in nested}) for name in nested}
    equations = [_with(equation, values) for equation in model.equations if equation.target not in added]
    return replace(
        model,
        variables=tuple(variable for variable in model.variables if variable.name not in added),
        equations=tuple(equations),
        linear_loops=(),
    )


def _with(equation: Equation, values: dict[str, Expression]) -> Equation:
    if values.keys().isdisjoint(equation.reads):
        return equation
    return replace(equation, value=_put(equation.value, values))


def _put(value: Expression, values: dict[str, Expression]) -> Expression:
    found = substitute(value, values)
    if len(_names(found)) > LONGEST:
        raise NotWhole("algebraic loops are too long")
    return found


def _names(value: Expression) -> list[str]:
    return Equation("", value).reads if not isinstance(value, Name) else [value.name]
