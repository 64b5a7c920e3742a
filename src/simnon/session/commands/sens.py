"""`SENS`: a run with the derivatives of variables by parameters and initial values."""

import re
from collections.abc import Iterator

from simnon.figures import Area, Axis, Curve, Shape, with_chosen_ends
from simnon.simulation import StopKind, Trajectory
from simnon.source import UserError, frozen

from ..outcome import Noted, Outcome, PageDrawn, RunEnded, Valued, ValueRow
from ..plotting import next_area, time_axis, with_area
from ..running import begin_run, go_to_end
from ..words import check_once, read_arguments
from ..workspace import LAST, Workspace
from .command import Command


@frozen
class Differentiate:
    """`of` are variables; `by` are parameters, or states for their initial values."""

    of: tuple[str, ...]
    by: tuple[str, ...]
    name: str


def parse(text: str) -> Differentiate:
    arguments = read_arguments(text, has_slash=True)
    words = list(arguments.words)
    places = [i for i, word in enumerate(words) if word.upper() == "BY"]
    if len(places) != 1 or not 0 < places[0] < len(words) - 1:
        raise UserError("bad-command", "SENS needs variables, BY and parameters", SENS.usage)
    of, by = words[: places[0]], words[places[0] + 1 :]
    check_once(of, SENS.usage)
    check_once(by, SENS.usage)
    return Differentiate(tuple(of), tuple(by), arguments.slash)


def run(workspace: Workspace, command: Differentiate) -> Iterator[Outcome]:
    names = workspace.system.names
    of, by = (tuple(dict.fromkeys(map(names.find, each))) for each in (command.of, command.by))
    _check(workspace, of)
    model = workspace.elements.with_sensitivities(by, of)
    pairs = {(variable, name): _pair(workspace, variable, name) for variable in of for name in by}
    store = None if workspace.store is None else tuple(dict.fromkeys((*workspace.store, *of, *pairs.values())))
    going = begin_run(workspace, store, {}, model)
    reason = yield from go_to_end(workspace, going)
    trajectory = model.trajectory(going, reason)
    named = {command.name.upper(): trajectory} if command.name else {}
    workspace.runs = {**workspace.runs, LAST: trajectory, **named}
    workspace.page = with_area(next_area(workspace.page), _area(workspace, trajectory, list(pairs.values())))
    yield PageDrawn(workspace.page.figure)
    ended = RunEnded(command.name, reason, trajectory.statistics, trajectory.notes)
    workspace.trouble = ended
    yield ended
    yield _final_values(workspace, trajectory, pairs)
    if reason.kind is StopKind.USER:
        yield Noted("the run was interrupted: these are the values when it was")


def _check(workspace: Workspace, of: tuple[str, ...]) -> None:
    model = workspace.elements
    for name in of:
        if name in model.parameters:
            raise UserError("not-a-variable", f"'{name}' is a parameter and does not vary", "it belongs after BY")


def _pair(workspace: Workspace, variable: str, name: str) -> str:
    """The name of the derivative, as the model with derivatives has it."""
    return f"d({variable})/d({name})" if name in workspace.elements.parameters else f"d({variable})/d(INIT({name}))"


def _area(workspace: Workspace, trajectory: Trajectory, names: list[str]) -> Area:
    curves = tuple(
        Curve(
            name,
            trajectory.t,
            trajectory.columns[name],
            shape=Shape.STEPS if name in trajectory.sampled else Shape.LINES,
        )
        for name in names
    )
    return with_chosen_ends(Area(time_axis(workspace), Axis(), curves, has_axes=True))


def _final_values(workspace: Workspace, trajectory: Trajectory, pairs: dict[tuple[str, str], str]) -> Valued:
    title = f"at t = {trajectory.stop.time:g}"
    units = workspace.model.units
    return Valued(
        tuple(
            ValueRow(title, shown, float(trajectory.columns[shown][-1]), _unit(units.get(of, ""), units.get(by, "")))
            for (of, by), shown in pairs.items()
        )
    )


def _unit(above: str, below: str) -> str:
    if not below:
        return above
    if re.fullmatch(r"1/[^*/]+", below):
        return f"{above}*{below[2:]}" if above else below[2:]
    return f"{above or 1}/({below})" if any(sign in below for sign in "*/") else f"{above or 1}/{below}"


SENS = Command(
    "SENS",
    "SENS variable ... BY variable ... [/name]",
    "Run the model with the sensitivities of variables to parameters.",
    parse,
    run,
    "After BY come parameters, or states for their initial values. The run is that of SIMU alone, with the "
    "derivatives of the variables computed along with it, exactly, through samples and through events whose times "
    "shift. The derivatives are drawn, and their final values are shown. It becomes the last run and is also kept "
    "under /name; EXPORT writes the derivatives too.",
    ("SENS H BY TI GAIN", "SENS H QIN BY H /slow"),
)
