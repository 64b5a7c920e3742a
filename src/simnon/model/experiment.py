"""DATA: the experiment described in a program, in dialects whose programs have one."""

from collections.abc import Mapping
from dataclasses import field

from simnon.source import frozen

NEW_AXES = "|"
"""Among the variables that are shown: those after it have axes of their own."""


@frozen
class Experiment:
    """What SYST takes over, so that a bare SIMU performs the run, and ASHOW shows the variables of the program.

    Anything None or empty is left as the session has it. `method` is a method of Simnon, `step` is for methods with a
    fixed step. `commands` are lines of a session, if the program does more than one run: they become a macro with the
    name of the program. Names are local, or `name[SYSTEM]`.
    """

    start: float | None = None
    stop: float | None = None
    spacing: float | None = None
    method: str | None = None
    step: float | None = None
    rtol: float | None = None
    atol: Mapping[str, float] = field(default_factory=dict)
    """Absolute tolerances of single states."""
    seed: int | None = None
    shown: tuple[str, ...] = ()
    """Variables to draw, against `against` if that is not the time; those after a | on axes of their own."""
    against: str = ""
    printed: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Ends of axes, by variable."""
    title: str = ""
    commands: tuple[str, ...] = ()
    branch: str = ""
    """The arguments of BRANCH: a parameter, its range, and settings."""
    spacing_variable: str = ""
    """A held variable that has the spacing instead; it counts from the events that change it."""
    marked: str = ""
    """A held variable: both sides of the events that change it are recorded."""
    record_from: float | None = None
    """Nothing earlier is recorded."""


@frozen
class Comment:
    """A comment of the source: its line from 1, its text without delimiters, and whether it is alone on its line."""

    line: int
    text: str
    is_alone: bool
