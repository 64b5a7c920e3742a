"""`HCOPY`: the page as a file."""

from collections.abc import Iterator

from simnon.graphics import write_figure
from simnon.source import UserError

from ..files import FORCE, path_to_write, wrote
from ..outcome import Outcome
from ..words import Arguments, read_arguments, text_in
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> Arguments:
    arguments = read_arguments(text, (FORCE,))
    if len(arguments.words) != 1:
        raise UserError("bad-command", "HCOPY needs the name of one file", HCOPY.usage)
    return arguments


def run(workspace: Workspace, arguments: Arguments) -> Iterator[Outcome]:
    if not any(area.has_axes for area in workspace.page.figure.areas):
        raise UserError("no-axes", "nothing has been drawn", "ASHOW draws curves")
    path = path_to_write(text_in(arguments.words[0]), workspace.folder, ".svg", workspace.allowed)
    write_figure(path, workspace.page.figure, force=FORCE in arguments.options)
    yield from wrote(path, arguments, workspace.folder)


HCOPY = Command(
    "HCOPY",
    "HCOPY file [-FORCE]",
    "Write the page to a file.",
    parse,
    run,
    "The extension decides the type: .svg, .pdf or .png; the default is SVG. A file that Simnon did not write is "
    "replaced only with -FORCE.",
    ("HCOPY fig4.svg",),
)
