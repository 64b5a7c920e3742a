"""`HCOPY`: the page as a file."""

from collections.abc import Iterator

from simnon.graphics import write_figure
from simnon.source import UserError

from ..files import place_to_write
from ..outcome import Outcome, Wrote
from ..words import split_words, text_in
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> str:
    words = split_words(text)
    if len(words) != 1:
        raise UserError("bad-command", "HCOPY needs the name of one file", HCOPY.usage)
    return text_in(words[0])


def run(workspace: Workspace, name: str) -> Iterator[Outcome]:
    if not any(area.has_axes for area in workspace.page.figure.areas):
        raise UserError("no-axes", "nothing has been drawn yet", "ASHOW draws curves")
    path = place_to_write(name, workspace.folder, ".svg", workspace.allowed)
    write_figure(path, workspace.page.figure)
    yield Wrote(path)


HCOPY = Command(
    "HCOPY",
    "HCOPY file",
    "Write the page to a file.",
    parse,
    run,
    "The extension says what kind: .svg, .pdf or .png; without one it is SVG.",
    ("HCOPY fig4.svg",),
)
