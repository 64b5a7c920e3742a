"""DATA: the state of the user's work: model, values, runs, page, macros, and the last input.

A command can replace the values of fields, but never changes a value in place: so a copy of the fields is a complete
snapshot, and a command that fails is undone by restoring it.
"""

import copy
import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path

from simnon.doors import loaded_on_use
from simnon.source import UserError, did_you_mean, frozen

from .line_editor import LineEditor
from .macro import Macro
from .outcome import Failed, RunEnded

with loaded_on_use(__name__):
    from simnon.figures import Figure
    from simnon.linear import LinearModel
    from simnon.simulation import NameTable, Simulator, Trajectory
    from simnon.studies import Branches, Study

Value = float | str
"""The value of a macro variable: a number, or a word."""
LAST = ""
"""The name of the last run among the stored ones."""


@frozen
class Loaded:
    """What SYST compiled, from which files."""

    files: tuple[Path, ...]
    model: Simulator
    names: NameTable


@frozen
class RunSettings:
    """The last settings of SIMU, ALGOR and ERROR; a spacing of 0 records the steps alone."""

    start: float = 0.0
    stop: float = 100.0
    spacing: float | None = None
    spacing_variable: str = ""
    marked: str = ""
    record_from: float | None = None
    method: str = "auto"
    rtol: float = 1e-6
    atol: float | Mapping[str, float] = 1e-9
    step: float | None = None
    seed: int = 0
    largest_step: float = math.inf


class WindowKind(Enum):
    """What a window around the session shows."""

    GRAPHICS = "graphics"
    EDITOR = "editor"
    FOLDER = "folder"
    VALUES = "values"
    TABLE = "table"
    HELP = "help"
    PARAMETERS = "parameters"
    RUNS = "runs"
    EVENTS = "events"
    LIBRARY = "library"
    TOUR = "tour"
    DIAGRAM = "diagram"
    PICTURE = "picture"


@frozen
class Window:
    """`subject` is what it is about: the name of a graphics window, a file, variables, a word."""

    kind: WindowKind
    subject: str = ""
    is_icon: bool = False

    @property
    def key(self) -> tuple[WindowKind, str]:
        return self.kind, self.subject.casefold()

    @property
    def title(self) -> str:
        return self.subject or self.kind.value


AT_THE_START: tuple[Window, ...] = (Window(WindowKind.GRAPHICS), Window(WindowKind.PARAMETERS))
"""Windows that are there without being opened."""


@frozen
class Page:
    """The figure being drawn: the area for the next curves, and the position of MARK in it."""

    figure: Figure = field(default_factory=Figure)
    area: int = 0
    is_used: bool = False
    """Whether the current area has its axes, so that the next axes go to the next one."""
    place: tuple[float, float] | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    """The parameters of the run whose curves were drawn first on the current axes."""
    split: tuple[int, int] | None = None
    """The division of the pages that follow, if a figure with several areas has replaced it on this one."""
    lines: tuple[str, ...] = ()
    """The commands that drew it, since it was empty."""


@frozen
class EditedText:
    """A file that a command has edited: what it was (None if there was none), and what it became.

    `content` and `written` are the same, byte for byte.
    """

    path: Path
    before: str | None
    after: str
    content: bytes | None = None
    written: bytes | None = None


