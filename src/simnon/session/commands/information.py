"""`INFO`: describe types and libraries, their parameters and terminals, without equations."""

from collections.abc import Iterator

from simnon.compiler import information

from ..outcome import Outcome, Printed
from ..words import split_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    return tuple(split_words(text))


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    for name in names or ("",):
        if workspace.loaded is not None:
            yield Printed(str(workspace.model.info(name)))
        else:
            yield Printed(str(information(name, workspace.folders)))


INFO = Command(
    "INFO",
    "INFO [library | type | part ...]",
    "Describe a type, with its terminals, parameters and variables.",
    parse,
    run,
    "Without a name it lists the libraries; with the name of a library, its types; a part of the model is shown with "
    "its current values. LIST and MODEL show the equations.",
    ("INFO", "INFO ELECTRICAL", "INFO ELECTRICAL.RESISTOR", "INFO MOTOR"),
    repeats=False,
)
