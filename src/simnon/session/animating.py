"""Name of a picture, run -> Scene: its text is read and staged with the columns of the run."""

from pathlib import Path

import numpy as np

from simnon.figures import Array
from simnon.pictures import Moments, Picture, Scene, read_picture, stage
from simnon.simulation import Trajectory, values_at
from simnon.source import Diagnostic, Report, SimnonError, Source, UserError, read_text, render_all

from .files import find_file, missing_file
from .plotting import column_of, time_axis
from .workspace import LAST, Workspace

EXTENSION = ".picture"
MOST_MOMENTS = 2000
"""Of the records of a run; more are thinned out."""


def find_picture(workspace: Workspace, name: str) -> Path:
    """A file in the folder, on the path, or beside the files of the model."""
    beside = {path.parent for path in workspace.loaded.files} if workspace.loaded is not None else set()
    folders = (*workspace.folders, *sorted(beside))
    path = find_file(name, folders, (EXTENSION,), (*workspace.allowed, *beside))
    if path is None or path.suffix.lower() != EXTENSION:
        raise missing_file(name, folders, (EXTENSION,))
    return path


def load_picture(path: Path) -> Picture:
    """SimnonError with all its mistakes if the text has some."""
    report = Report()
    picture = read_picture(Source(path.name, read_text(path), str(path.parent)), report)
    _check(report)
    return picture


def scene_of(workspace: Workspace, picture: Picture, run: Trajectory, times: Array | None = None) -> Scene:
    """At some times, or at the records of the run; SimnonError with everything that is wrong in the picture."""
    if not len(run.t):
        raise UserError("no-run", "the run recorded nothing", "STORE chooses what to record; then SIMU again")
    chosen = _records(run) if times is None else times
    report = Report()
    unit = time_axis(workspace).unit
    moments = Moments(chosen, lambda name: _column(workspace, run, name, chosen), unit)
    scene = stage(picture, moments, report)
    _check(report)
    return scene


def check_picture(workspace: Workspace, path: Path, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a text that is being written; its names are looked up in the last run, if there is one."""
    report = Report()
    picture = read_picture(Source(path.name, text, str(path.parent)), report)
    run = workspace.runs.get(LAST)
    if run is not None and len(run.t) and not report.has_errors:
        times = run.t[-1:]
        stage(picture, Moments(times, lambda name: _column(workspace, run, name, times)), report)
    return report.diagnostics


def scene_named(workspace: Workspace, name: str, run_name: str = LAST, times: Array | None = None) -> Scene:
    picture = load_picture(find_picture(workspace, name))
    return scene_of(workspace, picture, workspace.run_named(run_name), times)


def moment_near(scene: Scene, time: float) -> int:
    """The last moment that is not after a time."""
    return max(0, int(np.searchsorted(scene.times, time, side="right")) - 1)


def _records(run: Trajectory) -> Array:
    """Times of the records, at discontinuities twice; thinned out to MOST_MOMENTS."""
    count = len(run.t)
    if count <= MOST_MOMENTS:
        return run.t
    return run.t[np.unique(np.linspace(0, count - 1, MOST_MOMENTS).round().astype(np.int64))]


def _column(workspace: Workspace, run: Trajectory, name: str, times: Array) -> float | Array:
    """A parameter of the model is a number; it counts also for a table that has no column of that name."""
    if not run.lookup.has(name) and workspace.loaded is not None and workspace.loaded.names.has(name):
        flat = workspace.loaded.names.find(name)
        if flat in workspace.model.parameters:
            return workspace.given.parameters.get(flat, workspace.model.parameters[flat])
    column = column_of(workspace, run, name)
    if len(column) and column.min() == column.max():
        return float(column[0])
    if times is run.t:
        return column
    return values_at(np.clip(times, run.t[0], run.t[-1]), run.t, column)


def _check(report: Report) -> None:
    if report.has_errors:
        raise SimnonError(report.diagnostics, render_all(report.diagnostics))
