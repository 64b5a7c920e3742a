"""Named cases: everything that can be set in a model, in a file that can be read, edited and typed in.

A case is a text of PAR and INIT lines, in a file `name.par` in the session folder. It has all parameters, including
array sizes and versions, and all initial values; FREE means that no value was given and the model finds it.
"""

import math
from collections.abc import Collection, Mapping
from pathlib import Path

from simnon.compiler import functions_among, is_function
from simnon.model import Role, Variable
from simnon.simulation import Simulator
from simnon.source import UserError, frozen, read_text

from .files import write_file
from .macro import first_word
from .words import FREE, is_name, read_assignments, without_comment
from .workspace import Workspace

EXTENSION = ".par"


@frozen
class Case:
    """A text among the parameters is the name of a version; an initial value of None is free."""

    parameters: Mapping[str, float | str]
    initial: Mapping[str, float | None]

    def only(self, names: Collection[str]) -> "Case":
        return Case(
            {name: value for name, value in self.parameters.items() if name in names},
            {name: value for name, value in self.initial.items() if name in names},
        )


def present_case(workspace: Workspace) -> Case:
    """Every parameter, version and initial value as it is now."""
    model, given = workspace.model, workspace.given
    declared = model.analysed.declared
    computed = {equation.target for equation in declared.initial_equations}
    uncertain = {constraint.name for constraint in model.layout.start_constraints}
    uncertain |= {unknown for loop in model.layout.loops for unknown in loop.unknowns}

    def start(variable: Variable) -> float | None:
        is_found = variable.role is Role.NEXT_SAMPLE or variable.name in uncertain
        if variable.name in computed or (variable.start is None and is_found):
            return None
        return variable.start or 0.0

    initial = {each.name: start(each) for each in model.variables if each.name in model.initial_names}
    functions = functions_among(given.choices)
    return Case(
        {**composition(model), **functions, **model.parameters, **given.parameters}, {**initial, **given.initial}
    )


def composition(model: Simulator) -> dict[str, float | str]:
    """Array sizes and versions as they are now."""
    declared = model.analysed.declared
    sizes: dict[str, float | str] = {name: model.parameters[name] for name in declared.structural}
    return sizes | {choice.name: choice.chosen for choice in declared.versions}


def write_case(path: Path, case: Case, model: str, *, force: bool = False) -> None:
    lines = [f'" parameters and initial values of {model}']
    lines += [f"PAR {name}: {_text(value)}" for name, value in case.parameters.items()]
    lines += [f"INIT {name}: {_text(value)}" for name, value in case.initial.items()]
    write_file(path, "\n".join(lines) + "\n", force=force)


def _text(value: float | str | None) -> str:
    return FREE if value is None else value if isinstance(value, str) else repr(value)


def read_case(path: Path) -> Case:
    parameters: dict[str, float | str] = {}
    initial: dict[str, float | None] = {}
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not without_comment(line):
            continue
        word, rest = first_word(line)
        try:
            if word not in ("PAR", "INIT"):
                raise UserError("bad-file", "neither PAR nor INIT")
            for name, text in read_assignments(rest, "PAR name: number"):
                if word == "PAR":
                    is_word = is_function(name) or (_is_version(name) and is_name(text))
                    parameters[name] = text if is_word else _number(text)
                else:
                    initial[name] = None if text.upper() == FREE else _number(text)
        except UserError as error:
            raise UserError(
                "bad-file", f"{path.name}, line {number}: {error.message}", "a case has PAR and INIT lines"
            ) from None
    return Case(parameters, initial)


def _is_version(name: str) -> bool:
    return name.casefold().rpartition(".")[2] == "version"


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise UserError("bad-number", f"expected a number, found '{text}'") from None
    if not math.isfinite(number):
        raise UserError("bad-number", f"expected a finite number, found '{text}'")
    return number


def cases_in(folder: Path) -> tuple[str, ...]:
    """The names of the cases in a folder."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{EXTENSION}") if not path.name.startswith(".")))
