"""Compiled model -> its equations as the text has them, with functions expanded, and what a format must refuse."""

from collections.abc import Sequence, Set
from dataclasses import replace

from simnon.analysis import expand_functions
from simnon.compiler import CompiledModel
from simnon.model import CONDITIONS, Apply, Equation, Expression, FlatModel, Name, Number, Role
from simnon.source import Report, Span, UserError, frozen


@frozen
class Equations:
    """`continuous` and those of each sampler, in source order."""

    model: FlatModel
    continuous: tuple[Equation, ...]
    sampled: dict[str, tuple[Equation, ...]]
    conditions: frozenset[str]
    """The variables that are true or false."""
    free_states: frozenset[str]
    """The continuous states whose initial values nothing else determines."""


def equations_of(compiled: CompiledModel) -> Equations:
    declared = compiled.analysed.declared
    expanded = expand_functions(declared, Report())
    assert isinstance(expanded, FlatModel), "exports: expanding functions leaves a flat model"
    expanded = _without_counters(expanded)
    variables = expanded.by_name()
    sampled: dict[str, list[Equation]] = {sampler.name: [] for sampler in expanded.samplers}
    continuous = []
    for equation in expanded.equations:
        variable = variables.get(equation.target)
        if variable is not None and variable.sampler:
            sampled[variable.sampler].append(equation)
        else:
            continuous.append(equation)
    return Equations(
        expanded,
        tuple(continuous),
        {name: tuple(found) for name, found in sampled.items()},
        _conditions(expanded),
        _free_states(compiled, expanded),
    )


def _without_counters(model: FlatModel) -> FlatModel:
    """Without what only counts how often a variable leaves its RANGE."""
    counts = {limit.count for limit in model.limits}
    counting = [each for each in model.events if each.equations and all(e.target in counts for e in each.equations)]
    added = counts | {event.condition for event in counting}
    return replace(
        model,
        variables=tuple(v for v in model.variables if v.name not in added),
        equations=tuple(e for e in model.equations if e.target not in added),
        events=tuple(event for event in model.events if event not in counting),
    )


def _conditions(model: FlatModel) -> frozenset[str]:
    found = {v.name for v in model.variables if v.is_condition or v.role is Role.CONDITION}
    while True:
        more = {e.target for e in model.equations if _is_condition(e.value, found)} - found
        if not more:
            return frozenset(found)
        found |= more


def _is_condition(value: Expression, known: Set[str]) -> bool:
    match value:
        case Name(name):
            return name in known
        case Apply("if", arguments):
            return _is_condition(arguments[1], known)
        case Apply(function):
            return function in CONDITIONS
        case Number():
            return False


def _free_states(compiled: CompiledModel, model: FlatModel) -> frozenset[str]:
    """Those that are integrated: relations determine the others."""
    given = {equation.target for equation in model.initial_equations}
    return frozenset(state.name for state in compiled.program.layout.states if state.name not in given)


def targets_in_loops(equations: Sequence[Equation]) -> frozenset[str]:
    """The variables of algebraic loops, and of what lies between two of them."""
    reads = {equation.target: set(equation.reads) for equation in equations}
    left = dict(reads)
    while True:
        wanted = set().union(*left.values()) if left else set()
        kept = {name: own & left.keys() for name, own in left.items() if name in wanted and own & left.keys()}
        if len(kept) == len(left):
            return frozenset(left)
        left = kept


def refuse(language: str, found: Sequence[tuple[str, Sequence[object]]]) -> None:
    """Raise UserError with the place of the first thing that the language cannot express."""
    for what, things in found:
        if things:
            span = getattr(things[0], "span", None)
            place = f"{span.source.name}:{span.line}: " if isinstance(span, Span) else ""
            raise UserError(
                "cannot-export", f"{place}{language} has no {what}", "export an FMU instead, which has all of it"
            )
