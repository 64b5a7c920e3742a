"""`GET`: set everything in a case: parameters, array sizes, versions and initial values."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from simnon.compiler import functions_among
from simnon.source import UserError

from ..cases import EXTENSION, Case, composition, read_case
from ..compiling import choose, encoding_notes
from ..files import find_file, missing_file
from ..outcome import Noted, Outcome
from ..words import Arguments, read_files
from ..workspace import Loaded, Workspace
from .command import Command
from .par import version_named

Value = TypeVar("Value", float, float | None)


def parse(text: str) -> Arguments:
    arguments = read_files(text)
    if len(arguments.words) != 1:
        raise UserError("bad-command", "GET needs the name of one case", GET.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    path = find_file(arguments.words[0], workspace.folders, (EXTENSION,), workspace.allowed)
    if path is None:
        raise missing_file(arguments.words[0], workspace.folders, (EXTENSION,))
    case, before = read_case(path), workspace.given
    yield from encoding_notes(path)
    yield from _compose(workspace, case)
    system, given = workspace.system, workspace.given
    structural = system.model.analysed.declared.structural
    values = {name: value for name, value in case.parameters.items() if isinstance(value, float)}
    parameters = _known(system, values, tuple(system.model.parameters))
    initial = _known(system, case.initial, tuple(system.model.initial_names))
    changed = {name: value for name, value in parameters.items() if name not in structural}
    given = replace(
        given,
        parameters={**given.parameters, **changed},
        initial={name: value for name, value in {**given.initial, **initial}.items() if value is not None},
    )
    system.model.check_parameters(given.parameters)
    system.model.check_initial(given.initial)
    system.model.check_together(given.parameters)
    workspace.undone = (*workspace.undone, before)
    workspace.given = given
    gone = [name for name in (*values, *case.initial) if not _is_in(system, name)]
    if gone:
        yield Noted(f"the model does not have {', '.join(dict.fromkeys(gone))}")
    anew = [name for name in system.model.parameters if name not in parameters]
    if anew and case.parameters:
        yield Noted(f"{path.name} does not have {', '.join(anew)}: unchanged")


def _compose(workspace: Workspace, case: Case) -> Iterator[Outcome]:
    """Set array sizes and versions as in the case, if the structure of the model differs."""
    functions, present = functions_among(case.parameters), functions_among(workspace.given.choices)
    if functions != present:
        others = {name: value for name, value in workspace.given.choices.items() if name not in present}
        choose(workspace, {}, {**others, **functions})
    values_of_case = {name.casefold(): value for name, value in case.parameters.items()}
    while True:
        now = composition(workspace.model)
        chosen = {name: values_of_case.get(name.casefold(), value) for name, value in now.items()}
        for choice in workspace.model.analysed.declared.versions:
            chosen[choice.name] = version_named(choice, str(chosen[choice.name]))
        if chosen == now:
            break
        # Parts that appear with a new size have their own sizes and versions.
        choose(workspace, {}, {**workspace.given.choices, **chosen})
        if chosen.keys() == composition(workspace.model).keys():
            break
    known = {name.casefold() for name in composition(workspace.model)}
    words = [name for name, value in case.parameters.items() if isinstance(value, str) and name not in functions]
    lost = [name for name in words if name.casefold() not in known]
    if lost:
        yield Noted(f"the model does not have {', '.join(lost)}")


def _known(system: Loaded, values: Mapping[str, Value], names: tuple[str, ...]) -> dict[str, Value]:
    found = {system.names.find(name): value for name, value in values.items() if _is_in(system, name)}
    return {name: value for name, value in found.items() if name in names}


def _is_in(system: Loaded, name: str) -> bool:
    try:
        system.names.find(name)
    except UserError:
        return False
    return True


GET = Command(
    "GET",
    "GET name",
    "Take parameters and initial values from a file that SAVE wrote.",
    parse,
    run,
    "This includes array sizes and versions: if they differ, the model is recompiled. A value that the model no "
    "longer has, or a parameter that is not in the file, causes a note, not an error. UNDO reverts everything.",
    ("GET PIPAR",),
)
