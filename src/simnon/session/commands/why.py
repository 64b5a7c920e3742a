"""`WHY`: the last stop or error in detail."""

from collections.abc import Iterator

from simnon.simulation import Trajectory
from simnon.source import CODES, Diagnostic, Severity, render, render_all

from ..outcome import Failed, Outcome, Printed, RunEnded
from ..words import no_arguments
from ..workspace import LAST, Workspace
from .command import Command

LAST_EVENTS = 5


def run(workspace: Workspace, _: None) -> Iterator[Outcome]:
    match workspace.trouble:
        case None:
            yield Printed("no command has failed, and nothing has been run")
        case Failed() as failed:
            yield Printed(_failure(failed))
        case RunEnded() as ended:
            yield Printed(_stop(ended, workspace.runs.get(LAST)))


def _failure(failed: Failed) -> str:
    place = f"in {failed.place}: " if failed.place else ""
    lines = [f"{place}{failed.message}"]
    if failed.diagnostics:
        lines.append(render_all(failed.diagnostics))
    if failed.code in CODES:
        lines.append(f"{failed.code}: {CODES[failed.code]}")
    if failed.hint:
        lines.append(f"hint: {failed.hint}")
    lines.append("nothing was changed")
    return "\n".join(lines)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _stop(ended: RunEnded, run: Trajectory | None) -> str:
    stop, statistics = ended.stop, ended.statistics
    found = Diagnostic(Severity.NOTE, stop.code, stop.message, stop.span, stop.hint)
    lines = [render(found)]
    lines += ended.notes
    lines.append(
        f"t = {stop.time:.12g} after {_counted(statistics.steps, 'step')} ({statistics.rejected} rejected), "
        f"{statistics.evaluations} evaluations, {_counted(statistics.samples, 'sample')}, "
        f"{_counted(statistics.events, 'event')}, "
        f"method {statistics.method}, {1e3 * statistics.seconds:.3g} ms, "
        f"and {1e3 * statistics.compile_seconds:.3g} ms of compiling"
    )
    if run is not None and len(run.events):
        lines.append("the last events:")
        last = list(run.events)[-LAST_EVENTS:]
        lines += [f"  t = {e.time:.12g}  {e.name}: {e.before:g} -> {e.after:g}" for e in last]
    return "\n".join(lines)


WHY = Command(
    "WHY",
    "WHY",
    "Explain the last stop or error in detail.",
    no_arguments,
    run,
    "It reports why the last run ended and what it cost, or what was wrong with the last command.",
    repeats=False,
)
