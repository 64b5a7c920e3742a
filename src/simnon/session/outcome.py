"""DATA: the replies of a session, one type a kind of reply; how they look is the front end's affair."""

from dataclasses import dataclass, field
from pathlib import Path

from simnon.graphics import Array, Figure
from simnon.simulation import Statistics, StopReason
from simnon.source import Diagnostic


@dataclass(frozen=True, slots=True)
class Said:
    """Lines to be read."""

    text: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Something the user may want to know, though nobody asked."""

    text: str


@dataclass(frozen=True, slots=True)
class Echoed:
    """A line that a macro is about to execute; `place` is the macro and its line."""

    line: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """What the compiler says about a text."""

    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A parameter or an initial value is another one now."""

    name: str
    old: float
    new: float
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ValueRow:
    """One line of DISP; `group` is the heading it stands under, `given` the value in the text where it differs."""

    group: str
    name: str
    value: float
    unit: str = ""
    given: float | None = None


@dataclass(frozen=True, slots=True)
class Valued:
    rows: tuple[ValueRow, ...]


@dataclass(frozen=True, slots=True)
class Tabulated:
    """Columns of numbers, the first usually the time."""

    names: tuple[str, ...]
    units: tuple[str, ...]
    columns: tuple[Array, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The page as it looks now; `is_passing` while a run goes on and more will come."""

    figure: Figure = field(repr=False)
    is_passing: bool = False


@dataclass(frozen=True, slots=True)
class Advanced:
    """A run, or whatever takes long, has come so far; `said` is in words what counts."""

    time: float
    start: float
    stop: float
    said: str = ""


@dataclass(frozen=True, slots=True)
class RunEnded:
    """`name` is where the run is kept, empty for the last one."""

    name: str
    stop: StopReason
    statistics: Statistics = field(repr=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrote:
    """A file is complete on the disk."""

    path: Path


@dataclass(frozen=True, slots=True)
class EditorWanted:
    """The front end lets the user edit the file and then goes on asking for outcomes."""

    path: Path
    line: int = 1


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing was changed. `place` is the macro and its line, where it was one.

    `classic` is what another simulator said in such a case; where it is given, it is shown instead.
    """

    code: str
    message: str
    hint: str = ""
    place: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    classic: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over."""


Outcome = (
    Said
    | Noted
    | Echoed
    | Diagnosed
    | Changed
    | Valued
    | Tabulated
    | Drawn
    | Advanced
    | RunEnded
    | Wrote
    | EditorWanted
    | Failed
    | Ended
)