@frozen
class UserValues:
    """The values the user gave, by name: they override those of the text."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    initial: Mapping[str, float] = field(default_factory=dict)
    choices: Mapping[str, float | str] = field(default_factory=dict)
    """Versions and structural parameters."""
    edited: tuple[EditedText, ...] = ()
    """The texts that UNDO restores with these values."""


@frozen
class Diagram:
    """What BRANCH has followed, and the ranges of its parameters."""

    branches: Branches
    ranges: Mapping[str, tuple[float, float]]


@frozen
class Operation:
    """A change of a parameter during a run, at a time of the model."""

    name: str
    value: float
    time: float


@frozen
class PacedRun:
    """A run at the pace of a clock: `speed` is the time of the model in a second, `given` the values it began with."""

    start: float
    stop: float
    speed: float
    name: str
    given: UserValues
    operations: tuple[Operation, ...] = ()


@frozen
class StartValues:
    """The values of the variables at the start of a run, with the given values and settings."""

    model: Simulator
    given: UserValues
    settings: RunSettings
    numbers: Mapping[str, float]


@frozen
class Switches:
    """What SWITCH and TURN turn on and off."""

    echo: bool = False
    trace: bool = False
    log: bool = False
    pictures: bool = True
    notes: bool = True
    verify: bool = False
    units: bool = False
    libm: bool = False
    interpreter: bool = False
    live: bool = False
    isolate: bool = False
    fma: bool = False


class EntryKind(Enum):
    """What a line of the journal was when it was given."""

    COMMAND = "command"
    ANSWER = "answer"
    EDITOR = "editor"
    DEFINITION = "definition"
    FAILED = "failed"


@frozen
class JournalEntry:
    """A line of the journal."""

    kind: EntryKind
    line: str


class After(Enum):
    """What follows when the line editor is left with E."""

    NEXT_FILE = "next file"
    COMPILE = "compile"
    NOTHING = "nothing"


@frozen
class Editing:
    """The line editor is open on one of `files`."""

    files: tuple[Path, ...]
    position: int
    editor: LineEditor
    after: After
    original: str = ""
    """The text on the disk when the editor was opened."""

    @property
    def path(self) -> Path:
        return self.files[self.position]


@dataclass(slots=True)
class Workspace:
    folder: Path
    path: tuple[Path, ...] = ()
    """More folders in which files are looked for; they are read-only."""
    allowed: tuple[Path, ...] = ()
    """More folders in which files can be read and written."""
    trusted: tuple[Path, ...] = ()
    """More folders whose code models can run, besides those that the user has trusted before."""
    is_interactive: bool = True
    """Whether a person gives the commands."""
    can_correct: bool = True
    """Whether the lines that follow can correct a text with an error in the line editor."""
    has_editor: bool = False
    """Whether the front end can open the user's own editor."""
    has_windows: bool = False
    """Whether a browser shows the windows."""
    loaded: Loaded | None = None
    language: str = ""
    """The extension of the language that SYST was given; empty if each file has its own."""
    given: UserValues = UserValues()
    undone: tuple[UserValues, ...] = ()
    """The values before each change, the latest last."""
    settings: RunSettings = RunSettings()
    start_values: StartValues | None = None
    """Those that were requested last."""
    store: tuple[str, ...] | None = None
    plotted: tuple[str, ...] = ()
    plotted_against: str = ""
    plotted_texts: Mapping[str, str] = field(default_factory=dict)
    """The user's own texts for curves of PLOT."""
    runs: Mapping[str, Trajectory] = field(default_factory=dict)
    studies: Mapping[str, Study] = field(default_factory=dict)
    """Sweeps and samples by name; LAST is the last one."""
    linear_models: Mapping[str, LinearModel] = field(default_factory=dict)
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)
    """What LINEAR made, by name in capitals; LAST is the last one."""
    paced: PacedRun | None = None
    """The last run of PACE, which OPERATE changes."""
    operations: deque[tuple[str, float]] = field(default_factory=deque)
    """Changes of parameters that the user has made during a run, for the run to take; filled by other threads."""
    wait: Callable[[float], None] | None = None
    """How a front end waits for some seconds; without one, runs at the pace of a clock do not wait."""
    is_marked: bool = False
    """Whether the last run had -MARK: its curves get letters."""
    page: Page = Page()
    page_name: str = ""
    """The graphics window that the page belongs to; empty for the first one."""
    pages: Mapping[str, Page] = field(default_factory=dict)
    """Those of the other graphics windows, by name."""
    windows: tuple[Window, ...] = AT_THE_START
    """Those around the session, in the order in which they were opened."""
    variables: Mapping[str, Value] = field(default_factory=dict)
    """Those of the session, which all macros see."""
    local: Mapping[str, Value] | None = None
    """Those of the running macro."""
    macros: Mapping[str, Macro] = field(default_factory=dict)
    switches: Switches = Switches()
    last_arguments: Mapping[str, str] = field(default_factory=dict)
    editing: Editing | None = None
    trouble: Failed | RunEnded | None = None
    """What WHY explains."""
    answers: tuple[str, ...] = ()
    """What ANSWER supplied for coming READs."""
    journal: tuple[JournalEntry, ...] = ()
    is_interrupted: bool = False
    is_checking_interrupts: bool = False
    """The running command checks `is_interrupted` several times a second."""
    is_over: bool = False

    @property
    def model(self) -> Simulator:
        return self.system.model

    @property
    def elements(self) -> Simulator:
        """The model with equations for each element of its arrays, as studies need them."""
        return self.system.model.expanded

    @property
    def system(self) -> Loaded:
        if self.loaded is None:
            raise UserError("no-model", "no system is loaded", "compile one with SYST file ...")
        return self.loaded

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where files are looked for."""
        return (self.folder, *self.path)

    def run_named(self, name: str) -> Trajectory:
        """A stored run; LAST is the last one."""
        known = {stored.casefold(): stored for stored in self.runs}
        if name.casefold() in known:
            return self.runs[known[name.casefold()]]
        if name == LAST:
            raise UserError("no-run", "there is no run", "SIMU start stop runs the model")
        names = ", ".join(filter(None, self.runs))
        default = f"the stored runs are {names}" if names else f"SIMU 0 100 /{name} stores one"
        hint = did_you_mean(name, filter(None, self.runs), default)
        raise UserError("no-run", f"no run is stored under '{name}'", hint)

    def study_named(self, name: str) -> Study:
        """A sweep or sample; LAST is the last one."""
        if name.upper() in self.studies:
            return self.studies[name.upper()]
        if name == LAST:
            raise UserError("no-ensemble", "there are no runs of a sweep or sample", "SWEEP or SAMPLE runs them")
        names = ", ".join(filter(None, self.studies))
        default = f"the names are {names}" if names else f"SWEEP ... /{name} or SAMPLE ... /{name} keeps one"
        hint = did_you_mean(name, filter(None, self.studies), default)
        raise UserError("no-ensemble", f"no sweep or sample is kept under '{name}'", hint)

    def linear_named(self, name: str) -> LinearModel:
        """What LINEAR made; LAST is the last one."""
        if name.upper() in self.linear_models:
            return self.linear_models[name.upper()]
        if name == LAST:
            raise UserError("no-linear-model", "there is no linear model", "LINEAR input TO output makes one")
        names = ", ".join(filter(None, self.linear_models))
        default = f"the names are {names}" if names else f"LINEAR input TO output /{name.lstrip('/')} keeps one"
        hint = did_you_mean(name, filter(None, self.linear_models), default)
        raise UserError("no-linear-model", f"no linear model is kept under '{name}'", hint)

    def diagram_named(self, name: str) -> Diagram:
        """What BRANCH made; LAST is the last one."""
        if name.upper() in self.diagrams:
            return self.diagrams[name.upper()]
        if name == LAST:
            raise UserError("no-diagram", "there are no branches", "BRANCH parameter lower upper follows them")
        names = ", ".join(filter(None, self.diagrams))
        default = f"the names are {names}" if names else f"BRANCH parameter lower upper /{name.lstrip('/')} keeps one"
        hint = did_you_mean(name, filter(None, self.diagrams), default)
        raise UserError("no-diagram", f"no branches are kept under '{name}'", hint)

    def snapshot(self) -> "Workspace":
        return copy.copy(self)

    def restore(self, snapshot: "Workspace") -> None:
        """Restore everything, except for the request to interrupt."""
        for each in fields(self):
            if each.name != "is_interrupted":
                setattr(self, each.name, getattr(snapshot, each.name))
