"""`HCOPY`: the page as a file."""

from collections.abc import Iterator

from simnon.graphics import write_figure
from simnon.source import UserError, frozen

from ..calculator import evaluate_integer
from ..files import FORCE, path_to_write, wrote
from ..outcome import Outcome
from ..phase_plane import with_slopes
from ..words import Arguments, read_files
from ..workspace import Workspace
from .command import Command

DARK, FIELD, SIZE = "DARK", "FIELD", "SIZE"


@frozen
class Copy:
    """Where the page goes, and how: `size` is None for the usual one of the file type."""

    path: str
    size: tuple[str, str] | None
    arguments: Arguments


def parse(text: str) -> Copy:
    arguments = read_files(text, (FORCE, DARK, FIELD, SIZE))
    path, *size = arguments.words or ("",)
    has_size = SIZE in arguments.options
    if not path or len(size) != (2 if has_size else 0):
        needed = "-SIZE needs a width and a height" if path and has_size else "HCOPY needs the name of one file"
        raise UserError("bad-command", needed, HCOPY.usage)
    return Copy(path, (size[0], size[1]) if size else None, arguments)


def run(workspace: Workspace, copy: Copy) -> Iterator[Outcome]:
    if not any(area.has_axes for area in workspace.page.figure.areas):
        raise UserError("no-axes", "nothing has been drawn", "ASHOW draws curves")
    options = copy.arguments.options
    size = None
    if copy.size is not None:
        width, height = (evaluate_integer(workspace, text, SIZE) for text in copy.size)
        size = width, height
    path = path_to_write(copy.path, workspace.folder, ".svg", workspace.allowed)
    figure = workspace.page.figure
    if FIELD in options:
        figure = with_slopes(workspace, figure)
    write_figure(path, figure, size=size, dark=DARK in options, force=FORCE in options)
    yield from wrote(path, copy.arguments, workspace.folder)


HCOPY = Command(
    "HCOPY",
    "HCOPY file [-SIZE width height] [-DARK] [-FIELD] [-FORCE]",
    "Write the page to a file.",
    parse,
    run,
    "The extension decides the type: .svg, .pdf or .png; the default is SVG. -SIZE is in pixels, in a PDF in points; "
    "-DARK draws on a dark background; -FIELD adds the direction field and the nullclines of phase planes. A file that "
    "Simnon did not write is replaced only with -FORCE.",
    ("HCOPY fig4.svg", "HCOPY slide.png -SIZE 1600 900 -DARK", "HCOPY plane.svg -FIELD"),
)
