"""The settings and values of the session -> a run about to begin, as in SIMU and everything that repeats it.

So too the point that EQUIL and LINEAR begin with.
"""

from collections.abc import Callable, Generator, Iterable, Mapping

from simnon.simulation import MemberKeywords, OrbitKeywords, Run, RunOptions, Simulator, StopReason
from simnon.studies import Point, end_point, point_at, start_point
from simnon.targets import INTERPRETER, USUAL_TARGET

from .checking_interrupts import checking_interrupts
from .outcome import Advanced, Outcome
from .workspace import LAST, StartValues, Workspace

MUCH = 1e9
"""A run that needs more bytes than this is announced."""
POINTS = 1000
"""This many records besides the steps make curves smooth, and interpolation between them accurate."""


def settings_of_run(workspace: Workspace) -> MemberKeywords:
    """What ALGOR, ERROR, PAR, INIT and the switches say about every run, whatever command begins it."""
    settings, given = workspace.settings, workspace.given
    return MemberKeywords(
        parameters=given.parameters,
        initial=given.initial,
        method=settings.method,
        rtol=settings.rtol,
        atol=settings.atol,
        seed=settings.seed,
        largest_step=settings.largest_step,
        step=settings.step,
        target=INTERPRETER if workspace.switches.interpreter else USUAL_TARGET,
    )


def orbit_settings(workspace: Workspace) -> OrbitKeywords:
    """The same for runs whose records a study chooses."""
    found: OrbitKeywords = settings_of_run(workspace)
    return found


def begin_run(
    workspace: Workspace,
    store: tuple[str, ...] | None,
    parameters: Mapping[str, float],
    model: Simulator | None = None,
) -> Run:
    """With the given values, overridden by `parameters`; of the loaded model, or of one made from it."""
    model = model or workspace.model
    settings, common = workspace.settings, settings_of_run(workspace)
    common["parameters"] = {**workspace.given.parameters, **parameters}
    common["spacing"] = settings.spacing or None
    common["points"] = POINTS if settings.spacing is None and not settings.spacing_variable else 0
    options = model.options(
        settings.start,
        settings.stop,
        **common,
        store=store,
        record_from=settings.record_from,
        spacing_variable=settings.spacing_variable,
        marked=settings.marked,
    )
    return model.begin(options)


def go_to_end(
    workspace: Workspace, going: Run, unfinished: Callable[[], Iterable[Outcome]] = tuple
) -> Generator[Outcome, None, StopReason]:
    """Report the progress, and what `unfinished` shows of it, until the run ends or the user interrupts it."""
    reason: StopReason | None = None
    with checking_interrupts(workspace):
        while reason is None:
            reason = going.advance()
            if reason is None and workspace.is_interrupted:
                reason = going.interrupted()
            if reason is None:
                yield Advanced(going.time, going.options.start, workspace.settings.stop)
                yield from unfinished()
    return reason


def values_at_start(workspace: Workspace) -> Mapping[str, float]:
    """The value of every variable at the start of a run, before anything happens; kept until something changes."""
    known, model = workspace.start_values, workspace.model
    settings, given = workspace.settings, workspace.given
    if known is None or known.model is not model or known.given is not given or known.settings is not settings:
        numbers = model.values_by_name(begin_run(workspace, (), {}).final_values())
        known = workspace.start_values = StartValues(model, given, settings, numbers)
    return known.numbers


def present_point(workspace: Workspace, *, is_end_of_run: bool, instant: float | None = None) -> Point:
    """Where a run would start now, or where the last one ended, or was at an instant."""
    model = workspace.elements
    if instant is not None:
        return point_at(model, model.of_elements(workspace.run_named(LAST)), instant)
    if is_end_of_run:
        return end_point(model, model.of_elements(workspace.run_named(LAST)))
    start, given = workspace.settings.start, workspace.given
    return start_point(model, RunOptions(start, start, given.parameters, given.initial))
