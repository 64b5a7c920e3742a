"""The settings and values of the session -> a run that has not moved yet, as SIMU and all that repeats it make it."""

from collections.abc import Mapping

from simnon.simulation import Run

from .workspace import Workspace

MUCH = 1e9
"""Of more bytes than these it is said beforehand that they will be needed."""
POINTS = 1000
"""So many records besides the steps make curves smooth, and values between them good."""


def begin_run(workspace: Workspace, store: tuple[str, ...] | None, parameters: Mapping[str, float]) -> Run:
    """With the values that were given, and `parameters` above them."""
    settings, given = workspace.settings, workspace.given
    options = workspace.model.options(
        settings.start,
        settings.stop,
        parameters={**given.parameters, **parameters},
        initial=given.initial,
        store=store,
        method=settings.method,
        rtol=settings.rtol,
        atol=settings.atol,
        spacing=settings.spacing,
        seed=settings.seed,
        step=settings.step,
        points=POINTS if settings.spacing is None else 0,
    )
    return workspace.model.begin(options)
