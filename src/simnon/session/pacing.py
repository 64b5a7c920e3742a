"""A run at the pace of a clock, in which parameters are changed while it goes on; and the same run again, exactly.

The run proceeds in pieces whose lengths depend on its speed alone, not on the clock. A change takes effect at the end
of the piece during which it is made, and is known by that time: with the same changes at the same times, the pieces
are the same, and so is every number.
"""

import time as clock
from collections.abc import Iterator
from dataclasses import replace

from simnon.simulation import Run, StopKind, StopReason, Trajectory
from simnon.source import UserError

from .checking_interrupts import checking_interrupts
from .outcome import Operated, Outcome, Paced, RunEnded
from .running import begin_run
from .workspace import LAST, Operation, PacedRun, Workspace

PIECE = 0.05
"""Seconds of the clock in a piece."""
RECORDS = 2
"""Records in a piece."""
MAX_PIECES = 200_000


def run_paced(workspace: Workspace, paced: PacedRun, *, is_live: bool) -> Iterator[Outcome]:
    """The whole run with the changes that are known; if it is live, it waits for the clock and takes more of them."""
    model = workspace.model
    piece = paced.speed * PIECE
    if not 0 < (paced.stop - paced.start) / piece <= MAX_PIECES:
        raise UserError("bad-command", "the run is empty, or too long for its speed", "PACE start stop [speed]")
    before = workspace.settings
    given = workspace.given = paced.given
    first = min(paced.start + piece, paced.stop)
    workspace.settings = replace(
        before, start=paced.start, stop=first, spacing=piece / RECORDS, spacing_variable="", record_from=None
    )
    going = begin_run(workspace, None, {})
    workspace.settings = replace(before, start=paced.start, stop=paced.stop)
    workspace.operations.clear()
    begun, number, waiting = clock.monotonic(), 1, list(paced.operations)
    while True:
        reason = _finish_piece(workspace, going)
        trajectory = model.trajectory(going, reason)
        _keep(workspace, trajectory, paced)
        yield Paced(trajectory.stop.time, paced.start, paced.stop)
        if reason.kind is not StopKind.END or trajectory.stop.time >= paced.stop:
            break
        if is_live and workspace.wait is not None:
            workspace.wait(begun + number * PIECE - clock.monotonic())
        boundary = trajectory.stop.time
        known = len(waiting)
        for count, operation in enumerate(_due(workspace, waiting, boundary, is_live=is_live)):
            is_new = count >= known - len(waiting)
            old = given.parameters.get(operation.name, model.parameters[operation.name])
            given = replace(given, parameters={**given.parameters, operation.name: operation.value})
            if is_new:
                paced = with_operation(paced, operation)
                yield Operated(operation.name, old, operation.value, boundary)
        workspace.given = given
        number += 1
        following = min(paced.start + number * piece, paced.stop)
        going = model.prepare_to_resume(trajectory, following, given.parameters)
    workspace.paced = paced
    yield RunEnded(paced.name, reason, trajectory.statistics, trajectory.notes)


def _finish_piece(workspace: Workspace, going: Run) -> StopReason:
    reason: StopReason | None = None
    with checking_interrupts(workspace):
        while reason is None:
            reason = going.interrupted() if workspace.is_interrupted else going.advance()
    return reason


def _due(workspace: Workspace, waiting: list[Operation], boundary: float, *, is_live: bool) -> Iterator[Operation]:
    """Changes that were made before this boundary: those that are known, then those of the user."""
    while waiting and waiting[0].time <= boundary:
        yield waiting.pop(0)
    while is_live and workspace.operations:
        name, value = workspace.operations.popleft()
        yield Operation(name, value, boundary)


def wait_for_clock(seconds: float) -> None:
    """How front ends with a user wait for the next piece."""
    clock.sleep(max(0.0, seconds))


def with_operation(paced: PacedRun, operation: Operation) -> PacedRun:
    """The same run with one more change; of two changes of one parameter at one time, the later one counts."""
    known = [each for each in paced.operations if (each.name, each.time) != (operation.name, operation.time)]
    return replace(paced, operations=tuple(sorted((*known, operation), key=lambda each: each.time)))


def _keep(workspace: Workspace, trajectory: Trajectory, paced: PacedRun) -> None:
    named = {paced.name.upper(): trajectory} if paced.name else {}
    workspace.runs = {**workspace.runs, LAST: trajectory, **named}
