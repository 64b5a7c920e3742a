"""`PAR` and `INIT`: change parameters and initial values for the runs that follow."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from simnon.compiler import is_function
from simnon.model import VersionChoice, numbered_versions
from simnon.simulation import in_unit_of
from simnon.source import UserError, nearest

from ..calculator import evaluate, evaluate_literal, find_variable
from ..compiling import choose
from ..outcome import Changed, Noted, Outcome, Printed
from ..words import FREE, check_once, read_assignments
from ..workspace import Loaded, Workspace
from .command import Command

Assignments = tuple[tuple[str, str], ...]
_WITH_UNIT = re.compile(r"(.*(?:\)|(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))\s*\[([^\]]*)\]\s*")


_LITERAL = re.compile(r"(\[.*\])\s*\[([^\[\]]+)\]\s*")
"""A literal with a unit for all elements, or one for each."""


def parse_parameters(text: str) -> Assignments:
    return read_assignments(text, PAR.usage)


def parse_initial(text: str) -> Assignments:
    return read_assignments(text, INIT.usage)


def set_parameters(workspace: Workspace, assignments: Assignments) -> Iterator[Outcome]:
    before = workspace.given
    outcomes: list[Outcome] = []
    choices, assignments = _choices(workspace, assignments)
    if choices:
        lines = [
            f"{name}: {_chosen(workspace, name)} -> {value if isinstance(value, str) else f'{value:g}'}"
            for name, value in choices.items()
        ]
        choose(workspace, choices, before.choices)
        outcomes.append(Printed("\n".join(lines)))
        dropped = [name for name in before.choices if name not in workspace.given.choices]
        if dropped:
            outcomes.append(Noted(f"the choice of {', '.join(dropped)} is dropped: the model no longer has that part"))
    system, given = workspace.system, workspace.given
    values = dict(given.parameters)
    for name, text in assignments:
        for flat, number in _numbers(workspace, name, text, find_parameter):
            old = values.get(flat, system.model.parameters[flat])
            values[flat] = number
            system.model.check_parameters({flat: number})
            outcomes.append(Changed(flat, old, number, system.model.units.get(flat, "")))
    check_once([each.name for each in outcomes if isinstance(each, Changed)], PAR.usage)
    system.model.check_together(values)
    workspace.undone = (*workspace.undone, before)
    workspace.given = replace(given, parameters=values)
    yield from outcomes


def _choices(workspace: Workspace, assignments: Assignments) -> tuple[dict[str, float | str], Assignments]:
    """Structural parameters and versions, separated from the rest."""
    declared = workspace.model.analysed.declared
    versions = {choice.name.casefold(): choice for choice in declared.versions}
    structural = {name.casefold(): name for name in declared.structural}
    chosen: dict[str, float | str] = {}
    others = []
    for name, text in assignments:
        key = name.casefold()
        if is_function(name):
            chosen[name] = text
        elif key in versions:
            chosen[versions[key].name] = version_named(versions[key], text)
        elif key in structural:
            chosen[structural[key]] = evaluate(workspace, text)
        else:
            others.append((name, text))
    return chosen, tuple(others)


def version_named(choice: VersionChoice, text: str) -> str:
    """The name of the version, which can be given by its number."""
    known = {version.casefold(): version for version in choice.known}
    known |= {str(number): version for number, version in enumerate(choice.known, start=1)}
    if text.casefold() not in known:
        near = nearest(text, choice.known)
        hint = f"did you mean '{near}'?" if near else f"the versions are {numbered_versions(choice.known)}"
        raise UserError("unknown-version", f"there is no version '{text}' of '{choice.name}'", hint)
    return known[text.casefold()]


def _chosen(workspace: Workspace, name: str) -> str:
    declared = workspace.model.analysed.declared
    if is_function(name):
        return str(workspace.given.choices.get(name, "as it was"))
    version = next((choice.chosen for choice in declared.versions if choice.name == name), None)
    return version if version is not None else f"{workspace.model.parameters[name]:g}"


def set_initial(workspace: Workspace, assignments: Assignments) -> Iterator[Outcome]:
    system, given = workspace.system, workspace.given
    values = dict(given.initial)
    outcomes = []
    for name, text in assignments:
        is_free = text.upper() == FREE and find_variable(workspace, text) is None
        for flat, number in _numbers(workspace, name, "0" if is_free else text, find_state):
            start = system.model.variable_of_name[flat].start or 0.0
            old = values.get(flat, start)
            if is_free:
                values.pop(flat, None)
            else:
                values[flat] = number
                system.model.check_initial({flat: number})
            outcomes.append(Changed(flat, old, values.get(flat, start), system.model.units.get(flat, "")))
    check_once([each.name for each in outcomes], INIT.usage)
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(given, initial=values)
    yield from outcomes


def _numbers(workspace: Workspace, name: str, text: str, find: Callable[[Loaded, str], str]) -> list[tuple[str, float]]:
    """Each variable that the name means, with its value: the same for all, or by element from a literal."""
    selection = workspace.system.names.arrays.select(name)
    if selection is None:
        flat = find(workspace.system, name)
        if text.startswith("["):
            raise UserError("different-shapes", f"'{name}' is a number, but its value is an array", "give one number")
        return [(flat, _value(workspace, text, flat))]
    found = [find(workspace.system, each) for each in selection.names]
    if not text.startswith("["):
        return [(flat, _value(workspace, text, flat)) for flat in found]
    with_unit = _LITERAL.fullmatch(text)
    values = selection.spread(evaluate_literal(workspace, with_unit[1] if with_unit else text), f"'{name}'")
    if with_unit is None:
        return [*zip(found, map(float, values), strict=True)]
    units = _units(with_unit[2], len(found))
    own = workspace.system.model.unit_of_name
    return [
        (flat, in_unit_of(float(value), unit, flat, own.get(flat)))
        for flat, value, unit in zip(found, values, units, strict=True)
    ]


def _units(text: str, count: int) -> list[str]:
    units = [unit.strip() for unit in text.split(",")]
    if len(units) == 1:
        return units * count
    if len(units) != count:
        message = f"[{text}] has {len(units)} units for {count} elements"
        raise UserError("different-shapes", message, "give one unit for all, or one for each element")
    return units


def _value(workspace: Workspace, text: str, name: str) -> float:
    """Converted to the unit of the variable; brackets after a number or a parenthesis are a unit, after a name a
    system."""
    given = _WITH_UNIT.fullmatch(text)
    if given is None:
        return evaluate(workspace, text)
    return in_unit_of(evaluate(workspace, given[1]), given[2], name, workspace.system.model.unit_of_name.get(name))


def find_parameter(system: Loaded, name: str) -> str:
    flat = _found(system, name, lambda: tuple(system.model.parameters), "parameter")
    if flat not in system.model.parameters:
        raise UserError("not-a-parameter", f"'{name}' is not a parameter", _hint(system, flat, "INIT"))
    return flat


def find_state(system: Loaded, name: str) -> str:
    model = system.model

    def with_initial_value() -> tuple[str, ...]:
        return tuple(name for name in model.variable_of_name if name in model.initial_names)

    flat = _found(system, name, with_initial_value, "variable with an initial value")
    if flat not in model.initial_names or flat not in model.variable_of_name:
        raise UserError("not-a-state", f"'{name}' has no initial value", _hint(system, flat, "PAR"))
    return flat


def _found(system: Loaded, name: str, allowed: Callable[[], tuple[str, ...]], kind: str) -> str:
    """The full name; of several systems with that name, the only one of the right kind."""
    try:
        return system.names.find(name)
    except UserError as error:
        short = {variable.name: variable.short for variable in system.model.variables}
        candidates = [flat for flat in allowed() if short[flat].casefold() == name.casefold()]
        if error.code == "ambiguous-name" and len(candidates) == 1:
            return candidates[0]
        if error.code == "unknown-variable":
            near = nearest(name, [*allowed(), *(short[flat] for flat in allowed())])
            raise UserError(
                "unknown-variable", f"the model has no {kind} '{name}'", f"did you mean '{near}'?" if near else ""
            ) from None
        raise


def _hint(system: Loaded, flat: str, command: str) -> str:
    right = flat in system.model.parameters if command == "PAR" else flat in system.model.states
    return f"{command} {flat}: value sets it" if right else "it is computed by an equation"


PAR = Command(
    "PAR",
    "PAR name[system]: expression ...",
    "Change parameters for the runs that follow.",
    parse_parameters,
    set_parameters,
    "Nothing is recompiled, unless a structural parameter changes, such as the size of an array or a version. You "
    "can leave out the system if only one has the parameter. The expression can use macro variables, other "
    "parameters and results such as MAX(H). A value with a unit is converted to the unit of the parameter; PAR "
    "part.f(x): expression replaces a function of a part. An array takes one number for all elements, or a literal, "
    "and after it a unit for all or one for each; x[2..3] changes some of them. UNDO reverts the change.",
    (
        "PAR TI: 50",
        "PAR GAIN: 2*1.5 DT[DPID]: 5",
        "PAR SPEED: 120 [km/h]",
        "PAR motor.R: 2 valve.version: linear",
        "PAR A[2,1]: 3 B: [0, 1]",
        "PAR spring.force(x): 2*x^3",
    ),
)
INIT = Command(
    "INIT",
    "INIT name[system]: expression ...",
    "Change initial values for the runs that follow.",
    parse_initial,
    set_initial,
    "This includes held outputs, which have their initial values before the first sample. FREE withdraws a value: "
    "the run starts from that of the text, or from what INITIAL and the relations give.",
    ("INIT H: 0.5", "INIT H: FREE"),
)
