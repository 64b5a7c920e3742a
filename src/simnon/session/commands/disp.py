"""`DISP`: show values."""

import math
from collections.abc import Iterator

import numpy as np

from simnon.model import Role, Variable
from simnon.source import UserError

from ..calculator import evaluate, present_value
from ..cases import cases_in
from ..files import FORCE, check_force, path_to_write, write_file, wrote
from ..outcome import Outcome, Printed, Valued, ValueRow
from ..tables import ShownArray, array_text, valued_text
from ..words import Arguments, is_variable, read_arguments
from ..workspace import Workspace
from .command import Command

_GROUPS = {
    Role.STATE: "states",
    Role.PARAMETER: "parameters",
    Role.INPUT: "inputs",
    Role.OUTPUT: "outputs",
}


def parse(text: str) -> Arguments:
    arguments = read_arguments(text, ("CASES", "RUNS", "MACROS", "DIGITS", FORCE), has_slash=True, has_expressions=True)
    check_force(arguments, DISP.usage)
    if arguments.options - {FORCE, "DIGITS"} and (arguments.words or arguments.slash):
        raise UserError("bad-command", "-CASES, -RUNS and -MACROS take neither variables nor a file", DISP.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    options = sorted(arguments.options - {FORCE, "DIGITS"})
    listed = [line for option in options for line in _listed(workspace, option)]
    if options:
        yield Printed("\n".join(listed) or "none")
        return
    arrays, words = _arrays(workspace, arguments.words)
    rows = tuple(_row(workspace, word) for word in words) if arguments.words else _scalar_rows(workspace)
    valued = Valued(rows, "DIGITS" in arguments.options)
    texts = [array_text(each, valued.has_all_digits) for each in arrays]
    if arguments.slash:
        path = path_to_write(arguments.slash, workspace.folder, ".txt", workspace.allowed)
        whole = "\n".join([*([valued_text(valued)] if rows else []), *texts])
        write_file(path, whole + "\n", force=FORCE in arguments.options)
        yield from wrote(path, arguments, workspace.folder)
        return
    if rows or not texts:
        yield valued
    if texts:
        yield Printed("\n".join(texts))


def _arrays(workspace: Workspace, words: tuple[str, ...]) -> tuple[list[ShownArray], list[str]]:
    """The arrays among the words, or all of them without words; and the other words."""
    if workspace.loaded is None:
        return [], list(words)
    names = workspace.system.names
    selected = [(word, names.arrays.select(word) if is_variable(word) else None) for word in words]
    if not words:
        selected = [(array, names.arrays.whole(array)) for array in names.arrays]
    shown, others = [], []
    for word, selection in selected:
        if selection is None or not selection.counts:
            others.append(word)
            continue
        numbers = [_number(workspace, each) for each in selection.names]
        unit = workspace.model.units.get(selection.names[0], "") if selection.names else ""
        shown.append(ShownArray(word, np.array(numbers).reshape(selection.counts, order="F"), unit))
    return shown, others


def _number(workspace: Workspace, name: str) -> float:
    model = workspace.model
    is_known = name in model.parameters or model.is_recordable(name)
    return present_value(workspace, name) if is_known else math.nan


def _scalar_rows(workspace: Workspace) -> tuple[ValueRow, ...]:
    array_of_name = workspace.system.names.arrays.array_of_name
    return tuple(row for row in value_rows(workspace) if row.name not in array_of_name)


def _listed(workspace: Workspace, option: str) -> list[str]:
    match option:
        case "CASES":
            return list(cases_in(workspace.folder))
        case "RUNS":
            return [
                f"{name or '(last)'}: t = {run.provenance.options.start:g} to {run.stop.time:g}, {run.stop.message}"
                for name, run in workspace.runs.items()
            ]
        case _:
            return [macro.text.split("\n")[0] for macro in workspace.macros.values()]


def _row(workspace: Workspace, word: str) -> ValueRow:
    """A variable of the model, or any expression."""
    try:
        flat = workspace.system.names.find(word)
    except UserError:
        if word[:1] in "(-+" or any(sign in word for sign in "+*/^(") or workspace.loaded is None:
            return ValueRow("", word, evaluate(workspace, word))
        value = {**workspace.variables, **(workspace.local or {})}.get(word)
        if isinstance(value, float):
            return ValueRow("", word, value)
        raise
    return _variable_row(workspace, workspace.model.variable_of_name[flat])


def value_rows(workspace: Workspace) -> tuple[ValueRow, ...]:
    """Everything that can be shown: states, parameters, inputs, outputs, and all other variables."""
    model = workspace.model
    seen = {*model.parameters, *model.recordable}
    variables = [variable for variable in model.variables if variable.name in seen]
    return tuple(
        _variable_row(workspace, variable)
        for group in (*_GROUPS.values(), "variables")
        for variable in variables
        if _GROUPS.get(variable.role, "variables") == group
    )


def _variable_row(workspace: Workspace, variable: Variable) -> ValueRow:
    value = present_value(workspace, variable.name)
    unit = variable.unit.text if variable.unit is not None else ""
    given = variable.start if variable.name in workspace.given.parameters and variable.start != value else None
    return ValueRow(_GROUPS.get(variable.role, "variables"), variable.name, value, unit, given)


DISP = Command(
    "DISP",
    "DISP [variable | expression ...] [-DIGITS] [/file [-FORCE]] [-CASES] [-RUNS] [-MACROS]",
    "Show values of the model.",
    parse,
    run,
    "Parameters are shown as they are now, other variables as they are at the end of the last run, or at the start "
    "if there was none. Without a name everything is shown; arrays are shown as vectors and matrices. -DIGITS shows "
    "all digits. /file writes to a file instead; "
    "a file that Simnon did not write is replaced only with -FORCE. -CASES lists the cases that SAVE wrote, -RUNS the "
    "runs that are kept, -MACROS the macros that were typed in.",
    ("DISP GAIN TI H", "DISP A x[2..3]", "DISP/values", "DISP -RUNS"),
    repeats=False,
)
