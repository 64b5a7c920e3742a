"""`DISP`: show values."""

from collections.abc import Iterator

from simnon.model import Role, Variable
from simnon.source import UserError

from ..calculator import evaluate, present_value
from ..cases import cases_in
from ..files import FORCE, check_force, path_to_write, write_file, wrote
from ..outcome import Outcome, Printed, Valued, ValueRow
from ..tables import valued_text
from ..words import Arguments, read_arguments
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
    rows = tuple(_row(workspace, word) for word in arguments.words) if arguments.words else _all_rows(workspace)
    valued = Valued(rows, "DIGITS" in arguments.options)
    if arguments.slash:
        path = path_to_write(arguments.slash, workspace.folder, ".txt", workspace.allowed)
        write_file(path, valued_text(valued) + "\n", force=FORCE in arguments.options)
        yield from wrote(path, arguments, workspace.folder)
    else:
        yield valued


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
    variable = next(v for v in workspace.model.variables if v.name == flat)
    return _variable_row(workspace, variable)


def _all_rows(workspace: Workspace) -> tuple[ValueRow, ...]:
    """States, parameters, inputs, outputs, and all other variables."""
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
    "if there was none. Without a name everything is shown. -DIGITS shows all digits. /file writes to a file instead; "
    "a file that Simnon did not write is replaced only with -FORCE. -CASES lists the cases that SAVE wrote, -RUNS the "
    "runs that are kept, -MACROS the macros that were typed in.",
    ("DISP GAIN TI H", "DISP/values", "DISP -RUNS"),
    repeats=False,
)
