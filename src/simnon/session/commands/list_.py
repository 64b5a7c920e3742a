"""`LIST`: the text of a file, of a macro, or of the model."""

from collections.abc import Iterator
from pathlib import Path

from simnon.languages import DIALECTS

from ..cases import EXTENSION
from ..compiling import read_text
from ..files import find_file, missing_file
from ..outcome import Outcome, Printed
from ..standard_systems import standard_folder
from ..words import split_words, text_in
from ..workspace import Workspace
from .command import Command

_EXTENSIONS = (*DIALECTS, EXTENSION, ".txt", ".csv", ".dat")


def parse(text: str) -> tuple[str, ...]:
    return tuple(text_in(word) for word in split_words(text))


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    folders = (*workspace.folders, standard_folder())
    for name in names:
        macro = workspace.macros.get(name.upper())
        path = find_file(name, folders, _EXTENSIONS, workspace.allowed)
        if macro is not None:
            yield Printed(_numbered(macro.text))
        elif path is not None:
            yield Printed(_listing(path))
        else:
            raise missing_file(name, folders, _EXTENSIONS)
    if not names:
        for path in workspace.system.files:
            yield Printed(_listing(path))


def _listing(path: Path) -> str:
    return f"{path.name}\n{_numbered(read_text(path))}"


def _numbered(text: str) -> str:
    return "\n".join(f"{i:4} {line}" for i, line in enumerate(text.rstrip("\n").split("\n"), start=1))


LIST = Command(
    "LIST",
    "LIST [file | macro ...]",
    "Show the text of files and macros.",
    parse,
    run,
    "Without a name it shows the files of the model.",
    ("LIST TANK", "LIST PIPAR"),
    repeats=False,
)
