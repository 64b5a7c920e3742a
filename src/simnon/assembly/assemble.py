"""Systems -> FlatModel: one flat set of variables with unique names; connections become equations and relations.

In a model that is one system, or composed of parts, variables are named by their path (`motor.R`); connected systems
distinguish them as name[SYSTEM]. Every local name of time becomes the one time of the model.
"""

from dataclasses import replace

from simnon.model import (
    AnyFunction,
    Arrays,
    FlatModel,
    FunctionDefinition,
    Role,
    System,
    SystemKind,
    names_in,
    path_text,
)
from simnon.source import Related, Report, nearest

from .catalogue import Catalogue
from .connected_parts import with_connected_parts
from .flatten import Flattening
from .instances import Builder, Choices, TooLarge, given_from_outside


def assemble(
    systems: tuple[System, ...],
    report: Report,
    choices: Choices | None = None,
    earlier: Choices | None = None,
    functions: tuple[FunctionDefinition, ...] = (),
    *,
    open_inputs: bool = False,
    arrays: Arrays = Arrays.EXPANDED,
) -> FlatModel | None:
    """The flat model, or None after errors (all reported).

    `choices` are structural parameters and versions by path; `earlier` ones count if they still apply. `functions`
    replace those of parts in the text. With `open_inputs`, an input that nothing connects and that has no value is 0.
    `arrays` decides whether arrays stay whole.
    """
    if all(system.kind is SystemKind.TERMINAL for system in systems) and not report.has_errors:
        report.error("no-system", "the text contains no system", None, "begin with CONTINUOUS SYSTEM name")
    systems = with_connected_parts(systems)
    catalogue = Catalogue(systems, report)
    tops = _tops(catalogue, report)
    builder = Builder(catalogue, report)
    is_single = len(tops) == 1
    if functions and is_single:
        tops = [_with_functions(tops[0], functions)]
    elif functions:
        hint = "to change a function of a single system, edit its text"
        report.error("undefined-function", "no system has parts with functions to replace", None, hint)
    given = given_from_outside({**(earlier or {}), **(choices or {})}, tops) if is_single and tops else {}
    try:
        instances = [builder.instance(system, "" if is_single else system.name, given) for system in tops]
    except TooLarge:
        return None
    model = Flattening(instances, is_single=is_single, report=report, are_open=open_inputs, arrays=arrays).model()
    _check_choices(choices or {}, model, is_single, report)
    if report.has_errors:
        return None
    _warn_about_unused(model, report)
    experiment = next((system.experiment for system in systems if system.experiment is not None), None)
    return model if experiment is None else replace(model, experiment=experiment)


def applicable_choices(choices: Choices, model: FlatModel) -> Choices:
    """The choices for parts that the model has."""
    known = {variable.name.casefold() for variable in model.variables}
    known |= {choice.name.casefold() for choice in model.versions}
    return {name: value for name, value in choices.items() if name.casefold() in known}


def _with_functions(system: System, functions: tuple[FunctionDefinition, ...]) -> System:
    """The system, with these functions given to its parts instead of its own."""

    def key(each: AnyFunction) -> tuple[str, str]:
        return path_text(each.part).casefold(), each.name.casefold()

    given = set(map(key, functions))

    def is_kept(each: AnyFunction) -> bool:
        return key(each) not in given

    return replace(
        system,
        functions=(*filter(is_kept, system.functions), *functions),
        tables=tuple(filter(is_kept, system.tables)),
        foreign=tuple(filter(is_kept, system.foreign)),
    )


def _tops(catalogue: Catalogue, report: Report) -> list[System]:
    """The one system that is the model, or the connected systems."""
    model = catalogue.model()
    if model is not None:
        return [model]
    systems = [system for system in catalogue if system.kind is not SystemKind.TERMINAL]
    connecting = [system for system in systems if system.kind is SystemKind.CONNECTING]
    for system in connecting[1:]:
        report.error(
            "several-connecting-systems",
            f"'{system.name}' is a second connecting system",
            system.span,
            "put all connections into one",
            (Related("the first one is here", connecting[0].span),),
        )
    return systems


def _check_choices(choices: Choices, model: FlatModel, is_single: bool, report: Report) -> None:
    """Choices from outside must refer to something that can be chosen."""
    versions = {choice.name.casefold(): choice for choice in model.versions}
    variables = {variable.name.casefold(): variable.name for variable in model.variables} if choices else {}
    for name, value in choices.items():
        key = name.casefold()
        if not is_single:
            hint = "change connected systems in their texts, and their parameters with PAR"
            report.error("unknown-variable", f"'{name}' cannot be chosen: no system has parts", None, hint)
        elif key not in variables and key not in versions:
            near = nearest(name, [*variables.values(), *(choice.name for choice in model.versions)])
            hint = f"did you mean '{near}'?" if near else "choose versions and parameters by their path"
            report.error("unknown-variable", f"there is no '{name}' to choose", None, hint)
        elif isinstance(value, str) and key not in versions:
            report.error("number-expected", f"'{name}' cannot be '{value}'", None, "give it a number")


def _warn_about_unused(model: FlatModel, report: Report) -> None:
    """Warn about a value that nothing reads, which is often misspelled; once for each position in the text."""
    read: set[str] = set(model.structural)
    for equation in (*model.equations, *model.initial_equations):
        read.update(equation.reads)
    for event in model.events:
        for equation in event.equations:
            read.update(equation.reads)
    for requirement in model.requirements.conditions:
        read |= requirement.parameters
    for function in model.functions:
        read.update(names_in(function.body))
    reported = {variable.span for variable in model.variables if variable.name in read}
    for variable in model.variables:
        if variable.name in read or variable.span in reported:
            continue
        if variable.role is Role.INPUT:
            reported.add(variable.span)
            report.warn(
                "unused-input", f"nothing reads the input '{variable.local}'", variable.span, "remove it, or use it"
            )
        elif variable.role is Role.PARAMETER:
            reported.add(variable.span)
            report.warn(
                "unused-value",
                f"nothing reads '{variable.local}'",
                variable.span,
                "remove it, or check its spelling",
            )
