"""`PACE` and `OPERATE`: a run at the pace of a clock, and what was changed during it."""

import re
from collections.abc import Iterator

from simnon.source import UserError, frozen

from ..calculator import evaluate
from ..outcome import Changed, Outcome
from ..pacing import run_paced, with_operation
from ..words import read_arguments, read_assignments
from ..workspace import Operation, PacedRun, Workspace
from .command import Command

_AT = re.compile(r"(.*\S)\s+AT\s+(\S+)\s*", re.IGNORECASE | re.DOTALL)


@frozen
class Pace:
    times: tuple[str, ...]
    name: str


def parse_pace(text: str) -> Pace:
    arguments = read_arguments(text, has_slash=True, has_expressions=True)
    if len(arguments.words) not in (0, 2, 3):
        raise UserError("bad-command", "PACE takes a start, a stop and a speed", PACE.usage)
    return Pace(arguments.words, arguments.slash)


def pace(workspace: Workspace, command: Pace) -> Iterator[Outcome]:
    settings = workspace.settings
    times = [evaluate(workspace, text) for text in command.times]
    start, stop = (times[0], times[1]) if times else (settings.start, settings.stop)
    speed = times[2] if len(times) > 2 else 1.0
    if not speed > 0:
        raise UserError("bad-command", f"the speed must be positive, not {speed:g}", PACE.usage)
    yield from run_paced(
        workspace, PacedRun(start, stop, speed, command.name, workspace.given), is_live=workspace.wait is not None
    )


@frozen
class Operate:
    name: str
    value: str
    time: str


def parse_operate(text: str) -> Operate:
    match = _AT.fullmatch(text)
    pairs = read_assignments(match[1] if match else text, OPERATE.usage)
    if match is None or len(pairs) != 1:
        raise UserError("bad-command", "OPERATE takes one parameter and the time of its change", OPERATE.usage)
    return Operate(*pairs[0], match[2])


def operate(workspace: Workspace, command: Operate) -> Iterator[Outcome]:
    """The run is repeated with the change: it is the run that the user has operated, number by number."""
    paced, model = workspace.paced, workspace.model
    if paced is None:
        raise UserError("no-run", "there is no run to operate", "PACE start stop runs the model at the pace of a clock")
    name = workspace.system.names.find(command.name)
    if name not in model.parameters:
        raise UserError("not-a-parameter", f"'{command.name}' is not a parameter", "DISP lists the parameters")
    time, value = evaluate(workspace, command.time), evaluate(workspace, command.value)
    if not paced.start <= time < paced.stop:
        ends = f"from {paced.start:g} to {paced.stop:g}"
        raise UserError("outside-run", f"t = {time:g} is outside the run {ends}", "see PACE")
    old = paced.given.parameters.get(name, model.parameters[name])
    changed = with_operation(paced, Operation(name, value, time))
    yield Changed(name, old, value, model.units.get(name, ""))
    yield from run_paced(workspace, changed, is_live=False)


PACE = Command(
    "PACE",
    "PACE [start stop [speed]] [/name]",
    "Run a simulation in scaled real time, to operate it by hand.",
    parse_pace,
    pace,
    "The speed is in units of model time per second, by default 1. Sliders and switches of a PICTURE act at once; "
    "each change is written to the journal as OPERATE, with its time. In a file of commands PACE does not wait for "
    "the clock. Replaying the commands gives exactly the same numbers.",
    ("PACE 0 200 10", "PACE 0 60 /shift"),
    repeats=False,
)
OPERATE = Command(
    "OPERATE",
    "OPERATE parameter: value AT time",
    "Change a parameter during the last run of PACE.",
    parse_operate,
    operate,
    "The run is repeated with the change; it takes effect at the end of the piece that contains the time. PAR changes "
    "a parameter for the runs that follow.",
    ("OPERATE wanted: 1.5 AT 42.5",),
    repeats=False,
)
