"""`EXAMPLE`: put the files of an example into the folder."""

from collections.abc import Iterator
from pathlib import Path

from simnon.source import UserError, atomic_file, did_you_mean

from ..examples import example_names, files_of_example
from ..files import path_to_write
from ..outcome import Outcome, Printed, Wrote
from ..words import read_files
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> str:
    words = read_files(text, ()).words
    if len(words) > 1:
        raise UserError("bad-command", f"'{words[1]}' is one word too many", EXAMPLE.usage)
    return words[0] if words else ""


def run(workspace: Workspace, name: str) -> Iterator[Outcome]:
    if not name:
        yield Printed(" ".join(example_names()))
        return
    files = files_of_example(name.lower())
    if not files:
        names = example_names()
        hint = did_you_mean(name.lower(), names, f"the examples are {', '.join(names)}")
        raise UserError("unknown-example", f"there is no example '{name}'", hint)
    copies = {path: path_to_write(path.name, workspace.folder, "", workspace.allowed) for path in files}
    for path, copy in copies.items():
        if copy.exists() and copy.read_bytes() != path.read_bytes():
            raise UserError("file-exists", f"there is a file '{copy.name}' already", "nothing was written")
    for path, copy in copies.items():
        _copy(path, copy)
        yield Wrote(copy)


def _copy(path: Path, copy: Path) -> None:
    with atomic_file(copy, is_edited=True) as file:
        file.write_bytes(path.read_bytes())


EXAMPLE = Command(
    "EXAMPLE",
    "EXAMPLE [name]",
    "Put the files of an example into the folder, or list the examples.",
    parse,
    run,
    "It does not replace any of your files.",
    ("EXAMPLE", "EXAMPLE tank"),
    repeats=False,
)
