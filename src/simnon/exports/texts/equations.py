"""Compiled model -> its equations as the text has them, with functions expanded, and what a format must refuse."""

from collections.abc import Sequence

from simnon.analysis import expand_functions
from simnon.compiler import CompiledModel
from simnon.model import Equation, FlatModel
from simnon.source import Report, Span, UserError, frozen


@frozen
class Equations:
    """`continuous` and those of each sampler, in source order."""

    model: FlatModel
    continuous: tuple[Equation, ...]
    sampled: dict[str, tuple[Equation, ...]]


def equations_of(compiled: CompiledModel) -> Equations:
    declared = compiled.analysed.declared
    expanded = expand_functions(declared, Report())
    assert isinstance(expanded, FlatModel), "exports: expanding functions leaves a flat model"
    variables = expanded.by_name()
    sampled: dict[str, list[Equation]] = {sampler.name: [] for sampler in expanded.samplers}
    continuous = []
    for equation in expanded.equations:
        variable = variables.get(equation.target)
        if variable is not None and variable.sampler:
            sampled[variable.sampler].append(equation)
        else:
            continuous.append(equation)
    return Equations(expanded, tuple(continuous), {name: tuple(found) for name, found in sampled.items()})


def refuse(language: str, found: Sequence[tuple[str, Sequence[object]]]) -> None:
    """Raise UserError with the place of the first thing that the language cannot express."""
    for what, things in found:
        if things:
            span = getattr(things[0], "span", None)
            place = f"{span.source.name}:{span.line}: " if isinstance(span, Span) else ""
            raise UserError(
                "cannot-export", f"{place}{language} has no {what}", "export an FMU instead, which has all of it"
            )
