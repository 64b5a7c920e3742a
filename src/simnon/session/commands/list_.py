"""`LIST`: the text of a file, of a macro, or of the model."""

from collections.abc import Iterator
from pathlib import Path

from simnon.languages import DIALECTS
from simnon.simulation import data_system_text
from simnon.source import read_text

from ..cases import EXTENSION
from ..compiling import encoding_notes
from ..files import find_file, missing_file
from ..outcome import Outcome, Printed
from ..standard_systems import standard_folder
from ..words import read_files
from ..workspace import Workspace
from .command import Command

_EXTENSIONS = (*DIALECTS, EXTENSION, ".txt", ".csv", ".dat")
_NO_TEXTS = (".fmu", ".nc", ".parquet")
"""Files that are shown as the text of the system that they are."""


def parse(text: str) -> tuple[str, ...]:
    return read_files(text).words


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    folders = (*workspace.folders, standard_folder())
    for name in names:
        macro = workspace.macros.get(name.upper())
        path = find_file(name, folders, _EXTENSIONS, workspace.allowed)
        if macro is not None:
            yield Printed(_numbered(macro.text))
        elif path is not None:
            yield Printed(_listing(path))
            if not _is_no_text(path):
                yield from encoding_notes(path)
        else:
            raise missing_file(name, folders, _EXTENSIONS)
    if not names:
        for path in workspace.system.files:
            yield Printed(_listing(path))


def _listing(path: Path) -> str:
    text = data_system_text(path) if _is_no_text(path) else read_text(path)
    return f"{path.name}\n{_numbered(text)}"


def _is_no_text(path: Path) -> bool:
    return path.suffix.lower() in _NO_TEXTS


def _numbered(text: str) -> str:
    return "\n".join(f"{i:4} {line}" for i, line in enumerate(text.rstrip("\n").split("\n"), start=1))


LIST = Command(
    "LIST",
    "LIST [file | macro ...]",
    "Show the text of files and macros.",
    parse,
    run,
    "Without a name it shows the files of the model. An FMU (.fmu) is shown as the text of the system that it is.",
    ("LIST TANK", "LIST PIPAR"),
    repeats=False,
)
