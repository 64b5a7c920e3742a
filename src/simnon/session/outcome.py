"""DATA: the replies of a session, one type a kind of reply; how they look is the front end's affair."""

from dataclasses import field
from pathlib import Path

from simnon.figures import Array, Figure
from simnon.simulation import Statistics, StopReason
from simnon.source import Diagnostic, frozen


@frozen
class Said:
    """Lines to be read."""

    text: str


@frozen
class Noted:
    """Something the user may want to know, though nobody asked; `is_ahead` what is known before a command begins."""

    text: str
    is_ahead: bool = False


@frozen
class Echoed:
    """A line that a macro is about to execute; `place` is the macro and its line."""

    line: str
    place: str = ""


@frozen
class Diagnosed:
    """What the compiler says about a text."""

    diagnostics: tuple[Diagnostic, ...]


@frozen
class Changed:
    """A parameter or an initial value is another one now."""

    name: str
    old: float
    new: float
    unit: str = ""


@frozen
class ValueRow:
    """One line of DISP; `group` is the heading it stands under, `given` the value in the text where it differs."""

    group: str
    name: str
    value: float
    unit: str = ""
    given: float | None = None


@frozen
class Valued:
    rows: tuple[ValueRow, ...]


@frozen
class Tabulated:
    """Columns of numbers, the first usually the time."""

    names: tuple[str, ...]
    units: tuple[str, ...]
    columns: tuple[Array, ...] = field(repr=False)


@frozen
class Drawn:
    """The page as it looks now; `is_passing` while a run goes on and more will come."""

    figure: Figure = field(repr=False)
    is_passing: bool = False


@frozen
class Advanced:
    """A run, or whatever takes long, has come so far; `said` is in words what counts."""

    time: float
    start: float
    stop: float
    said: str = ""


@frozen
class RunEnded:
    """`name` is where the run is kept, empty for the last one."""

    name: str
    stop: StopReason
    statistics: Statistics = field(repr=False)
    notes: tuple[str, ...] = ()


@frozen
class Wrote:
    """A file is complete on the disk."""

    path: Path


@frozen
class EditorWanted:
    """The front end lets the user edit the file and then goes on asking for outcomes."""

    path: Path
    line: int = 1


@frozen
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


@frozen
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


def is_passing(outcome: Outcome) -> bool:
    """It says how far something has come or what will come, and counts only at the moment."""
    match outcome:
        case Advanced():
            return True
        case Drawn():
            return outcome.is_passing
        case Noted():
            return outcome.is_ahead
        case _:
            return False


def stays_true(outcome: Outcome) -> bool:
    """It holds also where the command that said it fails afterwards: a file is written, a text has errors."""
    return isinstance(outcome, Wrote | Diagnosed)
