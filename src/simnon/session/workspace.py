"""DATA: the user's work as it stands: model, values, runs, page, macros, and what was typed last.

A command may put other values into the fields, but never changes a value in place: so a copy of the fields is the
whole of the work as it was, and a command that fails is taken back by putting them back.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path

from simnon.figures import Figure
from simnon.simulation import Names, Simulator, Trajectory
from simnon.source import UserError, frozen
from simnon.studies import Study

from .line_editor import LineEditor
from .macro import Macro
from .outcome import Failed, RunEnded

Value = float | str
"""What a variable of a macro holds: a number, or a word."""
LAST = ""
"""The name of the last run among the stored ones."""


@frozen
class Loaded:
    """What SYST compiled, from which files."""

    files: tuple[Path, ...]
    model: Simulator
    names: Names


@frozen
class RunSettings:
    """What SIMU, ALGOR and ERROR were last told."""

    start: float = 0.0
    stop: float = 100.0
    spacing: float | None = None
    method: str = "auto"
    rtol: float = 1e-6
    atol: float = 1e-9
    step: float | None = None
    seed: int = 0


@frozen
class Page:
    """The figure being drawn: the area the next curves go to, and where MARK stands in it."""

    figure: Figure = field(default_factory=Figure)
    area: int = 0
    is_used: bool = False
    """The present area has its axes, so that the next axes go to the next one."""
    place: tuple[float, float] | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    """Those of the run whose curves were drawn first on the present axes."""


@frozen
class Given:
    """The values the user gave, by name: they stand above those of the text."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    initial: Mapping[str, float] = field(default_factory=dict)
    choices: Mapping[str, float | str] = field(default_factory=dict)
    """Versions, and parameters that decide of what the model consists."""


@frozen
class StartValues:
    """What the variables are at the start of a run of the model, with what was given and set."""

    model: Simulator
    given: Given
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


class EntryKind(Enum):
    """What a line of the journal was when it was given."""

    COMMAND = "command"
    ANSWER = "answer"
    EDITOR = "editor"
    DEFINITION = "definition"
    FAILED = "failed"


@frozen
class Entry:
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
    """Where files are looked for besides the folder; they are read there, not written."""
    allowed: tuple[Path, ...] = ()
    """Folders in which files may be read and written, as in that of the session."""
    trusted: tuple[Path, ...] = ()
    """Folders whose code models may run, besides those that the user has trusted before."""
    is_interactive: bool = True
    """Somebody is there to correct an erroneous line; without, the first error is the end."""
    has_editor: bool = False
    """The front end can open the user's own editor."""
    loaded: Loaded | None = None
    language: str = ""
    """The extension of the language that SYST was told; empty where each file's own says it."""
    given: Given = Given()
    undone: tuple[Given, ...] = ()
    """The values before each change, the latest last."""
    settings: RunSettings = RunSettings()
    start_values: StartValues | None = None
    """Those that were asked for last."""
    store: tuple[str, ...] | None = None
    plotted: tuple[str, ...] = ()
    plotted_against: str = ""
    runs: Mapping[str, Trajectory] = field(default_factory=dict)
    studies: Mapping[str, Study] = field(default_factory=dict)
    """Sweeps and samples by name; LAST is the last one."""
    is_marked: bool = False
    """The last run was made with -MARK: its curves get letters."""
    page: Page = Page()
    variables: Mapping[str, Value] = field(default_factory=dict)
    """Those of the session, which all macros see."""
    local: Mapping[str, Value] | None = None
    """Those of the macro that is running."""
    macros: Mapping[str, Macro] = field(default_factory=dict)
    switches: Switches = Switches()
    last_arguments: Mapping[str, str] = field(default_factory=dict)
    editing: Editing | None = None
    trouble: Failed | RunEnded | None = None
    """What WHY explains."""
    answers: tuple[str, ...] = ()
    """What ANSWER put there for the READs to come."""
    journal: tuple[Entry, ...] = ()
    is_interrupted: bool = False
    is_heeding: bool = False
    """What is going on looks at `is_interrupted` some times a second."""
    is_over: bool = False

    @property
    def model(self) -> Simulator:
        return self.system.model

    @property
    def system(self) -> Loaded:
        if self.loaded is None:
            raise UserError("no-model", "no system is loaded", "SYST file ... compiles one")
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
            raise UserError("no-run", "there is no run yet", "SIMU start stop makes one")
        names = ", ".join(stored for stored in self.runs if stored) or "none"
        raise UserError(
            "no-run", f"no run is stored under '{name}'", f"stored are: {names}; SIMU 0 100 /{name} stores one"
        )

    def study_named(self, name: str) -> Study:
        """A sweep or sample; LAST is the last one."""
        if name.upper() in self.studies:
            return self.studies[name.upper()]
        if name == LAST:
            raise UserError("no-ensemble", "there are no runs of a sweep or sample", "SWEEP or SAMPLE makes them")
        names = ", ".join(stored for stored in self.studies if stored) or "none"
        raise UserError("no-ensemble", f"no sweep or sample is kept under '{name}'", f"kept are: {names}")

    def snapshot(self) -> "Workspace":
        return copy.copy(self)

    def restore(self, snapshot: "Workspace") -> None:
        """Everything as it was, but for the wish to interrupt."""
        for each in fields(self):
            if each.name != "is_interrupted":
                setattr(self, each.name, getattr(snapshot, each.name))
