"""`SIMU`: run a simulation."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace

from simnon.simulation import Run, StopKind, StopReason, Trajectory
from simnon.source import UserError, frozen, resources

from ..calculator import evaluate
from ..log_file import check_log, logged_variables, write_log
from ..optimiser_system import wanted_search
from ..optimising import search_optimum
from ..outcome import Advanced, Noted, Outcome, PageDrawn, Printed, RunEnded
from ..plotting import plot_run
from ..running import MUCH, begin_run, go_to_end
from ..words import Arguments, read_arguments
from ..workspace import LAST, Workspace
from .command import Command

_ATTACHED_NAME = re.compile(r"([0-9.eE+-]+)/([^\W\d]\w*)")
"""`SIMU 0 100/slow`, as in the later Simnon."""
FIRST_LOOK = 0.2
"""Seconds after which the windows show a run that goes on."""
PAUSE = 4.0
"""Between two looks, as a multiple of what one takes: they slow the run down by a fifth at most."""


@frozen
class Simulate:
    times: tuple[str, ...]
    continues: bool
    marks: bool
    name: str


def parse(text: str) -> Simulate:
    arguments: Arguments = read_arguments(text, ("CONT", "MARK"), has_slash=True, has_expressions=True)
    words, name = list(arguments.words), arguments.slash
    if words and not name and (attached := _ATTACHED_NAME.fullmatch(words[-1])):
        words[-1], name = attached.groups()
    if len(words) > 3:
        raise UserError("bad-command", f"SIMU cannot interpret '{words[3]}'", SIMU.usage)
    return Simulate(tuple(words), "CONT" in arguments.options, "MARK" in arguments.options, name)


def run(workspace: Workspace, command: Simulate) -> Iterator[Outcome]:
    if not command.continues:
        _take_times(workspace, command)
        if len(command.times) == 1:
            settings = workspace.settings
            yield Noted(
                f"one time is the start: the run goes from {settings.start:g} to {settings.stop:g}; "
                f"SIMU 0 {settings.start:g} runs from 0 to {settings.start:g}"
            )
        search = wanted_search(workspace)
        if search is not None:
            yield from search_optimum(workspace, search)
            if workspace.is_interrupted:
                return
    yield from make_run(workspace, command)


def make_run(workspace: Workspace, command: Simulate) -> Iterator[Outcome]:
    """One run, kept, drawn and logged."""
    check_log(workspace)
    going = _continued(workspace, command) if command.continues else begin_run(workspace, _stored(workspace), {})
    model, page = workspace.model.owner_of(going), workspace.page
    if going.size > MUCH:
        yield Noted(f"the record takes {resources.size_text(going.size)}", is_ahead=True)

    next_look = time.monotonic() + FIRST_LOOK

    def so_far() -> Trajectory:
        return model.trajectory(going, StopReason(StopKind.USER, "running", "", going.time))

    def unfinished() -> Iterator[Outcome]:
        nonlocal next_look
        if workspace.plotted:
            yield PageDrawn(plot_run(workspace, so_far(), page).figure, is_passing=True)
        began = time.monotonic()
        if workspace.has_windows and began >= next_look:
            yield Advanced(going.time, going.options.start, workspace.settings.stop, run=so_far())
            next_look = time.monotonic() + PAUSE * (time.monotonic() - began)

    reason = yield from go_to_end(workspace, going, unfinished)
    trajectory = model.trajectory(going, reason)
    if workspace.switches.verify and reason.kind is not StopKind.USER:
        trajectory = model.verified(trajectory)
    _keep(workspace, trajectory, command)
    if workspace.plotted:
        workspace.page = plot_run(workspace, trajectory, page, is_marked=command.marks)
        yield PageDrawn(workspace.page.figure)
    ended = RunEnded(command.name, reason, trajectory.statistics, trajectory.notes)
    workspace.trouble = ended
    yield ended
    yield from write_log(workspace, trajectory, is_continued=command.continues)
    yield from _accuracy(trajectory)


def _take_times(workspace: Workspace, command: Simulate) -> None:
    settings = workspace.settings
    times = [evaluate(workspace, text) for text in command.times]
    start = times[0] if times else settings.start
    stop = times[1] if len(times) > 1 else settings.stop
    spacing = times[2] if len(times) > 2 else _own_spacing(workspace) if times else settings.spacing
    if times:
        settings = replace(settings, record_from=None)
    if len(times) > 2:
        settings = replace(settings, spacing_variable="")
    workspace.settings = replace(settings, start=start, stop=stop, spacing=spacing)


def _own_spacing(workspace: Workspace) -> float | None:
    """The spacing of a program that has one, such as the communication interval of ACSL, whatever the times."""
    experiment = workspace.model.analysed.declared.experiment
    return None if experiment is None else experiment.spacing


def _stored(workspace: Workspace) -> tuple[str, ...] | None:
    """What STORE selects, and what PLOT and LOGGER need."""
    if workspace.store is None:
        return None
    against = (workspace.plotted_against,) if workspace.plotted_against else ()
    logged = logged_variables(workspace.model)
    return tuple(dict.fromkeys((*workspace.store, *workspace.plotted, *against, *logged)))


def _continued(workspace: Workspace, command: Simulate) -> Run:
    before = workspace.run_named(command.name or LAST)
    times = [evaluate(workspace, text) for text in command.times]
    reached = before.stop.time
    if len(times) > 1 and times[0] != reached:
        raise UserError(
            "bad-command", f"the run has reached t = {reached:.15g}", f"SIMU {reached:.15g} {times[1]:g} -CONT"
        )
    if before.stop.kind is StopKind.FAILURE and not (before.run is not None and before.run.is_complete):
        raise UserError("cannot-continue", f"the run ended with: {before.stop.message}", "WHY explains it")
    stop = times[1] if len(times) > 1 else times[0] if times else None
    if stop is None and before.stop.kind is not StopKind.USER:
        raise UserError(
            "bad-command", f"the run has reached its end, t = {reached:g}", "SIMU stop -CONT continues to a later time"
        )
    if len(times) > 2 and times[2] != workspace.settings.spacing:
        raise UserError("bad-command", "a continued run keeps its spacing", "leave it out")
    going = workspace.model.prepare_to_resume(before, stop, workspace.given.parameters)
    if stop is not None:
        workspace.settings = replace(workspace.settings, stop=stop)
    return going


def _keep(workspace: Workspace, trajectory: Trajectory, command: Simulate) -> None:
    named = {command.name.upper(): trajectory} if command.name else {}
    workspace.runs = {**workspace.runs, LAST: trajectory, **named}
    workspace.is_marked = command.marks


def _accuracy(trajectory: Trajectory) -> Iterator[Outcome]:
    if trajectory.accuracy is not None:
        if trajectory.disagreements:
            yield Printed("\n".join(("the run and its reference disagree:", *trajectory.disagreements)))
        rows = [f"{name}: {accuracy}" for name, accuracy in trajectory.accuracy.items()]
        yield Printed("\n".join(rows)) if rows else Noted("nothing was stored to verify")


SIMU = Command(
    "SIMU",
    "SIMU [start stop [spacing]] [-CONT] [-MARK] [/name]",
    "Run a simulation.",
    parse,
    run,
    "SIMU alone uses the times of the last run; the first time, they are 0 and 100. With a spacing, the record has a "
    "row at each multiple of it; without one, a row at each step, two at each event and a thousand in between, which a "
    "spacing of 0 leaves out. A program with a spacing of its own, such as the CINTERVAL of ACSL, keeps it. -CONT "
    "continues the last run with the current parameters; -MARK puts letters on the curves; /name keeps the run under "
    "a name, for SHOW y/name. With OPTA in the model, the run is repeated until the loss is minimal; LOGGER writes a "
    "file.",
    ("SIMU 0 200", "SIMU", "SIMU 0 200 1 /slow", "SIMU 300 -CONT"),
    repeats=False,
)
