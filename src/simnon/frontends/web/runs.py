"""Workspace -> the runs, sweeps and samples that are kept, each with what is special about it."""

from simnon.doors import loaded_on_use
from simnon.session import Session, Workspace

from .messages import EnsembleItem, RunItem, RunsPart

with loaded_on_use(__name__):
    from simnon.simulation import Trajectory


def runs_part(session: Session) -> RunsPart:
    workspace = session.workspace
    runs = tuple(_run(workspace, name, run) for name, run in workspace.runs.items())
    return RunsPart(runs, tuple(_ensemble(workspace, name) for name in workspace.studies))


def _run(workspace: Workspace, name: str, run: Trajectory) -> RunItem:
    start = float(run.t[0]) if len(run.t) else 0.0
    return RunItem(
        name,
        start,
        run.stop.time,
        run.stop.message,
        run.stop.kind.value,
        len(run.t),
        len(run.events),
        tuple(run.columns),
        _differences(workspace, run),
        run.statistics.seconds,
        run.run is None,
    )


def _differences(workspace: Workspace, run: Trajectory) -> dict[str, float]:
    """The values given for the run that differ from the text; all of them if the run is of a different model."""
    options, loaded = run.provenance.options, workspace.loaded
    given = {**options.parameters, **options.initial}
    if loaded is None or run.lookup is not loaded.names:
        return given
    variables = {variable.name: variable for variable in loaded.model.variables}
    starts = {name: variable.start or 0.0 for name, variable in variables.items()}
    text = {**starts, **loaded.model.parameters}
    return {variables[name].short: value for name, value in given.items() if text.get(name) != value}


def _ensemble(workspace: Workspace, name: str) -> EnsembleItem:
    study = workspace.studies[name]
    design, keep = study.design, study.job.keep
    numbers = tuple(each.label for each in keep.reductions)
    return EnsembleItem(name, design.description, tuple(design.names), study.done, len(design), keep.curves, numbers)
