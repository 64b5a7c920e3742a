"""`INFO`: what types and libraries are for, their parameters and terminals, without equations."""

from collections.abc import Iterator

from simnon.compiler import information

from ..outcome import Outcome, Said
from ..words import split_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    return tuple(split_words(text))


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    for name in names or ("",):
        if workspace.loaded is not None:
            yield Said(str(workspace.model.info(name)))
        else:
            yield Said(str(information(name, workspace.folders)))


INFO = Command(
    "INFO",
    "INFO [library | type | part ...]",
    "Say what a type is for, with its terminals, parameters and variables.",
    parse,
    run,
    "Without a name the libraries; with the name of a library its types; a part of the model is shown with the "
    "values it has. Equations are not shown: LIST and MODEL do.",
    ("INFO", "INFO ELECTRICAL", "INFO ELECTRICAL.RESISTOR", "INFO MOTOR"),
    repeats=False,
)
