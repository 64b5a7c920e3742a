"""`MKWIN`, `WEDIT`, `WFDIR`, `WDISP`, `WPRINT`, `WHELP` and the others: windows around the session.

`WINDOW` shows them in a browser; without one, only the graphics windows have an effect, on where curves go.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from simnon.languages import DIALECTS
from simnon.source import UserError

from ..files import find_file, path_to_write
from ..outcome import Noted, Outcome, PageDrawn, WindowsRequested
from ..windows import (
    FIRST_PAGE,
    Placing,
    Window,
    WindowKind,
    WindowRequest,
    choose_page,
    discard_page,
    place,
)
from ..words import Arguments, read_arguments, read_files
from ..workspace import Workspace
from .command import Command

_OPTIONS = ("ICON", "CLOSE")
_DIFF = "-DIFF"
_PLACINGS = " [-ICON | -CLOSE]"
_PLACINGS_EXPLAINED = "-ICON minimises the window to an icon, -CLOSE removes it."


def make_parse(usage: str, kind: WindowKind, *, takes: int | None) -> Callable[[str], WindowRequest]:
    """`takes` is how many words the command takes; None for any number."""

    def parse(text: str) -> WindowRequest:
        is_file_window = kind in (WindowKind.EDITOR, WindowKind.FOLDER, WindowKind.TOUR)
        names_file = is_file_window or text.lstrip().upper().startswith(_DIFF)
        read = read_files if names_file else partial(read_arguments, has_expressions=takes is None)
        arguments = read(text, _OPTIONS if kind is not WindowKind.DIAGRAM else (*_OPTIONS, _DIFF[1:]))
        if _DIFF[1:] in arguments.options:
            return _comparison(arguments, usage)
        if len(arguments.options) > 1:
            raise UserError("bad-command", "-ICON and -CLOSE exclude each other", usage)
        if takes is not None and len(arguments.words) > takes:
            raise UserError("bad-command", f"'{arguments.words[takes]}' is one word too many", usage)
        chosen = next((Placing(option.lower()) for option in arguments.options), Placing.OPEN)
        return WindowRequest(Window(kind, " ".join(arguments.words)), chosen)

    return parse


def _comparison(arguments: Arguments, usage: str) -> WindowRequest:
    """`WDIAG -DIFF file`: the diagram, with what has changed since that file."""
    if len(arguments.words) != 1:
        raise UserError("bad-command", "-DIFF needs one earlier file of the model", usage)
    placings = [Placing(option.lower()) for option in arguments.options if option in _OPTIONS]
    if len(placings) > 1:
        raise UserError("bad-command", "-ICON and -CLOSE exclude each other", usage)
    subject = f"{_DIFF} {arguments.words[0]}"
    return WindowRequest(Window(WindowKind.DIAGRAM, subject), placings[0] if placings else Placing.OPEN)


def run(workspace: Workspace, requested: WindowRequest) -> Iterator[Outcome]:
    place(workspace, requested)
    if not workspace.has_windows and requested.placing is Placing.OPEN:
        yield Noted("WINDOW shows the windows in a browser")


def make_window(workspace: Workspace, requested: WindowRequest) -> Iterator[Outcome]:
    name = requested.window.subject
    yield from run(workspace, requested)
    if requested.placing is Placing.CLOSE:
        discard_page(workspace, name)
    elif requested.placing is Placing.OPEN:
        choose_page(workspace, name)
        if name != FIRST_PAGE and workspace.page.figure.areas:
            yield PageDrawn(workspace.page.figure)


def edit_window(workspace: Workspace, requested: WindowRequest) -> Iterator[Outcome]:
    name = requested.window.subject
    if not name:
        raise UserError("bad-command", "WEDIT needs the name of a file", WEDIT.usage)
    found = find_file(name, workspace.folders, DIALECTS, workspace.allowed)
    path = found or path_to_write(name, workspace.folder, ".t", workspace.allowed)
    yield from run(workspace, WindowRequest(Window(WindowKind.EDITOR, _near(path, workspace)), requested.placing))


def tour_window(workspace: Workspace, requested: WindowRequest) -> Iterator[Outcome]:
    name = requested.window.subject
    found = find_file(name, workspace.folders, (".txt",), workspace.allowed) if name else None
    if name and found is None and requested.placing is Placing.OPEN:
        raise UserError("file-not-found", f"there is no file '{name}'", "WFDIR shows the files of the folder")
    subject = _near(found, workspace) if found is not None else name
    yield from run(workspace, WindowRequest(Window(WindowKind.TOUR, subject), requested.placing))


def _near(path: Path, workspace: Workspace) -> str:
    """From the folder of the session, if it is inside."""
    return str(path.relative_to(workspace.folder) if path.is_relative_to(workspace.folder) else path)


def request_browser(_workspace: Workspace, _nothing: None) -> Iterator[Outcome]:
    yield WindowsRequested()


def _nothing_more(text: str) -> None:
    if text.strip():
        raise UserError("bad-command", f"WINDOW takes nothing, not '{text.strip()}'", WINDOW.usage)


def _make(
    name: str, words: str, kind: WindowKind, summary: str, details: str, examples: tuple[str, ...], takes: int | None
) -> Command:
    usage = f"{name} {words}".rstrip() + _PLACINGS
    performers = {
        WindowKind.GRAPHICS: make_window,
        WindowKind.EDITOR: edit_window,
        WindowKind.TOUR: tour_window,
    }
    perform = performers.get(kind, run)
    parse = make_parse(usage, kind, takes=takes)
    return Command(
        name, usage, summary, parse, perform, f"{details} {_PLACINGS_EXPLAINED}".strip(), examples, repeats=False
    )


MKWIN = _make(
    "MKWIN",
    "[name]",
    WindowKind.GRAPHICS,
    "Open a graphics window, or make it the current one.",
    "SPLIT, AREA, AXES, SHOW, ASHOW, PLOT and all other drawing commands act on the current window; each window has "
    "its own page. Without a name it is the first window.",
    ("MKWIN tank", "MKWIN tank -CLOSE"),
    1,
)
WEDIT = _make(
    "WEDIT",
    "file",
    WindowKind.EDITOR,
    "Open a window with the text of a file.",
    "",
    ("WEDIT TANK", "WEDIT TANK -ICON"),
    1,
)
WFDIR = _make("WFDIR", "[folder]", WindowKind.FOLDER, "Open a window with the files of the folder.", "", ("WFDIR",), 1)
WDISP = _make(
    "WDISP",
    "[variable ...]",
    WindowKind.VALUES,
    "Open a window with values that are updated after each run.",
    "Without a variable it shows everything, as DISP does.",
    ("WDISP H V",),
    None,
)
WPRINT = _make(
    "WPRINT",
    "[variable[/run] ...]",
    WindowKind.TABLE,
    "Open a window with a table of curves.",
    "Without a variable it shows everything that the last run stored.",
    ("WPRINT H V",),
    None,
)
WHELP = _make("WHELP", "[word]", WindowKind.HELP, "Open a window with the manual.", "", ("WHELP SIMU",), 1)
WPAR = _make(
    "WPAR", "[system]", WindowKind.PARAMETERS, "Open a window with parameters and their sliders.", "", ("WPAR",), 1
)
WRUNS = _make("WRUNS", "", WindowKind.RUNS, "Open a window with the runs that are kept.", "", ("WRUNS",), 0)
WEVENT = _make(
    "WEVENT",
    "",
    WindowKind.EVENTS,
    "Open a window with the events of the last run and why it ended.",
    "",
    ("WEVENT",),
    0,
)
WLIB = _make("WLIB", "[library]", WindowKind.LIBRARY, "Open a window with the libraries of models.", "", ("WLIB",), 1)
WDIAG = _make(
    "WDIAG",
    "[part | -DIFF earlier]",
    WindowKind.DIAGRAM,
    "Open a window with the block diagram of the model.",
    "Zoom in to see what is inside a box. With a part, such as column or column.tray, it shows that part. -DIFF shows "
    "what has changed since an earlier file of the model: additions in green, changes in amber, removals in red.",
    ("WDIAG", "WDIAG column", "WDIAG -DIFF yesterday/drive"),
    1,
)
WTOUR = _make(
    "WTOUR",
    "[file]",
    WindowKind.TOUR,
    "Open a window with a two-minute tour, or with a file of commands as a worksheet.",
    "Each step shows its commands, and executes them when you choose it. In a file, a blank line begins the next step, "
    "and comments are its text.",
    ("WTOUR", "WTOUR study.txt"),
    1,
)
WINDOW = Command(
    "WINDOW",
    "WINDOW",
    "Show this session in a browser.",
    _nothing_more,
    request_browser,
    "You can then type commands in the terminal and in the browser: both use the same session.",
    ("WINDOW",),
    repeats=False,
)
