"""DATA: the replies of a session, one type for each kind of reply; how they look is up to the front end."""

from dataclasses import field
from pathlib import Path

from simnon.doors import loaded_on_use
from simnon.source import Diagnostic, frozen

with loaded_on_use(__name__):
    from simnon.figures import Array, Figure
    from simnon.pictures import Scene
    from simnon.simulation import Statistics, StopReason, Trajectory


@frozen
class Printed:
    """Lines of text."""

    text: str


@frozen
class Noted:
    """A remark for the user; `is_ahead` if it is known before a command begins."""

    text: str
    is_ahead: bool = False


@frozen
class Echoed:
    """A line that a macro is about to execute; `place` is the macro and its line."""

    line: str
    place: str = ""


@frozen
class Diagnosed:
    """A message of the compiler about a text."""

    diagnostics: tuple[Diagnostic, ...]


@frozen
class Changed:
    """A parameter or an initial value has changed."""

    name: str
    old: float
    new: float
    unit: str = ""


@frozen
class ValueRow:
    """One line of DISP; `group` is its heading, `given` the value in the text if it differs."""

    group: str
    name: str
    value: float
    unit: str = ""
    given: float | None = None


@frozen
class Valued:
    """The lines of DISP; with all digits, a number reads back exactly."""

    rows: tuple[ValueRow, ...]
    has_all_digits: bool = False


@frozen
class Tabulated:
    """Columns of numbers, the first usually the time; if it `has_gaps`, nan is no number but an empty place."""

    names: tuple[str, ...]
    units: tuple[str, ...]
    columns: tuple[Array, ...] = field(repr=False)
    has_gaps: bool = False


@frozen
class PageDrawn:
    """The page as it is now; `is_passing` during a run, when more follows."""

    figure: Figure = field(repr=False)
    is_passing: bool = False


@frozen
class SceneDrawn:
    """A picture at one of the moments of its scene."""

    scene: Scene = field(repr=False)
    moment: int


@frozen
class Advanced:
    """The progress of a run or a different long command; `text` replaces the time in the report.

    Now and then it has the run so far, for windows that follow it.
    """

    time: float
    start: float
    stop: float
    text: str = ""
    run: Trajectory | None = field(default=None, repr=False)


@frozen
class Paced:
    """A piece of a run at the pace of a clock is done; the last run is what there is of it."""

    time: float
    start: float
    stop: float


@frozen
class Operated:
    """A user has changed a parameter during a run, at a time of the model; it is in the journal after the run."""

    name: str
    old: float
    new: float
    time: float

    @property
    def line(self) -> str:
        """What repeats it."""
        return f"OPERATE {self.name}: {self.new!r} AT {self.time!r}"


@frozen
class RunEnded:
    """`name` is the name of the run, empty for the last one."""

    name: str
    stop: StopReason
    statistics: Statistics = field(repr=False)
    notes: tuple[str, ...] = ()


@frozen
class Wrote:
    """A file is complete on the disk."""

    path: Path


@frozen
class EditorRequested:
    """The front end lets the user edit the file and then continues to ask for outcomes."""

    path: Path
    line: int = 1


@frozen
class WindowsRequested:
    """The front end opens a browser on the session."""


@frozen
class Failed:
    """Nothing was changed. `place` is the macro and its line, if there was one.

    `classic` is the message of the original simulator, if there is one; it is shown instead.
    """

    code: str
    message: str
    hint: str = ""
    place: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    classic: str = ""


@frozen
class Ended:
    """The session is over."""


Outcome = (
    Printed
    | Noted
    | Echoed
    | Diagnosed
    | Changed
    | Valued
    | Tabulated
    | PageDrawn
    | SceneDrawn
    | Advanced
    | Paced
    | Operated
    | RunEnded
    | Wrote
    | EditorRequested
    | WindowsRequested
    | Failed
    | Ended
)


def is_passing(outcome: Outcome) -> bool:
    """Whether it reports progress or announces something, and is of no interest afterwards."""
    match outcome:
        case Advanced() | Paced() | Operated():
            return True
        case PageDrawn():
            return outcome.is_passing
        case Noted():
            return outcome.is_ahead
        case _:
            return False


def stays_true(outcome: Outcome) -> bool:
    """Whether it stays valid even if its command fails afterwards: a file is written, a text has errors."""
    return isinstance(outcome, Wrote | Diagnosed)
