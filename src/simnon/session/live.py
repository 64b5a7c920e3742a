"""Values that are being tried -> the page as it would be: one more run, and the commands that drew the page again.

Nothing of this changes the session: a slider is tried many times, and given once.
"""

from collections.abc import Mapping
from dataclasses import replace

from simnon.figures import Figure
from simnon.simulation import StopKind, StopReason, Trajectory
from simnon.source import UserError, frozen

from .commands import COMMANDS
from .compiling import applicable_values
from .macro import first_word
from .plotting import plot_run, time_axis
from .running import begin_run, go_to_end
from .workspace import LAST, Loaded, Page, Workspace

_RUNS = ("SIMU",)
"""Commands whose curves are those of a new run when the page is redrawn."""


@frozen
class Tried:
    """The pages with the curves of a run that is not kept, by the names of their windows."""

    figures: Mapping[str, Figure]
    run: Trajectory
    stop: StopReason


class Trial:
    """One run with different parameters and initial values; `cancel` can be called from a different thread.

    It can be of a changed model, with those given values that still apply.
    """

    def __init__(
        self,
        workspace: Workspace,
        parameters: Mapping[str, float],
        initial: Mapping[str, float],
        loaded: Loaded | None = None,
    ) -> None:
        self._workspace = workspace.snapshot()
        self._workspace.is_interrupted = False
        if loaded is not None:
            take_model(self._workspace, loaded)
        given, names = self._workspace.given, self._workspace.system.names
        self._workspace.given = replace(
            given,
            parameters={**given.parameters, **{names.find(name): value for name, value in parameters.items()}},
            initial={**given.initial, **{names.find(name): value for name, value in initial.items()}},
        )
        self._model = self._workspace.model

    def cancel(self) -> None:
        self._workspace.is_interrupted = True

    @property
    def is_cancelled(self) -> bool:
        return self._workspace.is_interrupted

    def run(self) -> Tried | None:
        """None if it was cancelled."""
        workspace = self._workspace
        _stop_where_the_last_run_did(workspace)
        going = begin_run(workspace, None, {})
        progress = go_to_end(workspace, going)
        while True:
            try:
                next(progress)
            except StopIteration as ended:
                reason: StopReason = ended.value
                break
        if self.is_cancelled:
            return None
        trajectory = self._model.trajectory(going, reason)
        workspace.runs = {**workspace.runs, LAST: trajectory}
        names = (workspace.page_name, *workspace.pages)
        return Tried(
            {name: page.figure for name, page in zip(names, redrawn_pages(workspace), strict=True)}, trajectory, reason
        )


def _stop_where_the_last_run_did(workspace: Workspace) -> None:
    """A run that was interrupted is tried as far as it is shown: the rest may take minutes."""
    last = workspace.runs.get(LAST)
    if isinstance(last, Trajectory) and last.stop.kind is StopKind.USER and last.stop.time > workspace.settings.start:
        workspace.settings = replace(workspace.settings, stop=min(last.stop.time, workspace.settings.stop))


def take_model(workspace: Workspace, loaded: Loaded) -> None:
    """Values and choices of STORE and PLOT are kept as far as they still apply."""
    known = {variable.name for variable in loaded.model.variables}
    workspace.loaded = loaded
    workspace.given = applicable_values(workspace.given, loaded.model)
    workspace.store = None if workspace.store is None else tuple(name for name in workspace.store if name in known)
    workspace.plotted = tuple(name for name in workspace.plotted if name in known)


def present_state(workspace: Workspace, run: Trajectory) -> Workspace:
    """The workspace while a run goes on, as if the run had ended now.

    With LIVE on, the pages have its curves, on the time axes of the whole run.
    """
    found = workspace.snapshot()
    found.runs = {**workspace.runs, LAST: run}
    if workspace.switches.live and not workspace.plotted:
        page, *others = (_on_whole_axes(workspace, page) for page in redrawn_pages(found))
        found.page, found.pages = page, dict(zip(workspace.pages, others, strict=True))
    return found


def _on_whole_axes(workspace: Workspace, page: Page) -> Page:
    label, settings = time_axis(workspace).label, workspace.settings
    areas = tuple(
        replace(area, horizontal=replace(area.horizontal, low=settings.start, high=settings.stop))
        if page.lines and area.horizontal.label == label
        else area
        for area in page.figure.areas
    )
    return replace(page, figure=replace(page.figure, areas=areas))


def redrawn_pages(workspace: Workspace) -> list[Page]:
    """All pages with the curves of the last run, the current one first."""
    return [redrawn(workspace, page) for page in (workspace.page, *workspace.pages.values())]


def redrawn(workspace: Workspace, page: Page) -> Page:
    """What its commands draw now; the page as it is if one of them cannot be done any more."""
    if not page.lines:
        return page
    scratch = workspace.snapshot()
    scratch.page = Page()
    try:
        for line in _last_runs(page.lines):
            _draw(scratch, line)
    except UserError:
        return page
    return replace(scratch.page, lines=page.lines)


def _last_runs(lines: tuple[str, ...]) -> list[str]:
    """The lines without those runs whose curves a later one replaces."""
    runs = [position for position, line in enumerate(lines) if first_word(line)[0] in _RUNS]
    return [line for position, line in enumerate(lines) if position not in runs[:-1]]


def _draw(scratch: Workspace, line: str) -> None:
    word, rest = first_word(line)
    if word in _RUNS:
        if scratch.plotted:
            scratch.page = plot_run(scratch, scratch.run_named(LAST), scratch.page)
        return
    command = COMMANDS[word]
    for _ in command.run(scratch, command.parse(rest)):
        pass
