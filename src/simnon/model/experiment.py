"""DATA: what a program says about its own experiment, in the dialects whose programs do."""

from collections.abc import Mapping
from dataclasses import field

from simnon.source import frozen


@frozen
class Experiment:
    """What SYST takes over, so that a bare SIMU makes the run, and ASHOW shows what the program asks for.

    What is None or empty is as the session has it. `method` is one of ours, `step` belongs to a method of fixed step.
    `commands` are lines of a session, where the program does more than one run: they become a macro with the
    name of the program. Names are local, or `name[SYSTEM]`.
    """

    start: float | None = None
    stop: float | None = None
    spacing: float | None = None
    method: str | None = None
    step: float | None = None
    rtol: float | None = None
    shown: tuple[str, ...] = ()
    """Variables to draw, against `against` where that is not the time."""
    against: str = ""
    printed: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Ends of axes, by variable."""
    title: str = ""
    commands: tuple[str, ...] = ()


@frozen
class Comment:
    """A comment of the source: its line from 1, its text without signs, and whether it has the line to itself."""

    line: int
    text: str
    is_alone: bool
