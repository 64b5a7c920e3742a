"""Flat model + signals -> the model driven by these signals instead of the numbers of the text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias, assert_never

from simnon.languages import DIALECTS
from simnon.model import (
    Apply,
    Convention,
    Equation,
    Expression,
    FlatModel,
    ForeignDefinition,
    Interpolation,
    Name,
    Role,
    Table,
    Variable,
    apply,
    names_in,
    substitute,
)
from simnon.source import Report, Source, Span, frozen

LANGUAGE = ".t"
TIME = "t"


@frozen
class Samples:
    """Values at increasing times; between them they are interpolated, beyond the ends the end values hold."""

    times: tuple[float, ...]
    values: tuple[float, ...]
    interpolation: Interpolation = Interpolation.LINEAR


@frozen
class Formula:
    """An expression of the language in the time `t`."""

    text: str


@frozen
class PythonFunction:
    """Called with the time at every evaluation; comparisons in it cause no events."""

    body: Callable[[float], float]

    def __repr__(self) -> str:
        return f"PythonFunction({getattr(self.body, '__module__', '')}.{getattr(self.body, '__qualname__', '')})"


@frozen
class Ramp:
    """A straight line: three parameters of the model are its value, its slope, and when it has that value."""


def names_of_ramp(name: str) -> tuple[str, str, str]:
    """The parameters of a ramp: its value, its slope, and when it has that value."""
    return f"NODE({name})", f"SLOPE({name})", f"TIME({name})"


Signal: TypeAlias = Samples | Formula | PythonFunction | Ramp


def give_inputs(model: FlatModel, inputs: Mapping[str, Signal], report: Report) -> FlatModel:
    """`inputs` are parameters by full name; each becomes an input with an equation."""
    tables, foreign, equations, parameters = list(model.tables), list(model.foreign), [], list[Variable]()
    for name, signal in inputs.items():
        source = Source(f"input {name}", signal.text if isinstance(signal, Formula) else "")
        span, called = Span(source, 0, len(source.text)), f"input {name}"
        value: Expression | None = Apply(called, (Name(model.time, span),), span)
        match signal:
            case Samples(times, values, way):
                tables.append(Table(called, (TIME,), way, False, times, (), values, span))
            case PythonFunction(body):
                foreign.append(ForeignDefinition(called, (TIME,), "", "", Convention.PYTHON, span, body=body))
            case Formula(text):
                value = _expression(text, name, model.time, report)
            case Ramp():
                at_node, slope, time = (Name(each, span) for each in names_of_ramp(name))
                passed = apply("+", Name(model.time, span), apply("neg", time))
                value = apply("+", at_node, apply("*", slope, passed))
                parameters += [Variable(each, Role.PARAMETER, local=each, start=0.0) for each in names_of_ramp(name)]
            case _:
                assert_never(signal)
        if value is not None:
            equations.append(Equation(name, value, span))
    driven = {equation.target for equation in equations}
    return replace(
        model,
        variables=(
            *(replace(v, role=Role.INPUT, start=None) if v.name in driven else v for v in model.variables),
            *parameters,
        ),
        equations=(*model.equations, *equations),
        tables=tuple(tables),
        foreign=tuple(foreign),
        limits=tuple(limit for limit in model.limits if limit.name not in driven),
    )


def _expression(text: str, name: str, time: str, report: Report) -> Expression | None:
    """The expression, with the model's name for the time; None if it cannot be read, which is reported."""
    if len(text.splitlines()) != 1:
        report.error("unreadable-line", f"input {name}: a formula is one line", None, "give one expression")
        return None
    source = Source(f"input {name}", f"CONTINUOUS SYSTEM input\nTIME {TIME}\ngiven = {text}\nEND\n")
    for system in DIALECTS[LANGUAGE](source, report):
        for assignment in system.assignments:
            strange = [each for each in names_in(assignment.value) if each.casefold() != TIME]
            if strange:
                message = f"input {name}: '{strange[0]}' is not known here"
                report.error(
                    "undefined-name", message, assignment.span, f"a formula reads nothing but the time, {TIME}"
                )
                return None
            return substitute(assignment.value, {TIME: Name(time, assignment.span)})
    return None
