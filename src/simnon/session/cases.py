"""Named cases: parameters and initial values in a file that can be read, changed and typed in.

A case is a text of PAR and INIT lines, in a file `name.par` in the folder of the session.
"""

from collections.abc import Mapping
from pathlib import Path

from simnon.model import Role
from simnon.source import UserError, frozen

from .compiling import read_text
from .files import write_file
from .macro import first_word
from .words import read_assignments, without_comment
from .workspace import Workspace

EXTENSION = ".par"


@frozen
class Case:
    parameters: Mapping[str, float]
    initial: Mapping[str, float]


def present_case(workspace: Workspace) -> Case:
    """Every parameter and initial value as it is now."""
    model, given = workspace.model, workspace.given
    states = {v.name: v.start for v in model.variables if v.role is Role.STATE and v.start is not None}
    return Case({**model.parameters, **given.parameters}, {**states, **given.initial})


def write_case(path: Path, case: Case, model: str, *, force: bool = False) -> None:
    lines = [f'" parameters and initial values of {model}']
    lines += [f"PAR {name}: {value!r}" for name, value in case.parameters.items()]
    lines += [f"INIT {name}: {value!r}" for name, value in case.initial.items()]
    write_file(path, "\n".join(lines) + "\n", force=force)


def read_case(path: Path) -> Case:
    values: dict[str, dict[str, float]] = {"PAR": {}, "INIT": {}}
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not without_comment(line):
            continue
        word, rest = first_word(line)
        try:
            if word not in values:
                raise UserError("bad-file", "neither PAR nor INIT")
            values[word] |= {name: float(text) for name, text in read_assignments(rest, "PAR name: number")}
        except (UserError, ValueError) as error:
            raise UserError(
                "bad-file", f"{path.name}, line {number}: {error}", "a case has PAR and INIT lines"
            ) from None
    return Case(values["PAR"], values["INIT"])


def cases_in(folder: Path) -> tuple[str, ...]:
    """The names of the cases in a folder."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{EXTENSION}") if not path.name.startswith(".")))
