"""The experiment in a program -> settings of the session, and a macro if it has several runs."""

from collections.abc import Mapping
from dataclasses import replace

from simnon.model import NEW_AXES, Experiment

from .macro import make_macro
from .workspace import RunSettings, Workspace


def take_experiment(workspace: Workspace) -> None:
    """After this a bare SIMU runs the program, a bare ASHOW shows the curves it requests, and BRANCH its diagram."""
    model = workspace.model
    experiment = model.analysed.declared.experiment
    if isinstance(workspace.settings.atol, Mapping):
        workspace.settings = replace(workspace.settings, atol=RunSettings().atol)
    if experiment is None:
        workspace.settings = replace(workspace.settings, spacing_variable="", marked="", record_from=None)
        return
    _take_settings(workspace, experiment)
    shown = " ".join(experiment.shown)
    if shown:
        against = f" ({experiment.against})" if experiment.against else ""
        plotted = " ".join(dict.fromkeys(name for name in experiment.shown if name != NEW_AXES))
        workspace.last_arguments = {
            **workspace.last_arguments,
            "ASHOW": shown + against,
            "PLOT": plotted + against,
        }
    if experiment.printed:
        workspace.last_arguments = {**workspace.last_arguments, "PRINT": " ".join(experiment.printed)}
    if experiment.branch:
        workspace.last_arguments = {**workspace.last_arguments, "BRANCH": experiment.branch}
    if experiment.commands:
        macro = make_macro(f"MACRO {model.name}", experiment.commands)
        workspace.macros = {**workspace.macros, macro.name: macro}


def _take_settings(workspace: Workspace, experiment: Experiment) -> None:
    settings = workspace.settings
    workspace.settings = replace(
        settings,
        start=settings.start if experiment.start is None else experiment.start,
        stop=settings.stop if experiment.stop is None else experiment.stop,
        spacing=experiment.spacing,
        spacing_variable=experiment.spacing_variable,
        marked=experiment.marked,
        record_from=experiment.record_from,
        method=settings.method if experiment.method is None else experiment.method,
        step=experiment.step,
        rtol=settings.rtol if experiment.rtol is None else experiment.rtol,
        atol=dict(experiment.atol) or settings.atol,
        seed=settings.seed if experiment.seed is None else experiment.seed,
    )
